"""What became of the mat's tags in the picture since all was calm: nothing, a zoom, a move, or one tag that was pulled.

Tags are compared with where they were seen themselves, not with where the mat's layout has them: a mat that is not
flat, a print that is a little off and the faults of the lens are in both and cancel. That makes small changes plain.

A lens that focuses elsewhere changes its focal length, and the whole picture grows or shrinks about the principal
point, exactly so, whatever its distortion. A camera or a mat that moves shifts, turns and tilts it. A camera that moved
along its own view and in no other way would be taken for a zoom; hands do not move cameras like that.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

MIN_TAGS = 3
"""Fewer tags tell nothing."""

ZOOM_REST = 0.2
"""A change is a zoom if it leaves no more than that share of the shifts unexplained …"""

ZOOM_REST_PX = 0.03
"""… or no more than this, for the smallest changes that are told."""

MAX_ZOOM = 0.05
"""No lens changes its focal length by more when it focuses elsewhere."""

PULLED_MM = 0.4
PULLED_SHARE = 0.15
"""A tag was pulled if it went that much elsewhere than most others say, and by that share of how far they went: a
camera that tilts moves them by unlike amounts too."""


@dataclass(frozen=True, slots=True, eq=False)
class Similarity:
    """A shift, turn and growth of the picture: a point goes by `shift + slopes · (point − centre)`.

    Attributes:
        centre: (2,) pixels.
        shift: (2,) pixels.
        growth: Share by which it grows.
        turn_rad: By which it turns.
    """

    centre: Floats
    shift: Floats
    growth: float
    turn_rad: float

    def at(self, points_px: Floats) -> Floats:
        """(n, 2) by how much points (n, 2) go."""
        x, y = (points_px - self.centre).T
        off = np.column_stack([self.growth * x - self.turn_rad * y, self.turn_rad * x + self.growth * y])
        return np.asarray(self.shift + off)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What became of the mat's tags.

    Attributes:
        whole: How the picture of the mat went as a whole.
        shift_px: By how much it went where it went most.
        zoom: Share by which the focal length grew; None if that does not explain the change.
        pulled_px: How much farther than the others say some tags went, (2,) by id.
    """

    whole: Similarity
    shift_px: float
    zoom: float | None
    pulled_px: dict[int, Floats]


def similarity(points_px: Floats, shifts_px: Floats) -> Similarity:
    """The similarity that takes points (n, 2) by about these shifts (n, 2); two or more points."""
    centre, shift = points_px.mean(axis=0), shifts_px.mean(axis=0)
    (x, y), (u, v) = (points_px - centre).T, (shifts_px - shift).T
    spread = max(float(x @ x + y @ y), 1e-9)
    return Similarity(centre, shift, float(x @ u + y @ v) / spread, float(x @ v - y @ u) / spread)


def similarity_by(points_px: Floats, at_px: Floats) -> NDArray[np.complex128]:
    """How the similarity of shifts at points (n, 2) takes other points (m, 2): (m, n), with x + iy for each shift."""
    points, at = (each @ np.array([1.0, 1.0j]) for each in (points_px, at_px))
    arms = points - points.mean()
    spread = max(float((np.abs(arms) ** 2).sum()), 1e-9)
    return np.asarray(1.0 / len(points) + np.outer(at - points.mean(), arms.conj()) / spread)


def change_of(
    before_px: dict[int, Floats], now_px: dict[int, Floats], principal_px: Floats, px_per_mm: float
) -> Change | None:
    """Compares two sightings of the mat's tags.

    Args:
        before_px: (4, 2) corners by id, when all was calm.
        now_px: Likewise, now.
        principal_px: (2,) the lens's principal point.
        px_per_mm: Scale of the picture of the mat.

    Returns:
        The change; None if too few tags were seen both times.
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
    return Change(whole, most_px, _zoom(points - principal_px, shifts), pulled)


def _agreeing(points: Floats, shifts: Floats, limit_px: float) -> NDArray[np.bool_]:
    """Which tags went together: the largest group that some two of them speak for, or all if that is not most."""
    limit_px = max(limit_px, PULLED_SHARE * float(np.median(np.hypot(*shifts.T))))
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
