"""Objects with height: convex bodies, drawn as their outlines in the image.

A body is the convex hull of a few points or circles, so its outline in the image is the convex hull of their images.
Cover at the outline follows the distance to it. The same outlines decide what hides a tag (`visibility`), which is
exact: a point is behind a convex body if its image lies inside the body's outline.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.images.rect import Rect
from vision.simulation.render.sprite import SOFT_EDGE_PX, Pixels, Sprite, blank, join
from vision.simulation.render.tone import light_of_colour
from vision.simulation.render.view import SceneCamera

ROUND_STEPS = 28
"""Corners of a circle's polygon: its outline is accurate to 0.6 % of its radius."""
_TURNS = np.linspace(0.0, math.tau, ROUND_STEPS, endpoint=False)
CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)

Colour = tuple[float, float, float]
"""Blue, green and red in grey levels, up to 255."""


class Shading(Enum):
    """How a body's colour varies: not at all, round like a finger, or lit from one side."""

    FLAT = "flat"
    ROUND = "round"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Disc:
    """A horizontal circle.

    Attributes:
        x_mm: x coordinate of the centre.
        y_mm: y coordinate of the centre.
        z_mm: Height.
        radius_mm: Radius.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Ball:
    """A sphere.

    Attributes:
        x_mm: x coordinate of the centre.
        y_mm: y coordinate of the centre.
        z_mm: z coordinate of the centre.
        radius_mm: Radius.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Corners:
    """Plain points.

    Attributes:
        points_mm: Points in the mat frame.
    """

    points_mm: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Body:
    """The convex hull of its parts, in one colour.

    Attributes:
        parts: The parts.
        colour: Colour where it is lit.
        shade: How the colour varies.
    """

    parts: tuple[Disc | Ball | Corners, ...]
    colour: Colour
    shade: Shading = Shading.FLAT


def outline_points_mm(part: Disc | Ball | Corners, centre_mm: tuple[float, float, float]) -> Floats:
    """Returns points of the mat frame whose images span the outline of a part, seen from `centre_mm`."""
    match part:
        case Disc(x, y, z, radius):
            ring = np.column_stack([radius * CIRCLE, np.zeros(ROUND_STEPS)])
            return np.asarray(ring + np.array([x, y, z]), dtype=np.float64)
        case Ball(x, y, z, radius):
            away = np.array([x, y, z]) - np.array(centre_mm)
            distance = float(np.linalg.norm(away))
            axis = away / distance
            ring = CIRCLE @ _across(axis)
            # The cone of sight touches a sphere on a circle slightly closer than its centre.
            near = radius * radius / distance
            rim = radius * math.sqrt(1.0 - (radius / distance) ** 2)
            return np.asarray(np.array([x, y, z]) - near * axis + rim * ring, dtype=np.float64)
        case Corners(points):
            return np.array(points, dtype=np.float64)


def _across(axis: Floats) -> Floats:
    """Returns two unit vectors (2, 3), perpendicular to an axis and to each other."""
    x, y, z = (float(v) for v in axis)
    # Written out, because numpy's general cross product takes longer than the rest of an outline.
    first = (0.0, z, -y) if abs(x) < 0.9 else (-z, 0.0, x)
    length = math.hypot(*first)
    a, b, c = (v / length for v in first)
    return np.array([[a, b, c], [y * c - z * b, z * a - x * c, x * b - y * a]])


def outline_px(view: SceneCamera, body: Body) -> Floats:
    """Returns the body's outline in the image (n, 2), in the form of `hull`."""
    (outline,) = outlines_px(view, (body,))
    return outline


def outlines_px(view: SceneCamera, bodies: Sequence[Body]) -> list[Floats]:
    """Returns the outline of each of some bodies in the image (n, 2), in the form of `hull`."""
    if not bodies:
        return []
    parts = [[outline_points_mm(part, view.pose.centre_mm) for part in body.parts] for body in bodies]
    ends = np.cumsum([sum(len(points) for points in body) for body in parts])
    points_px = view.project(np.concatenate([points for body in parts for points in body]))
    return [hull(points) for points in np.split(points_px, ends[:-1])]


def hull(points_px: Floats) -> Floats:
    """Returns the convex hull (n, 2), in the direction from the image's x axis to its y axis."""
    found = np.asarray(cv2.convexHull(points_px.astype(np.float32)), dtype=np.float64).reshape(-1, 2)
    after = np.roll(found, -1, axis=0)
    turning = float((found[:, 0] * after[:, 1] - found[:, 1] * after[:, 0]).sum())
    return found if turning > 0.0 else found[::-1]


def depth_px(outline: Floats, rect: Rect, step_px: float = 1.0) -> Pixels:
    """Returns the distance (h, w) of pixels from a convex outline, positive inside and negative outside.

    Args:
        outline: (n, 2), from `hull`, in units of `step_px` like the rectangle.
        rect: The pixels.
        step_px: Size of a pixel of the rectangle, in pixels of the outline.
    """
    ahead = np.roll(outline, -1, axis=0) - outline
    length = np.hypot(ahead[:, 0], ahead[:, 1])
    keep = length > 1e-6
    normal = np.stack([-ahead[keep, 1], ahead[keep, 0]], axis=1) / length[keep, None]
    offset = (normal * outline[keep]).sum(axis=1)
    columns = (np.arange(rect.left, rect.right) + 0.5) * step_px - 0.5
    rows = (np.arange(rect.top, rect.bottom) + 0.5) * step_px - 0.5
    along = (normal[:, :1] * columns).astype(np.float32)
    down = (normal[:, 1:] * rows - offset[:, None]).astype(np.float32)
    depth = along[0][None, :] + down[0][:, None]
    for edge in range(1, along.shape[0]):
        np.minimum(depth, along[edge][None, :] + down[edge][:, None], out=depth)
    return np.asarray(depth, dtype=np.float32)


def bodies_sprite(view: SceneCamera, bodies: tuple[Body, ...], relief: Pixels | None = None) -> Sprite | None:
    """Renders bodies over one another in the given order; returns None if all are outside the image.

    Args:
        view: The camera.
        bodies: From the farthest to the nearest.
        relief: (h, w) factors of the light for texture, from the sprite's own corner.
    """
    outlines = outlines_px(view, bodies)
    rect = Rect.around(np.concatenate(outlines), SOFT_EDGE_PX).clipped(view.frame)
    if rect.empty:
        return None
    whole = blank(rect)
    for body, outline in zip(bodies, outlines, strict=True):
        one = Rect.around(outline, SOFT_EDGE_PX).clipped(rect)
        if not one.empty:
            join(whole, _body_sprite(body, outline, one))
    if relief is not None and whole.colour is not None:
        height, width = whole.cover.shape
        np.multiply(whole.colour, relief[:height, :width, None], out=whole.colour)
    return whole


def _body_sprite(body: Body, outline: Floats, rect: Rect) -> Sprite:
    depth = _soft_depth_px(outline, rect) if body.shade is Shading.ROUND else depth_px(outline, rect)
    cover = np.clip(depth + 0.5, 0.0, 1.0)
    lit = _lit(body.shade, depth, outline, rect)
    # Squared, because the factors refer to grey levels.
    each = cv2.cvtColor(lit * lit * cover, cv2.COLOR_GRAY2BGR)
    light = np.array(light_of_colour(body.colour), dtype=np.float32)
    return Sprite(rect, cover, np.asarray(each * light, dtype=np.float32))


def _soft_depth_px(outline: Floats, rect: Rect) -> Pixels:
    """Computes `depth_px` for round objects by interpolating between every few pixels, which only rounds corners."""
    step = min(4, 1 + max(rect.right - rect.left, rect.bottom - rect.top) // 150)
    if step == 1:
        return depth_px(outline, rect)
    coarse = Rect(rect.left // step, rect.top // step, rect.right // step + 1, rect.bottom // step + 1).grown(1)
    whole = Rect(coarse.left * step, coarse.top * step, coarse.right * step, coarse.bottom * step)
    size = (whole.right - whole.left, whole.bottom - whole.top)
    fine = cv2.resize(depth_px(outline, coarse, step), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[rect.slices(whole)], dtype=np.float32)


def _lit(shade: Shading, depth: Pixels, outline: Floats, rect: Rect) -> Pixels:
    """Returns the factor of the grey level at each pixel."""
    match shade:
        case Shading.FLAT:
            return np.ones_like(depth)
        case Shading.ROUND:
            share = np.clip(depth / max(1.0, _half_width(outline)), 0.0, 1.0)
            return np.asarray(0.62 + 0.38 * np.sqrt(share * (2.0 - share)), dtype=np.float32)
        case Shading.SIDE:
            low, high = outline.min(axis=0), outline.max(axis=0)
            span = np.maximum(1.0, high - low)
            across = (np.arange(rect.left, rect.right) - low[0]) / span[0]
            down = (np.arange(rect.top, rect.bottom) - low[1]) / span[1]
            return np.asarray(1.05 - 0.28 * across[None, :] - 0.22 * down[:, None], dtype=np.float32)


def _half_width(outline: Floats) -> float:
    """Returns half the smallest width of an outline."""
    (_, size, _) = cv2.minAreaRect(outline.astype(np.float32))
    return float(min(size)) / 2


def shadow_sprite(
    view: SceneCamera, bodies: tuple[Body, ...], slant: tuple[float, float], strength: float
) -> Sprite | None:
    """Renders the soft shadow that bodies cast on the mat.

    Args:
        view: The camera.
        bodies: The bodies that cast it.
        slant: Displacement of a point's shadow, in mm along x and y, per millimetre of the point's height.
        strength: Share of the light that is removed in the middle.
    """
    shift_per_mm = np.array([slant[0], slant[1], -1.0])
    outlines = []
    top_mm = 0.0
    for body in bodies:
        points = np.concatenate([outline_points_mm(part, (0.0, 0.0, 1e6)) for part in body.parts])
        top_mm = max(top_mm, float(points[:, 2].max()))
        outlines.append(hull(view.project(points + points[:, 2:] * shift_per_mm)))
    soft_px = max(1.0, 0.12 * top_mm * view.px_per_mm((300.0, 300.0)))
    step = max(1, int(soft_px / 2))
    rect = Rect.around(np.concatenate(outlines), margin_px=int(3 * soft_px)).clipped(view.frame)
    if rect.empty:
        return None
    coarse = Rect(rect.left // step, rect.top // step, -(-rect.right // step), -(-rect.bottom // step))
    mask = np.zeros((coarse.bottom - coarse.top, coarse.right - coarse.left), dtype=np.float32)
    for outline in outlines:
        one = Rect.around(outline / step, 1).clipped(coarse)
        if not one.empty:
            part = mask[one.slices(coarse)]
            np.maximum(part, np.clip(depth_px(outline, one, step) / step + 0.5, 0.0, 1.0), out=part)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_px / step, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
    whole = Rect(coarse.left * step, coarse.top * step, coarse.right * step, coarse.bottom * step)
    fine = cv2.resize(mask, (whole.right - whole.left, whole.bottom - whole.top), interpolation=cv2.INTER_LINEAR)
    return Sprite(rect, np.asarray(fine[rect.slices(whole)] * np.float32(strength), dtype=np.float32), None)


def inside(outline: Floats, points_px: Floats) -> NDArray[np.bool_]:
    """Returns whether each of (n, 2) points lies inside a convex outline."""
    ahead = np.roll(outline, -1, axis=0) - outline
    off_x = points_px[:, 0, None] - outline[None, :, 0]
    off_y = points_px[:, 1, None] - outline[None, :, 1]
    return np.asarray((ahead[:, 0] * off_y - ahead[:, 1] * off_x >= 0.0).all(axis=1), dtype=np.bool_)
