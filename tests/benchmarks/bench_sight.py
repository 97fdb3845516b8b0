"""Line of sight against sampling: segments between 32 points of each rim, tested by shapely."""

import itertools
import math
from dataclasses import replace
from statistics import mean, median

import numpy as np
import shapely

from companion.geometry import Base, MatPoint, Scene, SightRule, Terrain, can_see, find_sight
from tests.benchmarks.report import ResultTable, seconds_each

SAMPLES = 32
RADII_MM = (12.5, 16.0, 20.0, 25.0)


def match_scene(rng):
    """Fourteen bases and five templates, as in a match."""
    bases = []
    while len(bases) < 14:
        x, y, r = *map(float, rng.uniform(30, 570, 2)), float(rng.choice(RADII_MM))
        if all(math.dist((x, y), (b.centre.x_mm, b.centre.y_mm)) >= r + b.radius_mm for b in bases):
            bases.append(Base(f"b{len(bases)}", MatPoint(x, y), r))
    return Scene(bases=tuple(bases), terrain=tuple(_template(rng, f"t{k}") for k in range(5)))


def _template(rng, name):
    x, y, size, count = *rng.uniform(80, 520, 2), rng.uniform(40, 90), int(rng.integers(4, 11))
    angles = 2 * np.pi * (np.arange(count) + rng.uniform(0, 0.8, count)) / count
    reach = size * rng.uniform(0.4, 1, count)
    corners = zip((x + reach * np.cos(angles)).tolist(), (y + reach * np.sin(angles)).tolist(), strict=True)
    return Terrain(name, tuple(MatPoint(*corner) for corner in corners), blocks_sight=True)


def slit_scene(rng):
    """Two bases, and between them two walls with a slit of up to 1 mm, or overlapping by as much.

    Returns:
        The scene, and whether one sees the other: whether there is a slit, because the line through its middle meets
        both bases and the walls leave no way round.
    """
    gap, thick = float(rng.uniform(0.02, 1.0) * rng.choice([-1, 1])), float(rng.uniform(20, 90))
    first = np.array([0.0, rng.uniform(-12, 12)])
    last = np.array([float(rng.uniform(180, 320)), rng.uniform(-12, 12)])
    middle = (first + last) / 2
    along = (last - first) / np.hypot(*(last - first)) * thick / 2
    aside = np.array([-along[1], along[0]]) / (thick / 2)
    walls = []
    for name, side in (("w", 1), ("v", -1)):
        near, far = middle + side * aside * gap / 2, middle + side * aside * 200
        corners = (near - along, near + along, far + along, far - along)
        walls.append(Terrain(name, tuple(MatPoint(*map(float, corner)) for corner in corners), blocks_sight=True))
    a, b = Base("a", MatPoint(0.0, 0.0), 16.0), Base("b", MatPoint(float(last[0]), 0.0), 16.0)
    return Scene(bases=(a, b), terrain=tuple(walls)), gap > 0


def obstacles(scene, ends):
    """What a line may not touch: bases, templates, and where a rule joins what is in contact, what closes the gap."""
    discs = [
        shapely.Point(b.centre.x_mm, b.centre.y_mm).buffer(b.radius_mm, quad_segs=16)
        for b in scene.bases
        if b.id not in ends
    ]
    woods = [shapely.Polygon([(p.x_mm, p.y_mm) for p in t.polygon]) for t in scene.terrain]
    joins = []
    if scene.sight.contact_mm is not None:
        for one, other in itertools.combinations(discs + woods, 2):
            if one.distance(other) <= scene.sight.contact_mm:
                joins.append(shapely.shortest_line(one, other))
    return discs + woods + joins


def starts(scene, name):
    """Where lines start: on the rim, or at the centre where the rule says so."""
    centre = scene.base(name).centre
    return np.array([[centre.x_mm, centre.y_mm]]) if scene.sight.from_centre else rim(scene.base(name))


def rim(base):
    angles = np.linspace(0, 2 * np.pi, SAMPLES, endpoint=False)
    x = base.centre.x_mm + base.radius_mm * np.cos(angles)
    return np.column_stack([x, base.centre.y_mm + base.radius_mm * np.sin(angles)])


def sampled_at_once(blocking, scene, ends):
    """All segments in one call against the prepared union of the blockers."""
    first, last = starts(scene, ends[0]), rim(scene.base(ends[1]))
    segments = np.stack([np.repeat(first, SAMPLES, 0), np.tile(last, (len(first), 1))], axis=1)
    return bool((~shapely.intersects(blocking, shapely.linestrings(segments))).any())


def sampled_in_a_loop(blocking, scene, ends):
    """Segment by segment until one is free."""
    first, last = starts(scene, ends[0]), rim(scene.base(ends[1]))
    return any(not blocking.intersects(shapely.LineString(pair)) for pair in itertools.product(first, last))


def prepared(scene, ends):
    union = shapely.union_all(obstacles(scene, ends))
    shapely.prepare(union)
    return union


def _row(name, cases, ours, truth):
    """One row: the exact verdict against the sampled ones on the same questions."""
    ready = [(prepared(scene, ends), scene, ends) for scene, ends in cases]
    exact = [seconds_each(lambda s=scene, e=ends: ours(s, *e)) for scene, ends in cases]
    at_once = [seconds_each(lambda c=case: sampled_at_once(*c), 3) for case in ready]
    from_scratch = [seconds_each(lambda s=s, e=e: sampled_at_once(prepared(s, e), s, e), 3) for s, e in cases]
    loop = [seconds_each(lambda c=case: sampled_in_a_loop(*c), 1) for case in ready]
    wrong = sum(sampled_at_once(*case) != true for case, true in zip(ready, truth, strict=True))
    ours_wrong = sum(ours(scene, *ends) != true for (scene, ends), true in zip(cases, truth, strict=True))

    def against(peer):
        return f"{1e3 * mean(peer):.2f} ms, ×{mean(peer) / mean(exact):.0f}"

    figures = f"{1e3 * mean(exact):.3f} ms (median {1e3 * median(exact):.3f})"
    return (
        name,
        str(len(cases)),
        figures,
        against(at_once),
        against(from_scratch),
        against(loop),
        f"{ours_wrong} / {wrong}",
    )


def _margins(cases):
    times = [1e3 * seconds_each(lambda s=scene, e=ends: find_sight(s, *e), 1) for scene, ends in cases]
    return f"{mean(times):.1f} ms in the mean, {median(times):.1f} in the median, {max(times):.0f} at most"


def measure() -> ResultTable:
    """Times both ways on scenes of a match and on slits, and counts wrong verdicts."""
    rng = np.random.default_rng(20)
    match = []
    for _ in range(15):
        scene = match_scene(rng)
        names = [b.id for b in scene.bases]
        match += [(scene, tuple(map(str, rng.choice(names, 2, replace=False)))) for _ in range(6)]
    slits = [slit_scene(rng) for _ in range(60)]
    tight = [(scene, ("a", "b")) for scene, _ in slits]
    passage = SightRule(touching_blocks=True, contact_mm=2.0)
    passing, centred = (
        [(replace(scene, sight=rule), ends) for scene, ends in match]
        for rule in (passage, replace(passage, from_centre=True))
    )

    def margins_above_0(cases):
        return [(s := find_sight(scene, *ends).margin_mm) is None or s > 0 for scene, ends in cases]

    margin_says = [(s := find_sight(scene, *ends).margin_mm) is None or s >= 0 for scene, ends in match]
    return ResultTable(
        title="Line of sight: exact, against 32 × 32 segments sampled and tested by shapely",
        columns=(
            "scenes",
            "questions",
            "exact yes or no",
            "sampled, all at once",
            "the same with building the union",
            "sampled, in a loop",
            "wrong: exact / sampled",
        ),
        rows=(
            _row("14 bases, 5 templates", match, can_see, margin_says),
            _row("the same; touching and contact block", passing, can_see, margins_above_0(passing)),
            _row("the same; from the centre", centred, can_see, margins_above_0(centred)),
            _row("slits of up to 1 mm between walls", tight, can_see, [true for _, true in slits]),
        ),
        notes=(
            "Mean time of a question; × is how many times longer than exact. All at once: 1024 segments in one call"
            " against the prepared union of the blockers, whose making is not counted in the first of the two columns."
            " From the centre there are 32 segments. The loop stops at the first free segment. Bases in the union are"
            " 64-gons. Truth is the sign of the exact margin for matches, and the construction for slits."
            f" The margin with its line and blockers takes {_margins(match)} (matches)."
        ),
    )
