"""A disk that is full: one sentence, nothing half-written, and what is left is said."""

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.record.errors import RecordError
from companion.record.verification import verify
from companion.referee.lobby.new_game import NewGame, begin
from tests.disk import small_disk
from tests.record.games import GAMES, NOON, new_record, play_long
from tests.record.games import begin as opening

RECORD = ("record", "--camera", "sim:demo", "--seconds", "2", "--out")


def test_a_recording_that_does_not_even_begin_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk", 200) as disk:
        assert main([*RECORD, str(disk / "x.table.zip")]) == 2
        assert list(disk.iterdir()) == []
    assert re.fullmatch(
        r"companion record: .*x\.table\.zip cannot be written: No space left.*\n", capsys.readouterr().err
    )


def test_a_recording_that_the_disk_ends_says_what_is_left_and_that_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk", 1000) as disk:
        assert main([*RECORD, str(disk / "x.table.zip")]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        left = Path(re.search(r"images recorded before are kept in (\S+)", said)[1])
        assert list(disk.iterdir()) == [left]
        main(["record", "--check", str(left)])
        assert re.search(r"[1-9]\d* images seen again", capsys.readouterr().out)


def test_a_game_cannot_begin_on_a_full_disk_and_nothing_is_left(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 24) as disk:
        with pytest.raises(RecordError, match=r"disk is full|cannot be written") as said:
            begin(disk / "x.signum", NewGame(("Ann", "Bob")), (600.0, 600.0), lambda: NOON)
        assert "\n" not in str(said.value)
        assert list(disk.iterdir()) == []


def test_a_game_that_fills_the_disk_keeps_what_was_acknowledged_and_goes_on_with_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 400) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(100 * 1024))
        record = new_record(disk / "game.signum")
        opening(record)
        with pytest.raises(RecordError, match=r"[Ww]hat was acknowledged is kept"):
            play_long(record, 600)
        written = record.written
        assert verify(record.path, GAMES).events == written
        ballast.unlink()
        play_long(record, 6)
        record.close()
        assert verify(disk / "game.signum", GAMES).events > written
