"""Shortest moves whose answer is known by hand."""

import cmath
import math

import pytest

from companion.geometry import (
    Answer,
    Arc,
    Base,
    Deviation,
    Line,
    Mat,
    MatPoint,
    Mode,
    Path,
    Scene,
    SceneError,
    Terrain,
    judge_move,
    judge_reachable,
    shortest_path,
)
from companion.geometry.path.arcs import FreeRim, free_rim
from companion.geometry.path.obstacles import obstacles_for

EXACT_MM = 1e-7


def base(name: str, x: float, y: float, radius: float = 20.0, sigma: float = 0.0) -> Base:
    return Base(name, MatPoint(x, y), radius, sigma_mm=sigma)


def wall(name: str, *corners: tuple[float, float], impassable: bool = True, sigma: float = 0.0) -> Terrain:
    return Terrain(name, tuple(MatPoint(*corner) for corner in corners), impassable=impassable, sigma_mm=sigma)


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, impassable: bool = True) -> Terrain:
    return wall(name, (x0, y0), (x1, y0), (x1, y1), (x0, y1), impassable=impassable)


def walk(x: float, y: float, *things: Base | Terrain, slack: float = 0.0, mode: Mode = Mode.WALK) -> Path:
    """The way of the first base to (x, y)."""
    return shortest_path(scene(*things), "m", MatPoint(x, y), mode, slack_mm=slack)


def scene(*things: Base | Terrain) -> Scene:
    bases = tuple(thing for thing in things if isinstance(thing, Base))
    return Scene(Mat(), bases, tuple(thing for thing in things if isinstance(thing, Terrain)))


def round_disc(reach: float, ahead: float) -> float:
    """Length of the way past a disc whose centre lies midway on the line, `ahead` before it and after it."""
    return 2 * math.sqrt(ahead**2 - reach**2) + reach * (math.pi - 2 * math.acos(reach / ahead))


def test_slack_forgives_at_most_half_of_the_radius_however_much_is_asked_for():
    def path(overlap_mm):
        bases = (base("m", 100, 100, 10.0), base("o", 100 - 40 + overlap_mm, 100, 30.0))
        return shortest_path(Scene(Mat(), bases), "m", MatPoint(200, 100), slack_mm=9.0)

    assert path(4.9).because == "path.found"
    assert path(5.1).because == "path.start_taken"


def test_an_open_way_is_straight() -> None:
    path = walk(400, 300, base("m", 100, 300))
    assert path.length_mm == 300
    assert path.pieces == (Line(MatPoint(100, 300), MatPoint(400, 300)),)
    assert path.polyline() == (MatPoint(100, 300), MatPoint(400, 300))
    assert path.because == "path.found"


def test_staying_takes_no_way() -> None:
    path = walk(100, 300, base("m", 100, 300), base("b", 140, 300))
    assert path.length_mm == 0
    assert path.pieces == ()
    assert path.polyline() == (MatPoint(100, 300),)


def test_the_way_round_a_base_is_two_tangents_and_an_arc() -> None:
    path = walk(400, 300, base("m", 200, 300), base("b", 300, 300, 30))
    assert path.length_mm == pytest.approx(round_disc(50, 100), abs=EXACT_MM)
    assert [type(piece) for piece in path.pieces] == [Line, Arc, Line]
    arc = path.pieces[1]
    assert isinstance(arc, Arc)
    assert (arc.around, arc.radius_mm, arc.centre) == ("b", 50, MatPoint(300, 300))
    middle = path.point_at(path.length_mm / 2)
    assert math.hypot(middle.x_mm - 300, middle.y_mm - 300) == pytest.approx(50)


def test_the_way_round_a_corner_keeps_a_radius_away() -> None:
    path = walk(320, 180, base("m", 180, 320), box("t", 0, 0, 250, 250))
    assert path.length_mm == pytest.approx(round_disc(20, math.hypot(70, 70)), abs=EXACT_MM)


@pytest.mark.parametrize("corridor", [40.0, 40.0 + 1e-10, 40.0 - 1e-10])
def test_a_corridor_exactly_as_wide_as_the_base_is_open(corridor: float) -> None:
    walls = box("low", 280, 0, 320, 300, impassable=True), box("high", 280, 300 + corridor, 320, 600)
    path = walk(500, 320, base("m", 100, 320), *walls)
    assert path.length_mm == pytest.approx(400, abs=1e-3)
    bent = walk(500, 100, base("m", 100, 100), *walls)
    assert bent.length_mm is not None


def test_a_corridor_narrower_than_the_base_is_shut_and_its_walls_are_named() -> None:
    path = walk(500, 320, base("m", 100, 320), box("low", 280, 0, 320, 300), box("high", 280, 339.99, 320, 600))
    assert path.length_mm is None
    assert path.because == "path.closed"
    assert path.blocked_by == ("low", "high")
    assert path.within(1000).answer is Answer.NO


@pytest.mark.parametrize(("gap", "is_open"), [(40.0, True), (39.999, False), (40.001, True)])
def test_a_base_slips_between_two_bases_exactly_when_it_fits(gap: float, is_open: bool) -> None:  # noqa: FBT001 - a case
    others = base("low", 300, 250, 30), base("high", 300, 310 + gap, 30)
    walls = box("t1", 295, 0, 305, 220), box("t2", 295, 340 + gap, 305, 600)
    path = walk(500, 280 + gap / 2, base("m", 100, 280 + gap / 2), *others, *walls)
    assert (path.length_mm is not None) is is_open


def test_bases_in_contact_do_not_hold_each_other() -> None:
    ring = [
        base(f"b{n}", 300 + 40 * math.cos(n * math.pi / 3), 300 + 40 * math.sin(n * math.pi / 3)) for n in range(2, 5)
    ]
    path = walk(500, 300, base("m", 300, 300), *ring)
    assert path.length_mm == pytest.approx(200)
    assert walk(250, 100, base("m", 300, 300), *ring).length_mm is not None


def test_a_base_shut_in_by_bases_in_contact_cannot_leave() -> None:
    ring = [base(f"b{n}", 300 + 40 * math.cos(n * math.pi / 3), 300 + 40 * math.sin(n * math.pi / 3)) for n in range(6)]
    path = walk(500, 300, base("m", 300, 300), *ring)
    assert path.length_mm is None
    assert path.because == "path.closed"
    assert set(path.blocked_by) == {f"b{n}" for n in range(6)}


def test_the_way_along_a_base_it_touches_is_legal() -> None:
    path = walk(260, 300, base("m", 340, 300), base("b", 300, 300))
    assert path.length_mm == pytest.approx(40 * math.pi, abs=EXACT_MM)


@pytest.mark.parametrize(("place", "because", "blocked_by"), [
    ((19.9, 300), "path.goal_off_mat", ()),
    ((700, 300), "path.goal_off_mat", ()),
    ((260.5, 300), "path.goal_taken", ("b",)),
    ((300, 450), "path.goal_taken", ("t",)),
    ((300, 520), "path.goal_taken", ("t",)),
])  # fmt: skip
@pytest.mark.parametrize("mode", list(Mode))
def test_a_goal_that_is_not_free_is_refused_and_the_fault_named(
    mode: Mode, place: tuple[float, float], because: str, blocked_by: tuple[str, ...]
) -> None:
    path = walk(*place, base("m", 100, 100), base("b", 300, 300), box("t", 200, 400, 400, 510), mode=mode)
    assert (path.length_mm, path.because, path.blocked_by) == (None, because, blocked_by)
    assert path.polyline() == (MatPoint(100, 100),)


@pytest.mark.parametrize("place", [(20, 300), (580, 300), (300, 20), (300, 580), (20, 20)])
def test_a_goal_that_touches_the_side_is_free(place: tuple[float, float]) -> None:
    assert walk(*place, base("m", 100, 100)).length_mm is not None


def test_no_way_leads_between_the_side_and_something_too_near_to_it() -> None:
    assert walk(500, 300, base("m", 100, 300), box("t", 280, 39.9, 320, 560.1)).length_mm is None
    through = walk(500, 300, base("m", 100, 300), box("t", 280, 40, 320, 560.1))
    assert through.length_mm is not None
    assert min(point.y_mm for point in through.polyline()) == pytest.approx(20)


def test_terrain_that_is_passable_does_not_matter_to_walkers() -> None:
    assert walk(500, 300, base("m", 100, 300), box("t", 200, 200, 400, 400, impassable=False)).length_mm == 400


def test_flight_minds_only_its_end() -> None:
    things = base("m", 100, 300), base("b", 250, 300), box("t", 300, 0, 350, 600)
    assert walk(500, 300, *things, mode=Mode.FLIGHT).length_mm == 400
    assert walk(240, 290, *things, mode=Mode.FLIGHT).blocked_by == ("b",)


def test_a_jump_passes_bases_but_no_terrain_of_any_kind() -> None:
    things = base("m", 100, 300), base("b", 250, 300), box("pond", 300, 320, 350, 600, impassable=False)
    assert walk(500, 300, *things, mode=Mode.JUMP).length_mm == 400
    crossed = walk(500, 301, *things, mode=Mode.JUMP)
    assert (crossed.because, crossed.blocked_by) == ("path.crossed", ("pond",))
    assert walk(330, 400, *things, mode=Mode.JUMP).because == "path.goal_taken"
    over = walk(325, 500, base("m", 100, 500), box("thin", 200, 400, 201, 600), mode=Mode.JUMP)
    assert over.blocked_by == ("thin",)


def test_a_start_that_overlaps_is_refused_unless_the_slack_covers_it() -> None:
    things = base("m", 100.2, 300), base("b", 139.95, 300, 20), base("c", 60.3, 300)
    refused = walk(100, 500, *things)
    assert (refused.because, refused.blocked_by) == ("path.start_taken", ("b", "c"))
    assert walk(100, 500, *things, slack=0.2).blocked_by == ("b",)
    free = walk(100, 500, *things, slack=0.3)
    assert free.length_mm == pytest.approx(math.hypot(0.2, 200))
    assert walk(100, 500, *things[:2], mode=Mode.FLIGHT).length_mm is not None


def test_slack_covers_the_sides_terrain_and_the_goal() -> None:
    things = base("m", 19.9, 300), box("t", 0, 319.8, 60, 400), base("b", 300, 300)
    assert walk(260.1, 300, *things).length_mm is None
    assert walk(260.1, 300, *things, slack=0.25).length_mm == pytest.approx(240.2)


def test_slack_opens_no_gap_elsewhere() -> None:
    walls = box("low", 280, 0, 320, 300), box("high", 280, 339.9, 320, 600)
    assert walk(500, 320, base("m", 100, 320), *walls, slack=0.5).length_mm is None


@pytest.mark.parametrize("corners", [
    [(300, 300)] * 3,
    [(300, 250), (300, 350), (300, 250)],
    [(300, 250), (300, 300), (300, 350)],
    [(290, 250), (310, 350), (310, 250), (290, 350)],
    [(290, 250), (310, 250), (310, 250), (310, 300), (310, 350), (290, 350), (290, 350), (290, 250)],
])  # fmt: skip
def test_degenerate_outlines_are_walked_round(corners: list[tuple[float, float]]) -> None:
    piece = wall("t", *corners)
    path = walk(500, 300, base("m", 100, 300), piece)
    assert path.length_mm is not None
    assert path.length_mm > 400
    again = walk(500, 300, base("m", 100, 300), wall("t", *reversed(corners)))
    assert again.length_mm == pytest.approx(path.length_mm, abs=EXACT_MM)


def test_the_way_out_of_a_bracket_goes_round_its_end() -> None:
    bracket = [(200, 200), (400, 200), (400, 400), (200, 400), (200, 350), (350, 350), (350, 250), (200, 250)]
    path = walk(500, 300, base("m", 300, 300), wall("t", *bracket))
    assert path.length_mm is not None
    assert {piece.around for piece in path.pieces if isinstance(piece, Arc)} == {"t"}
    assert path.length_mm > 400


def test_overlapping_templates_are_one_obstacle() -> None:
    apart = walk(500, 300, base("m", 100, 300), box("t1", 280, 100, 320, 500))
    split = walk(500, 300, base("m", 100, 300), box("t1", 280, 100, 320, 350), box("t2", 280, 300, 320, 500))
    twice = walk(500, 300, base("m", 100, 300), box("t1", 280, 100, 320, 500), box("t2", 280, 100, 320, 500))
    assert apart.length_mm == pytest.approx(split.length_mm, abs=EXACT_MM)
    assert apart.length_mm == pytest.approx(twice.length_mm, abs=EXACT_MM)


def test_a_base_inside_a_template_is_not_free() -> None:
    path = walk(500, 300, base("m", 300, 300, 5), box("t", 200, 200, 400, 400))
    assert (path.because, path.blocked_by) == ("path.start_taken", ("t",))


def test_a_mat_too_small_for_the_base_holds_no_goal() -> None:
    tiny = Scene(Mat(30, 30), (base("m", 15, 15),))
    assert shortest_path(tiny, "m", MatPoint(15, 15)).because == "path.goal_off_mat"


def test_the_allowance_is_judged_with_the_uncertainty_of_all_that_shapes_the_way() -> None:
    path = walk(
        400, 300, base("m", 200, 300, sigma=0.3), base("b", 300, 300, 30, sigma=0.4), base("far", 300, 500, sigma=9)
    )
    turned = math.pi - 2 * math.acos(0.5)
    assert path.sigma_mm == pytest.approx(math.hypot(0.3, 0.4 * 2 * math.sin(turned / 2)))
    assert path.length_mm is not None
    assert path.within(path.length_mm + 3).answer is Answer.YES
    assert path.within(path.length_mm - 3).answer is Answer.NO
    assert path.within(path.length_mm + 3, Deviation(2)).answer is Answer.CLOSE
    assert path.within(path.length_mm).answer is Answer.CLOSE


def test_the_uncertainty_matches_what_a_shift_of_the_obstacle_does() -> None:
    mover, terrain = base("m", 200, 310), box("t", 290, 250, 330, 330)
    middle = walk(400, 300, mover, terrain).length_mm
    shifted = [
        walk(400, 300, mover, box("t", 290 + dx, 250 + dy, 330 + dx, 330 + dy)).length_mm
        for dx, dy in ((1e-4, 0), (0, 1e-4))
    ]
    assert middle is not None
    slope = math.hypot(*((length - middle) / 1e-4 for length in shifted if length is not None))
    blurred = Terrain("t", terrain.polygon, impassable=True, sigma_mm=1.0)
    assert walk(400, 300, mover, blurred).sigma_mm == pytest.approx(slope, rel=1e-3)


def test_reaching_is_close_only_where_the_tolerance_decides() -> None:
    def through(gap: float) -> Answer:
        walls = box("low", 280, 0, 320, 300), box("high", 280, 300 + gap, 320, 600)
        question = scene(base("m", 100, 320), base("n", 140, 320), *walls)
        return judge_reachable(question, "m", MatPoint(500, 320), tolerance_mm=0.3).answer

    assert [through(gap) for gap in (39.3, 39.5, 40.5, 40.7)] == [Answer.NO, Answer.CLOSE, Answer.CLOSE, Answer.YES]


def test_contact_before_the_move_makes_nothing_close() -> None:
    things = base("m", 300, 300), base("b", 340, 300), base("c", 300, 340.1), box("t", 200, 200, 280, 400)
    assert judge_reachable(scene(*things), "m", MatPoint(300, 100), tolerance_mm=0.3).answer is Answer.YES
    assert judge_reachable(scene(base("m", 20, 20)), "m", MatPoint(300, 100), tolerance_mm=0.3).answer is Answer.YES


def test_a_goal_in_contact_is_close_unless_the_base_was_seen_there() -> None:
    things = scene(base("m", 100, 300), base("b", 340, 300))
    goal = MatPoint(299.9, 300)
    assert judge_reachable(things, "m", goal, tolerance_mm=0.3).answer is Answer.CLOSE
    assert judge_reachable(things, "m", goal, tolerance_mm=0.3, slack_mm=0.5).answer is Answer.YES
    assert judge_reachable(things, "m", MatPoint(300.2, 300), tolerance_mm=0.3, slack_mm=0.5).answer is Answer.YES
    assert judge_reachable(things, "m", MatPoint(300.6, 300), tolerance_mm=0.3, slack_mm=0.5).answer is Answer.NO


@pytest.mark.parametrize("mode", [Mode.FLIGHT, Mode.JUMP])
def test_straight_moves_are_close_near_their_own_limits(mode: Mode) -> None:
    things = scene(base("m", 100, 300), base("b", 500, 300), box("t", 200, 320.1, 300, 400))
    near = judge_reachable(things, "m", MatPoint(400, 300), mode, tolerance_mm=0.3).answer
    assert near is (Answer.YES if mode is Mode.FLIGHT else Answer.CLOSE)
    assert judge_reachable(things, "m", MatPoint(460.1, 300), mode, tolerance_mm=0.3).answer is Answer.CLOSE
    assert judge_reachable(things, "m", MatPoint(461, 300), mode, tolerance_mm=0.3).answer is Answer.NO


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_senseless_slack_and_tolerance_are_refused(bad: float) -> None:
    things = scene(base("m", 100, 300))
    with pytest.raises(SceneError, match="slack must be 0 mm or more"):
        shortest_path(things, "m", MatPoint(300, 300), slack_mm=bad)
    with pytest.raises(SceneError, match="tolerance must be 0 mm or more"):
        judge_reachable(things, "m", MatPoint(300, 300), tolerance_mm=bad)


def test_an_unknown_base_is_refused_by_name() -> None:
    with pytest.raises(SceneError, match="there is no base 'x'"):
        shortest_path(scene(base("m", 100, 300)), "x", MatPoint(300, 300))


@pytest.mark.parametrize("corners", [[(300, 60), (300, 540)], [(300, 60), (300, 540), (300, 60)]])
def test_a_fence_without_thickness_can_shut_the_way(corners: list[tuple[float, float]]) -> None:
    fence = wall("fence", *corners, corners[0])
    assert walk(500, 300, base("m", 100, 300, 30), fence).length_mm is not None
    shut = walk(500, 300, base("m", 100, 300, 30.1), fence)
    assert (shut.because, shut.blocked_by) == ("path.closed", ("fence",))


def test_a_single_point_can_shut_the_way() -> None:
    posts = [wall(f"p{n}", *[(300, 39 + 40 * n)] * 3) for n in range(15)]
    shut = walk(500, 300, base("m", 100, 300, 20.1), *posts)
    assert shut.because == "path.closed"
    assert "p6" in shut.blocked_by


def test_a_crossed_outline_can_shut_the_way() -> None:
    shut = walk(500, 300, base("m", 100, 300), wall("bow", (280, 0), (320, 600), (280, 600), (320, 0)))
    assert (shut.because, shut.blocked_by) == ("path.closed", ("bow",))


def test_between_two_rings_the_nearer_one_is_named() -> None:
    outer = wall("outer", (100, 100), (500, 100), (500, 500), (100, 500), (100, 101), (90, 101), (90, 510), (510, 510),
                 (510, 90), (90, 90), (90, 100))  # fmt: skip
    inner = [base(f"b{n}", *(300 + 45 * c for c in (math.cos(n * 1.0472), math.sin(n * 1.0472))), 22) for n in range(6)]
    path = walk(50, 50, base("m", 300, 300), outer, *inner)
    assert path.because == "path.closed"
    assert set(path.blocked_by) == {f"b{n}" for n in range(6)}


def test_the_free_part_of_a_rim_is_found_across_the_zero_angle() -> None:
    rim = FreeRim((1.0, 6.0), (0.5, 1.0))
    assert [rim.arc_at(angle) for angle in (1.2, 6.1, 0.5, -0.1, 0.8, 3.0, 5.9)] == [0, 1, 1, 1, None, None, None]
    assert rim.free_ahead(0.5, 1) == pytest.approx(7.0 - math.tau - 0.5)
    assert rim.free_ahead(0.5, -1) == pytest.approx(0.5 + math.tau - 6.0)
    assert rim.free_ahead(3.0, 1) == 0
    assert FreeRim((), ()).arc_at(1.0) is None


def test_a_rim_under_other_bases_has_no_free_part() -> None:
    things = scene(base("b", 300, 300, 15), base("left", 262, 300, 45), base("right", 338, 300, 45))
    assert free_rim(obstacles_for(things, 15, (), ()), 0) == FreeRim((), ())


def test_on_a_mat_as_narrow_as_the_base_whatever_stands_there_shuts_the_way() -> None:
    lane = Scene(Mat(600, 40), (base("m", 100, 20), base("b", 300, 20)))
    path = shortest_path(lane, "m", MatPoint(500, 20))
    assert (path.because, path.blocked_by) == ("path.closed", ("b",))
    assert shortest_path(lane, "m", MatPoint(200, 20)).length_mm == 100


def test_places_with_no_room_between_them_name_what_fills_it() -> None:
    filled = Scene(Mat(80, 80), (base("m", 20, 20), base("b", 40, 40, math.sqrt(800) - 20)))
    path = shortest_path(filled, "m", MatPoint(60, 60))
    assert (path.because, path.blocked_by) == ("path.closed", ("b",))


def move(limit: float, gap: float, *, tolerance: float = 0.3, sigma: float = 0.0) -> Answer:
    """A move of 400 through a gate for a base of 40, the way round which is longer by about 300."""
    walls = box("low", 280, 100, 320, 300), box("high", 280, 300 + gap, 320, 600)
    question = scene(base("m", 100, 300 + gap / 2), *walls)
    goal = MatPoint(500, 300 + gap / 2)
    return judge_move(question, "m", goal, limit, tolerance_mm=tolerance, extra=Deviation(sigma)).answer


def test_a_move_is_close_where_another_way_may_decide() -> None:
    assert [move(450, gap) for gap in (39.3, 39.5, 40.5, 40.7)] == [
        Answer.NO, Answer.CLOSE, Answer.CLOSE, Answer.YES,
    ]  # fmt: skip
    assert [move(900, gap) for gap in (39.3, 39.5, 40.5, 40.7)] == [Answer.YES] * 4
    assert [move(399, gap) for gap in (39.3, 39.5, 40.5, 40.7)] == [Answer.NO] * 4
    assert move(450, 39.5, tolerance=0.0) is Answer.NO
    assert move(400.5, 50, sigma=0.5) is Answer.CLOSE


def test_growing_what_a_way_rounds_does_not_by_itself_make_it_close() -> None:
    question = scene(base("m", 200, 300), base("b", 300, 300, 30))
    length_mm = round_disc(50, 100)
    goal = MatPoint(400, 300)
    assert judge_move(question, "m", goal, length_mm + 0.01, tolerance_mm=0.3).answer is Answer.YES
    assert judge_move(question, "m", goal, length_mm - 0.01, tolerance_mm=0.3).answer is Answer.NO
    assert judge_move(question, "m", goal, 250, Mode.FLIGHT, tolerance_mm=0.3).answer is Answer.YES
    assert judge_move(question, "m", MatPoint(349.9, 300), 250, tolerance_mm=0.3).answer is Answer.CLOSE
    assert judge_move(question, "m", MatPoint(349.9, 300), 250, tolerance_mm=0.3, slack_mm=0.3).answer is Answer.YES


def test_the_scale_of_the_mat_adds_its_share_of_a_length():
    walker = Base("a", MatPoint(100.0, 100.0), 10.0, sigma_mm=0.3, scale_sigma=0.01)

    straight = shortest_path(Scene(bases=(walker,)), "a", MatPoint(400.0, 500.0))

    assert straight.sigma_mm == pytest.approx(0.3 + 5.0)


def test_the_scale_of_the_mat_adds_its_share_of_a_way_round():
    walker = Base("a", MatPoint(100.0, 300.0), 10.0, scale_sigma=0.01)
    post = Base("b", MatPoint(300.0, 300.0), 25.0)

    way = shortest_path(Scene(bases=(walker, post)), "a", MatPoint(500.0, 300.0))

    assert way.length_mm is not None
    assert way.length_mm > 400.0
    assert way.sigma_mm == pytest.approx(0.01 * way.length_mm)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_goal_beside_the_mat_is_out_of_reach_by_every_way(mode: Mode) -> None:
    table = scene(base("m", 100, 300))
    assert judge_reachable(table, "m", MatPoint(15, 300), mode, tolerance_mm=1.0).answer is Answer.NO


@pytest.mark.parametrize("turn", [0.0, 0.3, math.pi / 2, 2.0])
def test_an_outline_that_crosses_itself_is_told_whichever_way_it_lies(turn: float) -> None:
    def lying(*corners: complex) -> bool:
        turned = [corner * cmath.rect(1, turn) for corner in corners]
        return Terrain("t", tuple(MatPoint(300 + each.real, 300 + each.imag) for each in turned)).crosses_itself

    assert lying(0, 40, 40j, 40 + 40j)
    assert not lying(0, 40, 40 + 40j, 40j)
    # Two sides that cross by less than half a millimetre result from rounded coordinates.
    assert not lying(0, 40, 40 + 40j, 20 - 0.4j, 40j)
    assert lying(0, 40, 40 + 40j, 20 - 0.6j, 40j)


def test_a_place_on_the_way_is_as_far_along_as_asked() -> None:
    path = shortest_path(Scene(Mat(), (base("m", 100, 300),)), "m", MatPoint(400, 300))
    assert path.point_at(0.5) == MatPoint(100.5, 300)
    assert path.point_at(-5.0) == MatPoint(100, 300)
    assert path.point_at(999.0) == MatPoint(400, 300)


@pytest.mark.parametrize("way", [1, -1], ids=["counter-clockwise", "clockwise"])
def test_a_rim_is_free_up_to_the_long_side_of_a_wall_whichever_way_its_corners_go(way: int) -> None:
    high = wall("w", *((0, 330), (600, 330), (600, 350), (0, 350))[::way])
    things = Scene(Mat(), (base("b", 300, 300),), (high,))
    rim = free_rim(obstacles_for(things, 20, (high,), ()), 0)
    meets = math.asin(10 / 40)  # the wall, grown by 20 mm, reaches down to 10 mm above the middle of a rim of 40 mm
    assert rim.starts == pytest.approx((math.pi - meets,), abs=1e-6)
    assert rim.spans == pytest.approx((math.pi + 2 * meets,), abs=1e-6)
