"""What players set, move and decide themselves, on the record: a card's text beats the rules (S-DRAGON-01).

Nothing here asks whether a rule allows it; only whether it means something.
"""

import re
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Clock, Concede, DrawOffered, MoveCard, OfferDraw, SetValue, TimeUp
from companion.games.signum.engine.card_draw import is_full, take
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import may_take_effect
from companion.games.signum.engine.questions import refuse
from companion.games.signum.model.commands import GiveEffect, Keeping, Reveal
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.effects.effect import GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, LoseEffect
from companion.games.signum.model.events import (
    BuildingChanged,
    CardMoved,
    CardTold,
    CreatureChanged,
    CreatureLeft,
    GameEnded,
    KeepingChanged,
    LastingBegan,
    LastingEnded,
    PlayerChanged,
    RelicChanged,
    TemplateLifted,
)
from companion.games.signum.model.fold import PILES
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.redaction import is_hidden, may_have
from companion.games.signum.model.state import GameResult, Relic, State
from companion.games.signum.play import reactions as reacting
from companion.games.signum.play.card_play import relic_of, relic_slots
from companion.games.signum.turn import game_end

ZONES = (*PILES, "city", "tactics", "relics")
"""Zones into which a card may be put by hand."""

ACTING_ZONES = frozenset({"city", "relics", "terrain_city", "unused", "construction", "drawn_buildings"})
"""Of these, zones whose cards do something or may be built: the program must know which they are."""

NEW_NAME = re.compile(r"[A-Za-z0-9_-]{1,20}")

MAX_BY_HAND = 99
"""Of dice, health and any number in an effect: no card has more, and every die is one more line on a screen."""

MAX_EFFECTS_BY_HAND = 20
"""On one creature."""

_COUNTS = ("wounds", "armour", "concentration")
_STATS = ("strength", "movement_mm", "health")
_OF_PLAYERS = ("prosperity", "kills", "missed_draws")


def set_value(draft: Draft, command: SetValue) -> None:
    """Sets a number on the table."""
    if command.value < 0 or command.value != command.value:
        raise refuse("value_from_zero", what=command.what)
    if command.what in ("strength", "health") and command.value > MAX_BY_HAND:
        raise refuse("value_at_most", what=command.what, most=MAX_BY_HAND)
    for names, known, setter in (
        ((*_COUNTS, *_STATS, "stealth", "turn_done"), draft.state.creatures, _of_creature),
        (_OF_PLAYERS, draft.state.players, _of_player),
    ):
        if command.what in names:
            if command.of not in known:
                raise refuse("no_such_thing", of=command.of)
            setter(draft, command)
            break
    else:
        _of_card(draft, command)
    draft.tell("set_by_hand", {"by": command.by, "what": command.what, "of": command.of, "value": command.value,
                               "reason": command.reason})  # fmt: skip


def keep(draft: Draft, command: Keeping) -> None:
    """From now on the program keeps something, or the players do."""
    draft.emit(KeepingChanged(by=command.by, what=command.what, yes=command.yes))


def move_card(draft: Draft, command: MoveCard) -> None:
    """Puts a card into another zone, whatever it was; a card new to the game gets an id of its own.

    A card that is hidden from a player is moved by its owner or by all together: moving it could show it.
    """
    state = draft.state
    _require_movable(state, command)
    _require_room(draft, command)
    if command.card in state.templates:
        draft.emit(TemplateLifted(card=command.card))
    if command.zone == "hand" and is_full(state, command.player, command.card):
        # It comes as any card does, once one of the hand has gone (S-TURN-10).
        if command.key:
            draft.emit(CardTold(card=command.card, key=command.key))
        take(draft, command.player, (command.card,), command.reason or "by_hand")
        return
    if command.card in state.creatures:
        draft.emit(CreatureLeft(creature=command.card, why=command.reason))
    draft.emit(
        CardMoved(
            card=command.card,
            player=command.player,
            zone=command.zone,
            position=_position(state, command),
            relic=_relic(state, command),
            why=command.reason or "by_hand",
        )
    )
    if command.key:
        draft.emit(CardTold(card=command.card, key=command.key))


def _require_room(draft: Draft, command: MoveCard) -> None:
    """The limits of a City and of a hero's relics hold for hands, too; only all together let more pass."""
    state = draft.state
    mine = state.players[command.player]
    if command.zone == "city" and command.card not in {each.id for each in mine.city}:
        most = state.rules.numbers.city_limit
        draft.require(len(mine.city) < most, "S-TURN-18", "city_full", most=most)
    known = state.setup.cards.get(command.key or state.keys.get(command.card, ""))
    if command.zone != "relics" or known is None or known.kind is not Kind.RELIC:
        return
    if command.card not in {each.id for each in mine.relics}:
        carried = [state.card(each.id).relic_type for each in mine.relics if state.keys[each.id]]
        most = relic_slots(state, command.player, known)
        full = carried.count(known.relic_type) >= most
        draft.require(not full, "S-CARD-32", "relic_slots_full", type=known.relic_type or "", most=most)


def reveal(draft: Draft, command: Reveal) -> None:
    """Turns up a tactic of a cardboard deck that the program could not watch: its owner told it only now.

    One that was known when its condition was met was asked for then (S-CARD-49).
    """
    state = draft.state
    if command.by not in state.players or command.tactic not in {t.id for t in state.players[command.by].tactics}:
        raise refuse("tactic_of_own")
    if not state.keys[command.tactic]:
        raise refuse("tell_card_first", card=command.tactic)
    draft.require(not state.seat(command.by).digital, "S-CARD-49", "tactic_when_met")
    if command.yes:
        draft.require(may_take_effect(state, command.by), "S-CARD-47", "tactic_in_opponents_turn")
    reacting.reveal(draft, command, None)


def give_effect(draft: Draft, command: GiveEffect) -> None:
    """Gives a creature an effect that lasts, in the cards' vocabulary; `{}` ends all that were given by hand."""
    creature = draft.state.creatures.get(command.creature)
    if creature is None:
        raise refuse("no_such_thing", of=command.creature)
    if command.effect == "{}":
        for each in creature.lasting:
            if each.source == TABLE:
                draft.emit(LastingEnded(creature=creature.id, key=each.key))
        return
    try:
        effect = msgspec.json.decode(command.effect, type=ChangeEffect | GainEffect | LoseEffect)
    except msgspec.DecodeError as error:
        raise refuse("effect_in_vocabulary", why=str(error)) from error
    by_hand = sum(each.source == TABLE for each in creature.lasting)
    if by_hand >= MAX_EFFECTS_BY_HAND or not _is_small(msgspec.json.decode(command.effect)):
        raise refuse("effect_too_great", most=MAX_BY_HAND, effects=MAX_EFFECTS_BY_HAND)
    lasting = LastingEffect(
        key=f"{TABLE}/{draft.state.counter}",
        source=TABLE,
        by=creature.controller,
        effect=effect,
        until=effect.until,
        name=effect.ability.name if isinstance(effect, GainEffect) else "",
    )
    draft.emit(LastingBegan(creature=creature.id, lasting=lasting))


def offer_draw(draft: Draft, command: OfferDraw) -> None:
    """Offers a draw, or takes the offer back; once everybody offers it, the game is drawn (S-END-09)."""
    state = draft.state
    if command.by not in state.players or state.players[command.by].out:
        raise refuse("no_such_player", player=command.by)
    offering = tuple(p for p in state.draws_agreed if p != command.by) + ((command.by,) if command.agree else ())
    draft.emit(DrawOffered(players=offering))
    if {p for p in state.players if not state.players[p].out} <= set(offering):
        draft.emit(GameEnded(outcome=GameResult(winners=(), rule_id="S-END-09", reason="draw_agreed")))


def concede(draft: Draft, command: Concede) -> None:
    """A player gives up: the hero counts as fallen."""
    hero = draft.state.hero(command.by)
    if hero is None:
        raise refuse("no_such_thing", of=f"{command.by}:hero")
    draft.tell("concedes", {"player": command.by})
    draft.emit(CreatureLeft(creature=hero.id, why="concedes"))
    draft.emit(CardMoved(card=hero.id, player=command.by, zone="graveyard", why="concedes"))
    game_end.check(draft)


def time_up(draft: Draft, command: TimeUp) -> None:
    """The agreed time is over (S-END-10, S-END-11)."""
    draft.require(draft.state.rules.time_limit, "S-END-10", "no_time_limit")
    if command.by != TABLE:
        raise refuse("clock_by_table")
    if not draft.state.turn:
        raise refuse("setup_first", player=", ".join(draft.state.players), stage="")
    game_end.time_up(draft)


def clock(draft: Draft, command: Clock) -> None:
    """A player's clock as the referee read it."""
    if command.by != TABLE or command.player not in draft.state.players or command.used_s < 0:
        raise refuse("clock_by_table")
    draft.emit(PlayerChanged(player=command.player, clock_s=command.used_s))


def _is_small(value: object) -> bool:
    """Whether all numbers in what JSON says are such as cards have: a roll of a million dice would never end."""
    if isinstance(value, dict):
        return all(_is_small(each) for each in value.values())
    if isinstance(value, list):
        return len(value) <= MAX_EFFECTS_BY_HAND and all(_is_small(each) for each in value)
    return not isinstance(value, int | float) or abs(value) <= MAX_BY_HAND


def _require_movable(state: State, command: MoveCard) -> None:
    """Refuses to move what there is not, what is hidden, and where to no card goes."""
    if command.zone not in ZONES or command.player not in state.players:
        raise refuse("zone_of_player", zones=", ".join(ZONES))
    if command.card not in state.keys and not _is_new_id(state, command.card):
        raise refuse("no_such_thing", of=command.card)
    if command.by != TABLE and is_hidden(state, command.card, command.by):
        raise refuse("hidden_from_mover")
    if command.zone in ACTING_ZONES and not (command.key or state.keys.get(command.card)):
        raise refuse("tell_card_first", card=command.card)
    if command.key and not (command.by == TABLE or may_have(state, command.key, command.by)):
        raise refuse("no_such_card", card=command.key)
    if command.key and command.key not in state.setup.cards:
        raise refuse("no_such_card", card=command.key)


def _is_new_id(state: State, card: str) -> bool:
    """Whether a card new to the game may have this id: a player's, with a short name."""
    owner, _, name = card.partition(":")
    return owner in state.players and NEW_NAME.fullmatch(name) is not None


def _relic(state: State, command: MoveCard) -> Relic | None:
    """What a card that is put beside a hero bears: as it lies there already, or as it is played."""
    if command.zone != "relics":
        return None
    worn = next((each for each in state.players[command.player].relics if each.id == command.card), None)
    return worn or relic_of(command.card, state.setup.cards[command.key or state.keys[command.card]])


def _position(state: State, command: MoveCard) -> int | None:
    if command.position is None or command.zone not in PILES:
        return None
    return max(0, min(command.position, len(getattr(state.players[command.player], command.zone))))


def _of_creature(draft: Draft, command: SetValue) -> None:
    what, value = command.what, command.value
    if what in _STATS:
        change = CreatureChanged(creature=command.of, by_hand={what: value if what == "movement_mm" else int(value)})
    elif what == "turn_done":
        change = CreatureChanged(creature=command.of, deeds={"activated": bool(value), "finished": bool(value)})
    elif what == "stealth":
        change = CreatureChanged(creature=command.of, stealth=bool(value))
    else:
        change = CreatureChanged(creature=command.of, **{what: int(value)})  # type: ignore[arg-type]  # one of _COUNTS
    draft.emit(replace(change, why="by_hand"))


def _of_player(draft: Draft, command: SetValue) -> None:
    change = PlayerChanged(player=command.of, **{command.what: int(command.value)})  # type: ignore[arg-type]  # one of _OF_PLAYERS
    draft.emit(replace(change, why="by_hand"))


def _of_card(draft: Draft, command: SetValue) -> None:
    owner = next((p for p in draft.state.players.values() if _has(draft.state, p.id, command.of)), None)
    if owner is None:
        raise refuse("no_such_thing", of=command.of)
    settings: dict[str, Callable[[], None]] = {
        "tapped": lambda: draft.emit(BuildingChanged(player=owner.id, card=command.of, tapped=bool(command.value))),
        "relic_armour": lambda: draft.emit(RelicChanged(player=owner.id, card=command.of, armour=int(command.value))),
        "relic_uses": lambda: draft.emit(RelicChanged(player=owner.id, card=command.of, uses=int(command.value))),
    }
    if command.what not in settings:
        raise refuse("no_such_value", what=command.what)
    settings[command.what]()


def _has(state: State, player: str, card: str) -> bool:
    mine = state.players[player]
    return card in {each.id for each in mine.city} | {each.id for each in mine.relics}
