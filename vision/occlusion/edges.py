"""Squares of which a part shows: where tags may lie that something covers in part.

Of a tag that is covered by less than half, at least one corner of its black square shows, with a good part of both
sides, and mostly a whole side. All straight pieces of outlines that may belong to a side propose squares of the known
size. Each is then moved to where the picture steps from paper to ink along its sides, and is kept if enough of them
does; what covers the rest has no say.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import View
from vision.table import Tag

WINDOWS = (0.55, 1.0, 1.6)
"""Neighbourhoods, in edges of the tag, by which black is told from white."""

STEP = 5.0
STRAY_PX = (1.0, 1.6)
"""How far an outline may stray from a straight side."""

LENGTHS = (0.82, 1.12)
"""Length of a whole side as a share of the true one: corners are rounded, outlines run inside."""

SHORTEST = 0.5
"""Likewise of what may be left of one that is covered in part, and begins at a corner."""

LONGEST = 2.0
"""Likewise of a side that runs on along what covers the tag."""

INSIDE_PX = 0.6
"""How far outlines run inside the tag's edges …"""

STEEPEST_INSIDE_PX = 0.3
"""… and the steepest slope: the tone curve of cameras widens what is light."""

MIN_STEP = 10.0
"""Grey levels between the paper beside a side and the ink."""

PLACES = np.linspace(-0.4, 0.4, 7)
"""Where along a piece of an outline paper and ink are compared, as shares of it."""

BESIDE = 0.6
"""How far from it, in modules …"""

CORNER = np.array([0.1, 0.22, 0.34])
"""Likewise along the side that meets it at a corner, from the corner on."""

UNCLEAR = 0.15
"""… and at which share of the places they may differ less."""

REACHES = (1.0, 0.7, 0.5)
"""So far from where they are thought to be, in modules, the edges are looked for, from step to step …"""

GRAIN = 0.125
"""… at points so far apart."""

ALONG = np.linspace(-0.44, 0.44, 9)
"""Where along a side, as shares of it."""

AGREES = 0.22
"""By how much of a module an edge may stray from a square's side …"""

MIN_SHOWN, MIN_SIDE = 0.42, 0.75
"""… and at which share of the places along all sides, and along the best, it must not."""

SAME, SAME_RAD = 0.25, 0.06
"""Squares that are nearer to each other, in modules, are one; those that are still to be moved if turned alike too."""

HELD = 0.05
"""What holds a square that has no edges where it is."""

BATCH = 2000
RIGHT_AND_UP = np.array([1.0, 1.0j])

Complexes = NDArray[np.complex128]


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """Where squares of one size are looked for.

    Attributes:
        view: The picture.
        model: Camera above the mat.
        size_mm: Edge of a square.
        height_mm: Its height above the mat.
        module_mm: Edge of a module.
    """

    view: View
    model: CameraModel
    size_mm: float
    height_mm: float
    module_mm: float

    def pixels(self, points: Complexes) -> Floats:
        """(…, 2) pixels of points x + i · y, in mm."""
        flat = points.ravel()
        seen = self.model.pixels(np.column_stack([flat.real, flat.imag, np.full(flat.shape, self.height_mm)]))
        return seen.reshape(*points.shape, 2)

    def values(self, points: Complexes) -> Floats:
        """Grey values at points."""
        return self.values_at(self.pixels(points))

    def values_at(self, points_px: Floats) -> Floats:
        """Likewise at pixels (n, …, 2)."""
        x_px, y_px = points_px.astype(np.float32).reshape(len(points_px), -1, 2).transpose(2, 0, 1)
        found = self.view.between(np.ascontiguousarray(x_px), np.ascontiguousarray(y_px))
        return found.astype(np.float64).reshape(points_px.shape[:-1])


def squares_on_sides(view: View, model: CameraModel, tag: Tag, module_mm: float) -> Floats:
    """Where tags of one size may lie.

    Args:
        view: The picture.
        model: Camera above the mat.
        tag: Of that size and height.
        module_mm: Edge of a module.

    Returns:
        (n, 3) centre in mm and angle in rad; the side that shows most of is the first, along the angle.
    """
    plane = _Plane(view, model, tag.size_mm, tag.height_mm, module_mm)
    centres, ways = _proposed(plane)
    found = [
        _on_edges(plane, centres[first : first + BATCH], ways[first : first + BATCH])
        for first in range(0, len(centres), BATCH)
    ]
    squares = np.concatenate([np.empty((0, 4)), *found])
    return _without_repeats(squares[np.argsort(-squares[:, 3])][:, :3], module_mm)


def _proposed(plane: _Plane) -> tuple[Complexes, Complexes]:
    """Centres of squares, and the ways along their sides, from all straight pieces of outlines."""
    middle = plane.model.on_plane(np.array([[plane.view.width_px / 2, plane.view.height_px / 2]]), 0.0)
    scale = float(plane.model.scales(middle)[0])
    pieces_px = _straight(plane.view.grey(plane.view.whole), plane.size_mm * scale)
    ends = (plane.model.on_plane(pieces_px.reshape(-1, 2), plane.height_mm) @ RIGHT_AND_UP).reshape(-1, 2)
    inside_mm = INSIDE_PX / scale
    share = (np.abs(ends[:, 1] - ends[:, 0]) + 2 * inside_mm) / plane.size_mm
    ends = _clockwise(plane, ends[(share > SHORTEST) & (share < LONGEST)])
    if not len(ends):
        return np.empty(0, dtype=complex), np.empty(0, dtype=complex)
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
    return _without_same(centres, ways, plane.module_mm)


def _clockwise(plane: _Plane, ends: Complexes) -> Complexes:
    """Those pieces (n, 2) that have ink on one side only, in the order in which it lies to their right."""
    if not len(ends):
        return ends
    along = (ends[:, 1] - ends[:, 0])[:, None]
    places = ends.mean(axis=1)[:, None] + along * PLACES
    beside = 1j * along / np.abs(along) * BESIDE * plane.module_mm
    steps = plane.values(places + beside) - plane.values(places - beside)
    way = np.where(np.median(steps, axis=1) < 0.0, -1, 1)
    parted = np.quantile(steps * way[:, None], UNCLEAR, axis=1) > MIN_STEP
    return np.where(way[:, None] > 0, ends, ends[:, ::-1])[parted]


def _is_corner(plane: _Plane, ends: Complexes, along: Complexes, inward: Complexes) -> NDArray[np.bool_]:
    """(n,) whether a side that begins at an end, going along, has a corner there, as far as ink and paper tell."""
    module = plane.module_mm
    out, into = -BESIDE * module * along, BESIDE * module * along
    down = (inward * plane.size_mm)[:, None] * CORNER
    steps = plane.values((ends + out)[:, None] + down) - plane.values((ends + into)[:, None] + down)
    return np.asarray(steps.min(axis=1) > MIN_STEP)


def _without_same(centres: Complexes, ways: Complexes, module_mm: float) -> tuple[Complexes, Complexes]:
    """Of squares that are the same in all but which side is the first, and nearly, one."""
    turn = np.angle(ways**4) / 4
    cells = np.column_stack([centres.real / module_mm, centres.imag / module_mm, turn / SAME_RAD])
    cells = np.round(cells / [SAME, SAME, 1.0]).astype(np.int64)
    _, first = np.unique(cells, axis=0, return_index=True)
    return centres[first], ways[first]


def _straight(grey: Image, side_px: float) -> Floats:
    """(n, 2, 2) the ends of all straight pieces of outlines that may belong to a side."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.7)
    found: list[Floats] = []
    for window in WINDOWS:
        wide = max(5, round(window * side_px)) | 1
        dark = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, wide, STEP)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            _, _, width, height = cv2.boundingRect(outline)
            if max(width, height) < 0.5 * side_px:
                continue
            for stray_px in STRAY_PX:
                points = cv2.approxPolyDP(outline, stray_px, closed=True).reshape(-1, 2).astype(np.float64)
                found.append(np.stack([points, np.roll(points, -1, axis=0)], axis=1))
    sides = np.concatenate(found) if found else np.empty((0, 2, 2))
    length_px = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    # Tags far from the middle look smaller or larger, by a third at most.
    return np.asarray(sides[(length_px > 0.7 * SHORTEST * side_px) & (length_px < 1.3 * LONGEST * side_px)])


def _on_edges(plane: _Plane, centres: Complexes, ways: Complexes) -> Floats:
    """(n, 4) centre, angle and share of the places that agree, of squares moved to where their edges are."""
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
    """(n, 3) shift each way in mm and turn that bring squares with sides `along` (n, 4) to their edges.

    Along with it how far each place is from its edge then, (n, places) in mm; not a number where there is none.
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
    """How far outward of points, in mm, the picture steps from ink to paper; not a number where it does not."""
    far_mm = (reach + 2 * GRAIN) * plane.module_mm
    count = 2 * round(far_mm / (GRAIN * plane.module_mm)) + 1
    low, high = plane.pixels(at - outward * far_mm), plane.pixels(at + outward * far_mm)
    shares = np.linspace(0.0, 1.0, count)[:, None]
    values = plane.values_at(low[..., None, :] * (1.0 - shares) + high[..., None, :] * shares)
    slope = values[..., 4:] - values[..., :-4]
    best = slope.argmax(axis=-1)
    inner = np.clip(best, 1, slope.shape[-1] - 2)
    before, there, after = (
        np.take_along_axis(slope, (inner + step)[..., None], axis=-1)[..., 0] for step in (-1, 0, 1)
    )
    bend = np.minimum(before - 2 * there + after, -1e-6)
    offset = inner + np.clip((before - after) / (2 * bend), -1.0, 1.0) + 2
    off_mm = (offset / (count - 1) * 2.0 - 1.0) * far_mm
    return np.asarray(np.where((there > MIN_STEP) & (best == inner), off_mm, np.nan))


def _robust_step(design: Floats, off: Floats, limit_mm: float) -> Floats:
    """(n, 3) shift each way and turn that explain where the edges are; those that disagree count less and less."""
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
    """Those squares, the best first, that no better one is nearly the same as."""
    kept: list[int] = []
    centres = squares[:, 0] + 1j * squares[:, 1]
    for n, centre in enumerate(centres):
        if not kept or np.abs(centres[kept] - centre).min() > SAME * module_mm:
            kept.append(n)
    return squares[kept]
