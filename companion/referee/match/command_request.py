"""What somebody wants of a match, and what is answered: done, refused by a rule, or not written down."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.games.command import Command
from companion.games.verdicts.measured import RuleViolation


@dataclass(frozen=True, slots=True)
class CommandDone:
    """The intent was granted and is durable.

    Attributes:
        passed: What a rule has against it, where it was written down all the same.
    """

    passed: RuleViolation | None = None


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A rule forbids it, or nothing was done that could be written down.

    Attributes:
        violation: Which, and what would be legal; without a rule's id where it is no rule that forbids it.
    """

    violation: RuleViolation


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """It could not be written down; nothing has changed.

    Attributes:
        why: One clear sentence.
    """

    why: str


Answer = CommandDone | CommandRefused | CommandFailed


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """What somebody wants.

    Attributes:
        id: Its own name; an intent that arrives twice is granted once.
        command: What is wanted.
        answer: Told once, when it is decided.
        evidence: What backs it, by name.
    """

    id: str
    command: Command
    answer: Callable[[Answer], None] = field(default=lambda _: None)
    evidence: Mapping[str, bytes] = field(default_factory=dict)
