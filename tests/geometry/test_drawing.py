"""What is drawn is what was measured: lines as long as their numbers, rings where ranges end, faults at fault."""

import dataclasses
import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry import (
    Base,
    Line,
    Mat,
    MatPoint,
    Mode,
    Scene,
    Side,
    Terrain,
    find_sight,
    measure_gap,
    shortest_path,
)
from companion.geometry.drawing import (
    Box,
    Drawing,
    Part,
    Stroke,
    draw_gap,
    draw_leap,
    draw_line,
    draw_path,
    draw_place,
    draw_side,
    draw_sight,
)

WALL = Terrain(
    "wall", tuple(MatPoint(x, y) for x, y in ((280, 200), (320, 200), (320, 400), (280, 400))), impassable=True
)
places = st.floats(40, 560)


def base(name: str, x: float, y: float, radius: float = 16.0) -> Base:
    return Base(name, MatPoint(x, y), radius)


def length_mm(points: tuple[MatPoint, ...]) -> float:
    return sum(math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) for a, b in pairwise(points))


def traces(drawing: Drawing, stroke: Stroke) -> list[float]:
    return [length_mm(trace.points) for trace in drawing.traces if trace.stroke is stroke]


@settings(deadline=None, max_examples=60)
@given(places, places, places, places, st.floats(1, 300))
def test_the_line_of_a_gap_is_as_long_as_the_gap_and_ends_in_the_ring_just_if_it_is_in_range(x, y, u, v, range_mm):
    scene = Scene(bases=(base("a", x, y), base("b", u, v, 25.0), base("c", 300, 300)))
    gap_mm = measure_gap(scene.base("a"), scene.base("b")).gap_mm
    drawing = draw_gap(scene, "a", "b", ring_mm=range_mm)
    (line,), (ring,) = drawing.traces, drawing.rings
    assert line.length_mm == gap_mm
    assert length_mm(line.points) == pytest.approx(abs(gap_mm), abs=1e-9)
    end = line.points[1]
    away_mm = math.hypot(end.x_mm - ring.centre.x_mm, end.y_mm - ring.centre.y_mm)
    if gap_mm > 0 and abs(gap_mm - range_mm) > 1e-6:
        assert (away_mm < ring.radius_mm) == (gap_mm < range_mm)
    assert drawing.ids(Part.ASKED) == ("a",)
    assert drawing.ids(Part.OTHER) == ("b",)
    assert drawing.ids(Part.BESIDE) == ("c",)


@settings(deadline=None, max_examples=30)
@given(st.floats(60, 540), st.floats(10, 400))
def test_a_way_is_drawn_around_what_stands_there_and_cut_where_the_allowance_ends(y, limit_mm):
    scene = Scene(bases=(base("a", 200, 300),), terrain=(WALL,))
    path = shortest_path(scene, "a", MatPoint(420, y), Mode.WALK)
    drawing = draw_path(scene, "a", path, limit_mm)
    assert path.length_mm is not None
    (way_mm,), beyond_mm = traces(drawing, Stroke.WAY), sum(traces(drawing, Stroke.BEYOND))
    assert way_mm + beyond_mm == pytest.approx(path.length_mm, abs=0.5)
    assert way_mm == pytest.approx(min(limit_mm, path.length_mm), abs=0.5)
    assert sum(trace.length_mm or 0.0 for trace in drawing.traces) == pytest.approx(path.length_mm, abs=1e-9)
    goals = [disc.centre for disc in drawing.discs if disc.ghost and disc.part is Part.ASKED]
    assert goals == [path.goal]


def test_where_there_is_no_way_the_wish_is_drawn_and_what_closes_it_is_at_fault():
    across = Terrain(
        "river", tuple(MatPoint(x, y) for x, y in ((280, 0), (320, 0), (320, 600), (280, 600))), impassable=True
    )
    scene = Scene(bases=(base("a", 200, 300),), terrain=(across,))
    drawing = draw_path(scene, "a", shortest_path(scene, "a", MatPoint(420, 300), Mode.WALK), 300.0)
    assert traces(drawing, Stroke.WANTED) == [220.0]
    assert drawing.ids(Part.FAULT) == ("river",)


def test_the_line_of_sight_goes_from_base_to_base_and_past_the_blockers():
    scene = Scene(bases=(base("a", 100, 300), base("b", 500, 300), base("c", 300, 290)))
    sight = find_sight(scene, "a", "b")
    (line,) = draw_sight(scene, sight, "a", "b", at_fault=()).traces
    for end, name in zip(line.points, ("a", "b"), strict=True):
        centre = scene.base(name).centre
        assert math.hypot(end.x_mm - centre.x_mm, end.y_mm - centre.y_mm) <= 16.0 + 1e-6
    points = [Line(*line.points).point_at(length_mm(line.points) * part / 500) for part in range(501)]
    assert min(math.hypot(point.x_mm - 300, point.y_mm - 290) for point in points) >= 16.0 - 1e-6


def test_what_blocks_is_at_fault():
    wall = Terrain("wall", WALL.polygon, blocks_sight=True)
    scene = Scene(bases=(base("a", 100, 300), base("b", 500, 300)), terrain=(wall,))
    sight = find_sight(scene, "a", "b")
    assert draw_sight(scene, sight, "a", "b", at_fault=sight.blockers).ids(Part.FAULT) == ("wall",)


@pytest.mark.parametrize(("side", "away_mm"), [(Side.PLAYER_ONE, 84.0), (Side.PLAYER_TWO, 484.0), (Side.LEFT, 184.0)])
def test_the_line_to_a_side_is_as_long_as_the_rim_is_away(side, away_mm):
    scene = Scene(bases=(base("a", 200, 100),))
    (line,) = draw_side(scene, "a", side).traces
    assert line.length_mm == away_mm
    assert length_mm(line.points) == pytest.approx(away_mm)


def test_a_base_beyond_the_mat_has_a_line_back_to_its_side():
    (line,) = draw_side(Scene(bases=(base("a", 200, -30),)), "a", Side.PLAYER_ONE).traces
    assert line.length_mm == 14.0
    assert length_mm(line.points) == pytest.approx(14.0)


def test_the_line_from_a_template_ends_at_a_base_s_rim():
    scene = Scene(bases=(base("a", 100, 300),), terrain=(WALL,))
    drawing = draw_line(scene, "wall", "a", Line(MatPoint(280, 300), MatPoint(100, 300)), 164.0)
    assert traces(drawing, Stroke.MEASURE) == [164.0]


@settings(deadline=None, max_examples=60)
@given(st.floats(-60, 660), st.floats(-60, 660), st.sampled_from([0.0, 1e-9, 16.0, 16.5, 40.0]))
def test_the_line_from_a_template_is_as_long_as_the_gap_or_the_overlap_and_ends_on_the_rim(x, y, radius_mm):
    nearest = MatPoint(min(max(x, 280.0), 320.0), min(max(y, 200.0), 400.0))
    away_mm = math.hypot(x - nearest.x_mm, y - nearest.y_mm)
    for radius in (radius_mm, away_mm):
        if radius > 0 and (away_mm > 0 or radius == away_mm):
            scene = Scene(bases=(base("a", x, y, radius),), terrain=(WALL,))
            (line,) = draw_line(scene, "wall", "a", Line(nearest, MatPoint(x, y)), 1.0).traces
            assert line.points[0] == nearest
            assert length_mm(line.points) == pytest.approx(abs(away_mm - radius), abs=1e-9)
            assert math.hypot(line.points[1].x_mm - x, line.points[1].y_mm - y) == pytest.approx(radius)
    (line,) = draw_line(Scene(terrain=(WALL,)), "wall", "other", Line(nearest, MatPoint(x, y)), 1.0).traces
    assert length_mm(line.points) == pytest.approx(away_mm)


def test_places_and_leaps_show_where_else_and_from_where():
    scene = Scene(bases=(base("a", 300, 16), base("b", 320, 16)))
    taken = draw_place(scene, "a", taken_by=("b",), free=(Line(MatPoint(16, 16), MatPoint(200, 16)),))
    assert (taken.ids(Part.FAULT), traces(taken, Stroke.FREE)) == (("b",), [184.0])
    leap = draw_leap(scene, "a", MatPoint(300, 116), 150.0, 100.0)
    assert (leap.rings[0].radius_mm, traces(leap, Stroke.MEASURE)) == (150.0, [100.0])
    assert [disc.centre for disc in leap.discs if disc.ghost] == [MatPoint(300, 116)]


@settings(deadline=None, max_examples=40)
@given(places, places, places, places)
def test_the_picture_holds_all_that_matters(x, y, u, v):
    scene = Scene(Mat(), (base("a", x, y), base("b", u, v)), (WALL,))
    box = draw_gap(scene, "a", "b").box(margin_mm=25.0, least_mm=150.0)
    for each in scene.bases:
        assert box.left_mm + 24 <= each.centre.x_mm - 16
        assert box.low_mm + 24 <= each.centre.y_mm - 16
        assert each.centre.x_mm + 16 <= box.right_mm - 24
        assert each.centre.y_mm + 16 <= box.high_mm - 24
    assert min(box.width_mm, box.height_mm) >= 150.0 - 1e-9


@pytest.mark.parametrize(
    ("x_mm", "y_mm"), [(-3.0, 15.0), (43.0, 15.0), (20.0, -3.0), (20.0, 33.0)], ids=["left", "right", "below", "above"]
)
def test_a_box_meets_what_lies_no_farther_beyond_a_side_than_told(x_mm: float, y_mm: float):
    box, point = Box(0.0, 0.0, 40.0, 30.0), [MatPoint(x_mm, y_mm)]
    assert box.meets(point, 3.0)
    assert not box.meets(point, 2.9)
    assert box.meets([MatPoint(20.0, 15.0)])


@pytest.mark.parametrize("across", [(50.0, 150.0), (450.0, 550.0), (50.0, 550.0)])
@pytest.mark.parametrize("along", [(250.0, 350.0), (150.0, 250.0), (50.0, 550.0)])
def test_a_box_meets_what_reaches_into_it_from_whatever_side(across: tuple[float, float], along: tuple[float, float]):
    """One end of each lies outside; of the first two, only the nearer one lies within 60 mm of the box."""
    box = Box(200.0, 200.0, 400.0, 400.0)
    for points in (across, along), (along, across):
        corners = [MatPoint(x_mm, y_mm) for x_mm in points[0] for y_mm in points[1]]
        assert box.meets(corners, beyond_mm=60.0)
        assert box.meets(corners) == (across == (50.0, 550.0))


@pytest.mark.parametrize(
    ("margin_mm", "least_mm", "box"),
    [
        (25.0, 150.0, (45.0, 25.0, 195.0, 175.0)),
        (60.0, 150.0, (30.0, 25.0, 210.0, 175.0)),
        (25.0, 0.0, (65.0, 65.0, 175.0, 135.0)),
    ],
)
def test_a_box_has_its_margin_and_is_as_large_as_wanted_about_the_same_middle(
    margin_mm: float, least_mm: float, box: tuple[float, float, float, float]
) -> None:
    scene = Scene(bases=(Base("a", MatPoint(100.0, 100.0), 10.0), Base("b", MatPoint(140.0, 100.0), 10.0)))
    found = draw_gap(scene, "a", "b").box(margin_mm=margin_mm, least_mm=least_mm)
    assert dataclasses.astuple(found) == pytest.approx(box)
