"""Each measured question tells of what its standard deviation is made, and the parts make up the whole."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import (
    Base,
    Deviation,
    Mat,
    MatPoint,
    Mode,
    Scene,
    Side,
    TemplateRules,
    Terrain,
    find_sight,
    judge_clearances,
    judge_contact,
    judge_cover,
    judge_side_contact,
    judge_template,
    measure_gap,
    shortest_path,
)

SIGMA_MM, MADE_MM, SCALE = 0.5, 0.3, 0.01
SEEN_MM = 0.4  # 0.5² = 0.4² + 0.3²


def base(name: str, x_mm: float, y_mm: float, sigma_mm: float = SIGMA_MM, made_mm: float = MADE_MM) -> Base:
    at = MatPoint(x_mm, y_mm)
    return Base(name, at, 10.0, name, sigma_mm=sigma_mm, scale_sigma=SCALE, made_mm=made_mm)


def wall(x_mm: float) -> Terrain:
    corners = tuple(MatPoint(x, y) for x, y in ((x_mm, 250), (x_mm + 20, 250), (x_mm + 20, 285), (x_mm, 285)))
    ways = {"impassable": True, "blocks_sight": True, "cover": True}
    return Terrain("wall", corners, **ways, sigma_mm=SIGMA_MM, made_mm=MADE_MM)


SCENE = Scene(Mat(600.0, 600.0, SCALE), (base("a", 100, 280), base("b", 300, 280)), (wall(190),))


def verdicts():
    a, b = SCENE.bases
    rules = TemplateRules(template_mm=30.0, base_mm=30.0)
    yield from (each.verdict for each in judge_template(SCENE, "wall", rules, extra_sigma_mm=0.2))
    yield from (each.verdict for each in judge_clearances(SCENE, "a", 50.0, ["b"], extra_sigma_mm=0.2))
    yield measure_gap(a, b).within(100.0, 0.2)
    yield judge_contact(measure_gap(a, b), 2.0)
    yield judge_side_contact(SCENE, "a", Side.LEFT, extra_sigma_mm=0.2)
    yield judge_cover(SCENE, "a", "b")
    yield find_sight(SCENE, "a", "b", extra_sigma_mm=0.2).verdict
    yield find_sight(Scene(SCENE.mat, SCENE.bases), "a", "b", extra_sigma_mm=0.2).verdict
    for mode, extra in ((Mode.WALK, Deviation.of(SIGMA_MM, MADE_MM)), (Mode.FLIGHT, None)):
        yield shortest_path(SCENE, "a", MatPoint(400.0, 280.0), mode).within(320.0, extra)


def test_each_verdict_is_told_by_its_parts():
    for verdict in verdicts():
        assert verdict.parts is not None, verdict
        parts = verdict.parts
        assert verdict.sigma_mm == pytest.approx(math.hypot(parts.seen_mm, parts.made_mm) + parts.scale_mm, rel=1e-12)


def test_where_nothing_could_be_in_the_way_there_is_no_margin_to_compare():
    verdict = find_sight(Scene(SCENE.mat, SCENE.bases), "a", "b", extra_sigma_mm=0.2).verdict
    assert (verdict.value_mm, verdict.limit_mm, verdict.because) == (None, 0.0, "sight.open")
    assert verdict.sigma_mm == 0.2


def test_what_the_camera_sees_and_how_pieces_were_made_are_told_apart():
    gap = measure_gap(*SCENE.bases).deviation
    both = math.sqrt(2)
    parts = (gap.seen_mm, gap.made_mm, gap.scale_mm)
    assert parts == pytest.approx((SEEN_MM * both, MADE_MM * both, SCALE * 200.0))
    side = judge_side_contact(SCENE, "a", Side.LEFT, extra_sigma_mm=0.4).parts
    # 90 mm from the rim to the side, 100 mm from the centre; a further 0.4 mm of how it was made.
    assert (side.seen_mm, side.made_mm, side.scale_mm) == pytest.approx((SEEN_MM, 0.5, 1.0))
    sight = find_sight(SCENE, "a", "b").verdict.parts
    assert (sight.seen_mm, sight.made_mm) == pytest.approx((SEEN_MM * both, MADE_MM * both))
    # Straight over the wall nothing but the start is uncertain; around it, the wall's corner and the goal are, too.
    flight = shortest_path(SCENE, "a", MatPoint(400.0, 280.0), Mode.FLIGHT).deviation
    assert (flight.seen_mm, flight.made_mm, flight.scale_mm) == pytest.approx((SEEN_MM, MADE_MM, 3.0))
    walk = shortest_path(SCENE, "a", MatPoint(400.0, 280.0)).deviation
    assert walk.seen_mm / walk.made_mm == pytest.approx(SEEN_MM / MADE_MM)
    assert walk.seen_mm > SEEN_MM


@given(st.floats(0, 5), st.floats(0, 5), st.floats(0, 5), st.floats(0, 5))
def test_parts_make_up_the_whole(seen_a, made_a, seen_b, made_b):
    at = MatPoint(0.0, 0.0)
    a = Base("a", at, 5.0, sigma_mm=math.hypot(seen_a, made_a), made_mm=made_a)
    b = Base("b", MatPoint(100.0, 0.0), 5.0, sigma_mm=math.hypot(seen_b, made_b), made_mm=made_b)
    found = Deviation.between(a, b, scale_mm=0.25)
    assert found.sigma_mm == pytest.approx(math.hypot(a.sigma_mm, b.sigma_mm) + 0.25)
    assert found.made_mm == pytest.approx(math.hypot(made_a, made_b))
    assert found.times(0.5).sigma_mm == pytest.approx(found.sigma_mm / 2)
    assert found.plus(Deviation(1.0, 2.0, 0.5)).sigma_mm == pytest.approx(
        math.hypot(a.sigma_mm, b.sigma_mm, math.sqrt(5.0)) + 0.75
    )


@given(st.floats(0, 1e3, allow_subnormal=False))
def test_a_place_of_which_nothing_is_known_to_be_made_keeps_its_deviation_to_the_last_bit(sigma_mm):
    # Records of earlier versions decide as they did.
    assert Deviation.of(sigma_mm, 0.0).sigma_mm == sigma_mm
    assert Deviation.between(Base("a", MatPoint(0.0, 0.0), 1.0, sigma_mm=sigma_mm)).sigma_mm == sigma_mm


def test_more_of_a_part_than_there_is_in_all_leaves_nothing_for_the_camera():
    assert Deviation.of(0.2, 0.3) == Deviation(0.0, 0.3)
