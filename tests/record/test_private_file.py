"""Games, seats and what lies beside them are for their owner only, whatever the user's mask is."""

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.record.private_file import keep_private, make_private_folder, open_private, write_private
from companion.record.record import Record
from tests.record.games import GAMES, NOON, begin, new_record, play_long


@pytest.fixture(autouse=True)
def open_mask() -> Iterator[None]:
    """A mask that lets everybody read."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_game_and_all_that_sqlite_lays_beside_it(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    there = {each.name: mode(each) for each in tmp_path.iterdir()}
    assert there.keys() == {f"game.signum{ending}" for ending in ("", "-wal", "-shm", ".head")}
    assert set(there.values()) == {0o600}
    record.close()
    assert {mode(each) for each in tmp_path.iterdir()} == {0o600}


def test_a_game_that_others_could_read_is_taken_from_them(tmp_path: Path) -> None:
    new_record(tmp_path / "game.signum").close()
    (tmp_path / "game.signum").chmod(0o644)
    with closing(Record.open(tmp_path / "game.signum", GAMES, lambda: NOON)) as record:
        begin(record)
        play_long(record, 1)
        assert {mode(each) for each in tmp_path.iterdir()} == {0o600}


def test_a_file_is_written_whole_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    make_private_folder(path.parent)
    write_private(path, b"one")
    assert mode(path) == 0o600
    assert [mode(each) for each in (tmp_path / "a", tmp_path / "a" / "b")] == [0o700, 0o700]
    path.chmod(0o666)
    write_private(path, b"two")
    assert (path.read_bytes(), mode(path)) == (b"two", 0o600)
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_what_a_killed_program_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".file.new").write_text("half", encoding="utf-8")
    write_private(tmp_path / "file", b"whole")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    (path / "inside").touch()
    with pytest.raises(OSError, match="folder"):
        write_private(path, b"x")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_a_file_is_written_on_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "book"
    for line in (b"one\n", b"two\n"):
        with open_private(path) as file:
            file.write(line)
        path.chmod(0o644)
    assert path.read_bytes() == b"one\ntwo\n"
    with open_private(path):
        assert mode(path) == 0o600


def test_folders_of_the_users_own_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o755)
    make_private_folder(tmp_path / "mine")
    assert mode(tmp_path / "mine") == 0o755
    keep_private(tmp_path / "missing")


def test_a_folder_that_another_program_makes_meanwhile_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, is_dir = tmp_path / "shared", Path.is_dir

    def made_meanwhile(path: Path) -> bool:
        found = is_dir(path)
        if path == folder and not found:
            os.mkdir(folder, 0o755)  # noqa: PTH102 (as another program does)
        return found

    monkeypatch.setattr(Path, "is_dir", made_meanwhile)
    make_private_folder(folder)
    assert mode(folder) == 0o755


def test_a_file_that_its_owner_made_stricter_stays_so(tmp_path: Path) -> None:
    for own in (0o400, 0o700):
        write_private(tmp_path / "own", b"x")
        (tmp_path / "own").chmod(own)
        keep_private(tmp_path / "own")
        assert mode(tmp_path / "own") == own
