"""What each kind of step on the stack does: whom it asks, what it does by itself, and how it takes an answer."""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.games.prompt import CommandSpec, Prompt

Values = dict[str, str | int | float | bool]
"""What stands in the sentence of a prompt."""


class StackState(Protocol):
    """The fields that the state of every game with a stack of steps has."""

    @property
    def setup(self) -> Any:  # noqa: ANN401 (the game's own)
        """What the game began with; its `seats` are those of the players."""
        ...

    @property
    def order(self) -> tuple[str, ...]:
        """The players in the order of their turns."""
        ...

    @property
    def steps(self) -> tuple[Any, ...]:
        """What is being resolved, the last first."""
        ...

    @property
    def waiting(self) -> tuple[str, ...]:
        """The piles that are to be shuffled, in order."""
        ...

    @property
    def outcome(self) -> object:
        """Who has won; None while the game goes on."""
        ...


class Handler(Protocol):
    """What a kind of step does; states, steps and runs are those of its game."""

    def specs(self, state: Any, step: Any) -> tuple[CommandSpec, ...]:  # noqa: ANN401 (the game's own)
        """The commands that answer what the step asks; none if it goes on by itself."""
        ...

    def go_on(self, run: Any, step: Any) -> None:  # noqa: ANN401 (the game's own)
        """Does what comes next without anybody; must change the stack or the step."""
        ...

    def answer(self, run: Any, step: Any, command: Any) -> None:  # noqa: ANN401 (the game's own)
        """Takes a command that answers what was asked."""
        ...

    def prompt(self, state: Any, step: Any, player: str, specs: tuple[CommandSpec, ...]) -> Prompt:  # noqa: ANN401 (the game's own)
        """What is asked of a player, in words."""
        ...


class BaseHandler:
    """A base for handlers: asks nothing, takes nothing, and is over at once."""

    key = ""
    """Of the prompt."""

    def specs(self, state: Any, step: Any) -> tuple[CommandSpec, ...]:  # noqa: ANN401 (the game's own)
        return ()

    def go_on(self, run: Any, step: Any) -> None:  # noqa: ANN401 (the game's own)
        run.pop()

    def answer(self, run: Any, step: Any, command: Any) -> None:  # noqa: ANN401 (the game's own)
        raise NotImplementedError(f"{type(step).__name__} asked for no {type(command).__name__}")

    def about(self, state: Any, step: Any) -> Values:  # noqa: ANN401 (the game's own)
        """What stands in the sentence of the prompt."""
        return {}

    def key_of(self, state: Any, step: Any) -> str:  # noqa: ANN401 (the game's own)
        """Key of the prompt."""
        return self.key

    def prompt(self, state: Any, step: Any, player: str, specs: tuple[CommandSpec, ...]) -> Prompt:  # noqa: ANN401 (the game's own)
        return Prompt(key=self.key_of(state, step), to=(player,), about=self.about(state, step), specs=specs)


Handlers = Mapping[type, Handler]
"""Who resolves which kind of step."""


def is_asking(state: StackState) -> bool:
    """Whether the step on top may ask somebody: nothing is shuffled first, and the game goes on."""
    return state.outcome is None and not state.waiting and bool(state.steps)
