"""What a picture tells of the dice in it."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
"""x and y in pixels, as in the picture."""


class Why(StrEnum):
    """Why a die is not read.

    COCKED: it leans, on an edge or against something. OVERLAPPING: it lies on another, or another on it. HALF_SEEN: a
    part of its upper face is outside the picture or behind something. UNCLEAR: what is seen fits no face, or two.
    MOVING: it does not lie still. COVERED: a hand or sleeve is over it.
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
        face: What the face stands for; None in a set whose values stand for themselves.
        pips: The value, 1 to 6; None where the set marks its faces with symbols that do not tell it.
        confidence: Probability that this is the face, from 0 to 1.
        centre_px: Middle of the upper face.
        side_px: Edge of the upper face, root of its area.
        outline_px: Corners of the upper face, clockwise on the screen.
        die: The die's own name, where it carries one.
        kind: Which kind of die it is; None in a set of one kind, and where its colour does not tell.
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
    """A die that is there and whose upper face is not certain.

    Attributes:
        centre_px: About its middle.
        why: What is wrong.
    """

    centre_px: Point
    why: Why


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice of one picture, each in one of the two lists, from left to right.

    Attributes:
        dice: Those that are read.
        unread: Those that are not.
    """

    dice: tuple[ReadDie, ...]
    unread: tuple[UnreadDie, ...] = ()
