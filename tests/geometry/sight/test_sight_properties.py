"""What holds for every line of sight, whatever stands on the table."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.geometry import Answer, Base, MatPoint, Scene, Terrain, can_see, find_sight
from companion.geometry.sight.line_of_sight import MARGIN_WITHIN_MM

pytestmark = pytest.mark.slow


SLACK_MM = 2 * MARGIN_WITHIN_MM
places = st.floats(0, 260).map(lambda value: round(value, 3))
radii = st.sampled_from([12.5, 16.0, 20.0, 25.0])


@st.composite
def star_shapes(draw):
    """Simple polygons, mostly concave: corners at growing angles round a centre."""
    x, y, size = draw(places), draw(places), draw(st.floats(10, 90))
    count = draw(st.integers(3, 8))
    corners = []
    for k in range(count):
        angle = 2 * math.pi * (k + draw(st.floats(0, 0.8))) / count
        reach = size * draw(st.floats(0.3, 1))
        corners.append(MatPoint(x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return tuple(corners if draw(st.booleans()) else corners[::-1])


@st.composite
def tables(draw):
    """Scenes of two to six bases and up to two templates; bases may touch, and overlap by a misread."""
    bases = [Base(f"b{k}", MatPoint(draw(places), draw(places)), draw(radii)) for k in range(draw(st.integers(2, 5)))]
    if draw(st.booleans()):
        anchor, angle, radius = bases[0], draw(st.floats(0, 6.28)), draw(radii)
        away = anchor.radius_mm + radius
        place = MatPoint(anchor.centre.x_mm + away * math.cos(angle), anchor.centre.y_mm + away * math.sin(angle))
        bases.append(Base("touching", place, radius))
    terrain = [Terrain(f"t{k}", draw(star_shapes()), blocks_sight=True) for k in range(draw(st.integers(0, 2)))]
    return Scene(bases=tuple(bases), terrain=tuple(terrain))


def margin(scene):
    return find_sight(scene, "b0", "b1").margin_mm


def mapped(scene, change):
    """The scene with every place changed."""
    return replace(
        scene,
        bases=tuple(replace(b, centre=change(b.centre)) for b in scene.bases),
        terrain=tuple(replace(t, polygon=tuple(change(p) for p in t.polygon)) for t in scene.terrain),
    )


@given(tables())
@settings(max_examples=40)
def test_sight_is_the_same_in_both_directions(scene):
    there, back = find_sight(scene, "b0", "b1"), find_sight(scene, "b1", "b0")
    assert (there.margin_mm, there.verdict, there.blockers) == (back.margin_mm, back.verdict, back.blockers)
    assert (there.witness.start, there.witness.end) == (back.witness.end, back.witness.start)
    assert can_see(scene, "b0", "b1") == can_see(scene, "b1", "b0")


@given(tables(), st.floats(-300, 300), st.floats(-300, 300), st.floats(0, 6.28), st.booleans())
@settings(max_examples=40)
def test_margin_moves_turns_and_mirrors_with_the_mat(scene, dx, dy, turn, mirrored):
    def change(point):
        x, y = point.x_mm, -point.y_mm if mirrored else point.y_mm
        c, s = math.cos(turn), math.sin(turn)
        return MatPoint(dx + c * x - s * y, dy + s * x + c * y)

    before, after = margin(scene), margin(mapped(scene, change))
    assert after == (before if before is None else pytest.approx(before, abs=SLACK_MM))


@given(tables())
@settings(max_examples=60)
def test_the_quick_answer_agrees_with_the_margin(scene):
    found = margin(scene)
    assume(found is None or abs(found) > SLACK_MM)
    assert can_see(scene, "b0", "b1") == (found is None or found > 0)


@given(tables(), st.floats(0.01, 0.99))
@settings(max_examples=40)
def test_other_bases_grown_by_less_than_the_margin_leave_sight_clear_and_by_more_block_it(scene, share):
    bare = replace(scene, terrain=())
    found = margin(bare)
    assume(found is not None and found > 0.1)

    def grown(by_mm):
        others = tuple(b if b.id in {"b0", "b1"} else replace(b, radius_mm=b.radius_mm + by_mm) for b in bare.bases)
        return can_see(replace(bare, bases=others), "b0", "b1")

    assert grown(found * share)
    assert not grown(found + SLACK_MM)


@given(tables())
@settings(max_examples=40)
def test_taking_a_blocker_away_never_lowers_the_margin(scene):
    before = margin(scene)
    assume(before is not None)
    for piece in scene.terrain:
        after = margin(replace(scene, terrain=tuple(t for t in scene.terrain if t is not piece)))
        assert after is None or after >= before - SLACK_MM
    for base in scene.bases[2:]:
        after = margin(replace(scene, bases=tuple(b for b in scene.bases if b is not base)))
        assert after is None or after >= before - SLACK_MM


@given(tables())
@settings(max_examples=40)
def test_only_the_blockers_named_set_the_margin(scene):
    sight = find_sight(scene, "b0", "b1")
    assume(sight.margin_mm is not None)
    assert sight.blockers
    only = replace(
        scene,
        bases=tuple(b for b in scene.bases if b.id in {"b0", "b1", *sight.blockers}),
        terrain=tuple(t for t in scene.terrain if t.id in sight.blockers),
    )
    others = replace(scene, bases=only.bases, terrain=scene.terrain)
    assert margin(only) >= sight.margin_mm - SLACK_MM
    assert margin(others) >= sight.margin_mm - SLACK_MM


@given(tables(), st.floats(0, 2), st.floats(0, 2))
@settings(max_examples=40)
def test_more_uncertainty_never_makes_close_certain(scene, sigma, extra):
    def judged(spread):
        blurred = replace(scene, bases=tuple(replace(b, sigma_mm=spread) for b in scene.bases))
        return find_sight(blurred, "b0", "b1").verdict.answer

    less, more = judged(sigma), judged(sigma + extra)
    assert less is not Answer.CLOSE or more is Answer.CLOSE
