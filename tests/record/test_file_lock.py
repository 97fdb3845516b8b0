"""One game, one program at a time; whatever ends a program lets its game go."""

import os
import subprocess
import sys

import pytest

from companion.record.errors import RecordError
from companion.record.file_lock import held

HOLD = """
import sys
from pathlib import Path
from companion.record.file_lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    """Another program that plays the game."""
    program = subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path / "game.signum"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with program:
        assert program.stdout.readline() == "held\n"
        yield program
        program.kill()


def test_a_game_that_another_program_plays_is_refused_in_one_sentence_and_free_once_that_is_killed(other, tmp_path):
    with pytest.raises(RecordError, match="being played by another program") as refused, held(tmp_path / "game.signum"):
        pass
    assert str(refused.value).count("\n") == 0
    with held(tmp_path / "another.signum"):
        pass

    other.kill()
    other.wait()

    with held(tmp_path / "game.signum"):
        pass


def test_a_game_that_was_let_go_can_be_held_again_and_not_twice_at_once(tmp_path):
    for _ in range(2):
        with held(tmp_path / "game.signum"), pytest.raises(RecordError), held(tmp_path / "game.signum"):
            pass


def test_the_file_of_the_lock_is_nobody_elses(tmp_path):
    before = os.umask(0o000)
    try:
        with held(tmp_path / "game.signum"):
            assert (tmp_path / "game.signum.lock").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(RecordError, match="cannot be written"), held(tmp_path / "none" / "game.signum"):
        pass
