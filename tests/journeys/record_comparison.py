"""The record that a journey begins from, and the one that it leaves behind, beside the one that was expected.

Both are scripted games: `docs/scripts.md` describes the form. What was measured is equal if it is near; what depends
on chance, such as how a deck was shuffled, is written as `*`.
"""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from companion.games.command import Command
from companion.games.common import Rolled
from companion.games.registry import games
from companion.record.record import Record
from companion.record.script import PlayedGame, line_of, parse
from companion.record.verification import verify
from companion.record.walk import walk
from companion.referee.history.scripts import played
from companion.tablet.data.settings import Settings, save

CAMERA = "sim:match?fps=5&rest=2"
"""Slow enough for a busy machine."""
PAUSE_S = 0.3
NEAR_MM = 1.5
BEGAN = "2026-11-21T12:00:00Z"
PLACE = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?")
WITHOUT = frozenset({"sigma_mm", "scale_sigma", "witnesses"})
"""Parts of events that tell how something was learned: not the same twice."""


def settled(folder: Path, record: Path | None = None, **settings: Any) -> None:
    """Writes the settings that a journey begins with: the game that goes on, if any, at a simulated table."""
    named = {} if record is None else {"last_game": str(record), "last_camera": CAMERA}
    usual = {"pause_s": PAUSE_S, "sounds": False, "camera": CAMERA}
    save(folder / "settings.toml", Settings(**usual | named | settings))


def begun(folder: Path, script: str, **settings: Any) -> Path:
    """A record that was begun by a script, to be gone on with at a simulated table.

    Args:
        folder: That of the journey.
        script: A scripted game.
        settings: Of the program, where they are not the usual ones.

    Returns:
        The file of the game.
    """
    game = played(parse(script), folder)
    path = folder / "games" / "game.signum"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Record.create(path, game.game, game.setup, lambda: BEGAN)) as record:
        record._store._connection.execute("PRAGMA synchronous = OFF")
        for command in game.commands:
            record.do(command)
    settled(folder, path, **settings)
    return path


def retold(path: Path, after: int = 0) -> list[str]:
    """The record as lines of a script: every command that was ever given, and every way back and forth.

    Args:
        path: The file.
        after: So many commands at the beginning are left out.
    """
    with closing(Record.open(path, games(), lambda: BEGAN)) as record:
        lines, counting, undone = list[str](), list[int](), list[list[int]]()
        for passage in walk(record):
            entry = passage.entry
            if entry.kind == "command":
                command = msgspec.json.decode(entry.body, type=record.game.command_type)
                lines.append(_line(command))
                counting.append(passage.happened[-1].number if passage.happened else 0)
                undone.clear()
            elif entry.kind == "undo":
                to = int(msgspec.json.decode(entry.body)["to"])
                undone.append(counting)
                lines.append(f"undo {sum(number > to for number in counting)}")
                counting = [number for number in counting if number <= to]
            elif entry.kind == "redo":
                counting = undone.pop()
                lines.append("redo")
    return lines[after:]


def compare(path: Path, expected: str, after: int = 0) -> None:
    """Compares a record with the one that was expected: its commands, what happened by them, and where it all ends.

    Args:
        path: The file.
        expected: Lines of a script: the commands in order, and what is to be seen at that moment.
        after: So many commands at the beginning are known already; the lines go on from there.

    Raises:
        AssertionError: If the record is another, or is not whole.
    """
    found = retold(path)
    lines = [line for row in expected.splitlines() if (line := row.strip()) and not line.startswith("#")]
    commands = [line for line in lines if not line.startswith("=")]
    wanted = _as_measured(commands, found[after:])
    assert found[after:] == wanted, "\n".join(("expected:", *wanted, "found:", *found[after:]))
    verdict = verify(path, games())
    assert verdict.otherwise == ()
    with closing(Record.open(path, games(), lambda: BEGAN)) as record:
        again = PlayedGame(record.game, record.setup)
        measured = iter(found)
        script = [next(measured) for _ in range(after)]
        script += [line if line.startswith("=") else next(measured) for line in lines]
        for line in parse("\n".join(("---", "---", *map(_without_witnesses, script)))).lines:
            again.take(line)
        happened = [record.event(number) for number in record.counting]
        assert _plain(happened) == _plain([event for events in again.events for event in events])


def played_on(stage: Any, folder: Path, path: Path, journey: Callable[..., Any], expected: str, **words: object) -> Any:
    """Goes on with a record by a journey, and compares what that added with what was expected.

    Args:
        stage: Where the journey is made.
        folder: That of the journey.
        path: The record.
        journey: What a person does; its words are given on.
        expected: As `compare` has it.
        words: For the journey and the window.

    Returns:
        What the journey told.
    """
    before = len(retold(path))
    told = stage.play(journey, folder, **words)
    compare(path, expected, after=before)
    return told


def _line(command: Command) -> str:
    """As a script has it; of dice, who says so instead of all that is known of each."""
    line = line_of(command)
    if isinstance(command, Rolled) and command.witnesses:
        sources = ",".join(sorted({each.source for each in command.witnesses}))
        line = f"{line_of(msgspec.structs.replace(command, witnesses=()))} by={sources}"
    return line


def _without_witnesses(line: str) -> str:
    return re.sub(r"^(\w+ rolled .*) by=[\w,-]+$", r"\1", line)


def _as_measured(expected: list[str], found: list[str]) -> list[str]:
    """What was expected, with what was measured in the place of what it is near to."""
    pairs = zip(expected, found, strict=False)
    return [_line_as_measured(*pair) for pair in pairs] + expected[len(found) :]


def _line_as_measured(expected: str, found: str) -> str:
    words, others = expected.split(" "), found.split(" ")
    if len(words) != len(others):
        return expected
    return " ".join(_word_as_measured(*pair) for pair in zip(words, others, strict=True))


def _word_as_measured(word: str, found: str) -> str:
    name, equals, value = word.partition("=")
    found_name, _, measured = found.partition("=")
    if not equals or name != found_name:
        return word
    if value.rstrip("'") == "*":
        return found
    one, other = PLACE.fullmatch(value), PLACE.fullmatch(measured)
    if one is None or other is None:
        return word
    near = all(abs(float(one[axis]) - float(other[axis])) <= NEAR_MM for axis in (1, 2))
    return found if near and float(other[3] or 0) <= NEAR_MM else word


def _plain(value: Any) -> Any:
    """Events as plain values, without what is not the same twice."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items() if name not in WITHOUT}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return _plain(msgspec.to_builtins(value)) if isinstance(value, msgspec.Struct) else value
