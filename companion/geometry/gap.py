"""The gap between two bases, rim to rim: the measure of ranges, auras and contact."""

import math
from dataclasses import dataclass

from companion.geometry.deviation import Deviation
from companion.geometry.shapes import Base, MatPoint
from companion.geometry.verdict import Verdict, at_most


@dataclass(frozen=True, slots=True)
class Gap:
    """The distance between two bases.

    Attributes:
        gap_mm: Distance of the centres minus both radii; 0 in contact, negative if they overlap.
        deviation: How uncertain the gap is.
        from_rim: The point of the first base's rim that is closest to the second base.
        to_rim: The point of the second base's rim that is closest to the first base.
    """

    gap_mm: float
    deviation: Deviation
    from_rim: MatPoint
    to_rim: MatPoint

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the gap."""
        return self.deviation.sigma_mm

    def within(self, limit_mm: float, extra_sigma_mm: float = 0.0) -> Verdict:
        """Judges whether the gap is at most a limit.

        Args:
            limit_mm: The range; a gap equal to it is within.
            extra_sigma_mm: Further standard deviation of the gap, such as that of printed bases; added as a variance.
        """
        return at_most(self.gap_mm, limit_mm, self.deviation.made(extra_sigma_mm), "gap")


def measure_gap(a: Base, b: Base) -> Gap:
    """Measures the gap from rim to rim; the result is identical in both directions.

    The standard deviation is that of the distance between the centres: each base adds the variance of one coordinate,
    because only the error along the line between the centres matters. Concentric bases have no such line; their rim
    points are then chosen in the direction of growing x. The scale of the mat adds its share of the distance between
    the centres; the bases' own size is known. Bases with one tie have one error, which moves no gap between them.
    """
    dx, dy = b.centre.x_mm - a.centre.x_mm, b.centre.y_mm - a.centre.y_mm
    distance_mm = math.hypot(dx, dy)
    ux, uy = (dx / distance_mm, dy / distance_mm) if distance_mm > 0 else (1.0, 0.0)
    independent = () if a.tie and a.tie == b.tie else (a, b)
    return Gap(
        # the radii are added first: the last bit of d - ra - rb would depend on the order of the bases
        gap_mm=distance_mm - (a.radius_mm + b.radius_mm),
        deviation=Deviation.between(*independent, scale_mm=max(a.scale_sigma, b.scale_sigma) * distance_mm),
        from_rim=MatPoint(a.centre.x_mm + ux * a.radius_mm, a.centre.y_mm + uy * a.radius_mm),
        to_rim=MatPoint(b.centre.x_mm - ux * b.radius_mm, b.centre.y_mm - uy * b.radius_mm),
    )
