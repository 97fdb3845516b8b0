"""Classifies how the mat's tags changed in the image since the last calm: no change, zoom, movement, or a pulled tag.

Tags are compared with their own earlier positions in the image, not with the mat's layout. Errors due to an uneven mat,
an inaccurate print or the lens occur in both and cancel, so small changes are visible.

A lens that refocuses changes its focal length, and the whole image scales about the principal point, exactly so
whatever its distortion. A camera or a mat that moves shifts, rotates and tilts the image. A camera that moved only
along its optical axis would be mistaken for a zoom, but hands do not move cameras like that.

Method: least squares over similarities, for the largest consensus of tags (RANSAC over all pairs instead of random
ones).

References:
    Fischler and Bolles 1981.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, medians

MIN_TAGS = 3
"""Fewest tags for a decision."""

ZOOM_REST = 0.2
"""A change is a zoom if it leaves at most this share of the shifts unexplained, or at most `ZOOM_REST_PX`."""

ZOOM_REST_PX = 0.03
"""Largest unexplained shift of a zoom, for the smallest reported changes."""

MAX_ZOOM = 0.05
"""Largest relative change of the focal length when a lens refocuses."""

PULLED_MM = 0.4
PULLED_SHARE = 0.15
"""A tag was pulled if its shift deviates from that of most others by more than `PULLED_MM`, and by more than this share
of their shift: a camera that tilts also shifts tags by different amounts."""


@dataclass(frozen=True, slots=True, eq=False)
class Similarity:
    """A similarity transform of the image: a point shifts by `shift + slopes · (point − centre)`.

    Attributes:
        centre: (2,) pixels.
        shift: (2,) pixels.
        growth: Relative growth of the image.
        turn_rad: Rotation.
    """

    centre: Floats
    shift: Floats
    growth: float
    turn_rad: float

    def at(self, points_px: Floats) -> Floats:
        """Returns the shifts (n, 2) of points (n, 2)."""
        x, y = (points_px - self.centre).T
        off = np.column_stack([self.growth * x - self.turn_rad * y, self.turn_rad * x + self.growth * y])
        return np.asarray(self.shift + off)


@dataclass(frozen=True, slots=True, eq=False)
class MatChange:
    """The change of the mat's tags in the image.

    Attributes:
        whole: The movement of the mat as a whole.
        shift_px: Largest shift of that movement.
        zoom: Relative growth of the focal length; None if a zoom does not explain the change.
        pulled_px: Additional shift (2,) of each pulled tag, by id.
    """

    whole: Similarity
    shift_px: float
    zoom: float | None
    pulled_px: dict[int, Floats]


def similarity(points_px: Floats, shifts_px: Floats) -> Similarity:
    """Fits the similarity that shifts two or more points (n, 2) by approximately `shifts_px` (n, 2)."""
    centre, shift = points_px.mean(axis=0), shifts_px.mean(axis=0)
    (x, y), (u, v) = (points_px - centre).T, (shifts_px - shift).T
    spread = max(float(x @ x + y @ y), 1e-9)
    return Similarity(centre, shift, float(x @ u + y @ v) / spread, float(x @ v - y @ u) / spread)


def similarity_by(points_px: Floats, at_px: Floats) -> NDArray[np.complex128]:
    """Returns the matrix (m, n) from shifts at points (n, 2) to their similarity's at points (m, 2), as x + iy."""
    points, at = (each @ np.array([1.0, 1.0j]) for each in (points_px, at_px))
    arms = points - points.mean()
    spread = max(float((np.abs(arms) ** 2).sum()), 1e-9)
    return np.asarray(1.0 / len(points) + np.outer(at - points.mean(), arms.conj()) / spread)


def change_of(
    before_px: dict[int, Floats], now_px: dict[int, Floats], principal_px: Floats, px_per_mm: float
) -> MatChange | None:
    """Compares two observations of the mat's tags.

    Args:
        before_px: (4, 2) corners by id at the last calm.
        now_px: (4, 2) corners by id in the present image.
        principal_px: (2,) the lens's principal point.
        px_per_mm: Scale of the mat in the image.

    Returns:
        The change; None if too few tags are in both.
    """
    ids = sorted(before_px.keys() & now_px.keys())
    if len(ids) < MIN_TAGS:
        return None
    points = np.array([before_px[tag_id].mean(axis=0) for tag_id in ids])
    shifts = np.array([now_px[tag_id].mean(axis=0) for tag_id in ids]) - points
    agree = _agreeing(points, shifts, PULLED_MM * px_per_mm)
    whole = similarity(points[agree], shifts[agree])
    off = shifts - whole.at(points)
    pulled = {tag_id: off[n] for n, tag_id in enumerate(ids) if not agree[n]}
    points, shifts = points[agree], shifts[agree]
    most_px = float(np.hypot(*whole.at(points).T).max())
    return MatChange(whole, most_px, _zoom(points - principal_px, shifts), pulled)


def _agreeing(points: Floats, shifts: Floats, limit_px: float) -> NDArray[np.bool_]:
    """Returns which tags moved together: the largest group that two tags predict, or all if that is not a majority."""
    limit_px = max(limit_px, PULLED_SHARE * float(medians(np.hypot(*shifts.T))))
    if (np.hypot(*(shifts - similarity(points, shifts).at(points)).T) <= limit_px / 2).all():
        return np.ones(len(points), dtype=bool)
    best, best_off = np.zeros(len(points), dtype=bool), np.inf
    for pair in combinations(range(len(points)), 2):
        two = list(pair)
        off = np.hypot(*(shifts - similarity(points[two], shifts[two]).at(points)).T)
        agree = off <= limit_px
        if (agree.sum(), -off[agree].sum()) > (best.sum(), -best_off):
            best, best_off = agree, float(off[agree].sum())
    most = best.sum() > max(MIN_TAGS - 1, len(points) / 2)
    return best if most else np.ones(len(points), dtype=bool)


def _zoom(arms: Floats, shifts: Floats) -> float | None:
    share = float((arms * shifts).sum() / (arms**2).sum())
    rest_px = float(np.sqrt(((shifts - share * arms) ** 2).sum(axis=1).mean()))
    moved_px = float(np.sqrt((shifts**2).sum(axis=1).mean()))
    if abs(share) > MAX_ZOOM:
        return None
    return share if rest_px <= max(ZOOM_REST_PX, ZOOM_REST * moved_px) else None
