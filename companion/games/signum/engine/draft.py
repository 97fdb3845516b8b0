"""A command being decided: the state as it would be so far, and the events that lead there.

Rules read `state`, ask `require` and `judge`, and `emit` what follows. A rule that forbids raises `RuleViolation`,
unless the players overrule together: then it is noted and passed. A measurement too close to call raises `CloseCall`,
which becomes a question to the table; the command is decided again with the answer in its `rulings`.
"""

from collections.abc import Mapping

from companion.games.common import Told
from companion.games.kit.events import Popped
from companion.games.kit.resolution import Resolution
from companion.games.signum.model.commands import SignumCommand
from companion.games.signum.model.events import Pushed, Replaced, SignumEvent
from companion.games.signum.model.fold import evolve
from companion.games.signum.model.state import Question, State
from companion.games.verdicts.measured import Measurement, RuleViolation
from companion.geometry import Answer, Path, Verdict


class CloseCall(Exception):  # noqa: N818 (no error, a question)
    """A measurement on which the table must agree."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.key)


class Draft(Resolution[State, SignumEvent]):
    """One command on its way to events.

    Attributes:
        command: What is decided.
        measured: What was measured on the way, in order.
        overruled: Ids of rules that were passed over; None while none may be.
    """

    EVOLVE, PUSHED, POPPED, REPLACED = evolve, Pushed, Popped, Replaced

    def __init__(self, state: State, command: SignumCommand, *, overruling: bool = False) -> None:
        super().__init__(state)
        self.command = command
        self.measured: list[Measurement] = []
        self.overruled: list[str] | None = [] if overruling else None

    def tell(self, key: str, values: Mapping[str, str | float] | None = None, who: tuple[str, ...] = ()) -> None:
        """Adds a line to the log; `who` are the players who alone may read it, all if empty."""
        self.emit(Told(key=key, who=who, values=dict(values or {})))

    def require(self, holds: bool, rule_id: str, key: str, **values: str | float) -> None:  # noqa: FBT001 (a condition)
        """Refuses the command unless a condition holds.

        Args:
            holds: The condition.
            rule_id: The rule that demands it.
            key: Sentence that says what would be legal (`companion/texts`, topic `rules`).
            values: What stands in it.

        Raises:
            RuleViolation: If it does not hold, and the players do not overrule.
        """
        if not holds:
            self._refuse(RuleViolation(rule_id, key, values))

    def refuse(self, rule_id: str, key: str, values: Mapping[str, str | float]) -> None:
        """Refuses the command; arguments as for `require`."""
        self._refuse(RuleViolation(rule_id, key, values))

    def judge(self, verdict: Verdict, question: str, rule_id: str, path: Path | None = None) -> bool:
        """What a measurement says, or the table where it is too close to call.

        Args:
            verdict: The measurement.
            question: Key of what is asked, the same whenever the same is asked again.
            rule_id: The rule that hangs on it.
            path: The way that was found, where a way is asked for.

        Raises:
            CloseCall: If it is too close to call and the table has not answered yet.
        """
        self.measured.append(Measurement(question, rule_id, verdict, self.state, self.command, path))
        if question in self.command.rulings:
            return self.command.rulings[question]
        if verdict.answer is not Answer.CLOSE:
            return verdict.answer is Answer.YES
        raise CloseCall(
            Question(
                key=question,
                rule_id=rule_id,
                value_mm=verdict.value_mm,
                limit_mm=verdict.limit_mm,
                sigma_mm=verdict.sigma_mm,
                because=verdict.because,
                command=self.command,
            )
        )

    def require_verdict(self, verdict: Verdict, question: str, rule_id: str, key: str, **values: str | float) -> None:
        """Refuses the command unless a measurement says yes; asks the table where it is too close to call."""
        self.require_measured(self.judge(verdict, question, rule_id), rule_id, key, **values)

    def require_measured(self, holds: bool, rule_id: str, key: str, **values: str | float) -> None:  # noqa: FBT001 (a condition)
        """As `require`, of a condition that was measured: the refusal bears what was asked last for that rule."""
        if not holds:
            last = next((each for each in reversed(self.measured) if each.rule_id == rule_id), None)
            violation = RuleViolation(rule_id, key, values, None if last is None else last.verdict)
            violation.measured = last
            self._refuse(violation)

    def _refuse(self, violation: RuleViolation) -> None:
        if self.overruled is None:
            raise violation
        self.overruled.append(violation.rule_id)
