"""Scripted games: the game that is named between the fences, set up, and played from the lines that follow.

`docs/scripts.md` describes the form.
"""

from collections.abc import Callable
from pathlib import Path as File
from typing import Any

from companion.documents import Path
from companion.games.command import Command
from companion.games.first import FIRST
from companion.games.protocol import Game
from companion.games.registry import GameError, game_called
from companion.games.shelf import ParsedSetup, SetupMistakeError
from companion.games.verdicts.measured import RuleViolation
from companion.record.script import PlayedGame, Script, ScriptError, play, refusal

WhichLine = Callable[[Path], int]
"""The line of a script on which a value of its setup stands."""


def played(script: Script, beside: File) -> PlayedGame:
    """Plays a script.

    Args:
        script: The script.
        beside: The folder in which it looks for packs and decks.

    Raises:
        ScriptError: If its setup or a line of it means nothing, or something is not as it expects.
        CardsError: If a pack or deck that it names cannot be used.
    """
    game, written = setup_of(script.setup, beside, script.line)
    try:
        return play(script, game, written.setup, in_order if written.as_listed else None)
    except RuleViolation as violation:
        raise ScriptError(
            script.line(("seat",)), f"these seats are refused by {refusal(game, violation)}"
        ) from violation


def setup_of(data: dict[str, Any], beside: File, line: WhichLine = lambda _: 1) -> tuple[Game[Any], ParsedSetup]:
    """Which game a script is of, and what its setup means.

    Args:
        data: As the script writes it.
        beside: The folder in which it looks for packs and decks.
        line: Tells where in the script each value stands.

    Raises:
        ScriptError: If it means nothing.
        CardsError: If a pack or deck cannot be used.
    """
    game = _game(data, line)
    library = game.shelf.library
    try:
        return game, game.shelf.written(data, None if library is None else library.beside(beside))
    except SetupMistakeError as error:
        raise ScriptError(line(error.path), str(error)) from error


def _game(data: dict[str, Any], line: WhichLine) -> Game[Any]:
    name = data.get("game", FIRST)
    if not isinstance(name, str):
        raise ScriptError(line(("game",)), "the setup cannot be used: 'game' must be the name of a game")
    try:
        return game_called(name)
    except GameError as error:
        raise ScriptError(line(("game",)), str(error)) from error


def in_order(game: Game[Any], state: Any) -> Command | None:  # noqa: ANN401 (the game's own state)
    """A shuffle that leaves a pile as it is, where the game waits for one."""
    waiting = game.shuffling(state)
    return None if waiting is None else game.shuffled(*waiting)
