"""The kinds of dice that can be read: what marks their faces, and what a value stands for.

No game is known here. What the values of a set stand for are words of the file beside this one, or of the caller.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from vision.errors import VisionError

VALUES = (1, 2, 3, 4, 5, 6)
"""What an ordinary die shows."""


class Marks(StrEnum):
    """What tells the faces of a die apart.

    PIPS: one to six dots. STICKERS: printed symbols. CODED: printed symbols with a small tag that also names the die.
    """

    PIPS = "pips"
    STICKERS = "stickers"
    CODED = "coded"


class UnknownDiceSetError(VisionError, ValueError):
    """A name that is none of the known sets of dice.

    Attributes:
        name: What was asked for.
        known: The names that exist.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no set of dice {name!r}; known are {', '.join(known)}")
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class DiceSet:
    """One kind of six-sided dice.

    Attributes:
        name: What it is called.
        marks: What tells its faces apart.
        faces: What the values 1 to 6 stand for, in this order; empty where a value stands for itself.
    """

    name: str
    marks: Marks
    faces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.faces) not in (0, len(VALUES)):
            raise ValueError(f"expected {len(VALUES)} faces or none, got {len(self.faces)}")

    def face_of(self, value: int) -> str | None:
        """What a value stands for; None where it stands for itself.

        Args:
            value: 1 to 6.
        """
        return self.faces[value - 1] if self.faces else None


@cache
def dice_sets() -> Mapping[str, DiceSet]:
    """Every set that is known by name."""
    data = tomllib.loads(files("vision.dice").joinpath("sets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: DiceSet(name, Marks(fields["marks"]), tuple(fields.get("faces", ())))
            for name, fields in data["sets"].items()
        }
    )


def dice_set(name: str) -> DiceSet:
    """The set of this name.

    Raises:
        UnknownDiceSetError: If there is none.
    """
    sets = dice_sets()
    if name not in sets:
        raise UnknownDiceSetError(name, tuple(sets))
    return sets[name]
