"""Where models may be put down, as the tablet is told it beside a game on a mat."""

import pytest

from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Correct
from companion.games.signum.model.commands import (
    Activate,
    ChooseFirst,
    End,
    Finish,
    Keep,
    Move,
    PlaceHero,
    Play,
    Priority,
    Skip,
)
from companion.games.values import Stand
from companion.geometry import MatPoint, Side
from companion.referee import ConfirmProposal, GrabModel, TrackState
from companion.referee import GameScreen as Shown
from companion.texts import Language
from tests.referee.mat.mat_game import Mats

BORDER_MM = 0.2


@pytest.fixture
def fresh(tmp_path):
    """Nobody is on the mat, and player A begins."""
    mat = Mats(tmp_path).look(4.0)
    return mat.give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"))


@pytest.fixture
def mat(tmp_path):
    """Both heroes stand at their sides, and A's may act."""
    mat = Mats(tmp_path)
    mat.begun().give(Skip(by="A")).look()
    return mat


def shown(mat, language=Language.ENGLISH):
    """The game as the tablet shows it."""
    game = Shown(tuple((seat, seat) for seat in mat.match.players), mat.match.view(SPECTATOR), {})
    return mat.side.shown_on(game, language)


def the_zone(mat):
    (zone,) = shown(mat).zones
    return zone


def farthest(zone, x_mm, y_mm):
    """How far towards a place outside the zone it reaches."""
    near = zone.room.nearest(MatPoint(x_mm, y_mm))
    return near.x_mm, near.y_mm


def test_a_hero_that_is_asked_for_has_the_zone_of_its_side_and_its_base(fresh):
    zone = the_zone(fresh)
    assert (zone.of, zone.seat, zone.kind, zone.asked) == ("A:hero", "A", "placehero", True)
    assert (zone.radius_mm, zone.side, zone.name) == (16.0, Side.PLAYER_ONE, "Hero")
    fresh.give(PlaceHero(by="A", at=Stand(300.0, 16.0)))
    zone = the_zone(fresh)
    assert (zone.of, zone.side) == ("B:hero", Side.PLAYER_TWO)
    assert farthest(zone, 100.0, 300.0) == (100.0, 584.0)
    fresh.give(PlaceHero(by="B", at=Stand(300.0, 584.0)))
    assert shown(fresh).zones == ()


def test_a_newcomer_has_a_zone_that_keeps_clear_of_enemies(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card)).look()
    zone = next(each for each in shown(mat).zones if each.asked)
    assert (zone.of, zone.side) == (card, Side.PLAYER_ONE)
    assert farthest(zone, 320.0, 16.0) == pytest.approx((332.0, 16.0), abs=BORDER_MM)  # beside the own hero


def test_who_acts_has_the_zone_of_its_move_and_of_a_run_once_that_was_said(mat):
    assert shown(mat).zones == ()
    mat.give(Activate(by="A", creature="A:hero")).look()
    zone = the_zone(mat)
    assert (zone.kind, zone.asked, zone.side) == ("move", False, None)
    assert farthest(zone, 300.0, 500.0) == pytest.approx((300.0, 116.0), abs=BORDER_MM)

    submitted(mat, "move", creature="A:hero", run="true")
    assert the_zone(mat).kind == "run"
    assert farthest(the_zone(mat), 300.0, 500.0) == pytest.approx((300.0, 166.0), abs=BORDER_MM)
    submitted(mat, "move", creature="A:hero", run="false")
    assert the_zone(mat).kind == "move"


def submitted(mat, kind, **values):
    answer = mat.submit("A", kind, **values)
    assert answer.violation.key == "not_moved"
    mat.look(0.2)


def test_a_run_that_was_said_is_what_a_short_way_is_read_as(mat):
    mat.give(Activate(by="A", creature="A:hero")).look()
    submitted(mat, "move", creature="A:hero", run="true")
    mat.put("A_greer", 300.0, 60.0)
    (reading,) = mat.side.proposals
    assert reading.kind == "run"
    mat.ask(ConfirmProposal(reading.id))
    assert mat.state.creatures["A:hero"].deeds.ran


def test_what_was_said_before_it_moved_holds_no_longer_after(mat):
    mat.give(Activate(by="A", creature="A:hero")).look()
    submitted(mat, "move", creature="A:hero", run="true")
    mat.give(Move(by="A", creature="A:hero", to=Stand(300.0, 40.0))).look()
    assert [each.kind for each in shown(mat).zones] == ["move"]


def test_a_model_that_a_finger_takes_has_its_zone_before_it_is_activated(mat):
    mat.ask(GrabModel("A_greer"))
    grabbed = shown(mat).grabbed
    assert (grabbed.of, grabbed.zone.kind, grabbed.why) == ("A:hero", "move", "")
    assert grabbed.zone.name == "Hero (A)"
    assert mat.state.acting == ""
    mat.ask(GrabModel(""))
    assert shown(mat).grabbed is None


def test_so_has_one_that_a_hand_lifts(mat):
    mat.states["A_greer"] = TrackState.MOVED
    mat.look(0.3)
    assert shown(mat).grabbed.zone.of == "A:hero"
    mat.states["A_greer"] = TrackState.SEEN
    mat.look()
    assert shown(mat).grabbed is None


@pytest.mark.parametrize("language", list(Language))
def test_a_model_that_may_not_be_moved_now_says_why(mat, language):
    mat.ask(GrabModel("B_robin"))
    grabbed = shown(mat, language).grabbed
    assert grabbed.zone is None
    assert grabbed.why
    assert "_" not in grabbed.why


def test_a_refused_model_is_told_no_other_reason_once_the_game_has_gone_on(mat):
    mat.give(Activate(by="A", creature="A:hero"), Finish(by="A"))
    mat.ask(GrabModel("A_greer"))
    assert "once a turn" in shown(mat).grabbed.why
    mat.give(End(by="A"))
    assert shown(mat).grabbed is None, "that it is Bob's turn is nothing that was tried"
    mat.ask(GrabModel(""))
    mat.ask(GrabModel("A_greer"))
    assert "turn" in shown(mat).grabbed.why, "now it is"


def test_another_ones_activation_ends_for_the_zone_of_the_model_that_is_taken(mat):
    fighter = mat.summon(100.0, 16.0)
    mat.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A")).look()
    mat.give(Activate(by="A", creature="A:hero")).look()
    mat.ask(GrabModel(mat.pointing.models.base(fighter)))
    assert shown(mat).grabbed.zone.of == fighter
    assert mat.state.acting == "A:hero"


def test_nobody_has_a_zone_before_the_first_hero_is_asked_for_or_while_hands_are_chosen(tmp_path):
    mat = Mats(tmp_path).look(4.0)
    assert shown(mat).zones == ()
    mat.give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"))
    mat.give(PlaceHero(by="A", at=Stand(300.0, 16.0)), PlaceHero(by="B", at=Stand(300.0, 584.0)))
    assert shown(mat).zones == ()
    mat.give(Keep(by="A"), Keep(by="B"))
    assert shown(mat).zones == ()


def test_how_far_a_creature_may_go_is_what_is_left_of_its_move(mat):
    def reaches():
        return shown(mat).reaches["A:hero"]

    assert reaches() == {"move": 100.0}, "it has not acted yet"
    mat.give(Activate(by="A", creature="A:hero"))
    assert reaches() == {"move": 100.0, "run": 150.0}
    stand, met = mat.match.shown.creatures["A:hero"].stand, 16.0 + 16.0
    mat.give(Correct(by=TABLE, of="B:hero", at=Stand(stand.x_mm, stand.y_mm + 50.0 + met, 0.2)))
    mat.give(Move(by="A", creature="A:hero", to=Stand(stand.x_mm, stand.y_mm + 50.0, 0.2)))
    assert mat.match.shown.creatures["A:hero"].stand.y_mm == stand.y_mm + 50.0
    assert reaches() == {}, "contact has ended its move"
