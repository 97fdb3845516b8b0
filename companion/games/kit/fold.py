"""How events change a state: the fold itself, and what the events of the stack and of hands do."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from companion.games.defaults.hands import Drew

StateT = TypeVar("StateT", bound=msgspec.Struct)

Changes = dict[str, Any]
"""Fields of the state that an event changes, with their new values."""

Folds = Mapping[type, Callable[[Any, Any], Changes]]
"""What each kind of event changes, given the state before."""


def fold(state: StateT, event: object, folds: Folds) -> StateT:
    """The state after an event."""
    changed = folds[type(event)](state, event)
    return msgspec.structs.replace(state, **changed) if changed else state


def nothing(_: object, __: object) -> Changes:
    """For events that only the log keeps."""
    return {}


def pushed(state: Any, event: Any) -> Changes:  # noqa: ANN401 (the game's own)
    """Steps come on the stack, the last on top."""
    return {"steps": (*state.steps, *event.steps)}


def popped(state: Any, _: object) -> Changes:  # noqa: ANN401 (the game's own)
    """The step on top leaves the stack."""
    return {"steps": state.steps[:-1]}


def replaced(state: Any, event: Any) -> Changes:  # noqa: ANN401 (the game's own)
    """Another step stands in the place of the one on top."""
    return {"steps": (*state.steps[:-1], event.step)}


def drew(state: Any, event: Drew) -> Changes:  # noqa: ANN401 (the game's own)
    """The top card of a deck goes into its player's hand."""
    return {
        "decks": state.decks | {event.player: state.decks[event.player][1:]},
        "hands": state.hands | {event.player: (*state.hands[event.player], event.card)},
    }


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Cards without some."""
    return tuple(each for each in cards if each not in gone)
