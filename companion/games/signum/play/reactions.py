"""Cards that react to a moment: what is printed to happen by itself, then tactics that are met (S-CARD-45 to -52).

A distance too close to call is put to the table: for what is printed before it happens, for a tactic once its owner
reveals it, so that the question tells nobody of a hidden card.

A tactic the program knows is offered to its owner the first time its condition is met; passing means that it is missed
and void (S-CARD-50). Of several, the active player's come first, each owner choosing the order (S-CARD-52).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from companion.games.command import Command
from companion.games.prompt import CommandSpec, Pick, Prompt
from companion.games.signum.creature.selection import CERTAINLY, PERHAPS, TableReader
from companion.games.signum.creature.stats import NOW
from companion.games.signum.creature.term_values import CreatureReader, holds, view_of
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import may_take_effect
from companion.games.signum.engine.last_words import speak
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler, Cancellable
from companion.games.signum.model.commands import Reveal
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import GainEffect, Rider, Trigger
from companion.games.signum.model.events import CardMoved, PlayerChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ChoiceStep, EffectStep, Moment, ReactionStep
from companion.games.signum.play import effects


@dataclass(frozen=True, slots=True)
class Reaction:
    """Something in play that reacts to a moment by itself.

    Attributes:
        key: Unique among what reacts to it.
        view: The card, seen from which everything is read.
        rider: What it does.
        gift: Key of the effect that gave the ability it belongs to; each gift works so many times.
    """

    key: str
    view: EffectStep
    rider: Rider
    gift: str = ""


TURN = "@"
"""Parts the key of what worked from the number of the turn in which it did."""

ORDERED = frozenset({"turn.begin", "turn.end"})
"""Moments whose effects come in the order that the player controlling the cards chooses (S-TURN-31)."""


class ReactionHandler(BaseHandler[ReactionStep]):
    """First what happens by itself, then tactics, until nobody has one left that is met."""

    def prompts(self, state: State, step: ReactionStep) -> tuple[Prompt, ...]:
        if not step.collected:
            return ()
        owner, met = _first_met(state, step)
        if not met:
            return ()
        specs = tuple(
            CommandSpec(kind="reveal", by=owner, fixed={"yes": yes}, fields={"tactic": Pick(options=met)})
            for yes in (True, False)
        )
        about: dict[str, str | int | float | bool] = {"hook": step.moment.hook, "by": step.moment.by}
        return (Prompt(key="reveal", to=(owner,), about=about, specs=specs),)

    def answer(self, draft: Draft, step: ReactionStep, command: Command) -> None:
        owner, met = _first_met(draft.state, step)
        if not isinstance(command, Reveal) or command.by != owner or command.tactic not in met:
            raise refuse("reveal_first", player=owner)
        draft.turn_to(replace(step, asked=(*step.asked, command.tactic)))
        # Passed over it is missed only where it was met beyond doubt; what the table says is not met stays face down.
        reader = TableReader(draft) if command.yes else CERTAINLY
        if _is_met(draft.state, command.tactic, step.moment, owner, reader):
            reveal(draft, command, step.moment)

    def go_on(self, draft: Draft, step: ReactionStep) -> None:
        if step.collected:
            draft.pop()
            return
        waiting = [each for each in _reactions(draft.state, step.moment) if each.key not in step.done]
        if not waiting:
            draft.turn_to(replace(step, collected=True))
            return
        by = waiting[0].view.by
        keys = tuple(each.key for each in waiting if each.view.by == by)
        if step.moment.hook in ORDERED and len(keys) > 1:
            draft.push(ChoiceStep(purpose="reaction.next", by=by, options=keys))
        else:
            self._react(draft, step, waiting[0])

    def chosen(self, draft: Draft, step: ReactionStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """Which of several effects of a player's cards comes next (S-TURN-31)."""
        self._react(draft, step, next(each for each in _reactions(draft.state, step.moment) if each.key == options[0]))

    def _react(self, draft: Draft, step: ReactionStep, reaction: Reaction) -> None:
        draft.turn_to(replace(step, done=(*step.done, reaction.key)))
        if not _is_ready(draft.state, reaction.rider, reaction.view, TableReader(draft)):
            return
        _count(draft, reaction)
        draft.push(replace(reaction.view, effects=reaction.rider.effects))


def reveal(draft: Draft, command: Reveal, moment: Moment | None) -> None:
    """Turns a tactic up, applies it and puts it into the Graveyard; passed over, it is void (S-CARD-46, S-CARD-50)."""
    card = draft.state.card(command.tactic)
    owner = command.by
    draft.emit(CardMoved(card=command.tactic, player=owner, zone="graveyard", why="S-CARD-46"))
    if not command.yes:
        draft.tell("tactic_missed", {"card": card.key, "player": owner})
        return
    draft.tell("tactic_revealed", {"card": card.key, "player": owner})
    target = moment.creature if moment is not None else ""
    speak(draft, "last_word", card.abilities, card=command.tactic, by=owner, kind="tactic")
    for rider in reversed(_tactic_riders(draft.state, command.tactic, owner, moment, TableReader(draft))):
        effects.apply(
            draft, rider.effects, by=owner, source=command.tactic, target=target, moment=moment, kind="tactic"
        )


def meets(state: State, trigger: Trigger, view: EffectStep, reader: CreatureReader) -> bool:
    """Whether the moment in a view is what a trigger of its card waits for."""
    moment, owner = view.moment, view.by
    if moment is None or trigger.on != moment.hook:
        return False
    # An opponent whose hero has fallen is still one, to the end of the turn.
    deed_is = "own" if moment.by == owner else "ally" if state.allied(moment.by, owner) else "enemy"
    if trigger.whose not in ("any", deed_is):
        return False
    if view.kind == "terrain" and moment.hook.startswith("terrain.") and moment.card != view.source:
        return False
    if trigger.kinds and not (state.keys.get(moment.card) and state.card(moment.card).kind in trigger.kinds):
        return False
    return holds(state, trigger.condition, view, reader)


def _is_ready(state: State, rider: Rider, view: EffectStep, reader: CreatureReader) -> bool:
    """Whether the moment in a view is what a rider waits for, and its condition holds."""
    met = rider.trigger is None or meets(state, rider.trigger, view, reader)
    return met and holds(state, rider.condition, view, reader)


def _first_met(state: State, step: ReactionStep) -> tuple[str, tuple[str, ...]]:
    """The first player, the active one before the others, with tactics that are met, and their ids."""
    at = state.order.index(state.active) if state.active in state.order else 0
    for player in (*state.order[at:], *state.order[:at]):
        if not may_take_effect(state, player):
            continue
        met = tuple(
            each.id
            for each in state.players[player].tactics
            if each.id not in step.asked and state.keys[each.id] and _is_met(state, each.id, step.moment, player)
        )
        if met:
            return player, met
    return "", ()


def _is_met(state: State, tactic: str, moment: Moment, owner: str, reader: CreatureReader = PERHAPS) -> bool:
    return any(rider.trigger is not None for rider in _tactic_riders(state, tactic, owner, moment, reader))


def _tactic_riders(
    state: State, tactic: str, owner: str, moment: Moment | None, reader: CreatureReader
) -> tuple[Rider, ...]:
    """What a tactic does: the riders that this moment meets; all of them where no moment is known."""
    riders = state.card(tactic).riders
    if moment is None:
        return riders
    view = replace(view_of(owner, tactic, "tactic"), moment=moment, target=moment.creature)
    return tuple(each for each in riders if each.trigger is None or _is_ready(state, each, view, reader))


def _reactions(state: State, moment: Moment) -> Iterator[Reaction]:
    """Everything in play that reacts by itself, the active player's cards first."""
    order = state.order or tuple(state.players)
    at = order.index(state.active) if state.active in order else 0
    gone = tuple(each for each in moment.fallen if each.id not in state.creatures)
    for player in (*order[at:], *order[:at]):
        mine = state.players[player]
        for creature in (*state.creatures.values(), *gone):
            if creature.controller == player:
                yield from _of_creature(state, moment, creature)
        laid = tuple(each.id for each in state.templates.values() if each.owner == player)
        for kind, cards in (
            ("relic", tuple(each.id for each in mine.relics)),
            ("building", tuple(each.id for each in mine.city)),
            ("terrain", laid),
        ):
            for card in cards:
                if state.keys[card]:
                    view = replace(view_of(player, card, kind), moment=moment, target=moment.creature)
                    yield from _of_riders(state, view, state.card(card).riders, card)


def _of_creature(state: State, moment: Moment, creature: Creature) -> Iterator[Reaction]:
    """What a creature's card says, and what its abilities do, printed or given."""
    target = moment.creature if creature.id != moment.creature else moment.target
    seen = view_of(creature.controller, creature.id, "creature", creature.id)
    view = replace(seen, moment=moment, target=target, stand=creature.stand)
    if state.keys[creature.id]:
        yield from _of_riders(state, view, state.card(creature.id).riders, creature.id)
    if creature.id not in state.creatures and moment.target != creature.id:
        return
    gifts = {id(each.effect.ability): each.key for each in creature.lasting if isinstance(each.effect, GainEffect)}
    for ability in NOW.abilities(state, creature):
        if ability.riders:
            gift = gifts.get(id(ability), "")
            yield from _of_riders(state, view, ability.riders, f"{creature.id}/{ability.name}", gift)


def _of_riders(
    state: State, view: EffectStep, riders: tuple[Rider, ...], name: str, gift: str = ""
) -> Iterator[Reaction]:
    for n, rider in enumerate(riders):
        reaction = Reaction(f"{name}/{n}", view, rider, gift)
        if rider.trigger is not None and not _is_used_up(state, reaction) and _is_ready(state, rider, view, PERHAPS):
            yield reaction


def _spoken(state: State, card_id: str) -> tuple[str, ...]:
    """What cards of this one's owner have done that they do so many times a game or a turn."""
    return state.players[card_id.split(":", maxsplit=1)[0]].spoken


def _is_used_up(state: State, reaction: Reaction) -> bool:
    """Whether a rider has worked as often as it may."""
    times = reaction.rider.times
    return times is not None and _spoken(state, reaction.view.source).count(_said(state, reaction)) >= times


def _said(state: State, reaction: Reaction) -> str:
    """How it is remembered that a rider has worked, in the game or in the turn that runs."""
    key = f"{reaction.key}#{reaction.gift}" if reaction.gift else reaction.key
    return key if reaction.rider.per == "game" else f"{key}{TURN}{state.turn}"


def _count(draft: Draft, reaction: Reaction) -> None:
    """Remembers that a rider has worked, where it does so only so many times; earlier turns are forgotten."""
    if reaction.rider.times is not None:
        card, state = reaction.view.source, draft.state
        kept = tuple(each for each in _spoken(state, card) if TURN not in each or each.endswith(f"{TURN}{state.turn}"))
        owner = card.split(":", maxsplit=1)[0]
        draft.emit(PlayerChanged(player=owner, spoken=(*kept, _said(state, reaction)), why="S-DRAGON-01"))


def first_word(draft: Draft, creature: str) -> None:
    """What a character's First Word says (S-AB-25), once the character stands."""
    known = draft.state.creatures.get(creature)
    if known is not None and draft.state.keys[creature]:
        printed = draft.state.card(creature).abilities
        speak(draft, "first_word", printed, card=creature, by=known.controller, kind="creature", creature=creature)


def cancel_deed(draft: Draft, handlers: Mapping[type, object], to: str) -> None:
    """Tells the step that announced the moment, the first below the reacting ones, that it is cancelled."""
    steps = list(draft.state.steps)
    while steps:
        handler = handlers[type(steps[-1])]
        if isinstance(handler, Cancellable):
            handler.cancelled(draft, steps[-1], to)
            return
        steps.pop()
        draft.pop()
