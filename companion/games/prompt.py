"""What the table must do now and what a player may do, as data that any screen can make a form of."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from companion.geometry.grid import Cell

CELL_WORD = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})")


class Pick(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field of a command that takes some of these.

    Attributes:
        options: What may be chosen: ids of cards, creatures, players, or words.
        least: So many at least.
        most: So many at most; 1 for a field that takes a single one.
        repeats: Whether the same may be taken more than once.
    """

    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    repeats: bool = False


class Number(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a whole number from `least` to `most`."""

    least: int
    most: int


class Spot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a place on the mat, as measured.

    Attributes:
        why: What limits it, such as `move`, `run`, `side`; the command itself is judged by `decide`.
        limit_mm: How far the piece may travel there; None where that is no question.
    """

    why: str
    limit_mm: float | None = None


class Cells(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes one cell of the board: touched on a screen, else the one in which the piece stands.

    Attributes:
        options: The cells that may be chosen; the command itself is judged by `decide`.
    """

    options: tuple[Cell, ...]

    def named(self, word: str) -> Cell | None:
        """The cell that a screen names; None where it is none of the options."""
        return next((each for each in self.options if cell_word(each) == word), None)


def cell_word(cell: Cell) -> str:
    """A cell as screens send it: its two numbers with a comma between, such as `2,-1`."""
    return f"{cell.q},{cell.r}"


def cell_of(word: str) -> Cell | None:
    """The cell that a word names; the other way round than `cell_word`. None for any other word."""
    found = CELL_WORD.fullmatch(word)
    return None if found is None else Cell(int(found[1]), int(found[2]))


class PoolDie(msgspec.Struct, frozen=True, kw_only=True):
    """One die of a pool.

    Attributes:
        kind: Which kind of die, by its name among the game's dice.
        faces: What it may show.
    """

    kind: str
    faces: tuple[str, ...]


class Faces(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A field that takes the faces of so many dice.

    Attributes:
        count: How many.
        faces: What each may show; of a pool what any of them may show.
        dice: The dice of a pool of several kinds, in the order in which the command takes their faces; empty where all
            are of the only kind that the game has.
    """

    count: int
    faces: tuple[str, ...]
    dice: tuple[PoolDie, ...] = ()

    @classmethod
    def of_pool(cls, dice: Iterable[PoolDie]) -> "Faces":
        """The faces of a pool."""
        pool = tuple(dice)
        return cls(count=len(pool), faces=tuple(dict.fromkeys(face for die in pool for face in die.faces)), dice=pool)

    def fits(self, shown: Sequence[str]) -> bool:
        """Whether these are faces that the dice may show, in their order."""
        if self.dice:
            return len(shown) == len(self.dice) and all(
                face in die.faces for face, die in zip(shown, self.dice, strict=True)
            )
        return len(shown) == self.count and set(shown) <= set(self.faces)


class Words(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a text of the player's own."""


class RolledByEach(Words, frozen=True, kw_only=True, tag="Words"):
    """A field that takes the number that each player asked has rolled, by player, such as to see who begins.

    Each rolls one die, and its number from 1 to 6 counts, not what that stands for in the game. The command is the
    table's: it is given once all have rolled. In JSON the field reads as `Words` does, as records and views know it.
    """


Field = Pick | Number | Spot | Cells | Faces | Words


class CommandSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A command that would be accepted now, with what may stand in its fields.

    Attributes:
        kind: The command's kind.
        by: Who may give it.
        fixed: Fields that have exactly this value.
        fields: What the other fields take; those named nowhere keep their defaults.
    """

    kind: str
    by: str
    fixed: dict[str, str | int | bool] = {}
    fields: dict[str, Field] = {}


def is_rolled_by_each(spec: CommandSpec) -> bool:
    """Whether a command takes the number that each player asked has rolled."""
    return any(isinstance(field, RolledByEach) for field in spec.fields.values())


MIN_WAY_MM = 1.0
"""A hand can put no piece so near to where it stood."""


def is_no_way(spec: CommandSpec) -> bool:
    """Whether a command would move a piece less far than a hand can, so that screens need not offer it."""
    limits_mm = (field.limit_mm for field in spec.fields.values() if isinstance(field, Spot))
    return any(limit_mm is not None and limit_mm < MIN_WAY_MM for limit_mm in limits_mm)


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What the table must do now.

    Attributes:
        key: Stable name of what is asked, such as `roll`, `assign`, `place`, `ruling`.
        to: Players who owe it; any one of them unless `all_of_them`.
        about: Values for the sentence shown: names of cards, creatures, counts; with `note`, a sentence of the game
            follows it (`ask.note`).
        all_of_them: Whether each of `to` must answer.
        specs: The commands that answer it.
    """

    key: str
    to: tuple[str, ...]
    about: dict[str, str | int | float | bool] = {}
    all_of_them: bool = False
    specs: tuple[CommandSpec, ...] = ()
