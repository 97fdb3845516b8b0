"""Refines the camera's pose above the mat from the mat's tags as measured by the tracker.

The fit is the same as for a single image (`vision.pose.bundle`, `vision.pose.mat_pose`). This module builds its input
from placed tags, and propagates its uncertainty to points of the mat.
"""

from dataclasses import dataclass

import numpy as np

from vision.alignment.placement import TagPose
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import TagFit
from vision.fiducials.detector import DetectedTag
from vision.pose.bundle import CameraFit, camera_slopes, fit_camera
from vision.pose.lens_prior import LensPrior, calibrated_prior
from vision.pose.mat_pose import find_mat
from vision.table import MatLayout, Tag

OUTLIER_MM = 3.0
"""A mat tag farther than this from where the others predict it is an outlier; see also `SUSPECT_MM`."""

SUSPECT_MM, CLEARLY_BETTER = 0.3, 0.6
"""A tag is tested as an outlier only if its residual exceeds this distance; it is one if the fit without it has at most
this share of the reprojection error."""

MAX_OUTLIERS = 0.25
"""Largest share of the tags that may be outliers."""

AGREEING = 0.2
"""Largest residual of the other tags, as a share of an outlier's distance."""

TURN_SIGMA_RAD = 7e-4
"""Half the error of one tag's angle: its few edges determine the angle less well than the centre."""

UNTOLD_PX = 0.5
"""Standard deviation of corners in the directions that the placement of a tag does not measure."""

MIN_TAGS = 3
"""Fewest tags of the mat for a pose."""

ARM_MM = 20.0
"""Distance over which the rotation at a point is derived from positions."""

SHIFTS = np.tile(np.eye(2), (4, 1))
"""Derivatives (8, 2) of a tag's four corners by a shift of the tag."""

EAST, NORTH = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class MatTagView:
    """One tag of the mat, as measured in the image.

    Attributes:
        tag: As described in the table file, in the mat frame.
        corners_px: (4, 2) image frame.
        sigma_px: Standard deviation of each coordinate of its centre.
        turn_sigma_rad: Standard deviation of its angle.
        scatter_mm: Standard deviation of each coordinate of its place on the mat, as far as it is not as told.
    """

    tag: Tag
    corners_px: Floats
    sigma_px: float
    turn_sigma_rad: float = TURN_SIGMA_RAD
    scatter_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """The camera's pose.

    Attributes:
        camera: Lens and pose with their covariance.
        prior: The prior distribution of the lens.
        outliers: Ids of mat tags that are not where the layout puts them.
    """

    camera: CameraFit
    prior: LensPrior
    outliers: tuple[int, ...] = ()

    @property
    def model(self) -> CameraModel:
        return self.camera.model


def view_of(tag: Tag, place: TagPose, model: CameraModel) -> MatTagView:
    """Returns a view of a mat tag from its placement."""
    # The tag keeps its true size: its apparent size also depends on the camera's tone curve, its position does not.
    there = Tag(tag.id, tag.size_mm, place.x_mm, place.y_mm, place.angle_rad, tag.height_mm)
    scale = model.px_per_mm(place.x_mm, place.y_mm)
    return MatTagView(tag, model.pixels(corners_of(there)), max(1e-3, place.sigma_mm * scale))


def found_pose(mat: MatLayout, views: list[MatTagView], size: tuple[int, int], lens: Lens) -> MatPose | None:
    """Computes the pose without an initial estimate; None if too few tags agree."""
    seen = tuple(DetectedTag(view.tag.id, mat.dictionary, _proposed(view)) for view in views)
    fix = find_mat(mat, seen, size, lens)
    if fix is None:
        return None
    return MatPose(fix.camera, calibrated_prior(lens), tuple(sorted(outlier.id for outlier in fix.outliers)))


def refined_pose(views: list[MatTagView], pose: MatPose) -> MatPose | None:
    """Computes the pose near a known one, without outliers; None with fewer than three tags.

    A few outliers beside tags that agree were moved. Where many tags would have to be left out, or those that are left
    do not agree either, the whole mat is not as told, and the few that happen to agree would claim too much: then all
    tags stay.
    """
    if len(views) < MIN_TAGS:
        return None
    whole = camera = fit_camera([(view.tag, _placed(view)) for view in views], pose.prior, pose.model)
    kept = list(views)
    outliers: dict[int, float] = {}
    while camera is not None and len(kept) > MIN_TAGS:
        found = _outlier(kept, camera, pose.prior)
        if found is None:
            break
        worst, off_mm = found
        outliers[kept.pop(worst).tag.id] = off_mm
        camera = fit_camera([(view.tag, _placed(view)) for view in kept], pose.prior, pose.model)
    if camera is None or whole is None:
        return None
    if outliers and (
        len(outliers) > MAX_OUTLIERS * len(views)
        or max(_off_mm(kept, camera)) > max(SUSPECT_MM, AGREEING * min(outliers.values()))
    ):
        camera, outliers = whole, {}
    return MatPose(camera, pose.prior, tuple(sorted(outliers)))


def _outlier(views: list[MatTagView], camera: CameraFit, prior: LensPrior) -> tuple[int, float] | None:
    """Returns the index of the tag that is an outlier with respect to all others, and how far off it is in mm.

    An outlier biases the fit, most of all with few tags, so the tag with the largest residual is not necessarily the
    outlier.
    """
    if max(_off_mm(views, camera)) <= SUSPECT_MM:
        return None
    refits = [_without(views, n, camera, prior) for n in range(len(views))]
    left_px = [np.inf if refit is None else refit.reprojection_px for refit in refits]
    worst = int(np.argmin(left_px))
    refit, tag = refits[worst], views[worst].tag
    if refit is None or left_px[worst] > CLEARLY_BETTER * camera.reprojection_px:
        return None
    apart_px = (views[worst].corners_px - refit.model.pixels(corners_of(tag))).mean(axis=0)
    off_mm = float(np.hypot(*apart_px)) / camera.model.px_per_mm(tag.x_mm, tag.y_mm)
    return (worst, off_mm) if off_mm > OUTLIER_MM else None


def _off_mm(views: list[MatTagView], camera: CameraFit) -> list[float]:
    """Returns each tag's distance from where the pose puts it."""
    scales = [camera.model.px_per_mm(view.tag.x_mm, view.tag.y_mm) for view in views]
    return [off_px / scale for off_px, scale in zip(camera.off_px, scales, strict=True)]


def _without(views: list[MatTagView], left_out: int, camera: CameraFit, prior: LensPrior) -> CameraFit | None:
    pairs = [(view.tag, _placed(view)) for n, view in enumerate(views) if n != left_out]
    return fit_camera(pairs, prior, camera.model)


def place_sigmas_mm(pose: MatPose, points_mm: Floats) -> Floats:
    """Returns the larger standard deviation (n,) of x and y due to lens and pose, at points (n, 2) of the mat."""
    moves = _place_slopes(pose.model, points_mm)
    spread = moves @ pose.camera.covariance @ moves.transpose(0, 2, 1)
    return np.asarray(np.sqrt(np.diagonal(spread, axis1=1, axis2=2).max(axis=1)), dtype=np.float64)


def turn_sigmas_rad(pose: MatPose, points_mm: Floats) -> Floats:
    """Returns the standard deviation (n,) of an angle due to lens and pose, at points (n, 2) of the mat.

    An angle derived from two tags inherits the rotation error of the plane at that point and, depending on the tags'
    arrangement, its shear error.
    """
    here, east, north = (_place_slopes(pose.model, points_mm + off_mm) for off_mm in ((0, 0), (ARM_MM, 0), (0, ARM_MM)))
    by_x, by_y = (east - here) / ARM_MM, (north - here) / ARM_MM
    parts = np.stack([by_x[:, 1] - by_y[:, 0], by_x[:, 1] + by_y[:, 0], by_y[:, 1] - by_x[:, 0]]) / 2
    turned, sheared, stretched = np.einsum("kna,ab,knb->kn", parts, pose.camera.covariance, parts)
    return np.asarray(np.sqrt(turned + np.maximum(sheared, stretched)), dtype=np.float64)


def _place_slopes(model: CameraModel, points_mm: Floats) -> Floats:
    """Returns the derivatives (n, 2, 15) of positions at points (n, 2) by the camera's unknowns."""
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    here, east, north = np.split(model.pixels(np.concatenate([flat, flat + EAST, flat + NORTH])), 3)
    by_place = np.stack([east - here, north - here], axis=2)
    return np.asarray(np.linalg.solve(by_place, camera_slopes(model, flat).reshape(-1, 2, 15)))


def corners_of(tag: Tag) -> Floats:
    """Returns the corners (4, 3) of a mat tag in the mat frame."""
    return np.column_stack([np.array(tag.corners_mm()), np.full(4, tag.height_mm)])


def _proposed(view: MatTagView) -> TagFit:
    """Returns corners that were each detected individually."""
    return _fit_of(view, np.eye(8) * view.sigma_px**2)


def _placed(view: MatTagView) -> TagFit:
    """Returns the corners of a tag that was placed as a whole, with the size and shape that the pose gave it."""
    outwards = view.corners_px - view.corners_px.mean(axis=0)
    told = np.empty((8, 3))
    told[:, :2] = SHIFTS
    told[0::2, 2], told[1::2, 2] = -outwards[:, 1], outwards[:, 0]
    # Size and shape must not confirm the pose that they were computed from. The three directions are orthogonal.
    untold = np.eye(8) - (told / (told**2).sum(axis=0)) @ told.T
    sigmas = np.array([view.sigma_px, view.sigma_px, view.turn_sigma_rad])
    return _fit_of(view, (told * sigmas**2) @ told.T + untold * UNTOLD_PX**2)


def _fit_of(view: MatTagView, covariance_px: Floats) -> TagFit:
    return TagFit(
        corners_px=view.corners_px,
        covariance_px=covariance_px,
        blur_px=1.0,
        correlation=1.0,
        worst_module=0.0,
        hidden_share=0.0,
        noise_grey=1.0,
        contrast_grey=100.0,
    )
