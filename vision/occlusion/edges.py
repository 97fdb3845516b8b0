"""Finds squares that are partly visible, as candidates for partly covered tags.

If less than half of a tag is covered, at least one corner of its black square is visible, with a large part of both
adjacent sides, and usually one whole side. Every straight segment of an outline that may belong to a side proposes
squares of the known size. Each square is then shifted to where the image changes from paper to ink along its sides, and
is kept if enough points along them agree; the covered points have no influence.

Method: hypothesise and verify: segments of polygonal outlines propose squares, and the image's edges along the sides
confirm them; shift and rotation by iteratively reweighted least squares with Tukey's weights.

References:
    Ramer 1972; Douglas and Peucker 1973 (the polygons); Beaton and Tukey 1974 (weights).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Image, first_of_each, medians, percentiles
from vision.camera.camera_model import CameraModel
from vision.fiducials.grain import without_specks
from vision.fiducials.local_threshold import darker_than_nearby
from vision.fiducials.polygons import following, joined
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.table import Tag

WINDOWS = (0.55, 1.0, 1.6)
"""Sizes of the threshold's neighbourhood, in edges of the tag."""

STEP = 5.0
TOLERANCES_PX = (1.0, 1.6)
"""Tolerances for the deviation of an outline from a straight side."""

LENGTHS = (0.82, 1.12)
"""Length of a whole side, relative to the true length: corners are rounded, and outlines run inside."""

SHORTEST = 0.5
"""Shortest visible part of a partly covered side that begins at a corner, relative to the true length."""

LONGEST = 2.0
"""Longest side, relative to the true length, of an outline that continues along the cover."""

INSIDE_PX = 0.6
"""Distance by which outlines run inside the tag's edges."""

STEEPEST_INSIDE_PX = 0.3
"""Distance by which the steepest gradient lies inside the tag's edges: the tone curve of cameras widens bright areas.
"""

MIN_STEP = 10.0
"""Smallest difference in grey levels between the paper next to a side and the ink."""

PLACES = np.linspace(-0.4, 0.4, 7)
"""Positions along an outline segment at which paper and ink are compared, as shares of its length."""

BESIDE = 0.6
"""Distance from the segment at which paper and ink are compared, in modules."""

CORNER = np.array([0.1, 0.22, 0.34])
"""Positions at which a corner is tested along the adjacent side, from the corner on, as shares of the side."""

UNCLEAR = 0.15
"""Share of the positions at which the difference may be smaller than `MIN_STEP`."""

REACHES = (1.0, 0.7, 0.5)
"""Search distance for edges around their expected position, in modules, for each step."""

GRAIN = 0.125
"""Spacing of the samples in that search, in modules."""

ALONG = np.linspace(-0.44, 0.44, 9)
"""Positions along a side at which its edge is searched for, as shares of the side."""

AGREES = 0.22
"""Tolerance in modules for the deviation of an edge from a square's side."""

MIN_SHOWN, MIN_SIDE = 0.42, 0.75
"""Fewest positions that must be within `AGREES`, as shares: along all sides, and along the best side."""

SAME, SAME_RAD = 0.25, 0.06
"""Squares closer than this, in modules, are the same; before the shift to their edges, only if their angles agree too.
"""

STRAY = 2.0
"""Longest way of a square to its edges, in modules: 1.4 is the longest found."""

HELD = 0.05
"""Regularisation that keeps a square in place if no edges are found."""

BATCH = 2000
RIGHT_AND_UP = np.array([1.0, 1.0j])

Complexes = NDArray[np.complex128]
_NOWHERE: Complexes = np.empty(0, dtype=complex)


@dataclass(frozen=True, slots=True, eq=False)
class SearchArea:
    """Where squares are searched for: on the mat and near it, except at tags that are known to be there.

    Attributes:
        mat_mm: (2,) width and height of the mat.
        beside_mm: Width of the margin around the mat.
        known_mm: (n, 2) centres of known tags.
        apart_mm: Smallest distance of a square's centre from them.
    """

    mat_mm: Floats
    beside_mm: float
    known_mm: Floats
    apart_mm: float

    def holds(self, points_mm: Floats, slack_mm: float = 0.0) -> Flags:
        """Returns (n,) whether points (n, 2) lie inside, or outside by less than `slack_mm`."""
        beyond_mm = np.abs(points_mm - self.mat_mm / 2) - self.mat_mm / 2
        apart_mm = np.hypot(*(points_mm[:, None] - self.known_mm[None]).transpose(2, 0, 1))
        away = (apart_mm >= self.apart_mm - slack_mm).all(axis=1)
        return np.asarray((beyond_mm < self.beside_mm + slack_mm).all(axis=1) & away)

    def rect(self, view: GreyView, model: CameraModel, margin_mm: float) -> Rect:
        """Returns the part of the image that shows the area and a margin."""
        low, (right, high) = -self.beside_mm - margin_mm, self.mat_mm + self.beside_mm + margin_mm
        corners = np.array([(x, y, 0.0) for x in (low, right) for y in (low, high)])
        return Rect.around(model.pixels(corners)).within(view.width_px, view.height_px)


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """The plane in which squares of one size are searched for.

    Attributes:
        view: The image.
        model: The camera above the mat.
        size_mm: Edge length of a square.
        height_mm: Its height above the mat.
        module_mm: Edge length of a module.
    """

    view: GreyView
    model: CameraModel
    size_mm: float
    height_mm: float
    module_mm: float

    def pixels(self, points: Complexes) -> Floats:
        """Projects points x + i · y, in mm, to pixels (…, 2)."""
        flat = points.ravel()
        seen = self.model.pixels(np.column_stack([flat.real, flat.imag, np.full(flat.shape, self.height_mm)]))
        return seen.reshape(*points.shape, 2)

    def values(self, points: Complexes) -> Floats:
        """Returns grey values at points."""
        return self.values_at(self.pixels(points))

    def values_at(self, points_px: Floats) -> Floats:
        """Returns grey values at pixels (n, …, 2)."""
        x_px, y_px = points_px.astype(np.float32).reshape(len(points_px), -1, 2).transpose(2, 0, 1)
        found = self.view.between(np.ascontiguousarray(x_px), np.ascontiguousarray(y_px))
        return found.astype(np.float64).reshape(points_px.shape[:-1])


def squares_on_sides(view: GreyView, model: CameraModel, tag: Tag, module_mm: float, area: SearchArea) -> Floats:
    """Returns candidates for the poses of tags of one size.

    Args:
        view: The image.
        model: The camera above the mat.
        tag: A tag of that size and height.
        module_mm: Edge length of a module.
        area: Where to search.

    Returns:
        (n, 3) centre in mm and angle in rad; the most visible side is the first one, along the angle.
    """
    plane = _Plane(view, model, tag.size_mm, tag.height_mm, module_mm)
    centres, ways = _proposed(plane, area)
    found = [
        _on_edges(plane, centres[first : first + BATCH], ways[first : first + BATCH])
        for first in range(0, len(centres), BATCH)
    ]
    squares = np.concatenate([np.empty((0, 4)), *found])
    squares = squares[area.holds(squares[:, :2])]
    return _without_repeats(squares[np.argsort(-squares[:, 3], kind="stable")][:, :3], module_mm)


def _proposed(plane: _Plane, area: SearchArea) -> tuple[Complexes, Complexes]:
    """Proposes squares from all straight outline segments: returns their centres and the directions of their sides."""
    middle = plane.model.on_plane(np.array([[plane.view.width_px / 2, plane.view.height_px / 2]]), 0.0)
    scale = float(plane.model.scales(middle)[0])
    rect = area.rect(plane.view, plane.model, 2 * plane.size_mm)
    if rect.empty:
        return _NOWHERE, _NOWHERE
    pieces_px = _straight(plane.view.grey(rect), plane.size_mm * scale) + np.array([rect.left, rect.top])
    ends = (plane.model.on_plane(pieces_px.reshape(-1, 2), plane.height_mm) @ RIGHT_AND_UP).reshape(-1, 2)
    inside_mm = INSIDE_PX / scale
    share = (np.abs(ends[:, 1] - ends[:, 0]) + 2 * inside_mm) / plane.size_mm
    ends = _clockwise(plane, ends[(share > SHORTEST) & (share < LONGEST)])
    if not len(ends):
        return _NOWHERE, _NOWHERE
    length_mm = np.abs(ends[:, 1] - ends[:, 0])
    along: Complexes = (ends[:, 1] - ends[:, 0]) / length_mm
    first = _is_corner(plane, ends[:, 0] - along * inside_mm, along, -1j * along)
    last = _is_corner(plane, ends[:, 1] + along * inside_mm, -along, -1j * along)
    share = (length_mm + 2 * inside_mm) / plane.size_mm
    whole = (share > LENGTHS[0]) & (share < LENGTHS[1])
    half_mm = plane.size_mm / 2 - inside_mm
    proposed = (
        (whole & (first | last), ends.mean(axis=1) - 1j * along * half_mm),
        (~whole & first, ends[:, 0] + (1 - 1j) * along * half_mm),
        (~whole & last, ends[:, 1] - (1 + 1j) * along * half_mm),
    )
    centres = np.concatenate([centre[chosen] for chosen, centre in proposed])
    ways = np.concatenate([along[chosen] for chosen, _ in proposed])
    wanted = area.holds(np.column_stack([centres.real, centres.imag]), STRAY * plane.module_mm)
    centres, ways = centres[wanted], ways[wanted]
    return _without_same(centres, ways, plane.module_mm)


def _clockwise(plane: _Plane, ends: Complexes) -> Complexes:
    """Keeps the segments (n, 2) with ink on one side only, in the direction in which it lies to their right."""
    if not len(ends):
        return ends
    along = (ends[:, 1] - ends[:, 0])[:, None]
    places = ends.mean(axis=1)[:, None] + along * PLACES
    beside = 1j * along / np.abs(along) * BESIDE * plane.module_mm
    steps = plane.values(places + beside) - plane.values(places - beside)
    way = np.where(medians(steps) < 0.0, -1, 1)
    parted = percentiles(steps * way[:, None], 100 * UNCLEAR) > MIN_STEP
    return np.where(way[:, None] > 0, ends, ends[:, ::-1])[parted]


def _is_corner(plane: _Plane, ends: Complexes, along: Complexes, inward: Complexes) -> NDArray[np.bool_]:
    """Returns (n,) whether ink and paper indicate a corner where a side begins."""
    module = plane.module_mm
    out, into = -BESIDE * module * along, BESIDE * module * along
    down = (inward * plane.size_mm)[:, None] * CORNER
    steps = plane.values((ends + out)[:, None] + down) - plane.values((ends + into)[:, None] + down)
    return np.asarray(steps.min(axis=1) > MIN_STEP)


def _without_same(centres: Complexes, ways: Complexes, module_mm: float) -> tuple[Complexes, Complexes]:
    """Keeps one of several nearly equal squares, regardless of which side is the first."""
    turn = np.angle(ways**4) / 4
    cells = np.column_stack([centres.real / module_mm, centres.imag / module_mm, turn / SAME_RAD])
    first = first_of_each(np.round(cells / [SAME, SAME, 1.0]).astype(np.int64))
    return centres[first], ways[first]


def _straight(grey: Image, side_px: float) -> Floats:
    """Returns the end points (n, 2, 2) of all straight outline segments that may belong to a side."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.7)
    polygons: list[MatLike] = []
    for window in WINDOWS:
        wide = max(5, round(window * side_px)) | 1
        dark = without_specks(darker_than_nearby(calm, wide, STEP))
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        large = _large(outlines, 0.5 * side_px)
        polygons += [cv2.approxPolyDP(each, tolerance, closed=True) for each in large for tolerance in TOLERANCES_PX]
    if not polygons:
        return np.empty((0, 2, 2))
    points, starts, _ = joined(polygons)
    sides = np.stack([points, following(points, starts)], axis=1).astype(np.float64)
    length_px = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    # Tags far from the image's centre look smaller or larger, by a third at most.
    return np.asarray(sides[(length_px > 0.7 * SHORTEST * side_px) & (length_px < 1.3 * LONGEST * side_px)])


def _large(outlines: Sequence[MatLike], least_px: float) -> list[MatLike]:
    """Returns the outlines whose bounding box has at least one side of this length."""
    if not outlines:
        return []
    points, starts, _ = joined(outlines)
    size = (np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts) + 1).max(axis=1)
    return [outlines[number] for number in np.flatnonzero(size >= least_px).tolist()]


def _on_edges(plane: _Plane, centres: Complexes, ways: Complexes) -> Floats:
    """Shifts squares to their edges; returns (n, 4) centre, angle and share of positions that agree."""
    turns = (-1j) ** np.arange(4)
    rest_mm = np.zeros((len(centres), 4 * len(ALONG)))
    for reach in REACHES:
        step, rest_mm = _step(plane, centres, ways[:, None] * turns, reach)
        centres = centres + step[:, 0] + 1j * step[:, 1]
        ways = ways * np.exp(1j * step[:, 2])
    sides = (np.abs(rest_mm) < AGREES * plane.module_mm).reshape(-1, 4, len(ALONG)).mean(axis=2)
    kept = (sides.mean(axis=1) >= MIN_SHOWN) & (sides.max(axis=1) >= MIN_SIDE)
    angles = np.angle(ways * turns[sides.argmax(axis=1)])
    return np.asarray(np.column_stack([centres.real, centres.imag, angles, sides.mean(axis=1)])[kept])


def _step(plane: _Plane, centres: Complexes, along: Complexes, reach: float) -> tuple[Floats, Floats]:
    """Computes the step (n, 3), shift in mm and rotation, that brings squares with sides `along` (n, 4) to their edges.

    Also returns the remaining distance of each position from its edge, (n, places) in mm; NaN where there is no edge.
    """
    share_mm = ALONG * plane.size_mm
    outward = 1j * along[:, :, None]
    at = centres[:, None, None] + outward * plane.size_mm / 2 + along[:, :, None] * share_mm
    inside_mm = STEEPEST_INSIDE_PX / plane.model.scales(np.column_stack([centres.real, centres.imag]))
    off_mm = (_edges(plane, at, outward, reach) + inside_mm[:, None, None]).reshape(len(at), -1)
    columns = (outward.real, outward.imag, share_mm)
    design = np.stack([np.broadcast_to(column, at.shape).reshape(len(at), -1) for column in columns], axis=2)
    step = _robust_step(design, off_mm, plane.module_mm * reach)
    return step, off_mm - (design @ step[:, :, None])[:, :, 0]


def _edges(plane: _Plane, at: Complexes, outward: Complexes, reach: float) -> Floats:
    """Returns how far outwards of points, in mm, the image changes from ink to paper; NaN where it does not."""
    far_mm = (reach + 2 * GRAIN) * plane.module_mm
    count = 2 * round(far_mm / (GRAIN * plane.module_mm)) + 1
    low, high = (plane.pixels(at + far * outward).reshape(-1, 2) for far in (-far_mm, far_mm))
    shares = np.linspace(0.0, 1.0, count)
    x_px, y_px = (
        (low[:, axis, None] * (1.0 - shares) + high[:, axis, None] * shares).astype(np.float32) for axis in (0, 1)
    )
    values = plane.view.between(x_px, y_px)
    slope = values[:, 4:] - values[:, :-4]
    best = slope.argmax(axis=1)
    inner = np.clip(best, 1, slope.shape[1] - 2)
    index = np.arange(len(slope)) * slope.shape[1] + inner
    before, there, after = (slope.ravel()[index + step].astype(np.float64) for step in (-1, 0, 1))
    bend = np.minimum(before - 2 * there + after, -1e-6)
    offset = inner + np.clip((before - after) / (2 * bend), -1.0, 1.0) + 2
    off_mm = (offset / (count - 1) * 2.0 - 1.0) * far_mm
    return np.where((there > MIN_STEP) & (best == inner), off_mm, np.nan).reshape(at.shape)


def _robust_step(design: Floats, off: Floats, limit_mm: float) -> Floats:
    """Fits shift and rotation (n, 3) to the edges; outliers lose weight from step to step."""
    seen = np.isfinite(off)
    off = np.where(seen, off, 0.0)
    step = np.zeros((len(off), 3))
    for share in (1.0, 0.6, 0.35):
        rest = off - (design @ step[:, :, None])[:, :, 0]
        weight = seen * (1.0 - np.minimum(np.abs(rest) / (share * limit_mm), 1.0) ** 2) ** 2
        weighted = design * weight[:, :, None]
        across = weighted.transpose(0, 2, 1)
        normal = across @ design + HELD * np.eye(3)
        step = np.asarray(np.linalg.solve(normal, across @ off[:, :, None])[:, :, 0], dtype=np.float64)
    return step


def _without_repeats(squares: Floats, module_mm: float) -> Floats:
    """Keeps the best of several nearly equal squares, the best first."""
    centres, left, kept = squares[:, 0] + 1j * squares[:, 1], np.arange(len(squares)), list[int]()
    while len(left):
        kept.append(int(left[0]))
        left = left[np.abs(centres[left] - centres[left[0]]) > SAME * module_mm]
    return squares[kept]
