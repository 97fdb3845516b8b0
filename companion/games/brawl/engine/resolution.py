"""How a command becomes events: whoever is on top is asked, then everything goes on by itself until somebody is.

Every kind of step has a handler. The loop ends when the step on top asks something, when a pile is to be shuffled, or
when the game is over.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.games.brawl.model.events import BrawlEvent, Popped, Pushed, Replaced
from companion.games.brawl.model.fold import evolve
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import Step
from companion.games.measured import RuleViolation
from companion.games.prompt import CommandSpec, Prompt

MAX_STEPS = 5_000
"""More than any chain of effects needs; a card that sets itself off again ends here with a clear error."""


class Run:
    """One command on its way to events.

    Attributes:
        state: The state after the events so far.
        events: What follows, in order.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[BrawlEvent] = []

    def emit(self, event: BrawlEvent) -> None:
        """Adds an event and folds it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def push(self, *steps: Step) -> None:
        """Puts steps on the stack; the first given is done first."""
        if steps:
            self.emit(Pushed(steps=tuple(reversed(steps))))

    def pop(self) -> None:
        """Ends the step on top."""
        self.emit(Popped())

    def turn_to(self, step: Step) -> None:
        """Puts a changed step in the place of the one on top."""
        self.emit(Replaced(step=step))


class Handler(Protocol):
    """What a kind of step does."""

    def specs(self, state: State, step: Any) -> tuple[CommandSpec, ...]:  # noqa: ANN401 (each its own kind)
        """The commands that answer what the step asks; none if it goes on by itself."""
        ...

    def go_on(self, run: Run, step: Any) -> None:  # noqa: ANN401 (each its own kind)
        """Does what comes next without anybody; must change the stack or the step."""
        ...

    def answer(self, run: Run, step: Any, command: Any) -> None:  # noqa: ANN401 (each its own kind)
        """Takes a command that answers what was asked."""
        ...

    def prompt(self, state: State, step: Any, player: str, specs: tuple[CommandSpec, ...]) -> Prompt:  # noqa: ANN401 (each its own kind)
        """What is asked of a player, in words."""
        ...


class BaseHandler:
    """A base for handlers: asks nothing, takes nothing, and is over at once."""

    key = ""
    """Of the prompt."""

    def specs(self, state: State, step: Any) -> tuple[CommandSpec, ...]:  # noqa: ANN401 (each its own kind)
        return ()

    def go_on(self, run: Run, step: Any) -> None:  # noqa: ANN401 (each its own kind)
        run.pop()

    def answer(self, run: Run, step: Any, command: Any) -> None:  # noqa: ANN401 (each its own kind)
        raise NotImplementedError(f"{type(step).__name__} asked for no {type(command).__name__}")

    def about(self, state: State, step: Any) -> dict[str, str | int | float | bool]:  # noqa: ANN401 (each its own kind)
        """What stands in the sentence of the prompt."""
        return {}

    def key_of(self, state: State, step: Any) -> str:  # noqa: ANN401 (each its own kind)
        """Key of the prompt."""
        return self.key

    def prompt(self, state: State, step: Any, player: str, specs: tuple[CommandSpec, ...]) -> Prompt:  # noqa: ANN401 (each its own kind)
        return Prompt(key=self.key_of(state, step), to=(player,), about=self.about(state, step), specs=specs)


Handlers = Mapping[type, Handler]
"""Who resolves which kind of step."""


def is_asking(state: State) -> bool:
    """Whether the step on top may ask somebody: nothing is shuffled first, and the game goes on."""
    return state.outcome is None and not state.waiting and bool(state.steps)


def settle(run: Run, handlers: Handlers) -> None:
    """Goes on until somebody is asked, or nothing is left to resolve."""
    for _ in range(MAX_STEPS):
        if not is_asking(run.state):
            return
        step = run.state.steps[-1]
        handler = handlers[type(step)]
        if handler.specs(run.state, step):
            return
        handler.go_on(run, step)
    raise RuleViolation("B-ACT-08", "never_ends")
