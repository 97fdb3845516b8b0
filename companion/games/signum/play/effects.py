"""What cards do, in the vocabulary of `cards` (S-ABIL-02, S-DRAGON-04 to -07).

One effect comes after another, each once its targets are known.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.signum.creature import damage
from companion.games.signum.creature.selection import asks_for_opponent, reached
from companion.games.signum.engine.card_draw import gain_prosperity, held, next_enemy, take
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.cards import (
    BATTLE_KINDS,
    CancelEffect,
    ChoiceEffect,
    DestroyEffect,
    DiscardEffect,
    DrawEffect,
    Effect,
    ProsperEffect,
    ReadyEffect,
    RemindEffect,
    ReturnEffect,
    RollEffect,
    Selector,
)
from companion.games.signum.model.events import (
    BuildingChanged,
    CardMoved,
    CreatureChanged,
    CreatureLeft,
    TemplateLifted,
)
from companion.games.signum.model.state import State
from companion.games.signum.model.steps import ChoiceStep, DiceStep, DrawStep, EffectStep, Moment, ShuffleStep
from companion.games.signum.play.creature_effects import ON_CREATURE, AimedEffect
from companion.games.signum.turn import activation


def apply(  # noqa: PLR0913 (where an effect comes from has that many sides)
    draft: Draft,
    effects: Iterable[Effect],
    *,
    by: str,
    source: str,
    creature: str = "",
    target: str = "",
    moment: Moment | None = None,
    kind: str = "spell",
) -> None:
    """Puts effects on the stack.

    Args:
        draft: The command being decided.
        effects: What happens, in this order.
        by: The player controlling the card.
        source: Id of the card.
        creature: The creature that has the effect, if it is one's.
        target: What set it off, for the selector `target`.
        moment: What set it off, where the effects may cancel it.
        kind: What kind of source it is, for what protects from it.
    """
    todo = tuple(effects)
    if todo:
        draft.push(
            EffectStep(effects=todo, by=by, source=source, creature=creature, target=target, moment=moment, kind=kind)
        )


def destroy_relic(draft: Draft, player: str, card: str, why: str) -> None:
    """A relic goes to the Graveyard, and with it what it gave (S-CARD-41); then its Last Word speaks (S-AB-37)."""
    damage.destroy_relic(draft, player, card, why)


def destroy_building(draft: Draft, player: str, card: str) -> None:
    """A basic building goes back to the unused cards, a unique one out of the game (S-CARD-58)."""
    unique = draft.state.card(card).unique
    draft.emit(CardMoved(card=card, player=player, zone="aside" if unique else "unused", why="S-CARD-58"))


def destroy_template(draft: Draft, card: str) -> None:
    """A template leaves the mat; its card as that of a building (S-TERRAIN-14)."""
    owner = draft.state.templates[card].owner
    draft.emit(TemplateLifted(card=card))
    unique = draft.state.card(card).unique
    draft.emit(CardMoved(card=card, player=owner, zone="aside" if unique else "unused", why="S-TERRAIN-14"))


class EffectHandler(BaseHandler[EffectStep]):
    """Takes one effect after another from the step."""

    def __init__(self, cancel: Callable[[Draft, Moment, str], None]) -> None:
        """Prepares it.

        Args:
            cancel: Cancels the deed that announced a moment; the card concerned goes to the zone named.
        """
        self._cancel = cancel

    def go_on(self, draft: Draft, step: EffectStep) -> None:
        if not step.effects:
            draft.pop()
            return
        effect = step.effects[0]
        if asks_for_opponent(draft.state, step, effect):
            enemies = draft.state.enemies(step.by)
            draft.push(ChoiceStep(purpose="effect.opponent", by=step.by, options=enemies, about=step.source))
        elif isinstance(effect, AimedEffect):
            self._aim(draft, step, effect.to)
        elif isinstance(effect, CancelEffect):
            draft.go_on(_rest(step))
            if step.moment is not None and step.moment.cancellable:
                self._cancel(draft, step.moment, effect.to)
        else:
            draft.go_on(_rest(step))
            _UNAIMED[type(effect)](draft, step, effect)

    def chosen(self, draft: Draft, step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        effect = step.effects[0] if step.effects else None
        if asking.purpose == "effect.opponent":
            draft.go_on(replace(step, opponent=options[0]))
        elif asking.purpose == "effect.target" and isinstance(effect, AimedEffect):
            draft.go_on(_rest(step))
            _hit(draft, step, effect, options)
        else:
            _CHOSEN[asking.purpose](draft, step, asking, options)

    def dice(self, draft: Draft, step: EffectStep, dice: DiceStep) -> None:
        """What each die of a Roll brings."""
        effect = step.effects[0]
        assert isinstance(effect, RollEffect)  # noqa: S101 (only a Roll asks for dice)
        draft.go_on(_rest(step))
        for face in reversed(dice.faces):
            _again(draft, step, effect.faces.get(face, ()))

    def _aim(self, draft: Draft, step: EffectStep, selector: Selector) -> None:
        """Finds the targets; asks where there are more than the effect takes."""
        fitting = reached(draft, step, selector)
        free = selector.who in ("self", "target", "aimed_at") or selector.count == 0
        if free or (len(fitting) <= selector.count and not selector.up_to):
            draft.go_on(_rest(step))
            _hit(draft, step, step.effects[0], fitting)
            return
        least = 0 if selector.up_to else selector.count
        draft.push(
            ChoiceStep(
                purpose="effect.target",
                by=step.by,
                options=fitting,
                least=least,
                most=selector.count,
                about=step.source,
            )
        )


def _rest(step: EffectStep) -> EffectStep:
    return replace(step, effects=step.effects[1:])


def _again(draft: Draft, step: EffectStep, effects: tuple[Effect, ...]) -> None:
    """Effects within an effect, from the same source."""
    if effects:
        draft.push(replace(step, effects=effects))


def _hit(draft: Draft, step: EffectStep, effect: Effect, targets: tuple[str, ...]) -> None:
    """Carries an effect out on each of its targets."""
    if not targets:
        draft.tell("effect_reaches_nobody", {"card": step.source})
    for target in reversed(targets):
        if target in draft.state.creatures:
            ON_CREATURE[type(effect)](draft, step, effect, target)


def _draw(draft: Draft, step: EffectStep, effect: DrawEffect) -> None:
    draft.push(*(DrawStep(player=player, count=effect.count) for player in _players(draft, step, effect.who)))


def _players(draft: Draft, step: EffectStep, who: str) -> tuple[str, ...]:
    """The own player, or the opponent: the one chosen where there are several (S-VAR-18)."""
    if who == "own":
        return (step.by,)
    return (step.opponent,) if step.opponent else draft.state.enemies(step.by)


def _discard(draft: Draft, step: EffectStep, effect: DiscardEffect) -> None:
    for player in _players(draft, step, effect.who):
        hand = held(draft.state, player)
        count = min(effect.count, len(hand))
        if not count:
            continue
        if effect.at_random:
            # Blind, by place: the opponent of the hand's owner picks, as with an overfull hand (S-TURN-10).
            chooser = step.by if player != step.by else next_enemy(draft.state, player)
            places = tuple(str(n) for n in range(1, len(hand) + 1))
            draft.push(
                ChoiceStep(purpose="discard_blind", by=chooser, options=places, least=count, most=count, about=player)
            )
        else:
            draft.push(
                ChoiceStep(purpose="discard", by=player, options=hand, least=count, most=count, about=step.source)
            )


def _discarded(draft: Draft, step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    player = asking.about if asking.purpose == "discard_blind" else asking.by
    hand = held(draft.state, player)
    chosen = set(options)
    for place, card in enumerate(hand, start=1):
        if (str(place) if asking.purpose == "discard_blind" else card) in chosen:
            draft.emit(CardMoved(card=card, player=player, zone="graveyard", why=step.source))


def _return(draft: Draft, step: EffectStep, effect: ReturnEffect) -> None:
    if effect.source == "target":
        give_back(draft, (step.moment.card if step.moment and step.moment.card else step.target,), effect.to)
        return
    fitting = tuple(
        each
        for each in draft.state.players[step.by].graveyard
        if _goes_to_hand(draft.state, each)
        and (not effect.kinds or (draft.state.keys[each] and draft.state.card(each).kind in effect.kinds))
    )
    if not draft.state.rules.keeps("graveyards"):
        key = f"cardboard_returns_{effect.to}"
        draft.tell(key, {"player": step.by, "card": step.source, "count": effect.count})
        return
    count = min(effect.count, len(fitting))
    if len(fitting) <= count:
        give_back(draft, fitting, effect.to)
    else:
        purpose = f"return_to_{effect.to}"
        draft.push(ChoiceStep(purpose=purpose, by=step.by, options=fitting, least=count, most=count, about=step.source))


def _returned(draft: Draft, _step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    give_back(draft, options, asking.purpose.removeprefix("return_to_"))


def give_back(draft: Draft, cards: tuple[str, ...], to: str) -> None:
    """Cards go back to their owners: into the hand, the Graveyard, or the deck, which is then shuffled (S-ZONE-19)."""
    going: dict[str, list[str]] = {}
    for card in cards:
        owner = card.split(":")[0]
        if owner in draft.state.players and _goes_to_hand(draft.state, card):
            going.setdefault(owner, []).append(card)
    for owner, own in going.items():
        if to == "hand":
            take(draft, owner, tuple(own), "S-ZONE-19")
            continue
        for card in own:
            if card in draft.state.creatures:
                draft.emit(CreatureLeft(creature=card, why="S-ZONE-19"))
            draft.emit(CardMoved(card=card, player=owner, zone=to, why="S-ZONE-19"))
            if to == "deck":
                draft.push(ShuffleStep(player=owner))


def _goes_to_hand(state: State, card: str) -> bool:
    """Whether a card is one of a Battle Deck; heroes, buildings and terrain are never in a hand (S-ZONE-16)."""
    key = state.keys.get(card, "")
    return not key or state.setup.cards[key].kind in BATTLE_KINDS


def _destroy(draft: Draft, step: EffectStep, effect: DestroyEffect) -> None:
    players = (step.by, *draft.state.enemies(step.by)) if effect.who == "any" else _players(draft, step, effect.who)
    match effect.what:
        case "building":
            fitting = tuple(each.id for player in players for each in draft.state.players[player].city)
        case "relic":
            fitting = tuple(each.id for player in players for each in draft.state.players[player].relics)
        case _:
            fitting = tuple(each.id for each in draft.state.templates.values() if each.owner in players)
    count = min(effect.count, len(fitting))
    if count == len(fitting):
        _destroyed(draft, step, ChoiceStep(purpose=f"destroy_{effect.what}", by=step.by, options=fitting), fitting)
    else:
        purpose = f"destroy_{effect.what}"
        draft.push(ChoiceStep(purpose=purpose, by=step.by, options=fitting, least=count, most=count, about=step.source))


def _destroyed(draft: Draft, _step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    for card in options:
        owner = next((p.id for p in draft.state.players.values() if _holds(draft, p.id, card)), card.split(":")[0])
        match asking.purpose:
            case "destroy_building":
                destroy_building(draft, owner, card)
            case "destroy_relic":
                destroy_relic(draft, owner, card, "S-CARD-41")
            case _:
                destroy_template(draft, card)


def _holds(draft: Draft, player: str, card: str) -> bool:
    mine = draft.state.players[player]
    return card in {each.id for each in mine.city} | {each.id for each in mine.relics}


def _prosper(draft: Draft, step: EffectStep, effect: ProsperEffect) -> None:
    for player in _players(draft, step, effect.who):
        before = draft.state.players[player].prosperity
        gain_prosperity(draft, player, effect.amount, step.source)
        if effect.steal and not draft.state.rules.keeps("prosperity"):
            draft.tell("cardboard_steals", {"player": step.by, "of": player})
        elif effect.steal:
            taken = before - draft.state.players[player].prosperity
            gain_prosperity(draft, step.by, taken, step.source)


def _ready(draft: Draft, step: EffectStep, effect: ReadyEffect) -> None:
    if effect.what == "building" and not draft.state.rules.keeps("taps"):
        draft.tell("cardboard_untaps", {"player": step.by, "count": effect.count})
        return
    if effect.what == "building":
        tapped = tuple(each.id for each in draft.state.players[step.by].city if each.tapped)
        count = min(effect.count, len(tapped))
        if count == len(tapped):
            _untapped(draft, step, ChoiceStep(purpose="untap", by=step.by, options=tapped), tapped)
        else:
            draft.push(
                ChoiceStep(purpose="untap", by=step.by, options=tapped, least=count, most=count, about=step.source)
            )
        return
    done = tuple(
        each
        for each in reached(draft, step, replace(effect.to, count=0))
        if draft.state.creatures[each].deeds.finished or draft.state.creatures[each].deeds.summoned
    )
    count = min(effect.count, len(done))
    if count == len(done):
        _readied(draft, step, ChoiceStep(purpose="ready", by=step.by, options=done), done)
    else:
        draft.push(ChoiceStep(purpose="ready", by=step.by, options=done, least=count, most=count, about=step.source))


def _untapped(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    for card in options:
        draft.emit(BuildingChanged(player=step.by, card=card, tapped=False))


def _readied(draft: Draft, _step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    for creature in options:
        draft.emit(CreatureChanged(creature=creature, deeds=dict(activation.FRESH), why="S-DRAGON-01"))


def _choice(draft: Draft, step: EffectStep, effect: ChoiceEffect) -> None:
    """Asks which; the options stay on the stack until the answer is there."""
    draft.go_on(step)
    options = tuple(str(n) for n in range(1, len(effect.options) + 1))
    draft.push(ChoiceStep(purpose="effect.choice", by=step.by, options=options, about=step.source))


def _choice_made(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    effect = step.effects[0]
    assert isinstance(effect, ChoiceEffect)  # noqa: S101 (only a Choice asks for it)
    draft.go_on(_rest(step))
    _again(draft, step, effect.options[int(options[0]) - 1])


def _roll(draft: Draft, step: EffectStep, effect: RollEffect) -> None:
    draft.go_on(step)
    draft.push(
        DiceStep(purpose="effect", by=step.by, creature=step.creature, count=effect.dice, good=tuple(effect.faces))
    )


def _remind(draft: Draft, step: EffectStep, effect: RemindEffect) -> None:
    draft.tell("reminder", {"card": step.source} | {f"text_{language}": text for language, text in effect.text.items()})


_UNAIMED: dict[type, Callable[[Draft, EffectStep, Any], None]] = {
    DrawEffect: _draw,
    DiscardEffect: _discard,
    ReturnEffect: _return,
    DestroyEffect: _destroy,
    ProsperEffect: _prosper,
    ReadyEffect: _ready,
    ChoiceEffect: _choice,
    RollEffect: _roll,
    RemindEffect: _remind,
}

_CHOSEN: dict[str, Callable[[Draft, EffectStep, ChoiceStep, tuple[str, ...]], None]] = {
    "discard": _discarded,
    "discard_blind": _discarded,
    "return_to_hand": _returned,
    "return_to_deck": _returned,
    "destroy_building": _destroyed,
    "destroy_relic": _destroyed,
    "destroy_terrain": _destroyed,
    "untap": _untapped,
    "ready": _readied,
    "effect.choice": _choice_made,
}
