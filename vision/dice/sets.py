"""The kinds of dice that can be read: how their faces are marked, and what a value means.

This module has no knowledge of any game. The meanings of a set's values come from the data file next to it, or from the
caller.
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
"""Values of an ordinary die."""


class Marks(StrEnum):
    """How the faces of a die are marked.

    PIPS: one to six dots. STICKERS: printed symbols. CODED: printed symbols with a small tag that also identifies the
    die.
    """

    PIPS = "pips"
    STICKERS = "stickers"
    CODED = "coded"


class UnknownDiceSetError(VisionError, ValueError):
    """The name is not one of the known sets of dice.

    Attributes:
        name: The requested name.
        known: The names that exist.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no set of dice {name!r}; known are {', '.join(known)}")
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class DieKind:
    """One of several kinds of dice in a set, recognised by its colour, or by its number on coded stickers.

    Attributes:
        colour: Colour of its body; one of `vision.dice.colours.COLOURS`.
        faces: Meanings of the values 1 to 6, in this order; empty if values have no further meaning.
        drawn: What is drawn on the stickers of these faces, by names of symbols; empty for what symbol dice have.
    """

    colour: str
    faces: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_faces(self.faces)
        _check_faces(self.drawn)
        if self.colour not in COLOURS:
            raise ValueError(f"dice have the colours {', '.join(COLOURS)}, not {self.colour!r}")


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Six-sided dice that lie on one tray: of one kind, or of several that differ in colour.

    Attributes:
        name: Its name.
        marks: How its faces are marked.
        faces: Meanings of the values 1 to 6, in this order; empty if values have no further meaning.
        kinds: Its kinds by name, if it has several; each has faces of its own.
    """

    name: str
    marks: Marks
    faces: tuple[str, ...] = ()
    kinds: Mapping[str, DieKind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_faces(self.faces)
        if len({kind.colour for kind in self.kinds.values()}) < len(self.kinds):
            raise ValueError("each kind of dice in a set needs a colour of its own")

    def face_of(self, value: int, kind: str | None = None) -> str | None:
        """Returns the meaning of a value; None if it has no further meaning, or if the kind of die is unknown.

        Args:
            value: 1 to 6.
            kind: The kind of die, in a set of several kinds.
        """
        faces = self.faces if kind is None else self.kinds[kind].faces
        return faces[value - 1] if faces else None

    def kind_of_coded(self, die: int) -> str | None:
        """Returns the kind of a die with coded stickers by its number; None in a set of one kind.

        Args:
            die: From 1; the kinds follow one another, and begin again after the last.
        """
        return tuple(self.kinds)[(die - 1) % len(self.kinds)] if self.kinds else None

    @property
    def drawn(self) -> tuple[tuple[str, ...], ...]:
        """What is drawn on the stickers of each kind; none where a kind has what symbol dice have."""
        kinds = tuple(kind.drawn for kind in self.kinds.values())
        return kinds if all(kinds) else ()

    def kind_of(self, image: Image, outline_px: Sequence[tuple[float, float]]) -> str | None:
        """Returns the kind of a die by the colour of its upper face; None in a set of one kind, or if uncertain.

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
    """Returns every known set, by name."""
    data = tomllib.loads(files("vision.dice").joinpath("sets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: DiceSet(
                name,
                Marks(fields["marks"]),
                tuple(fields.get("faces", ())),
                {
                    kind: DieKind(each["colour"], tuple(each.get("faces", ())))
                    for kind, each in fields.get("kinds", {}).items()
                },
            )
            for name, fields in data["sets"].items()
        }
    )


def dice_set(name: str) -> DiceSet:
    """Returns the set with this name.

    Raises:
        UnknownDiceSetError: If there is none.
    """
    sets = dice_sets()
    if name not in sets:
        raise UnknownDiceSetError(name, tuple(sets))
    return sets[name]
