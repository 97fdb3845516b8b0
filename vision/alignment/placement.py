"""Where tags lie on the mat, from all of their pixels, many tags at a time.

The camera, the mat, each tag's size and its height are known, so that a tag has three unknowns (x, y, yaw); scale (a
tag that is lifted looks larger), blur and light (gain, offset, a slope each way) are fitted along. Instead of the
pixels of the picture, a fixed grid of points of the tag is used: the picture is looked up where the present guess puts
them. What the printed pattern looks like there, blurred, and how that changes with each unknown, is then the same in
every step and every picture, and one step for all tags is a handful of matrix products.

Let T be the pattern, with slopes T_u, T_v (u right, v down, in modules). A tag that lies shifted by (du, dv), turned by
phi and larger by s than guessed shows, to first order, at the grid's points

    grey = gain · (T − T_u (du + phi v + s u) − T_v (dv − phi u + s v) + T_blur db + k T (1 − T)) + offset + a u + b v,

where k stands for the camera's tone curve, which widens the light side of every blurred edge. All is linear in the
products with the gain. Tukey's weights leave out what lies on the tag.

References:
    Lucas and Kanade 1981; Baker and Matthews 2004 (inverse composition); Beaton and Tukey 1974 (weights); the
    appearance of a blurred pattern: `vision.fiducials.tag_image`.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.alignment.cover_mask import Cover, cover_of, descend_covered, descend_from_near, descend_shown
from vision.alignment.gauss_newton import TUKEY, Fit, Job, Patches, stepped
from vision.arrays import Flags, Floats, Floats32
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.templates import BLUR, BLUR_STEP, CURVE, GAIN, blur_level, reach_of, template
from vision.images.frame_view import View
from vision.table import Tag

GRID = 20
"""Grid points along one edge."""

COARSE_GRID = 14
"""Grid on which it is found out which part of a tag is covered."""

GRIDS, DENSE_PX = (GRID, 32, 48, 64), 1.8
"""Grids for tags that are to be placed as exactly as the picture allows, and the spacing that is dense enough: points
much farther apart than an edge is wide pass over some edges altogether."""

WIDE_BLUR = 7
"""Blur, in steps of the templates, of those for all but the last steps: edges that are a third of a module wide can be
followed from a third of a module away."""

FINE_STEPS = 3

MISFIT = 0.3
"""Share of the contrast by which a point may differ and still count as explained."""

AS_PRINTED = 0.97
"""Share of explained points from which on nothing is taken to lie on a tag."""

MIN_REST = 0.8
"""No point vouches for a place as if it fitted better than that share of the noise."""

COVER_DOUBT, SHOWN_DOUBT = 2.6, 1.3
"""What the deviations of a partly covered tag are larger by: where the cover ends is not known to a pixel. The second
is for one that is placed by what clearly shows."""

MAX_BLUR = 0.15
MIN_CURVE, MAX_CURVE = -0.3, 2.5
"""How far blur (modules) and tone curve may go from the template for a tag to count as seen."""

FLAT_SCALE = (0.98, 1.026)
"""How large a tag looks that lies flat."""

WRONG_MODULE = 0.4
"""Share of the contrast by which a module of the code must differ in the mean to count as wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class TagPlace:
    """Where one tag lies.

    Attributes:
        x_mm: Its centre on the mat, seen from above.
        y_mm: Likewise.
        angle_rad: Turn of the tag on the mat.
        covariance: (3, 3) of x, y (mm) and angle (rad), from the noise of its pixels.
        scale: Apparent size over the size it would have lying where it belongs.
        scale_sigma: Standard deviation of that.
        explained: Share of its points that look as printed; the smaller of those of ink and of paper.
        wrong_modules: Modules of the code that look like the opposite.
        worst_module: Largest mean misfit of a module of the code, as a share of the contrast.
        misfit: (points,) grey values less the model, as shares of the contrast.
        noise: Standard deviation of that of the mean of many points, as if each were measured for itself.
        blur_level: The blur of its template, in `BLUR_STEP`s.
        contrast: Grey levels between ink and paper; negative when swapped.
        blur_modules: Standard deviation of the blur.
        settled: Whether the last step was so small that another would change nothing.
        cover: What hides part of it, if that was looked for; then `explained` and `wrong_modules` speak of the rest.
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
    cover: Cover | None = None

    @property
    def is_bare(self) -> bool:
        """Whether nothing that was found lies on it."""
        return self.cover is None or self.cover.visible == 1.0

    @property
    def is_flat(self) -> bool:
        """Whether it is as large as one that lies where it belongs."""
        return FLAT_SCALE[0] < self.scale < FLAT_SCALE[1]

    @property
    def grid(self) -> int:
        """Points along an edge of the grid on which it was placed."""
        return math.isqrt(len(self.misfit))

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the worse coordinate."""
        return float(np.sqrt(max(self.covariance[0, 0], self.covariance[1, 1])))


def place_tags(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPlace | None]:
    """Places tags near where they are thought to be.

    Args:
        view: The picture.
        model: Camera above the mat.
        tags: (name of the dictionary, tag) each; of the tag its id, size and height count.
        starts: (n, 3) x, y in mm and angle in rad of each, right to about half a module.
        blur_px: Standard deviation of the picture's blur.
        steps: How many steps to take; 2 for a tag that lies still, 5 for one that moved.

    Returns:
        One place a tag, whatever lies there: `explained` and `wrong_modules` tell whether it is the tag. None where
        it reaches beyond the picture.
    """
    return _placed(_job(view, model, tags, starts, _Effort(blur_px, GRID)), starts, steps) if tags else []


def place_tags_covered(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPlace | None]:
    """The same as `place_tags`, with up to 40 % of each tag covered by something else.

    A tag that does not look as printed is placed once more, which takes six times as long; what covers it is then
    told along.
    """
    places = place_tags(view, model, tags, starts, blur_px, steps)
    doubtful = [n for n, place in enumerate(places) if place is not None and not as_printed(place)]
    some = [tags[n] for n in doubtful]
    for n, place in zip(doubtful, place_tags_under(view, model, some, starts[doubtful], blur_px), strict=True):
        places[n] = place
    return places


def place_tags_under(
    view: View,
    model: CameraModel,
    tags: list[tuple[str, Tag]],
    starts: Floats,
    blur_px: float,
    lying: Flags | None = None,
) -> list[TagPlace | None]:
    """Places tags that something covers in part; the arguments are those of `place_tags` and `descend_covered`.

    Whether a tag lies is not known if `lying` is left out.
    """
    if not tags:
        return []
    coarse, fine = (_job(view, model, tags, starts, _Effort(blur_px, grid)) for grid in (COARSE_GRID, GRID))
    lying = np.zeros(len(tags), dtype=bool) if lying is None else lying
    return _with_covers(fine, tags, *descend_covered(coarse, fine, starts, lying))


def place_tags_nearby(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], plain: list[TagPlace], blur_px: float, lying: Flags
) -> list[TagPlace | None]:
    """The same for tags that `place_tags` placed nearly right in spite of what covers them: a third of the time."""
    if not tags:
        return []
    starts = np.array([[place.x_mm, place.y_mm, place.angle_rad, place.scale] for place in plain])
    job = _job(view, model, tags, starts[:, :3], _Effort(blur_px, GRID))
    return _with_covers(job, tags, *descend_from_near(job, starts, lying))


def place_tags_shown(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, covers: list[Cover]
) -> list[TagPlace | None]:
    """Places tags that lie flat, by what is known to show of each; the other arguments are those of `place_tags`."""
    if not tags:
        return []
    job = _job(view, model, tags, starts, _Effort(blur_px, GRID))
    shown = np.stack([~cover.points for cover in covers]).astype(np.float32)
    state, fit, inside = descend_shown(job, starts, shown)
    return _described(state, fit, job, inside, covers, SHOWN_DOUBT)


def place_tags_closely(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPlace | None]:
    """The same as `place_tags`, with large tags looked at as closely as small ones, which costs more."""
    found: list[TagPlace | None] = [None] * len(tags)
    if not tags:
        return found
    spans_mm = np.array([2 * reach_of(dictionary(name).bits) * _module_mm(name, tag) for name, tag in tags])
    spans_px = spans_mm * model.scales(starts[:, :2])
    grids = [next((grid for grid in GRIDS if span_px / grid <= DENSE_PX), GRIDS[-1]) for span_px in spans_px]
    for grid in dict.fromkeys(grids):
        chosen = [n for n, other in enumerate(grids) if other == grid]
        effort = _Effort(blur_px, grid)
        places = _placed(_job(view, model, [tags[n] for n in chosen], starts[chosen], effort), starts[chosen], steps)
        for n, place in zip(chosen, places, strict=True):
            found[n] = place
    return found


@dataclass(frozen=True, slots=True)
class _Effort:
    """How tags are looked at: through which blur, at how many points along an edge."""

    blur_px: float
    grid: int


def _module_mm(name: str, tag: Tag) -> float:
    return tag.size_mm / (dictionary(name).bits + 2)


def _job(view: View, model: CameraModel, tags: list[tuple[str, Tag]], starts: Floats, effort: _Effort) -> Job:
    module_mm = np.array([_module_mm(name, tag) for name, tag in tags])
    module_px = module_mm * model.scales(starts[:, :2])
    levels = blur_level(effort.blur_px / module_px).tolist()
    each = [(name, tag.id, level) for (name, tag), level in zip(tags, levels, strict=True)]
    fine = [template(name, tag_id, level, effort.grid) for name, tag_id, level in each]
    wide = [template(name, tag_id, max(WIDE_BLUR, level), effort.grid) for name, tag_id, level in each]
    reach = np.array([reach_of(dictionary(name).bits) for name, _ in tags])
    height_mm = np.array([tag.height_mm for _, tag in tags])
    return Job(Patches(view, model, effort.grid, reach * module_mm, module_mm, height_mm), fine, wide, module_px)


def _placed(job: Job, starts: Floats, steps: int) -> list[TagPlace | None]:
    state = np.column_stack([starts, np.ones(len(starts))])
    fine = job.fine_designs()
    wide = job.wide_designs() if steps > FINE_STEPS else fine
    inside = np.ones(len(starts), dtype=bool)
    fit: Fit | None = None
    for step in range(steps):
        values, visible = job.patches.look_up(state)
        inside &= visible
        design = fine if step >= steps - FINE_STEPS else wide
        fit = stepped(values, design, fit, wide=step < min(2, steps - 1))
        state = job.patches.moved(state, fit)
        if step >= steps - FINE_STEPS and step > 1 and fit.rests():
            break
    if fit is None:
        return [None] * len(starts)
    return _described(state, fit, job, inside)


def _with_covers(
    job: Job, tags: list[tuple[str, Tag]], state: Floats, fit: Fit, inside: Flags
) -> list[TagPlace | None]:
    misfits, allowed = fit.rest / fit.gain[:, None], _allowed(fit) / np.abs(fit.gain)
    covers = [
        cover_of(dictionary(name).bits, misfit.astype(np.float32), float(most))
        for (name, _), misfit, most in zip(tags, misfits, allowed, strict=True)
    ]
    return _described(state, fit, job, inside, covers, COVER_DOUBT)


def as_printed(place: TagPlace) -> bool:
    """Whether nothing can lie on a placed tag."""
    return place.explained >= AS_PRINTED and place.wrong_modules == 0


def _allowed(fit: Fit) -> Floats:
    """(n,) by how much a point may differ from the model and still count as explained, in grey levels."""
    return np.asarray(np.maximum(MISFIT * np.abs(fit.unknowns[:, GAIN]), 3.5 * np.minimum(fit.noise, 8.0)))


def _described(
    state: Floats, fit: Fit, job: Job, inside: Flags, covers: list[Cover] | None = None, cover_doubt: float = 1.0
) -> list[TagPlace | None]:
    """What the last fit tells of each tag; None of those that reach beyond the picture."""
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
    places: list[TagPlace | None] = []
    for n, shown in enumerate(job.fine):
        if not inside[n]:
            places.append(None)
            continue
        x_mm, y_mm, angle_rad, scale = state[n].tolist()
        places.append(
            TagPlace(
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
    """(n, 3, 3) from shifts in modules, right and down, and turns to the mat's frame."""
    cos, sin = module_mm * np.cos(angle_rad), module_mm * np.sin(angle_rad)
    to_mm = np.zeros((len(module_mm), 3, 3))
    to_mm[:, 0, 0], to_mm[:, 0, 1], to_mm[:, 1, 0], to_mm[:, 1, 1], to_mm[:, 2, 2] = cos, sin, sin, -cos, 1.0
    return to_mm


def _explained(fits: Flags, ink: Flags, bare: Flags | None) -> Floats:
    """(n,) the smaller of the shares of ink and of paper, of what is bare, that fit."""
    sides = (ink, ~ink) if bare is None else (ink & bare, ~ink & bare)
    shares = [(fits & among).sum(axis=1) / np.maximum(among.sum(axis=1), 1) for among in sides]
    return np.asarray(np.minimum(shares[0], shares[1]))


def _sober_rest(fit: Fit, job: Job) -> Floats32:
    """What is left unexplained with no more blur and bend of the tone curve than a camera has.

    Both together can flatten the small modules of a code until it looks like an empty frame.
    """
    asked = fit.unknowns[:, [BLUR, CURVE]] / fit.gain[:, None]
    more = asked - np.clip(asked, [-MAX_BLUR, MIN_CURVE], [MAX_BLUR, MAX_CURVE])
    some = np.flatnonzero(more.any(axis=1))
    if not len(some):
        return fit.rest
    rest = fit.rest.copy()
    for n in some:
        rest[n] += job.fine[n].design[:, [BLUR, CURVE]] @ (more[n] * fit.gain[n]).astype(np.float32)
    return rest


def _spread(fit: Fit) -> Floats:
    """(n, 4, 4) covariance of shift, turn and scale, as if the noise of each point were its own.

    The misfit is largest along edges, where it counts: each point vouches for itself (White 1980).
    """
    noise = fit.noise[:, None]
    rest = np.clip(np.abs(fit.rest), MIN_REST * noise, TUKEY * noise) / fit.gain[:, None]
    pull = (fit.inverse[:, :4] @ fit.weighted.transpose(0, 2, 1)) * rest[:, None]
    return np.asarray(pull @ pull.transpose(0, 2, 1))


def _togetherness(job: Job) -> Floats:
    """(n,) what the variance is larger by because neighbouring points share pixels.

    Between pixels the picture is a blend of both, so that the noise of two points is alike as a cubic B-spline of their
    distance; spread sums that over the neighbours of a point, each way.
    """
    spacing_px = 2 * np.array([each.reach for each in job.fine]) * job.module_px / job.patches.grid
    alike = np.zeros(len(spacing_px))
    for step in range(1, 1 + math.ceil(2 / float(spacing_px.min()))):
        away = np.minimum(spacing_px * step, 2.0)
        alike += np.where(away < 1, 2 / 3 - away**2 + away**3 / 2, (2 - away) ** 3 / 6)
    return np.asarray((1 + 2 * alike / (2 / 3)) ** 2)
