"""An image that is decoded only as far as requested.

While the table is at rest, most of the time goes into decoding, and most decoded pixels are never used: a quarter of
the resolution in grey shows that nothing moves. JPEG supports this, since each of its blocks of 8 × 8 pixels can be
decoded directly to 4 × 4, 2 × 2 or one pixel, which are the means of the pixels that they replace.
"""

import threading
from typing import Self

import cv2
import numpy as np

from vision.arrays import Grey, Image
from vision.errors import PictureError
from vision.images.jpeg import END, PADDING_BYTES, START, checked_size_px, decoded_jpeg

SMALL_WIDTH_PX = 640
"""Largest width at which whole images are compared: coarse enough to be cheap, fine enough for a tag."""

MAX_SCRATCH = 4
"""Most arrays that are kept for the steps of making an image small."""

SCALES = frozenset({1, 2, 4, 8})
"""Scales at which a JPEG can be decoded."""


class Scratch(threading.local):
    """Arrays that are written anew for every image: fresh memory of that size costs more than what is done in it."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[int, int], Grey] = {}

    def array(self, rows: int, columns: int) -> Grey:
        """Returns an array (rows, columns) of this thread with any content, until it is asked for again."""
        found = self._arrays.get((rows, columns))
        if found is None:
            if len(self._arrays) >= MAX_SCRATCH:
                self._arrays.clear()
            found = self._arrays[rows, columns] = np.empty((rows, columns), np.uint8)
        return found


SCRATCH = Scratch()


class Picture:
    """One image: its pixels, or the JPEG from which they are decoded on first request.

    Every form is computed once and then cached; several threads may request it. Callers must not write to the arrays.
    """

    __slots__ = ("_colour", "_grey", "_image", "_lock", "_reduced", "_size_px", "jpeg")

    def __init__(self, image: Image | None, jpeg: bytes | None, size_px: tuple[int, int], *, colour: bool) -> None:
        self._lock = threading.RLock()
        self._image = image
        self._size_px = size_px
        self._colour = colour
        self._grey: Grey | None = None
        self._reduced: dict[int, Grey] = {}
        self.jpeg = jpeg

    @classmethod
    def of(cls, image: Image) -> Self:
        """Returns an image of pixels, (h, w) grey or (h, w, 3) BGR."""
        return cls(image, None, (int(image.shape[1]), int(image.shape[0])), colour=True)

    @classmethod
    def of_jpeg(cls, jpeg: bytes, *, grey: bool = False) -> Self:
        """Returns an image of one whole JPEG; only its header is parsed.

        Args:
            jpeg: The bytes as the camera sent them.
            grey: Whether `image` is grey, which is a third cheaper than colour.

        Raises:
            PictureError: If the bytes are not a JPEG, are truncated, or have more pixels than any camera.
        """
        if not jpeg.startswith(START) or END not in jpeg[-PADDING_BYTES:]:
            raise PictureError("The image is not a complete JPEG.")
        return cls(None, jpeg, checked_size_px(jpeg), colour=not grey)

    @property
    def width_px(self) -> int:
        """Number of columns of the full image."""
        return self._size_px[0]

    @property
    def height_px(self) -> int:
        """Number of rows of the full image."""
        return self._size_px[1]

    @property
    def is_opened(self) -> bool:
        """Whether all its pixels have been requested in grey."""
        return self._grey is not None

    @property
    def small_scale(self) -> int:
        """Number of full pixels that correspond to one edge of a pixel of the small image: a power of two."""
        scale = 1
        while -(-self.width_px // scale) > SMALL_WIDTH_PX:
            scale *= 2
        return scale

    @property
    def small(self) -> Grey:
        """The whole image in grey, at a size at which comparisons are cheap.

        Raises:
            PictureError: If its bytes are damaged.
        """
        return self.reduced(self.small_scale)

    @property
    def image(self) -> Image:
        """The full image: (h, w) grey or (h, w, 3) BGR.

        Raises:
            PictureError: If its bytes are damaged.
        """
        if not self._colour:
            return self.grey
        with self._lock:
            if self._image is None:
                self._image = self._decoded(grey=False)
            return self._image

    @property
    def grey(self) -> Grey:
        """The full image in grey, (h, w).

        Raises:
            PictureError: If its bytes are damaged.
        """
        with self._lock:
            if self._grey is None:
                self._grey = self._decoded(grey=True) if self._image is None else grey_of(self._image)
            return self._grey

    def reduced(self, scale: int) -> Grey:
        """Returns the image in grey at a smaller size, (h / scale, w / scale), rounded up or down.

        Each pixel is the mean of those that it replaces, to about a grey level, in whichever way it was computed.

        Args:
            scale: 1, 2, 4, 8, …

        Raises:
            PictureError: If its bytes are damaged.
        """
        with self._lock:
            found = self._reduced.get(scale)
            if found is None:
                found = self._reduced[scale] = self._made_small(scale)
            return found

    def _made_small(self, scale: int) -> Grey:
        if self._grey is None and self._image is None and scale in SCALES:
            return self._decoded(grey=True, scale=scale)
        small, halved = self.grey, 1
        # Halving twice is ten times cheaper than one area resize to a quarter. A JPEG's blocks round up.
        while halved < scale:
            halved *= 2
            rows, columns = -(-self.height_px // halved), -(-self.width_px // halved)
            if small.shape[1] % 2 or small.shape[0] % 2:
                edges = (0, small.shape[0] % 2, 0, small.shape[1] % 2)
                small = np.asarray(cv2.copyMakeBorder(small, *edges, cv2.BORDER_REPLICATE), dtype=np.uint8)
            into = np.empty((rows, columns), np.uint8) if halved == scale else SCRATCH.array(rows, columns)
            small = np.asarray(cv2.resize(small, (columns, rows), into, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        return small

    def _decoded(self, *, grey: bool, scale: int = 1) -> Image:
        return decoded_jpeg(self.jpeg or b"", grey=grey, scale=scale)


def grey_of(image: Image) -> Grey:
    """Converts an image to grey, (h, w)."""
    if image.ndim == 2 or image.shape[2] == 1:
        return np.ascontiguousarray(image.reshape(image.shape[:2]))
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
