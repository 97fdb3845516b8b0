"""Finds the level of the table: the one that most squares in an image share.

Dice lie on one table, so their upper faces are level with one another, while their sides face in all directions and a
leaning die is level with nothing. Seen along a level's own normal, a level square is square. The deviation of its
corners, in pixels, is measured for every level that a single square allows, and the level with the most support wins.

The camera is unknown except that it looks down: the principal point is assumed to be the image's centre, and the focal
length is the one, within wide limits, with which the squares agree best.

Method: consensus over all candidates (RANSAC without random sampling) with a truncated quadratic score (MSAC); the
best one is refined by pattern search.

References:
    Fischler and Bolles 1981; Torr and Zisserman 2000; Hooke and Jeeves 1961 (pattern search).
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

STEEPEST_RAD = math.radians(44.0)
"""Largest angle between a level's normal and the line of sight through the image's centre."""

FOCALS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75)
"""Focal lengths tried, in image widths."""

_LIKELY_FOCAL = 1.0
_LEAN_COST = 0.25
_FOCAL_COST = 0.12
_SLACK_PX = 0.15
_SLACK_SHARE = 0.0035
_STEPS_RAD = (0.06, 0.03, 0.015, 0.008, 0.004)
_QUARTERS = np.array([1, 1j, -1, -1j])


@dataclass(frozen=True, slots=True, eq=False)
class PlaneDirection:
    """The direction of a plane in the camera frame.

    Attributes:
        normal: (3,) unit vector towards the camera: x right, y down, z ahead, so that its z is negative.
        focal_px: Focal length.
        middle_px: (2,) the image's centre.
        score: Number of squares that agree, minus a penalty for implausible parameters.
        off: (N,) deviation of each square from the level; 1 is the limit of what counts as level.
    """

    normal: Floats
    focal_px: float
    middle_px: Floats
    score: float
    off: Floats

    def facing(self, centres_px: Floats) -> Floats:
        """Returns the cosine (N,) between the normal and the line of sight at places (N, 2)."""
        rays = _rays(centres_px, self.focal_px, self.middle_px)
        return np.asarray(-(rays @ self.normal) / np.linalg.norm(rays, axis=-1), np.float64)

    def sizes(self, squares_px: Floats) -> Floats:
        """Returns the edges (N,) of level squares, as if seen from one distance: a higher one is larger."""
        rays = _rays(squares_px, self.focal_px, self.middle_px)
        points = rays / (rays @ self.normal)[..., None]
        return np.asarray(np.linalg.norm(points - np.roll(points, 1, axis=1), axis=2).mean(axis=1), np.float64)

    def plumb_px(self, centres_px: Floats) -> Floats:
        """Returns unit vectors (N, 2) in the image towards the point below the camera, where dice show their sides."""
        rays = _rays(centres_px, self.focal_px, self.middle_px)
        # The vectors are small downward steps from each place, as seen by the camera.
        below = rays - 1e-3 * self.normal
        way = below[:, :2] / below[:, 2:] - rays[:, :2]
        return np.asarray(way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-12), np.float64)


def find_level(
    squares_px: Floats, weights: Floats, size_px: tuple[int, int], but: Floats | None = None
) -> PlaneDirection | None:
    """Finds the level with the most support.

    Args:
        squares_px: (N, 4, 2) corners in order.
        weights: (N,) weight of each square.
        size_px: Width and height of the image.
        but: A normal; only levels well away from it are considered.

    Returns:
        The level; None if no square can face up.
    """
    middle = np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])
    slack = _slack(squares_px)
    best: PlaneDirection | None = None
    for share in FOCALS:
        focal = share * size_px[0]
        rays = _rays(squares_px, focal, middle)
        cost = _FOCAL_COST * math.log(share / _LIKELY_FOCAL) ** 2 / 0.1
        normals = _likely(rays, focal, but)
        if not len(normals):
            continue
        off = np.stack([_off(rays, normal, focal) / slack for normal in normals])
        scores = _scores(off, normals, weights) - cost
        first = int(scores.argmax())
        level = PlaneDirection(normals[first], focal, middle, float(scores[first]), off[first])
        if best is None or level.score > best.score - 0.5:
            level = _better(level, rays, (slack, weights, cost, but))
            if best is None or level.score > best.score:
                best = level
    return best


def _better(level: PlaneDirection, rays: Floats, given: tuple[Floats, Floats, float, Floats | None]) -> PlaneDirection:
    """Improves the normal with smaller and smaller rotations."""
    slack, weights, cost, but = given
    for step in _STEPS_RAD:
        for _ in range(4):
            across, along = _axes(level.normal)
            turns = ((step, 0), (-step, 0), (0, step), (0, -step))
            tries = np.array([level.normal + x * across + y * along for x, y in turns])
            tries /= np.linalg.norm(tries, axis=1, keepdims=True)
            tries = _allowed(tries, but)
            if not len(tries):
                break
            off = np.stack([_off(rays, normal, level.focal_px) / slack for normal in tries])
            scores = _scores(off, tries, weights) - cost
            first = int(scores.argmax())
            if scores[first] <= level.score:
                break
            level = PlaneDirection(tries[first], level.focal_px, level.middle_px, float(scores[first]), off[first])
    return level


def _scores(off: Floats, normals: Floats, weights: Floats) -> Floats:
    agree = np.maximum(1.0 - off**2, 0.0) @ weights
    lean = np.arccos(np.clip(-normals[:, 2], -1.0, 1.0))
    return np.asarray(agree - _LEAN_COST * lean, np.float64)


def _slack(squares_px: Floats) -> Floats:
    edges = np.linalg.norm(squares_px - np.roll(squares_px, 1, axis=1), axis=2).mean(axis=1)
    return np.asarray(_SLACK_PX + _SLACK_SHARE * edges, np.float64)


def _rays(points_px: Floats, focal_px: float, middle_px: Floats) -> Floats:
    flat = (points_px - middle_px) / focal_px
    return np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1)


def _axes(normal: Floats) -> tuple[Floats, Floats]:
    across = np.cross(normal, [0.0, 1.0, 0.0])
    across /= np.linalg.norm(across)
    return across, np.cross(normal, across)


def _off(rays: Floats, normal: Floats, focal_px: float) -> Floats:
    """Returns the root mean square distance (N,) in pixels between corners and those of the best level square."""
    far = rays @ normal
    if (far >= -1e-3).any():
        return np.full(len(rays), np.inf)
    points = rays / far[..., None]
    across, along = _axes(normal)
    flat = points @ across + 1j * (points @ along)
    centre = flat.mean(axis=1, keepdims=True)
    spokes = flat - centre
    # Corners are clockwise in the image, so in these axes each next one is a quarter turn back.
    first = spokes @ _QUARTERS / 4
    ideal = first[:, None] * _QUARTERS.conj()
    share = np.sqrt((np.abs(spokes - ideal) ** 2).mean(axis=1)) / np.maximum(np.abs(first), 1e-12)
    half_diagonal_px = np.linalg.norm(rays[:, 0, :2] - rays[:, 2, :2], axis=1) * focal_px / 2
    return np.asarray(share * half_diagonal_px, np.float64)


def _likely(rays: Floats, focal_px: float, but: Floats | None) -> Floats:
    """Returns the normals (M, 3) that each square alone allows, two per square, without those that are too steep."""
    found = [normal for square in rays for normal in _two_normals(square, focal_px)]
    return _allowed(np.array(found).reshape(-1, 3), but)


def _allowed(normals: Floats, but: Floats | None) -> Floats:
    keep = -normals[:, 2] > math.cos(STEEPEST_RAD)
    if but is not None:
        keep &= normals @ but < math.cos(math.radians(7.0))
    return normals[keep]


def _two_normals(square: Floats, focal_px: float) -> list[Floats]:
    """Returns the two possible tilts of a small square, from its shape along the line of sight through its centre."""
    flat = square[:, :2]
    u = ((flat[1] + flat[2]) - (flat[0] + flat[3])) / 2
    v = ((flat[2] + flat[3]) - (flat[0] + flat[1])) / 2
    model = np.array([*flat.mean(axis=0), 1.0])
    length = float(np.linalg.norm(model))
    model /= length
    across, along = _axes(-model)
    # This maps a step in the image plane to one perpendicular to the line of sight.
    steps = np.array([[*u, 0.0], [*v, 0.0]])
    shape = np.array([steps @ across, steps @ along]) / length
    left, sizes, _ = np.linalg.svd(shape)
    slant = math.acos(min(1.0, sizes[1] / max(sizes[0], 1e-12)))
    tilted = left[0, 1] * across + left[1, 1] * along
    return [-model * math.cos(slant) + sign * math.sin(slant) * tilted for sign in (-1.0, 1.0)]
