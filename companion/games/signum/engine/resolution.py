"""How a command becomes events: whoever waits on top is asked first, then everything goes on by itself.

Every kind of step has one handler. The loop ends when the step on top asks something, or no step is left.
"""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from companion.games.command import Command
from companion.games.kit import resolution as kit
from companion.games.prompt import Prompt
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import AbilityStep, CombatStep, PursuitStep, VolleyStep
from companion.games.signum.model.steps.movement import ActivationPhaseStep, MoveStep, SummonStep
from companion.games.signum.model.steps.step import BeginningPhaseStep, ChoiceStep, DiceStep, Step, TurnEndStep
from companion.games.verdicts.measured import RuleViolation

S = TypeVar("S", bound=Step)
"""The kind of step that a handler is for."""

RESTING = (BeginningPhaseStep, TurnEndStep, ActivationPhaseStep, PursuitStep)
"""Steps that are no effect, only the course of a turn: with one of them on top, what was set off before is resolved."""

DECLARED = {
    CombatStep: "declared",
    VolleyStep: "declared",
    AbilityStep: "declared",
    MoveStep: "go",
    SummonStep: "place",
}
"""Deeds that are declared and not begun, by the stage in which they are that: what reacts to a declaration is over."""


class Handler(Protocol):
    """What a kind of step does. Step arguments are of the kind the handler is for."""

    def prompts(self, state: State, step: Any) -> tuple[Prompt, ...]:  # noqa: ANN401 (each handler its own kind)
        """What the step asks now; empty if it goes on by itself."""
        ...

    def answer(self, draft: Draft, step: Any, command: Command) -> None:  # noqa: ANN401
        """Takes the answer to a prompt; refuses what is none."""
        ...

    def go_on(self, draft: Draft, step: Any) -> None:  # noqa: ANN401
        """Does what comes next without anybody; must change the stack or the step."""
        ...

    def dice(self, draft: Draft, step: Any, dice: DiceStep) -> None:  # noqa: ANN401
        """Takes the final faces of dice that this step put on the stack."""
        ...

    def beside(self, state: State, step: Any, dice: DiceStep) -> tuple[DiceStep, ...]:  # noqa: ANN401
        """Other dice that fall at the same time as those that this step put on the stack, and that may come first."""
        ...

    def chosen(self, draft: Draft, step: Any, asking: ChoiceStep, options: tuple[str, ...]) -> None:  # noqa: ANN401
        """Takes the answer to a choice that this step put on the stack."""
        ...


@runtime_checkable
class Cancellable(Protocol):
    """A handler whose step is a deed that a reaction may cancel."""

    def cancelled(self, draft: Draft, step: Any, to: str) -> None:  # noqa: ANN401 (each handler its own kind)
        """Ends the deed; the card concerned, if it is one's, goes to the zone `to`."""
        ...


class BaseHandler(Generic[S]):
    """A base for handlers of one kind of step: asks nothing, takes nothing."""

    def prompts(self, state: State, step: S) -> tuple[Prompt, ...]:
        return ()

    def answer(self, draft: Draft, step: S, command: Command) -> None:
        raise RuleViolation("S-TURN-24", "not_now", {"step": type(step).__name__})

    def go_on(self, draft: Draft, step: S) -> None:
        draft.pop()

    def dice(self, draft: Draft, step: S, dice: DiceStep) -> None:
        raise NotImplementedError(f"{type(step).__name__} asked for no dice ({dice.purpose})")

    def beside(self, state: State, step: S, dice: DiceStep) -> tuple[DiceStep, ...]:
        return ()

    def chosen(self, draft: Draft, step: S, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        raise NotImplementedError(f"{type(step).__name__} asked for no choice ({asking.purpose}: {options})")


def settle(draft: Draft, handlers: dict[type, Handler], at_rest: Callable[[Draft], bool]) -> None:
    """Goes on until somebody is asked or nothing is left to resolve.

    Args:
        draft: The command being decided.
        handlers: Who resolves which kind of step.
        at_rest: Asked between two effects whether something else comes first: a fallen creature, the end of the game.
    """
    kit.settle(
        draft,
        handlers,
        lambda handler, state, step: handler.prompts(state, step),
        lambda now: bool(now.state.steps) and now.state.outcome is None,
        first=lambda now, step: _is_resting(step) and at_rest(now),
        endless=RuleViolation("S-DRAGON-06", "endless_effect"),
    )


def _is_resting(step: Step) -> bool:
    declared = DECLARED.get(type(step))
    return isinstance(step, RESTING) if declared is None else getattr(step, "stage", "") == declared
