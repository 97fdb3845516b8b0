"""How the cards of a game are made by choosing: what stands on a card, in words, and what may be chosen for it.

A card that is being made is plain data as its file writes it. A game says which rows a part of it has; a screen shows
them, and puts what was chosen where the row says. So a screen needs to know nothing of a game's cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.cards.mistakes import Mistake
from companion.documents import Path
from companion.games.display.cards import CardLine
from companion.games.protocol import Game
from companion.geometry.grid import Cell, GridKind
from companion.texts import Language

Raw = Mapping[str, Any]
"""A pack or a card as its file writes it."""

Written = Any
"""What stands somewhere in a file: a text, a number, a list, a table; None for nothing."""

Declared = tuple[str, str, Mapping[str, str]]
"""What a pack has to declare before its cards may name it: the table, the key, and its names by language."""


@dataclass(frozen=True, slots=True)
class CardOption:
    """One of several things that may stand somewhere.

    Attributes:
        value: As the file writes it; None for nothing at all.
        name: What it is called, in the reader's language.
        note: What else there is to say; may be empty.
        declares: What the pack has to declare for it.
    """

    value: Written
    name: str
    note: str = ""
    declares: tuple[Declared, ...] = ()


@dataclass(frozen=True, slots=True)
class Select:
    """One of a few is chosen, or any number of them.

    Attributes:
        options: What may be chosen.
        several: Whether any number may; then a list of them is written.
    """

    options: tuple[CardOption, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A number.

    Attributes:
        least: No less than this is offered.
        most: No more.
        none: What it means that there is no number; empty where there must be one.
        instead: What may stand there instead of a number, such as one that is counted from the game.
    """

    least: int
    most: int
    none: str = ""
    instead: tuple[CardOption, ...] = ()


@dataclass(frozen=True, slots=True)
class Write:
    """A text in each language."""


@dataclass(frozen=True, slots=True)
class Open:
    """A part with rows of its own, on a page of its own.

    Attributes:
        start: What is written there first, where nothing is; None where something is.
    """

    start: Written = None


@dataclass(frozen=True, slots=True)
class Add:
    """Something more is put at the end of a list, or into a table, and opened.

    Attributes:
        options: What may be added; for a table each is a table with the new key alone.
    """

    options: tuple[CardOption, ...]


@dataclass(frozen=True, slots=True)
class Brush:
    """A mark that cells of a board may bear.

    Attributes:
        at: Where the cells are written: a list of them, or of a lone one the cell itself, each as its two coordinates.
        name: What it is called, in the reader's language.
        colour: Red, green and blue, each from 0 to 1.
        sign: What is drawn in such a cell besides its colour; may be empty.
        lone: Whether only one cell bears it.
        within: The brush whose cells alone may bear it, by its place; None for any cell that is shown.
    """

    at: Path
    name: str
    colour: tuple[float, float, float]
    sign: str = ""
    lone: bool = False
    within: Path | None = None


@dataclass(frozen=True, slots=True)
class Paint:
    """Cells of a board are touched.

    Attributes:
        kind: Of the cells.
        cells: Those that are shown.
        brushes: What may be painted, in the order in which it is drawn.
        fixed: Signs that stand in cells and are no choice, such as that of whoever attacks.
    """

    kind: GridKind
    cells: frozenset[Cell]
    brushes: tuple[Brush, ...]
    fixed: tuple[tuple[Cell, str], ...] = ()


Entry = Select | Count | Write | Open | Add | Paint


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that stands on a card, or could.

    Attributes:
        at: Where it stands in the card.
        name: What it is called, in the reader's language.
        entry: How it is chosen.
        value: What is there now, in words; empty for nothing.
        removed: What removing it leaves there: None for nothing at all.
        removable: Whether it may be removed.
        rare: Whether few cards have it: it is shown where it is written, or where all is asked for.
        heading: What it belongs to with those after it; empty for what the row before it belongs to.
    """

    at: Path
    name: str
    entry: Entry
    value: str = ""
    removed: Written = None
    removable: bool = False
    rare: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Bench:
    """A card on the bench.

    Attributes:
        card: As its file writes it.
        pack: The pack that it belongs to, as its file writes it.
    """

    card: Raw
    pack: Raw = field(default_factory=dict)


class CardWorkshop(Protocol):
    """How one game's cards are made."""

    def kinds(self, language: Language) -> tuple[CardOption, ...]:
        """The kinds of cards that can be made; the value of each is a new card without key and names."""
        ...

    def printed(self, pack: Raw, language: Language) -> tuple[CardOption, ...]:
        """Cards of the printed game that players supply and a pack does not have yet.

        Args:
            pack: As its file writes it; empty for one without cards.
            language: The reader's.

        Returns:
            A choice for each such card, or for several that nothing is known of: its value is what is known of it, to
            be completed. None for a game that comes whole.
        """
        ...

    def title(self, bench: Bench, at: Path, language: Language) -> str:
        """What a part of a card is called: the card itself, an effect, whom it reaches."""
        ...

    def rows(self, bench: Bench, at: Path, language: Language) -> tuple[Row, ...]:
        """What stands in a part of a card, and what could.

        Args:
            bench: The card.
            at: The part; empty for the card itself.
            language: The reader's.
        """
        ...

    def shown(self, bench: Bench, language: Language) -> CardLine:
        """The card as it will look in a hand; what cannot be read of it is left out."""
        ...

    def mistakes(self, bench: Bench) -> tuple[Mistake, ...]:
        """Everything wrong with the card, with its place in it; what is missing is told where it would stand."""
        ...

    def said(self, mistake: Mistake, language: Language) -> str:
        """What is wrong, in a sentence for players."""
        ...


def workshop_of(game: Game[Any]) -> CardWorkshop | None:
    """How a game's cards are made, which it tells as `workshop`; None for a game without a card language."""
    return getattr(game, "workshop", None)
