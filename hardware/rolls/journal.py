"""What the collector knows: every throw, where it went and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from hardware.events import Cocked, Moved, Settled
from hardware.rolls.request import Policy, RollRequest
from hardware.source import DiceError


class CollectingError(DiceError, ValueError):
    """The table's word does not fit what lies on the table; nothing is changed."""


class Fate(StrEnum):
    """Where a throw went. `OPEN` is the only one that is not for ever."""

    OPEN = "open"
    ACCEPTED = "accepted"
    PRACTICE = "practice"
    ANOMALY = "anomaly"
    VOID = "void"


class Why(StrEnum):
    """Why a throw went there."""

    UNASKED = "unasked"
    BEFORE = "before"
    OTHER_PLAYER = "other_player"
    OTHER_DIE = "other_die"
    OTHER_KIND = "other_kind"
    KIND_UNKNOWN = "kind_unknown"
    NOT_CHOSEN = "not_chosen"

    REPEATED = "repeated"
    NO_ROLLING = "no_rolling"
    IMPOSSIBLE_FACE = "impossible_face"
    LATE_WITNESS = "late_witness"

    COCKED = "cocked"
    LOST = "lost"
    MOVED = "moved"
    REROLL = "reroll"
    WITHDRAWN = "withdrawn"
    ITS_DIE_IS_VOID = "its_die_is_void"


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody at the table said about a throw.

    Attributes:
        at_s: When.
        by: Who.
        said: `face`, `again`, `keep`, `leave` or `for`.
        value: The face, or the roll it is for.
        reason: Why, in their words.
    """

    at_s: float
    by: str
    said: str
    value: str = ""
    reason: str = ""


Report = Settled | Cocked | Moved


@dataclass(frozen=True, slots=True)
class Entry:
    """One throw, or one report that belongs to none.

    Attributes:
        number: Its place in the book, from 0.
        die: Id of the die.
        source: Its source.
        began_s: When it began to tumble; None for a report without a throw.
        report: What ended it, or the report itself; None while it tumbles, and if it ended without one.
        ended_s: When it ended; None while it tumbles.
        fate: Where it went.
        why: Why it went there; None while open and for what was accepted.
        detail: More to that, in English, as the source told it.
        candidates: The rolls it may be for; one unless the table must say which.
        words: What the table said about it, in order.
        witness_of: For an accepted second sight of a die: the number of the entry that it confirms.
    """

    number: int
    die: str
    source: str
    began_s: float | None
    report: Report | None = None
    ended_s: float | None = None
    fate: Fate = Fate.OPEN
    why: Why | None = None
    detail: str = ""
    candidates: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    witness_of: int | None = None

    @property
    def request(self) -> str | None:
        """The roll it is for; None if it is for none, or while that is not certain."""
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def tumbling(self) -> bool:
        return self.fate is Fate.OPEN and self.ended_s is None

    @property
    def settled(self) -> bool:
        """At rest on a face and not yet anywhere."""
        return self.fate is Fate.OPEN and isinstance(self.report, Settled)

    @property
    def face(self) -> int | None:
        """What counts: the table's word if it gave one, else what the die told."""
        told = self.said("face")
        if told is not None:
            return int(told.value)
        return self.report.face if isinstance(self.report, Settled) else None

    @property
    def confidence(self) -> float:
        return self.report.confidence if isinstance(self.report, Settled) else 0.0

    def said(self, what: str) -> Word | None:
        """The last word of a kind about it."""
        return next((word for word in reversed(self.words) if word.said == what), None)


@dataclass(frozen=True, slots=True)
class Die:
    """What is known of a die.

    Attributes:
        kind: What it is; None if nobody told.
        throw: Number of the entry of the throw that tumbles now; None at rest.
        counts: The die's own counts of the throws it has ended since it was last connected.
        lost: Whether its connection is gone.
    """

    kind: str | None = None
    throw: int | None = None
    counts: frozenset[int] = frozenset()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A roll that is open.

    Attributes:
        request: What was asked.
        declared_s: When; a throw that began earlier is none of it.
    """

    request: RollRequest
    declared_s: float


@dataclass(frozen=True, slots=True)
class Book:
    """Everything the collector knows. Folding the same events and words gives the same book.

    Attributes:
        policy: What it goes by.
        entries: Every throw by its number, those that were handed over left out.
        count: How many entries there have ever been.
        dice: What is known of each die.
        open: The open rolls by id, in the order of their declaration.
        ids: The ids of all rolls ever declared.
        pairs: For a die that the camera knows by its code, the die that it is.
        owners: Whose die it is; a die without an owner is anybody's.
        now_s: The latest time heard of.
    """

    policy: Policy = field(default_factory=Policy)
    entries: Mapping[int, Entry] = field(default_factory=lambda: MappingProxyType({}))
    count: int = 0
    dice: Mapping[str, Die] = field(default_factory=lambda: MappingProxyType({}))
    open: Mapping[str, Asked] = field(default_factory=lambda: MappingProxyType({}))
    ids: frozenset[str] = frozenset()
    pairs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    owners: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    now_s: float = float("-inf")

    def of(self, request: str) -> Iterator[Entry]:
        """The entries that are, or may be, for a roll, in the order in which they began."""
        return (entry for entry in self.entries.values() if request in entry.candidates)

    def with_entry(self, entry: Entry) -> "Book":
        """With an entry added, or put in the place of the one with its number."""
        entries = MappingProxyType({**self.entries, entry.number: entry})
        return replace(self, entries=entries, count=max(self.count, entry.number + 1))

    def with_die(self, name: str, die: Die) -> "Book":
        return replace(self, dice=MappingProxyType({**self.dice, name: die}))

    def end(self, entry: Entry, fate: Fate, why: Why | None, detail: str = "") -> "Book":
        """With an entry gone where it goes for ever."""
        ended_s = self.now_s if entry.ended_s is None else entry.ended_s
        return self.with_entry(replace(entry, fate=fate, why=why, detail=detail or entry.detail, ended_s=ended_s))
