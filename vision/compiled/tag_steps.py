"""The steps of `vision.alignment.placement` for all tags of a batch, in functions that numba can compile.

They do what `Patches.look_up`, `stepped` and `Patches.moved` do in turn, and stop when no tag moves any longer.
"""

import math

import numpy as np

from vision.arrays import Flags, Floats, Floats32, Grey
from vision.compiled.algebra import eliminate, middle_of, normal_system, residuals

UNKNOWNS = 10
TURN, SCALE, GAIN = 2, 3, 5


def step_tags(  # noqa: PLR0913, PLR0917 (compiled code takes arrays, no objects)
    grey: Grey,
    camera: Floats,
    lens: Floats,
    sizes: Floats,
    between: Floats,
    fine: Floats32,
    wide: Floats32,
    starts: Floats,
    limits: Floats,
    steps: int,
    fine_steps: int,
) -> tuple[Floats, Floats, Floats, Floats32, Floats32, Floats32, Flags]:
    """Runs Gauss-Newton steps for n tags.

    Args:
        grey: (h, w) uint8.
        camera: (3, 4) rotation from the mat frame to the camera frame, and translation in mm.
        lens: (9,) fx, fy, cx, cy, k1, k2, p1, p2, k3.
        sizes: (n, 3) reach, module and height above the mat, in mm.
        between: (9, points) weights of the knots at the grid's points.
        fine: (n, 10, points) float32, the designs of the last steps.
        wide: (n, 10, points) float32, the designs of the steps before.
        starts: (n, 3) x, y in mm and angle in rad.
        limits: (10,) Tukey's limit, smallest noise, smallest gain, ridge, longest step (shift, turn, growth), smallest
            and largest size, and the step below which a tag rests.
        steps: Largest number of steps.
        fine_steps: Number of steps with the fine designs.

    Returns:
        State (n, 4), unknowns (n, 10), normal matrices (n, 10, 10), weights (n, points), residuals
        (n, points), noise (n,), and whether each grid lies inside the image (n,).
    """
    count, points = starts.shape[0], between.shape[1]
    state = np.ones((count, 4))
    state[:, :3] = starts
    unknowns = np.zeros((count, UNKNOWNS))
    normal = np.zeros((count, UNKNOWNS, UNKNOWNS))
    weights, rest = np.ones((count, points), dtype=np.float32), np.zeros((count, points), dtype=np.float32)
    noise, inside = np.zeros(count, dtype=np.float32), np.ones(count, dtype=np.bool_)
    values, knots = np.zeros(points, dtype=np.float32), np.zeros((9, 2))
    for step in range(steps):
        last = step >= steps - fine_steps
        doubt = 3.0 if step < min(2, steps - 1) else 1.0
        largest = 0.0
        for n in range(count):
            design = fine[n] if last else wide[n]
            inside[n] &= project_knots(grey.shape, camera, lens, sizes[n], state[n], knots)
            sample(grey, knots, between, values)
            if step == 0:
                # The first step is computed twice, because weights need residuals.
                solve(design, values, weights[n], limits, unknowns[n], normal[n], rest[n], noise[n : n + 1])
            weigh(rest[n], limits[0] * noise[n] * doubt, weights[n])
            solve(design, values, weights[n], limits, unknowns[n], normal[n], rest[n], noise[n : n + 1])
            largest = max(largest, move(state[n], unknowns[n], sizes[n, 1], limits))
        if last and step > 1 and largest < limits[9]:
            break
    return state, unknowns, normal, weights, rest, noise, inside


def project_knots(
    shape: tuple[int, int], camera: Floats, lens: Floats, size: Floats, state: Floats, knots: Floats
) -> bool:
    """Writes the pixels of a grid's knots into `knots` (9, 2); returns whether they lie inside the image or nearly."""
    fx, fy, cx, cy, k1, k2, p1, p2, k3 = lens
    height, width = shape
    x_mm, y_mm, height_mm = state[0], state[1], size[2]
    arm_x, arm_y = size[0] * state[SCALE] * math.cos(state[TURN]), size[0] * state[SCALE] * math.sin(state[TURN])
    over = size[1] * fx / (x_mm * camera[2, 0] + y_mm * camera[2, 1] + camera[2, 3])
    shown = True
    for knot in range(9):
        u, v = knot % 3 - 1.0, 1.0 - knot // 3
        px, py = x_mm + arm_x * u - arm_y * v, y_mm + arm_y * u + arm_x * v
        z = px * camera[2, 0] + py * camera[2, 1] + height_mm * camera[2, 2] + camera[2, 3]
        rx = (px * camera[0, 0] + py * camera[0, 1] + height_mm * camera[0, 2] + camera[0, 3]) / z
        ry = (px * camera[1, 0] + py * camera[1, 1] + height_mm * camera[1, 2] + camera[1, 3]) / z
        r2 = rx * rx + ry * ry
        bend = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = rx * bend + p2 * (r2 + 2.0 * rx * rx) + 2.0 * p1 * rx * ry
        bent_y = ry * bend + p1 * (r2 + 2.0 * ry * ry) + 2.0 * p2 * rx * ry
        x, y = bent_x * fx + cx, bent_y * fy + cy
        knots[knot, 0], knots[knot, 1] = x, y
        shown = shown and -over <= x <= width - 1 + over and -over <= y <= height - 1 + over
    return shown


def sample(grey: Grey, knots: Floats, between: Floats, values: Floats32) -> None:
    """Writes the grey values at a grid's points, interpolated between pixels, into `values` (points,)."""
    height, width = grey.shape
    for point in range(values.shape[0]):
        across, down = 0.0, 0.0
        for knot in range(9):
            across += knots[knot, 0] * between[knot, point]
            down += knots[knot, 1] * between[knot, point]
        x = np.float32(min(max(across, -2.0), width + 1.0))
        y = np.float32(min(max(down, -2.0), height + 1.0))
        left, top = math.floor(x), math.floor(y)
        part_x, part_y = np.float32(x - np.float32(left)), np.float32(y - np.float32(top))
        column, row = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        beside, below = min(max(left + 1, 0), width - 1), min(max(top + 1, 0), height - 1)
        here, right = np.float32(grey[row, column]), np.float32(grey[row, beside])
        upper = here + part_x * (right - here)
        here, right = np.float32(grey[below, column]), np.float32(grey[below, beside])
        lower = here + part_x * (right - here)
        values[point] = np.rint(upper + part_y * (lower - upper))


def weigh(rest: Floats32, limit: float, weights: Floats32) -> None:
    """Writes Tukey's weights into `weights` (points,)."""
    most = np.float32(limit)
    for point in range(rest.shape[0]):
        ratio = rest[point] / most
        left = max(np.float32(1.0) - ratio * ratio, np.float32(0.0))
        weights[point] = left * left


def solve(  # noqa: PLR0913, PLR0917 (compiled code takes arrays, no objects)
    design: Floats32,
    values: Floats32,
    weights: Floats32,
    limits: Floats,
    unknowns: Floats,
    normal: Floats,
    rest: Floats32,
    noise: Floats32,
) -> None:
    """Solves one weighted step; writes unknowns, the normal matrix, the residuals and their noise (1,)."""
    told = np.empty(UNKNOWNS, dtype=np.float32)
    system = np.empty((UNKNOWNS, UNKNOWNS + 1))
    normal_system(design, weights, values, limits[3], system)
    for row in range(UNKNOWNS):
        for column in range(UNKNOWNS):
            normal[row, column] = system[row, column]
    eliminate(system)
    for row in range(UNKNOWNS):
        told[row] = system[row, UNKNOWNS]
        unknowns[row] = told[row]
    residuals(design, values, told, rest)
    size = np.empty(rest.shape[0], dtype=np.float32)
    for point in range(rest.shape[0]):
        size[point] = abs(rest[point])
    noise[0] = max(limits[1], 1.4826 * middle_of(size))


def move(state: Floats, unknowns: Floats, module_mm: float, limits: Floats) -> float:
    """Moves a tag by one step, no farther than is trusted; returns the largest part of the step."""
    gain = unknowns[GAIN] if abs(unknowns[GAIN]) >= limits[2] else limits[2]
    right, down, turn, growth = unknowns[0] / gain, unknowns[1] / gain, unknowns[TURN] / gain, unknowns[SCALE] / gain
    largest = max(abs(right), abs(down), abs(turn), abs(growth))
    right, down = min(max(right, -limits[4]), limits[4]), min(max(down, -limits[4]), limits[4])
    turn, growth = min(max(turn, -limits[5]), limits[5]), min(max(growth, -limits[6]), limits[6])
    arm_mm = module_mm * state[SCALE]
    arm_x, arm_y = arm_mm * math.cos(state[TURN]), arm_mm * math.sin(state[TURN])
    state[0] += arm_x * right + arm_y * down
    state[1] += arm_y * right - arm_x * down
    state[TURN] += turn
    state[SCALE] = min(max(state[SCALE] * (1.0 + growth), limits[7]), limits[8])
    return largest  # type: ignore[no-any-return]  # numba knows no float()


FUNCTIONS = (
    middle_of,
    normal_system,
    eliminate,
    residuals,
    project_knots,
    sample,
    weigh,
    solve,
    move,
    step_tags,
)
"""What is compiled, each after those that it calls."""
