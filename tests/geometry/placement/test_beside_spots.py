"""Whether a base fits in contact with a template."""

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
    judge_room_beside,
)


def base(name: str, x: float, y: float, radius: float = 16.0) -> Base:
    return Base(name, MatPoint(x, y), radius)


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, impassable: bool = False) -> Terrain:
    return Terrain(name, (MatPoint(x0, y0), MatPoint(x1, y0), MatPoint(x1, y1), MatPoint(x0, y1)), impassable)


def ring(x: float, y: float, away: float, count: int, radius: float = 16.0) -> tuple[Base, ...]:
    """Bases all round a place, each touching the next or nearly."""
    turns = (math.tau * n / count for n in range(count))
    return tuple(base(f"b{n}", x + away * math.cos(t), y + away * math.sin(t), radius) for n, t in enumerate(turns))


def test_there_is_room_on_a_template_and_beside_it() -> None:
    open_one = Scene(Mat(), (), (box("r", 280, 280, 320, 320),))
    assert judge_room_beside(open_one, 16, ("r",)).answer is Answer.YES
    standing_on_it = Scene(Mat(), (base("b", 300, 300),), (box("r", 280, 280, 320, 320),))
    assert judge_room_beside(standing_on_it, 16, ("r",)).answer is Answer.YES
    assert judge_room_beside(open_one, 16, ()).answer is Answer.NO


def test_beside_impassable_terrain_there_is_room_only_within_the_contact() -> None:
    rock = Scene(Mat(), (), (box("r", 280, 280, 320, 320, impassable=True),))
    assert judge_room_beside(rock, 16, ("r",), contact_mm=2.0).answer is Answer.YES
    # Between the rock and the walls on both sides there is a base's width and a hair, or a hair less.
    ridge = box("r", 0, 280, 600, 320, impassable=True)
    for gap, answer, because in ((32.05, Answer.YES, "room.some"), (31.95, Answer.NO, "room.none")):
        walls = (
            box("w1", 0, 0, 600, 280 - gap, impassable=True),
            box("w2", 0, 320 + gap, 600, 600, impassable=True),
        )
        verdict = judge_room_beside(Scene(Mat(), (), (ridge, *walls)), 16, ("r",), contact_mm=2.0)
        assert (verdict.answer, verdict.because) == (answer, because)


def test_enemies_must_not_be_touched_and_friends_may() -> None:
    things = Scene(Mat(), ring(300, 300, 34, 6), (box("r", 299, 299, 301, 301),))
    enemies = tuple(each.id for each in things.bases)
    assert judge_room_beside(things, 17, ("r",), contact_mm=2.0, apart_from=enemies).answer is Answer.NO
    assert judge_room_beside(things, 17, ("r",), contact_mm=2.0).answer is Answer.YES


def test_room_is_close_where_the_tolerance_decides() -> None:
    def shut(away: float) -> Scene:
        return Scene(Mat(), ring(300, 300, away, 12), (box("r", 300, 300, 300, 300),))

    for away, answer in ((46.8, Answer.NO), (47.0, Answer.CLOSE), (48.0, Answer.CLOSE), (48.2, Answer.YES)):
        # A point in the middle of a ring that leaves a base's width, more or less; beyond the ring it is out of reach.
        verdict = judge_room_beside(shut(away), 31.5, ("r",), contact_mm=0.5, tolerance_mm=0.6)
        assert verdict.answer is answer, away


def test_there_is_no_room_beyond_the_edge_of_the_mat() -> None:
    at_edge = Scene(Mat(), (base("b", 300, 16),), (box("r", 280, 0, 320, 10),))
    assert judge_room_beside(at_edge, 16, ("r",)).answer is Answer.YES
    corner = Scene(Mat(), (base("b", 16, 16),), (box("r", 0, 0, 5, 5),))
    assert judge_room_beside(corner, 16, ("r",)).answer is Answer.NO
    assert judge_room_beside(Scene(Mat(30, 600), (), (box("r", 0, 0, 30, 50),)), 16, ("r",)).answer is Answer.NO


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 200), st.floats(0, 200), st.sampled_from([15.0, 24.0, 30.0])), max_size=12),
    st.lists(st.tuples(st.floats(0, 150), st.floats(0, 150), st.floats(1, 80), st.floats(1, 80)), max_size=2),
    st.tuples(st.floats(0, 150), st.floats(0, 150), st.floats(1, 60), st.floats(1, 60)),
    st.sampled_from([0.0, 2.0]),
    st.integers(0, 2**32 - 1),
)
def test_room_agrees_with_single_places(discs, walls, ruin, contact_mm, seed) -> None:
    bases = tuple(base(f"b{n}", *disc) for n, disc in enumerate(discs))
    terrain = tuple(box(f"t{n}", x, y, x + w, y + h, impassable=True) for n, (x, y, w, h) in enumerate(walls))
    x, y, w, h = ruin
    things = Scene(Mat(220, 220), bases, (*terrain, box("r", x, y, x + w, y + h)))
    answer = judge_room_beside(things, 16, ("r",), contact_mm=contact_mm, apart_from=("b0", "b1")).answer

    def fits(px: float, py: float, growth: float) -> bool:
        away = math.hypot(max(x - px, px - x - w, 0), max(y - py, py - y - h, 0))
        apart = (math.hypot(b.centre.x_mm - px, b.centre.y_mm - py) - b.radius_mm - 16 for b in bases[:2])
        if away > 16 + contact_mm - growth or any(gap <= contact_mm + growth for gap in apart):
            return False
        return is_free(things, 16 + growth, MatPoint(px, py))

    step = 3.0
    offset = (seed % 1000) / 1000 * step
    found = [
        (px, py)
        for px in (offset + step * n for n in range(74))
        for py in (offset + step * n for n in range(74))
        if fits(px, py, 0.0)
    ]
    if any(fits(px, py, 0.01) for px, py in found):
        assert answer is Answer.YES
    if answer is Answer.NO:
        assert not any(fits(px, py, 0.01) for px, py in found)


def test_senseless_lengths_are_refused() -> None:
    with pytest.raises(SceneError, match="radius above 0 mm"):
        judge_room_beside(Scene(), 0, ())
    with pytest.raises(SceneError, match="contact must be 0 mm or more"):
        judge_room_beside(Scene(), 16, (), contact_mm=-1)
    with pytest.raises(SceneError, match="tolerance must be 0 mm or more"):
        judge_room_beside(Scene(), 16, (), tolerance_mm=math.nan)
    with pytest.raises(SceneError, match="radius above 0 mm"):
        judge_room_beside(Scene(), math.inf, ())
    with pytest.raises(SceneError, match="contact must be 0 mm or more"):
        judge_room_beside(Scene(), 16, (), contact_mm=math.inf)
    assert judge_room_beside(Scene(), 0.5, ()).limit_mm == 0
