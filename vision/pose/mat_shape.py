"""Estimates how a mat differs from its table file, as far as its tags reveal it: relief, stretch, and scattered tags.

A point at height h above the mat's plane appears displaced by h · tan(angle from straight below the camera), away from
the point below the camera. Tags at the rim show this displacement. From it a quadratic surface is estimated: a bow
along, a bow across and a twist, as of a sheet that comes from a roll or a table that sags. Its height is limited by the
prior `BOW_SIGMA_MM`, and it is used only if the tags give clear evidence. The lens is held to its calibration
meanwhile; otherwise it would adapt and hide a bow.

A mat that is longer one way than its file says, or askew, is stretched: one number for the aspect, one for the shear.
A mat that is larger both ways looks like one nearer to the camera, so the stretch leaves its size open, and every
distance is uncertain by as much as the mat is stretched.

Method: ridge regression, linear least squares with a normal prior on the three bows and the two numbers of the stretch;
either is accepted by a likelihood-ratio test against the simpler mat, scaled by the scatter that remains (F-test).

Whatever remains scatters the tags around the fit: tags laid by hand, or waves too short to model. That variance
component is estimated from the residuals (method of moments, as of Paule and Mandel) and given to every tag, so that
the calibrated lens keeps its weight instead of being bent until the residuals vanish. Since it may come from waves, it
is also propagated from the rim to every position by the same tangent; so is a share of the bow, since real bows are
not quadratic. Waves that the tags at the rim do not reveal are covered by the table file's `flatness_sigma_mm`.

References:
    Paule and Mandel 1982, "Consensus values and weighting factors".

The apparent size of bases' tags adds no information: a millimetre of height changes it by a seventh of a per cent, a
fortieth of a pixel, and a camera's tone curve by several times that.

Measured on simulated mats at 1280 × 720, camera 70 cm above, tilted by 7° and by 25°: position errors, median and 95th
percentile in mm, without and with this correction.

    bowl of 3 mm               0.08, 0.14 and 0.22, 0.33      0.03, 0.05 and 0.04, 0.09
    oblique bow of 2 mm        0.23, 0.29 and 0.48, 0.71      0.09, 0.18 and 0.15, 0.30
    the same, waves of 0.5 mm  0.26, 0.48 and 0.48, 1.14      0.16, 0.47 and 0.29, 0.90
    waves of ± 0.5 mm alone    0.11, 0.35 and 0.19, 0.61      no change: waves 38 cm long are invisible to the tags
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.observation import Place
from vision.pose.bundle import camera_slopes
from vision.pose.lens_prior import lens_numbers
from vision.pose.refine import TURN_SIGMA_RAD, MatPose, MatTagView, corners_of
from vision.table import MatLayout

BOW_SIGMA_MM = 1.5
"""Standard deviation of a bow or twist of mats, from their middle to their rim."""

WAVES_SIGMA_MM = 1.5
"""Largest standard deviation of waves: if tags scatter more than such waves explain, they were laid so."""

STRETCH_SIGMA = 0.01
"""Standard deviation of the relative stretch of a mat that is not as its file says."""

READING_SIGMA_PX = 0.02
"""Lower limit of the standard deviation of a tag's centre, however often it is read."""

PRINT_SIGMA_MM = 0.03
"""Standard deviation of a mat tag's position in the print: printers feed paper no more precisely."""

MIN_TAGS, MIN_TAGS_STRETCH = 6, 4
"""Fewest tags to estimate a bow, and a stretch."""

CLEARLY = 25.0
"""Likelihood ratio (difference of the sums of squares, in variances) from which a bow or a stretch is accepted: on an
almost perfect mat, the correction would add more error than it removes."""

SHAPE_SHARE = 1.0
"""Deviation of real mats from a quadratic, as a share of the bow's height: a wave as long as the mat looks like a bow
to the tags at the rim, and is another one inside."""

TURNED = 3.0
"""Scatter of the tags' angles, in deviations of one, from which they count as laid by hand."""

SAME_MM = 0.01
"""Two estimates that differ by less everywhere on the mat are the same."""

LENS_FREE = 6
CAMERA = 15
BOWS, STRETCH = slice(CAMERA, CAMERA + 3), slice(CAMERA + 3, CAMERA + 5)


@dataclass(frozen=True, slots=True, eq=False)
class MatShape:
    """How a mat differs from its table file.

    Attributes:
        mat: The mat.
        bows_mm: (3,) height at the rim of a bow along x, of a twist, of a bow along y.
        covariance: (3, 3) of `bows_mm`.
        waves_mm: Standard deviation of the remaining height.
        stretch: (2,) relative lengthening along x, which is the shortening along y, and shear.
        scatter_mm: Standard deviation of each coordinate of its tags about their places on such a mat.
        scatter_rad: Standard deviation of their angles, beyond that of a reading.
    """

    mat: MatLayout
    bows_mm: Floats
    covariance: Floats
    waves_mm: float
    stretch: Floats
    scatter_mm: float = 0.0
    scatter_rad: float = 0.0

    @property
    def stretched(self) -> float:
        """Largest relative lengthening in any direction."""
        return float(np.hypot(*self.stretch))

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
        stretch_mm2 = self.stretched**2 * ((points_mm - _middle_mm(self.mat)) ** 2).sum(axis=1)
        return np.asarray(np.sqrt(here_mm2 + pose_mm2 + stretch_mm2))

    def like(self, other: "MatShape") -> bool:
        """Whether two estimates are practically the same."""
        size_mm = max(self.mat.width_mm, self.mat.height_mm)
        off_mm = np.concatenate([self.bows_mm - other.bows_mm, (self.stretch - other.stretch) * size_mm])
        scatter_mm = max(
            abs(self.scatter_mm - other.scatter_mm), size_mm / 2 * abs(self.scatter_rad - other.scatter_rad)
        )
        return bool(np.abs(off_mm).max() < SAME_MM and scatter_mm < SAME_MM)


def as_told(mat: MatLayout) -> MatShape:
    """Returns the shape of a flat mat that is as its file says."""
    return MatShape(mat, np.zeros(3), np.zeros((3, 3)), mat.flatness_sigma_mm, np.zeros(2))


def shape_of(known: MatShape, views: list[MatTagView], pose: MatPose) -> MatShape:
    """Estimates the shape of the mat that explains the residuals of the pose.

    Args:
        known: The previous estimate, with which the pose was fitted.
        views: The measured tags of the mat, at their layout positions, without tags that were pulled.
        pose: The pose fitted to these tags on the previous estimate.

    Returns:
        A flat mat as in its file, unless the tags give clear evidence of another shape.
    """
    mat = known.mat
    if len(views) < min(MIN_TAGS, max(len(mat.tags), MIN_TAGS_STRETCH)):
        return known
    shifted, model = shaped(views, known), pose.model
    points = np.array([(view.tag.x_mm, view.tag.y_mm) for view in shifted])
    standing = np.column_stack([points, [view.tag.height_mm for view in shifted]])
    rest = (np.array([view.corners_px.mean(axis=0) for view in shifted]) - _middles(model, shifted)).ravel()
    scale = model.scales(points)
    here_px = model.pixels(standing)
    east, north, up = (model.pixels(standing + step) - here_px for step in np.eye(3))
    by_bow = (up[:, :, None] * _basis(mat, points)[:, None, :]).reshape(-1, 3)
    x, y = (np.array([(view.tag.x_mm, view.tag.y_mm) for view in views]) - _middle_mm(mat)).T[:, :, None]
    by_stretch = np.stack([x * east - y * north, y * east + x * north], axis=2).reshape(-1, 2)
    design = np.column_stack([camera_slopes(model, standing), by_bow, by_stretch])
    sigma_px = np.hypot(READING_SIGMA_PX, PRINT_SIGMA_MM * scale)
    # The fit of the mat as told may have bent the lens to hide its shape, so the lens is held to its calibration again.
    held = np.zeros((CAMERA + 5, CAMERA + 5))
    lens = slice(LENS_FREE, CAMERA)
    held[lens, lens] = np.linalg.inv(pose.prior.covariance)
    held[BOWS, BOWS] = np.eye(3) / BOW_SIGMA_MM**2
    held[STRETCH, STRETCH] = np.eye(2) / STRETCH_SIGMA**2
    off = np.concatenate(
        [np.zeros(LENS_FREE), lens_numbers(model.lens) - pose.prior.mean, known.bows_mm, known.stretch]
    )
    problem = _Problem(design, rest, np.repeat(1.0 / sigma_px**2, 2), held, off)
    fit = _simplest(problem, with_bows=len(views) >= MIN_TAGS)
    bows_mm, stretch = known.bows_mm + fit.found[BOWS], known.stretch + fit.found[STRETCH]
    shape_mm = SHAPE_SHARE * float(np.abs(bows_mm).max())
    left = fit.left.reshape(-1, 2)
    # A variance estimated from few degrees of freedom may be far too small (Student 1908).
    surplus = (fit.free + 2.0) / max(fit.free - 2.0, 1.0)
    scatter_px2 = max(0.0, float((left**2).sum() / fit.free - (sigma_px**2).mean())) * surplus
    waves_mm = min(WAVES_SIGMA_MM, math.sqrt(scatter_px2 / float((up**2).mean())))
    return MatShape(
        mat=mat,
        bows_mm=bows_mm,
        covariance=fit.covariance[BOWS, BOWS],
        waves_mm=float(np.linalg.norm([mat.flatness_sigma_mm, waves_mm, shape_mm])),
        stretch=stretch,
        scatter_mm=float(np.sqrt(scatter_px2 / (scale**2).mean())),
        scatter_rad=_scatter_rad(shifted, model),
    )


def shaped(views: list[MatTagView], shape: MatShape) -> list[MatTagView]:
    """Returns the mat's tags where they lie on a mat of that shape, with their scatter."""
    points = np.array([(view.tag.x_mm, view.tag.y_mm) for view in views]).reshape(-1, 2)
    heights = shape.heights_mm(points)
    x, y = (points - _middle_mm(shape.mat)).T
    along, askew = shape.stretch
    moved = points + np.column_stack([along * x + askew * y, askew * x - along * y])
    return [
        replace(
            view,
            tag=replace(
                view.tag, x_mm=float(moved_x), y_mm=float(moved_y), height_mm=view.tag.height_mm + float(height)
            ),
            scatter_mm=shape.scatter_mm,
            turn_sigma_rad=float(np.hypot(view.turn_sigma_rad, shape.scatter_rad)),
        )
        for view, height, (moved_x, moved_y) in zip(views, heights, moved, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """A linear least-squares problem with normal priors: `rest` ≈ `design` · change, with `off` + change near 0."""

    design: Floats
    rest: Floats
    weight: Floats
    held: Floats
    off: Floats

    def solved(self, absent: list[int]) -> "_Solution":
        """Solves it with some of the unknowns at 0."""
        free = [n for n in range(len(self.off)) if n not in absent]
        change = np.zeros(len(self.off))
        change[absent] = -self.off[absent]
        rest = self.rest - self.design @ change
        design, held = self.design[:, free], self.held[np.ix_(free, free)]
        normal = design.T @ (self.weight[:, None] * design) + held
        inverse = np.asarray(np.linalg.inv(normal), dtype=np.float64)
        change[free] = inverse @ (design.T @ (self.weight * rest) - held @ self.off[free])
        left = self.rest - self.design @ change
        away = self.off + change
        covariance = np.zeros_like(self.held)
        covariance[np.ix_(free, free)] = inverse
        # Unknowns that their priors determine use up no degree of freedom.
        bound = len(free) - float(np.trace(inverse @ held))
        cost = float(left @ (self.weight * left) + away @ self.held @ away)
        return _Solution(change, covariance, left, cost, max(1.0, len(left) - bound))


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    found: Floats
    covariance: Floats
    left: Floats
    cost: float
    free: float


def _simplest(problem: _Problem, *, with_bows: bool) -> _Solution:
    """Solves for the simplest shape that the tags do not clearly speak against."""
    bows, stretch = list(range(BOWS.start, BOWS.stop)), list(range(STRETCH.start, STRETCH.stop))
    never = [] if with_bows else bows
    whole = problem.solved(never)
    limit = whole.cost + CLEARLY * max(1.0, whole.cost / len(whole.left))
    told = problem.solved(bows + stretch)
    if told.cost <= limit:
        return told
    half = [problem.solved([*never, *absent]) for absent in ((bows, stretch) if with_bows else ())]
    best = min(half, key=lambda each: each.cost, default=whole)
    return best if best.cost <= limit else whole


def _scatter_rad(views: list[MatTagView], model: CameraModel) -> float:
    """Returns the scatter of the tags' angles; 0 where it is that of readings."""
    turns = []
    for view in views:
        due = model.pixels(corners_of(view.tag))
        due, seen = due - due.mean(axis=0), view.corners_px - view.corners_px.mean(axis=0)
        turns.append(float((due[:, 0] * seen[:, 1] - due[:, 1] * seen[:, 0]).sum() / (due**2).sum()))
    scatter_rad = float(np.std(turns, ddof=1))
    return scatter_rad if scatter_rad > TURNED * TURN_SIGMA_RAD else 0.0


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


def _middle_mm(mat: MatLayout) -> Floats:
    return np.array([mat.width_mm / 2, mat.height_mm / 2])
