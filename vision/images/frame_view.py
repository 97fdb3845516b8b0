"""One image as the tracker uses it: always at a small size, in full only where needed."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Grey, Image
from vision.images.image import Picture
from vision.images.rect import Rect

MAX_ROWS = 30_000
"""Most rows in one call: OpenCV's remap accepts no more than 32,766."""


class GreyView:
    """An image in grey: always at a small size, and in full only on request.

    Attributes:
        due: Whether this is one of the few images per second in which deferrable work is done.
    """

    def __init__(self, image: Image | Picture, *, due: bool = True) -> None:
        self._picture = image if isinstance(image, Picture) else Picture.of(image)
        self._whole: Grey | None = None
        self.due = due
        self.height_px, self.width_px = self._picture.height_px, self._picture.width_px

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width_px, self.height_px)

    @property
    def opened(self) -> bool:
        """Whether more than the small size was requested."""
        return self._whole is not None

    def colour(self, rect: Rect) -> Image | None:
        """Returns a part of the image in colour, (h, w, 3) BGR; None if the image is grey."""
        image = self._picture.image
        return (
            image[rect.top : rect.bottom, rect.left : rect.right] if image.ndim == 3 and image.shape[2] == 3 else None
        )

    def open(self) -> Grey:
        """Returns the full image."""
        if self._whole is None:
            self._whole = self._picture.grey
        return self._whole

    def grey(self, rect: Rect) -> Grey:
        """Returns the part of the image inside a rectangle, which must lie within the image."""
        return np.ascontiguousarray(self.open()[rect.top : rect.bottom, rect.left : rect.right])

    def reduced(self) -> tuple[Grey, int]:
        """Returns the whole image at a small size, and how many full pixels correspond to one edge of a small pixel."""
        return self._picture.small, self._picture.small_scale

    def values(self, index: NDArray[np.intp]) -> NDArray[np.float32]:
        """Returns the grey values of pixels given by their index, counted row by row."""
        return self.open().reshape(-1)[index].astype(np.float32)

    def small_values(self, index: NDArray[np.intp]) -> NDArray[np.float32]:
        """Returns the grey values of pixels of the small image given by their index, counted row by row."""
        return self._picture.small.reshape(-1)[index].astype(np.float32)

    def between(self, x_px: NDArray[np.float32], y_px: NDArray[np.float32]) -> NDArray[np.float32]:
        """Interpolates grey values between pixels, in the shape of `x_px`; beyond the image its edge pixels repeat."""
        found = [
            cv2.remap(
                self.open(),
                x_px[first : first + MAX_ROWS],
                y_px[first : first + MAX_ROWS],
                interpolation=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for first in range(0, len(x_px), MAX_ROWS)
        ]
        if len(found) == 1:
            return found[0].astype(np.float32)
        return np.concatenate(found).astype(np.float32) if found else np.empty(x_px.shape, dtype=np.float32)
