"""Joins many polygons into one array, so that they are examined at once."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Number = TypeVar("Number", np.int32, np.float64)


def joined(polygons: Sequence[MatLike]) -> tuple[NDArray[np.int32], NDArray[np.intp], NDArray[np.intp]]:
    """Concatenates polygons.

    Args:
        polygons: At least one, each (n, 1, 2) as OpenCV returns them.

    Returns:
        All corners (n, 2), and where each polygon begins and how many corners it has.
    """
    counts = np.array([len(polygon) for polygon in polygons], np.intp)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
    return np.concatenate(polygons).reshape(-1, 2).astype(np.int32, copy=False), starts, counts


def following(points: NDArray[Number], starts: NDArray[np.intp]) -> NDArray[Number]:
    """Returns the successor of each point (n, …) along the closed polygons that begin at `starts`."""
    successors = np.empty_like(points)
    successors[:-1] = points[1:]
    successors[np.append(starts[1:], len(points)) - 1] = points[starts]
    return successors
