"""Finds pairs of neighbouring points without comparing every point with every other.

A sharp image of cloth has ten thousand spots; of a hundred million pairs of them, few are close.
"""

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Rows = NDArray[np.int64]


def near(points_px: Floats, reach_px: float) -> tuple[Rows, Rows]:
    """Returns all pairs of points that are at most a given distance apart.

    Args:
        points_px: (n, 2).
        reach_px: The distance.

    Returns:
        The rows of the first and of the second of each pair; the first is the lower row.
    """
    points = shapely.points(points_px)
    first, second = shapely.STRtree(points).query(points, predicate="dwithin", distance=reach_px)
    once = first < second
    return first[once], second[once]


def near_alike(points_px: Floats, radius_px: Floats, reach_radii: float, most_ratio: float) -> tuple[Rows, Rows]:
    """Returns all pairs of discs of similar size that are closer than a multiple of the greater one's radius.

    Args:
        points_px: (n, 2) centres.
        radius_px: (n,).
        reach_radii: Largest distance of the centres, in radii of the greater disc.
        most_ratio: Largest ratio of the radii.

    Returns:
        The rows of the first and of the second of each pair; the first is the lower row.
    """
    if not len(points_px):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    # Discs are sorted into size classes. Discs of similar size are in one class or in two adjacent ones, and each class
    # has its own search distance.
    kind = np.floor(np.log(radius_px) / np.log(most_ratio)).astype(np.int64)
    found = []
    for number in np.unique(kind):
        rows = np.flatnonzero((kind == number) | (kind == number + 1))
        one, two = near(points_px[rows], reach_radii * float(radius_px[rows].max()))
        one, two = rows[one], rows[two]
        mine = np.minimum(kind[one], kind[two]) == number
        found.append(np.stack((one[mine], two[mine])))
    one, two = np.concatenate(found, axis=1)
    greater = np.maximum(radius_px[one], radius_px[two])
    good = (np.hypot(*(points_px[one] - points_px[two]).T) < reach_radii * greater) & (
        greater < most_ratio * np.minimum(radius_px[one], radius_px[two])
    )
    return one[good], two[good]
