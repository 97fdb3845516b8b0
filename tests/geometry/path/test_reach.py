"""The area that a base can get to."""

import cmath
import math
from dataclasses import replace

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry import (
    Base,
    Mat,
    MatPoint,
    Mode,
    Patch,
    Reach,
    Scene,
    SceneError,
    Terrain,
    find_reach,
    shortest_path,
)
from tests.geometry.random_scenes import places, scenes

DRAWN_MM = 0.1  # what the drawn border may be out


def base(name: str, x: float, y: float, radius: float = 20.0) -> Base:
    return Base(name, MatPoint(x, y), radius)


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, difficult: bool = False) -> Terrain:
    corners = (MatPoint(x0, y0), MatPoint(x1, y0), MatPoint(x1, y1), MatPoint(x0, y1))
    return Terrain(name, corners, impassable=not difficult, difficult=difficult)


def scene(*things: Base | Terrain) -> Scene:
    bases = tuple(thing for thing in things if isinstance(thing, Base))
    return Scene(Mat(), bases, tuple(thing for thing in things if isinstance(thing, Terrain)))


def area(patches: tuple[Patch, ...]) -> shapely.Geometry:
    def pairs(points: tuple[MatPoint, ...]) -> list[tuple[float, float]]:
        return [(p.x_mm, p.y_mm) for p in points]

    return shapely.MultiPolygon([(pairs(patch.outline), [pairs(hole) for hole in patch.holes]) for patch in patches])


GROUNDS = scenes(all_impassable=False)


def holds(reach: Reach, x: float, y: float) -> bool:
    return reach.contains(MatPoint(x, y))


@pytest.mark.slow
@settings(max_examples=60)
@given(
    scenes(all_impassable=False),
    st.lists(places(), min_size=10, max_size=10),
    st.sampled_from(list(Mode)),
    st.floats(10, 500),
)
def test_the_area_and_the_shortest_move_agree(
    things: Scene, goals: list[MatPoint], mode: Mode, distance_mm: float
) -> None:
    start = things.base("m").centre
    reach = find_reach(things, "m", distance_mm, mode)
    border = area(reach.patches).boundary
    scaled = [
        MatPoint(
            start.x_mm + (goal.x_mm - start.x_mm) * distance_mm / 400,
            start.y_mm + (goal.y_mm - start.y_mm) * distance_mm / 400,
        )
        for goal in goals
    ]
    for goal in (*goals, *scaled):
        near_border = not border.is_empty and border.distance(shapely.Point(goal.x_mm, goal.y_mm)) <= DRAWN_MM
        if near_border:
            continue
        length_mm = shortest_path(things, "m", goal, mode).length_mm
        assert reach.contains(goal) == (length_mm is not None and length_mm <= distance_mm), goal


@pytest.mark.slow
@settings(max_examples=30)
@given(GROUNDS, st.floats(20, 300), st.sampled_from([1, -1]), st.integers(0, 3))
def test_turning_and_mirroring_the_mat_moves_the_area_along(
    things: Scene, distance_mm: float, hand: int, turns: int
) -> None:
    def there(point: MatPoint) -> MatPoint:
        place = complex(point.x_mm - 300, point.y_mm - 300) * 1j**turns
        return MatPoint(place.real + 300, hand * place.imag + 300)

    bases = tuple(replace(one, centre=there(one.centre)) for one in things.bases)
    terrain = tuple(replace(piece, polygon=tuple(there(p) for p in piece.polygon)) for piece in things.terrain)
    before = find_reach(things, "m", distance_mm, difficult_limit_mm=80, stopping_ids=("b0", "b1"))
    after = find_reach(
        Scene(things.mat, bases, terrain), "m", distance_mm, difficult_limit_mm=80, stopping_ids=("b0", "b1")
    )
    drawn = area(after.patches)
    assert drawn.area == pytest.approx(area(before.patches).area, rel=1e-3, abs=DRAWN_MM * distance_mm)


@pytest.mark.slow
@settings(max_examples=30)
@given(GROUNDS, st.floats(20, 300), st.floats(0, 100))
def test_stops_and_slow_ground_only_ever_take_away(things: Scene, distance_mm: float, limit_mm: float) -> None:
    everything = area(find_reach(things, "m", distance_mm).patches)
    stopped = find_reach(things, "m", distance_mm, stopping_ids=("b0", "b1", "b2"), difficult_limit_mm=limit_mm)
    slowest = area(find_reach(things, "m", min(limit_mm, distance_mm), stopping_ids=("b0", "b1", "b2")).patches)
    kept = area(stopped.patches)
    assert kept.difference(everything.buffer(DRAWN_MM)).area < 1e-3
    assert slowest.difference(kept.buffer(DRAWN_MM)).area < 1e-3


def test_on_an_open_mat_it_is_a_disc() -> None:
    for mode in Mode:
        reach = find_reach(scene(base("m", 300, 300)), "m", 150, mode)
        assert area(reach.patches).area == pytest.approx(math.pi * 150**2, rel=1e-3)
        assert (reach.start, reach.radius_mm, reach.distance_mm, reach.mode) == (MatPoint(300, 300), 20, 150, mode)
        assert holds(reach, 449.9, 300)
        assert not holds(reach, 450.2, 300)


def test_the_sides_cut_it_a_radius_before_they_come() -> None:
    reach = find_reach(scene(base("m", 20, 20)), "m", 100)
    assert area(reach.patches).area == pytest.approx(math.pi * 100**2 / 4, rel=1e-3)
    x0, y0, *_ = area(reach.covered()).bounds
    assert (x0, y0) == pytest.approx((0, 0), abs=DRAWN_MM)


def test_what_the_disc_covers_is_a_radius_more() -> None:
    reach = find_reach(scene(base("m", 300, 300)), "m", 100)
    assert area(reach.covered()).area == pytest.approx(math.pi * 120**2, rel=1e-3)


def test_no_distance_reaches_nothing_else() -> None:
    assert area(find_reach(scene(base("m", 300, 300), base("b", 340, 300)), "m", 0).patches).area < 1e-3


def test_a_base_shut_in_reaches_its_pocket_only() -> None:
    ring = [
        base(f"b{n}", *(300 + 45 * c for c in (math.cos(n * math.pi / 3), math.sin(n * math.pi / 3)))) for n in range(6)
    ]
    inside = area(find_reach(scene(base("m", 300, 300), *ring), "m", 200).patches)
    assert 0 < inside.area < 400
    assert inside.distance(shapely.Point(300, 300)) == 0


def test_a_start_that_overlaps_reaches_nothing_unless_the_slack_covers_it() -> None:
    things = scene(base("m", 300, 300), base("b", 339.8, 300))
    assert find_reach(things, "m", 100).patches == ()
    assert area(find_reach(things, "m", 100, slack_mm=0.3).patches).area > 10000
    ponds = scene(base("m", 300, 300), box("t", 319.8, 200, 400, 400, difficult=True))
    assert find_reach(ponds, "m", 100, Mode.JUMP).patches == ()
    assert area(find_reach(ponds, "m", 100, Mode.JUMP, slack_mm=0.3).patches).area > 10000


def gate(gap: float = 40.0) -> tuple[Base | Terrain, ...]:
    """Two bases with a gap between, in walls that leave no other way."""
    low, high = base("low", 300, 280 - gap / 2, 20), base("high", 300, 320 + gap / 2, 20)
    return low, high, box("t1", 295, 0, 305, 265 - gap / 2), box("t2", 295, 335 + gap / 2, 305, 600)


def test_touching_a_stopping_base_is_possible_and_passing_near_it_too() -> None:
    things = scene(base("m", 100, 300), base("foe", 200, 300))
    free = find_reach(things, "m", 250)
    stopped = find_reach(things, "m", 250, stopping_ids=("foe",))
    assert holds(stopped, 159.9, 300)
    assert area(stopped.patches).symmetric_difference(area(free.patches)).area < 1


@pytest.mark.parametrize(("gap", "passed"), [(40.0, 0), (40.01, 1), (39.99, 0)])
def test_a_gap_exactly_as_wide_as_the_base_is_shut_by_stopping_bases(gap: float, passed: int) -> None:
    things = scene(base("m", 200, 300), *gate(gap))
    assert holds(find_reach(things, "m", 250, stopping_ids=("low",)), 400, 300) == bool(passed)


def test_a_gap_exactly_as_wide_as_the_base_is_open_between_friends() -> None:
    things = scene(base("m", 200, 300), *gate())
    assert holds(find_reach(things, "m", 250), 400, 300)


def test_stopping_bases_touched_at_the_start_do_not_stop() -> None:
    at_low = scene(base("m", 300 - 40 * math.cos(0.5), 260 + 40 * math.sin(0.5)), *gate())
    assert holds(find_reach(at_low, "m", 250, stopping_ids=("low",)), 400, 300)
    assert not holds(find_reach(at_low, "m", 250, stopping_ids=("low", "high")), 400, 300)
    nearly = scene(base("m", 300 - 40.5 * math.cos(0.5), 260 + 40.5 * math.sin(0.5)), *gate())
    assert not holds(find_reach(nearly, "m", 250, stopping_ids=("low",)), 400, 300)
    assert holds(find_reach(nearly, "m", 250, stopping_ids=("low",), contact_mm=1.0), 400, 300)


def test_slow_ground_touched_early_leaves_the_limit() -> None:
    things = scene(base("m", 100, 300), box("wood", 170, 0, 600, 600, difficult=True))
    reach = find_reach(things, "m", 150, difficult_limit_mm=80)
    assert holds(reach, 179.8, 300)
    assert not holds(reach, 180.2, 300)


def test_slow_ground_touched_late_stops_at_contact() -> None:
    things = scene(base("m", 100, 300), box("wood", 230, 0, 600, 600, difficult=True))
    reach = find_reach(things, "m", 150, difficult_limit_mm=80)
    assert holds(reach, 209.9, 300)
    assert not holds(reach, 210.2, 300)
    assert holds(find_reach(things, "m", 150), 249.9, 300)
    assert holds(find_reach(things, "m", 150, Mode.FLIGHT, difficult_limit_mm=80), 249.9, 300)


def test_the_way_round_slow_ground_keeps_the_full_distance() -> None:
    things = scene(base("m", 200, 300), box("wood", 250, 290, 270, 310, difficult=True))
    reach = find_reach(things, "m", 150, difficult_limit_mm=80)
    assert not holds(reach, 345, 300)
    assert holds(reach, 330, 300)
    assert holds(reach, 260, 300)


@pytest.mark.parametrize("mode", [Mode.WALK, Mode.JUMP])
def test_who_starts_at_slow_ground_has_the_limit_only(mode: Mode) -> None:
    things = scene(base("m", 100, 300), box("wood", 20, 320, 180, 400, difficult=True))
    reach = find_reach(things, "m", 150, mode, difficult_limit_mm=80)
    assert holds(reach, 179.8, 299.5)
    assert not holds(reach, 180.2, 299.5)
    near = scene(base("m", 100, 299), box("wood", 20, 320, 180, 400, difficult=True))
    assert holds(find_reach(near, "m", 150, mode, difficult_limit_mm=80), 249, 299)
    assert not holds(find_reach(near, "m", 150, mode, difficult_limit_mm=80, contact_mm=2.0), 181, 299)
    assert not holds(find_reach(near, "m", 150, mode, difficult_limit_mm=80, contact_mm=1.0), 181, 299), "at most that"


@pytest.mark.parametrize("mode", [Mode.WALK, Mode.JUMP])
def test_a_wall_that_is_touched_at_the_start_slows_nobody(mode: Mode) -> None:
    things = scene(base("m", 100, 300), box("wall", 20, 320, 180, 400), box("wood", 400, 0, 600, 600, difficult=True))
    assert holds(find_reach(things, "m", 150, mode, difficult_limit_mm=80), 248, 290)


@pytest.mark.parametrize("mat", [Mat(30, 600), Mat(600, 30)])
@pytest.mark.parametrize("mode", Mode)
def test_a_base_wider_than_the_mat_reaches_nothing(mat: Mat, mode: Mode) -> None:
    wide = Scene(mat, (base("m", mat.width_mm / 2, mat.height_mm / 2),), ())
    assert find_reach(wide, "m", 50, mode).patches == ()


def test_who_starts_inside_slow_ground_walks_the_limit() -> None:
    things = scene(base("m", 300, 300), box("wood", 200, 200, 400, 400, difficult=True))
    reach = find_reach(things, "m", 150, difficult_limit_mm=80)
    assert area(reach.patches).area == pytest.approx(math.pi * 80**2, rel=1e-3)


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_senseless_lengths_are_refused(bad: float) -> None:
    things = scene(base("m", 300, 300))
    with pytest.raises(SceneError, match="distance must be 0 mm or more"):
        find_reach(things, "m", bad)
    with pytest.raises(SceneError, match="limit must be 0 mm or more"):
        find_reach(things, "m", 100, difficult_limit_mm=bad)
    with pytest.raises(SceneError, match="contact must be 0 mm or more"):
        find_reach(things, "m", 100, contact_mm=bad)


@pytest.mark.slow
def test_far_reach_through_a_crowd_agrees_with_the_shortest_move() -> None:
    crowd = [
        base(f"b{n}", 90 + 105 * (n % 5) + 40 * (n // 5 % 2), 100 + 95 * (n // 5), (15.0, 24.0, 30.0)[n % 3])
        for n in range(25)
    ]
    things = scene(base("m", 30, 30, 16.0), *crowd, box("t", 200, 560, 300, 600))
    reach = find_reach(things, "m", 500)
    border = area(reach.patches).boundary
    for x in range(20, 590, 45):
        for y in range(20, 590, 45):
            if border.distance(shapely.Point(x, y)) > DRAWN_MM:
                length_mm = shortest_path(things, "m", MatPoint(x, y)).length_mm
                assert holds(reach, x, y) == (length_mm is not None and length_mm <= 500), (x, y)


def test_a_mat_too_small_for_the_base_holds_no_reach() -> None:
    tiny = Scene(Mat(30, 30), (base("m", 15, 15),))
    assert find_reach(tiny, "m", 100, Mode.FLIGHT).patches == ()
    assert find_reach(tiny, "m", 100, Mode.WALK).patches == ()


@pytest.mark.slow
@settings(max_examples=40)
@given(
    scenes(all_impassable=False), st.lists(places(), min_size=12, max_size=12), st.floats(20, 400), st.floats(10, 200)
)
def test_slow_ground_is_entered_within_the_limit_or_kept_off(
    things: Scene, goals: list[MatPoint], distance_mm: float, limit_mm: float
) -> None:
    reach = find_reach(things, "m", distance_mm, difficult_limit_mm=limit_mm)
    border = area(reach.patches).boundary
    start, radius = things.base("m").centre, things.base("m").radius_mm
    centre = shapely.Point(start.x_mm, start.y_mm)
    slow = [piece for piece in things.terrain if piece.difficult]
    outlines = [shapely.Polygon([(p.x_mm, p.y_mm) for p in piece.polygon]) for piece in slow]
    starts_slow = any(outline.distance(centre) <= radius for outline in outlines)
    walled = replace(things, terrain=tuple(replace(t, impassable=t.impassable or t.difficult) for t in things.terrain))
    for goal in goals:
        if not border.is_empty and border.distance(shapely.Point(goal.x_mm, goal.y_mm)) <= DRAWN_MM:
            continue
        through = shortest_path(things, "m", goal).length_mm
        around = shortest_path(walled, "m", goal).length_mm
        expected = through is not None and through <= min(limit_mm, distance_mm)
        if not starts_slow:
            expected |= around is not None and around <= distance_mm
        assert reach.contains(goal) == expected, goal


@pytest.mark.parametrize("turn", [0.1, 0.7, 1.3, 2.2, 3.9, 5.1])
def test_a_chink_that_the_distance_ends_in_is_not_lost(turn: float) -> None:
    def there(x: float, y: float) -> tuple[float, float]:
        place = 300 + 300j + complex(x, y) * cmath.rect(1, turn)
        return place.real, place.imag

    chink = scene(base("m", *there(0, 0)), base("low", *there(80, -40.1)), base("high", *there(80, 40.1)))
    reach = find_reach(chink, "m", 70)
    assert holds(reach, *there(66, 0))
    assert not holds(reach, *there(71, 0))


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.1, 2.5])
@pytest.mark.parametrize("gap_mm", [0.06, 0.03, 0.008, 0.002, 0.0005, 0.0001, 1e-5])
@pytest.mark.parametrize("stops", [(), ("east", "north")])
def test_bases_a_hair_away_leave_no_seams(gap_mm: float, turn: float, stops: tuple[str, ...]) -> None:
    def beside(name: str, angle: float, away_mm: float) -> Base:
        place = cmath.rect(away_mm, angle + turn)
        return base(name, 300 + place.real, 300 + place.imag)

    things = scene(base("m", 300, 300), beside("east", 0.0, 40 + gap_mm), beside("north", 1.4, 40 + gap_mm))
    reach = find_reach(things, "m", 100, stopping_ids=stops, contact_mm=2.0)
    assert len(reach.patches) == 1
    assert reach.patches[0].holes == ()


@pytest.mark.slow
@settings(max_examples=30)
@given(st.floats(-0.29, 0.3), st.floats(0, 2 * math.pi), places())
def test_a_base_measured_in_contact_goes_where_one_in_contact_goes(gap_mm: float, turn: float, goal: MatPoint) -> None:
    def beside(away_mm: float) -> Scene:
        place = cmath.rect(away_mm, turn)
        return scene(base("m", 300, 300), base("b", 300 + place.real, 300 + place.imag))

    measured, exact = beside(40 + gap_mm), beside(40)
    reach = find_reach(measured, "m", 250, slack_mm=0.3)
    border = area(find_reach(exact, "m", 250).patches).boundary
    assert len(reach.patches) == 1
    if border.distance(shapely.Point(goal.x_mm, goal.y_mm)) > 1.0:
        length_mm = shortest_path(exact, "m", goal).length_mm
        assert reach.contains(goal) == (length_mm is not None and length_mm <= 250)
