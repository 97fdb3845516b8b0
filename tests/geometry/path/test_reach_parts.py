"""The rays from which the reachable area is drawn, each against its definition."""

import cmath
import math
import random

import numpy as np
import pytest
import shapely

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.path.obstacles import CONTACT_MM, obstacles_for
from companion.geometry.path.search import Arrival
from companion.geometry.path.wedges import (
    _HAIR_RAD,
    ACCURACY_MM,
    Fan,
    _before_rivals,
    _disc_hits,
    _discs_in_range,
    _even_turns,
    _first_hits,
    _grazing_turns,
    _slab_hits,
)

WALL = tuple(MatPoint(x, y) for x, y in ((300.0, 200.0), (360.0, 210.0), (340.0, 300.0)))
BASES = (Base("m", MatPoint(150.0, 300.0), 15.0), Base("b", MatPoint(260.0, 360.0), 20.0))
SCENE = Scene(Mat(), (*BASES, Base("c", MatPoint(420.0, 260.0), 12.0)), (Terrain("t", WALL, impassable=True),))
OBSTACLES = obstacles_for(SCENE, 15.0, list(SCENE.terrain), {"m"})
DISCS = tuple(zip(OBSTACLES.centres.tolist(), OBSTACLES.radii.tolist(), strict=True))


def rays(count=400, reach_mm=700.0):
    chance = random.Random(3)  # noqa: S311 (no secret)
    starts = np.array([complex(chance.uniform(30, 250), chance.uniform(30, 570)) for _ in range(count)])
    return starts, np.array([cmath.rect(1.0, chance.uniform(0, math.tau)) for _ in starts]), np.full(count, reach_mm)


def along(start, direction, shape, reach_mm=1e4):
    """Where a ray enters and leaves a shape; None where it misses it."""
    end = start + reach_mm * direction
    met = shapely.LineString([(start.real, start.imag), (end.real, end.imag)]).intersection(shape)
    if met.is_empty:
        return None
    away_mm = [math.dist((start.real, start.imag), each) for each in shapely.get_coordinates(met)]
    return min(away_mm), max(away_mm)


@pytest.mark.parametrize("sense", [1, -1])
def test_a_rays_way_along_the_rim_is_taken_from_its_length(sense):
    fan = Fan(100 + 50j, 20.0, sense, 0.4, 2.0, 90.0)
    turns = np.array([0.0, 0.5, 2.0])
    for turn, start, direction, length in zip(turns, *fan.rays(turns), strict=True):
        rim = start - (100 + 50j)
        assert abs(rim) == pytest.approx(20.0)
        assert cmath.phase(rim) == pytest.approx(math.remainder(0.4 + sense * turn, math.tau))
        assert direction == pytest.approx(1j * sense * rim / 20.0)
        assert length == pytest.approx(90.0 - 20.0 * turn)


def test_a_ray_enters_a_disc_where_it_first_comes_so_near():
    starts, directions, _ = rays()
    centres, radii = OBSTACLES.centres, OBSTACLES.radii
    entries, middles = _disc_hits(centres, radii, starts, directions)
    for row, (start, direction) in enumerate(zip(starts, directions, strict=True)):
        for n, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
            foot_mm = ((centre - start) * direction.conjugate()).real
            apart_mm = abs(centre - start - foot_mm * direction)
            if foot_mm > 0 and apart_mm < radius:
                assert middles[row, n] == pytest.approx(foot_mm)
                assert entries[row, n] == pytest.approx(max(foot_mm - math.sqrt(radius**2 - apart_mm**2), 0.0))
            else:
                assert math.isinf(entries[row, n])


def test_a_ray_enters_the_strip_along_an_edge_where_it_meets_it():
    starts, directions, _ = rays()
    entries, middles = _slab_hits(OBSTACLES, starts, directions)
    hits = 0
    for n, (begin, end) in enumerate(zip(OBSTACLES.edge_starts, OBSTACLES.edge_ends, strict=True)):
        width_mm = float(OBSTACLES.edge_widths[n])
        aside = 1j * (end - begin) / abs(end - begin) * width_mm
        strip = shapely.Polygon([(p.real, p.imag) for p in (begin + aside, end + aside, end - aside, begin - aside)])
        for row, (start, direction) in enumerate(zip(starts, directions, strict=True)):
            met = along(start, direction, strip)
            if met is None or met[1] - met[0] < 0.1:
                continue
            hits += 1
            assert entries[row, n] == pytest.approx(met[0], abs=1e-4)
            assert middles[row, n] == pytest.approx(sum(met) / 2, abs=1e-4)
    assert hits > 10


def test_the_first_that_is_hit_in_time_is_named():
    starts, directions, lengths = rays(reach_mm=220.0)
    middles, hit = _first_hits(OBSTACLES, starts, directions, lengths)
    solid = shapely.union_all(
        [
            shapely.Point(c.real, c.imag).buffer(r, quad_segs=400)
            for c, r in zip(OBSTACLES.centres, OBSTACLES.radii, strict=False)
        ]
        + [shapely.Polygon([(p.x_mm, p.y_mm) for p in WALL]).buffer(15.0, quad_segs=400)]
    )
    for start, direction, middle, number in zip(starts, directions, middles, hit, strict=True):
        met = along(start, direction, solid, 220.0)
        if met is None:
            assert (middle, number) == (math.inf, -1)
        elif met[0] > 0:
            assert number >= 0
            if number < len(OBSTACLES.centres):
                foot = start + middle * direction
                assert abs(foot - OBSTACLES.centres[number]) <= OBSTACLES.radii[number]
    assert len(set(hit.tolist())) > 3


def test_discs_out_of_reach_are_left_out_and_no_other():
    starts = np.array([100 + 100j, 120 + 100j])
    near = _discs_in_range(OBSTACLES, starts, np.array([150.0, 40.0]))
    far = [abs(c - s) - r > 150.0 for s in starts for c, r in DISCS]
    out = np.array(far).reshape(2, -1).all(axis=0)
    assert not (near & (np.abs(OBSTACLES.centres - 110 - 100j) - OBSTACLES.radii > 160.0)).any()
    assert near[~out].all()


@pytest.mark.parametrize(("radius_mm", "sense"), [(0.0, 1), (30.0, 1), (30.0, -1)])
def test_rays_are_cast_a_hair_beside_each_that_grazes_a_rim(radius_mm, sense):
    fan = Fan(150 + 300j, radius_mm, sense, 0.3, 5.9, 800.0)
    turns = np.sort(_grazing_turns(OBSTACLES, fan))
    middle = (turns[::2] + turns[1::2]) / 2
    assert np.diff(turns)[::2] == pytest.approx(2 * _HAIR_RAD, rel=1e-3)
    grazed = set()
    for start, direction, length in zip(*fan.rays(middle), strict=True):
        feet = ((OBSTACLES.centres - start) * np.conj(direction)).real
        off = np.abs(np.abs(OBSTACLES.centres - start - feet * direction) - OBSTACLES.radii)
        which = int(off.argmin())
        assert off[which] < 1e-4
        assert 0 <= feet[which] <= length + CONTACT_MM + 1e-6
        grazed.add(which)
    assert grazed == set(range(len(OBSTACLES.centres)))


@pytest.mark.parametrize(("sweep", "budget_mm"), [(math.tau, 300.0), (0.4, 80.0), (2.5, 0.2)])
def test_ends_between_even_rays_are_within_the_accuracy(sweep, budget_mm):
    turns = _even_turns(Fan(0j, 0.0, 1, 0.0, sweep, budget_mm))
    assert (turns[0], turns[-1]) == (0.0, pytest.approx(sweep))
    step = float(np.diff(turns).max())
    assert budget_mm * (1 - math.cos(step / 2)) <= ACCURACY_MM * 1.001
    chunks = max(1, math.ceil(sweep))
    for border in sweep * np.arange(chunks + 1) / chunks:
        assert np.abs(turns - border).min() < 1e-12


def test_obstacles_grow_by_owner_and_sides_by_side() -> None:
    wall = Terrain("wall", (MatPoint(100, 100), MatPoint(200, 100), MatPoint(200, 200)), impassable=True)
    scene = Scene(Mat(600, 400), (Base("m", MatPoint(50, 50), 20.0), Base("b", MatPoint(300, 300), 16.0)), (wall,))
    grown = obstacles_for(scene, 20.0, [wall], {"m"}).resized(np.array([1.0, 2.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    assert grown.radii.tolist() == [37.0, 22.0, 22.0, 22.0]
    assert grown.edge_widths.tolist() == [22.0] * 3
    assert grown.bounds.tolist() == [21.0, 578.0, 23.0, 376.0]


def arrived(angle: float, sense: int, travelled_mm: float) -> Arrival:
    return Arrival(0j, 0j, 0, sense, angle, travelled_mm, 0.0, None)


@pytest.mark.parametrize("sense", [1, -1])
@pytest.mark.parametrize("radius_mm", [0.4, 15.0, 60.0])
def test_a_sweep_goes_on_to_where_a_rival_began_unless_one_came_by_before(sense: int, radius_mm: float) -> None:
    for angle in (0.3, -2.0, 3.1):
        for ahead in (0.4, 2.0, 6.0):
            behind = math.tau - ahead
            slid_mm = radius_mm * behind
            # Who comes from farther back has been here if it can slide so far, and was no later.
            for free, start_mm, comes_by in (
                (math.tau, 50.0 - slid_mm - 0.01, True), (math.tau, 50.0 - slid_mm + 0.01, False),
                (behind + 0.01, 50.0 - slid_mm - 5.0, True), (behind - 0.01, 50.0 - slid_mm - 5.0, False),
            ):  # fmt: skip
                rival = arrived(angle + sense * ahead, sense, start_mm)
                for wish in (0.1, 1.0, 6.2):
                    needed = _before_rivals(arrived(angle, sense, 50.0), wish, radius_mm, [(rival, free)])
                    assert needed == pytest.approx(0.0 if comes_by else min(wish, ahead))
    both = [(arrived(sense * 2.0, sense, 90.0), 0.1), (arrived(sense * 1.0, sense, 90.0), 0.1)]
    for rivals in (both, both[::-1]):
        assert _before_rivals(arrived(0.0, sense, 50.0), 3.0, radius_mm, rivals) == pytest.approx(1.0)
    assert _before_rivals(arrived(0.0, sense, 50.0), 3.0, radius_mm, []) == 3.0
