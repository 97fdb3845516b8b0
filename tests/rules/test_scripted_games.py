"""Games written down by hand, or by chance and then frozen: every one goes as it says, and is the same as a record."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.games.registry import games
from companion.record.record import Record
from companion.record.script import PlayedGame, line_of, parse
from companion.record.verification import verify
from companion.referee.history.scripts import played

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "games"
FILES = sorted(FOLDER.glob("*.game"))

ELSEWHERE = {1, 2, 38} | {8, 9}
"""Worked examples that are not played: how decks are built (1, 2, 38); cards whose icons are lost (8, 9; S-OPEN-76)."""


@cache
def play(file: Path) -> PlayedGame:
    return played(parse(file.read_text(encoding="utf-8")), file.parent)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scripted_game_goes_as_it_says(file: Path) -> None:
    script = parse(file.read_text(encoding="utf-8"))
    assert sum(line.words[0] == "=" or bool(line.expected) for line in script.lines) >= 2
    assert len(play(file).commands) > 6


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scripted_game_is_written_down_as_it_was_played(file: Path) -> None:
    """The line of a command means that command."""
    game = play(file)
    for command in game.commands:
        (line,) = parse(f"---\n---\n{line_of(command)}\n").lines
        by, kind, *fields = line.words
        assert game.command(line, by, kind, fields) == command


@pytest.mark.parametrize("file", [file for file in FILES if file.stem.startswith("whole_")], ids=lambda file: file.stem)
def test_a_whole_game_is_recorded_opened_and_verified(file: Path, tmp_path: Path) -> None:
    game = play(file)
    record = Record.create(tmp_path / "game.signum", game.game, game.setup, lambda: "2026-11-21T12:00:00Z")
    record._store._connection.execute("PRAGMA synchronous = OFF")
    for command in game.commands:
        record.do(command)
    record.close()
    again = Record.open(tmp_path / "game.signum", games(), lambda: "")
    assert again.state == msgspec.json.decode(msgspec.json.encode(game.state), type=game.game.state_type)
    again.close()
    assert verify(tmp_path / "game.signum", games()).otherwise == ()


def test_every_worked_example_that_is_play_is_played() -> None:
    named = {
        int(number)
        for file in FILES
        for row in file.read_text(encoding="utf-8").splitlines()
        if "#" in row
        for number in re.findall(r"S-EX-(\d+)", row)
    }
    assert named == set(range(1, 40)) - ELSEWHERE


def test_whole_games_end_in_every_way() -> None:
    ends = {play(file).state.outcome.reason for file in FILES if play(file).state.outcome is not None}
    assert {"last_hero", "prosperity", "heroes_together", "time_fewer_wounds", "time_tie_break"} <= ends
    variants = {play(file).state.rules.variant for file in FILES if file.stem.startswith("whole_")}
    assert len(variants) == 4
