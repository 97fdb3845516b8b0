"""The gap between two bases, rim to rim: what ranges, auras and contact are measured by."""

import math
from dataclasses import dataclass

from companion.geometry.shapes import Base, MatPoint
from companion.geometry.verdict import Verdict, at_most


@dataclass(frozen=True, slots=True)
class Gap:
    """How far two bases stand apart.

    Attributes:
        gap_mm: Centre distance less both radii; 0 in contact, negative if they overlap.
        sigma_mm: Standard deviation of the gap.
        from_rim: The point of the first base's rim that is nearest to the second base.
        to_rim: The point of the second base's rim that is nearest to the first base.
    """

    gap_mm: float
    sigma_mm: float
    from_rim: MatPoint
    to_rim: MatPoint

    def within(self, limit_mm: float, extra_sigma_mm: float = 0.0) -> Verdict:
        """Judges whether the gap is at most a limit.

        Args:
            limit_mm: The range; a gap equal to it is within.
            extra_sigma_mm: Further standard deviation of the gap, such as that of printed bases; added as a variance.
        """
        return at_most(self.gap_mm, limit_mm, math.hypot(self.sigma_mm, extra_sigma_mm), "gap")


def measure_gap(a: Base, b: Base) -> Gap:
    """Measures from rim to rim; the same both ways round, to the last bit.

    The standard deviation is that of the centre distance: each base adds the variance of one coordinate, because only
    the error along the line between the centres counts. Bases round one centre have no such line; their rim points are
    then given on the side of growing x.
    """
    dx, dy = b.centre.x_mm - a.centre.x_mm, b.centre.y_mm - a.centre.y_mm
    distance_mm = math.hypot(dx, dy)
    ux, uy = (dx / distance_mm, dy / distance_mm) if distance_mm > 0 else (1.0, 0.0)
    return Gap(
        # the sum of the radii first: d - ra - rb would depend in its last bit on who is asked first
        gap_mm=distance_mm - (a.radius_mm + b.radius_mm),
        sigma_mm=math.hypot(a.sigma_mm, b.sigma_mm),
        from_rim=MatPoint(a.centre.x_mm + ux * a.radius_mm, a.centre.y_mm + uy * a.radius_mm),
        to_rim=MatPoint(b.centre.x_mm - ux * b.radius_mm, b.centre.y_mm - uy * b.radius_mm),
    )
