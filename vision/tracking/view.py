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

    def holds(self, x_px: float, y_px: float) -> bool:
        """Whether a point lies inside."""
        return self.left <= x_px < self.right and self.top <= y_px < self.bottom

    @staticmethod
    def around(points_px: NDArray[np.floating]) -> "Rect":
        """The smallest rectangle of whole pixels that holds the points, (n, 2)."""
        low, high = np.floor(points_px.min(axis=0)), np.ceil(points_px.max(axis=0))
        return Rect(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)


class View:
    """A picture, colour or grey, from which grey parts are taken when they are asked for."""

    def __init__(self, image: Image) -> None:
        self._image = np.ascontiguousarray(image)
        self._colours = 1 if image.ndim == 2 else image.shape[2]
        self.height_px, self.width_px = int(image.shape[0]), int(image.shape[1])

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width_px, self.height_px)

    def grey(self, rect: Rect) -> NDArray[np.uint8]:
        """The grey picture of a part that lies inside the picture."""
        part = self._image[rect.top : rect.bottom, rect.left : rect.right]
        if self._colours == 1:
            return np.ascontiguousarray(part.reshape(part.shape[:2]))
        return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def reduced(self) -> tuple[NDArray[np.float32], int]:
        """The whole picture in grey, halved until it is small, and how many pixels one of its edges stands for."""
        small, scale = self._image, 1
        # Halving twice is ten times cheaper than one area resize to a quarter.
        while small.shape[1] > REDUCED_WIDTH_PX:
            small = np.asarray(
                cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
            )
            scale *= 2
        if self._colours != 1:
            small = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
        return small.reshape(small.shape[:2]).astype(np.float32), scale

    def values(self, index: NDArray[np.intp]) -> NDArray[np.float32]:
        """Brightness at pixels given by their number, row by row.

        A colour picture gives its green: what is compared with itself only needs no weighing of the colours.
        """
        flat = self._image.reshape(-1)
        if self._colours == 1:
            return flat[index].astype(np.float32)
        return flat[index * self._colours + 1].astype(np.float32)

    def between(self, points_px: NDArray[np.float32]) -> NDArray[np.float32]:
        """Grey values (n, m) at points (n, m, 2) between pixels; beyond the picture its edge goes on."""
        found = np.asarray(
            cv2.remap(
                self._image,
                np.ascontiguousarray(points_px[:, :, 0]),
                np.ascontiguousarray(points_px[:, :, 1]),
                interpolation=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )
        if self._colours != 1:
            found = np.asarray(cv2.cvtColor(found, cv2.COLOR_BGR2GRAY))
        return found.reshape(points_px.shape[:2]).astype(np.float32)
