"""What a game counts: whose turn it is, how everybody stands, and what runs along the turns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

CONCEDED = "conceded"
"""Why a game ended that somebody gave up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Which turn it is.

    Attributes:
        number: From 1; 0 while the game is set up, and in a game without turns.
        player: Whose; empty for nobody's.
    """

    number: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: Who won; nobody in a draw.
        reason: Why, as a stable word.
        gave_up: Who gave up, where the game ended by that.
    """

    winners: tuple[str, ...] = ()
    reason: str = ""
    gave_up: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What is told of each player in the end.

    Attributes:
        heads: What stands above the columns, in the reader's language.
        rows: By player what stands in each column, in the order of the heads.
        words: Numbers, from 0, of the columns of names; in the others stand figures.
    """

    heads: tuple[str, ...] = ()
    rows: Mapping[str, tuple[str | int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    words: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class StateSummary:
    """How a game stands, for who reads it as text.

    Attributes:
        lines: Line by line, as one viewer may know it.
        cards: Keys of the cards that lie before this viewer alone.
    """

    lines: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """How a game went, for a tournament.

    Attributes:
        rules: What of the rules was chosen, by name, such as the edition.
        players: By player what each has in the end, by name.
    """

    rules: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    players: Mapping[str, Mapping[str, str | int | float | None]] = field(default_factory=lambda: MappingProxyType({}))
