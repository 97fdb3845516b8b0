"""Small values that commands, events and states share."""

from typing import Any

import msgspec

MAX_NUMBER = 1_000_000
"""No length in millimetres, count or time of a game is greater."""


class Stand(msgspec.Struct, frozen=True):
    """Where a base's centre is: millimetres in the mat frame, with the standard deviation of each coordinate.

    `scale_sigma` is the relative standard deviation of every distance from it; it is left out where the scale is exact.
    `made_mm` is the part of `sigma_mm` that is due to how the base was made, as a standard deviation; it is left out
    where that is not known. `tie` names the error of the place where others have the very same one, for one was laid
    against the other; it is left out where the error is its own.
    """

    x_mm: float
    y_mm: float
    sigma_mm: float = 0.0
    scale_sigma: float | msgspec.UnsetType = msgspec.UNSET
    made_mm: float | msgspec.UnsetType = msgspec.UNSET
    tie: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def scale(self) -> float:
        """The relative standard deviation of every distance from it."""
        return 0.0 if isinstance(self.scale_sigma, msgspec.UnsetType) else self.scale_sigma

    @property
    def made(self) -> float:
        """The part of `sigma_mm` that is due to how the base was made."""
        return 0.0 if isinstance(self.made_mm, msgspec.UnsetType) else self.made_mm

    @property
    def tied(self) -> str:
        """The name of an error that others have, too; empty where its error is its own."""
        return "" if isinstance(self.tie, msgspec.UnsetType) else self.tie


class Witness(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one face comes from: a die, the camera, a finger; and how sure that is."""

    source: str = ""
    die: str = ""
    sure: float = 1.0
    evidence: str = ""


def tells_place(value: Any) -> bool:  # noqa: ANN401 (whatever an event is made of)
    """Whether an event says where a base or a template is."""
    if isinstance(value, Stand):
        return True
    if not isinstance(value, msgspec.Struct):
        return False
    if getattr(value, "outline", ()):
        return True
    return any(tells_place(getattr(value, name)) for name in value.__struct_fields__)


def is_sound(value: Any) -> bool:  # noqa: ANN401 (whatever a command is made of)
    """Whether all numbers in a value are such as a game has: no infinity, which no record could be read with again."""
    if isinstance(value, int | float):
        return abs(value) <= MAX_NUMBER
    if isinstance(value, Stand) and not (value.sigma_mm >= value.made >= 0 and value.scale >= 0):
        return False
    if isinstance(value, msgspec.Struct):
        return all(is_sound(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return all(is_sound(each) for each in value.values())
    return not isinstance(value, tuple | list) or all(is_sound(each) for each in value)
