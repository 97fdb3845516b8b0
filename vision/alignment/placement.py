"""Computes the poses of tags on the mat from all of their pixels, for many tags at a time.

The camera, the mat, and each tag's size and height are known, so a tag has three unknowns (x, y, yaw); scale (a lifted
tag looks larger), blur and light (gain, offset, a gradient in each direction) are fitted too. Instead of the image's
pixels, a fixed grid of points on the tag is used: the image is sampled where the present estimate puts them. The
blurred pattern at those points and its derivatives by each unknown are then the same in every step and every image, and
one step for all tags takes a handful of matrix products.

Let T be the pattern, with gradients T_u, T_v (u right, v down, in modules). A tag that is shifted by (du, dv), rotated
by phi and larger by s than estimated shows, to first order, at the grid's points

    grey = gain · (T − T_u (du + phi v + s u) − T_v (dv − phi u + s v) + T_blur db + k T (1 − T)) + offset + a u + b v,

where k stands for the camera's tone curve, which widens the bright side of every blurred edge. All terms are linear in
the products with the gain. Tukey's weights exclude objects on the tag.

Method: inverse compositional Lucas-Kanade alignment by Gauss-Newton steps (`vision.alignment.gauss_newton`) with
Tukey's weights; the covariance of a pose is the sandwich covariance (White 1980).

References:
    Lucas and Kanade 1981; Baker and Matthews 2004 (inverse composition); Beaton and Tukey 1974 (weights); the
    appearance of a blurred pattern: `vision.fiducials.tag_image`.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.alignment.cover_mask import CoverMask, cover_of, descend_covered, descend_from_near, descend_shown
from vision.alignment.gauss_newton import TUKEY, Fit, Patches, PlacementBatch, compiled_steps, stepped
from vision.arrays import Flags, Floats, Floats32
from vision.camera.camera_model import CameraModel
from vision.compiled.kernels import CHOICE
from vision.fiducials.dictionary import dictionary
from vision.fiducials.templates import BLUR, BLUR_STEP, CURVE, GAIN, blur_level, reach_of, template
from vision.images.frame_view import GreyView
from vision.table import Tag

GRID = 20
"""Grid points along one edge."""

COARSE_GRID = 14
"""Grid points along one edge while the covered part of a tag is determined."""

GRIDS, DENSE_PX = (GRID, 32, 48, 64), 1.8
"""Grids for tags to be placed as precisely as the image allows, and the largest spacing that is dense enough: points
much farther apart than an edge is wide miss some edges."""

WIDE_BLUR = 7
"""Blur, in steps of the templates, for all but the last steps: with edges a third of a module wide, the iteration
converges from a third of a module away."""

FINE_STEPS = 3

MISFIT = 0.3
"""Largest residual of an explained point, as a share of the contrast."""

AS_PRINTED = 0.97
"""Share of explained points from which a tag counts as uncovered."""

MIN_REST = 0.8
"""Lower limit of a residual, as a share of the noise: no point may claim a better fit."""

COVER_DOUBT, SHOWN_DOUBT = 2.6, 1.3
"""Factors on the standard deviations of a partly covered tag, because the cover's edge is not known to the pixel. The
second is for tags placed by points that are clearly visible."""

MAX_BLUR = 0.15
MIN_CURVE, MAX_CURVE = -0.3, 2.5
"""Limits of the deviation of blur (modules) and tone curve from the template."""

MIN_MORE, MAX_MORE = np.array([-MAX_BLUR, MIN_CURVE]), np.array([MAX_BLUR, MAX_CURVE])

FLAT_SCALE = (0.98, 1.026)
"""Range of the apparent size of a tag that lies flat."""

WRONG_MODULE = 0.4
"""Mean residual of a module, as a share of the contrast, from which the module counts as wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class TagPose:
    """The pose of one tag.

    Attributes:
        x_mm: x coordinate of its centre on the mat, seen from above.
        y_mm: y coordinate of its centre.
        angle_rad: Rotation of the tag on the mat.
        covariance: (3, 3) of x, y (mm) and angle (rad), from the noise of its pixels.
        scale: Apparent size, divided by its size on the mat.
        scale_sigma: Standard deviation of `scale`.
        explained: Share of its points that look as printed: the smaller of the shares of ink and of paper.
        wrong_modules: Number of modules of the code that look like the opposite.
        worst_module: Largest mean residual of a module of the code, as a share of the contrast.
        misfit: (points,) grey values minus the model, as shares of the contrast.
        noise: Standard deviation of the residuals per independent point: correlated neighbours are accounted for.
        blur_level: The blur of its template, in steps of `BLUR_STEP`.
        contrast: Contrast in grey levels; negative if ink and paper are swapped.
        blur_modules: Standard deviation of the blur.
        settled: Whether the iteration has converged.
        cover: The covered part, if it was determined; then `explained` and `wrong_modules` refer to the visible part.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    covariance: Floats
    scale: float
    scale_sigma: float
    explained: float
    wrong_modules: int
    worst_module: float
    misfit: Floats32
    noise: float
    blur_level: int
    contrast: float
    blur_modules: float
    settled: bool
    cover: CoverMask | None = None

    @property
    def is_bare(self) -> bool:
        """Whether no cover was found."""
        return self.cover is None or self.cover.visible == 1.0

    @property
    def is_flat(self) -> bool:
        """Whether it has the size of a tag that lies on the mat."""
        return FLAT_SCALE[0] < self.scale < FLAT_SCALE[1]

    @property
    def grid(self) -> int:
        """Number of points along an edge of the grid on which it was placed."""
        return math.isqrt(len(self.misfit))

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the less certain coordinate."""
        return float(np.sqrt(max(self.covariance[0, 0], self.covariance[1, 1])))


def place_tags(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPose | None]:
    """Places tags near their expected poses.

    Args:
        view: The image.
        model: The camera above the mat.
        tags: (name of the dictionary, tag) each; only the tag's id, size and height are used.
        starts: (n, 3) x, y in mm and angle in rad of each, accurate to about half a module.
        blur_px: Standard deviation of the image's blur.
        steps: Number of steps; 2 for a tag that lies still, 5 for one that moved.

    Returns:
        One placement per tag, whatever lies there: `explained` and `wrong_modules` show whether it is the tag. None if
            it
        extends beyond the image.
    """
    return _placed(_job(view, model, tags, starts, _Sampling(blur_px, GRID)), starts, steps) if tags else []


def place_tags_covered(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPose | None]:
    """Places tags, up to 40 % of which may be covered; arguments and result are those of `place_tags`.

    A tag that does not look as printed is placed once more, which takes six times as long and also determines its
    covered part.
    """
    places = place_tags(view, model, tags, starts, blur_px, steps)
    doubtful = [n for n, place in enumerate(places) if place is not None and not as_printed(place)]
    some = [tags[n] for n in doubtful]
    for n, place in zip(doubtful, place_tags_under(view, model, some, starts[doubtful], blur_px), strict=True):
        places[n] = place
    return places


def place_tags_under(
    view: GreyView,
    model: CameraModel,
    tags: list[tuple[str, Tag]],
    starts: Floats,
    blur_px: float,
    lying: Flags | None = None,
) -> list[TagPose | None]:
    """Places partly covered tags; the arguments are those of `place_tags` and `descend_covered`.

    Without `lying`, it is unknown whether the tags lie on the mat.
    """
    if not tags:
        return []
    coarse, fine = (_job(view, model, tags, starts, _Sampling(blur_px, grid)) for grid in (COARSE_GRID, GRID))
    lying = np.zeros(len(tags), dtype=bool) if lying is None else lying
    return _with_covers(fine, tags, *descend_covered(coarse, fine, starts, lying))


def place_tags_nearby(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], plain: list[TagPose], blur_px: float, lying: Flags
) -> list[TagPose | None]:
    """Places partly covered tags that `place_tags` already placed nearly correctly, in a third of the time."""
    if not tags:
        return []
    starts = np.array([[place.x_mm, place.y_mm, place.angle_rad, place.scale] for place in plain])
    job = _job(view, model, tags, starts[:, :3], _Sampling(blur_px, GRID))
    return _with_covers(job, tags, *descend_from_near(job, starts, lying))


def place_tags_shown(
    view: GreyView,
    model: CameraModel,
    tags: list[tuple[str, Tag]],
    starts: Floats,
    blur_px: float,
    covers: list[CoverMask],
) -> list[TagPose | None]:
    """Places tags that lie flat by their known visible points; the other arguments are those of `place_tags`."""
    if not tags:
        return []
    job = _job(view, model, tags, starts, _Sampling(blur_px, GRID))
    shown = np.stack([~cover.points for cover in covers]).astype(np.float32)
    state, fit, inside = descend_shown(job, starts, shown)
    return _described(state, fit, job, inside, covers, SHOWN_DOUBT)


def place_tags_closely(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPose | None]:
    """Places tags as `place_tags` does, but samples large tags as densely as small ones, which costs more."""
    found: list[TagPose | None] = [None] * len(tags)
    if not tags:
        return found
    spans_mm = np.array([2 * reach_of(dictionary(name).bits) * _module_mm(name, tag) for name, tag in tags])
    spans_px = spans_mm * model.scales(starts[:, :2])
    grids = [next((grid for grid in GRIDS if span_px / grid <= DENSE_PX), GRIDS[-1]) for span_px in spans_px]
    for grid in dict.fromkeys(grids):
        chosen = [n for n, other in enumerate(grids) if other == grid]
        effort = _Sampling(blur_px, grid)
        places = _placed(_job(view, model, [tags[n] for n in chosen], starts[chosen], effort), starts[chosen], steps)
        for n, place in zip(chosen, places, strict=True):
            found[n] = place
    return found


@dataclass(frozen=True, slots=True)
class _Sampling:
    """The effort of a placement: the image's blur, and the number of points along an edge."""

    blur_px: float
    grid: int


def _module_mm(name: str, tag: Tag) -> float:
    return tag.size_mm / (dictionary(name).bits + 2)


def _job(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, effort: _Sampling
) -> PlacementBatch:
    module_mm = np.array([_module_mm(name, tag) for name, tag in tags])
    module_px = module_mm * model.scales(starts[:, :2])
    levels = blur_level(effort.blur_px / module_px).tolist()
    each = [(name, tag.id, level) for (name, tag), level in zip(tags, levels, strict=True)]
    fine = [template(name, tag_id, level, effort.grid) for name, tag_id, level in each]
    wide = [template(name, tag_id, max(WIDE_BLUR, level), effort.grid) for name, tag_id, level in each]
    reach = np.array([reach_of(dictionary(name).bits) for name, _ in tags])
    height_mm = np.array([tag.height_mm for _, tag in tags])
    return PlacementBatch(
        Patches(view, model, effort.grid, reach * module_mm, module_mm, height_mm), fine, wide, module_px
    )


def _placed(job: PlacementBatch, starts: Floats, steps: int) -> list[TagPose | None]:
    kernels = CHOICE.kernels
    if kernels is not None:
        return _described(*compiled_steps(kernels, job, starts, steps, FINE_STEPS))
    state = np.column_stack([starts, np.ones(len(starts))])
    fine = job.fine_designs()
    wide = job.wide_designs() if steps > FINE_STEPS else fine
    inside = np.ones(len(starts), dtype=bool)
    fit: Fit | None = None
    for step in range(steps):
        values, visible = job.patches.look_up(state)
        inside &= visible
        design = fine if step >= steps - FINE_STEPS else wide
        before = fit or job.guess(values, wide=design is not fine)
        fit = stepped(values, design, before, wide=step < min(2, steps - 1))
        state = job.patches.moved(state, fit)
        if step >= steps - FINE_STEPS and step > 1 and fit.rests():
            break
    if fit is None:
        return [None] * len(starts)
    return _described(state, fit, job, inside)


def _with_covers(
    job: PlacementBatch, tags: list[tuple[str, Tag]], state: Floats, fit: Fit, inside: Flags
) -> list[TagPose | None]:
    misfits, allowed = fit.rest / fit.gain[:, None], _allowed(fit) / np.abs(fit.gain)
    covers = [
        cover_of(dictionary(name).bits, misfit.astype(np.float32), float(most))
        for (name, _), misfit, most in zip(tags, misfits, allowed, strict=True)
    ]
    return _described(state, fit, job, inside, covers, COVER_DOUBT)


def as_printed(place: TagPose) -> bool:
    """Whether nothing can cover a placed tag."""
    return place.explained >= AS_PRINTED and place.wrong_modules == 0


def _allowed(fit: Fit) -> Floats:
    """Returns the largest residual of an explained point (n,), in grey levels."""
    return np.asarray(np.maximum(MISFIT * np.abs(fit.unknowns[:, GAIN]), 3.5 * np.minimum(fit.noise, 8.0)))


def _described(
    state: Floats,
    fit: Fit,
    job: PlacementBatch,
    inside: Flags,
    covers: list[CoverMask] | None = None,
    cover_doubt: float = 1.0,
) -> list[TagPose | None]:
    """Builds the placements from the last fit; None for tags that extend beyond the image."""
    gain, module_mm = fit.gain, job.patches.module_mm
    rest, together = _sober_rest(fit, job), _togetherness(job)
    misfits = (rest / gain[:, None]).astype(np.float32)
    bare = None if covers is None else np.stack([~cover.points for cover in covers])
    spread = _spread(fit) * (together * cover_doubt**2)[:, None, None]
    to_mm = _to_mm(module_mm, state[:, 2])
    covariances = to_mm @ spread[:, :3, :3] @ to_mm.transpose(0, 2, 1)
    explained = _explained(np.abs(rest) <= _allowed(fit)[:, None], np.stack([each.ink for each in job.fine]), bare)
    more_blur = np.clip(fit.unknowns[:, BLUR] / gain, -0.3, 0.3)
    settled = np.abs(fit.unknowns[:, :2]).max(axis=1) < 0.1 * np.abs(gain)
    noise = fit.noise / np.abs(gain) * np.sqrt(together)
    seen = misfits if bare is None else misfits * bare
    modules = np.abs(np.stack([shown.modules @ each for shown, each in zip(job.fine, seen, strict=True)]))
    wrong, worst = (modules > WRONG_MODULE).sum(axis=1).tolist(), modules.max(axis=1).tolist()
    places: list[TagPose | None] = []
    for n, shown in enumerate(job.fine):
        if not inside[n]:
            places.append(None)
            continue
        x_mm, y_mm, angle_rad, scale = state[n].tolist()
        places.append(
            TagPose(
                x_mm=x_mm,
                y_mm=y_mm,
                angle_rad=angle_rad,
                covariance=covariances[n],
                scale=scale,
                scale_sigma=math.sqrt(spread[n, 3, 3]),
                explained=float(explained[n]),
                wrong_modules=wrong[n],
                worst_module=worst[n],
                misfit=misfits[n],
                noise=float(noise[n]),
                blur_level=round(shown.blur / BLUR_STEP),
                contrast=float(fit.unknowns[n, GAIN]),
                blur_modules=shown.blur + float(more_blur[n]),
                settled=bool(settled[n]),
                cover=None if covers is None else covers[n],
            )
        )
    return places


def _to_mm(module_mm: Floats, angle_rad: Floats) -> Floats:
    """Returns matrices (n, 3, 3) from shifts in modules, right and down, and rotations to the mat frame."""
    cos, sin = module_mm * np.cos(angle_rad), module_mm * np.sin(angle_rad)
    to_mm = np.zeros((len(module_mm), 3, 3))
    to_mm[:, 0, 0], to_mm[:, 0, 1], to_mm[:, 1, 0], to_mm[:, 1, 1], to_mm[:, 2, 2] = cos, sin, sin, -cos, 1.0
    return to_mm


def _explained(fits: Flags, ink: Flags, bare: Flags | None) -> Floats:
    """Returns the smaller of the explained shares of ink and of paper (n,), within the uncovered points."""
    sides = (ink, ~ink) if bare is None else (ink & bare, ~ink & bare)
    shares = [(fits & among).sum(axis=1) / np.maximum(among.sum(axis=1), 1) for among in sides]
    return np.asarray(np.minimum(shares[0], shares[1]))


def _sober_rest(fit: Fit, job: PlacementBatch) -> Floats32:
    """Returns the residuals with blur and tone curve limited to what a camera has.

    Without the limits, both together can flatten the small modules of a code until it looks like an empty frame.
    """
    asked = fit.unknowns[:, [BLUR, CURVE]] / fit.gain[:, None]
    more = asked - np.minimum(np.maximum(asked, MIN_MORE), MAX_MORE)
    some = np.flatnonzero(more.any(axis=1))
    if not len(some):
        return fit.rest
    rest = fit.rest.copy()
    for n in some:
        rest[n] += job.fine[n].design[:, [BLUR, CURVE]] @ (more[n] * fit.gain[n]).astype(np.float32)
    return rest


def _spread(fit: Fit) -> Floats:
    """Returns the covariance (n, 4, 4) of shift, rotation and scale, assuming that the noise of points is independent.

    Residuals are largest along edges, where they matter most, so each point's own residual is used (White 1980).
    """
    noise = fit.noise[:, None]
    rest = np.clip(np.abs(fit.rest), MIN_REST * noise, TUKEY * noise) / fit.gain[:, None]
    pull = (fit.inverse[:, :4] @ fit.weighted.transpose(0, 2, 1)) * rest[:, None]
    return np.asarray(pull @ pull.transpose(0, 2, 1))


def _togetherness(job: PlacementBatch) -> Floats:
    """Returns the factor on the variance (n,) because neighbouring points share pixels.

    Between pixels the image is interpolated, so the noise of two points is correlated, as a cubic B-spline of their
    distance; the factor sums the correlation over the neighbours of a point, in each direction.
    """
    reach_px = np.array([each.reach for each in job.fine]) * job.module_px
    return np.array([_alike(spacing_px) for spacing_px in (2 * reach_px / job.patches.grid).tolist()])


def _alike(spacing_px: float) -> float:
    """Returns the factor for points at one spacing."""
    alike, away = 0.0, spacing_px
    while away < 2.0:
        alike += 2 / 3 - away**2 + away**3 / 2 if away < 1.0 else (2.0 - away) ** 3 / 6
        away += spacing_px
    return (1 + 2 * alike / (2 / 3)) ** 2
