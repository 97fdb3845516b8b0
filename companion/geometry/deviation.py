"""How uncertain a measured length is, by its causes."""

import math
from dataclasses import dataclass, replace
from typing import Protocol


class MeasuredPlace(Protocol):
    """Whatever has a measured place."""

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of each coordinate, how it was made included."""

    @property
    def made_mm(self) -> float:
        """The part of `sigma_mm` that is due to how it was made, as a standard deviation."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """The standard deviation of a length, with its parts.

    What the camera sees and how pieces were made are independent of one another: their variances are added. A wrong
    scale is no chance error. All distances of a table share it, and it is as large as printers make it, so it is added
    as a whole: a verdict stays close as long as a scale within two of its deviations could turn it, whatever the other
    errors are.

    Attributes:
        seen_mm: Due to what the picture tells.
        made_mm: Due to how the pieces were printed, cut and glued.
        scale_mm: Due to the mat's scale: a share of the length.
    """

    seen_mm: float = 0.0
    made_mm: float = 0.0
    scale_mm: float = 0.0

    @property
    def sigma_mm(self) -> float:
        """All parts together: the deviation that verdicts use."""
        return math.hypot(self.seen_mm, self.made_mm) + self.scale_mm

    @staticmethod
    def of(sigma_mm: float, made_mm: float) -> "Deviation":
        """Returns the deviation of one place.

        Args:
            sigma_mm: All of it, the scale left out.
            made_mm: The part that is due to how what stands there was made.
        """
        # Without that part it is the same to the last bit.
        seen_mm = sigma_mm if made_mm == 0.0 else math.sqrt(max(sigma_mm**2 - made_mm**2, 0.0))
        return Deviation(seen_mm, made_mm)

    @staticmethod
    def between(*places: MeasuredPlace, scale_mm: float = 0.0) -> "Deviation":
        """Returns the deviation of a length that every one of some independent places moves by its own error.

        Args:
            places: The places.
            scale_mm: Due to the mat's scale.
        """
        each = [Deviation.of(place.sigma_mm, place.made_mm) for place in places]
        seen_mm, made_mm = (math.hypot(*parts) for parts in ([d.seen_mm for d in each], [d.made_mm for d in each]))
        return Deviation(seen_mm, made_mm, scale_mm)

    def plus(self, other: "Deviation") -> "Deviation":
        """Returns the deviation of the sum of this length and another one that does not depend on it."""
        seen_mm, made_mm = math.hypot(self.seen_mm, other.seen_mm), math.hypot(self.made_mm, other.made_mm)
        return Deviation(seen_mm, made_mm, self.scale_mm + other.scale_mm)

    def times(self, factor: float) -> "Deviation":
        """Returns the deviation of such a share of the length."""
        return Deviation(self.seen_mm * factor, self.made_mm * factor, self.scale_mm * factor)

    def made(self, sigma_mm: float) -> "Deviation":
        """Returns it with a further standard deviation due to how pieces were made, or to a measured goal."""
        return replace(self, made_mm=math.hypot(self.made_mm, sigma_mm))


EXACT = Deviation()
"""Nothing is uncertain."""
