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
    Baker and Matthews 2004 (inverse composition); the appearance of a blurred pattern: `vision.tag_image`.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dictionaries import dictionary
from vision.sight import Sight
from vision.table import Tag
from vision.tag_image import appearance
from vision.tracking.view import View

GRID = 20
"""Grid points along one edge."""

GRIDS, DENSE_PX = (GRID, 32, 48, 64), 1.8
"""Grids for tags that are to be placed as exactly as the picture allows, and the spacing that is dense enough: points
much farther apart than an edge is wide pass over some edges altogether."""

MARGIN_MODULES = 0.55
"""How much of the white rim the grid covers."""

BLUR_STEP = 0.05
"""Templates are kept for blurs in these steps, in modules; what lies between is fitted."""

WIDE_BLUR = 7
"""Blur, in those steps, of the templates for all but the last steps: edges that are a third of a module wide can be
followed from a third of a module away."""

FINE_STEPS = 3

LONGEST_STEP_MODULES = 0.7
LONGEST_TURN_RAD = 0.2
REST_MODULES = 0.004
"""No more steps are taken once they are shorter: a hundredth of a millimetre."""

LEAST_NOISE = 0.8
TUKEY = 4.7
MISFIT = 0.3
"""Share of the contrast by which a point may differ and still count as explained."""

WRONG_MODULE = 0.4
"""Share of the contrast by which a module of the code must differ in the mean to count as wrong."""

SHIFT_U, SHIFT_V, TURN, SCALE, BLUR, GAIN = range(6)

KNOTS = np.array([[u, v] for v in (-1.0, 0.0, 1.0) for u in (-1.0, 0.0, 1.0)])
"""Points of a tag, as shares of the grid's reach, that are mapped through the lens; the others lie between them."""

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


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
        contrast: Grey levels between ink and paper; negative when swapped.
        blur_modules: Standard deviation of the blur.
        settled: Whether the last step was so small that another would change nothing.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    covariance: Floats
    scale: float
    scale_sigma: float
    explained: float
    wrong_modules: int
    contrast: float
    blur_modules: float
    settled: bool

    @property
    def sigma_mm(self) -> float:
        return float(np.sqrt(max(self.covariance[0, 0], self.covariance[1, 1])))


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    design: Floats32
    ink: NDArray[np.bool_]
    modules: Floats32
    blur: float
    reach: float


def place_tags(
    view: View, sight: Sight, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPlace | None]:
    """Places tags near where they are thought to be.

    Args:
        view: The picture.
        sight: Camera above the mat.
        tags: (name of the dictionary, tag) each; of the tag its id, size and height count.
        starts: (n, 3) x, y in mm and angle in rad of each, right to about half a module.
        blur_px: Standard deviation of the picture's blur.
        steps: How many steps to take; 2 for a tag that lies still, 5 for one that moved.

    Returns:
        One place a tag, whatever lies there: `explained` and `wrong_modules` tell whether it is the tag. None where
        it reaches beyond the picture.
    """
    return _placed(view, sight, tags, starts, _Effort(blur_px, steps, GRID)) if tags else []


def place_tags_closely(
    view: View, sight: Sight, tags: list[tuple[str, Tag]], starts: Floats, blur_px: float, steps: int
) -> list[TagPlace | None]:
    """The same as `place_tags`, with large tags looked at as closely as small ones, which costs more."""
    found: list[TagPlace | None] = [None] * len(tags)
    if not tags:
        return found
    spans_mm = np.array([2 * _reach(dictionary(name).bits) * _module_mm(name, tag) for name, tag in tags])
    spans_px = spans_mm * sight.scales(starts[:, :2])
    grids = [next((grid for grid in GRIDS if span_px / grid <= DENSE_PX), GRIDS[-1]) for span_px in spans_px]
    for grid in dict.fromkeys(grids):
        chosen = [n for n, other in enumerate(grids) if other == grid]
        places = _placed(view, sight, [tags[n] for n in chosen], starts[chosen], _Effort(blur_px, steps, grid))
        for n, place in zip(chosen, places, strict=True):
            found[n] = place
    return found


@dataclass(frozen=True, slots=True)
class _Effort:
    """How tags are looked at: through which blur, in how many steps, at how many points along an edge."""

    blur_px: float
    steps: int
    grid: int


def _module_mm(name: str, tag: Tag) -> float:
    return tag.size_mm / (dictionary(name).bits + 2)


def _placed(
    view: View, sight: Sight, tags: list[tuple[str, Tag]], starts: Floats, effort: _Effort
) -> list[TagPlace | None]:
    module_mm = np.array([_module_mm(name, tag) for name, tag in tags])
    grid, steps = effort.grid, effort.steps
    height_mm = np.array([tag.height_mm for _, tag in tags])
    module_px = module_mm * sight.scales(starts[:, :2])
    index = np.clip(np.rint(effort.blur_px / module_px / BLUR_STEP), 1, 16).astype(int)
    fine = [_template(name, tag.id, int(level), grid) for (name, tag), level in zip(tags, index, strict=True)]
    wide = [
        _template(name, tag.id, max(WIDE_BLUR, int(level)), grid)
        for (name, tag), level in zip(tags, index, strict=True)
    ]
    reach = np.array([_reach(dictionary(name).bits) for name, _ in tags])
    state = np.column_stack([starts, np.ones(len(tags))])
    problem = _Problem(view, sight, grid, reach * module_mm, module_mm, height_mm)
    designs = [np.stack([template.design for template in each]) for each in (wide, fine)]
    inside = np.ones(len(tags), dtype=bool)
    fit: _Fit | None = None
    for step in range(steps):
        values, visible = problem.look_up(state)
        inside &= visible
        fit = _fit(values, designs[step >= steps - FINE_STEPS], fit, wide=step < min(2, steps - 1))
        state = problem.moved(state, fit)
        if step >= steps - FINE_STEPS and step > 1 and _rests(fit):
            break
    if fit is None:
        return [None] * len(tags)
    return [
        _described(n, state, fit, fine[n], (module_mm[n], module_px[n])) if inside[n] else None
        for n in range(len(tags))
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Coefficients, what they leave, and how sure they are."""

    unknowns: Floats
    inverse: Floats
    rest: Floats32
    noise: Floats32


def _rests(fit: _Fit) -> bool:
    """Whether the step was so small for every tag that another would change nothing that counts."""
    step = np.abs(fit.unknowns[:, :4]) / np.maximum(np.abs(fit.unknowns[:, GAIN]), 2.0)[:, None]
    return bool(step.max() < REST_MODULES)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    view: View
    sight: Sight
    grid: int
    reach_mm: Floats
    module_mm: Floats
    height_mm: Floats

    def look_up(self, state: Floats) -> tuple[Floats32, NDArray[np.bool_]]:
        """(n, points) grey values where `state` puts the grids, and whether each lies in the picture."""
        reach = (self.reach_mm * state[:, 3])[:, None]
        cos, sin = np.cos(state[:, 2])[:, None], np.sin(state[:, 2])[:, None]
        across, up = reach * KNOTS[:, 0], -reach * KNOTS[:, 1]
        x_mm = state[:, :1] + cos * across - sin * up
        y_mm = state[:, 1:2] + sin * across + cos * up
        z_mm = np.broadcast_to(self.height_mm[:, None], x_mm.shape)
        seen = self.sight.pixels(np.stack([x_mm, y_mm, z_mm], axis=2).reshape(-1, 3)).reshape(*x_mm.shape, 2)
        low, high = seen.min(axis=1), seen.max(axis=1)
        visible = (low >= 0).all(axis=1) & (high <= [self.view.width_px - 1, self.view.height_px - 1]).all(axis=1)
        x_px, y_px = (seen.transpose(2, 0, 1) @ _between_knots(self.grid)).astype(np.float32)
        return self.view.between(x_px, y_px), visible

    def moved(self, state: Floats, fit: _Fit) -> Floats:
        """The state after the step that the fit asks for, no longer than it may be trusted."""
        gain = fit.unknowns[:, GAIN]
        step = fit.unknowns[:, :4] / np.where(np.abs(gain) < 2.0, 2.0, gain)[:, None]
        shift = np.clip(step[:, :2], -LONGEST_STEP_MODULES, LONGEST_STEP_MODULES) * self.module_mm[:, None]
        turn = np.clip(step[:, TURN], -LONGEST_TURN_RAD, LONGEST_TURN_RAD)
        grown = np.clip(step[:, SCALE], -0.1, 0.1)
        cos, sin = np.cos(state[:, 2]), np.sin(state[:, 2])
        across, up = shift[:, 0] * state[:, 3], -shift[:, 1] * state[:, 3]
        return np.column_stack(
            [
                state[:, 0] + cos * across - sin * up,
                state[:, 1] + sin * across + cos * up,
                state[:, 2] + turn,
                np.clip(state[:, 3] * (1 + grown), 0.7, 1.5),
            ]
        )


def _fit(values: Floats32, design: Floats32, before: _Fit | None, *, wide: bool) -> _Fit:
    """One step, weighted by what the step before left unexplained; the first is weighted by a plain step of its own."""
    if before is None:
        unknowns, inverse = _solve(values, design, None)
        before = _left(values, design, unknowns, inverse)
    ratio = np.minimum(np.abs(before.rest) / (TUKEY * before.noise * (3.0 if wide else 1.0))[:, None], 1.0)
    unknowns, inverse = _solve(values, design, ((1.0 - ratio**2) ** 2).astype(np.float32))
    return _left(values, design, unknowns, inverse)


def _left(values: Floats32, design: Floats32, unknowns: Floats32, inverse: Floats) -> _Fit:
    rest = values - np.matmul(design, unknowns[:, :, None])[:, :, 0]
    middle = np.partition(np.abs(rest), rest.shape[1] // 2, axis=1)[:, rest.shape[1] // 2]
    return _Fit(unknowns.astype(np.float64), inverse, rest, np.maximum(LEAST_NOISE, 1.4826 * middle))


def _solve(values: Floats32, design: Floats32, weights: Floats32 | None) -> tuple[Floats32, Floats]:
    weighted = design if weights is None else design * weights[:, :, None]
    normal = np.matmul(weighted.transpose(0, 2, 1), design).astype(np.float64)
    right = np.matmul(weighted.transpose(0, 2, 1), values[:, :, None]).astype(np.float64)
    normal += 1e-4 * np.eye(normal.shape[1])
    inverse = np.linalg.inv(normal)
    return np.matmul(inverse, right)[:, :, 0].astype(np.float32), inverse


def _described(n: int, state: Floats, fit: _Fit, template: _Template, module: tuple[float, float]) -> TagPlace:
    module_mm, module_px = module
    x_mm, y_mm, angle_rad, scale = state[n]
    contrast = float(fit.unknowns[n, GAIN])
    safe = contrast if abs(contrast) > 2.0 else 2.0
    rest = np.abs(fit.rest[n])
    fits = rest <= max(MISFIT * abs(contrast), 3.5 * min(float(fit.noise[n]), 8.0))
    wrong = template.modules @ np.asarray(fit.rest[n] / safe, dtype=np.float32)
    # Grid points closer together than pixels do not see independent noise.
    spacing_px = 2 * template.reach * module_px / np.sqrt(len(rest))
    crowding = max(1.0, 1.0 / max(spacing_px, 0.3) ** 2)
    spread = (float(fit.noise[n]) / safe) ** 2 * crowding * fit.inverse[n, :4, :4]
    turned = np.array([[np.cos(angle_rad), -np.sin(angle_rad)], [np.sin(angle_rad), np.cos(angle_rad)]])
    to_mm = np.zeros((3, 3))
    to_mm[:2, :2] = turned @ np.diag([module_mm, -module_mm])
    to_mm[2, 2] = 1.0
    step = np.abs(fit.unknowns[n, :2] / safe)
    return TagPlace(
        x_mm=float(x_mm),
        y_mm=float(y_mm),
        angle_rad=float(angle_rad),
        covariance=to_mm @ spread[:3, :3] @ to_mm.T,
        scale=float(scale),
        scale_sigma=float(np.sqrt(spread[3, 3])),
        explained=float(min(fits[template.ink].mean(), fits[~template.ink].mean())),
        wrong_modules=int((np.abs(wrong) > WRONG_MODULE).sum()),
        contrast=contrast,
        blur_modules=float(template.blur + np.clip(fit.unknowns[n, BLUR] / safe, -0.3, 0.3)),
        settled=bool(step.max() < 0.1),
    )


@functools.lru_cache(maxsize=8)
def _between_knots(grid: int) -> Floats:
    """(9, points) weights of the knots at the grid's points: a biquadratic, exact to a thousandth of a pixel here."""
    axis = (np.arange(grid) + 0.5) / grid * 2 - 1
    along = np.stack([axis * (axis - 1) / 2, 1 - axis**2, axis * (axis + 1) / 2])
    weights = along[:, None, :, None] * along[None, :, None, :]
    return np.asarray(weights.reshape(9, grid * grid))


def _reach(bits: int) -> float:
    """How far the grid reaches from the tag's middle, in modules."""
    return bits / 2 + 1 + MARGIN_MODULES


def _grid(bits: int, grid: int) -> Floats:
    axis = ((np.arange(grid) + 0.5) / grid * 2 - 1) * _reach(bits)
    u, v = np.meshgrid(axis, axis)
    return np.column_stack([u.ravel(), v.ravel()])


@functools.lru_cache(maxsize=1024)
def _template(name: str, tag_id: int, level: int, grid: int) -> _Template:
    tags = dictionary(name)
    pattern, points, blur = tags.pattern(tag_id), _grid(tags.bits, grid), level * BLUR_STEP
    seen = appearance(pattern, points, blur)
    more = appearance(pattern, points, blur + 0.02)
    u, v = points[:, 0], points[:, 1]
    slope_u, slope_v = seen.slope_u, seen.slope_v
    columns = (
        -slope_u,
        -slope_v,
        -(slope_u * v - slope_v * u),
        -(slope_u * u + slope_v * v),
        (more.value - seen.value) / 0.02,
        seen.value,
        np.ones_like(u),
        u,
        v,
        seen.value * (1.0 - seen.value),
    )
    size = len(pattern)
    cell = np.floor(points + size / 2).astype(int)
    inner = [(row, column) for row in range(2, size - 2) for column in range(2, size - 2)]
    modules = np.stack([(cell[:, 1] == row) & (cell[:, 0] == column) for row, column in inner]).astype(np.float32)
    modules /= np.maximum(modules.sum(axis=1, keepdims=True), 1.0)
    design = np.column_stack(columns).astype(np.float32)
    return _Template(design, seen.value < 0.5, modules, blur, _reach(tags.bits))
