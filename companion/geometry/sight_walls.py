"""Whether given segments are free at given levels: the test against the blockers themselves.

Everything is seen from the segment: x along its line, y to its left. The points of the line within ρ of an edge form
one interval, because the region within ρ of an edge is convex. From these intervals both questions are answered.
Grown by m: a segment is blocked if it meets such an interval with ρ = m, or begins inside a template. Worn down by m:
it is blocked if some point of it is inside a template and in none of its intervals with ρ = m. Such points lie just
beyond the upper end of an interval, if not at the segment's beginning.
"""

from dataclasses import dataclass

import numpy as np

from companion.geometry.sight_blockers import Bools, Field, Floats, Ints
from companion.geometry.sight_features import TOUCH_MM

_JUST_BEYOND_MM = 1e-9


@dataclass(frozen=True, slots=True)
class Segments:
    """Parts of directed lines, each with the level at which it is asked about.

    Attributes:
        nx, ny: (N,) unit normal to the left; the line runs along (ny, -nx).
        h_mm: (N,) offset along the normal.
        start_mm, stop_mm: (N,) where the part begins and ends, along the line.
        row: (N,) index of the level.
    """

    nx: Floats
    ny: Floats
    h_mm: Floats
    start_mm: Floats
    stop_mm: Floats
    row: Ints

    def __len__(self) -> int:
        return len(self.row)

    def only(self, wanted: Bools | Ints) -> "Segments":
        return Segments(
            self.nx[wanted],
            self.ny[wanted],
            self.h_mm[wanted],
            self.start_mm[wanted],
            self.stop_mm[wanted],
            self.row[wanted],
        )

    def joined(self, other: "Segments") -> "Segments":
        """Both, as one."""
        return Segments(
            np.concatenate([self.nx, other.nx]),
            np.concatenate([self.ny, other.ny]),
            np.concatenate([self.h_mm, other.h_mm]),
            np.concatenate([self.start_mm, other.start_mm]),
            np.concatenate([self.stop_mm, other.stop_mm]),
            np.concatenate([self.row, other.row]),
        )

    def asked_at(self, row: int) -> "Segments":
        """The same segments, all asked about at one level."""
        return Segments(self.nx, self.ny, self.h_mm, self.start_mm, self.stop_mm, np.full_like(self.row, row))

    def ends_mm(self, k: int) -> tuple[float, float, float, float]:
        """First x, first y, last x, last y of one of them."""
        nx, ny, h, s, t = (float(v[k]) for v in (self.nx, self.ny, self.h_mm, self.start_mm, self.stop_mm))
        return nx * h + ny * s, ny * h - nx * s, nx * h + ny * t, ny * h - nx * t


def points_as_segments(x: Floats, y: Floats, row: Ints) -> Segments:
    """Points as segments without length."""
    return Segments(np.zeros_like(x), np.ones_like(x), y, x, x, row)


def are_free(field: Field, segments: Segments, levels: Floats) -> Bools:
    """Which segments stay out of every blocker at their level; the levels are of one sign."""
    free: Bools = np.logical_not(np.logical_or.reduce(hit_discs(field, segments, levels), axis=1))
    passed = np.flatnonzero(free)
    free[passed] = ~hit_pieces(field, segments.only(passed), levels).any(axis=1)
    return free


def hit_discs(field: Field, segments: Segments, levels: Floats) -> Bools:
    """(N, K) which bases in the way each segment passes through."""
    cx, cy, r = field.discs.T
    reach = r + levels[segments.row][:, None]
    along = segments.ny[:, None] * cx - segments.nx[:, None] * cy
    across = segments.nx[:, None] * cx + segments.ny[:, None] * cy - segments.h_mm[:, None]
    beyond = np.maximum(np.maximum(segments.start_mm[:, None] - along, along - segments.stop_mm[:, None]), 0.0)
    hits: Bools = (reach > TOUCH_MM) & (np.hypot(across, beyond) < reach - TOUCH_MM)
    return hits


def hit_pieces(field: Field, segments: Segments, levels: Floats) -> Bools:
    """(N, P) which templates each segment passes through."""
    hits = np.zeros((len(segments), field.piece_count), dtype=np.bool_)
    if not field.piece_count or not len(segments):
        return hits
    nx, ny = segments.nx[:, None], segments.ny[:, None]
    x = ny * field.starts[:, 0] - nx * field.starts[:, 1]
    y = nx * field.starts[:, 0] + ny * field.starts[:, 1] - segments.h_mm[:, None]
    level = levels[segments.row][:, None]
    grown = levels[0] > 2 * TOUCH_MM
    rho = level - TOUCH_MM if grown else np.maximum(-level, 0.0) + TOUCH_MM
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = _intervals(field, nx, ny, x, y, rho)
        crossings = _crossings(field, x, y)
        if grown:
            _mark_met(field, segments, low, high, hits)
            hits |= _inside(field, crossings, segments.start_mm[:, None], np.arange(field.piece_count))
        else:
            _mark_uncovered(field, segments, (low, high), crossings, hits)
    return hits


def _intervals(field: Field, nx: Floats, ny: Floats, x: Floats, y: Floats, rho: Floats) -> tuple[Floats, Floats]:
    """(N, E) ends of the interval of the line within rho (N, 1) of each edge; NaN where there is none."""
    half = np.sqrt(rho * rho - y * y)
    low, high = x - half, x + half
    xe, ye = x[:, field.following], y[:, field.following]
    low, high = np.fmin(low, low[:, field.following]), np.fmax(high, high[:, field.following])
    out_y = rho * (nx * field.outward[:, 0] + ny * field.outward[:, 1])
    out_x = rho * (ny * field.outward[:, 0] - nx * field.outward[:, 1])
    for side in (1.0, -1.0):
        y0, y1 = y + side * out_y, ye + side * out_y
        t = np.where((y0 > 0) != (y1 > 0), y0 / (y0 - y1), np.nan)
        at = x + side * out_x + t * (xe - x)
        low, high = np.fmin(low, at), np.fmax(high, at)
    return low, high


def _crossings(field: Field, x: Floats, y: Floats) -> Floats:
    """(N, E) where the line crosses each edge; NaN where it does not."""
    xe, ye = x[:, field.following], y[:, field.following]
    return np.where((y > 0) != (ye > 0), x + y / (y - ye) * (xe - x), np.nan)


def _inside(field: Field, crossings: Floats, at: Floats, pieces: Ints) -> Bools:
    """(N, C) whether the points `at` of the line lie inside the template named for each column."""
    ours = pieces[:, None] == field.pieces
    beyond = (crossings[:, None, :] > at[:, :, None]) & ours
    inside: Bools = beyond.sum(axis=2) % 2 == 1
    return inside


def _mark_met(field: Field, segments: Segments, low: Floats, high: Floats, hits: Bools) -> None:
    row, edge = np.nonzero((low <= segments.stop_mm[:, None]) & (high >= segments.start_mm[:, None]))
    hits[row, field.pieces[edge]] = True


def _mark_uncovered(
    field: Field, segments: Segments, covered: tuple[Floats, Floats], crossings: Floats, hits: Bools
) -> None:
    low, high = covered
    first = np.broadcast_to(segments.start_mm[:, None], hits.shape)
    at = np.concatenate([high + _JUST_BEYOND_MM, first], axis=1)
    pieces = np.concatenate([field.pieces, np.arange(field.piece_count, dtype=np.intp)])
    on_segment = (at >= segments.start_mm[:, None]) & (at <= segments.stop_mm[:, None])
    ours = pieces[:, None] == field.pieces
    x = at[:, :, None]
    covers = (low[:, None, :] <= x) & (x <= high[:, None, :]) & ours
    open_here = on_segment & ~covers.any(axis=2) & _inside(field, crossings, at, pieces)
    row, column = np.nonzero(open_here)
    hits[row, pieces[column]] = True
