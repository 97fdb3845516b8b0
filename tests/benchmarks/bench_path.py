"""The exact shortest move against A* on a 2 mm grid."""

import heapq
import math
import random
from dataclasses import dataclass
from statistics import median

import numpy as np
import shapely

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain, shortest_path
from tests.benchmarks.report import ResultTable, seconds_each

GRID_MM = 2.0
SCENES = 40
NEIGHBOURS = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if math.gcd(dx, dy) == 1]  # 16 directions


@dataclass(frozen=True, slots=True)
class Question:
    """One move to find.

    Attributes:
        scene: Where the base `m` stands among others.
        goal: Where it is to go.
    """

    scene: Scene
    goal: MatPoint


def random_question(rng: random.Random) -> Question:
    """Twelve bases and four impassable templates; the straight way is blocked, another one exists."""
    while True:
        bases: list[Base] = []
        while len(bases) < 12:
            radius = rng.choice([16.0, 24.0, 30.0])
            x, y = rng.uniform(radius, 600 - radius), rng.uniform(radius, 600 - radius)
            if all(math.hypot(b.centre.x_mm - x, b.centre.y_mm - y) >= b.radius_mm + radius for b in bases):
                bases.append(Base("m" if not bases else f"b{len(bases)}", MatPoint(x, y), radius))
        terrain = tuple(random_template(rng, f"t{number}", bases[0]) for number in range(4))
        scene = Scene(Mat(), tuple(bases), terrain)
        goal = MatPoint(rng.uniform(30, 570), rng.uniform(30, 570))
        path = shortest_path(scene, "m", goal)
        if path.length_mm is not None and len(path.pieces) > 1:
            return Question(scene, goal)


def random_template(rng: random.Random, name: str, mover: Base) -> Terrain:
    """A blob of eight corners that keeps off the moving base."""
    while True:
        x, y = rng.uniform(60, 540), rng.uniform(60, 540)
        rays = [(k * math.tau / 8, rng.uniform(25, 65)) for k in range(8)]
        corners = tuple(MatPoint(x + s * math.cos(a), y + s * math.sin(a)) for a, s in rays)
        polygon = shapely.Polygon([(p.x_mm, p.y_mm) for p in corners])
        if polygon.distance(shapely.Point(mover.centre.x_mm, mover.centre.y_mm)) > mover.radius_mm:
            return Terrain(name, corners, impassable=True)


def maze() -> Question:
    """Six walls from alternate sides."""
    walls = []
    for number in range(6):
        x = 80.0 * (number + 1)
        low, high = (0.0, 550.0) if number % 2 else (50.0, 600.0)
        corners = ((x, low), (x + 12, low), (x + 12, high), (x, high))
        walls.append(Terrain(f"t{number}", tuple(MatPoint(*corner) for corner in corners), impassable=True))
    return Question(Scene(Mat(), (Base("m", MatPoint(30, 500), 16.0),), tuple(walls)), MatPoint(560, 80))


def clearance_mask(scene: Scene) -> np.ndarray:
    """Where on the grid the centre may stand, flat, with a margin of blocked cells all round."""
    mover = scene.base("m")
    axis = np.arange(0, 600 + GRID_MM, GRID_MM)
    xs, ys = np.meshgrid(axis, axis)
    r = mover.radius_mm
    free = (xs >= r) & (xs <= scene.mat.width_mm - r) & (ys >= r) & (ys <= scene.mat.height_mm - r)
    for base in scene.bases:
        if base.id != "m":
            free &= np.hypot(xs - base.centre.x_mm, ys - base.centre.y_mm) >= r + base.radius_mm
    for piece in scene.terrain:
        grown = shapely.Polygon([(p.x_mm, p.y_mm) for p in piece.polygon]).buffer(r, quad_segs=8)
        shapely.prepare(grown)
        free &= ~shapely.contains_xy(grown, xs, ys)
    return free


def grid_length(question: Question) -> float | None:
    """Length of the shortest way over free cells, sixteen neighbours each."""
    free = np.pad(clearance_mask(question.scene), 2)
    width = free.shape[1]
    start, goal = (_cell(place, width) for place in (question.scene.base("m").centre, question.goal))
    rows, columns = np.divmod(np.arange(free.size), width)
    beeline = (np.hypot(columns - goal % width, rows - goal // width) * GRID_MM).tolist()
    open_cells = free.ravel().tolist()
    steps = [(dy * width + dx, math.hypot(dx, dy) * GRID_MM) for dx, dy in NEIGHBOURS]
    travelled = {start: 0.0}
    queue = [(beeline[start], start)]
    done = set()
    while queue:
        _, here = heapq.heappop(queue)
        if here == goal:
            return travelled[here]
        if here in done:
            continue
        done.add(here)
        so_far = travelled[here]
        for step, cost in steps:
            there = here + step
            if open_cells[there] and so_far + cost < travelled.get(there, math.inf):
                travelled[there] = so_far + cost
                heapq.heappush(queue, (so_far + cost + beeline[there], there))
    return None


def _cell(place: MatPoint, width: int) -> int:
    return (round(place.y_mm / GRID_MM) + 2) * width + round(place.x_mm / GRID_MM) + 2


def compare(name: str, questions: list[Question]) -> tuple[str, ...]:
    """One row: median times, their ratio, and how far the grid's lengths are from the exact ones."""
    exact_s, grid_s, errors, missed = [], [], [], 0
    for question in questions:
        exact_s.append(seconds_each(lambda q=question: shortest_path(q.scene, "m", q.goal)))
        grid_s.append(seconds_each(lambda q=question: grid_length(q), rounds=3))
        true_mm = shortest_path(question.scene, "m", question.goal).length_mm
        found_mm = grid_length(question)
        if found_mm is None or true_mm is None:
            missed += 1
        else:
            errors.append(abs(found_mm - true_mm))
    ratios = [grid / exact for grid, exact in zip(grid_s, exact_s, strict=True)]
    return (
        name,
        f"{median(exact_s) * 1e3:.2f} ms",
        f"{median(grid_s) * 1e3:.0f} ms",
        f"{median(ratios):.0f}×",
        f"{min(ratios):.0f}×",
        f"{median(errors):.2f} mm" if errors else "–",
        f"{max(errors):.2f} mm" if errors else "–",
        f"{missed} of {len(questions)}",
    )


def measure() -> ResultTable:
    """Compares both on random scenes and in a maze."""
    rng = random.Random(20)  # noqa: S311 - scenes that repeat, not secrets
    return ResultTable(
        title="Shortest move: exact tangents and arcs against a 2 mm grid",
        columns=(
            "scenes",
            "exact",
            "grid A*",
            "ratio (median)",
            "ratio (least)",
            "grid's error (median)",
            "grid's error (most)",
            "found by one only",
        ),
        rows=(
            compare(f"{SCENES} random, way blocked", [random_question(rng) for _ in range(SCENES)]),
            compare("maze of six walls", [maze()]),
        ),
        notes="Twelve bases and four templates of eight corners on 600 × 600 mm; only moves whose straight way is "
        "blocked. The grid looks at sixteen neighbours and tests clearance with numpy and shapely; its time includes "
        "that. The exact lengths serve as the truth: tests hold them between bounds from an independent solver.",
    )
