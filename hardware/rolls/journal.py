"""The collector's data: every throw, with its fate and the reason."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from hardware.events import Cocked, Moved, Settled
from hardware.rolls.request import CollectorPolicy, RollRequest
from hardware.source import DiceError


class CollectingError(DiceError, ValueError):
    """The table's decision does not fit the state of the rolls; nothing is changed."""


class Fate(StrEnum):
    """The fate of a throw. Only `OPEN` is not final."""

    OPEN = "open"
    ACCEPTED = "accepted"
    PRACTICE = "practice"
    ANOMALY = "anomaly"
    VOID = "void"


class FateReason(StrEnum):
    """The reason for a throw's fate."""

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
class Statement:
    """A statement of somebody at the table about a throw.

    Attributes:
        at_s: When it was made.
        by: Who made it.
        said: `face`, `again`, `keep`, `leave` or `for`; of a throw that a player wants void, `claim`, and the table's
            answer to it: `agreed` or `stands`.
        value: The face, or the roll to which the throw belongs.
        reason: The reason, in their words.
    """

    at_s: float
    by: str
    said: str
    value: str = ""
    reason: str = ""


Report = Settled | Cocked | Moved

CAUSED_BY_A_PLAYER = frozenset({FateReason.REROLL, FateReason.MOVED, FateReason.LOST})
"""Reasons that a player can bring about: such void throws are counted, and the table is asked from the second on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One throw, or one report that belongs to none.

    Attributes:
        number: Its position in the journal, from 0.
        die: Id of the die.
        source: Its source.
        began_s: When it began to tumble; None for a report without a throw.
        report: The report that ended it, or the report itself; None while it tumbles, and if it ended without one.
        ended_s: When it ended; None while it tumbles.
        fate: Its fate.
        why: The reason for its fate; None while open and for accepted throws.
        detail: Details of the reason, in English, from the source.
        candidates: The rolls to which it may belong; one unless the table must decide.
        words: The table's statements about it, in order.
        witness_of: For an accepted witness, a second observation of a die: the number of the entry that it confirms.
        void_count: For a void throw that a player can have caused: how many of them that player has now; 0 for others.
    """

    number: int
    die: str
    source: str
    began_s: float | None
    report: Report | None = None
    ended_s: float | None = None
    fate: Fate = Fate.OPEN
    why: FateReason | None = None
    detail: str = ""
    candidates: tuple[str, ...] = ()
    words: tuple[Statement, ...] = ()
    witness_of: int | None = None
    void_count: int = 0

    @property
    def request(self) -> str | None:
        """The roll to which it belongs; None if there is none, or while that is not certain."""
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def tumbling(self) -> bool:
        return self.ended_s is None

    @property
    def settled(self) -> bool:
        """Whether it is at rest on a face and still open."""
        return self.fate is Fate.OPEN and isinstance(self.report, Settled)

    @property
    def face(self) -> int | None:
        """The face that counts: the table's statement if there is one, otherwise the die's report."""
        told = self.said("face")
        if told is not None:
            return int(told.value)
        return self.report.face if isinstance(self.report, Settled) else None

    @property
    def confidence(self) -> float:
        return self.report.confidence if isinstance(self.report, Settled) else 0.0

    def said(self, what: str) -> Statement | None:
        """Returns the last statement of a kind about it."""
        return next((word for word in reversed(self.words) if word.said == what), None)

    @property
    def claim(self) -> Statement | None:
        """A player's claim that it is void, which the table has not answered."""
        said = next((word for word in reversed(self.words) if word.said in {"claim", "agreed", "stands"}), None)
        return said if said is not None and said.said == "claim" else None


@dataclass(frozen=True, slots=True)
class Die:
    """The state of a die.

    Attributes:
        kind: Kind of die; None if unknown.
        throw: Number of the entry of the throw that tumbles now; None at rest.
        counts: The die's own counts of the throws that it has ended since it was last connected.
        lost: Whether its connection is lost.
    """

    kind: str | None = None
    throw: int | None = None
    counts: frozenset[int] = frozenset()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredRoll:
    """An open roll.

    Attributes:
        request: The request.
        declared_s: When it was declared; a throw that began earlier does not belong to it.
    """

    request: RollRequest
    declared_s: float


@dataclass(frozen=True, slots=True)
class Journal:
    """The collector's whole state. Folding the same events and statements gives the same journal.

    Attributes:
        policy: The collector's settings.
        entries: Every throw by its number, without those that were handed over.
        count: Number of entries so far.
        dice: State of each die.
        open: The open rolls by id, in the order of their declaration.
        ids: The ids of all rolls ever declared.
        pairs: For each die that the camera identifies by its code: the physical die's id.
        owners: Owners of dice; a die without an owner is for anybody.
        voids: For each player, the number of void throws that the player can have caused.
        now_s: The latest known time.
    """

    policy: CollectorPolicy = field(default_factory=CollectorPolicy)
    entries: Mapping[int, Entry] = field(default_factory=lambda: MappingProxyType({}))
    count: int = 0
    dice: Mapping[str, Die] = field(default_factory=lambda: MappingProxyType({}))
    open: Mapping[str, DeclaredRoll] = field(default_factory=lambda: MappingProxyType({}))
    ids: frozenset[str] = frozenset()
    pairs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    owners: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    voids: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    now_s: float = float("-inf")

    def of(self, request: str) -> Iterator[Entry]:
        """Yields the entries that belong or may belong to a roll, in the order in which they began."""
        return (entry for entry in self.entries.values() if request in entry.candidates)

    def with_entry(self, entry: Entry) -> "Journal":
        """Returns the journal with an entry added, or replaced if its number exists."""
        entries = MappingProxyType({**self.entries, entry.number: entry})
        return replace(self, entries=entries, count=max(self.count, entry.number + 1))

    def with_die(self, name: str, die: Die) -> "Journal":
        return replace(self, dice=MappingProxyType({**self.dice, name: die}))

    def end(self, entry: Entry, fate: Fate, why: FateReason | None, detail: str = "") -> "Journal":
        """Returns the journal with an entry's final fate."""
        ended_s = self.now_s if entry.ended_s is None else entry.ended_s
        entry = replace(entry, fate=fate, why=why, detail=detail, ended_s=ended_s)
        player = self.thrower(entry) if why in CAUSED_BY_A_PLAYER else None
        if player is None:
            return self.with_entry(entry)
        count = self.voids.get(player, 0) + 1
        counted = replace(self, voids=MappingProxyType({**self.voids, player: count}))
        return counted.with_entry(replace(entry, void_count=count))

    def thrower(self, entry: Entry) -> str | None:
        """Returns the only player who may have thrown for the rolls of a throw; None if it may have been several."""
        allowed = [self.open[id_].request.by for id_ in entry.candidates if id_ in self.open]
        players = frozenset().union(*allowed)
        return next(iter(players)) if len(players) == 1 and all(allowed) else None
