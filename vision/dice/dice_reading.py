"""The result of reading the dice in an image."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
"""A point of the image: x and y in pixels."""


class UnreadReason(StrEnum):
    """Why a die is not read.

    COCKED: it leans, on an edge or against something. OVERLAPPING: it lies on another die, or another on it. HALF_SEEN:
    a part of its upper face is outside the image or hidden. UNCLEAR: the image fits no face, or two. MOVING: it does
    not lie still. COVERED: a hand or sleeve is above it.
    """

    COCKED = "cocked"
    OVERLAPPING = "overlapping"
    HALF_SEEN = "half_seen"
    UNCLEAR = "unclear"
    MOVING = "moving"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class ReadDie:
    """One die whose upper face is certain.

    Attributes:
        face: Meaning of the face; None in a set whose values have no further meaning.
        pips: The value, 1 to 6; None if the set marks its faces with symbols that do not determine it.
        confidence: Probability that this is the face, from 0 to 1.
        centre_px: Centre of the upper face.
        side_px: Edge length of the upper face: the square root of its area.
        outline_px: Corners of the upper face, clockwise in the image.
        die: The die's own name, if it carries one.
    """

    face: str | None
    pips: int | None
    confidence: float
    centre_px: Point
    side_px: float
    outline_px: tuple[Point, ...]
    die: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class UnreadDie:
    """A die whose upper face is not certain.

    Attributes:
        centre_px: Approximate centre.
        why: What is wrong.
    """

    centre_px: Point
    why: UnreadReason


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice of one image, each in one of the two lists, from left to right.

    Attributes:
        dice: Dice that are read.
        unread: Dice that are not read.
    """

    dice: tuple[ReadDie, ...]
    unread: tuple[UnreadDie, ...] = ()
