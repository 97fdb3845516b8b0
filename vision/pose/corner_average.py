"""The corners of a tag that lies still, sharper with every reading."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAX_READINGS = 40.0
"""Older readings are forgotten beyond so many: a mat creeps, a focus drifts."""

GATE_SIGMAS = 5.0
"""A reading farther off than so many standard deviations is of a tag that moved."""

MIN_GATE_PX = 0.15
"""Nearer than that nothing counts as moved: compression shifts edges by so much."""

Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CornerMean:
    """The mean of readings of one tag.

    Attributes:
        corners_px: (4, 2), image frame, OpenCV's order.
        readings: How many readings it is worth.
        sigma_px: Standard deviation of each coordinate of one reading, without what all readings share.
    """

    corners_px: Corners
    readings: float
    sigma_px: float

    @property
    def mean_sigma_px(self) -> float:
        """Standard deviation of each coordinate of the mean, without what all readings share."""
        return float(self.sigma_px / np.sqrt(self.readings))

    def agrees(self, corners_px: Corners, sigma_px: float) -> bool:
        """Whether a reading may be of the same tag, still in the same place."""
        gate_px = max(MIN_GATE_PX, GATE_SIGMAS * float(np.hypot(sigma_px, self.mean_sigma_px)))
        shift_px = corners_px - self.corners_px
        return bool(np.linalg.norm(shift_px.mean(axis=0)) <= gate_px and np.abs(shift_px).max() <= 2.5 * gate_px)

    def with_reading(self, corners_px: Corners, sigma_px: float) -> "CornerMean":
        """The mean with one reading more; a reading that disagrees starts anew."""
        if not self.agrees(corners_px, sigma_px):
            return CornerMean(corners_px, 1.0, sigma_px)
        weight = (self.sigma_px / max(sigma_px, 1e-6)) ** 2
        total = self.readings + weight
        mean = self.corners_px + (corners_px - self.corners_px) * (weight / total)
        return CornerMean(mean, min(total, MAX_READINGS), self.sigma_px)
