"""Finds the mat: decides which tags belong to it, and computes its homography and the camera's pose.

A tag of the mat may be hidden, lie twice on the table, or have been moved. Therefore small groups of tags each propose
a plane, the plane with the largest consensus wins, and outliers of the final fit are excluded.

Method: consensus over all groups of three tags (RANSAC without random sampling, because there are few groups), each
with its homography; the initial pose is computed from the homography's columns; then `vision.pose.bundle`.

References:
    Fischler and Bolles 1981 (consensus); Zhang 2000 (pose from a homography).
"""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.camera.lens_model import to_ideal_px
from vision.fiducials.detector import DetectedTag
from vision.pose.bundle import CameraFit, fit_camera, mat_corners_mm
from vision.pose.lens_prior import calibrated_prior, lens_of, unknown_prior
from vision.table import MatLayout, Tag

_AGREES_PX = 0.006
_AGREES_UNKNOWN_LENS_PX = 0.03
"""Inlier threshold for a tag in the plane of others, as a share of the image's width, while the lens is unknown."""
_STRAY_MM = 0.8
_CLEARLY_BETTER = 0.6
"""A tag is an outlier if the fit without it has at most this share of the reprojection error."""
_FOCAL_CANDIDATES = (0.5, 0.65, 0.8, 1.0, 1.3, 1.8)
"""Focal lengths tried, in image widths: from action cameras to telephoto lenses."""
_MIN_TAGS = 2
_MIN_TAGS_UNKNOWN_LENS = 3

Pair = tuple[Tag, DetectedTag]


@dataclass(frozen=True, slots=True, eq=False)
class MatPoseEstimate:
    """The mat's pose, with the tags used for it.

    Attributes:
        camera: Lens and pose.
        used: Inliers: tags of the layout with their detections.
        outliers: Detections with an id of the mat that are not where the layout puts them.
    """

    camera: CameraFit
    used: tuple[Pair, ...]
    outliers: tuple[DetectedTag, ...]


def find_mat(
    mat: MatLayout, tags: tuple[DetectedTag, ...], image_size: tuple[int, int], lens: Lens | None
) -> MatPoseEstimate | None:
    """Computes the camera's pose.

    Args:
        mat: The mat.
        tags: All tags in the image.
        image_size: Width and height in pixels.
        lens: The calibration; None to estimate the lens as well.

    Returns:
        The pose; None if too few of the mat's tags agree.
    """
    known = {tag.id: tag for tag in mat.tags}
    candidates = [(known[seen.id], seen) for seen in tags if seen.id in known]
    agreeing = _largest_agreement(candidates, image_size, lens)
    least = _MIN_TAGS if lens is not None else _MIN_TAGS_UNKNOWN_LENS
    if len(agreeing) < least:
        return None
    camera = _solved(agreeing, image_size, lens)
    while camera is not None and len(agreeing) > max(least, _MIN_TAGS_UNKNOWN_LENS):
        fewer = _without_stray(agreeing, camera, image_size, lens)
        if fewer is None:
            break
        agreeing, camera = fewer
    if camera is None:
        return None
    outliers = tuple(pair[1] for pair in candidates if all(pair[1] is not used for _, used in agreeing))
    return MatPoseEstimate(camera, tuple(agreeing), outliers)


def _without_stray(
    pairs: list[Pair], camera: CameraFit, image_size: tuple[int, int], lens: Lens | None
) -> tuple[list[Pair], CameraFit] | None:
    """Returns the fit without the worst tag, if that tag is an outlier; otherwise None."""
    worst = int(np.argmax(camera.misfit))
    others = [pair for i, pair in enumerate(pairs) if i != worst]
    tag, seen = pairs[worst]
    refit = _solved(others, image_size, lens)
    if refit is None or refit.reprojection_px > _CLEARLY_BETTER * camera.reprojection_px:
        return None
    apart_px = (seen.fit.corners_px - refit.model.pixels(mat_corners_mm(tag))).mean(axis=0)
    off_mm = float(np.hypot(*apart_px)) / refit.model.px_per_mm(tag.x_mm, tag.y_mm)
    return (others, refit) if off_mm > _STRAY_MM else None


def _solved(pairs: list[Pair], image_size: tuple[int, int], lens: Lens | None) -> CameraFit | None:
    fits = [(tag, seen.fit) for tag, seen in pairs]
    if lens is not None:
        prior = calibrated_prior(lens)
        start = _start(pairs, lens)
        return None if start is None else fit_camera(fits, prior, start)
    solved: list[CameraFit] = []
    for guess in _FOCAL_CANDIDATES:
        prior = unknown_prior(image_size, guess * image_size[0])
        start = _start(pairs, lens_of(prior, prior.mean))
        camera = None if start is None else fit_camera(fits, prior, start)
        if camera is not None:
            solved.append(camera)
    return min(solved, key=lambda camera: camera.reprojection_px, default=None)


def _largest_agreement(candidates: list[Pair], image_size: tuple[int, int], lens: Lens | None) -> list[Pair]:
    limit_px = image_size[0] * (_AGREES_UNKNOWN_LENS_PX if lens is None else _AGREES_PX)
    corners = [_ideal(seen, lens) for _, seen in candidates]
    best: list[int] = []
    best_off = np.inf
    group_size = min(3, len({tag.id for tag, _ in candidates}))
    for group in combinations(range(len(candidates)), group_size):
        if len({candidates[i][0].id for i in group}) < group_size or group_size < 2:
            continue
        plane = _plane([candidates[i][0] for i in group], [corners[i] for i in group])
        if plane is None:
            continue
        off = [_off_px(plane, pair[0], seen) for pair, seen in zip(candidates, corners, strict=True)]
        members = _one_of_each([i for i in range(len(candidates)) if off[i] < limit_px], candidates, off)
        total = sum(off[i] for i in members)
        if (len(members), -total) > (len(best), -best_off):
            best, best_off = members, total
    return [candidates[i] for i in best]


def _one_of_each(members: list[int], candidates: list[Pair], off: list[float]) -> list[int]:
    """Keeps the better-fitting one of tags that are visible twice."""
    best: dict[int, int] = {}
    for i in members:
        tag_id = candidates[i][0].id
        if tag_id not in best or off[i] < off[best[tag_id]]:
            best[tag_id] = i
    return sorted(best.values())


def _plane(tags: list[Tag], corners: list[Floats]) -> Floats | None:
    source = np.concatenate([mat_corners_mm(tag)[:, :2] for tag in tags])
    plane, _ = cv2.findHomography(source, np.concatenate(corners), 0)
    # OpenCV returns None if the points determine no plane, contrary to its type stubs.
    return np.asarray(plane, dtype=np.float64) if np.size(plane) == 9 else None


def _off_px(plane: Floats, tag: Tag, corners: Floats) -> float:
    mapped = np.column_stack([mat_corners_mm(tag)[:, :2], np.ones(4)]) @ plane.T
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = mapped[:, :2] / mapped[:, 2:] - corners
    worst = float(np.abs(apart).max())
    return worst if np.isfinite(worst) and (mapped[:, 2] > 0).all() else np.inf


def _start(pairs: list[Pair], lens: Lens) -> CameraModel | None:
    """Computes an initial pose from the homography of all corners."""
    plane = _plane([tag for tag, _ in pairs], [_ideal(seen, lens) for _, seen in pairs])
    if plane is None:
        return None
    columns = np.linalg.solve(np.array(lens.matrix), plane)
    columns = columns / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    if columns[2, 2] < 0:
        columns = -columns
    x_axis, y_axis, shift = columns.T
    left, _, right = np.linalg.svd(np.column_stack([x_axis, y_axis, np.cross(x_axis, y_axis)]))
    rotation = left @ right
    if not np.isfinite(rotation).all() or np.linalg.det(rotation) < 0:
        return None
    return CameraModel(lens, np.asarray(rotation), np.asarray(shift))


def _ideal(seen: DetectedTag, lens: Lens | None) -> Floats:
    return seen.fit.corners_px if lens is None else to_ideal_px(lens, seen.fit.corners_px)
