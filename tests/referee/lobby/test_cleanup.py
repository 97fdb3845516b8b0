"""What is left of a game whose program was killed while it made it is cleared away; nobody else's is touched."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from companion.referee.lobby.cleanup import YOUNG_S, sweep, workshop
from companion.referee.lobby.new_game import NewGame, begin

NAME = "game.signum"
NOW = datetime(2126, 11, 22, 12, tzinfo=UTC)


def left(folder, name=NAME, files=(NAME, f"{NAME}.lock"), age_s=2 * YOUNG_S):
    """A folder as a killed program leaves it."""
    made = folder / f".{name}.ab12_xyz"
    made.mkdir()
    for file in files:
        (made / file).write_bytes(b"half a game")
    return aged(made, age_s)


def aged(folder, age_s=2 * YOUNG_S):
    then_s = (NOW - timedelta(seconds=age_s)).timestamp()
    os.utime(folder, (then_s, then_s))
    return folder


@pytest.mark.parametrize("files", [(), (NAME,), (NAME, f"{NAME}.lock", f"{NAME}-journal")], ids=len)
def test_what_a_killed_program_left_is_removed(tmp_path, files):
    found = left(tmp_path, files=files)
    (tmp_path / NAME).write_bytes(b"a game")
    assert sweep(tmp_path, NOW) == (found,)
    assert [each.name for each in tmp_path.iterdir()] == [NAME]
    assert sweep(tmp_path, NOW) == ()


def test_a_folder_that_a_living_program_holds_stays_however_old_it_is(tmp_path):
    with workshop(tmp_path / NAME) as made:
        made.write_bytes(b"half a game")
        aged(made.parent)
        assert sweep(tmp_path, NOW) == ()
        assert made.read_bytes() == b"half a game"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_made_just_now_stays(tmp_path):
    found = left(tmp_path, age_s=0.0)
    assert sweep(tmp_path, NOW) == ()
    assert found.exists()


@pytest.mark.parametrize(
    ("name", "files"), [(NAME, (NAME, "letters.txt")), ("photos", ("photos.jpg",)), (f"x{NAME}.y", (NAME,))]
)
def test_folders_that_hold_anything_else_stay(tmp_path, name, files):
    found = left(tmp_path, name=name, files=files)
    assert sweep(tmp_path, NOW) == ()
    assert len(list(found.iterdir())) == len(files)


def test_neither_what_a_link_leads_to_nor_folders_within_are_touched(tmp_path):
    elsewhere = left(tmp_path, name="other")
    (tmp_path / f".{NAME}.12345678").symlink_to(elsewhere)
    (tmp_path / f".{NAME}.87654321" / f"{NAME}.folder").mkdir(parents=True)
    aged(tmp_path / f".{NAME}.87654321")
    assert sweep(tmp_path, NOW) == ()
    assert elsewhere.exists()


def test_a_new_game_clears_away_what_is_left_of_its_own_name_alone(tmp_path):
    own, other = left(tmp_path, "a[b].signum", ("a[b].signum",)), left(tmp_path)
    begin(tmp_path / "a[b].signum", NewGame(), (600.0, 600.0), NOW.isoformat)
    assert not own.exists()
    assert other.exists()


def test_a_folder_that_is_not_there_has_nothing_left(tmp_path):
    assert sweep(tmp_path / "nowhere", NOW) == ()
