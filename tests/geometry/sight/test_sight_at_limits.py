"""Sight at its limits: slits of every kind whose margin is known by hand, and segments that just miss.

All lines between the two bases cross one line across the board, and there the two sides of a slit leave a known gap.
So a line leads through if the gap is not below nothing; it has half the gap on either side, and each side must be worn
away by its share until a closed slit opens.
"""

import itertools
import math
import random

import numpy as np
import pytest

from companion.geometry import Base, MatPoint, Scene, SightRule, Terrain, can_see, find_sight
from companion.geometry.sight.blockers import BlockingTemplate, blocker_arrays
from companion.geometry.sight.line_of_sight import MARGIN_WITHIN_MM, _ask
from companion.geometry.sight.segment_test import hit_wall, segment_between

pytestmark = pytest.mark.slow

GAPS_MM = (0.0, 1e-4, 1e-3, 0.1, 2.0, -1e-4, -1e-3, -0.1, -2.0)
SIDES = ("disc", "corner", "edge", "slanted")
TINY_MM = 0.02
HIGH_MM = 80.0
"""How far a side of a slit reaches, beyond any line between the bases."""


class SlitBoard:
    """A slit between two bases on a board that is turned and shifted, and either way up."""

    def __init__(self, seed: int, sides: tuple[str, str], gap_mm: float, *, thick: bool = False) -> None:
        chance = random.Random(seed)  # noqa: S311 (no secret)
        self._turn, self._hand = chance.uniform(0, math.tau), chance.choice((1, -1))
        self._shift = chance.uniform(-300, 300), chance.uniform(-300, 300)
        self.radii_mm = chance.choice((6.0, 10.0, 25.0)), chance.choice((10.0, 25.0))
        # The best line runs near the middle; or, unless the slit is shut, where it only just meets one of the bases.
        self.line_mm = chance.choice((0.0, 3.0, 3.0 if gap_mm < 0 else -min(self.radii_mm)))
        self.across_mm, self.gap_mm, self.sides = chance.uniform(70, 130), gap_mm, sides
        self._wide_mm = chance.choice((TINY_MM, 3.0, 20.0)) if gap_mm >= 0 and not thick else 20.0
        self.bases, self.terrain = self._ends(), []
        for side, upwards in zip(sides, (1, -1), strict=True):
            self._put(side, upwards)

    def scene(self, rule: SightRule | None = None) -> Scene:
        return Scene(bases=tuple(self.bases), terrain=tuple(self.terrain), sight=rule or SightRule())

    @property
    def margin_mm(self) -> float:
        """Half a gap; or what each side is to be worn, where a corner moves back faster than it is worn."""
        if self.gap_mm >= 0:
            return self.gap_mm / 2
        back = [math.hypot(HIGH_MM, HIGH_MM) / HIGH_MM if side == "corner" else 1.0 for side in self.sides]
        return self.gap_mm / sum(back)

    def _ends(self) -> list[Base]:
        (one, other) = self.radii_mm
        return [Base("a", self._at(0.0, 0.0), one), Base("b", self._at(200.0, 0.0), other)]

    def _put(self, side: str, upwards: int) -> None:
        rim_mm, wide, high = self.line_mm + upwards * self.gap_mm / 2, self._wide_mm, upwards * HIGH_MM
        x = self.across_mm
        if side == "disc":
            self.bases.append(Base(f"d{upwards}", self._at(x, rim_mm + high), HIGH_MM))
            return
        corners = {
            "corner": [(x, rim_mm), (x + HIGH_MM, rim_mm + high), (x - HIGH_MM, rim_mm + high)],
            "edge": [(x - wide, rim_mm), (x + wide, rim_mm), (x + wide, rim_mm + high), (x - wide, rim_mm + high)],
            # Nearly along the line, and nearest to it where the lines cross.
            "slanted": [(x, rim_mm), (x + 40, rim_mm + upwards * 1e-5), (x + 40, rim_mm + high), (x, rim_mm + high)],
        }[side]
        self.terrain.append(Terrain(f"t{upwards}", tuple(self._at(*each) for each in corners), blocks_sight=True))

    def _at(self, x: float, y: float) -> MatPoint:
        c, s = math.cos(self._turn), math.sin(self._turn)
        y *= self._hand
        return MatPoint(self._shift[0] + x * c - y * s, self._shift[1] + x * s + y * c)


SLITS = list(itertools.product(itertools.product(SIDES, SIDES), GAPS_MM))


@pytest.mark.parametrize("sides", list(itertools.product(SIDES, SIDES)), ids="-".join)
def test_a_slit_lets_through_what_it_leaves_room_for(sides: tuple[str, str]) -> None:
    for seed, gap_mm in itertools.product(range(2), GAPS_MM):
        slit = SlitBoard(seed + 10 * SLITS.index((sides, gap_mm)), sides, gap_mm)
        for ends in (("a", "b"), ("b", "a")):
            assert can_see(slit.scene(), *ends) == (gap_mm >= 0), (seed, gap_mm)
            assert can_see(slit.scene(SightRule(touching_blocks=True)), *ends) == (gap_mm > 0), (seed, gap_mm)
        # All at once, which must say the same as one line at a time.
        assert (len(_ask(slit.scene(), "a", "b").free(np.zeros(1))) > 0) == (gap_mm >= 0), (seed, gap_mm)


@pytest.mark.parametrize("sides", list(itertools.product(SIDES[:3], SIDES[:2])), ids="-".join)
def test_a_slit_has_the_margin_of_its_gap(sides: tuple[str, str]) -> None:
    for gap_mm in (0.0, 0.1, 2.0, -0.1, -2.0):
        slit = SlitBoard(3000 + SLITS.index((sides, gap_mm)), sides, gap_mm)
        sight = find_sight(slit.scene(), "a", "b")
        assert sight.margin_mm == pytest.approx(slit.margin_mm, abs=2 * MARGIN_WITHIN_MM), gap_mm
        limits = {each.id for each in (*slit.bases, *slit.terrain)} - {"a", "b"}
        assert set(sight.blockers) == limits


@pytest.mark.parametrize("sides", list(itertools.product(SIDES[:3], SIDES[:2])), ids="-".join)
def test_a_slit_that_counts_as_contact_is_shut_until_it_is_wider(sides: tuple[str, str]) -> None:
    for number, gap_mm in enumerate((0.5, 1.99, 2.01, 5.0)):
        slit = SlitBoard(5000 + number + 10 * SLITS.index((sides, 0.0)), sides, gap_mm, thick=True)
        scene = slit.scene(SightRule(contact_mm=2.0))
        assert can_see(scene, "a", "b") == (gap_mm > 2)
        sight = find_sight(scene, "a", "b")
        assert sight.margin_mm == pytest.approx((gap_mm - 2.0) / 2, abs=2 * MARGIN_WITHIN_MM)


LONG_MM, BROAD_MM = 40.0, 20.0


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.9, math.pi / 2, 4.4])
@pytest.mark.parametrize("level_mm", [-4.0, -0.5, 0.0, 0.5, 6.0])
def test_a_segment_along_an_edge_is_hit_from_where_the_template_begins(turn: float, level_mm: float) -> None:
    c, s = math.cos(turn), math.sin(turn)

    def at(x: float, y: float) -> tuple[float, float]:
        return 30 + x * c - y * s, -10 + x * s + y * c

    half_long, half_broad = LONG_MM / 2, BROAD_MM / 2
    corners = [at(x, y) for x, y in ((-half_long, -half_broad), (half_long, -half_broad),
                                     (half_long, half_broad), (-half_long, half_broad))]  # fmt: skip
    (wall,) = blocker_arrays([BlockingTemplate("t", corners, 0.0)]).walls

    def hits(start: tuple[float, float], end: tuple[float, float]) -> bool:
        return bool(hit_wall(wall, segment_between(*at(*start), *at(*end)), np.array([level_mm]))[0])

    for within_mm in (1e-5, 1e-3, 0.3, -1e-5, -1e-3, -0.3):
        y, x = half_broad + level_mm - within_mm, half_long + level_mm - within_mm
        for way in (1, -1):
            # All along it, and from a point beside its middle to another; across its short side; and out of it.
            for start, end in (((-60, y), (60, y)), ((-9, y), (7, y)), ((-9, y), (60, y)), ((x, -50), (x, 60))):
                ends = [(way * px, way * py) for px, py in (start, end)]
                assert hits(*ends) == (within_mm > 0), (within_mm, start)
                assert hits(*reversed(ends)) == (within_mm > 0), (within_mm, start)
            # One that ends before it, and one that begins there.
            assert hits((way * 90.0, 3.0), (way * x, 3.0)) == (within_mm > 0)
            assert hits((way * x, -3.0), (way * 70.0, -3.0)) == (within_mm > 0)


@pytest.mark.parametrize("level_mm", [0.5, 6.0])
def test_a_grown_corner_is_round(level_mm: float) -> None:
    corners = [(-20.0, -10.0), (20.0, -10.0), (20.0, 10.0), (-20.0, 10.0)]
    (wall,) = blocker_arrays([BlockingTemplate("t", corners, 0.0)]).walls
    for degrees, within_mm in itertools.product((10, 45, 80), (1e-5, 0.2, -1e-5, -0.2)):
        nx, ny = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = 20 + nx * (level_mm - within_mm), 10 + ny * (level_mm - within_mm)
        line = segment_between(x + 50 * ny, y - 50 * nx, x - 50 * ny, y + 50 * nx)
        assert hit_wall(wall, line, np.array([level_mm]))[0] == (within_mm > 0)
