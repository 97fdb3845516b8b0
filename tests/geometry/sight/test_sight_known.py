"""Sight in scenes whose answer is found by hand: S-LOS-03 to S-LOS-13."""

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.geometry import Answer, Base, MatPoint, Scene, SceneError, Terrain, can_see, find_sight
from companion.geometry.sight.line_of_sight import MARGIN_WITHIN_MM

pytestmark = pytest.mark.slow


def base(name, x, y, radius=10.0, **more):
    return Base(name, MatPoint(x, y), radius, **more)


def wood(name, *corners, **more):
    return Terrain(name, tuple(MatPoint(x, y) for x, y in corners), blocks_sight=True, **more)


def box(name, left, low, right, high, **more):
    return wood(name, (left, low), (right, low), (right, high), (left, high), **more)


A, B = base("a", 0, 0), base("b", 200, 0)


def scene(*others, ends=(A, B)):
    return Scene(
        bases=(*ends, *(o for o in others if isinstance(o, Base))),
        terrain=tuple(o for o in others if isinstance(o, Terrain)),
    )


def margin(*others, ends=(A, B)):
    return find_sight(scene(*others, ends=ends), "a", "b").margin_mm


def near(value):
    return pytest.approx(value, abs=2 * MARGIN_WITHIN_MM)


def test_an_empty_table_is_open_without_bound():
    sight = find_sight(scene(), "a", "b")
    assert (sight.margin_mm, sight.verdict.answer, sight.verdict.because) == (None, Answer.YES, "sight.open")
    assert (sight.witness.start, sight.witness.end) == (MatPoint(10, 0), MatPoint(190, 0))
    assert sight.blockers == ()


def test_terrain_that_does_not_block_sight_and_stealthy_bases_do_not_count():
    pond = Terrain("pond", tuple(MatPoint(x, y) for x, y in [(50, -50), (90, -50), (90, 50), (50, 50)]))
    assert margin(pond, base("hidden", 100, 0, 30, stealth=True)) is None


def test_the_two_bases_never_block_stealthy_or_not():
    ends = (base("a", 0, 0, stealth=True), base("b", 200, 0))
    assert margin(ends=ends) is None


def test_a_base_in_the_middle_is_passed_along_the_outer_tangent():
    # the best line keeps to the far sides of both bases: 10 mm off the axis
    assert margin(base("c", 100, 0, 4)) == near(10 - 4)


def test_a_base_too_wide_to_be_passed_blocks_by_the_rest_of_its_radius():
    sight = find_sight(scene(base("c", 100, 0, 13)), "a", "b")
    assert sight.margin_mm == near(10 - 13)
    assert (sight.verdict.answer, sight.verdict.because, sight.blockers) == (Answer.NO, "sight.blocked", ("c",))


def test_a_slit_between_two_bases_is_half_as_wide_as_their_gap():
    sight = find_sight(scene(base("c", 100, 30, 28), base("d", 100, -30, 28)), "a", "b")
    assert sight.margin_mm == near(2)
    assert set(sight.blockers) == {"c", "d"}


def test_grazing_a_base_is_free():
    sight = find_sight(scene(base("c", 100, 20, 20), base("d", 100, -20, 20)), "a", "b")
    assert sight.margin_mm == near(0)
    assert sight.margin_mm >= 0
    assert sight.verdict.answer is Answer.YES
    assert can_see(scene(base("c", 100, 20, 20), base("d", 100, -20, 20)), "a", "b")


def test_grazing_an_edge_on_both_sides_is_free():
    walls = box("w", 60, 0, 140, 50), box("v", 60, -50, 140, 0)
    assert margin(*walls) == near(0)
    assert can_see(scene(*walls), "a", "b")


def test_a_wall_across_blocks_by_its_half_thickness():
    assert margin(box("w", 95, -80, 105, 80)) == near(-5)


def test_a_wide_block_is_cut_at_the_corner_of_what_is_left():
    # worn down by t the wall spans |y| <= 12 - t; the outer tangent runs at 10
    assert margin(box("w", 60, -12, 140, 12)) == near(-2)


def test_a_base_wholly_in_a_wood_looks_out_past_as_little_wood_as_it_can():
    # from the disc's rim at x = 10 to the wood's edge at x = 40
    assert margin(box("w", -200, -200, 40, 200)) == near(-30)


def test_a_base_partly_in_a_wood_looks_out_from_its_part_outside():
    assert margin(box("w", -200, -200, 4, 200)) == near(6)


def test_a_base_in_the_pocket_of_a_wood_sees_out_of_its_mouth_only():
    u = [(-60, -60), (60, -60), (60, 60), (-60, 60), (-60, 20), (20, 20), (20, -20), (-60, -20)]
    ends = (base("a", -5, 0), base("b", -200, 0))
    assert find_sight(scene(wood("u", *u), ends=ends), "a", "b").margin_mm > 0
    behind = (base("a", -5, 0), base("b", 200, 0))
    # wood stands from x = 20 to x = 60, and towards its side walls is deeper: half of 40 on the straight way
    assert margin(wood("u", *u), ends=behind) == near(-20)
    assert not can_see(scene(wood("u", *u), ends=behind), "a", "b")


def test_overlapping_blockers_are_worn_down_each_for_itself():
    assert margin(box("w", 90, -80, 102, 80), box("v", 98, -80, 110, 80)) == near(-6)


@pytest.mark.parametrize("turned", [False, True])
def test_repeated_and_collinear_corners_and_the_sense_of_rotation_change_nothing(turned):
    corners = [(95, -80), (95, -80), (100, -80), (105, -80), (105, 0), (105, 80), (105, 80), (95, 80), (95, -80)]
    wall = wood("w", *(corners[::-1] if turned else corners))
    assert margin(wall) == near(-5)
    assert not can_see(scene(wall), "a", "b")


@pytest.mark.parametrize(
    "corners",
    [
        [(100, -80), (100, 80), (100, 0)],
        [(100, -80), (100, 80), (100, 80), (100, -80)],
    ],
)
def test_a_template_without_area_has_no_interior_to_block(corners):
    sight = find_sight(scene(wood("w", *corners)), "a", "b")
    assert sight.margin_mm == near(0)
    assert sight.verdict.answer is Answer.YES
    assert can_see(scene(wood("w", *corners)), "a", "b")


def test_a_template_that_is_one_point_is_passed_at_a_distance():
    assert margin(wood("w", (100, 0), (100, 0), (100, 0))) == near(10)


def test_bases_in_contact_see_each_other_at_the_point_of_contact():
    ends = (base("a", 0, 0), base("b", 20, 0))
    assert margin(base("c", 10, math.sqrt(300), 10), ends=ends) > 0
    assert margin(box("w", -5, -100, 25, 100), ends=ends) < 0


def test_overlapping_bases_see_each_other_past_and_through_what_they_share():
    ends = (base("a", 0, 0), base("b", 12, 0))
    # along the tops of both, 40 mm from the centre of the base below
    assert margin(base("c", 6, -30, 20), ends=ends) == near(20)
    # walls on both sides leave the point in the middle of what is shared, 5 mm from each
    assert margin(box("l", -50, -50, 1, 50), box("r", 11, -50, 60, 50), ends=ends) == near(5)
    assert can_see(scene(base("c", 6, 0, 7), ends=ends), "a", "b")


def test_bases_round_one_centre_see_each_other():
    ends = (base("a", 0, 0, 10), base("b", 0, 0, 16))
    assert margin(base("c", 0, -40, 20), ends=ends) == near(30)


def test_neighbours_in_contact_do_not_block_each_other():
    row = [base("c", 0, 20), base("d", 0, -20), base("e", 200, 20), base("f", 200, -20)]
    sight = find_sight(scene(*row), "a", "b")
    assert sight.verdict.answer is Answer.YES
    assert can_see(scene(*row), "a", "b")


def test_the_witness_leads_from_the_asked_base_to_the_other():
    there, back = (find_sight(scene(base("c", 100, 0, 4)), *ids).witness for ids in (("a", "b"), ("b", "a")))
    assert (there.start, there.end) == (back.end, back.start)
    assert math.hypot(there.start.x_mm, there.start.y_mm) <= 10 + 1e-9
    assert math.hypot(there.end.x_mm - 200, there.end.y_mm) <= 10 + 1e-9


def test_uncertainty_near_zero_margin_is_close_and_elsewhere_is_not():
    def judged(radius, **sigmas):
        ends = (base("a", 0, 0, sigma_mm=sigmas.get("a", 0.0)), base("b", 200, 0, sigma_mm=sigmas.get("b", 0.0)))
        return find_sight(scene(base("c", 100, 0, radius, sigma_mm=sigmas.get("c", 0.0)), ends=ends), "a", "b").verdict

    assert judged(9.5).answer is Answer.YES
    assert judged(9.5, c=0.3).answer is Answer.CLOSE
    assert judged(9.5, a=0.3).answer is Answer.CLOSE
    assert judged(10.5, b=0.3).answer is Answer.CLOSE
    assert judged(10.5, c=0.2).answer is Answer.NO
    assert judged(9.5, c=0.3, a=0.2, b=0.4).sigma_mm == pytest.approx(0.5)
    assert judged(9.5, c=0.3).because == "sight.close"


def test_extra_uncertainty_adds_as_a_variance():
    sight = find_sight(scene(base("c", 100, 0, 9, sigma_mm=0.3)), "a", "b", extra_sigma_mm=0.4)
    assert sight.verdict.sigma_mm == pytest.approx(0.5)


def test_a_blocker_that_is_not_at_fault_adds_no_uncertainty():
    sight = find_sight(scene(base("c", 100, 0, 4), base("far", 100, 300, sigma_mm=9.0)), "a", "b")
    assert (sight.verdict.sigma_mm, sight.blockers) == (0.0, ("c",))


def test_a_badly_seen_blocker_that_may_stand_in_the_way_makes_clear_sight_close():
    # a slit of certain walls sets the margin; a base seen to 1 mm only stands about 1 mm off the line
    slit = box("w", 60, -90, 140, -0.3), box("v", 60, 0.3, 140, 90)
    sight = find_sight(scene(*slit, base("c", 150, 11, sigma_mm=1.0)), "a", "b")
    assert sight.margin_mm == near(0.3)
    assert (set(sight.blockers), sight.verdict.answer) == ({"w", "v"}, Answer.CLOSE)
    farther = find_sight(scene(*slit, base("c", 150, 13, sigma_mm=1.0)), "a", "b")
    assert farther.verdict.answer is Answer.YES


def test_a_badly_seen_blocker_beside_a_certain_one_leaves_a_plain_no():
    blocked = find_sight(scene(base("c", 100, 0, 11), base("d", 150, 45, 20, sigma_mm=3.0)), "a", "b")
    assert (blocked.blockers, blocked.verdict.answer) == (("c",), Answer.NO)


@pytest.mark.parametrize(
    "others",
    [
        (base("c", 100, 0, 7, sigma_mm=0.3),),
        (base("c", 100, 0, 12, sigma_mm=0.3),),
        (base("c", 90, 30, 28, sigma_mm=0.2), base("d", 110, -30, 28, sigma_mm=0.2)),
        (box("w", 60, -90, 140, 8, sigma_mm=0.3),),
    ],
)
def test_the_standard_deviation_covers_what_misplacing_everything_does_to_the_margin(others):
    rng = np.random.default_rng(3)

    def shaken(it):
        dx, dy = map(float, rng.normal(0, it.sigma_mm, 2))
        if isinstance(it, Base):
            return replace(it, centre=MatPoint(it.centre.x_mm + dx, it.centre.y_mm + dy))
        return replace(it, polygon=tuple(MatPoint(p.x_mm + dx, p.y_mm + dy) for p in it.polygon))

    ends = (base("a", 0, 0, sigma_mm=0.25), base("b", 200, 0, sigma_mm=0.25))
    margins = [margin(*map(shaken, others), ends=tuple(map(shaken, ends))) for _ in range(60)]
    told = find_sight(scene(*others, ends=ends), "a", "b").verdict.sigma_mm
    assert 0.4 * told < np.std(margins) < 1.15 * told


def test_a_template_with_very_many_corners_is_judged_alike():
    corners = [(100 + 12 * math.cos(0.1 * k), 12 * math.sin(0.1 * k)) for k in range(63)]
    assert not can_see(scene(wood("w", *corners)), "a", "b")
    assert can_see(scene(wood("w", *[(x, y + 4) for x, y in corners])), "a", "b")
    assert margin(wood("w", *corners)) == pytest.approx(-2, abs=0.02)


def test_on_an_empty_table_everybody_sees_everybody():
    assert can_see(scene(), "a", "b")


def test_a_base_and_a_template_may_share_a_name():
    sight = find_sight(scene(base("x", 100, 0, 4), box("x", 95, 100, 105, 110, sigma_mm=5.0)), "a", "b")
    assert sight.verdict.sigma_mm == 0.0


def test_a_question_about_one_base_or_an_unknown_one_is_refused():
    for ask in (find_sight, can_see):
        with pytest.raises(SceneError, match="two different bases"):
            ask(scene(), "a", "a")
        with pytest.raises(SceneError, match="no base 'z'"):
            ask(scene(), "a", "z")


def test_the_scale_of_the_mat_makes_a_narrow_margin_too_close_to_call():
    def table(scale_sigma: float) -> Scene:
        a = Base("a", MatPoint(0.0, 300.0), 16.0, scale_sigma=scale_sigma)
        b = Base("b", MatPoint(500.0, 300.0), 16.0, scale_sigma=scale_sigma)
        between = Base("c", MatPoint(250.0, 300.0 + 16.0 - 0.3), 25.0, scale_sigma=scale_sigma)
        return Scene(bases=(a, b, between, Base("d", MatPoint(250.0, 260.0), 25.0, scale_sigma=scale_sigma)))

    exact, doubted = find_sight(table(0.0), "a", "b"), find_sight(table(0.02), "a", "b")

    assert exact.verdict.sigma_mm == 0.0
    assert doubted.margin_mm == exact.margin_mm
    assert doubted.verdict.sigma_mm >= 0.02 * (abs(doubted.margin_mm or 0.0) + 25.0)


def test_the_less_certain_scale_of_two_bases_counts_whichever_of_them_asks():
    def sigma_mm(scale_a: float, scale_b: float) -> float:
        ends = (base("a", 0, 0, scale_sigma=scale_a), base("b", 200, 0, scale_sigma=scale_b))
        return find_sight(scene(base("c", 100, 30, 28), base("d", 100, -30, 28), ends=ends), "a", "b").verdict.sigma_mm

    # The margin is 2 mm, and the largest radius 28 mm.
    assert sigma_mm(0.01, 0.0) == sigma_mm(0.0, 0.01) == pytest.approx(0.01 * (2 + 28), abs=1e-4)
