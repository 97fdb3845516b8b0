"""One picture as the tracker looks at it: grey only where grey is needed."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

REDUCED_WIDTH_PX = 640
"""The whole picture is compared at no more than this width: coarse enough to cost nothing, fine enough for a tag."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of the picture, from (left, top) to but without (right, bottom), in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area_px(self) -> int:
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    def grown(self, margin_px: int) -> "Rect":
        """The rectangle with a margin on every side; it may reach beyond the picture."""
        return Rect(self.left - margin_px, self.top - margin_px, self.right + margin_px, self.bottom + margin_px)

    def within(self, width_px: int, height_px: int) -> "Rect":
        """The part that lies in a picture of that size; of area 0 where there is none."""
        return Rect(max(0, self.left), max(0, self.top), min(width_px, self.right), min(height_px, self.bottom))

    def joined(self, other: "Rect") -> "Rect":
        """The smallest rectangle that holds both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @staticmethod
    def around(points_px: NDArray[np.floating]) -> "Rect":
        """The smallest rectangle of whole pixels that holds the points, (n, 2)."""
        low, high = np.floor(points_px.min(axis=0)), np.ceil(points_px.max(axis=0))
        return Rect(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)


class View:
    """A picture in grey, whole, in part, at a small size, and between its pixels.

    A colour picture is made grey as a whole: measured, that costs less than halving it in colour does.
    """

    def __init__(self, image: Image) -> None:
        self._grey: NDArray[np.uint8] = (
            np.ascontiguousarray(image.reshape(image.shape[:2]))
            if image.ndim == 2 or image.shape[2] == 1
            else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        )
        self._flat = self._grey.reshape(-1)
        self.height_px, self.width_px = int(image.shape[0]), int(image.shape[1])

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width_px, self.height_px)

    def grey(self, rect: Rect) -> NDArray[np.uint8]:
        """The part of the picture inside a rectangle that lies in it."""
        return np.ascontiguousarray(self._grey[rect.top : rect.bottom, rect.left : rect.right])

    def reduced(self) -> tuple[NDArray[np.uint8], int]:
        """The whole picture, halved until it is small, and how many pixels one of its edges stands for."""
        small: NDArray[np.uint8] = self._grey
        scale = 1
        # Halving twice is ten times cheaper than one area resize to a quarter.
        while small.shape[1] > REDUCED_WIDTH_PX:
            size = (small.shape[1] // 2, small.shape[0] // 2)
            small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
            scale *= 2
        return small, scale

    def values(self, index: NDArray[np.intp]) -> NDArray[np.float32]:
        """Grey values of pixels given by their number, row by row."""
        return self._flat[index].astype(np.float32)

    def between(self, x_px: NDArray[np.float32], y_px: NDArray[np.float32]) -> NDArray[np.float32]:
        """Grey values at points between pixels, in the shape of `x_px`; beyond the picture its edge goes on."""
        found = cv2.remap(self._grey, x_px, y_px, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, dtype=np.float32)
