"""What is true of every game of Legends of Signum: asserted of a state, or of the step from one to the next."""

import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.command import SPECTATOR
from companion.games.common import Place
from companion.games.signum.engine.card_draw import held
from companion.games.signum.game import Signum
from companion.games.signum.model.fold import PILES
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.redaction import holds_open
from companion.games.signum.model.state import Player, Setup, State
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation

RULES = Signum()
HELD = ("city", "tactics", "relics")
SECRET_PILES = ("hand", "deck", "unused", "construction", "drawn_buildings")
EVENT = msgspec.json.Decoder(RULES.event_type)
"""Made once: what a union holds is looked up again for each decoder."""
_ID = re.compile(rb'"([A-D]:[bc]?\d+)"')


def assert_sound(state: State) -> None:
    """Every card is in exactly one zone, and no number is below 0 or above its limit (S-PLAY-08, S-DRAGON-03)."""
    places = Counter(list(state.creatures))
    for player in state.players.values():
        places.update(card for pile in PILES for card in getattr(player, pile))
        places.update(each.id for zone in HELD for each in getattr(player, zone))
        assert player.prosperity >= 0
        assert len(held(state, player.id)) <= state.rules.numbers.hand_limit, f"too many cards in {player.id}'s hand"
    doubled = {card: count for card, count in places.items() if count > 1}
    assert not doubled, f"cards in two zones: {doubled}"
    lost = set(state.keys) - set(places) - _being_played(state)
    assert not lost, f"cards in no zone: {lost}"
    laid = {card for player in state.players.values() for card in player.terrain_city}
    assert set(state.templates) <= laid, "a template lies on the mat whose card is in no City"
    for creature in state.creatures.values():
        assert min(creature.wounds, creature.armour, creature.concentration) >= 0
    assert state.acting == "" or state.acting in state.creatures


def _being_played(state: State) -> set[str]:
    """Cards that were declared and lie on the table between two zones, and heroes not yet placed."""
    played = {str(getattr(step, "card", "")) for step in state.steps}
    played.update(card for step in state.steps for card in getattr(step, "cards", ()))
    return played | ({f"{player}:hero" for player in state.players} if state.turn == 0 else set())


def assert_goes_on(state: State, offered: Iterable[object]) -> None:
    """A game that is not over asks or offers somebody something."""
    assert state.outcome is not None or any(True for _ in offered)


def assert_asks_rightly(state: State, chance: random.Random) -> None:
    """Nobody is asked for what may not be, or cannot be done.

    A tactic is asked of its owner in a turn in which it may take effect (S-CARD-47); whoever is to put a creature down
    has a place for it (S-SUMMON-04, S-TERRAIN-40), or may say that there is none.
    """
    for prompt in RULES.prompts(state):
        if prompt.key == "reveal" and state.rules.switches.tactic_turns == "opponent":
            teams = {seat.id: seat.team or seat.id for seat in state.setup.seats}
            assert all(teams[player] != teams[state.active] for player in prompt.to), f"asked in an own turn: {prompt}"
        for spec in prompt.specs:
            if spec.kind == "place" and len(prompt.specs) == 1:
                assert _has_place(state, str(spec.fixed["creature"]), spec.by, chance), f"no place: {prompt}"


def _has_place(state: State, creature: str, by: str, chance: random.Random) -> bool:
    """Whether a creature can be put down anywhere: where it is, at its player's edge, or somewhere on the mat."""
    width_mm, height_mm = state.setup.mat_mm
    card = state.setup.cards.get(state.keys[creature])
    radius = 16.0 if card is None else radius_mm(state, card)
    known = state.creatures[creature].stand
    places = [] if known is None else [known]
    for share in chance.sample([n / 400 for n in range(401)], 401):
        x_mm, y_mm = radius + share * (width_mm - 2 * radius), radius + share * (height_mm - 2 * radius)
        places += [Stand(x_mm, radius), Stand(x_mm, height_mm - radius), Stand(radius, y_mm)]
        places += [Stand(width_mm - radius, y_mm), Stand(x_mm, chance.uniform(radius, height_mm - radius))]
    return any(_is_accepted(state, Place(by=by, creature=creature, at=at)) for at in places)


def _is_accepted(state: State, command: Place) -> bool:
    """Whether a command is accepted, or put to the table."""
    try:
        return bool(RULES.decide(state, command))
    except RuleViolation:
        return False


def assert_same_from_json(state: State) -> None:
    """A state written as JSON and read again is the same, byte for byte."""
    written = msgspec.json.encode(state)
    assert msgspec.json.encode(msgspec.json.decode(written, type=State)) == written


def assert_folds_to(setup: Setup, events: list[Any], state: State) -> None:
    """Folding the events from the beginning gives the same state, byte for byte, also from their JSON."""
    again = RULES.new(setup)
    for event in events:
        read = EVENT.decode(msgspec.json.encode(event))
        again = RULES.evolve(again, read)
    assert msgspec.json.encode(again) == msgspec.json.encode(state)


def viewers(state: State) -> tuple[str, ...]:
    """Everybody who may look."""
    return (*state.players, SPECTATOR)


def assert_tells_nothing(before: State, events: Iterable[Any], after: State, chance: random.Random) -> None:
    """No view and no public event changes when what its viewer may not know is shuffled (S-ZONE-16 to S-ZONE-29)."""
    playing = _named_now(after)
    for viewer in viewers(after):
        other = with_hidden(after, _swaps(_hidden_groups(after, viewer, playing), chance))
        assert _bytes(RULES.view(other, viewer)) == _bytes(RULES.view(after, viewer)), f"a view of {viewer}'s tells"
    now, hidden = before, _hidden_from_each(before)
    for event in events:
        then = RULES.evolve(now, event)
        hidden_then = _hidden_from_each(then)
        written = _bytes(event)
        for viewer in viewers(now):
            still = set().union(*hidden_then[viewer])
            # Only whole swaps may stay, so that each id still stands in one place.
            swapped = {
                one: other for one, other in _swaps(hidden[viewer], chance).items() if one in still and other in still
            }
            told = RULES.public_event(now, event, viewer)
            renamed = _renamed(written, swapped)
            # Most events name no hidden card: they need no reading back.
            other_event = event if renamed == written else EVENT.decode(renamed)
            other_told = RULES.public_event(with_hidden(now, swapped), other_event, viewer)
            assert _bytes(told) == _bytes(other_told), f"an event tells {viewer}: {event}"
        now, hidden = then, hidden_then


def with_hidden(state: State, swapped: dict[str, str]) -> State:
    """The state with hidden cards in one another's places; each card stays what it is."""

    def of(player: Player) -> Player:
        piles = {name: tuple(map(swapped.get, pile := getattr(player, name), pile)) for name in SECRET_PILES}
        tactics = tuple(replace(each, id=swapped.get(each.id, each.id)) for each in player.tactics)
        return replace(player, tactics=tactics, **piles)

    return replace(state, players={name: of(player) for name, player in state.players.items()})


def _swaps(groups: Iterable[list[str]], chance: random.Random) -> dict[str, str]:
    """Pairs of cards that a viewer cannot tell apart, each way round."""
    swapped: dict[str, str] = {}
    for group in groups:
        half = len(group) // 2
        if not half:
            continue
        # Cut at one place and turned by another, any two cards of a group may meet, at a fraction of a shuffle's cost.
        cut, turn = chance.randrange(len(group)), chance.randrange(half)
        cards = group[cut:] + group[:cut]
        for at, one in enumerate(cards[:half]):
            other = cards[half + (at + turn) % half]
            swapped[one], swapped[other] = other, one
    return swapped


def _groups(state: State, viewer: str) -> Iterable[list[str]]:
    """Cards that may be in one another's places, by player: of Battle Decks, of buildings and terrain not played."""
    for player in state.players.values():
        own = player.id == viewer
        battle = list(player.deck)
        brought = list(player.construction)
        if not own:
            battle += [*player.hand, *(each.id for each in player.tactics)]
            brought += [*player.unused, *(() if holds_open(state) else player.drawn_buildings)]
        yield battle
        yield brought


def _named_now(state: State) -> set[str]:
    """Cards that the steps and the question of the moment name: they are being played."""
    return {match.decode() for match in _ID.findall(_bytes((state.steps, state.question)))}


def _hidden_from_each(state: State) -> dict[str, list[list[str]]]:
    """For each viewer the groups of cards that they may not know."""
    playing = _named_now(state)
    return {viewer: _hidden_groups(state, viewer, playing) for viewer in viewers(state)}


def _hidden_groups(state: State, viewer: str, playing: set[str]) -> list[list[str]]:
    """The groups of `_groups`, of cards that a viewer may not know: those apart that are being played just now."""
    return [[card for card in group if card not in playing] for group in _groups(state, viewer)]


def _renamed(text: bytes, swapped: dict[str, str]) -> bytes:
    def other(match: re.Match[bytes]) -> bytes:
        name = match.group(1).decode()
        return f'"{swapped.get(name, name)}"'.encode()

    return _ID.sub(other, text)


def _bytes(value: object) -> bytes:
    return msgspec.json.encode(value)
