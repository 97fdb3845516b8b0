"""Where terrain templates may be put."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry import (
    Answer,
    Base,
    Mat,
    MatPoint,
    Pose,
    Scene,
    SceneError,
    Side,
    TemplateRules,
    TemplateSpot,
    Terrain,
    free_spot_for_template,
    judge_template,
    places_of_template,
)
from companion.geometry.placement.template_rules import solid_outline
from companion.geometry.placement.template_spots import STEP_RAD, _SearchInputs

pytestmark = pytest.mark.slow

RULES = TemplateRules({Side.PLAYER_ONE: 80.0, Side.PLAYER_TWO: 100.0}, template_mm=80.0)
BRACKET = tuple(
    MatPoint(x, y) for x, y in ((-60, -40), (60, -40), (60, 40), (30, 40), (30, -10), (-30, -10), (-30, 40), (-60, 40))
)
WEDGE = (MatPoint(-50, -30), MatPoint(70, -30), MatPoint(-50, 50))


def rectangle(width: float, height: float, x: float = 0.0, y: float = 0.0) -> tuple[MatPoint, ...]:
    w, h = width / 2, height / 2
    return tuple(MatPoint(x + dx, y + dy) for dx, dy in ((-w, -h), (w, -h), (w, h), (-w, h)))


def pose_of(spot: TemplateSpot) -> tuple[float, float, float]:
    assert spot.answer is Answer.YES
    assert spot.pose is not None
    return spot.pose.place.x_mm, spot.pose.place.y_mm, spot.pose.angle_rad


def laid(scene: Scene, spot: TemplateSpot) -> Scene:
    return replace(scene, terrain=(*scene.terrain, Terrain("new", spot.outline)))


def answers(scene: Scene, rules: TemplateRules = RULES) -> set[Answer]:
    return {clearance.verdict.answer for clearance in judge_template(scene, "new", rules)}


def test_on_an_empty_mat_the_wish_is_granted() -> None:
    wish = Pose(MatPoint(222, 333), 0.4)
    spot = free_spot_for_template(Scene(), BRACKET, RULES, wish)
    assert (spot.answer, spot.pose) == (Answer.YES, wish)
    corner = complex(-60, -40) * complex(math.cos(0.4), math.sin(0.4))
    first = spot.outline[0]
    assert (first.x_mm, first.y_mm) == pytest.approx((222 + corner.real, 333 + corner.imag))
    assert free_spot_for_template(Scene(), BRACKET, RULES).pose == Pose(MatPoint(300, 300), 0.0)


def test_a_wish_too_near_to_a_side_is_moved_the_least() -> None:
    spot = free_spot_for_template(Scene(), rectangle(100, 60), RULES, Pose(MatPoint(300, 90), 0.0))
    assert pose_of(spot) == pytest.approx((300, 110, 0))
    beyond = free_spot_for_template(Scene(), rectangle(100, 60), RULES, Pose(MatPoint(20, 590), 0.0))
    assert pose_of(beyond) == pytest.approx((50, 470, 0))
    (patch,) = beyond.places.patches
    corners = sorted((p.x_mm, p.y_mm) for p in patch.outline)
    assert corners == [pytest.approx(each) for each in ((50, 110), (50, 470), (550, 110), (550, 470))]


def test_other_templates_are_kept_clear_of_round_their_corners() -> None:
    things = Scene(terrain=(Terrain("old", rectangle(40, 40, 100, 300)),))
    beside = free_spot_for_template(things, rectangle(40, 40), RULES, Pose(MatPoint(210, 300), 0.0))
    assert pose_of(beside) == pytest.approx((220, 300, 0), abs=0.02)
    corner = free_spot_for_template(things, rectangle(40, 40), RULES, Pose(MatPoint(190, 390), 0.0))
    diagonal = 20 + 20 + 80 / math.sqrt(2)
    assert pose_of(corner) == pytest.approx((100 + diagonal, 300 + diagonal, 0), abs=0.2)
    (apart,) = (one for one in judge_template(laid(things, corner), "new", RULES) if one.to == "old")
    assert apart.verdict.value_mm == pytest.approx(80, abs=0.02)


def test_a_base_may_not_be_touched_but_a_bracket_may_reach_round_it() -> None:
    things = Scene(bases=(Base("b", MatPoint(300, 310), 20.0),))
    spot = free_spot_for_template(things, BRACKET, RULES, Pose(MatPoint(300, 280), 0.0))
    assert spot.answer is Answer.YES
    assert spot.pose is not None
    assert spot.pose.angle_rad == 0
    gap = next(one for one in judge_template(laid(things, spot), "new", RULES) if one.to == "b")
    assert gap.verdict.answer is Answer.YES
    assert spot.pose.place == MatPoint(300, 280) or gap.verdict.value_mm == pytest.approx(1e-3, abs=0.02)


def test_a_full_mat_has_no_room_and_that_is_proved() -> None:
    bases = tuple(Base(f"b{x}-{y}", MatPoint(x, y), 30.0) for x in range(50, 600, 100) for y in range(50, 600, 100))
    spot = free_spot_for_template(Scene(bases=bases), rectangle(120, 90), RULES)
    assert spot == TemplateSpot(Answer.NO)


def test_a_template_too_big_for_the_strip_has_no_room_at_any_angle() -> None:
    assert free_spot_for_template(Scene(), rectangle(425, 425), RULES).answer is Answer.NO
    assert free_spot_for_template(Scene(), rectangle(700, 20), RULES).answer is Answer.YES
    assert free_spot_for_template(Scene(), rectangle(900, 20), RULES).answer is Answer.NO


def test_room_that_only_a_turn_gives_is_found() -> None:
    walls = (Terrain("w1", rectangle(250, 400, 125, 300)), Terrain("w2", rectangle(250, 400, 475, 300)))
    rules = TemplateRules({Side.PLAYER_ONE: 120.0, Side.PLAYER_TWO: 120.0}, template_mm=20.0)
    spot = free_spot_for_template(Scene(terrain=walls), rectangle(100, 40), rules)
    assert spot.answer is Answer.YES
    assert spot.pose is not None
    assert abs(math.cos(spot.pose.angle_rad)) < 0.3
    assert answers(laid(Scene(terrain=walls), spot), rules) == {Answer.YES}


def turned_about(x: float, y: float, angle: float, corners: tuple[MatPoint, ...]) -> tuple[MatPoint, ...]:
    c, s = math.cos(angle), math.sin(angle)
    return tuple(MatPoint(x + c * p.x_mm - s * p.y_mm, y + s * p.x_mm + c * p.y_mm) for p in corners)


def test_room_that_fits_exactly_is_room() -> None:
    walls = (Terrain("w1", rectangle(250, 600, 125, 300)), Terrain("w2", rectangle(250, 600, 475, 300)))
    rules = TemplateRules(template_mm=20.0)
    assert pose_of(free_spot_for_template(Scene(terrain=walls), rectangle(60, 60), rules)) == (300, 300, 0)
    assert free_spot_for_template(Scene(terrain=walls), rectangle(61, 61), rules).answer is Answer.NO
    assert free_spot_for_template(Scene(terrain=walls), rectangle(59.9, 59.9), rules).answer is Answer.YES


@settings(max_examples=20, deadline=None)
@given(
    st.tuples(st.floats(30, 300), st.floats(0, 80), st.floats(0, 80)), st.floats(-3.2, 3.2), st.floats(-200, 900),
    st.sampled_from(["", "up", "round", "up round"]),
)  # fmt: skip
def test_a_template_that_fills_the_mat_between_its_distances_has_a_line_of_places(
    widths: tuple[float, float, float], angle: float, wish: float, ways: str
) -> None:
    wide, low, high = widths
    upright, all_round = "up" in ways, "round" in ways
    tall = wide if all_round else wide + 120.0
    span, other = low + wide + high, tall + low + high
    sides = (Side.PLAYER_ONE, Side.PLAYER_TWO) if upright else (Side.LEFT, Side.RIGHT)
    kept = dict(zip(sides, (low, high), strict=True))
    mat = Mat(other, span) if upright else Mat(span, other)
    if all_round:
        kept |= dict(zip([side for side in Side if side not in sides], (low + high, 0.0), strict=True))
    # Level or upright just where it is turned as it is wished.
    polygon = turned_about(0, 0, -angle, rectangle(tall, wide) if upright else rectangle(wide, tall))
    rules = TemplateRules(kept)
    spot = free_spot_for_template(Scene(mat), polygon, rules, Pose(MatPoint(wish, wish), angle))
    x, y, turn = pose_of(spot)
    assert turn == angle
    assert (y if upright else x) == pytest.approx(low + wide / 2)
    assert answers(laid(Scene(mat), spot), rules) == {Answer.YES}
    (places,) = places_of_template(Scene(mat), polygon, rules, [angle])
    assert not places.patches
    assert places == spot.places
    assert sum(line.length_mm for line in places.lines) == pytest.approx(2 * (other - tall) * (not all_round), abs=1e-7)
    near = places.nearest(MatPoint(x, y))
    assert near is not None
    assert (near.x_mm, near.y_mm) == pytest.approx((x, y))


@settings(max_examples=20, deadline=None)
@given(
    st.floats(20, 120), st.sampled_from([0.0, 1e-3, 17.3, 80.0]), st.floats(-3.2, 3.2),
    st.sampled_from(["bases", "walls"]),
    st.sampled_from([0.0, 0.3]),
)  # fmt: skip
def test_a_template_that_fills_a_lane_lies_in_its_middle_however_that_is_turned(
    wide: float, kept_mm: float, angle: float, lane: str, loose_mm: float
) -> None:
    of_bases = lane == "bases"
    rules = TemplateRules(base_mm=kept_mm) if of_bases else TemplateRules(template_mm=kept_mm)
    half = wide / 2 + (max(kept_mm, 1e-3) if of_bases else kept_mm) + loose_mm / 2
    if of_bases:
        rims = [
            turned_about(300, 300, angle, (MatPoint(x, y),))[0] for y in (-70, 0, 70) for x in (-half - 25, half + 25)
        ]
        things = Scene(bases=tuple(Base(f"b{n}", place, 25.0) for n, place in enumerate(rims)))
    else:
        walls = (rectangle(400, 1000, x, 0) for x in (-half - 200, half + 200))
        things = Scene(terrain=tuple(Terrain(str(n), turned_about(300, 300, angle, w)) for n, w in enumerate(walls)))
    spot = free_spot_for_template(things, rectangle(wide, 150), rules, Pose(MatPoint(300, 300), angle))
    assert pose_of(spot) == (300, 300, angle)
    assert answers(laid(things, spot), rules) == {Answer.YES}
    (wider,) = places_of_template(things, rectangle(wide + loose_mm + 1e-6, 150), rules, [angle])
    near = wider.nearest(MatPoint(300, 300))
    assert near is None or math.hypot(near.x_mm - 300, near.y_mm - 300) > 1


@pytest.mark.parametrize(
    ("sixty_fourths", "answer"), [(1, Answer.YES), (-3, Answer.YES), (0.5, Answer.CLOSE), (-1.5, Answer.CLOSE)]
)
def test_an_exact_fit_is_found_at_the_finest_angles_and_left_open_between_them(
    sixty_fourths: float, answer: Answer
) -> None:
    turn = sixty_fourths * STEP_RAD / 64
    walls = (rectangle(400, 1000, x, 0) for x in (-230, 230))
    things = Scene(terrain=tuple(Terrain(str(n), turned_about(300, 300, turn, w)) for n, w in enumerate(walls)))
    spot = free_spot_for_template(things, rectangle(60, 150), TemplateRules(), Pose(MatPoint(300, 300), 0.0))
    assert spot.answer is answer
    if answer is Answer.YES:
        assert pose_of(spot) == pytest.approx((300, 300, turn))


def test_room_between_two_angles_of_the_search_is_found() -> None:
    turn = math.radians(2.5)

    def turned(name: str, corners: tuple[MatPoint, ...]) -> Terrain:
        places = [complex(p.x_mm - 300, p.y_mm - 300) * complex(math.cos(turn), math.sin(turn)) for p in corners]
        return Terrain(name, tuple(MatPoint(place.real + 300, place.imag + 300) for place in places))

    walls = tuple(turned(f"w{n}", rectangle(400, 800, x, 300)) for n, x in enumerate((69.5, 530.5)))
    spot = free_spot_for_template(Scene(terrain=walls), rectangle(60, 300), TemplateRules())
    assert pose_of(spot)[2] == pytest.approx(turn, abs=math.radians(1))
    assert answers(laid(Scene(terrain=walls), spot), TemplateRules()) == {Answer.YES}
    assert free_spot_for_template(Scene(terrain=walls), rectangle(62, 300), TemplateRules()).answer is Answer.NO


def test_one_small_base_in_the_middle_can_deny_a_long_template() -> None:
    things = Scene(Mat(600, 200), bases=(Base("b", MatPoint(300, 100), 5.0),))
    assert free_spot_for_template(things, rectangle(500, 150), TemplateRules()).answer is Answer.NO
    assert free_spot_for_template(things, rectangle(280, 150), TemplateRules()).answer is Answer.YES


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(30, 570), st.floats(30, 570)), max_size=8),
    st.lists(st.tuples(st.floats(60, 540), st.floats(60, 540), st.floats(0, 6.28)), max_size=2),
    st.tuples(st.floats(0, 600), st.floats(0, 600), st.floats(0, 6.28)),
)
def test_every_spot_that_is_offered_keeps_the_rules(
    discs: list[tuple[float, float]], pieces: list[tuple[float, float, float]], wish: tuple[float, float, float]
) -> None:
    bases = tuple(Base(f"b{n}", MatPoint(x, y), 24.0) for n, (x, y) in enumerate(discs))
    turned = []
    for number, (x, y, angle) in enumerate(pieces):
        c, s = math.cos(angle), math.sin(angle)
        corners = tuple(MatPoint(x + c * p.x_mm - s * p.y_mm, y + s * p.x_mm + c * p.y_mm) for p in BRACKET)
        turned.append(Terrain(f"t{number}", corners))
    things = Scene(Mat(), bases, tuple(turned))
    spot = free_spot_for_template(things, BRACKET, RULES, Pose(MatPoint(wish[0], wish[1]), wish[2]))
    if spot.answer is Answer.YES:
        assert answers(laid(things, spot)) == {Answer.YES}
        assert spot.pose is not None
        place = shapely.Point(spot.pose.place.x_mm, spot.pose.place.y_mm)
        at = spot.places.nearest(spot.pose.place)
        assert at is not None
        assert place.distance(shapely.Point(at.x_mm, at.y_mm)) < 1e-6


def test_a_template_that_lies_is_judged_against_everything() -> None:
    things = Scene(
        bases=(Base("b", MatPoint(300, 400), 20.0, sigma_mm=0.4),),
        terrain=(Terrain("new", rectangle(100, 60, 300, 105)), Terrain("old", rectangle(20, 20, 440, 105))),
    )
    found = {one.to: one for one in judge_template(things, "new", RULES)}
    assert {name: one.verdict.value_mm for name, one in found.items()} == {
        "player_one": 75, "player_two": 465, "left": 250, "right": 250, "old": 80, "b": 245,
    }  # fmt: skip
    assert [name for name, one in found.items() if one.verdict.answer is Answer.NO] == ["player_one"]
    assert found["old"].line.length_mm == 80
    assert found["left"].line.length_mm == 250
    blurred = {one.to: one.verdict.answer for one in judge_template(things, "new", RULES, extra_sigma_mm=3)}
    assert blurred["old"] is Answer.CLOSE


def test_touching_a_base_is_refused() -> None:
    things = Scene(bases=(Base("b", MatPoint(300, 300), 20.0),), terrain=(Terrain("new", rectangle(40, 40, 340, 300)),))
    assert answers(things) == {Answer.YES, Answer.NO}


def test_senseless_questions_are_refused() -> None:
    with pytest.raises(SceneError, match="clearance must be 0 mm or more"):
        TemplateRules({Side.LEFT: -1.0})
    with pytest.raises(SceneError, match="clearance must be 0 mm or more"):
        TemplateRules(base_mm=math.inf)
    for corners in ((), rectangle(10, 10)[:2], (MatPoint(0, 0), MatPoint(1, 0), MatPoint(2, 0))):
        with pytest.raises(SceneError, match="outline with an inside"):
            free_spot_for_template(Scene(), corners, RULES)
    with pytest.raises(SceneError, match="no template 'x'"):
        judge_template(Scene(), "x", RULES)


def test_what_is_blocked_shrinks_and_the_box_grows_where_distances_are_eased() -> None:
    corners = np.array([-20 - 10j, 20 - 10j, 20 + 10j, -20 + 10j])
    bases = (Base("a", MatPoint(200, 200), 16.0), Base("b", MatPoint(300, 200), 24.0))
    square = [MatPoint(400, 400), MatPoint(440, 400), MatPoint(440, 440), MatPoint(400, 440)]
    scene = Scene(Mat(), bases, (Terrain("t", tuple(square)),))
    room = _SearchInputs(
        scene, TemplateRules(template_mm=30.0, base_mm=8.0), corners, (corners,), (solid_outline(square),)
    )
    mirrored = [-corners]
    for around in (room._round_bases, room._round_templates):
        for whole, eased in zip(around(mirrored, 0.0), around(mirrored, 5.0), strict=True):
            assert whole.contains(eased)
            assert whole.area > eased.area + 100.0
    box, larger = room._box(corners, 0.0), room._box(corners, 5.0)
    assert box.bounds == pytest.approx((20.0, 10.0, 580.0, 590.0))
    assert larger.bounds == pytest.approx((15.0, 5.0, 585.0, 595.0))
    assert room.places_at(0.3, 5.0).buffer(1e-6).contains(room.places_at(0.3))


@pytest.mark.parametrize(("shape", "angle"), [(BRACKET, 0.0), (BRACKET, 0.7), (BRACKET, 2.9), (WEDGE, 0.7)])
def test_a_template_may_lie_exactly_where_it_keeps_its_distances(shape: tuple[MatPoint, ...], angle: float) -> None:
    rules = TemplateRules({Side.PLAYER_ONE: 40.0, Side.LEFT: 15.0, Side.RIGHT: 0.0}, template_mm=30.0, base_mm=12.0)
    bases = (Base("a", MatPoint(90, 200), 16.0), Base("b", MatPoint(250, 120), 30.0))
    old = Terrain("old", tuple(MatPoint(270 + p.x_mm / 2, 260 + p.y_mm / 2) for p in BRACKET))
    things = Scene(Mat(360, 340), bases, (old,))
    (places,) = places_of_template(things, shape, rules, [angle])
    free = shapely.union_all([
        shapely.Polygon(
            [(p.x_mm, p.y_mm) for p in patch.outline], [[(p.x_mm, p.y_mm) for p in hole] for hole in patch.holes]
        )
        for patch in places.patches
    ])  # fmt: skip
    c, s = math.cos(angle), math.sin(angle)
    turned = [(c * p.x_mm - s * p.y_mm, s * p.x_mm + c * p.y_mm) for p in shape]
    other = solid_outline(old.polygon)
    told = {True: 0, False: 0}
    for x in range(12, 360, 9):
        for y in range(9, 340, 9):
            corners = [(x + px, y + py) for px, py in turned]
            xs, ys = zip(*corners, strict=True)
            outline = shapely.Polygon(corners)
            by_mm = min(
                min(ys) - 40, 340 - max(ys), min(xs) - 15, 360 - max(xs), outline.distance(other) - 30,
                *(outline.distance(shapely.Point(b.centre.x_mm, b.centre.y_mm)) - b.radius_mm - 12 for b in bases),
            )  # fmt: skip
            if abs(by_mm) > 0.02:
                assert free.contains(shapely.Point(x, y)) == (by_mm > 0), (x, y)
                told[by_mm > 0] += 1
    assert min(told.values()) > 20
