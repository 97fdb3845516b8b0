"""Cards that react to a moment: what is printed to happen by itself, then tactics that are met (S-CARD-45 to -52).

A tactic the program knows is offered to its owner the first time its condition is met; passing means that it is missed
and void (S-CARD-50). Of several, the active player's come first, each owner choosing the order (S-CARD-52).
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.games.command import Command
from companion.games.prompt import CommandSpec, Pick, Prompt
from companion.games.signum.creature.influences import holds, matches
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import may_take_effect
from companion.games.signum.engine.last_words import speak
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler, Cancellable
from companion.games.signum.model.cards import Card, Effect, Rider, Trigger
from companion.games.signum.model.commands import Reveal
from companion.games.signum.model.events import CardMoved, PlayerChanged
from companion.games.signum.model.state import Creature, State
from companion.games.signum.model.steps import ChoiceStep, Moment, ReactionStep
from companion.games.signum.play import effects

Reaction = tuple[str, str, str, str, tuple[Effect, ...]]
"""Key, player, id of the card, id of the creature that has it (or empty), effects."""

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
        draft.go_on(replace(step, asked=(*step.asked, command.tactic)))
        reveal(draft, command, step.moment)

    def go_on(self, draft: Draft, step: ReactionStep) -> None:
        if step.collected:
            draft.pop()
            return
        waiting = [each for each in _reactions(draft.state, step.moment) if each[0] not in step.done]
        if not waiting:
            draft.go_on(replace(step, collected=True))
            return
        by = waiting[0][1]
        keys = tuple(each[0] for each in waiting if each[1] == by)
        if step.moment.hook in ORDERED and len(keys) > 1:
            draft.push(ChoiceStep(purpose="reaction.next", by=by, options=keys))
        else:
            self._react(draft, step, waiting[0])

    def chosen(self, draft: Draft, step: ReactionStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """Which of several effects of a player's cards comes next (S-TURN-31)."""
        self._react(draft, step, next(each for each in _reactions(draft.state, step.moment) if each[0] == options[0]))

    def _react(self, draft: Draft, step: ReactionStep, reaction: Reaction) -> None:
        key, player, card, creature, todo = reaction
        draft.go_on(replace(step, done=(*step.done, key)))
        _count(draft, key, card)
        moment = step.moment
        target = moment.creature if creature != moment.creature else moment.target
        kind = "creature" if creature else draft.state.card(card).kind.value
        effects.apply(draft, todo, by=player, source=card, creature=creature, target=target, moment=moment, kind=kind)


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
    for rider in reversed(_tactic_riders(card, moment)):
        effects.apply(
            draft, rider.effects, by=owner, source=command.tactic, target=target, moment=moment, kind="tactic"
        )


def meets(state: State, trigger: Trigger, moment: Moment, owner: str) -> bool:
    """Whether a moment is what a trigger of this player waits for."""
    if trigger.on != moment.hook or not holds(state, trigger.condition, owner):
        return False
    # An opponent whose hero has fallen is still one, to the end of the turn.
    deed_is = "own" if moment.by == owner else "ally" if state.allied(moment.by, owner) else "enemy"
    if trigger.whose not in ("any", deed_is):
        return False
    wanted = trigger.condition.creature
    if wanted is None:
        return True
    concerned = [state.creatures.get(each) for each in (moment.target, moment.creature) if each]
    return any(each is not None and matches(state, each, wanted, owner) for each in concerned)


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


def _is_met(state: State, tactic: str, moment: Moment, owner: str) -> bool:
    riders = state.card(tactic).riders
    return any(rider.trigger is not None and meets(state, rider.trigger, moment, owner) for rider in riders)


def _tactic_riders(card: Card, moment: Moment | None) -> tuple[Rider, ...]:
    """What a tactic does: the riders of this moment's hook; all of them where no moment is known."""
    if moment is None:
        return card.riders
    return tuple(each for each in card.riders if each.trigger is None or each.trigger.on == moment.hook)


def _reactions(state: State, moment: Moment) -> Iterator[Reaction]:
    """Everything in play that reacts by itself, the active player's cards first."""
    order = state.order or tuple(state.players)
    at = order.index(state.active) if state.active in order else 0
    for player in (*order[at:], *order[:at]):
        mine = state.players[player]
        standing = [each for each in state.creatures.values() if each.controller == player]
        for creature in standing:
            if state.keys[creature.id]:
                yield from _of_card(state, moment, player, creature.id, creature)
        laid = (each.id for each in state.templates.values() if each.owner == player)
        for card in (*(each.id for each in mine.relics), *(each.id for each in mine.city), *laid):
            if state.keys[card]:
                yield from _of_card(state, moment, player, card, None)


def _of_card(state: State, moment: Moment, player: str, card_id: str, creature: Creature | None) -> Iterator[Reaction]:
    card = state.card(card_id)
    own = creature.id if creature is not None else ""
    for n, rider in enumerate(card.riders):
        if rider.trigger is None or not holds(state, rider.condition, player):
            continue
        key = f"{card_id}/{n}"
        spent = rider.times is not None and _spoken(state, card_id).count(key) >= rider.times
        if not spent and meets(state, rider.trigger, moment, player):
            yield key, player, card_id, own, rider.effects


def _spoken(state: State, card_id: str) -> tuple[str, ...]:
    """What cards of this one's owner have done that they do so many times a game."""
    return state.players[card_id.split(":", maxsplit=1)[0]].spoken


def _count(draft: Draft, key: str, card_id: str) -> None:
    """Remembers that a rider has worked, where it does so only so many times."""
    rider = draft.state.card(card_id).riders[int(key.rpartition("/")[2])]
    if rider.times is not None:
        owner = card_id.split(":", maxsplit=1)[0]
        draft.emit(PlayerChanged(player=owner, spoken=(*_spoken(draft.state, card_id), key), why="S-DRAGON-01"))


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
