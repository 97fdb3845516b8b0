"""Sight against an independent search: two bounds that together pin the margin.

From below: the witness is measured with shapely, point by point where it passes through terrain, and has the margin.
From above: a dense sample of segments, the best of them refined, finds none that is better.
"""

import itertools
import math

import numpy as np
import pytest
import shapely

from companion.geometry import Base, MatPoint, Scene, Terrain, can_see, find_sight
from companion.geometry.sight.line_of_sight import MARGIN_WITHIN_MM

pytestmark = pytest.mark.slow

RADII_MM = (12.5, 16.0, 20.0, 25.0)


def base(name, x, y, radius, *, stealth=False):
    return Base(name, MatPoint(float(x), float(y)), float(radius), stealth=stealth)


def template(name, corners):
    return Terrain(name, tuple(MatPoint(float(x), float(y)) for x, y in corners), blocks_sight=True)


def turned(rng, centre, corners):
    angle = rng.uniform(0, 2 * np.pi)
    c, s = math.cos(angle), math.sin(angle)
    return [(centre[0] + x * c - y * s, centre[1] + x * s + y * c) for x, y in corners]


def star(rng, centre, size, count):
    while True:
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        reach = size * rng.uniform(0.35, 1, count)
        corners = np.column_stack([centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)])
        if shapely.Polygon(corners).is_valid:
            return corners


def scattered(rng):
    bases = []
    while len(bases) < 14:
        x, y, r = *rng.uniform(30, 570, 2), rng.choice(RADII_MM)
        if all(math.dist((x, y), (b.centre.x_mm, b.centre.y_mm)) >= r + b.radius_mm for b in bases):
            bases.append(base(f"b{len(bases)}", x, y, r, stealth=bool(rng.random() < 0.15)))
    woods = [star(rng, rng.uniform(80, 520, 2), rng.uniform(40, 110), rng.integers(4, 11)) for _ in range(5)]
    return Scene(bases=tuple(bases), terrain=tuple(template(f"t{k}", wood) for k, wood in enumerate(woods)))


def slit(rng):
    gap, off, deep = rng.uniform(-4, 4), rng.uniform(-12, 12), rng.uniform(4, 90)
    low, high = off - gap / 2, off + gap / 2
    upper = [(0, high), (deep, high + rng.uniform(-2, 2)), (deep, 150), (0, 150)]
    lower = [(1, low), (deep + 1, low + rng.uniform(-2, 2)), (deep + 1, -150), (1, -150)]
    ends = [(-rng.uniform(20, 90), rng.uniform(-15, 15)), (deep + rng.uniform(20, 90), rng.uniform(-15, 15))]
    placed = turned(rng, (300, 300), upper + lower + ends)
    return Scene(
        bases=(base("a", *placed[8], rng.choice(RADII_MM)), base("b", *placed[9], rng.choice(RADII_MM))),
        terrain=(template("t1", placed[:4]), template("t2", placed[4:8][::-1])),
    )


def pockets(rng):
    centre, size, mouth = rng.uniform(200, 400, 2), rng.uniform(50, 110), rng.uniform(12, 45)
    floor = [-size + rng.uniform(0.3, 1) * size for _ in range(2)]
    outer = [(-size, -size), (size, -size), (size, size)]
    inner = [(mouth, size), (mouth, floor[0]), (-mouth, floor[1]), (-mouth, size), (-size, size)]
    around = [
        base(f"b{k}", *(centre + rng.uniform(-170, 170, 2)), rng.choice(RADII_MM), stealth=k > 2) for k in range(5)
    ]
    wood = star(rng, centre + rng.uniform(-120, 120, 2), rng.uniform(40, 100), rng.integers(4, 9))
    return Scene(
        bases=(base("in", *(centre + rng.uniform(-15, 15, 2)), rng.choice(RADII_MM)), *around),
        terrain=(template("u", turned(rng, centre, outer + inner)), template("w", wood)),
    )


def touching(rng):
    bases = [base("a", 300, 300, 16)]
    while len(bases) < 7:
        anchor, r, angle = bases[rng.integers(len(bases))], rng.choice(RADII_MM), rng.uniform(0, 2 * np.pi)
        away = anchor.radius_mm + r
        x, y = anchor.centre.x_mm + away * math.cos(angle), anchor.centre.y_mm + away * math.sin(angle)
        if all(math.dist((x, y), (b.centre.x_mm, b.centre.y_mm)) >= r + b.radius_mm - 1e-9 for b in bases):
            bases.append(base(f"b{len(bases)}", x, y, r))
    return Scene(
        bases=tuple(bases), terrain=(template("w", star(rng, rng.uniform(240, 360, 2), rng.uniform(20, 60), 6)),)
    )


def overlapping(rng):
    bases = [base(f"b{k}", *rng.uniform(265, 335, 2), rng.choice(RADII_MM)) for k in range(4)]
    return Scene(
        bases=tuple(bases), terrain=(template("w", star(rng, rng.uniform(240, 360, 2), rng.uniform(20, 60), 6)),)
    )


KINDS = (scattered, slit, pockets, touching, overlapping)


def blockers_of(scene, ends):
    discs = [(b.centre.x_mm, b.centre.y_mm, b.radius_mm) for b in scene.bases if b.id not in ends and not b.stealth]
    polygons = [shapely.Polygon([(p.x_mm, p.y_mm) for p in t.polygon]) for t in scene.terrain if t.blocks_sight]
    return discs, polygons


def depth_along(polygon, p, q):
    """How deep a segment lies in a polygon at its deepest."""
    if math.dist(p, q) == 0:
        point = shapely.Point(p)
        return point.distance(polygon.exterior) if point.intersects(polygon) else 0.0
    chords = shapely.get_parts(shapely.LineString([p, q]).intersection(polygon))
    deepest = 0.0
    for chord in chords:
        ends = shapely.get_coordinates(chord)[[0, -1]]
        step = np.linspace(0, 1, 41)
        for _ in range(9):
            points = shapely.points(ends[0] + step[:, None] * (ends[1] - ends[0]))
            depth = np.where(shapely.intersects(polygon, points), shapely.distance(polygon.exterior, points), 0.0)
            best = int(depth.argmax())
            deepest = max(deepest, float(depth[best]))
            width = step[1] - step[0]
            step = np.linspace(max(0.0, step[best] - width), min(1.0, step[best] + width), 17)
    return deepest


def clearance(discs, polygons, p, q):
    """Least signed distance along a segment, by shapely."""
    line = shapely.LineString([p, q])
    least = min((shapely.Point(x, y).distance(line) - r for x, y, r in discs), default=math.inf)
    for polygon in polygons:
        apart = line.distance(polygon)
        least = min(least, apart if apart > 0 else -depth_along(polygon, p, q))
    return least


def signed_distance(discs, polygons, x, y):
    least = np.full(x.shape, np.inf)
    for cx, cy, r in discs:
        least = np.minimum(least, np.hypot(x - cx, y - cy) - r)
    for polygon in polygons:
        ring = shapely.get_coordinates(polygon.exterior)
        edge_distance, inside = np.full(x.shape, np.inf), np.zeros(x.shape, bool)
        for (x0, y0), (x1, y1) in itertools.pairwise(ring):
            ex, ey = x1 - x0, y1 - y0
            t = np.clip(((x - x0) * ex + (y - y0) * ey) / (ex * ex + ey * ey), 0, 1)
            edge_distance = np.minimum(edge_distance, np.hypot(x - x0 - t * ex, y - y0 - t * ey))
            if ey != 0:
                inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) / ey * ex)
        least = np.minimum(least, np.where(inside, -edge_distance, edge_distance))
    return least


def rim(of, angles):
    return np.column_stack(
        [of.centre.x_mm + of.radius_mm * np.cos(angles), of.centre.y_mm + of.radius_mm * np.sin(angles)]
    )


def sampled_clearance(discs, polygons, p, q, count):
    t = np.linspace(0, 1, count)
    x = p[:, :1] + (q[:, :1] - p[:, :1]) * t
    y = p[:, 1:] + (q[:, 1:] - p[:, 1:]) * t
    return signed_distance(discs, polygons, x, y).min(axis=1)


def best_found(scene, ends, rng, grid=32, starts=3, rounds=18):
    """The best clearance that a search finds; some segment has it, so the margin is no less."""
    a, b = (scene.base(name) for name in ends)
    discs, polygons = blockers_of(scene, ends)
    around = np.linspace(0, 2 * np.pi, grid, endpoint=False)
    alpha, beta = (v.ravel() for v in np.meshgrid(around, around))
    values = sampled_clearance(discs, polygons, rim(a, alpha), rim(b, beta), 32)
    order, chosen = np.argsort(-values), []
    for k in order:
        if all(math.cos(alpha[k] - alpha[j]) + math.cos(beta[k] - beta[j]) < 1.8 for j in chosen):
            chosen.append(k)
        if len(chosen) == starts:
            break
    best = -math.inf
    for k in chosen:
        at, width, value = np.array([alpha[k], beta[k]]), 2 * np.pi / grid, -math.inf
        for _ in range(rounds):
            tries = at + width * rng.uniform(-1, 1, (40, 2))
            found = sampled_clearance(discs, polygons, rim(a, tries[:, 0]), rim(b, tries[:, 1]), 96)
            if found.max() > value:
                at, value = tries[found.argmax()], found.max()
            width *= 0.7
        best = max(best, clearance(discs, polygons, rim(a, at[:1])[0], rim(b, at[1:])[0]))
    return best


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seed", range(5))
def test_the_witness_has_the_margin_and_no_sampled_segment_has_more(kind, seed):
    rng = np.random.default_rng([seed, KINDS.index(kind)])
    scene = kind(rng)
    names = [b.id for b in scene.bases]
    ends = tuple(rng.choice(names, 2, replace=False))
    sight = find_sight(scene, *ends)
    discs, polygons = blockers_of(scene, ends)
    start, end = sight.witness.start, sight.witness.end
    attained = clearance(discs, polygons, (start.x_mm, start.y_mm), (end.x_mm, end.y_mm))
    assert attained >= sight.margin_mm - 1e-5
    assert best_found(scene, ends, rng) <= sight.margin_mm + MARGIN_WITHIN_MM + 1e-4
    assert can_see(scene, *ends) == (sight.margin_mm >= 0)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_witness_has_the_margin_between_any_two_bases(kind):
    rng = np.random.default_rng(7)
    scene = kind(rng)
    for k, first in enumerate(scene.bases):
        for second in scene.bases[k + 1 : k + 4]:
            ends = (first.id, second.id)
            sight = find_sight(scene, *ends)
            if sight.margin_mm is None:
                continue
            start, end = sight.witness.start, sight.witness.end
            for of, point in ((first, start), (second, end)):
                assert math.dist((of.centre.x_mm, of.centre.y_mm), (point.x_mm, point.y_mm)) <= of.radius_mm + 1e-5
            attained = clearance(*blockers_of(scene, ends), (start.x_mm, start.y_mm), (end.x_mm, end.y_mm))
            assert attained >= sight.margin_mm - 1e-5
