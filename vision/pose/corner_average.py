"""Averages the corners of a resting tag over its readings.

Method: the mean weighted with inverse variances, recursively, with a gate against outliers; the number of readings is
capped, so that old readings are forgotten exponentially.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAX_READINGS = 40.0
"""Number of readings beyond which older ones fade, because a mat creeps and a focus drifts."""

GATE_SIGMAS = 5.0
"""A reading that deviates by more than this many standard deviations shows that the tag moved."""

MIN_GATE_PX = 0.15
"""A reading closer than this never counts as moved: compression shifts edges by that much."""

Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CornerMean:
    """The mean of one tag's readings.

    Attributes:
        corners_px: (4, 2), image frame, OpenCV's order.
        readings: Number of readings, weighted.
        sigma_px: Standard deviation of each coordinate of one reading, without errors common to all readings.
    """

    corners_px: Corners
    readings: float
    sigma_px: float

    @property
    def mean_sigma_px(self) -> float:
        """Standard deviation of each coordinate of the mean, without errors common to all readings."""
        return float(self.sigma_px / np.sqrt(self.readings))

    def agrees(self, corners_px: Corners, sigma_px: float) -> bool:
        """Whether a reading is consistent with a tag that has not moved."""
        gate_px = max(MIN_GATE_PX, GATE_SIGMAS * float(np.hypot(sigma_px, self.mean_sigma_px)))
        shift_px = corners_px - self.corners_px
        return bool(np.linalg.norm(shift_px.mean(axis=0)) <= gate_px and np.abs(shift_px).max() <= 2.5 * gate_px)

    def with_reading(self, corners_px: Corners, sigma_px: float) -> "CornerMean":
        """Returns the mean with one more reading; an inconsistent reading starts a new mean."""
        if not self.agrees(corners_px, sigma_px):
            return CornerMean(corners_px, 1.0, sigma_px)
        weight = (self.sigma_px / max(sigma_px, 1e-6)) ** 2
        total = self.readings + weight
        mean = self.corners_px + (corners_px - self.corners_px) * (weight / total)
        return CornerMean(mean, min(total, MAX_READINGS), self.sigma_px)
