"""Random tables: which pieces there are, which tags they carry, and where they lie."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from vision import BaseLayout, MatLayout, TableLayout, Tag, TerrainLayout

MAT_MM = 600.0
RANGES_MM = {"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0}
# fmt: off
NAMES = (
    "amber", "aspen", "basil", "birch", "cedar", "clover", "dahlia", "dove", "elder", "ember", "fennel", "garnet",
    "hazel", "indigo", "juniper", "kestrel", "laurel", "maple", "nettle", "opal", "poppy", "quartz", "rowan",
    "sorrel", "thistle", "umber", "violet", "willow", "yarrow", "zinnia",
)
# fmt: on
TERRAIN_NAMES = ("ridge", "pond", "ruin")
RADII_MM = (16.0, 16.0, 16.0, 24.0, 25.0, 25.0, 30.0)
RIM_MM = 4.0  # between a base's rim and the black square of its tab
TRIES = 400


@dataclass(frozen=True, slots=True)
class FlatPose:
    """Where a piece lies: mat frame, counter-clockwise."""

    x_mm: float
    y_mm: float
    angle_rad: float

    def put(self, points_mm: np.ndarray) -> np.ndarray:
        """(…, 2) points of the piece's frame to the mat's."""
        cos, sin = math.cos(self.angle_rad), math.sin(self.angle_rad)
        return points_mm @ np.array([[cos, sin], [-sin, cos]]) + [self.x_mm, self.y_mm]

    def tag(self, tag: Tag) -> "FlatPose":
        """Where a tag of the piece lies."""
        x_mm, y_mm = self.put(np.array([tag.x_mm, tag.y_mm]))
        return FlatPose(float(x_mm), float(y_mm), self.angle_rad + tag.angle_rad)


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table with everything in its place.

    Attributes:
        layout: What `table.toml` says.
        placed: Where each piece that is on the mat lies.
        spare_ids: Tag ids that nothing in the layout carries.
    """

    layout: TableLayout
    placed: dict[str, FlatPose]
    spare_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a random table is to be like.

    Attributes:
        tag_mm: Edge of the bases' tags.
        mixed_mm: Edges of which each base gets one in turn, instead of `tag_mm`.
        large_share: Share of the bases whose tags are 20 mm whatever `tag_mm` says.
        bases: Bases on the mat.
        absent: Bases in the file that are not on it.
        terrain: Templates.
        tabs: Tags a base carries, on opposite sides if two.
        crowd: Whether bases stand in contact, their tabs under one another.
        dictionary: OpenCV's name.
    """

    tag_mm: float = 15.0
    mixed_mm: tuple[float, ...] = ()
    large_share: float = 0.2
    bases: int = 11
    absent: int = 1
    terrain: int = 2
    tabs: int = 2
    crowd: bool = False
    dictionary: str = "DICT_4X4_100"


@dataclass
class _Taken:
    """Discs that stand and circles round tags, so that nothing is put where something is."""

    discs: list[tuple[float, float, float]] = field(default_factory=list)
    tags: list[tuple[float, float, float]] = field(default_factory=list)


def random_table(rng: np.random.Generator, options: TableOptions) -> TableSetup:
    """A table of that kind."""
    ids = [int(tag_id) for tag_id in rng.permutation(np.arange(8, 100))]
    terrain = [_terrain(rng, name, ids) for name in TERRAIN_NAMES[: options.terrain]]
    names = [str(name) for name in rng.permutation(NAMES)[: options.bases + options.absent]]
    sizes_mm = options.mixed_mm or (options.tag_mm,)
    bases = [_base(rng, name, ids, options, sizes_mm[k % len(sizes_mm)]) for k, name in enumerate(names)]
    taken, placed = _Taken(), {}
    for template in terrain:
        reach_mm = max(math.hypot(x, y) for x, y in template.polygon_mm)
        place = _free_place(rng, taken, reach_mm, [], soft=False)
        if place is not None:
            placed[template.id] = place
            taken.discs.append((place.x_mm, place.y_mm, reach_mm))
    solid: list[tuple[FlatPose, float]] = []
    for base in bases[: options.bases]:
        near = (
            solid[int(rng.integers(len(solid)))] if solid and rng.random() < (0.75 if options.crowd else 0.35) else None
        )
        place = _place_base(rng, base, taken, near, crowd=options.crowd)
        if place is None:
            continue
        placed[base.id] = place
        solid.append((place, base.radius_mm))
        taken.discs.append((place.x_mm, place.y_mm, base.radius_mm))
        taken.tags += _circles(base, place)
    mat = MatLayout(MAT_MM, MAT_MM, options.dictionary, _mat_tags(rng))
    return TableSetup(TableLayout(mat, tuple(bases), tuple(terrain)), placed, tuple(ids))


def nudged(setup: TableSetup, by_mm: float) -> TableSetup:
    """The same table with every base pushed a little, each in a way of its own."""
    placed = dict(setup.placed)
    for number, base in enumerate(setup.layout.bases):
        if by_mm and base.id in placed:
            at, way = placed[base.id], 2.4 * number
            placed[base.id] = replace(at, x_mm=at.x_mm + by_mm * math.cos(way), y_mm=at.y_mm + by_mm * math.sin(way))
    return replace(setup, placed=placed)


def _mat_tags(rng: np.random.Generator) -> tuple[Tag, ...]:
    out_mm = round(float(rng.uniform(20.0, 24.0)), 1)
    low, high, half = -out_mm, MAT_MM + out_mm, MAT_MM / 2
    spots = [(low, low), (half, low), (high, low), (high, half), (high, high), (half, high), (low, high), (low, half)]
    return tuple(Tag(k, 30.0, x, y, math.radians(90.0 * int(rng.integers(4)))) for k, (x, y) in enumerate(spots))


def _base(rng: np.random.Generator, name: str, ids: list[int], options: TableOptions, tag_mm: float) -> BaseLayout:
    radius_mm = float(rng.choice(RADII_MM))
    size_mm = 20.0 if rng.random() < options.large_share else tag_mm
    reach_mm = radius_mm + RIM_MM + size_mm / 2
    side = math.radians(float(rng.choice([0, 0, 45, 90, 180])))
    tags = tuple(
        Tag(
            ids.pop(),
            size_mm,
            round(reach_mm * math.cos(side + half), 4),
            round(reach_mm * math.sin(side + half), 4),
            side + math.radians(90.0 * int(rng.integers(4))),
            0.4,
        )
        for half in (0.0, math.pi)[: options.tabs]
    )
    return BaseLayout(name, radius_mm, tags, [None, "A", "B"][rng.integers(3)], stealth=bool(rng.random() < 0.15))


def _terrain(rng: np.random.Generator, name: str, ids: list[int]) -> TerrainLayout:
    count = int(rng.integers(4, 8))
    angles = (np.arange(count) + rng.uniform(-0.3, 0.3, count)) * math.tau / count
    corners = np.stack([np.cos(angles), np.sin(angles)], -1) * rng.uniform(36, 62, count)[:, None]
    way = rng.uniform(0, math.tau)
    places = rng.uniform(15, 19) * np.array([[math.cos(way), math.sin(way)], [-math.cos(way), -math.sin(way)]])
    tags = tuple(
        Tag(ids.pop(), 20.0, round(float(x), 3), round(float(y), 3), math.radians(15.0 * int(rng.integers(24))), 1.0)
        for x, y in places[: int(rng.integers(1, 3))]
    )
    flags = (rng.random(4) < 0.5).tolist()
    polygon = tuple((round(float(x), 3), round(float(y), 3)) for x, y in corners)
    return TerrainLayout(name, polygon, tags, *flags)


def _place_base(
    rng: np.random.Generator, base: BaseLayout, taken: _Taken, near: tuple[FlatPose, float] | None, *, crowd: bool
) -> FlatPose | None:
    """Beside another base if one is given: in contact, nearly so, or nearly a ruler away; else anywhere."""
    if near is None:
        return _free_place(rng, taken, base.radius_mm, list(base.tags), soft=False)
    other, other_radius_mm = near
    for _ in range(TRIES):
        gap_mm = _near_gap(rng, crowd=crowd)
        away_mm, way = base.radius_mm + other_radius_mm + gap_mm, rng.uniform(0, math.tau)
        x_mm, y_mm = other.x_mm + away_mm * math.cos(way), other.y_mm + away_mm * math.sin(way)
        place = FlatPose(x_mm, y_mm, float(rng.uniform(-math.pi, math.pi)))
        if _fits(place, base.radius_mm, list(base.tags), taken, soft=crowd):
            return place
    return _free_place(rng, taken, base.radius_mm, list(base.tags), soft=False)


def _near_gap(rng: np.random.Generator, *, crowd: bool) -> float:
    if crowd:
        return 0.0 if rng.random() < 0.75 else float(rng.uniform(0.2, 4.0))
    if rng.random() < 0.3:
        return float(rng.uniform(0.2, 1.6))
    return float(rng.choice(list(RANGES_MM.values()))) + float(rng.uniform(0.05, 0.9) * rng.choice([-1, 1]))


def _free_place(
    rng: np.random.Generator, taken: _Taken, radius_mm: float, tags: list[Tag], *, soft: bool
) -> FlatPose | None:
    for _ in range(TRIES):
        x_mm, y_mm = rng.uniform(radius_mm, MAT_MM - radius_mm, 2)
        place = FlatPose(float(x_mm), float(y_mm), float(rng.uniform(-math.pi, math.pi)))
        if _fits(place, radius_mm, tags, taken, soft=soft):
            return place
    return None


def _fits(place: FlatPose, radius_mm: float, tags: list[Tag], taken: _Taken, *, soft: bool) -> bool:
    if min(place.x_mm, place.y_mm, MAT_MM - place.x_mm, MAT_MM - place.y_mm) < radius_mm:
        return False
    slack_mm = 1e-9  # exact contact is wanted, and the sum of two roundings is not exact
    if any(math.hypot(place.x_mm - x, place.y_mm - y) < radius_mm + r - slack_mm for x, y, r in taken.discs):
        return False
    mine = [(p.x_mm, p.y_mm, 0.75 * tag.size_mm) for tag in tags for p in [place.tag(tag)]]
    if any(min(x, y, MAT_MM - x, MAT_MM - y) < 4 for x, y, _ in mine):
        return False
    if any(math.hypot(x - u, y - v) < r + s for x, y, r in mine for u, v, s in taken.tags):
        return False
    if soft:
        return True
    under_others = any(math.hypot(x - u, y - v) < r + s for x, y, r in mine for u, v, s in taken.discs)
    over_tags = any(math.hypot(place.x_mm - u, place.y_mm - v) < radius_mm + s for u, v, s in taken.tags)
    return not (under_others or over_tags)


def _circles(base: BaseLayout, place: FlatPose) -> list[tuple[float, float, float]]:
    return [(p.x_mm, p.y_mm, 0.75 * tag.size_mm) for tag in base.tags for p in [place.tag(tag)]]
