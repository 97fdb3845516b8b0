"""What stands after ±, and of what it is made."""

from companion.geometry import CLOSE_AT_SIGMAS, Deviation
from companion.texts import Language, figure, say


def doubt_mm(sigma_mm: float) -> float:
    """What stands after ±: the same number of deviations that make a verdict too close to call."""
    return CLOSE_AT_SIGMAS * sigma_mm


def doubt(language: Language, sigma_mm: float) -> str:
    """What stands after ±, with two digits that mean something: 0.043 is 0.04, 0.43 is 0.43, 4.3 is 4.3."""
    value_mm = doubt_mm(sigma_mm)
    return figure(language, max(value_mm, 0.01) if value_mm < 1 else value_mm, f"z.{2 if value_mm < 1 else 1}f")


def doubt_parts(language: Language, deviation: Deviation) -> str:
    """The parts of what stands after ±: what the camera sees, how pieces were made, the scale of the print."""
    parts = {"seen": deviation.seen_mm, "made": deviation.made_mm, "scale": deviation.scale_mm}
    named = [(part, each_mm) for part, each_mm in parts.items() if each_mm > 0]
    return " · ".join(say(language, f"why.doubt.{part}", mm=doubt(language, each_mm)) for part, each_mm in named)
