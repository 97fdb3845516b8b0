"""Record and mat compared: what stands in its place, what does not and why, and when a ghost is shown."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Base, Mat, MatPoint
from companion.referee import (
    AcceptPlacement,
    Choices,
    DismissProposal,
    Measures,
    Piece,
    PlacementState,
    TrackState,
    TroubleKind,
    View,
)
from companion.referee.api.placement import FITS_MM
from companion.referee.mat.models import Models, RecordedPiece
from companion.referee.mat.placement_tracker import NUDGE_MM, STAYS_MM, compared, told
from companion.referee.mat.rest_detector import RestDetector, followed
from tests.referee.mat.mat_game import BLIND, HEALTHY
from vision.trouble import Trouble

SPOTS = st.lists(
    st.tuples(st.integers(1, 8), st.integers(1, 8)), min_size=2, max_size=10, unique=True
)  # on a grid wide enough that no base is near another's place
SPACING_MM = 65.0


def things_at(spots):
    return tuple(
        RecordedPiece(f"A:{number}", "A", "A", 16.0, MatPoint(x * SPACING_MM, y * SPACING_MM), 0.2)
        for number, (x, y) in enumerate(spots)
    )


def view_of(places):
    pieces = tuple(Piece(Base(name, at, 16.0, sigma_mm=0.2), TrackState.SEEN, 0.0) for name, at in places.items())
    return View(0, Mat(), Measures(), Choices(), HEALTHY, pieces=pieces)


def standing_of(things, *views):
    """The standing after some views, one second each."""
    models = Models({thing.id: f"base {thing.id}" for thing in things})
    resting, tracks, now_s = RestDetector(), {}, 0.0
    for view in views:
        for _ in range(10):
            now_s += 0.1
            resting = followed(resting, view, now_s)
            tracks = compared(tracks, things, models, resting, view, now_s)
    return told(tracks, models, resting, ("A", "B"), views[-1], now_s)


@given(SPOTS, st.lists(st.tuples(st.floats(0, 1.0), st.floats(0, math.tau)), min_size=10, max_size=10))
def test_a_scene_made_from_the_record_is_in_place(spots, off):
    things = things_at(spots)
    places = {
        f"base {thing.id}": MatPoint(thing.at.x_mm + by * math.cos(turn), thing.at.y_mm + by * math.sin(turn))
        for thing, (by, turn) in zip(things, off, strict=False)
    }
    standing = standing_of(things, view_of(places))
    assert standing.agrees
    assert all(each.how is PlacementState.IN_PLACE and not each.ghost for each in standing.all)
    assert standing.strangers == ()


@given(SPOTS, st.data())
def test_two_models_swapped_are_found_whatever_else_there_is(spots, data):
    things = things_at(spots)
    one, other = data.draw(st.lists(st.sampled_from(things), min_size=2, max_size=2, unique=True))
    at_home = {f"base {thing.id}": thing.at for thing in things}
    swapped = at_home | {f"base {one.id}": other.at, f"base {other.id}": one.at}
    for views in ((view_of(at_home), view_of(swapped)), (view_of(swapped),)):
        standing = standing_of(things, *views)
        assert {each.of for each in standing.all if each.how is PlacementState.SWAPPED} == {one.id, other.id}
        assert standing.of(one.id).swapped_with == other.id
        assert all(each.how is PlacementState.IN_PLACE for each in standing.all if each.of not in (one.id, other.id))


@given(st.floats(0.0, 40.0), st.floats(0, math.tau), st.booleans())
def test_how_far_a_model_is_off_decides_what_it_is(off_mm, turn, seen_before):
    (thing,) = things_at([(4, 4)])
    at = MatPoint(thing.at.x_mm + off_mm * math.cos(turn), thing.at.y_mm + off_mm * math.sin(turn))
    views = (view_of({"base A:0": thing.at}),) if seen_before else ()
    standing = standing_of(things_at([(4, 4)]), *views, view_of({"base A:0": at}))
    limit_mm = FITS_MM + (STAYS_MM if seen_before else 0.0)
    if abs(off_mm - limit_mm) < 0.3 or abs(off_mm - NUDGE_MM) < 0.3:
        return  # what rests is told to a quarter of a millimetre
    if off_mm < limit_mm:
        expected = PlacementState.IN_PLACE
    else:
        expected = (
            (PlacementState.NUDGED if off_mm < NUDGE_MM else PlacementState.MOVED)
            if seen_before
            else PlacementState.MISPLACED
        )
    assert standing.all[0].how is expected
    assert standing.all[0].away_mm == pytest.approx(off_mm, abs=0.35)


def test_at_the_edge_of_the_tolerance_nothing_flickers(mat):
    hows = []
    for number in range(40):
        mat.places["A_greer"] = (300.0, 16.0 + FITS_MM + (0.3 if number % 2 else -0.3))
        mat.look(0.2)
        hows.append(mat.how("A:hero"))
    assert set(hows) == {PlacementState.IN_PLACE}
    mat.put("A_greer", 300.0, 16.0 + FITS_MM + 2 * STAYS_MM)
    assert mat.how("A:hero") is PlacementState.NUDGED


def test_jitter_of_a_model_at_rest_is_no_news(mat):
    mat.look(2.0)
    standing, stirred = mat.standing, mat.stirred
    for number in range(30):
        mat.places["A_greer"] = (300.0 + 0.1 * (number % 2), 16.0)
        mat.look(0.1)
    assert mat.standing == standing
    assert mat.stirred == stirred


def test_a_nudged_model_may_go_back_or_be_accepted_where_it_is(mat):
    mat.put("B_robin", 304.0, 584.0)
    there = mat.standing.of("B:hero")
    assert (there.how, there.ghost, there.acceptable, there.away_mm) == (PlacementState.NUDGED, True, True, 4.0)
    assert mat.ask(AcceptPlacement("B:hero")).granted
    mat.look()
    assert mat.state.creatures["B:hero"].stand.x_mm == 304.0
    assert mat.standing.agrees
    assert not mat.ask(AcceptPlacement("B:hero")).granted


def test_while_a_hand_is_at_work_nothing_is_wanted(mat):
    mat.put("B_robin", 304.0, 584.0, seconds=0.2)
    mat.states["A_greer"] = TrackState.LIFTED
    mat.look(2.0)
    assert mat.how("B:hero") is PlacementState.NUDGED
    assert not mat.standing.of("B:hero").ghost
    assert not mat.standing.of("B:hero").acceptable
    mat.states["A_greer"] = TrackState.SEEN
    mat.look()
    assert mat.standing.of("B:hero").ghost


def test_after_time_went_back_the_model_is_to_be_put_back_and_ticks_once_it_fits(mat):
    before = mat.record.written
    fighter = mat.summon(100.0, 16.0)
    mat.put("A_greer", 300.0, 80.0)
    mat.submit("A", "activate", creature="A:hero")
    mat.submit("A", "move", creature="A:hero", run="false")
    mat.look()
    assert mat.standing.agrees
    mat.match.undo(before, "A")
    mat.look()
    there = mat.standing.of("A:hero")
    assert (there.how, there.ghost, there.fits, there.away_mm) == (PlacementState.MISPLACED, True, False, 64.0)
    assert mat.side.proposals == ()
    assert [each.former for each in mat.standing.strangers] == [fighter]
    mat.put("A_greer", 300.5, 16.5, seconds=1.0)
    there = mat.standing.of("A:hero")
    assert (there.how, there.ghost, there.fits) == (PlacementState.IN_PLACE, True, True)
    mat.look(3.0)
    assert not mat.standing.of("A:hero").ghost


def test_the_ghost_stays_while_the_model_is_carried_to_it(mat):
    mat.put("B_robin", 350.0, 500.0)
    assert mat.standing.of("B:hero").ghost
    mat.states["B_robin"], mat.places["B_robin"] = TrackState.MOVED, (320.0, 560.0)
    mat.look(0.5)
    there = mat.standing.of("B:hero")
    assert (there.how, there.ghost, there.fits) == (PlacementState.MOVING, True, False)
    assert there.away_mm == pytest.approx(31.2, abs=0.1)


def test_models_that_leave_their_places_together_were_bumped(mat):
    mat.summon(100.0, 16.0)
    names = ("A_greer", "B_robin", next(name for name in mat.places if name not in ("A_greer", "B_robin")))
    for name in names:
        x_mm, y_mm = mat.places[name]
        mat.places[name] = (x_mm + 25.0, y_mm + (10.0 if y_mm < 300.0 else -10.0))
    mat.look(2.0)
    assert {each.how for each in mat.standing.all} == {PlacementState.MISPLACED}
    assert all(each.ghost for each in mat.standing.all)
    assert mat.side.proposals == ()


def test_a_model_that_is_gone_is_off_the_mat_and_one_that_is_hidden_is_hidden(mat):
    del mat.places["A_greer"]
    mat.states["B_robin"] = TrackState.HELD
    mat.ages_s["B_robin"] = 0.5
    mat.look(0.5)
    assert (mat.how("A:hero"), mat.how("B:hero")) == (PlacementState.IN_PLACE, PlacementState.IN_PLACE)
    mat.ages_s["B_robin"] = 7.4
    mat.look(3.0)
    hidden = mat.standing.of("B:hero")
    assert (mat.how("A:hero"), hidden.how, hidden.age_s) == (PlacementState.OFF, PlacementState.HIDDEN, 7)
    assert mat.standing.of("A:hero").ghost
    assert not mat.standing.agrees
    mat.places["A_greer"] = (-40.0, 200.0)
    mat.look(3.0)
    assert mat.how("A:hero") is PlacementState.OFF


def test_a_saved_game_is_set_up_again_by_its_ghosts(mat):
    places, mat.places = mat.places, {}
    mat.pointing.tracks, mat.pointing.resting = {}, RestDetector()
    mat.places = {"A_greer": (100.0, 300.0)}
    mat.look(6.0)
    assert {each.of: each.how for each in mat.standing.all} == {
        "A:hero": PlacementState.MISPLACED,
        "B:hero": PlacementState.OFF,
    }
    assert all(each.ghost and each.at is not None for each in mat.standing.all)
    for name, at in places.items():
        mat.put(name, *at)
    assert mat.standing.agrees


def test_a_model_that_the_record_does_not_know_is_named(mat):
    mat.put("x_coin", 200.0, 300.0)
    (stranger,) = mat.standing.strangers
    assert (stranger.base, stranger.at, stranger.may_be, stranger.former) == ("x_coin", MatPoint(200.0, 300.0), (), "")


def test_where_nothing_can_be_seen_nothing_changes(mat):
    before = mat.standing
    mat.health = BLIND
    mat.places = {"A_greer": (100.0, 300.0)}
    mat.look(5.0)
    assert mat.standing == replace(before, blind=True)
    moved = Trouble(TroubleKind.CAMERA_MOVED, "", "The camera was moved.")
    mat.health = replace(HEALTHY, troubles=(moved,))
    mat.look(5.0)
    assert mat.standing == replace(before, blind=True)


def test_a_model_moved_where_nothing_allows_it_gets_its_ghost_at_once(mat):
    mat.put("B_robin", 300.0, 450.0)
    assert mat.how("B:hero") is PlacementState.MOVED
    assert mat.standing.of("B:hero").ghost
    mat.put("B_robin", 300.0, 584.0)
    mat.look(3.0)
    mat.put("A_greer", 300.0, 80.0)
    assert not mat.standing.of("A:hero").ghost
    mat.ask(DismissProposal(mat.side.proposals[0].id))
    mat.look()
    assert mat.side.proposals == ()
    assert mat.standing.of("A:hero").ghost
    mat.put("A_greer", 300.0, 90.0)
    assert len(mat.side.proposals) == 1


def test_a_template_that_was_pushed_is_to_be_put_back(mat):
    corners = ((200.0, 200.0), (280.0, 200.0), (280.0, 260.0))
    outline = tuple(MatPoint(*each) for each in corners)
    thing = RecordedPiece("A:b2", "A", "A", 0.0, MatPoint(253.3, 220.0), 0.2, outline, is_template=True)
    models = Models({"A:b2": "wood"})
    resting, tracks, now_s = RestDetector(), {}, 0.0
    for off_mm, expected in (
        (0.0, PlacementState.IN_PLACE),
        (5.0, PlacementState.NUDGED),
        (30.0, PlacementState.MOVED),
        (0.5, PlacementState.IN_PLACE),
    ):
        mat.templates = {"wood": tuple((x_mm + off_mm, y_mm) for x_mm, y_mm in corners)}
        for _ in range(10):
            now_s += 0.1
            resting = followed(resting, mat.view(), now_s)
            tracks = compared(tracks, (thing,), models, resting, mat.view(), now_s)
        assert tracks["A:b2"].how is expected


@pytest.mark.parametrize("is_token", [False, True])
def test_a_model_that_nobody_knows_is_asked_for_and_a_token_without_a_tag_is_not(is_token):
    thing = replace(things_at([(3, 3)])[0], is_token=is_token)
    resting, tracks, now_s, view = RestDetector(), {}, 0.0, view_of({})
    for _ in range(20):
        now_s += 0.1
        resting = followed(resting, view, now_s)
        tracks = compared(tracks, (thing,), Models({}), resting, view, now_s)
    (placed,) = told(tracks, Models({}), resting, ("A", "B"), view, now_s).all
    assert (placed.how, placed.ghost) == (PlacementState.NO_MODEL, not is_token)
