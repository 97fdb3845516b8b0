"""Tag dictionaries: the codes of tags, as grids of black and white modules."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import UnknownDictionaryError

_PREFIX = "DICT_"


@dataclass(frozen=True, slots=True, eq=False)
class TagDictionary:
    """One of OpenCV's dictionaries.

    Attributes:
        name: OpenCV's name, such as `DICT_4X4_100`.
        bits: Modules along one side of the code, without the black border.
        codes: (count, bits, bits) uint8, 1 where a module is white, rows from the pattern's top.
    """

    name: str
    bits: int
    codes: NDArray[np.uint8]

    @property
    def count(self) -> int:
        """Number of ids; they run from 0 to count - 1."""
        return len(self.codes)

    @property
    def half_modules(self) -> float:
        """Half the edge of the black square, in modules."""
        return self.bits / 2 + 1

    def pattern(self, tag_id: int) -> NDArray[np.float64]:
        """Returns the tag with its black border and one ring of white paper: (bits + 4, bits + 4), 1 where white."""
        framed = np.ones((self.bits + 4, self.bits + 4))
        framed[1:-1, 1:-1] = 0.0
        framed[2:-2, 2:-2] = self.codes[tag_id]
        return framed


def dictionary_names() -> tuple[str, ...]:
    """Returns all names that `dictionary` accepts."""
    return tuple(sorted(name for name in dir(cv2.aruco) if name.startswith(_PREFIX)))


@functools.lru_cache(maxsize=16)
def dictionary(name: str) -> TagDictionary:
    """Returns the dictionary of that name.

    Raises:
        UnknownDictionaryError: If OpenCV has no dictionary of that name.
    """
    if name not in dictionary_names():
        raise UnknownDictionaryError(name, dictionary_names())
    opencv = opencv_dictionary(name)
    bits = opencv.markerSize
    codes = np.stack(
        [
            cv2.aruco.generateImageMarker(opencv, tag_id, bits + 2)[1:-1, 1:-1] // 255
            for tag_id in range(opencv.bytesList.shape[0])
        ]
    ).astype(np.uint8)
    codes.setflags(write=False)
    return TagDictionary(name, bits, codes)


def opencv_dictionary(name: str) -> cv2.aruco.Dictionary:
    """Returns OpenCV's own object for a dictionary; `name` must be one of `dictionary_names`."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
