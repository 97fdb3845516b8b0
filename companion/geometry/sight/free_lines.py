"""Decides whether there is a free sight line at a level: exactly, and for many levels at once.

Theory of operation. A directed line is (θ, h): the points x with n(θ)·x = h, where n is the unit normal to its left. Of
each line that meets both bases, only the part from where it leaves the first to where it enters the second matters; no
longer segment on it is better. At level m the blockers are grown by m, or eroded by -m, and a line is free if its part
stays out of their interiors. Sight has margin m or more if a free line exists at level m.

A circle of centre c and radius r lies to the right of the line if h ≥ n·c + r and to its left if h ≤ n·c - r. So all
limits of h are curves of one kind over θ: tangency to a grown corner or to a base that may block; passing the point of
a rim where a blocker's outline crosses it (r = 0); and meeting the two bases at all (r = minus their radius). The free
lines form closed regions between such curves. Consider the leftmost line of a region, that of the smallest θ: there a
lower limit i and an upper limit j meet and open to the right, n·(c_j - c_i) = r_i + r_j with a growing left side. For
each ordered pair that is one line in closed form. Hence a free line exists exactly if one of these F (F - 1) lines is
free. Unnecessary features cost only time, because each line is tested against the blockers themselves.

Bases that overlap can also see through single points that they share: `free_shared_points` answers the same question
for points. The regions of free points are bounded by circles and straight lines; their leftmost points are
intersections of two of these, or the leftmost points of the two rims.
"""

import numpy as np

from companion.geometry.sight.blockers import BlockerArrays, Bools, Floats, Ints, SightFrame
from companion.geometry.sight.features import (
    TOUCH_MM,
    TOUCHING_MM2,
    Circles,
    base_circles,
    circle_circle,
    circles_at,
    corner_circles,
    line_circle,
    line_line,
    rim_points,
    tangent_features,
)
from companion.geometry.sight.segment_test import Segments, are_free, points_as_segments

_ALONG_MM = 1e-3  # accuracy of a position along a line that is nearly tangent to a rim


def free_lines(arrays: BlockerArrays, frame: SightFrame, levels: Floats) -> Segments:
    """Returns the extreme free lines at each of a few levels of one sign; a level without any has no free line."""
    with np.errstate(invalid="ignore", divide="ignore"):
        features = _features(arrays, frame, levels)
        lines = _extreme_lines(features, frame)
        return lines.only(are_free(arrays, lines, levels))


def free_shared_points(arrays: BlockerArrays, frame: SightFrame, levels: Floats) -> Segments:
    """Returns free points in both bases at each level, as segments of length 0; none for bases that do not overlap."""
    ra, rb, d = frame.from_radius_mm, frame.to_radius_mm, frame.distance_mm
    if d > ra + rb + TOUCH_MM:
        nothing = np.empty(0)
        return points_as_segments(nothing, nothing, np.empty(0, dtype=np.intp))
    with np.errstate(invalid="ignore", divide="ignore"):
        x, y = _point_candidates(arrays, frame, levels)
        in_both = (np.hypot(x, y) <= ra + TOUCH_MM) & (np.hypot(x - d, y) <= rb + TOUCH_MM)
        row, column = np.nonzero(in_both)
        points = points_as_segments(x[row, column], y[row, column], row)
        return points.only(are_free(arrays, points, levels))


def limit_lines(arrays: BlockerArrays, frame: SightFrame) -> Segments:
    """Returns the free lines between the visible and the invisible parts of the second base, at level 0.

    They are extreme lines as well, in both directions, and may be determined by features on their way through the
    second base, but not by its rim. If the bases overlap, lines that leave the first inside the second are kept; only
    that point is tested.
    """
    levels = np.zeros(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        features = _features(arrays, frame, levels, bases=1)
        left, right = (_extreme_lines(features, frame, opens=side, through=True) for side in (1.0, -1.0))
        lines = left.joined(right)
        return lines.only(are_free(arrays, lines, levels))


def _features(arrays: BlockerArrays, frame: SightFrame, levels: Floats, bases: int = 2) -> Circles:
    """Returns everything that bounds the free lines: the inside of one or both bases, blockers, and free rim points."""
    rims = np.array([[0.0, 0.0], [frame.distance_mm, 0.0]])[:bases]
    radii = np.array([frame.from_radius_mm, frame.to_radius_mm])[:bases]
    features = circles_at(rims, np.broadcast_to(-radii, (len(levels), bases))) + tangent_features(arrays, frame, levels)
    stuck = rim_points(arrays, levels, rims, radii)
    row, column = np.nonzero(~np.isnan(stuck.x_mm))
    if len(row):
        points = points_as_segments(stuck.x_mm[row, column], stuck.y_mm[row, column], row)
        free = np.zeros(stuck.x_mm.shape, dtype=np.bool_)
        free[row, column] = are_free(arrays, points, levels)
        features += stuck.only(free)
    return features.distinct()


def _extreme_lines(features: Circles, frame: SightFrame, *, opens: float = 1.0, through: bool = False) -> Segments:
    """Returns the leftmost line (rightmost for `opens` = -1) between each feature on its right and each on its left.

    Lines are dropped if they miss a base, or if they touch a feature outside the relevant part: before the first base,
    or beyond the near rim of the second (with `through`, beyond its far rim).
    """
    x, y, r = features.x_mm, features.y_mm, features.radius_mm
    dx, dy = x[:, None, :] - x[:, :, None], y[:, None, :] - y[:, :, None]
    rho = r[:, None, :] + r[:, :, None]
    d2 = dx * dx + dy * dy
    square = d2 - rho * rho
    # two that touch from within to rounding have one tangent; its normal keeps length 1, however near they are
    touching = (square < 0) & (square > -TOUCHING_MM2)
    rho = np.where(touching, np.copysign(np.sqrt(d2), rho), rho)
    beta = opens * np.sqrt(np.where(touching, 0.0, square)) / d2
    alpha = rho / d2
    nx, ny = alpha * dx + beta * dy, alpha * dy - beta * dx
    h = nx * x[:, :, None] + ny * y[:, :, None] + r[:, :, None]
    ra, rb, d = frame.from_radius_mm, frame.to_radius_mm, frame.distance_mm
    meets = (np.abs(h) <= ra + TOUCH_MM) & (np.abs(nx * d - h) <= rb + TOUCH_MM) & (ny > -TOUCH_MM)
    row, low, high = np.nonzero(meets)
    lines, wanted = between_bases(nx[row, low, high], ny[row, low, high], h[row, low, high], row, frame)
    last = lines.stop_mm
    if through:
        last = lines.ny * d + np.sqrt(np.maximum(rb * rb - (lines.nx * d - lines.h_mm) ** 2, 0.0))
        wanted = lines.start_mm <= last + TOUCH_MM
    for column in (low, high):
        at = lines.ny * x[row, column] - lines.nx * y[row, column]
        on_the_way = (at >= lines.start_mm - _ALONG_MM) & (at <= last + _ALONG_MM)
        wanted &= on_the_way | (r[row, column] < 0)
    return lines.only(wanted)


def between_bases(nx: Floats, ny: Floats, h: Floats, row: Ints, frame: SightFrame) -> tuple[Segments, Bools]:
    """Returns the parts of lines from where they leave the first base to where they enter the second.

    Returns:
        The parts, and which of them run in that order; the others are reduced to the point where they leave the first.
    """
    ra, rb, d = frame.from_radius_mm, frame.to_radius_mm, frame.distance_mm
    start = np.sqrt(np.maximum(ra * ra - h * h, 0.0))
    stop = ny * d - np.sqrt(np.maximum(rb * rb - (nx * d - h) ** 2, 0.0))
    in_order: Bools = start <= stop + TOUCH_MM
    return Segments(nx, ny, h, start, np.maximum(start, stop), row), in_order


def _point_candidates(arrays: BlockerArrays, frame: SightFrame, levels: Floats) -> tuple[Floats, Floats]:
    """Returns the leftmost points of all regions of shared points that may be free."""
    rims = np.array([[0.0, 0.0], [frame.distance_mm, 0.0]])
    radii = np.array([frame.from_radius_mm, frame.to_radius_mm])
    shape = (len(levels), 2)
    circles = circles_at(rims, np.broadcast_to(radii, shape)) + base_circles(arrays, levels)
    circles += corner_circles(arrays, levels)
    lines = np.arange(len(arrays.starts), dtype=np.intp)
    first, second = np.triu_indices(circles.x_mm.shape[1], 1)
    centres = np.stack([circles.x_mm, circles.y_mm], axis=-1)
    r = circles.radius_mm
    points = circle_circle(centres[:, first], r[:, first], centres[:, second], r[:, second])
    line, circle = (v.ravel() for v in np.meshgrid(lines, np.arange(r.shape[1]), indexing="ij"))
    points += line_circle(arrays, line, levels[:, None], centres[0, circle], r[:, circle])
    points.append((np.broadcast_to(rims[:, 0] - radii, shape), np.broadcast_to(rims[:, 1], shape)))
    points.append(line_line(arrays, *np.triu_indices(len(lines), 1), levels[:, None]))
    return np.concatenate([p[0] for p in points], axis=1), np.concatenate([p[1] for p in points], axis=1)
