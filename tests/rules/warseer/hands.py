"""What tests of the rules do by hand: ask what is offered, hold cards, let effects happen, destroy creatures."""

from typing import Any

from msgspec.structs import replace

from companion.games.warseer.decision import DECISION
from companion.games.warseer.game import GAME
from companion.games.warseer.model.cards import SupportCard
from companion.games.warseer.model.effects import Effect
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, EffectsStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import destroy


def kinds(state: State, by: str = "A") -> set[str]:
    """The kinds of commands that a player is offered."""
    return {spec.kind for prompt in GAME.prompts(state) for spec in prompt.specs if spec.by == by}


def options(state: State, kind: str, field: str) -> set[object]:
    """What may stand in a field of a kind of command."""
    specs = (spec for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == kind)
    return {each for spec in specs for each in spec.fields[field].options}


def holding(state: State, *cards: SupportCard) -> State:
    """The same with cards in A's hand, which are A's whole deck."""
    known = state.setup.cards | {card.key: card for card in cards}
    deck = tuple(card.key for card in cards)
    seats = tuple(replace(seat, deck=deck) if seat.id == "A" else seat for seat in state.setup.seats)
    hands = state.hands | {"A": tuple(f"A:{card.key}" for card in cards)}
    return replace(state, setup=replace(state.setup, cards=known, seats=seats), hands=hands)


def destroyed(state: State, piece: str, player: str = "A", why: str = "attack") -> State:
    """The same once a creature was destroyed."""
    run = Run(state)
    destroy(run, piece, player, "", why)
    DECISION.settle(run)
    return run.state


def effects(state: State, *effects: Effect, **context: Any) -> State:
    """The same once the effects of a card of A's have begun."""
    step = EffectsStep(effects=effects, context=Context(piece="A:1", player="A", **context))
    run = Run(replace(state, steps=(*state.steps, step)))
    DECISION.settle(run)
    return run.state
