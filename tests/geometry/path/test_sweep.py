"""Pushes straight on, and where a way first touches a template."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry import (
    Answer,
    Base,
    Mat,
    MatPoint,
    Scene,
    SceneError,
    Terrain,
    is_free,
    judge_brush,
    shortest_path,
    sweep,
    travelled_until_touch,
)

WALL = Terrain(
    "wall", (MatPoint(400, 250), MatPoint(420, 250), MatPoint(420, 350), MatPoint(400, 350)), impassable=True
)


def scene(*others, terrain=()):
    return Scene(Mat(), (Base("me", MatPoint(300, 300), 16.0), *others), terrain)


def test_a_push_goes_the_full_distance_where_nothing_stands():
    found = sweep(scene(), "me", 0.0, 80.0)
    assert found.whole
    assert (found.end.x_mm, found.end.y_mm) == pytest.approx((380.0, 300.0))


def test_a_push_stops_at_the_first_base_wall_or_side():
    other = Base("other", MatPoint(360, 300), 24.0)
    found = sweep(scene(other, terrain=(WALL,)), "me", 0.0, 80.0)
    assert (found.length_mm, found.stopped_by, found.whole) == (pytest.approx(20.0), "other", False)
    found = sweep(scene(terrain=(WALL,)), "me", 0.0, 90.0)
    assert (found.length_mm, found.stopped_by) == (pytest.approx(84.0), "wall")
    found = sweep(scene(), "me", math.pi / 2, 500.0)
    assert (found.length_mm, found.stopped_by) == (pytest.approx(284.0), "")


def test_what_it_touches_already_does_not_hold_it_unless_it_is_pushed_that_way():
    other = Base("other", MatPoint(331.5, 300), 16.0)
    assert sweep(scene(other), "me", math.pi, 80.0, slack_mm=2.0).whole
    assert sweep(scene(other), "me", math.pi / 2, 80.0, slack_mm=2.0).whole
    assert sweep(scene(other), "me", 0.0, 80.0, slack_mm=2.0).length_mm == pytest.approx(0.0, abs=1e-3)


def test_a_length_that_makes_no_sense_is_refused():
    with pytest.raises(SceneError, match="distance"):
        sweep(scene(), "me", 0.0, -1.0)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    places=st.lists(st.tuples(st.floats(40, 560), st.floats(40, 560), st.floats(10, 30)), max_size=8),
    angle=st.floats(0, 2 * math.pi),
    distance=st.floats(1, 400),
)
def test_the_way_of_a_push_is_free_and_goes_no_farther_than_it_could(places, angle, distance):
    others = [
        Base(str(number), MatPoint(x, y), radius)
        for number, (x, y, radius) in enumerate(places)
        if math.hypot(x - 300, y - 300) > radius + 17 and math.hypot(x - 410, y - 300) > radius + 60
    ]
    table = scene(*others, terrain=(WALL,))
    found = sweep(table, "me", angle, distance)

    def free(length):
        place = MatPoint(300 + math.cos(angle) * length, 300 + math.sin(angle) * length)
        return is_free(table, 16.0 - 1e-6, place, ["me"])

    assert all(free(found.length_mm * part / 50) for part in range(51))
    assert found.whole == (found.length_mm >= distance - 1e-6)
    if not found.whole:
        beyond = MatPoint(
            300 + math.cos(angle) * (found.length_mm + 0.5), 300 + math.sin(angle) * (found.length_mm + 0.5)
        )
        grazed = is_free(table, 16.0, beyond, ["me"])
        assert not grazed or found.length_mm < distance  # a graze of less than half a millimetre may end it


def test_a_way_is_followed_to_where_it_first_touches_a_template():
    mire = Terrain("mire", WALL.polygon, difficult=True)
    table = scene(terrain=(mire,))
    path = shortest_path(table, "me", MatPoint(450, 300))
    assert travelled_until_touch(table, "me", path, ["mire"]) == pytest.approx(84.0, abs=0.6)
    aside = shortest_path(table, "me", MatPoint(300, 450))
    assert travelled_until_touch(table, "me", aside, ["mire"]) is None


def test_a_base_that_touches_at_the_start_has_travelled_nothing():
    wood = Terrain("wood", (MatPoint(310, 280), MatPoint(330, 280), MatPoint(330, 320), MatPoint(310, 320)))
    table = scene(terrain=(wood,))
    assert travelled_until_touch(table, "me", shortest_path(table, "me", MatPoint(200, 300)), {"wood"}) == 0.0


@pytest.mark.parametrize(
    ("y", "sigma_mm", "answer", "gap_mm"),
    [
        (366.5, 0.0, Answer.NO, 0.5), (366.5, 0.25, Answer.CLOSE, 0.5),
        (365.0, 0.25, Answer.YES, -1.0), (300.0, 0.0, Answer.YES, -16.0),
    ],
)  # fmt: skip
def test_a_way_brushes_a_template_or_passes_it(y, sigma_mm, answer, gap_mm):
    """Past the end of the wall at y = 350, by a base of 16 mm."""
    table = Scene(Mat(), (Base("me", MatPoint(300, y), 16.0),), (Terrain("reed", WALL.polygon),))
    found = judge_brush(table, "me", shortest_path(table, "me", MatPoint(500, y)), "reed", extra_sigma_mm=sigma_mm)
    assert (found.answer, found.value_mm) == (answer, pytest.approx(gap_mm))
    assert type(found.value_mm) is float  # a record keeps it


def test_a_way_round_a_template_is_measured_along_its_arcs():
    """Round another base the way comes nearer to a template than the straight line does."""
    pole = Terrain("pole", (MatPoint(398, 330), MatPoint(402, 330), MatPoint(402, 340), MatPoint(398, 340)))
    table = scene(Base("other", MatPoint(400, 297), 16.0), terrain=(pole,))
    path = shortest_path(table, "me", MatPoint(500, 300))
    apex = 297.0 + 32.0
    assert judge_brush(table, "me", path, "pole").value_mm == pytest.approx(330.0 - apex - 16.0, abs=0.02)


def test_what_is_touched_only_at_the_very_end_stops_nothing():
    scene = Scene(Mat(), (Base("m", MatPoint(100.0, 300.0), 10.0), Base("o", MatPoint(170.0, 300.0), 10.0)))
    for distance_mm, stopped_by in ((49.0, ""), (50.0, ""), (50.1, "o")):
        found = sweep(scene, "m", 0.0, distance_mm)
        assert (found.stopped_by, found.whole) == (stopped_by, stopped_by == "")
        assert found.length_mm == pytest.approx(min(distance_mm, 50.0))


@pytest.mark.parametrize("degrees", [0.0, 30.0, 75.0, 150.0, 215.0, 300.0])
def test_a_push_ends_where_the_base_meets_a_side_of_the_mat(degrees):
    """A base of 16 mm, 84 mm from the nearest sides: at an angle it goes as much farther as the angle makes it."""
    table = Scene(Mat(200.0, 200.0), (Base("me", MatPoint(100, 100), 16.0),))
    turn = math.radians(degrees)
    found = sweep(table, "me", turn, 500.0)
    assert found.length_mm == pytest.approx(84.0 / max(abs(math.cos(turn)), abs(math.sin(turn))), abs=1e-3)


def test_a_way_past_a_template_is_brushed_exactly_where_it_is_measured_so():
    table = Scene(Mat(), (Base("me", MatPoint(300, 366.1), 16.0),), (Terrain("reed", WALL.polygon),))
    found = judge_brush(table, "me", shortest_path(table, "me", MatPoint(500, 366.1)), "reed")
    assert found.answer is Answer.NO


@pytest.mark.parametrize(("x", "y", "free_mm"), [(360.0, 339.99, 60 - math.sqrt(40**2 - 39.99**2)),
                                                 (300.5, 300 + math.sqrt(40**2 - 0.5**2), 0.0)],
                         ids=["grazed", "touched nearly beside"])  # fmt: skip
def test_a_push_stops_however_little_is_in_its_way(x: float, y: float, free_mm: float):
    found = sweep(scene(Base("other", MatPoint(x, y), 24.0)), "me", 0.0, 100.0)
    assert (found.length_mm, found.stopped_by) == (pytest.approx(free_mm, abs=1e-3), "other")


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.3, math.pi / 2, 2.2, math.pi, 3.7, 4.4, 5.9])
def test_a_push_any_way_ends_where_the_first_that_stands_ahead_is_met(turn: float):
    def at(ahead_mm: float, aside_mm: float) -> MatPoint:
        c, s = math.cos(turn), math.sin(turn)
        return MatPoint(300 + c * ahead_mm - s * aside_mm, 300 + s * ahead_mm + c * aside_mm)

    for aside_mm in (0.0, 7.0, -21.0, 39.0, -40.5):
        bases = (
            Base("near", at(110.0, aside_mm), 24.0),
            Base("far", at(230.0, 0.0), 20.0),
            Base("behind", at(-60.0, 0.0), 24.0),
            Base("left", at(60.0, 60.0), 30.0),
            Base("right", at(60.0, -60.0), 30.0),
        )
        hits = abs(aside_mm) < 40.0
        found = sweep(scene(*bases), "me", turn, 240.0)
        expected = 110.0 - math.sqrt(40.0**2 - aside_mm**2) if hits else 230.0 - 36.0
        assert (found.length_mm, found.stopped_by) == (pytest.approx(expected, abs=1e-3), "near" if hits else "far")
        # A wall across the way, seen slanted: its side, or its corner, is met.
        wall = Terrain("across", (at(90, aside_mm), at(130, aside_mm + 40), at(130, aside_mm - 40)), impassable=True)
        found = sweep(scene(*bases, terrain=(wall,)), "me", turn, 240.0)
        if abs(aside_mm) <= 16.0 / math.sqrt(2):
            expected, by = 90.0 - math.sqrt(16.0**2 - aside_mm**2), "across"
        elif abs(aside_mm) <= 40.0:
            # The slanted side lies 16 mm from the way's end, measured across it.
            expected, by = 90.0 + abs(aside_mm) - 16.0 * math.sqrt(2), "across"
        if hits and 110.0 - math.sqrt(40.0**2 - aside_mm**2) < expected:
            expected, by = 110.0 - math.sqrt(40.0**2 - aside_mm**2), "near"
        if abs(aside_mm) <= 40.0:
            assert (found.length_mm, found.stopped_by) == (pytest.approx(expected, abs=1e-3), by)
