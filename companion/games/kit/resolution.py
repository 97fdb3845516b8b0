"""How a command becomes events in a game that resolves a stack of steps: the state on its way, and the loop.

A game gives its own kinds of events for what happens to the stack, so that what its records say stays its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.command import Event
from companion.games.verdicts.measured import RuleViolation

MAX_STEPS = 10_000
"""More than any chain of effects needs; a card that sets itself off again ends here with a clear error."""

StateT = TypeVar("StateT")
EventT = TypeVar("EventT", bound=Event)


class Resolution(Generic[StateT, EventT]):
    """One command on its way to events.

    Attributes:
        EVOLVE: Folds an event into a state.
        PUSHED: The event that puts steps on the stack; its field `steps` has the topmost last.
        POPPED: The event that ends the step on top.
        REPLACED: The event that puts a step, its field `step`, in the place of the one on top.
        state: The state after the events so far.
        events: What follows, in order.
    """

    EVOLVE: ClassVar[Any]
    PUSHED: ClassVar[Any]
    POPPED: ClassVar[Any]
    REPLACED: ClassVar[Any]

    def __init__(self, state: StateT) -> None:
        self.state = state
        self.events: list[EventT] = []

    def emit(self, event: EventT) -> None:
        """Adds an event and folds it."""
        self.events.append(event)
        self.state = type(self).EVOLVE(self.state, event)

    def push(self, *steps: Any) -> None:  # noqa: ANN401 (the game's own steps)
        """Puts steps on the stack; the first given is done first."""
        if steps:
            self.emit(self.PUSHED(steps=tuple(reversed(steps))))

    def pop(self) -> None:
        """Ends the step on top."""
        self.emit(self.POPPED())

    def turn_to(self, step: Any) -> None:  # noqa: ANN401 (the game's own step)
        """Puts a changed step in the place of the one on top."""
        self.emit(self.REPLACED(step=step))


RunT = TypeVar("RunT", bound=Resolution[Any, Any])


def settle(
    run: RunT,
    handlers: Mapping[type, Any],
    asks: Callable[[Any, Any, Any], object],
    goes_on: Callable[[RunT], bool],
    *,
    first: Callable[[RunT, Any], bool],
    endless: RuleViolation,
) -> None:
    """Goes on until somebody is asked or nothing is left to resolve.

    Args:
        run: The command being decided.
        handlers: Who resolves which kind of step, by `go_on(run, step)`.
        asks: Whether a handler asks something about a step in a state.
        goes_on: Whether anything is to be resolved.
        first: Does whatever comes before the step on top; whether there was anything.
        endless: What is wrong where this never ends.
    """
    for _ in range(MAX_STEPS):
        if not goes_on(run):
            return
        step = run.state.steps[-1]
        if first(run, step):
            continue
        handler = handlers[type(step)]
        if asks(handler, run.state, step):
            return
        handler.go_on(run, step)
    raise endless
