"""Determines which face of a GoDice shell is up: the face with the closest direction, if it is close enough."""

import math
from dataclasses import dataclass
from enum import Enum

Vector = tuple[int, int, int]

_CUBE: tuple[Vector, ...] = ((-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0))
_TWENTY: tuple[Vector, ...] = (
    (-64, 0, -22), (42, -42, 40), (0, 22, -64), (0, 22, 64), (-42, -42, 42), (22, 64, 0), (-42, -42, -42),
    (64, 0, -22), (-22, 64, 0), (42, -42, -42), (-42, 42, 42), (22, -64, 0), (-64, 0, 22), (42, 42, 42),
    (-22, -64, 0), (42, 42, -42), (0, -22, -64), (0, -22, 64), (-42, 42, -42), (64, 0, 22),
)  # fmt: skip
_TWENTY_FOUR: tuple[Vector, ...] = (
    (20, -60, -20), (20, 0, 60), (-40, -40, 40), (-60, 0, 20), (40, 20, 40), (-20, -60, -20), (20, 60, 20),
    (-40, 20, -40), (-40, 40, 40), (-20, 0, 60), (-20, -60, 20), (60, 0, 20), (-60, 0, -20), (20, 60, -20),
    (20, 0, -60), (40, -20, -40), (-20, 60, -20), (-40, -40, -40), (40, -20, 40), (20, -60, 20), (60, 0, -20),
    (40, 20, -40), (-20, 0, -60), (-20, 60, 20),
)  # fmt: skip
_D10 = (8, 2, 6, 1, 4, 3, 9, 0, 7, 5, 5, 7, 0, 9, 3, 4, 1, 6, 2, 8)
_D4 = (3, 1, 4, 1, 4, 4, 1, 4, 2, 3, 1, 1, 1, 4, 2, 3, 3, 2, 2, 2, 4, 1, 3, 2)
_D8 = (3, 3, 6, 1, 2, 8, 1, 1, 4, 7, 5, 5, 4, 4, 2, 5, 7, 7, 8, 2, 8, 3, 6, 6)


class Shell(Enum):
    """The shells for a GoDice; `D10X` counts tens."""

    D4 = "d4"
    D6 = "d6"
    D8 = "d8"
    D10 = "d10"
    D10X = "d00"
    D12 = "d12"
    D20 = "d20"


_FACES: dict[Shell, tuple[tuple[Vector, int], ...]] = {
    Shell.D4: tuple(zip(_TWENTY_FOUR, _D4, strict=True)),
    Shell.D6: tuple(zip(_CUBE, range(1, 7), strict=True)),
    Shell.D8: tuple(zip(_TWENTY_FOUR, _D8, strict=True)),
    Shell.D10: tuple(zip(_TWENTY, _D10, strict=True)),
    Shell.D10X: tuple(zip(_TWENTY, (10 * value for value in _D10), strict=True)),
    Shell.D12: tuple(zip(_TWENTY_FOUR, (*range(1, 13), *range(1, 13)), strict=True)),
    Shell.D20: tuple(zip(_TWENTY, range(1, 21), strict=True)),
}
# Half of the smallest angle between two directions, where two faces are equally likely; computed from measured
# directions.
_BOUNDARY_RAD = {shell: math.radians({6: 90.0, 20: 37.9, 24: 29.5}[len(faces)] / 2) for shell, faces in _FACES.items()}
# From this angle on, a die counts as leaning: four fifths of the way to the boundary.
_UNCLEAR = 0.8


@dataclass(frozen=True, slots=True)
class ShellFace:
    """The upper face.

    Attributes:
        face: Its value.
        confidence: Close to 1 for a flat die, and one half on the boundary to another face.
    """

    face: int
    confidence: float


def reading_of(shell: Shell, up: Vector) -> ShellFace | None:
    """Determines the upper face.

    Args:
        shell: The die's shell.
        up: Acceleration of the die at rest, in any unit; it points at the upper face.

    Returns:
        The face, or None if the die leans so that it could be two.
    """
    length = math.hypot(*up)
    if length == 0:
        return None
    cosine, face = max((_dot(up, towards) / (length * math.hypot(*towards)), face) for towards, face in _FACES[shell])
    off = math.acos(min(cosine, 1.0)) / _BOUNDARY_RAD[shell]
    return None if off > _UNCLEAR else ShellFace(face, 1 - 0.5 * off**4)


def direction_of(shell: Shell, face: int) -> Vector | None:
    """Returns a direction of the acceleration for a face; None if the shell has no such face."""
    return next((towards for towards, value in _FACES[shell] if value == face), None)


def _dot(first: Vector, second: Vector) -> int:
    return sum(a * b for a, b in zip(first, second, strict=True))
