"""A rectangle of whole pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of an image in pixels; `left` and `top` are inclusive, `right` and `bottom` exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area_px(self) -> int:
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    @property
    def empty(self) -> bool:
        """Whether it contains no pixel."""
        return self.right <= self.left or self.bottom <= self.top

    def grown(self, margin_px: int) -> "Rect":
        """Returns the rectangle with a margin on every side; it may extend beyond the image."""
        return Rect(self.left - margin_px, self.top - margin_px, self.right + margin_px, self.bottom + margin_px)

    def within(self, width_px: int, height_px: int) -> "Rect":
        """Returns the part inside an image of that size; its area is 0 if there is none."""
        return self.clipped(Rect(0, 0, width_px, height_px))

    def clipped(self, other: "Rect") -> "Rect":
        """Returns the intersection with another rectangle; its area is 0 if there is none."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def joined(self, other: "Rect") -> "Rect":
        """Returns the smallest rectangle that contains both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def slices(self, origin: "Rect") -> tuple[slice, slice]:
        """Returns rows and columns of this rectangle in an array that covers `origin`."""
        return (
            slice(self.top - origin.top, self.bottom - origin.top),
            slice(self.left - origin.left, self.right - origin.left),
        )

    @staticmethod
    def around(points_px: NDArray[np.floating], margin_px: int = 0) -> "Rect":
        """Returns the smallest rectangle of whole pixels that contains the points (n, 2), with a margin."""
        low, high = np.floor(points_px.min(axis=0)), np.ceil(points_px.max(axis=0))
        return Rect(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1).grown(margin_px)
