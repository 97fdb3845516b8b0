"""The kinds of dice that can be read: what marks their faces, and what a value stands for.

No game is known here. What the values of a set stand for are words of the file beside this one, or of the caller.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from vision.arrays import Image
from vision.dice.colours import COLOURS, colour_of
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
class KindOfDie:
    """One of several kinds of dice in a set, told by its colour.

    Attributes:
        colour: Of its body; one of `vision.dice.colours.COLOURS`.
        faces: What the values 1 to 6 stand for, in this order; empty where a value stands for itself.
    """

    colour: str
    faces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_faces(self.faces)
        if self.colour not in COLOURS:
            raise ValueError(f"dice have the colours {', '.join(COLOURS)}, not {self.colour!r}")


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Six-sided dice that lie on one tray: of one kind, or of several that differ in colour.

    Attributes:
        name: What it is called.
        marks: What tells its faces apart.
        faces: What the values 1 to 6 stand for, in this order; empty where a value stands for itself.
        kinds: Its kinds by name, where it has several; each has faces of its own.
    """

    name: str
    marks: Marks
    faces: tuple[str, ...] = ()
    kinds: Mapping[str, KindOfDie] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_faces(self.faces)
        if len({kind.colour for kind in self.kinds.values()}) < len(self.kinds):
            raise ValueError("each kind of dice in a set needs a colour of its own")

    def face_of(self, value: int, kind: str | None = None) -> str | None:
        """What a value stands for; None where it stands for itself, and where nobody knows which kind of die it is.

        Args:
            value: 1 to 6.
            kind: In a set of several kinds, which one it is.
        """
        faces = self.faces if kind is None else self.kinds[kind].faces
        return faces[value - 1] if faces else None

    def kind_of(self, image: Image, outline_px: Sequence[tuple[float, float]]) -> str | None:
        """Which kind a die is, by the colour of its upper face; None in a set of one kind, and where it is not certain.

        Args:
            image: (h, w) grey or (h, w, 3) BGR.
            outline_px: Corners of its upper face.
        """
        if not self.kinds:
            return None
        colour = colour_of(image, outline_px, [kind.colour for kind in self.kinds.values()])
        return next((name for name, kind in self.kinds.items() if kind.colour == colour), None)


def _check_faces(faces: Sequence[str]) -> None:
    if len(faces) not in (0, len(VALUES)):
        raise ValueError(f"expected {len(VALUES)} faces or none, got {len(faces)}")


@cache
def dice_sets() -> Mapping[str, DiceSet]:
    """Every set that is known by name."""
    data = tomllib.loads(files("vision.dice").joinpath("sets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: DiceSet(
                name,
                Marks(fields["marks"]),
                tuple(fields.get("faces", ())),
                {
                    kind: KindOfDie(each["colour"], tuple(each.get("faces", ())))
                    for kind, each in fields.get("kinds", {}).items()
                },
            )
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
