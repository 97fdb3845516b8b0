"""Tests whether given segments are free at given levels, against the blockers themselves.

All coordinates are relative to the segment: x along its line, y to its left. The points of the line within ρ of an edge
form one interval, because the region within ρ of an edge is convex. These intervals answer both questions. Grown by m:
a segment is blocked if it meets such an interval with ρ = m, or begins inside a template. Eroded by m: it is blocked if
some point of it is inside a template and in none of its intervals with ρ = m. Such points lie just beyond the upper end
of an interval, if not at the segment's beginning.
"""

import math
from dataclasses import dataclass

import numpy as np

from companion.geometry.sight.blockers import BlockerArrays, Bools, Floats, Ints, TemplateArrays
from companion.geometry.sight.features import TOUCH_MM

_JUST_BEYOND_MM = 1e-9


@dataclass(frozen=True, slots=True)
class Segments:
    """Parts of directed lines, each with the level to test.

    Attributes:
        nx, ny: (N,) unit normal to the left; the line runs along (ny, -nx).
        h_mm: (N,) offset along the normal.
        start_mm, stop_mm: (N,) start and end of the part, along the line.
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
        """Returns the segments of both."""
        return Segments(
            np.concatenate([self.nx, other.nx]),
            np.concatenate([self.ny, other.ny]),
            np.concatenate([self.h_mm, other.h_mm]),
            np.concatenate([self.start_mm, other.start_mm]),
            np.concatenate([self.stop_mm, other.stop_mm]),
            np.concatenate([self.row, other.row]),
        )

    def asked_at(self, row: int) -> "Segments":
        """Returns the same segments, all at one level."""
        return Segments(self.nx, self.ny, self.h_mm, self.start_mm, self.stop_mm, np.full_like(self.row, row))

    def ends_mm(self, k: int) -> tuple[float, float, float, float]:
        """Returns first x, first y, last x, last y of one of them."""
        nx, ny, h, s, t = (float(v[k]) for v in (self.nx, self.ny, self.h_mm, self.start_mm, self.stop_mm))
        return nx * h + ny * s, ny * h - nx * s, nx * h + ny * t, ny * h - nx * t


def points_as_segments(x: Floats, y: Floats, row: Ints) -> Segments:
    """Returns points as segments of length 0."""
    return Segments(np.zeros_like(x), np.ones_like(x), y, x, x, row)


def segment_between(x0: float, y0: float, x1: float, y1: float) -> Segments:
    """Returns one segment between two points."""
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length > 0 else (1.0, 0.0)
    along = ux * x0 + uy * y0
    nx, ny, h, start, stop = (np.array([v]) for v in (-uy, ux, ux * y0 - uy * x0, along, along + length))
    return Segments(nx, ny, h, start, stop, np.zeros(1, dtype=np.intp))


def are_free(arrays: BlockerArrays, segments: Segments, levels: Floats) -> Bools:
    """Returns which segments stay out of every blocker at their level; the levels have one sign."""
    free: Bools = np.logical_not(np.logical_or.reduce(hit_discs(arrays, segments, levels), axis=1))
    for wall in arrays.walls:
        passed = np.flatnonzero(free)
        free[passed] = ~hit_wall(wall, segments.only(passed), levels)
    if len(arrays.joins):
        free &= ~hit_joins(arrays.joins, segments, levels).any(axis=1)
    return free


def hit_joins(joins: Floats, segments: Segments, levels: Floats) -> Bools:
    """Returns (N, J) which segments cross what joins blockers, (J, 5), at their level."""
    x0, y0, x1, y1, closed_from = joins.T
    nx, ny, h = segments.nx[:, None], segments.ny[:, None], segments.h_mm[:, None]
    first, last = nx * x0 + ny * y0 - h, nx * x1 + ny * y1 - h
    crosses = (first > 0) != (last > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = first / (first - last)
        at = ny * (x0 + t * (x1 - x0)) - nx * (y0 + t * (y1 - y0))
    on_segment = (at >= segments.start_mm[:, None]) & (at <= segments.stop_mm[:, None])
    hits: Bools = crosses & on_segment & (levels[segments.row][:, None] >= closed_from - TOUCH_MM)
    return hits


def hit_discs(arrays: BlockerArrays, segments: Segments, levels: Floats) -> Bools:
    """Returns (N, K) which bases each segment passes through."""
    cx, cy, r = arrays.discs.T
    reach = r + levels[segments.row][:, None]
    along = segments.ny[:, None] * cx - segments.nx[:, None] * cy
    across = segments.nx[:, None] * cx + segments.ny[:, None] * cy - segments.h_mm[:, None]
    beyond = np.maximum(np.maximum(segments.start_mm[:, None] - along, along - segments.stop_mm[:, None]), 0.0)
    hits: Bools = np.hypot(across, beyond) < reach - TOUCH_MM
    return hits


def hit_wall(wall: TemplateArrays, segments: Segments, levels: Floats) -> Bools:
    """Returns (N,) which segments pass through a template."""
    nx, ny = segments.nx[:, None], segments.ny[:, None]
    x = ny * wall.starts[:, 0] - nx * wall.starts[:, 1]
    y = nx * wall.starts[:, 0] + ny * wall.starts[:, 1] - segments.h_mm[:, None]
    level = levels[segments.row][:, None]
    grown = levels[0] > 2 * TOUCH_MM
    rho = level - TOUCH_MM if grown else np.maximum(-level, 0.0) + TOUCH_MM
    # a template that blocks extends across the line on both sides, by at least its erosion
    over = -rho[:, 0] if grown else rho[:, 0]
    reach = rho[:, 0] if grown else 0.0
    near = (y.max(axis=1) > over) & (y.min(axis=1) < -over)
    near &= (x.max(axis=1) > segments.start_mm - reach) & (x.min(axis=1) < segments.stop_mm + reach)
    rows = np.flatnonzero(near)
    hits = np.zeros(len(segments), dtype=np.bool_)
    if len(rows):
        some = segments.only(rows)
        with np.errstate(invalid="ignore", divide="ignore"):
            low, high = _intervals(wall, some, x[rows], y[rows], rho[rows])
            crossings = _crossings(wall, x[rows], y[rows])
        hits[rows] = (_meets if grown else _leaves_open)(some, low, high, crossings)
    return hits


def _intervals(wall: TemplateArrays, segments: Segments, x: Floats, y: Floats, rho: Floats) -> tuple[Floats, Floats]:
    """Returns the ends (N, E) of the interval of the line within rho (N, 1) of each edge; NaN where there is none."""
    half = np.sqrt(rho * rho - y * y)
    low, high = x - half, x + half
    xe, ye = x[:, wall.following], y[:, wall.following]
    low, high = np.fmin(low, low[:, wall.following]), np.fmax(high, high[:, wall.following])
    nx, ny = segments.nx[:, None], segments.ny[:, None]
    out_y = rho * (nx * wall.outward[:, 0] + ny * wall.outward[:, 1])
    out_x = rho * (ny * wall.outward[:, 0] - nx * wall.outward[:, 1])
    for side in (1.0, -1.0):
        y0, y1 = y + side * out_y, ye + side * out_y
        t = np.where((y0 > 0) != (y1 > 0), y0 / (y0 - y1), np.nan)
        at = x + side * out_x + t * (xe - x)
        low, high = np.fmin(low, at), np.fmax(high, at)
    return low, high


def _crossings(wall: TemplateArrays, x: Floats, y: Floats) -> Floats:
    """Returns where the line crosses each edge (N, E); NaN where it does not."""
    xe, ye = x[:, wall.following], y[:, wall.following]
    return np.where((y > 0) != (ye > 0), x + y / (y - ye) * (xe - x), np.nan)


def _meets(segments: Segments, low: Floats, high: Floats, crossings: Floats) -> Bools:
    """Returns (N,) which segments meet an interval, or begin inside."""
    met: Bools = np.logical_or.reduce((low <= segments.stop_mm[:, None]) & (high >= segments.start_mm[:, None]), axis=1)
    return met | _inside(crossings, segments.start_mm[:, None])[:, 0]


def _leaves_open(segments: Segments, low: Floats, high: Floats, crossings: Floats) -> Bools:
    """Returns (N,) which segments have a point that lies inside and in no interval."""
    at = np.concatenate([high + _JUST_BEYOND_MM, segments.start_mm[:, None]], axis=1)
    on_segment = (at >= segments.start_mm[:, None]) & (at <= segments.stop_mm[:, None])
    x = at[:, :, None]
    covered = ((low[:, None, :] <= x) & (x <= high[:, None, :])).any(axis=2)
    found: Bools = np.logical_or.reduce(on_segment & ~covered & _inside(crossings, at), axis=1)
    return found


def _inside(crossings: Floats, at: Floats) -> Bools:
    """Returns (N, C) whether the points `at` of the line lie inside the template."""
    inside: Bools = (crossings[:, None, :] > at[:, :, None]).sum(axis=2) % 2 == 1
    return inside
