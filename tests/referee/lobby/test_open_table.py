"""Tables and games opened for somebody without a command line: what fails is told by its part, nothing stays open."""

import threading
from datetime import UTC, datetime

import pytest

from companion.record.file_lock import held
from companion.referee import Choices
from companion.referee.camera.calibrations import calibration_file, set_aside
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.lobby.open_table import (
    OpenTableError,
    TablePart,
    TableRequest,
    game_held,
    open_table,
    part_of,
    prepared,
)
from vision.table_file import format_table


def now():
    return datetime.now(UTC).isoformat()


def refused(wanted):
    def service(path):
        raise AssertionError(f"nothing is played in {path}")

    before = set(threading.enumerate())
    with pytest.raises(OpenTableError) as error:
        open_table(wanted, Choices(), service, now)
    assert set(threading.enumerate()) == before
    return error.value.part


def test_what_cannot_be_opened_is_told_by_its_part(tmp_path):
    junk = tmp_path / "junk"
    junk.write_bytes(b"\xff nothing")
    game = tmp_path / "new.signum"
    deck = NewGame(decks=("lanternmarch", str(tmp_path / "gone.deck.toml")))
    assert refused(TableRequest("sim:nowhere")) is TablePart.CAMERA
    assert refused(TableRequest("what")) is TablePart.CAMERA
    assert refused(TableRequest("sim:still", table=junk)) is TablePart.TABLE
    assert refused(TableRequest("sim:still", calibration=junk)) is TablePart.LENS
    assert refused(TableRequest("sim:still", game=junk)) is TablePart.GAME
    assert refused(TableRequest("sim:still", game=game)) is TablePart.GAME
    assert refused(TableRequest("sim:still", game=game, beginning=NewGame(players=("Ann", "Ann")))) is TablePart.PLAYERS
    assert refused(TableRequest("sim:still", game=game, beginning=deck)) is TablePart.DECKS
    assert not game.exists()


def test_a_real_camera_without_a_table_file_looks_at_the_set_that_is_printed_first():
    layout = prepared(TableRequest("usb:7")).layout
    assert len(layout.bases) == 12
    assert len(layout.mat.tags) == 8
    tags = [tag.id for piece in (layout.mat, *layout.bases) for tag in piece.tags]
    assert len(tags) == len(set(tags))


def test_a_calibration_of_ones_own_that_cannot_be_read_is_no_fault_of_the_camera(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = tmp_path / "table.toml"
    table.write_text(format_table(prepared(TableRequest("usb:7")).layout), encoding="utf-8")
    lens = calibration_file("usb:7")
    lens.parent.mkdir(parents=True)
    lens.write_text("no lens", encoding="utf-8")
    assert refused(TableRequest("usb:7")) is TablePart.LENS
    assert refused(TableRequest("usb:7", table=table)) is TablePart.LENS
    set_aside("usb:7")
    assert prepared(TableRequest("usb:7", table=table)).lens is None
    assert lens.with_name(f"{lens.name}.unread").read_text(encoding="utf-8") == "no lens"


def test_a_game_is_held_by_one_only(tmp_path):
    game = tmp_path / "games" / "ours.signum"
    with game_held(game):
        begin(game, NewGame(), (600.0, 600.0), now)
        with pytest.raises(OpenTableError, match="another program"), game_held(game):
            pass
    with held(game):
        pass


def test_what_ends_an_open_table_is_told_by_its_part():
    assert part_of(OSError("port")) is TablePart.PHONES
    assert part_of(ExceptionGroup("tasks", [OSError("port")])) is TablePart.PHONES
    assert part_of(OpenTableError(TablePart.LENS, "why")) is TablePart.LENS
    assert part_of(ZeroDivisionError()) is TablePart.PROGRAM
