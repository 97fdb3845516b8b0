"""How a saved game is gone on with: on its own mat, over the camera that is known to work, and what is remembered."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.mat_file import MatFile, mat_beside
from companion.tablet.data.resume import going_on, is_practice, is_real, remembered
from companion.tablet.data.settings import Settings
from companion.tablet.window.launch import PlayOptions
from companion.tablet.window.launch import _wanted as table_wanted
from tests.tablet.environment import services_in

KNOWN = Settings(camera="usb:0", table="/sheets/table.toml", last_camera="usb:1", last_table="/other.toml")


@pytest.fixture
def game(tmp_path):
    return tmp_path / "ours.signum"


def test_the_game_that_was_played_last_goes_on_over_its_camera_and_any_other_over_the_last_good_one(game):
    last = replace(KNOWN, last_game=str(game))
    assert going_on(game, last) == TableRequest("usb:1", Path("/other.toml"), game=game)
    assert going_on(game, KNOWN) == TableRequest("usb:0", Path("/sheets/table.toml"), game=game)
    for wrong in ("", "htp://phone", "sim:nowhere"):
        assert going_on(game, replace(last, last_camera=wrong)) == TableRequest("usb:0", Path("/other.toml"), game=game)


@pytest.mark.parametrize("camera", ["", "sim:match", "none"])
def test_a_real_game_is_not_looked_for_where_there_is_no_real_table(game, camera):
    assert going_on(game, Settings(camera=camera)).camera == ""
    assert not is_practice(game, Settings(camera=camera))


def test_a_game_on_a_mat_in_the_computer_goes_on_there(game):
    MatFile(mat_beside(game), "sim:match").write({})
    last = replace(KNOWN, last_game=str(game))
    assert going_on(game, last) == TableRequest("sim:match", None, game=game, alone=True)
    assert is_practice(game, last)
    MatFile(mat_beside(game), "none").write({})
    assert going_on(game, last) == TableRequest("none", Path("/other.toml"), game=game)
    assert not is_practice(game, last)


def test_a_game_on_a_mat_in_the_computer_keeps_the_table_file_that_it_was_played_with(game):
    last = replace(KNOWN, last_game=str(game))
    for mat in ("sim:askew", "none"):
        MatFile(mat_beside(game), mat, Path("/sheets/mine.toml")).write({})
        assert going_on(game, last) == TableRequest(mat, Path("/sheets/mine.toml"), game=game)


def test_whoever_names_the_simulated_table_again_gets_its_table_file_and_another_table_its_own(game, tmp_path):
    MatFile(mat_beside(game), "sim:askew?fps=4", Path("/sheets/mine.toml")).write({})
    services = services_in(tmp_path)
    for camera, named, table in (
        ("sim:askew", None, "/sheets/mine.toml"),
        ("sim:askew", Path("/other.toml"), "/other.toml"),
        ("sim:match", None, None),
        ("usb:0", None, None),
        (None, None, "/sheets/mine.toml"),
    ):
        wanted = table_wanted(PlayOptions(camera, named, game=game), services)
        assert wanted.table == (None if table is None else Path(table)), camera


def test_a_mat_file_without_a_table_is_one_of_an_older_program(game):
    mat_beside(game).write_text('{"schema": 1, "mat": "sim:match", "pieces": {}}', encoding="utf-8")
    assert going_on(game, KNOWN) == TableRequest("sim:match", None, game=game, alone=True)


def test_a_practice_that_an_older_program_remembered_is_one(game):
    older = Settings(last_game=str(game), last_camera="sim:match")
    assert going_on(game, older) == TableRequest("sim:match", None, game=game, alone=True)
    assert is_practice(game, older)


def test_what_is_remembered_is_a_real_camera_and_a_game_at_a_real_table(game):
    none = Settings(camera="usb:0", table="/sheets/table.toml")
    assert remembered(none, TableRequest("sim:match", game=game, alone=True)) == none
    assert remembered(none, TableRequest("none", game=game)) == replace(none, last_game=str(game))
    assert remembered(none, TableRequest("usb:1")) == replace(none, camera="usb:1", table="")
    table = Path("/other.toml")
    assert remembered(none, TableRequest("usb:1", table, game=game)) == Settings(
        camera="usb:1", table="/other.toml", last_game=str(game), last_camera="usb:1", last_table="/other.toml"
    )
    assert [is_real(each) for each in ("usb:0", "http://x", "images:x", "", "none", "sim:match")] == [True] * 3 + [
        False
    ] * 3
