"""Mats that are only in the computer: what fingers lay on a drawn one, and how each is found again as it was left."""

import math
import queue
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Correct
from companion.games.registry import games
from companion.games.signum.game import Signum
from companion.games.signum.model.constants import BASE_DIAMETERS_MM, Edition
from companion.games.signum.model.editions import rules_for
from companion.games.values import Stand
from companion.geometry import MatPoint
from companion.printing.inventory import save_table
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee import Choices, PlacementState, TrackState
from companion.referee.history.report import report_of
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.lobby.open_table import TableRequest, open_table
from companion.referee.mat.models import Models
from companion.referee.mat.models_file import models_beside, write_models
from companion.referee.match.chronicle import told
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from companion.referee.rehearsal.hands import SimulatedHands
from companion.referee.virtual_mat.drawn_mat import HAND_SIGMA_MM, NO_CAMERA, SNAPPED_SIGMA_MM, DrawnMat, drawn_layout
from companion.referee.virtual_mat.mat_file import MatFile, Pose, mat_beside, mat_of, table_of
from companion.referee.virtual_mat.set_up import laid_as, with_spares
from companion.session import GameSession, SessionPlan
from companion.texts import Language
from tests.games.signum.table import duel
from tests.tablet.environment import now
from tests.tablet.prepared_games import first_turn
from vision.simulation import simulated_table

PATIENCE_S = 30.0
WOOD = ((-48.0, -30.0), (10.0, -42.0), (50.0, -12.0), (38.0, 34.0), (-22.0, 40.0))


def utc():
    return now().isoformat()


@pytest.fixture
def mat():
    return DrawnMat(drawn_layout(None))


def seen_on(mat):
    """Where everything is told to be."""
    said = mat.update(mat.newest(-1, 0.0))
    return {place.id: place for place in (*said.bases, *said.terrain)}


def test_a_model_is_where_a_finger_laid_it_as_exactly_as_people_measure(mat):
    mat.carry("hero-a", MatPoint(120.0, 80.0))
    (place,) = seen_on(mat).values()
    assert (place.id, place.x_mm, place.y_mm, place.state) == ("hero-a", 120.0, 80.0, TrackState.SEEN)
    assert place.sigma_mm == HAND_SIGMA_MM >= 1.0


def test_a_place_that_the_program_chose_is_exact_and_stays_so_when_a_model_goes_back_to_it(mat):
    edge, chosen = MatPoint(120.0, 24.0), MatPoint(200.0, 90.0)
    mat.carry("hero-a", edge, snapped=True)
    mat.turn("hero-a", 0.5)
    assert seen_on(mat)["hero-a"].sigma_mm == SNAPPED_SIGMA_MM <= 0.2
    for _ in range(2):
        mat.hold("hero-a", MatPoint(150.0, 50.0))
        mat.carry("hero-a", chosen)
        assert seen_on(mat)["hero-a"].sigma_mm == HAND_SIGMA_MM
        mat.carry("hero-a", edge)
        assert seen_on(mat)["hero-a"].sigma_mm == SNAPPED_SIGMA_MM
    mat.carry("hero-a", chosen, snapped=True)
    assert seen_on(mat)["hero-a"].sigma_mm == HAND_SIGMA_MM, "a finger chose that place"


def test_a_model_that_the_program_laid_against_another_one_has_its_error_and_no_other():
    mat = DrawnMat(drawn_layout(None))
    radius_mm = {each.id: each.radius_mm for each in mat.layout.bases}
    mat.carry("a1", MatPoint(200.0, 90.0))
    mat.carry("b1", MatPoint(200.0 + radius_mm["a1"] + radius_mm["b1"], 90.0), snapped=True)
    seen = seen_on(mat)
    assert seen["a1"].tie == seen["b1"].tie != ""
    assert seen["b1"].sigma_mm == HAND_SIGMA_MM, "where the two stand is not known any better"
    at = MatPoint(seen["b1"].x_mm, seen["b1"].y_mm)
    mat.carry("b1", MatPoint(300.0, 90.0))
    assert seen_on(mat)["b1"].tie not in ("", seen["a1"].tie), "a finger laid it elsewhere"
    mat.carry("b1", at, snapped=True)
    assert seen_on(mat)["b1"].tie == seen["a1"].tie
    mat.carry("a1", MatPoint(210.0, 90.0))
    assert seen_on(mat)["a1"].tie != seen_on(mat)["b1"].tie, "the other one was taken away from it"


def test_against_a_model_at_the_side_a_place_is_as_exact_as_that_one():
    mat = DrawnMat(drawn_layout(None))
    radius_mm = {each.id: each.radius_mm for each in mat.layout.bases}
    mat.carry("hero-a", MatPoint(120.0, radius_mm["hero-a"]), snapped=True)
    mat.carry("b1", MatPoint(120.0 + radius_mm["hero-a"] + radius_mm["b1"], radius_mm["hero-a"]), snapped=True)
    assert (seen_on(mat)["b1"].sigma_mm, seen_on(mat)["b1"].tie) == (SNAPPED_SIGMA_MM, "")


def test_a_template_that_is_turned_where_the_program_laid_it_lies_as_a_finger_chose():
    mat = DrawnMat(with_spares(drawn_layout(None), (), ()))
    wood = mat.layout.terrain[0].id
    mat.carry(wood, MatPoint(300.0, 300.0), snapped=True)
    snapped = seen_on(mat)[wood]
    mat.turn(wood, 0.3)
    assert snapped.sigma_mm < seen_on(mat)[wood].sigma_mm == HAND_SIGMA_MM
    assert snapped.sigma_rad < seen_on(mat)[wood].sigma_rad


def test_a_model_under_a_finger_is_on_the_move_until_it_is_let_go(mat):
    mat.hold("a1", MatPoint(10.0, 10.0))
    assert seen_on(mat)["a1"].state is TrackState.MOVED
    mat.carry("a1", MatPoint(20.0, 10.0))
    assert seen_on(mat)["a1"].state is TrackState.SEEN


def test_what_is_laid_beyond_the_edge_is_off_the_mat(mat):
    mat.carry("a1", MatPoint(20.0, 10.0))
    mat.carry("a1", MatPoint(-1.0, 10.0))
    mat.take_away("a2")
    assert seen_on(mat) == {}
    with pytest.raises(KeyError):
        mat.carry("nobody", MatPoint(20.0, 10.0))


def test_what_is_turned_stays_turned_where_it_goes(mat):
    mat.turn("a1", 1.0)
    mat.carry("a1", MatPoint(20.0, 10.0))
    mat.turn("a1", 0.5)
    mat.carry("a1", MatPoint(40.0, 10.0))
    assert (seen_on(mat)["a1"].x_mm, seen_on(mat)["a1"].angle_rad) == (40.0, 0.5)


def test_whoever_waits_for_news_of_a_drawn_mat_hears_at_once_and_now_and_then():
    now_s = [100.0]
    mat = DrawnMat(drawn_layout(None), clock=lambda: now_s[0])
    first = mat.newest(-1, 0.0)
    assert mat.newest(first.sequence, 0.0) is None
    mat.carry("a1", MatPoint(20.0, 10.0))
    second = mat.newest(first.sequence, PATIENCE_S)
    assert second.sequence > first.sequence
    assert mat.newest(second.sequence, 0.0) is None
    now_s[0] += 1.0
    assert mat.newest(second.sequence, 0.0).sequence > second.sequence


def test_a_table_file_that_is_gone_keeps_nobody_from_a_drawn_mat(tmp_path):
    assert drawn_layout(tmp_path / "gone.toml") == drawn_layout(None)


def test_each_player_has_bases_of_every_size_at_hand_on_a_drawn_mat():
    for edition in Edition:
        stock = Signum().board.layout(duel(rules=rules_for(edition)).state).bases
        layout = with_spares(drawn_layout(None), ("A", "B", "C"), stock)
        assert len({piece.id for piece in layout.pieces}) == len(layout.pieces)
        for player in "ABC":
            sizes = {2 * base.radius_mm for base in layout.bases if base.owner == player}
            assert sizes >= set(BASE_DIAMETERS_MM[edition])


@given(st.floats(-300, 900), st.floats(-300, 900), st.floats(-math.pi, math.pi))
def test_a_template_lies_as_its_outline_says(x_mm, y_mm, angle_rad):
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    outline = [MatPoint(x_mm + cos * x - sin * y, y_mm + sin * x + cos * y) for x, y in WOOD]
    pose = laid_as(WOOD, outline)
    assert math.isclose(pose.x_mm, x_mm, abs_tol=1e-6)
    assert math.isclose(pose.y_mm, y_mm, abs_tol=1e-6)
    assert math.isclose(math.remainder(pose.angle_rad - angle_rad, math.tau), 0.0, abs_tol=1e-9)
    assert laid_as(WOOD, outline[:-1]) is None
    assert laid_as(tuple((1.1 * x, y) for x, y in WOOD), outline) is None


def test_a_mat_is_kept_for_itself_alone_and_forgotten(tmp_path):
    game = tmp_path / "ours.signum"
    file = MatFile(mat_beside(game), NO_CAMERA)
    assert (file.read(), mat_of(game)) == (None, "")
    file.write({"a1": Pose(1.5, 2.5, 0.25)})
    assert file.read() == {"a1": Pose(1.5, 2.5, 0.25)}
    assert MatFile(mat_beside(game), "sim:match").read() is None
    MatFile(mat_beside(game), "sim:match@640x480?fps=4").write({"a1": Pose(1.5, 2.5, 0.25)})
    assert MatFile(mat_beside(game), "sim:match").read() == {"a1": Pose(1.5, 2.5, 0.25)}
    file.write({"a1": Pose(1.5, 2.5, 0.25)})
    assert mat_of(game) == NO_CAMERA
    mat_beside(game).write_bytes(b"\xff nothing")
    assert (file.read(), mat_of(game)) == (None, "")
    file.forget()
    file.forget()
    assert not mat_beside(game).exists()


@pytest.mark.parametrize("far", [b"1e308", b"-10001", b"1" * 401, b"[" * 100_000, b"NaN", b'"1"'])
def test_a_place_that_is_none_on_any_mat_is_not_kept(tmp_path, far):
    game = tmp_path / "ours.signum"
    file = MatFile(mat_beside(game), NO_CAMERA)
    file.write({"a1": Pose(1234.5, 2.5)})
    whole = mat_beside(game).read_bytes()
    mat_beside(game).write_bytes(whole.replace(b"1234.5", far))
    assert (file.read(), mat_of(game)) == (None, "")
    mat_beside(game).write_bytes(whole)
    assert file.read() == {"a1": Pose(1234.5, 2.5)}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_a_mat_without_end_is_not_read(tmp_path):
    game = tmp_path / "ours.signum"
    mat_beside(game).symlink_to("/dev/zero")
    assert mat_of(game) == ""


def test_a_mat_that_cannot_be_kept_keeps_nobody_from_playing(tmp_path):
    mat = DrawnMat(drawn_layout(None), file=MatFile(tmp_path / "gone" / "ours.signum.mat", NO_CAMERA))
    mat.carry("a1", MatPoint(20.0, 10.0))
    assert "a1" in seen_on(mat)


@contextmanager
def opened(camera, game, table=None):
    """A table with a game that goes on, and what waits for a view of it."""

    def service(path):
        return GameSession(SessionPlan(path, pause_s=0.0, port=0, addresses=lambda: ("127.0.0.1",)), now)

    watch = open_table(TableRequest(camera, table, game=game), Choices(), service, utc)
    views = queue.Queue()
    watch.listen(views.put)

    def sees(what):
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            view = views.get(timeout=PATIENCE_S)
            if what(view):
                return view
            assert time.monotonic() < deadline_s, "never seen"

    try:
        yield watch, sees
    finally:
        watch.stop()


def agrees(view):
    """Whether every creature is known to stand where the record has it."""
    standing = view.play.standing if view.play is not None else None
    return (
        standing is not None
        and len(standing.all) == 2
        and all(each.how is PlacementState.IN_PLACE for each in standing.all)
    )


def places(view):
    return {piece.base.id: piece.base.centre for piece in view.pieces}


def test_a_game_goes_on_without_a_camera_with_every_model_where_the_record_has_it(tmp_path):
    game = first_turn(tmp_path / "ours.signum")
    write_models(models_beside(game), Models({"A:hero": "hero-a"}))
    with opened(NO_CAMERA, game) as (watch, sees):
        view = sees(agrees)
        assert view.by_hand
        assert view.keeping is None
        assert not view.health.troubles
        assert places(view)["hero-a"] == MatPoint(300.0, view.piece("hero-a").base.radius_mm)
        watch.setup.camera.carry("a1", MatPoint(50.0, 60.0))
        watch.setup.camera.carry("hero-a", MatPoint(310.0, 90.0))
    assert mat_of(game) == NO_CAMERA
    with opened(NO_CAMERA, game) as (_, sees):
        view = sees(lambda view: "a1" in places(view))
        assert places(view)["a1"] == MatPoint(50.0, 60.0)
        assert places(view)["hero-a"] == MatPoint(310.0, 90.0)


def test_a_drawn_mat_is_as_large_as_the_game_began_on(tmp_path):
    game = tmp_path / "ours.signum"
    begin(game, NewGame(), (700.0, 650.0), utc)
    with opened(NO_CAMERA, game) as (watch, _):
        mat = watch.setup.layout.mat
        assert (mat.width_mm, mat.height_mm) == (700.0, 650.0)


def test_what_is_done_without_a_camera_says_so_on_the_record_and_in_the_log(tmp_path):
    game = first_turn(tmp_path / "ours.signum")
    with closing(Record.open(game, games(), utc)) as record:
        match = Match(record, lambda: 0.0, pause_s=0.0)
        for by_hand, x_mm in ((False, 250.0), (True, 260.0)):
            match.by_hand = by_hand
            match.submit(CommandRequest(f"{x_mm}", Correct(by=TABLE, of="A:hero", at=Stand(x_mm, 40.0, 2.0))))
        said = [told(line, match.teller(Language.ENGLISH)) for line in match.lines(SPECTATOR)[-2:]]
    assert said == [
        "Griselda Harrow, First Stoker is put on the mat.",
        "Griselda Harrow, First Stoker is put on the mat. (place entered by hand)",
    ]
    assert verify(game, games()).entries
    with closing(Record.open(game, games(), utc)) as record:
        again = Match(record, lambda: 0.0, pause_s=0.0)
        assert [told(line, again.teller(Language.ENGLISH)) for line in again.lines(SPECTATOR)[-2:]] == said
        report = report_of(record, Language.ENGLISH, verify(game, games()), None)
    assert report.count("(place entered by hand)") == 1


def test_a_simulated_table_is_found_as_it_was_left_and_one_never_kept_as_the_record_has_it(tmp_path):
    game = first_turn(tmp_path / "ours.signum")
    write_models(models_beside(game), Models({"A:hero": "a4", "B:hero": "b4"}))
    with opened("sim:match?fps=4", game) as (watch, sees):
        view = sees(lambda view: len(view.pieces) == 2)
        assert set(places(view)) == {"a4", "b4"}
        assert abs(places(view)["a4"].x_mm - 300.0) < 1.0
        hands = SimulatedHands(watch.setup)
        hands.carry("a4", MatPoint(200.0, 120.0))
        hands.carry("a1", MatPoint(60.0, 70.0))
    assert mat_of(game) == "sim:match?fps=4"
    with opened("sim:match?fps=4", game) as (_, sees):
        view = sees(lambda view: len(view.pieces) == 3)
        for base, at in (("a4", MatPoint(200.0, 120.0)), ("a1", MatPoint(60.0, 70.0))):
            assert math.dist((places(view)[base].x_mm, places(view)[base].y_mm), (at.x_mm, at.y_mm)) < 1.0


def test_the_table_file_of_a_simulated_table_is_kept_with_the_game(tmp_path):
    game, table = first_turn(tmp_path / "ours.signum"), tmp_path / "mine.toml"
    save_table(table, simulated_table("match").layout)
    with opened("sim:match?fps=4", game, table) as (_, sees):
        sees(lambda view: view.pieces)
    assert table_of(game, "sim:match") == table
    assert table_of(game, "sim:askew") is None
    with opened("sim:match?fps=4", game):
        pass
    assert table_of(game, "sim:match") is None


def test_a_real_camera_makes_a_game_that_was_played_in_the_computer_a_real_one(tmp_path):
    game = first_turn(tmp_path / "ours.signum")
    MatFile(mat_beside(game), "sim:match").write({})
    with opened(f"images:{tmp_path}", game):
        pass
    assert mat_of(game) == ""
