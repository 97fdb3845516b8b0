"""Small values that commands, events and states share."""

import msgspec


class Stand(msgspec.Struct, frozen=True):
    """Where a base's centre is: millimetres in the mat frame, with the standard deviation of each coordinate."""

    x_mm: float
    y_mm: float
    sigma_mm: float = 0.0


class Witness(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one face comes from: a die, the camera, a finger; and how sure that is."""

    source: str = ""
    die: str = ""
    sure: float = 1.0
    evidence: str = ""
