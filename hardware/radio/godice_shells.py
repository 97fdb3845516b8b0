"""Determines which face of a GoDice shell is up: the face with the closest direction, if noise explains the rest."""

import math
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist

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
_OFFSET_RAD = 0.040  # zero-g offset of small accelerometers, 40 mg, as their data sheets have it
_ROUNDING_RAD = 1 / 64 / math.sqrt(12)  # the die sends 64 steps for 1 g
_SLOPE_RAD = math.radians(1.0)  # of a table
_TABLE_RAD = math.radians(2.0)  # how far the directions above are from those of the ideal solid; cubes are exact
_LEANS_AT_SIGMAS = 3.0


def sigma_rad(shell: Shell) -> float:
    """Returns the standard deviation of the measured direction of a die that lies flat.

    The offset of the sensor counts most: it is the same in each throw, and no average over time removes it.
    """
    table = 0.0 if shell is Shell.D6 else _TABLE_RAD
    return math.hypot(_OFFSET_RAD, _ROUNDING_RAD, _SLOPE_RAD, table)


@dataclass(frozen=True, slots=True)
class ShellFace:
    """The upper face.

    Attributes:
        face: Its value.
        confidence: Probability that this face is up and none of its neighbours, given the noise of the direction; one
            half on the boundary to another face.
        off_rad: Angle between the measured direction and that of the face.
    """

    face: int
    confidence: float
    off_rad: float


def reading_of(shell: Shell, up: Vector) -> ShellFace | None:
    """Determines the upper face of a die at rest.

    Args:
        shell: The die's shell.
        up: Acceleration of the die at rest, in any unit; it points at the upper face.

    Returns:
        The face, or None if the die leans: its direction is farther from each face than noise explains.
    """
    nearest = nearest_face(shell, up)
    return None if nearest is None or nearest.off_rad > _LEANS_AT_SIGMAS * sigma_rad(shell) else nearest


def nearest_face(shell: Shell, up: Vector) -> ShellFace | None:
    """Determines the face with the closest direction, however far it is; None for no direction."""
    if not any(up):
        return None
    angles = sorted((_angle_rad(up, towards), face) for towards, face in _FACES[shell])
    off_rad, face = angles[0]
    other_rad = next(angle for angle, other in angles if other != face)
    # Halfway to the next face, both are equally likely.
    margin_rad = (other_rad - off_rad) / 2
    return ShellFace(face, NormalDist().cdf(margin_rad / sigma_rad(shell)), off_rad)


def direction_of(shell: Shell, face: int) -> Vector | None:
    """Returns a direction of the acceleration for a face; None if the shell has no such face."""
    return next((towards for towards, value in _FACES[shell] if value == face), None)


def _angle_rad(first: Vector, second: Vector) -> float:
    cosine = sum(a * b for a, b in zip(first, second, strict=True)) / (math.hypot(*first) * math.hypot(*second))
    return math.acos(max(-1.0, min(cosine, 1.0)))
