"""What can be asked of the printer. A value that cannot be printed is refused as the options are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from companion.games.first import FIRST
from companion.games.options import Chosen, chosen_of
from companion.games.registry import game_called
from companion.games.shelf import DieKind, Prints
from companion.printing.errors import PrintingError
from companion.printing.page.fonts import missing_letters
from companion.printing.page.paper import Paper
from companion.printing.stock import terrain_templates
from companion.texts import Language
from vision.dice.stickers.faces import MAX_DICE, SIZES_MM
from vision.table import CellKind
from vision.table_file import MAX_MM, MIN_PITCH_MM

TAG_SIZES_MM = (12.0, 15.0, 20.0)
CARD_MM = 0.3
TOKEN_HEIGHT_MM = 2.0
THICKEST_CARD_MM = 5.0
MAX_STICKER_DICE = 60


class MatForm(StrEnum):
    """What to print of the mat."""

    TAGS = "tags"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class BaseOrder:
    """One base to be printed.

    Attributes:
        name: Unique in the table.
        size: Key of one of the game's sizes, such as `small`.
        owner: The player it belongs to, if known.
    """

    name: str
    size: str
    owner: str | None = None

    def __post_init__(self) -> None:
        for text in (self.name, self.owner):
            if text is not None:
                _check_name(text)

    @classmethod
    def parse(cls, text: str, sizes: Sequence[str]) -> "BaseOrder":
        """Reads `NAME:SIZE` or `NAME:SIZE:OWNER`, such as `greer:small:A`.

        Args:
            text: What was written.
            sizes: Keys of the game's sizes.

        Raises:
            PrintingError: If it is something else.
        """
        name, *rest = (part.strip() for part in text.split(":"))
        if len(rest) not in (1, 2) or rest[0].lower() not in sizes:
            raise PrintingError(
                f"a base is written NAME:SIZE or NAME:SIZE:OWNER with the size {', '.join(sizes)}, "
                f"for example greer:{sizes[0]}:A; got {text!r}"
            )
        return cls(name, rest[0].lower(), rest[1] if len(rest) == 2 else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions:
    """What every sheet has.

    Attributes:
        out: Folder for the PDF; made if missing.
        paper: Paper to print on.
        language: Of the texts.
    """

    out: Path
    paper: Paper = Paper.A4
    language: Language = Language.ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions(SheetOptions):
    """What sheets with tags of the table have besides.

    Attributes:
        table: Table file to extend; `table.toml` in `out` if none is given.
        replace: Whether what the table file already says otherwise may be written anew.
    """

    table: Path | None = None
    replace: bool = False

    @property
    def table_path(self) -> Path:
        return self.table if self.table is not None else self.out / "table.toml"


@dataclass(frozen=True, kw_only=True)  # slots would keep it from standing beside other options
class GameOptions:
    """For which game something is printed.

    Attributes:
        game: Its name.
        chosen: Of its options, as far as something was chosen.
    """

    game: str = FIRST
    chosen: Chosen = field(default_factory=dict)

    def prints(self, language: Language) -> Prints:
        """What is printed for the game.

        Raises:
            GameError: If there is no such game.
            OptionError: If it has no such option.
        """
        shelf = game_called(self.game).shelf
        return shelf.prints(chosen_of(shelf.options(language), self.chosen), language)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatOptions(TableOptions, GameOptions):
    """The mat; a full one has the board of its game.

    Attributes:
        form: Tags for a mat of one's own, or the whole mat in tiles.
    """

    form: MatForm = MatForm.TAGS


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBoardOptions(TableOptions, GameOptions):
    """A mat with the board of cells of a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseOptions(TableOptions, GameOptions):
    """Bases and terrain. With neither named, the first set of twelve bases is printed.

    Attributes:
        bases: Bases to print.
        terrain: Kinds of terrain to print, one template each; a kind may come twice.
        tag_mm: Edge of the bases' tags.
        card_mm: Thickness of the card printed on, which is the height of the tags above the mat.
    """

    bases: tuple[BaseOrder, ...] = ()
    terrain: tuple[str, ...] = ()
    tag_mm: float = 15.0
    card_mm: float = CARD_MM

    def __post_init__(self) -> None:
        if self.tag_mm not in TAG_SIZES_MM:
            sizes = ", ".join(f"{size_mm:g}" for size_mm in TAG_SIZES_MM)
            raise PrintingError(f"tags on bases are {sizes} mm wide, got {self.tag_mm:g}")
        if not 0.0 <= self.card_mm <= THICKEST_CARD_MM:
            raise PrintingError(f"card is 0 to {THICKEST_CARD_MM:g} mm thick, got {self.card_mm:g}")
        names = [base.name for base in self.bases]
        for name in names:
            if names.count(name) > 1:
                raise PrintingError(f"two bases are named {name!r}; each needs a name of its own")
        kinds = [template.kind for template in terrain_templates()]
        for kind in self.terrain:
            if kind not in kinds:
                raise PrintingError(f"there is no terrain {kind!r}; choose from {', '.join(kinds)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenOptions(TableOptions, GameOptions):
    """Tags for the backs of a game's tokens.

    Attributes:
        tag_mm: Edge of a tag.
        height_mm: Height of the tags above the mat: a token of cardboard with a disc of paper on it.
    """

    tag_mm: float = 12.0
    height_mm: float = TOKEN_HEIGHT_MM

    def __post_init__(self) -> None:
        if self.tag_mm not in TAG_SIZES_MM:
            sizes = ", ".join(f"{size_mm:g}" for size_mm in TAG_SIZES_MM)
            raise PrintingError(f"tags on tokens are {sizes} mm wide, got {self.tag_mm:g}")
        if not 0.0 <= self.height_mm <= THICKEST_CARD_MM:
            raise PrintingError(f"a token is 0 to {THICKEST_CARD_MM:g} mm high, got {self.height_mm:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions(SheetOptions):
    """The board to calibrate a camera's lens with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBoardOptions(TableOptions):
    """A mat with a board of cells: a hexagon of hexes, or columns and rows.

    Attributes:
        kind: What the cells are.
        pitch_mm: From the centre of a cell to that of its neighbour.
        rings: Rings of hexes around the middle one; None for columns and rows.
        columns: Cells in each row.
        rows: Rows of cells.
    """

    kind: CellKind
    pitch_mm: float
    rings: int | None = None
    columns: int | None = None
    rows: int | None = None

    def __post_init__(self) -> None:
        if not MIN_PITCH_MM < self.pitch_mm <= MAX_MM:
            raise PrintingError(f"the pitch of a board is a number of mm above {MIN_PITCH_MM:g}, got {self.pitch_mm:g}")
        given = [value is not None for value in (self.rings, self.columns, self.rows)]
        if given not in ([True, False, False], [False, True, True]):
            raise PrintingError("a board is --rings N, or --columns C with --rows R")
        if self.rings is not None and self.kind != "hex":
            raise PrintingError("rings are of hexes; a board of squares has --columns C and --rows R")
        least = 0 if self.rings is not None else 1
        for name, value in (("rings", self.rings), ("columns", self.columns), ("rows", self.rows)):
            if value is not None and value < least:
                raise PrintingError(f"a board has {least} {name} or more, got {value}")

    @property
    def cell_count(self) -> int:
        """How many cells it has."""
        if self.rings is not None:
            return 3 * self.rings * (self.rings + 1) + 1
        return (self.columns or 0) * (self.rows or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulerOptions(SheetOptions, GameOptions):
    """Rulers and range gauges; the gauges fit the bases of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOptions(SheetOptions):
    """Stickers for symbol dice, and the tray sheet.

    Attributes:
        game: For whose dice; a game of several kinds has them one after another, with codes that name the kind.
        size_mm: Edge of a sticker.
        dice: For how many dice.
        coded: Whether each sticker carries a code that names its die.
        first: Number of the first die; the others follow.
    """

    game: str = FIRST
    size_mm: float = 12.0
    dice: int = 6
    coded: bool = False
    first: int = 1

    @property
    def kinds(self) -> Mapping[str, DieKind]:
        """The kinds of dice that have stickers of their own; none where all are alike.

        Raises:
            GameError: If there is no such game.
        """
        return {name: kind for name, kind in game_called(self.game).shelf.dice().items() if kind.drawn}

    def __post_init__(self) -> None:
        if self.size_mm not in SIZES_MM:
            sizes = " or ".join(f"{size_mm:g}" for size_mm in SIZES_MM)
            raise PrintingError(f"stickers for dice are {sizes} mm wide, got {self.size_mm:g}")
        if not 1 <= self.dice <= MAX_STICKER_DICE:
            raise PrintingError(f"1 to {MAX_STICKER_DICE} dice can be printed at once, got {self.dice}")
        if self.first < 1:
            raise PrintingError(f"dice are numbered from 1, got {self.first}")
        last = self.first + self.dice - 1
        if (self.coded or self.kinds) and last > MAX_DICE:
            raise PrintingError(f"there are codes for dice 1 to {MAX_DICE}, but die {last} was asked for")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOptions(SheetOptions):
    """Stickers for cards.

    Attributes:
        cards: What the code of each sticker says, and the name beside it.
    """

    cards: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        if not self.cards:
            raise PrintingError("no card is named to print a sticker for; name a deck or a pack")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckOptions(SheetOptions):
    """The codes of a deck.

    Attributes:
        name: Of the deck; empty for none.
        codes: What each code says.
    """

    name: str
    codes: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.name:
            _check_name(self.name)


def _check_name(text: str) -> None:
    if not text or not text.isprintable():
        raise PrintingError(f"a name needs at least one letter and no line breaks, got {text!r}")
    missing = missing_letters(text)
    if missing:
        raise PrintingError(f"the name {text!r} has letters that our typeface lacks: {missing}")
