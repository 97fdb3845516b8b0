"""What a moving disc must stay out of, against shapely: short legs, tiny edges, corners of every kind."""

import cmath
import math
import random

import numpy as np
import pytest
import shapely

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.path.obstacles import Obstacles, contains, obstacles_for
from companion.geometry.path.sweep import _to_slab_mm

RADIUS_MM = 15.0
NEAR_MM = 1e-6
"""Nearer than this to a border the code may say either, for contact is no overlap."""


def piece(name: str, *corners: complex) -> Terrain:
    return Terrain(name, tuple(MatPoint(each.real, each.imag) for each in corners), impassable=True)


L_SHAPE = piece("l", 100 + 100j, 200 + 100j, 200 + 130j, 150 + 130j, 150 + 220j, 100 + 220j)
# Two corners cut off: edges of two hundredths of a millimetre.
CUT = piece("cut", 300 + 100j, 380 + 100j, 380.02 + 100.01j, 380 + 180j, 300.01 + 180j, 300 + 179.98j)
SPIKE = piece("spike", 150 + 400j, 320 + 404j, 160 + 440j)
TERRAIN = (L_SHAPE, CUT, SPIKE)
BASES = (Base("b", MatPoint(250.0, 280.0), 24.0), Base("c", MatPoint(420.0, 420.0), 12.5))
SHAPES = {
    **{base.id: (shapely.Point(base.centre.x_mm, base.centre.y_mm), base.radius_mm) for base in BASES},
    **{each.id: (shapely.Polygon([(p.x_mm, p.y_mm) for p in each.polygon]), 0.0) for each in TERRAIN},
}


def obstacles(terrain: tuple[Terrain, ...] = TERRAIN, bases: tuple[Base, ...] = BASES) -> Obstacles:
    return obstacles_for(Scene(Mat(), bases, terrain), RADIUS_MM, terrain, ())


def away_mm(name: str, what: shapely.Geometry) -> float:
    """How far something is outside a grown obstacle; negative inside."""
    shape, radius_mm = SHAPES[name]
    away = what.distance(shape)
    if away == 0 and shape.geom_type == "Polygon":
        away = -what.distance(shape.exterior)
    return away - radius_mm - RADIUS_MM


def chances(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (no secret)


def places(chance: random.Random, count: int) -> list[complex]:
    return [complex(chance.uniform(50, 470), chance.uniform(50, 490)) for _ in range(count)]


def legs_of_all_kinds(chance: random.Random) -> list[tuple[complex, complex]]:
    """Long and very short ones: anywhere, across the line of an edge beyond its ends, and straight at an edge."""
    edges = [
        (complex(a.x_mm, a.y_mm), complex(b.x_mm, b.y_mm))
        for each in TERRAIN
        for a, b in zip(each.polygon, (*each.polygon[1:], each.polygon[0]), strict=True)
    ]
    legs = [
        (place, place + cmath.rect(10 ** chance.uniform(-3, 2.5), chance.uniform(0, math.tau)))
        for place in places(chance, 400)
    ]
    legs += zip(places(chance, 200), places(chance, 200), strict=True)
    for _ in range(400):
        start, end = chance.choice(edges)
        along = (end - start) / abs(end - start)
        half = cmath.rect(10 ** chance.uniform(-3, 0), chance.uniform(0, math.tau))
        beyond = end + along * chance.uniform(15.1, 90)
        legs.append((beyond - half, beyond + half))
        middle = (start + end) / 2
        outward = -1j * along * cmath.rect(1.0, chance.uniform(-0.5, 0.5))
        near = chance.uniform(15.2, 25)
        legs.append((middle + outward * (near + 10 ** chance.uniform(-3, 1)), middle + outward * near))
    return legs


def test_a_leg_between_free_ends_is_hit_by_what_comes_nearer_than_its_growth() -> None:
    them = obstacles()
    legs = [leg for leg in legs_of_all_kinds(chances(2)) if all(map(them.is_free, leg))]
    assert len(legs) > 500
    starts, ends = (np.array(side) for side in zip(*legs, strict=True))
    hits, clear = them.legs_hit(starts, ends), them.legs_clear(starts, ends)
    told = {True: 0, False: 0}
    for (start, end), row, is_clear in zip(legs, hits, clear, strict=True):
        line = shapely.LineString([(start.real, start.imag), (end.real, end.imag)])
        away = [away_mm(name, line) for name in them.ids]
        if min(map(abs, away)) > NEAR_MM:
            assert row.tolist() == [each < 0 for each in away], (start, end)
            assert is_clear == (min(away) > 0), (start, end)
            told[bool(is_clear)] += 1
    assert min(told.values()) > 40


def test_a_point_is_as_far_outside_as_its_distance_and_as_deep_as_it_would_have_to_go() -> None:
    them = obstacles()
    points = places(chances(5), 250)
    points += [complex(corner.x_mm - 40, corner.y_mm) for each in TERRAIN for corner in each.polygon]
    points += [110 + 130j, 140 + 130j, 320 + 179.7j, 350 + 180j, 250 + 130j, 160 + 420j]
    told = set()
    for point, is_clear in zip(points, them.points_clear(np.array(points)), strict=True):
        away = [away_mm(name, shapely.Point(point.real, point.imag)) for name in them.ids]
        assert them.clearances(point) == pytest.approx(away, abs=1e-9)
        free = min(away) > 0
        if min(map(abs, away)) > NEAR_MM:
            assert them.is_free(point) == free
            assert them.in_the_way_at(point) == tuple(
                name for name, each in zip(them.ids, away, strict=True) if each < 0
            )
            # Deep inside a template, paths do not get.
            if min(away) > -RADIUS_MM:
                assert is_clear == free, point
            told.add(free)
    assert told == {True, False}


@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi])
def test_points_on_a_level_with_corners_are_inside_or_not(turn: float) -> None:
    def turned(*corners: complex) -> np.ndarray:
        return np.array(corners) * (1 if turn == 0 else -1 if turn == math.pi else cmath.rect(1, turn))

    diamond = turned(-10j, 10, 10j, -10)
    w_shape = turned(0, 10 - 10j, 20, 30 - 10j, 40, 40 - 20j, -20j)
    for point, corners, inside in (
        (0, diamond, True), (4, diamond, True), (-4, diamond, True), (15, diamond, False), (-15, diamond, False),
        (-15 + 10j, diamond, False), (-15 - 10j, diamond, False), (15 + 10j, diamond, False),
        (5 - 10j, w_shape, True), (20 - 10j, w_shape, True), (-5 - 10j, w_shape, False), (45 - 10j, w_shape, False),
        (10 + 0j, w_shape, False), (-5, w_shape, False), (30, w_shape, False), (-5 - 20j, w_shape, False),
    ):  # fmt: skip
        for way in (1, -1):
            assert contains(corners[::way], complex(turned(point)[0])) == inside, point


@pytest.mark.parametrize("way", [1, -1], ids=["counter-clockwise", "clockwise"])
def test_a_path_can_bend_around_all_corners_but_those_that_turn_inwards_or_not_at_all(way: int) -> None:
    outlines: list[tuple[tuple[complex, ...], list[bool]]] = [
        ((0, 50, 100, 100 + 30j, 50 + 30j, 50 + 90j, 90j), [True, False, True, True, False, True, True]),
        ((0, 40 + 40j, 40, 40j), [True] * 4),  # crosses itself: it has no inside
        ((0, 60 + 60j, 60 - 20j, 20j), [True] * 4),  # and has no side that is the inner one, though one part is larger
        ((0, 20, 40), [True] * 3),  # a fence
        ((0, 80, 40 + 30j), [True] * 3),
        ((0, 40, 0), [True] * 2),  # there and back
        ((7,) * 3, [True]),  # a post
    ]
    for order in (outlines, outlines[::-1], outlines[2:] + outlines[:2]):
        terrain = tuple(
            piece(str(n), *(200 + 200j + 90 * n + each for each in corners[::way]))
            for n, (corners, _) in enumerate(order)
        )
        found = obstacles(terrain, BASES[:1]).turnable.tolist()
        assert found == [True, *(each for _, turnable in order for each in turnable[::way])]


@pytest.mark.parametrize(("height_mm", "travelled_mm"), [(40.0, 25.0), (15.0, 0.0), (14.0, 0.0), (-14.0, 0.0)])
def test_who_overlaps_an_edge_goes_no_farther_towards_it(height_mm: float, travelled_mm: float) -> None:
    ahead = complex(0.0, -math.copysign(1.0, height_mm))
    assert _to_slab_mm(0, 100, 15.0, complex(50.0, height_mm), ahead) == travelled_mm
    assert math.isinf(_to_slab_mm(0, 100, 15.0, complex(50.0, height_mm), -ahead))


def test_a_slanted_way_to_an_edge_is_longer_and_may_end_anywhere_along_it() -> None:
    # 25 mm down at 4 in 5, then right above the edge's first half millimetre.
    assert _to_slab_mm(0, 100, 15.0, 20 + 40j, 0.6 - 0.8j) == pytest.approx(31.25)
    assert _to_slab_mm(0, 100, 15.0, 0.5 + 40j, -1j) == 25.0
    assert math.isinf(_to_slab_mm(0, 100, 15.0, 90 + 40j, 0.6 - 0.8j)), "beyond its end"
