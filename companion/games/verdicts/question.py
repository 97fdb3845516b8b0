"""What is too close to call and is put to the table, as every game's events carry it."""

from typing import Protocol, cast

from companion.games.command import Event


class TableQuestion(Protocol):
    """A measurement on which the table must agree.

    Attributes:
        key: What is asked, such as `contact:A:1:B:4`.
        rule_id: The rule that hangs on it.
        value_mm: What was measured.
        limit_mm: What it was held against.
        sigma_mm: Its standard deviation.
        because: The verdict's own reason.
    """

    @property
    def key(self) -> str: ...
    @property
    def rule_id(self) -> str: ...
    @property
    def value_mm(self) -> float | None: ...
    @property
    def limit_mm(self) -> float: ...
    @property
    def sigma_mm(self) -> float: ...
    @property
    def because(self) -> str: ...


def question_of(event: Event) -> TableQuestion | None:
    """What an event puts to the table, in its field `question`; None for events that put nothing."""
    return cast("TableQuestion | None", getattr(event, "question", None))
