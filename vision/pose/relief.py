"""Estimates the relief of a mat that is not quite flat, as far as its tags reveal it.

A point at height h above the mat's plane appears displaced by h · tan(angle from straight below the camera), away from
the point below the camera. Tags at the rim show this displacement. From it a quadratic surface is estimated: a bow
along, a bow across and a twist, as of a sheet that comes from a roll or a table that sags. Its height is limited by the
prior `BOW_SIGMA_MM`, and it is used only if the tags give clear evidence. The lens is held to its calibration
meanwhile; otherwise it would adapt and hide a bow.

Method: ridge regression, linear least squares with a normal prior on the three bows; a bow is accepted by a chi-squared
test (Mahalanobis distance from a flat mat).

Shorter waves are not modelled. They scatter the tags around the fit, and that scatter, propagated from the rim to every
position by the same tangent, is part of the standard deviation; so is a share of the bow, since real bows are not
quadratic. Waves that the tags at the rim do not reveal are covered by the table file's `flatness_sigma_mm`.

The apparent size of bases' tags adds no information: a millimetre of height changes it by a seventh of a per cent, a
fortieth of a pixel, and a camera's tone curve by several times that.

Measured on simulated mats at 1280 × 720, camera 70 cm above, tilted by 7° and by 25°: position errors, median and 95th
percentile in mm, without and with this correction.

    bowl of 3 mm               0.08, 0.14 and 0.22, 0.33      0.03, 0.05 and 0.04, 0.09
    oblique bow of 2 mm        0.23, 0.29 and 0.48, 0.71      0.09, 0.18 and 0.15, 0.30
    the same, waves of 0.5 mm  0.26, 0.48 and 0.48, 1.14      0.16, 0.47 and 0.29, 0.90
    waves of ± 0.5 mm alone    0.11, 0.35 and 0.19, 0.61      no change: waves 38 cm long are invisible to the tags
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.observation import Place
from vision.pose.bundle import camera_slopes
from vision.pose.lens_prior import lens_numbers
from vision.pose.refine import MatPose, MatTagView
from vision.table import MatLayout

BOW_SIGMA_MM = 1.5
"""Standard deviation of a bow or twist of mats, from their middle to their rim."""

READING_SIGMA_PX = 0.02
"""Lower limit of the standard deviation of a tag's centre, however often it is read."""

PRINT_SIGMA_MM = 0.03
"""Standard deviation of a mat tag's position in the print: printers feed paper no more precisely."""

MIN_TAGS = 6
"""Fewest tags to estimate a bow."""

CLEARLY = 25.0
"""Squared Mahalanobis distance from a flat mat above which a bow is accepted: on an almost flat mat, the correction
would add more error than it removes."""

SHAPE_SHARE = 0.25
"""Deviation of real bows from a quadratic, as a share of the bow's height."""

LENS_FREE = 6


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """The relief of a mat.

    Attributes:
        mat: The mat.
        bows_mm: (3,) height at the rim of a bow along x, of a twist, of a bow along y.
        covariance: (3, 3) of `bows_mm`.
        waves_mm: Standard deviation of the remaining height.
    """

    mat: MatLayout
    bows_mm: Floats
    covariance: Floats
    waves_mm: float

    def heights_mm(self, points_mm: Floats) -> Floats:
        """Returns the mat's height (n,) at points (n, 2) above the plane of the pose."""
        return np.asarray(_basis(self.mat, points_mm) @ self.bows_mm)

    def shifts_mm(self, model: CameraModel, points_mm: Floats) -> Floats:
        """Returns the apparent displacement (n, 2) of objects at points (n, 2)."""
        return np.asarray(self.heights_mm(points_mm)[:, None] * _slants(model, points_mm))

    def true_places(self, model: CameraModel, places: dict[str, Place]) -> dict[str, Place]:
        """Corrects positions computed for a flat mat by the mat's relief."""
        if not places or not self.bows_mm.any():
            return places
        shifts = self.shifts_mm(model, np.array([(each.x_mm, each.y_mm) for each in places.values()]))
        return {
            piece: replace(each, x_mm=each.x_mm - float(dx), y_mm=each.y_mm - float(dy))
            for (piece, each), (dx, dy) in zip(places.items(), shifts, strict=True)
        }

    def sigmas_mm(self, model: CameraModel, points_mm: Floats) -> Floats:
        """Returns the standard deviation (n,) of positions (n, 2) after the correction."""
        basis = _basis(self.mat, points_mm)
        variance = np.einsum("na,ab,nb->n", basis, self.covariance, basis) + self.waves_mm**2
        here_mm2 = variance * (_slants(model, points_mm) ** 2).sum(axis=1)
        # The mat's tags lie on the same waves and affect the pose: six unknowns, two measurements per tag.
        tags_mm = np.array([(tag.x_mm, tag.y_mm) for tag in self.mat.tags])
        pose_mm2 = self.waves_mm**2 * float((_slants(model, tags_mm) ** 2).sum()) / len(tags_mm) * 3 / len(tags_mm)
        return np.asarray(np.sqrt(here_mm2 + pose_mm2))


def flat(mat: MatLayout) -> Relief:
    """Returns the relief of a mat that is assumed to be flat."""
    return Relief(mat, np.zeros(3), np.zeros((3, 3)), mat.flatness_sigma_mm)


def relief_of(known: Relief, views: list[MatTagView], pose: MatPose) -> Relief:
    """Estimates the relief of the mat that explains the residuals of the pose.

    Args:
        known: The previous estimate; it only determines the heights at which the pose assumed the tags.
        views: The measured tags of the mat, at their layout positions, without tags that were pulled.
        pose: The pose fitted to these tags at the previous heights.

    Returns:
        A flat mat, unless the tags give clear evidence of another relief.
    """
    mat = known.mat
    if len(views) < MIN_TAGS:
        return known
    views, model = raised(views, known), pose.model
    points = np.array([(view.tag.x_mm, view.tag.y_mm) for view in views])
    standing = np.column_stack([points, [view.tag.height_mm for view in views]])
    rest = (np.array([view.corners_px.mean(axis=0) for view in views]) - _middles(model, views)).ravel()
    scale = model.scales(points)
    raised_px = model.pixels(standing + [0.0, 0.0, 1.0]) - model.pixels(standing)  # noqa: RUF005 (a sum of arrays)
    by_bow = (raised_px[:, :, None] * _basis(mat, points)[:, None, :]).reshape(-1, 3)
    design = np.column_stack([camera_slopes(model, standing), by_bow])
    sigma_px = np.hypot(READING_SIGMA_PX, PRINT_SIGMA_MM * scale)
    weight = np.repeat(1.0 / sigma_px**2, 2)
    normal = design.T @ (weight[:, None] * design)
    lens = slice(LENS_FREE, design.shape[1] - 3)
    hold = np.linalg.inv(pose.prior.covariance)
    normal[lens, lens] += hold
    pull = design.T @ (weight * rest)
    # The fit of the flat mat may have adapted the lens to hide a bow, so the lens is held to its calibration again.
    pull[lens] += hold @ (pose.prior.mean - lens_numbers(model.lens))
    normal[-3:, -3:] += np.eye(3) / BOW_SIGMA_MM**2
    pull[-3:] -= known.bows_mm / BOW_SIGMA_MM**2
    covariance = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    found = covariance @ pull
    left = (rest - design @ found).reshape(-1, 2)
    bows_mm, doubts = known.bows_mm + found[-3:], covariance[-3:, -3:]
    if float(bows_mm @ np.linalg.solve(doubts, bows_mm)) < CLEARLY:
        return flat(mat)
    # Degrees of freedom: two per tag, minus six for the pose and those of the bow that its prior leaves free.
    bound = LENS_FREE + float(np.trace(np.eye(3) - doubts / BOW_SIGMA_MM**2))
    free = max(2.0, 2.0 * len(views) - bound)
    excess_px2 = float((left**2).sum() / free - (sigma_px**2).mean())
    tag_waves_mm = np.sqrt(max(0.0, excess_px2) / float((raised_px**2).mean()))
    shape_mm = SHAPE_SHARE * float(np.abs(bows_mm).max())
    return Relief(mat, bows_mm, doubts, float(np.linalg.norm([mat.flatness_sigma_mm, tag_waves_mm, shape_mm])))


def raised(views: list[MatTagView], relief: Relief) -> list[MatTagView]:
    """Returns the mat's tags at their estimated heights."""
    heights = relief.heights_mm(np.array([(view.tag.x_mm, view.tag.y_mm) for view in views]).reshape(-1, 2))
    return [
        replace(view, tag=replace(view.tag, height_mm=view.tag.height_mm + float(height)))
        for view, height in zip(views, heights, strict=True)
    ]


def _middles(model: CameraModel, views: list[MatTagView]) -> Floats:
    corners = [np.column_stack([np.array(view.tag.corners_mm()), np.full(4, view.tag.height_mm)]) for view in views]
    return np.asarray(model.pixels(np.concatenate(corners)).reshape(-1, 4, 2).mean(axis=1))


def _basis(mat: MatLayout, points_mm: Floats) -> Floats:
    """Returns the height of each bow at points, (n, 3): 1 at the middle of the mat's edge (twist: at its corner)."""
    u, v = (2 * points_mm / [mat.width_mm, mat.height_mm] - 1).T
    return np.column_stack([u * u, u * v, v * v])


def _slants(model: CameraModel, points_mm: Floats) -> Floats:
    """Returns the apparent displacement (n, 2) of a point per millimetre of height."""
    camera = model.camera_mm
    return np.asarray((points_mm - camera[:2]) / camera[2])
