"""Where a base or template lies, from those of its tags that are seen.

The place of a piece has three unknowns, x, y and its turn. All corners of all its tags pull on them together, each
tag at its own height, and the doubts of corners, pose and lens add up to the standard deviations.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.camera_fit import CameraFit, camera_slopes, corner_weight
from vision.sight import Sight
from vision.table import Tag
from vision.tag_image import Floats
from vision.tags import DetectedTag

_STEPS = 8
_STEP_MM = 1e-3
_STEP_RAD = 1e-5

SeenTag = tuple[Tag, DetectedTag]


@dataclass(frozen=True, slots=True, eq=False)
class PieceFix:
    """A piece as placed.

    Attributes:
        x_mm: Its origin in the mat frame.
        y_mm: Likewise.
        angle_rad: Counter-clockwise.
        covariance: (3, 3) of x (mm), y (mm) and angle (rad).
        off_mm: By how much each tag's centre misses where the piece puts it, in the order given.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    covariance: Floats
    off_mm: tuple[float, ...]

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of x or y, the larger."""
        return float(np.sqrt(max(self.covariance[0, 0], self.covariance[1, 1])))

    @property
    def sigma_rad(self) -> float:
        """Standard deviation of the angle."""
        return float(np.sqrt(self.covariance[2, 2]))


def place_piece(seen: list[SeenTag], camera: CameraFit) -> PieceFix:
    """Places a piece.

    Args:
        seen: Its tags, as laid out and as seen; one or more.
        camera: Lens and pose.
    """
    sight = camera.sight
    place = rough_place(seen[0], sight)
    corners = np.concatenate([tag.fit.corners_px for _, tag in seen]).ravel()
    weight = _blocks([corner_weight(tag.fit) for _, tag in seen])
    slopes = np.zeros((len(corners), 3))
    normal = np.eye(3)
    for _ in range(_STEPS):
        slopes = _slopes(seen, place, sight)
        normal = slopes.T @ weight @ slopes
        change = np.linalg.solve(normal, slopes.T @ weight @ (corners - _corners_px(seen, place, sight)))
        place = place + change
        if np.abs(change).max() < 1e-5:
            break
    rests = corners - _corners_px(seen, place, sight)
    spread = max(1.0, float(rests @ weight @ rests) / max(len(rests) - 3, 1))
    inverse = np.linalg.inv(normal)
    by_camera = inverse @ slopes.T @ weight @ camera_slopes(sight, _points_mm(seen, place))
    covariance = inverse * spread + by_camera @ camera.covariance @ by_camera.T
    return PieceFix(
        x_mm=float(place[0]),
        y_mm=float(place[1]),
        angle_rad=math.remainder(float(place[2]), math.tau),
        covariance=np.asarray(covariance, dtype=np.float64),
        off_mm=_off_mm(seen, rests, place, sight),
    )


def rough_place(seen: SeenTag, sight: Sight) -> Floats:
    """(3,) x, y (mm) and angle (rad) of a piece from one tag's corners taken as points on the plane of its height."""
    tag, detected = seen
    on_mat = sight.on_plane(detected.fit.corners_px, tag.height_mm)
    own = np.array(tag.corners_mm())
    a, b = own - own.mean(axis=0), on_mat - on_mat.mean(axis=0)
    angle = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    cos, sin = math.cos(angle), math.sin(angle)
    shift = on_mat.mean(axis=0) - np.array([[cos, -sin], [sin, cos]]) @ own.mean(axis=0)
    return np.array([shift[0], shift[1], angle])


def tag_corners_px(tag: Tag, place: Floats, sight: Sight) -> Floats:
    """(4, 2) where the corners of a piece's tag are to be seen."""
    return sight.pixels(_tag_points_mm(tag, place))


def _tag_points_mm(tag: Tag, place: Floats) -> Floats:
    x_mm, y_mm, angle = place
    cos, sin = math.cos(angle), math.sin(angle)
    flat = np.array(tag.corners_mm()) @ np.array([[cos, sin], [-sin, cos]]) + (x_mm, y_mm)
    return np.column_stack([flat, np.full(4, tag.height_mm)])


def _points_mm(seen: list[SeenTag], place: Floats) -> Floats:
    return np.concatenate([_tag_points_mm(tag, place) for tag, _ in seen])


def _corners_px(seen: list[SeenTag], place: Floats, sight: Sight) -> Floats:
    return sight.pixels(_points_mm(seen, place)).ravel()


def _slopes(seen: list[SeenTag], place: Floats, sight: Sight) -> Floats:
    steps = np.diag([_STEP_MM, _STEP_MM, _STEP_RAD])
    return np.column_stack(
        [
            (_corners_px(seen, place + step, sight) - _corners_px(seen, place - step, sight)) / (2 * step.sum())
            for step in steps
        ]
    )


def _off_mm(seen: list[SeenTag], rests: Floats, place: Floats, sight: Sight) -> tuple[float, ...]:
    centres = [_tag_points_mm(tag, place).mean(axis=0) for tag, _ in seen]
    shifts = rests.reshape(-1, 4, 2).mean(axis=1)
    return tuple(
        float(np.hypot(*shift)) / sight.px_per_mm(centre[0], centre[1])
        for shift, centre in zip(shifts, centres, strict=True)
    )


def _blocks(matrices: list[Floats]) -> Floats:
    whole = np.zeros((8 * len(matrices), 8 * len(matrices)))
    for i, matrix in enumerate(matrices):
        whole[8 * i : 8 * i + 8, 8 * i : 8 * i + 8] = matrix
    return whole
