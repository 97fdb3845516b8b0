"""What a rule measured as it decided, and what it refuses."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.command import Command
from companion.geometry import Path, Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """A measured question that a rule asked as it decided a command; equal only to itself.

    Attributes:
        question: Key of what was asked, such as `contact:now:A:1:B:4`.
        rule_id: The rule that hung on it.
        verdict: What was measured.
        state: The game in which it was asked.
        command: What was being decided.
        path: The way that was found, where a way was asked for.
    """

    question: str
    rule_id: str
    verdict: Verdict
    state: Any
    command: Command
    path: Path | None = None

    @property
    def kind(self) -> str:
        """What sort of question it is, such as `contact`."""
        return self.question.partition(":")[0]

    @property
    def ruled(self) -> bool | None:
        """What the table answered, where that was asked."""
        return self.command.rulings.get(self.question)


class RuleViolation(Exception):  # noqa: N818 (the architecture's own name)
    """A command that a rule forbids.

    Attributes:
        rule_id: The rule, such as `S-MOVE-10`.
        key: Which sentence says what would be legal.
        values: What stands in that sentence.
        verdict: The measurement it hangs on, where there is one.
        measured: The same with the game it was made in, for drawing it.
    """

    def __init__(
        self,
        rule_id: str,
        key: str,
        values: Mapping[str, str | int | float] | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        self.rule_id = rule_id
        self.key = key
        self.values = dict(values or {})
        self.verdict = verdict
        self.measured: Measurement | None = None
        listed = ", ".join(f"{name} {value}" for name, value in self.values.items())
        super().__init__(f"{rule_id}: {key}{f' ({listed})' if listed else ''}")


@dataclass(frozen=True, slots=True)
class MeasurementText:
    """How a measured question is put into words.

    Attributes:
        about: What it asks about, as its reader calls it: pieces with their marks, sides.
        what: What the measured length is: `gap`, `path`, `side`, `place`, or another with a text in `why.measured`.
        at_least: Whether it asks for a length of at least so much; else of at most.
        fault: Which sentence of the topic `why` tells of the pieces at fault.
        setting: A sentence that says by which setting of the game it was measured; empty where none matters.
    """

    about: tuple[str, ...] = ()
    what: str = "gap"
    at_least: bool = False
    fault: str = "in_the_way"
    setting: str = ""


Wanted = Callable[[Measurement], bool]


@dataclass(frozen=True, slots=True)
class MeasurementFilter:
    """Which measurements an event rests on.

    Attributes:
        wanted: Whether a measurement is one of them.
        begun: What was begun when they were made, if that was earlier; None where the event's own command made them.
        certain: Whether there always is one.
        tightest: Kinds of questions that are asked of everything around, of which only the one nearest to its limit is
            worth showing.
    """

    wanted: Wanted
    begun: Hashable | None = None
    certain: bool = False
    tightest: frozenset[str] = frozenset()
