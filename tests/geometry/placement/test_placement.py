"""Where bases and templates may be put."""

import itertools
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
    Side,
    Terrain,
    free_spots_along_side,
    is_free,
    judge_clearances,
    judge_room_along_side,
    judge_side_contact,
    overlapped_at,
)


def base(name: str, x: float, y: float, radius: float = 20.0, sigma: float = 0.0) -> Base:
    return Base(name, MatPoint(x, y), radius, sigma_mm=sigma)


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, impassable: bool = True) -> Terrain:
    corners = (MatPoint(x0, y0), MatPoint(x1, y0), MatPoint(x1, y1), MatPoint(x0, y1))
    return Terrain(name, corners, impassable=impassable)


def scene(*things: Base | Terrain) -> Scene:
    bases = tuple(thing for thing in things if isinstance(thing, Base))
    return Scene(Mat(), bases, tuple(thing for thing in things if isinstance(thing, Terrain)))


def test_a_place_is_free_up_to_contact() -> None:
    things = scene(base("b", 300, 300), box("t", 400, 0, 600, 100), box("wood", 0, 400, 100, 500, impassable=False))
    for x, y in ((340, 300), (20, 20), (380, 50), (50, 450), (580, 580)):
        assert is_free(things, 20, MatPoint(x, y))
        assert overlapped_at(things, 20, MatPoint(x, y)) == ()
    assert not is_free(things, 20, MatPoint(339.9, 300))
    assert overlapped_at(things, 20, MatPoint(339.9, 300)) == ("b",)
    assert overlapped_at(things, 20, MatPoint(500, 50)) == ("t",)
    assert not is_free(things, 20, MatPoint(19.9, 300))
    assert is_free(things, 20, MatPoint(300, 300), ignoring={"b"})


@pytest.mark.parametrize(("side", "x", "y"), [
    (Side.PLAYER_ONE, 300, 20), (Side.PLAYER_TWO, 300, 580), (Side.LEFT, 20, 300), (Side.RIGHT, 580, 300),
])  # fmt: skip
def test_a_base_touches_the_side_that_its_rim_is_at(side: Side, x: float, y: float) -> None:
    touching = scene(base("m", x, y))
    assert [judge_side_contact(touching, "m", other).answer is Answer.YES for other in Side] == [
        other is side for other in Side
    ]
    inwards = MatPoint(x + (300 - x) * 0.01, y + (300 - y) * 0.01)
    off = touching.with_bases({"m": inwards})
    assert judge_side_contact(off, "m", side).answer is Answer.NO
    assert judge_side_contact(off, "m", side, contact_mm=3.0).answer is Answer.YES
    assert judge_side_contact(off, "m", side, contact_mm=3.0, extra_sigma_mm=0.3).answer is Answer.CLOSE
    beyond = touching.with_bases({"m": MatPoint(x + (x - 300) * 0.01, y + (y - 300) * 0.01)})
    assert judge_side_contact(beyond, "m", side).answer is Answer.NO
    assert judge_side_contact(beyond, "m", side, contact_mm=3.0).answer is Answer.YES
    assert side.foot(touching.mat, MatPoint(x, y)) in (
        MatPoint(x, 0),
        MatPoint(x, 600),
        MatPoint(0, y),
        MatPoint(600, y),
    )
    assert side.gap_mm(touching.mat, side.foot(touching.mat, MatPoint(x, y))) == 0


def test_clearances_come_nearest_first_with_their_verdicts() -> None:
    things = scene(
        base("m", 100, 300), base("far", 300, 300, sigma=0.2), base("near", 180, 300), base("edge", 100, 420)
    )
    found = judge_clearances(things, "m", 80, ("far", "near", "edge"))
    assert [(one.to_id, one.verdict.answer) for one in found] == [
        ("near", Answer.NO),
        ("edge", Answer.YES),
        ("far", Answer.YES),
    ]
    assert [one.gap.gap_mm for one in found] == [40, 80, 160]
    assert judge_clearances(things, "m", 159.7, ("far",))[0].verdict.answer is Answer.CLOSE


def test_an_empty_side_is_free_from_end_to_end() -> None:
    for side in Side:
        spots = free_spots_along_side(scene(), 16, side)
        assert spots.spans == ((16, 584),)
        assert spots.nearest(MatPoint(300, 300)) == spots.centre_at(300)
        assert side.gap_mm(spots.mat, spots.centre_at(300)) == 16
        assert spots.lines()[0].length_mm == 568


def test_a_base_at_the_side_takes_its_stretch() -> None:
    spots = free_spots_along_side(scene(base("b", 300, 20)), 20, Side.PLAYER_ONE)
    assert spots.spans == (pytest.approx((20, 260)), pytest.approx((340, 580)))
    for wished, found in ((290, 260), (310, 340), (100, 100)):
        nearest = spots.nearest(MatPoint(wished, 0))
        assert nearest is not None
        assert (nearest.x_mm, nearest.y_mm) == pytest.approx((found, 20))


@pytest.mark.parametrize("side", [Side.PLAYER_TWO, Side.LEFT])
def test_the_ends_of_a_stretch_are_free_themselves(side: Side) -> None:
    for apart, radius in itertools.product(range(10, 60, 10), (5, 10, 15, 20, 30)):
        x, y = (apart, 300) if side is Side.LEFT else (300, 600 - apart)
        slant = Terrain(
            "t", (MatPoint(x, y - 150), MatPoint(x + 70, y - 110), MatPoint(x + 20, y - 90)), impassable=True
        )
        table = scene(base("b", x, y, radius), slant)
        for line in free_spots_along_side(table, 10, side).lines():
            assert is_free(table, 10, line.start)
            assert is_free(table, 10, line.end)


@pytest.mark.parametrize("deep_mm", [1e-6, 1e-3, 0.02])
def test_a_base_that_is_only_just_in_the_way_parts_the_stretch(deep_mm: float) -> None:
    away_mm = 40 - deep_mm
    spots = free_spots_along_side(scene(base("b", 300, 20 + away_mm)), 20, Side.PLAYER_ONE)
    half = math.sqrt(40**2 - away_mm**2)
    assert spots.spans == (pytest.approx((20, 300 - half)), pytest.approx((300 + half, 580)))


def test_enemies_are_kept_clear_of_by_rim_distance() -> None:
    things = scene(base("foe", 300, 60, 30), base("friend", 500, 100))
    spots = free_spots_along_side(things, 20, Side.PLAYER_ONE, clearance_mm=80, keep_clear_of={"foe"})
    half = math.sqrt(130**2 - 40**2)
    assert spots.spans == (pytest.approx((20, 300 - half)), pytest.approx((300 + half, 580)))


def test_terrain_at_the_side_takes_its_stretch_with_round_corners() -> None:
    inside = free_spots_along_side(scene(box("t", 200, 0, 300, 50)), 20, Side.PLAYER_ONE)
    assert inside.spans == (pytest.approx((20, 180)), pytest.approx((320, 580)))
    above = free_spots_along_side(scene(box("t", 200, 30, 300, 50)), 20, Side.PLAYER_ONE)
    half = math.sqrt(20**2 - 10**2)
    assert above.spans == (pytest.approx((20, 200 - half)), pytest.approx((300 + half, 580)))
    big = free_spots_along_side(scene(box("t", -100, -100, 700, 300)), 20, Side.PLAYER_ONE)
    assert big.spans == ()
    assert big.nearest(MatPoint(300, 0)) is None


def test_a_gap_exactly_as_wide_as_the_base_is_one_spot() -> None:
    things = scene(box("t1", 0, 0, 280, 100), box("t2", 320, 0, 600, 100))
    ((low, high),) = free_spots_along_side(things, 20, Side.PLAYER_ONE).spans
    assert low == pytest.approx(300, abs=1e-6)
    assert high == pytest.approx(300, abs=1e-6)
    assert free_spots_along_side(things, 20.001, Side.PLAYER_ONE).spans == ()


def test_a_side_exactly_as_long_as_the_base_holds_it() -> None:
    assert free_spots_along_side(Scene(Mat(40, 60)), 20, Side.PLAYER_ONE).spans == ((20, 20),)
    assert free_spots_along_side(Scene(Mat(39, 60)), 20, Side.PLAYER_ONE).spans == ()
    assert free_spots_along_side(Scene(Mat(60, 39)), 20, Side.PLAYER_ONE).spans == ()


@pytest.mark.parametrize(("gap", "answer"), [
    (39.3, Answer.NO), (39.6, Answer.CLOSE), (40.4, Answer.CLOSE), (40.7, Answer.YES),
])  # fmt: skip
def test_room_is_close_only_where_the_tolerance_decides(gap: float, answer: Answer) -> None:
    things = scene(box("t1", 0, 0, 280, 100), box("t2", 280 + gap, 0, 600, 100))
    assert judge_room_along_side(things, 20, Side.PLAYER_ONE, tolerance_mm=0.3).answer is answer
    exact = judge_room_along_side(things, 20, Side.PLAYER_ONE)
    assert exact.because == ("room.some" if gap > 40 else "room.none")


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.floats(0, 600), st.floats(0, 600), st.sampled_from([15.0, 24.0, 30.0])), max_size=10),
    st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500), st.floats(1, 200), st.floats(1, 200)), max_size=3),
    st.sampled_from(list(Side)),
    st.floats(0, 600),
    st.floats(0, 120),
)
def test_spots_along_a_side_agree_with_single_places(
    discs: list[tuple[float, float, float]],
    boxes: list[tuple[float, float, float, float]],
    side: Side,
    along_mm: float,
    clearance_mm: float,
) -> None:
    bases = [base(f"b{n}", *disc) for n, disc in enumerate(discs)]
    things = scene(*bases, *(box(f"t{n}", x, y, x + w, y + h) for n, (x, y, w, h) in enumerate(boxes)))
    spots = free_spots_along_side(things, 16, side, clearance_mm=clearance_mm, keep_clear_of={"b0", "b1"})
    centre = spots.centre_at(along_mm)
    gaps = [math.hypot(b.centre.x_mm - centre.x_mm, b.centre.y_mm - centre.y_mm) - b.radius_mm - 16 for b in bases[:2]]
    if any(abs(along_mm - end) < 1e-4 for span in spots.spans for end in span):
        return
    expected = is_free(things, 16, centre) and all(gap >= clearance_mm for gap in gaps)
    assert any(low <= along_mm <= high for low, high in spots.spans) == expected


def test_a_part_of_a_side_holds_what_stands_opposite_to_it() -> None:
    things = scene(base("b", 100, 20))
    for within in ((0.0, 250.0), (250.0, 0.0)):
        spots = free_spots_along_side(things, 20, Side.PLAYER_ONE, within_mm=within)
        assert spots.spans == (pytest.approx((20, 60)), pytest.approx((140, 250)))
    assert free_spots_along_side(scene(), 20, Side.LEFT, within_mm=(350.0, 600.0)).spans == ((350, 580),)
    assert free_spots_along_side(things, 20, Side.PLAYER_ONE, within_mm=(61.0, 139.0)).spans == ()
    for within, answer in (((0, 59.9), Answer.YES), ((60.1, 139.9), Answer.CLOSE), ((61.0, 139.0), Answer.NO)):
        verdict = judge_room_along_side(things, 20, Side.PLAYER_ONE, within_mm=within, tolerance_mm=0.3)
        assert verdict.answer is answer


def test_senseless_lengths_are_refused() -> None:
    with pytest.raises(SceneError, match="clearance must be 0 mm or more"):
        free_spots_along_side(scene(), 16, Side.LEFT, clearance_mm=-1)
    with pytest.raises(SceneError, match="radius above 0 mm"):
        free_spots_along_side(scene(), 0, Side.LEFT)
    with pytest.raises(SceneError, match="tolerance must be 0 mm or more"):
        judge_room_along_side(scene(), 16, Side.LEFT, tolerance_mm=math.nan)
