"""The parts of the search for sight lines, each against its definition: features, segments, quick answers."""

import math
import random

import numpy as np
import pytest
import shapely

from companion.geometry.deviation import Deviation
from companion.geometry.shapes import Base, MatPoint
from companion.geometry.sight.blockers import (
    BlockingDisc,
    BlockingTemplate,
    SightFrame,
    blocker_arrays,
    tidied,
    within_corridor,
)
from companion.geometry.sight.features import (
    Circles,
    circle_circle,
    depth_of,
    line_circle,
    line_line,
    rim_points,
    worn_corners,
)
from companion.geometry.sight.free_lines import between_bases, free_lines, free_shared_points
from companion.geometry.sight.joins import Join
from companion.geometry.sight.quick import (
    _crosses,
    _edge_on_rim,
    _extreme_lines,
    _is_free,
    _is_near,
    _passes_through,
    _rim_points,
    quick_answer,
)
from companion.geometry.sight.segment_test import (
    Segments,
    hit_discs,
    hit_joins,
    hit_wall,
    points_as_segments,
    segment_between,
)

pytestmark = pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")  # what is not there is NaN

FRAME = SightFrame.between(Base("a", MatPoint(0.0, 0.0), 12.0), Base("b", MatPoint(100.0, 0.0), 18.0))
NEAR_MM = 1e-4
"""Nearer than this to a border the code may say either, for it has a tolerance of its own."""

L_SHAPE = [(40.0, -20.0), (70.0, -20.0), (70.0, 0.0), (52.0, 0.0), (52.0, 25.0), (40.0, 25.0)]
SPIKE = [(30.0, -4.0), (85.0, 3.0), (33.0, 9.0)]


def chance_of(seed):
    return random.Random(seed)  # noqa: S311 (no secret)


def outline(corners):
    return shapely.Polygon(corners)


def random_star(chance, x_mm, y_mm, reach_mm=30.0):
    while True:
        turns = sorted(chance.uniform(0, math.tau) for _ in range(chance.randint(3, 7)))
        arms = [(chance.uniform(0.3, 1.0) * reach_mm, turn) for turn in turns]
        corners = [(x_mm + r * math.cos(turn), y_mm + r * math.sin(turn)) for r, turn in arms]
        if outline(corners).is_valid:
            return corners


def random_segments(chance, count):
    ends = [[chance.uniform(-20, 120), chance.uniform(-40, 40)] * 1 for _ in range(2 * count)]
    return [(*ends[2 * n], *ends[2 * n + 1]) for n in range(count)]


def joined(segments):
    found = segment_between(*segments[0])
    for each in segments[1:]:
        found = found.joined(segment_between(*each))
    return found


def pair(points, row=0):
    """The points of several intersections at one level, without those that do not exist."""
    found = [(float(x[row, k]), float(y[row, k])) for x, y in points for k in range(x.shape[1])]
    return [each for each in found if not math.isnan(each[0])]


def test_a_segment_runs_between_its_ends_with_its_normal_to_the_left():
    for x0, y0, x1, y1 in random_segments(chance_of(1), 20):
        segment = segment_between(x0, y0, x1, y1)
        assert segment.ends_mm(0) == pytest.approx((x0, y0, x1, y1))
        assert segment.nx[0] * (x1 - x0) + segment.ny[0] * (y1 - y0) == pytest.approx(0.0, abs=1e-9)
        assert segment.ny[0] * (x1 - x0) - segment.nx[0] * (y1 - y0) == pytest.approx(math.hypot(x1 - x0, y1 - y0))
    point = points_as_segments(np.array([3.0]), np.array([4.0]), np.zeros(1, dtype=np.intp))
    assert point.ends_mm(0) == (3.0, 4.0, 3.0, 4.0)
    assert segment_between(2.0, 5.0, 2.0, 5.0).ends_mm(0) == (2.0, 5.0, 2.0, 5.0)


@pytest.mark.parametrize("level_mm", [-6.0, -1.5, 0.0, 2.0, 9.0])
def test_segments_hit_what_comes_nearer_than_its_growth(level_mm):
    chance = chance_of(7)
    segments = random_segments(chance, 150)
    lines, levels = joined(segments), np.array([level_mm])
    discs = [
        BlockingDisc(f"d{n}", chance.uniform(0, 100), chance.uniform(-30, 30), r, 0.0) for n, r in enumerate((5, 11))
    ]
    found = hit_discs(blocker_arrays(discs), lines, levels)
    for segment, hits in zip(segments, found, strict=True):
        for disc, hit in zip(discs, hits, strict=True):
            away_mm = shapely.LineString([segment[:2], segment[2:]]).distance(shapely.Point(disc.x_mm, disc.y_mm))
            reach_mm = disc.radius_mm + level_mm
            if abs(away_mm - reach_mm) > NEAR_MM:
                assert hit == (reach_mm > 0 and away_mm < reach_mm)
    hit_either = set()
    for corners in (L_SHAPE, SPIKE, random_star(chance, 50, 0), random_star(chance, 60, 5)):
        tidy = tidied(corners)
        found = hit_wall(blocker_arrays([BlockingTemplate("t", corners, 0.0)]).walls[0], lines, levels)
        solid = outline(tidy) if level_mm >= 0 else outline(tidy).buffer(level_mm, quad_segs=64)
        for segment, hit in zip(segments, found, strict=True):
            line = shapely.LineString([segment[:2], segment[2:]])
            if level_mm > 0:
                away_mm = line.distance(solid) - level_mm
            else:
                away_mm = -line.intersection(solid).length if line.intersects(solid) else line.distance(solid)
            # What is worn away has round inner corners, which shapely draws with straight sides.
            if abs(away_mm) > (0.3 if level_mm < 0 else NEAR_MM):
                assert hit == (away_mm < 0), (segment, corners)
                hit_either.add(bool(hit))
    assert hit_either == {True, False}


def test_a_join_is_crossed_from_the_level_on_at_which_it_closes():
    joins = np.array([[20.0, -10.0, 22.0, 10.0, 3.0], [60.0, -5.0, 50.0, 20.0, -1.0]])
    segments = random_segments(chance_of(3), 120)
    lines = joined(segments)
    for level_mm, closed in ((-2.0, (False, False)), (2.9, (False, True)), (3.0, (True, True))):
        found = hit_joins(joins, lines, np.array([level_mm]))
        for segment, hits in zip(segments, found, strict=True):
            line = shapely.LineString([segment[:2], segment[2:]])
            for (x0, y0, x1, y1, _), is_closed, hit in zip(joins, closed, hits, strict=True):
                assert hit == (is_closed and line.crosses(shapely.LineString([(x0, y0), (x1, y1)])))


@pytest.mark.parametrize("offset_mm", [-3.0, 0.0, 4.0])
def test_intersections_lie_on_both_lines_or_circles(offset_mm):
    arrays = blocker_arrays([BlockingTemplate("l", L_SHAPE, 0.0), BlockingTemplate("s", SPIKE, 0.0)])
    offset = np.array([[offset_mm]])

    def off_line_mm(x, y, edge):
        n, start = arrays.outward[edge], arrays.starts[edge]
        return n[0] * (x - start[0]) + n[1] * (y - start[1]) - offset_mm

    for one in range(len(arrays.starts)):
        for other in range(one + 1, len(arrays.starts)):
            (ax, ay), (bx, by) = arrays.outward[one], arrays.outward[other]
            parallel = abs(ax * by - ay * bx) < 1e-9
            x, y = line_line(arrays, np.array([one]), np.array([other]), offset)
            assert math.isnan(x[0, 0]) == parallel
            if not parallel:
                assert (off_line_mm(x[0, 0], y[0, 0], one), off_line_mm(x[0, 0], y[0, 0], other)) == pytest.approx(
                    (0.0, 0.0), abs=1e-9
                )
        centre, radius_mm = np.array([44.3, 3.0]), 25.0
        points = pair(line_circle(arrays, np.array([one]), offset, centre, radius_mm))
        assert len(points) == (2 if abs(off_line_mm(*centre, one)) < radius_mm else 0)
        for x, y in points:
            assert math.hypot(x - centre[0], y - centre[1]) == pytest.approx(radius_mm)
            assert off_line_mm(x, y, one) == pytest.approx(0.0, abs=1e-9)
    close = pair(circle_circle(np.array([0.0, 0.0]), 2.0, np.array([[0.5, 0.0], [0.0, 0.0]]), np.array([[2.2, 2.0]])))
    assert [math.hypot(x, y) for x, y in close] == pytest.approx([2.0, 2.0])
    assert [math.hypot(x - 0.5, y) for x, y in close] == pytest.approx([2.2, 2.2])
    points = pair(
        circle_circle(np.array([1.0, 2.0]), 5.0, np.array([[7.0, -1.0], [40.0, 0.0]]), np.array([[4.0, 3.0]]))
    )
    assert len(points) == 2
    for x, y in points:
        assert (math.hypot(x - 1, y - 2), math.hypot(x - 7, y + 1)) == pytest.approx((5.0, 4.0))


def test_depth_is_the_distance_to_the_outline_inside_and_its_negative_outside():
    chance = chance_of(11)
    shapes = [L_SHAPE, SPIKE, random_star(chance, 50, 0)]
    arrays = blocker_arrays([BlockingTemplate(str(n), each, 0.0) for n, each in enumerate(shapes)])
    for number, corners in enumerate(shapes):
        solid = outline(corners)
        for _ in range(60):
            x, y = chance.uniform(20, 95), chance.uniform(-30, 35)
            depth = float(depth_of(arrays, np.array([[x]]), np.array([[y]]), np.array([number]))[0, 0])
            away_mm = solid.exterior.distance(shapely.Point(x, y))
            assert depth == pytest.approx(away_mm if solid.contains(shapely.Point(x, y)) else -away_mm, abs=1e-6)


def test_corners_that_are_left_of_a_worn_template_are_as_deep_as_it_was_worn():
    arrays = blocker_arrays([BlockingTemplate("l", L_SHAPE, 0.0)])
    for worn_mm in (1.0, 3.0, 5.5):
        found = worn_corners(arrays, FRAME, np.array([-worn_mm]))
        points = [(x, y) for x, y in zip(found.x_mm[0], found.y_mm[0], strict=True) if not math.isnan(x)]
        left = outline(L_SHAPE).buffer(-worn_mm, join_style="mitre")
        for x, y in points:
            assert outline(L_SHAPE).exterior.distance(shapely.Point(x, y)) >= worn_mm - 1e-5
        for x, y in left.exterior.coords[:-1]:
            inward = math.dist((52.0, 0.0), (x, y)) < worn_mm * 1.6 or abs(y) > 17.9
            assert inward or any(math.dist((x, y), each) < 1e-5 for each in points), (x, y)


def test_points_where_outlines_cross_rims_are_on_both():
    disc = BlockingDisc("d", 14.0, 6.0, 7.0, 0.0)
    arrays = blocker_arrays([disc, BlockingTemplate("t", [(80.0, -4.0), (120.0, -4.0), (100.0, 30.0)], 0.0)])
    joins = np.array([[0.0, 0.0, 30.0, 10.0, 0.0], [90.0, 0.0, 100.0, 0.0, 0.0], [75.0, 20.0, 101.0, -6.0, 0.0]])
    arrays = type(arrays)(**{name: getattr(arrays, name) for name in arrays.__slots__ if name != "joins"}, joins=joins)
    rims, radii = np.array([[0.0, 0.0], [100.0, 0.0]]), np.array([12.0, 18.0])
    found = rim_points(arrays, np.zeros(1), rims, radii)
    points = [(x, y) for x, y in zip(found.x_mm[0], found.y_mm[0], strict=True) if not math.isnan(x)]
    for x, y in points:
        on_rim = [abs(math.dist((x, y), rim) - r) < 1e-6 for rim, r in zip(rims, radii, strict=True)]
        assert any(on_rim)
    rim = {n: shapely.Point(*rims[n]).buffer(radii[n], quad_segs=4000).exterior for n in (0, 1)}
    of_disc = rim[0].intersection(shapely.Point(14.0, 6.0).buffer(7.0, quad_segs=4000).exterior)
    of_join = rim[0].intersection(shapely.LineString([(0, 0), (30, 10)]))
    of_other = rim[1].intersection(shapely.LineString([(75, 20), (101, -6)]))
    of_wall = rim[1].intersection(outline([(80, -4), (120, -4), (100, 30)]).exterior)
    for crossing in (*of_disc.geoms, of_join, of_other, *of_wall.geoms):
        assert any(math.dist(each, crossing.coords[0]) < 1e-3 for each in points), crossing


def test_circles_are_kept_once_and_only_where_wanted():
    x = np.array([[1.0, 1.0, 5.0], [2.0, 2.0, 6.0]])
    circles = Circles(x, np.zeros((2, 3)), np.ones((2, 3)))
    assert circles.distinct().x_mm.tolist() == [[1.0, 5.0], [2.0, 6.0]]
    wanted = np.array([[False, True, False], [False, True, False]])
    assert circles.only(wanted).x_mm.tolist() == [[1.0], [2.0]]
    assert (circles + circles).x_mm.shape == (2, 6)


def test_quick_lines_touch_their_two_features_from_either_side():
    features = [(20.0, 5.0, 6.0), (70.0, -3.0, 4.0), (40.0, 9.0, 0.0), (0.0, 0.0, -12.0), (100.0, 0.0, -18.0)]
    lines = list(_extreme_lines(features, FRAME))
    assert len(lines) > 5
    for nx, ny, h in lines:
        assert math.hypot(nx, ny) == pytest.approx(1.0)
        assert ny > 0
        assert abs(h) <= 12.0 + 1e-6
        assert abs(nx * 100.0 - h) <= 18.0 + 1e-6
        heights = [(nx * x + ny * y - h, r) for x, y, r in features]
        assert any(height == pytest.approx(-r) for height, r in heights)  # on its right
        assert any(height == pytest.approx(r) for height, r in heights)  # on its left
    # Of two discs each common tangent that runs forwards and crosses between them is among the lines.
    both = list(_extreme_lines([(30.0, 4.0, 3.0), (60.0, -4.0, 3.0)], FRAME))
    assert len(both) == 1
    (nx, ny, h) = both[0]
    assert (nx * 30 + ny * 4 - h, nx * 60 - ny * 4 - h) == pytest.approx((3.0, -3.0))


def test_quick_rim_points_lie_on_the_rim_and_on_what_crosses_it():
    discs = [(105.0, 16.0, 9.0), (60.0, 0.0, 4.0), (88.0, -20.0, 12.0)]
    wall = [(70.0, -4.0), (95.0, -4.0), (95.0, 60.0), (70.0, 60.0)]
    points = _rim_points(100.0, 18.0, discs, [wall])
    assert len(points) == 2 + 2 + 2
    for x, y, r in points:
        assert r == 0.0
        assert math.dist((x, y), (100.0, 0.0)) == pytest.approx(18.0)
        on_disc = any(math.dist((x, y), disc[:2]) == pytest.approx(disc[2]) for disc in discs)
        assert on_disc or outline(wall).exterior.distance(shapely.Point(x, y)) < 1e-9
    assert _edge_on_rim(3.0, 4.0, 3.0, 4.0, 0.0, 5.0) == []
    assert _edge_on_rim(-9.0, 6.0, 9.0, 6.0, 0.0, 5.0) == []
    ends = [(x, y) for x, y, _ in _edge_on_rim(-3.0, 4.0, 3.0, 4.0, 100.0, 5.0)]
    assert [each for end in sorted(ends) for each in end] == pytest.approx([97.0, 4.0, 103.0, 4.0])
    assert len(_edge_on_rim(0.0, 0.0, 9.0, 0.0, 0.0, 5.0)) == 1


def test_the_part_of_a_line_between_bases_ends_where_it_meets_their_rims_or_touches_them():
    from_rim, to_rim = (shapely.Point(x, 0).buffer(r, quad_segs=4096) for x, r in ((0.0, 12.0), (100.0, 18.0)))
    for h, at_b in ((0.0, 0.0), (5.0, -17.0), (12.0, 18.0), (-12.0, 18.0), (12.0, -18.0), (3.0, 18.0), (11.99, 6.0)):
        nx = (h + at_b) / 100.0
        ny = math.sqrt(1.0 - nx * nx)
        parts, in_order = between_bases(*np.array([[nx], [ny], [h]]), np.zeros(1, dtype=np.intp), FRAME)
        assert in_order.tolist() == [True]
        x0, y0, x1, y1 = parts.ends_mm(0)
        assert (math.hypot(x0, y0), math.hypot(x1 - 100.0, y1)) == pytest.approx((12.0, 18.0))
        if abs(h) < 11 and abs(at_b) < 17:
            part = shapely.LineString([(x0, y0), (x1, y1)])
            whole = shapely.LineString([(nx * h - ny * 0, ny * h), (nx * h + 100 * ny, ny * h - 100 * nx)])
            assert part.length == pytest.approx(whole.difference(from_rim).difference(to_rim).length, abs=0.01)


def test_what_a_quick_line_meets():
    chance = chance_of(5)
    told = set()
    for _ in range(300):
        turn, h = chance.uniform(-0.2, 0.2), chance.uniform(-10, 10)
        line = (math.sin(turn), math.cos(turn), h)
        if abs(line[0] * 100 - h) > 17.9:
            continue
        start = math.sqrt(144.0 - h * h)
        stop = line[1] * 100 - math.sqrt(324.0 - (line[0] * 100 - h) ** 2)
        ends = [(line[0] * h + line[1] * s, line[1] * h - line[0] * s) for s in (start, stop)]
        part = shapely.LineString(ends)
        disc = (chance.uniform(-10, 110), chance.uniform(-20, 20), chance.uniform(1, 8))
        corners = random_star(chance, chance.uniform(0, 100), chance.uniform(-20, 20), 15.0)
        wall = ((chance.uniform(0, 100), -15.0), (chance.uniform(0, 100), chance.uniform(0, 15.0)))
        free = (
            part.distance(shapely.Point(disc[:2])) > disc[2],
            not part.intersects(outline(corners)),
            not part.crosses(shapely.LineString(wall)),
        )
        assert _is_free(line, [disc], [], [], FRAME) == free[0]
        assert _is_free(line, [], [corners], [], FRAME) == free[1]
        assert _is_free(line, [], [], [wall], FRAME) == free[2]
        assert _crosses(line, wall, start, stop) != free[2]
        room_mm = chance.uniform(0.5, 6)
        far = shapely.LineString([(line[0] * h + line[1] * s, line[1] * h - line[0] * s) for s in (-1e3, 1e3)])
        assert _is_near(line, [corners], room_mm) == (far.distance(outline(corners)) < room_mm)
        told.add(free)
    assert len(told) == 8


def test_a_line_along_an_edge_is_outside_and_one_through_a_corner_inside():
    square = [(10.0, -5.0), (20.0, -5.0), (20.0, 5.0), (10.0, 5.0)]
    assert _passes_through(square, 0.0, 30.0)
    assert not _passes_through([(x, y + 5.0) for x, y in square], 0.0, 30.0)
    assert not _passes_through([(x, y - 5.0) for x, y in square], 0.0, 30.0)
    assert not _passes_through(square, 0.0, 10.0)
    assert not _passes_through(square, 20.0, 30.0)
    assert _passes_through(square, 12.0, 13.0)
    assert _passes_through([(10.0, 0.0), (15.0, -5.0), (20.0, 0.0), (15.0, 5.0)], 0.0, 30.0)


def test_quick_answers_decide_most_questions_and_are_always_right():
    chance, left, told = chance_of(2), 0, []
    for _ in range(200):
        blockers = [
            BlockingDisc(f"d{n}", chance.uniform(15, 85), chance.uniform(-25, 25), chance.uniform(4, 9), 0.0)
            for n in range(chance.randint(0, 3))
        ]
        if chance.random() < 0.6:
            blockers.append(
                BlockingTemplate("t", random_star(chance, chance.uniform(30, 70), chance.uniform(-15, 15)), 0.0)
            )
        quick = quick_answer(blockers, FRAME)
        if quick is None:
            left += 1
        else:
            assert quick == (len(free_lines(blocker_arrays(blockers), FRAME, np.zeros(1))) > 0)
            told.append(quick)
    assert left <= 4
    assert sum(not each for each in told) > 25
    wall = BlockingTemplate("w", [(40.0, -60.0), (60.0, -60.0), (60.0, 60.0), (40.0, 60.0)], 0.0)
    assert quick_answer([wall], FRAME, room_mm=1e-5) is False


def test_near_a_corridor_is_what_may_touch_a_line_once_it_is_grown():
    chance = chance_of(4)
    # Any line between the bases lies in the box about both, as wide as the larger one.
    box = shapely.box(-12.0, -18.0, 118.0, 18.0)
    for _ in range(200):
        x, y, r, grown_mm = (
            chance.uniform(-60, 170),
            chance.uniform(-60, 60),
            chance.uniform(2, 20),
            chance.uniform(0, 9),
        )
        disc = BlockingDisc("d", x, y, r, 0.0)
        away_mm = box.distance(shapely.Point(x, y)) - r - grown_mm
        kept = within_corridor([disc], FRAME, grown_mm) == [disc]
        assert kept or away_mm >= 0
        corners = random_star(chance, x, y, r)
        template = BlockingTemplate("t", corners, 0.0)
        kept = within_corridor([template], FRAME, grown_mm) == [template]
        assert kept or box.distance(outline(corners)) - grown_mm >= 0
        beyond_mm = max(abs(x - 53.0) - 65.0, abs(y) - 18.0) - r - grown_mm
        assert within_corridor([disc], FRAME, grown_mm) == ([] if beyond_mm > 1e-9 else [disc])


@pytest.mark.parametrize("way", [1, -1, 1j, -1j])
@pytest.mark.parametrize("deeper_mm", [0.0, 0.25])
def test_what_only_touches_the_box_about_a_corridor_is_left_out(way: complex, deeper_mm: float):
    grown_mm, middle = 4.0, 53 + 0j
    edge = middle + way * ((65.0 if way.imag == 0 else 18.0) + grown_mm - deeper_mm)
    at = edge + 10 * way
    disc = BlockingDisc("d", at.real, at.imag, 10.0, 0.0)
    tip = [(each.real, each.imag) for each in (edge, at + 5j * way, at - 5j * way)]
    for blocker in (disc, BlockingTemplate("t", tip, 0.0)):
        assert within_corridor([blocker], FRAME, grown_mm) == ([blocker] if deeper_mm else [])


def test_an_outline_is_tidied_without_a_change_of_its_area():
    untidy = [(0, 0), (5, 0), (10, 0), (10, 0), (10, 10), (0, 10), (0, 10), (0, 5), (0, 0)]
    square = [(0, 0), (0, 10), (10, 0), (10, 10)]
    assert sorted(tidied(untidy)) == sorted(tidied(untidy[::-1])) == square
    assert sorted(tidied([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])) == square
    for scale in (1e-3, 0.1, 100.0):
        for turn in (0.0, 0.3, 2.0, 4.4):
            turned = [complex(x, y) * scale * complex(math.cos(turn), math.sin(turn)) for x, y in untidy]
            tidy = {(round(each.real, 9), round(each.imag, 9)) for each in (turned[0], turned[2], turned[4], turned[5])}
            found = tidied([(each.real, each.imag) for each in turned])
            assert {(round(x, 9), round(y, 9)) for x, y in found} == tidy
            # A corner a little beside the line between its neighbours is a corner, and a way back is none too little.
            bent = [*turned[:1], turned[1] * (1 + 1e-4j), *turned[2:]]
            assert len(tidied([(each.real, each.imag) for each in bent])) == 5
            spiked = [*turned[:2], turned[1] * 3, *turned[2:]]
            assert len(tidied([(each.real, each.imag) for each in spiked])) == 5
    chance = chance_of(6)
    for _ in range(50):
        corners = random_star(chance, 0, 0)
        for given in (corners, corners[::-1]):
            tidy = tidied(given)
            assert shapely.LinearRing(tidy).is_ccw
            assert outline(tidy).area == pytest.approx(outline(corners).area)


def test_segments_at_another_level_are_the_same_segments():
    lines = joined(random_segments(chance_of(9), 3))
    moved = lines.asked_at(2)
    assert moved.row.tolist() == [2, 2, 2]
    assert isinstance(moved, Segments)
    assert [moved.ends_mm(n) for n in range(3)] == [lines.ends_mm(n) for n in range(3)]


def test_circles_and_lines_that_just_touch_meet_in_one_point():
    touching = pair(circle_circle(np.array([0.0, 0.0]), 5.0 - 1e-10, np.array([[8.0, 0.0]]), np.array([[3.0]])))
    assert [each for point in touching for each in point] == pytest.approx([5.0, 0.0] * 2)
    square = [(10.0, -5.0), (20.0, -5.0), (20.0, 5.0), (10.0, 5.0)]
    arrays = blocker_arrays([BlockingTemplate("t", square, 0.0)])
    (left,) = np.flatnonzero(arrays.outward[:, 0] == -1.0)
    touching = pair(line_circle(arrays, np.array([left]), np.zeros((1, 1)), np.array([4.0, 1.0]), 6.0 - 1e-11))
    assert [each for point in touching for each in point] == pytest.approx([10.0, 1.0] * 2, abs=1e-4)


def test_points_that_overlapping_bases_share_are_limited_by_everything_about_them():
    # The two share a lens about x = 20; a wall to the left of it and one above leave a corner of it free.
    frame = SightFrame.between(Base("a", MatPoint(0.0, 0.0), 25.0), Base("b", MatPoint(40.0, 0.0), 25.0))
    walls = [(-30.0, -40.0), (22.0, -40.0), (22.0, 40.0), (-30.0, 40.0)], [(22.0, 6.0), (60.0, 6.0), (60.0, 9.0)]
    arrays = blocker_arrays([BlockingTemplate(str(n), each, 0.0) for n, each in enumerate(walls)])
    free = free_shared_points(arrays, frame, np.zeros(1))
    points = [free.ends_mm(n)[:2] for n in range(len(free))]
    assert points
    for x, y in points:
        assert math.hypot(x, y) <= 25.0 + 1e-5
        assert math.hypot(x - 40.0, y) <= 25.0 + 1e-5
        assert not any(outline(each).buffer(-1e-4).contains(shapely.Point(x, y)) for each in walls)
    for y in (-math.sqrt(25.0**2 - 22.0**2), 6.0, math.sqrt(25.0**2 - 22.0**2)):
        assert any(math.dist(each, (22.0, y)) < 1e-6 for each in points), y
    # A notch that opens to the right begins in its corner.
    notch = [(-30, -40), (40, -40), (40, -22), (18, 0), (40, 22), (40, 40), (-30, 40)]
    arrays = blocker_arrays([BlockingTemplate("n", [(float(x), float(y)) for x, y in notch], 0.0)])
    free = free_shared_points(arrays, frame, np.zeros(1))
    assert any(math.dist(free.ends_mm(n)[:2], (18.0, 0.0)) < 1e-6 for n in range(len(free)))
    # Nothing is free where a disc covers all that both share.
    arrays = blocker_arrays([BlockingDisc("d", 20.0, 0.0, 16.0, 0.0)])
    assert not len(free_shared_points(arrays, frame, np.zeros(1)))
    # What is left beside a smaller one begins where its rim crosses those of both.
    arrays = blocker_arrays([BlockingDisc("d", 20.0, 0.0, 10.0, 0.0)])
    free = free_shared_points(arrays, frame, np.zeros(1))
    ends = [free.ends_mm(n)[:2] for n in range(len(free))]
    for y in (15.0, -15.0):
        assert any(math.dist(each, (20.0, y)) < 1e-6 for each in ends)


def test_a_join_that_closes_at_just_the_room_that_is_kept_closes_a_quick_line():
    gap = [BlockingDisc("c", 50.0, -16.0, 15.0, 0.0), BlockingDisc("d", 50.0, 16.0, 15.0, 0.0)]
    closed = Join(("c", "d"), ((50.0, -16.0), (50.0, 16.0)), 0.0, Deviation())
    narrow = SightFrame.between(Base("a", MatPoint(0.0, 0.0), 2.0), Base("b", MatPoint(100.0, 0.0), 2.0))
    assert quick_answer(gap, narrow) is True
    assert quick_answer(gap, narrow, [closed]) is False
    assert quick_answer(gap, narrow, [Join(closed.ids, closed.chain, 0.5, Deviation())]) is True


def test_a_point_on_a_level_with_corners_is_as_deep_as_any_other():
    diamond = BlockingTemplate("d", [(0.0, -10.0), (10.0, 0.0), (0.0, 10.0), (-10.0, 0.0)], 0.0)
    arrays = blocker_arrays([diamond])
    for x, y in ((0.0, 0.0), (4.0, 0.0), (-4.0, 0.0), (15.0, 0.0), (-15.0, 0.0), (15.0, 10.0), (-15.0, -10.0)):
        depth = float(depth_of(arrays, np.array([[x]]), np.array([[y]]), np.array([0]))[0, 0])
        inside = abs(x) + abs(y) < 10.0
        to_edges_mm = shapely.Polygon(diamond.corners).exterior.distance(shapely.Point(x, y))
        assert depth == pytest.approx(to_edges_mm if inside else -to_edges_mm)
