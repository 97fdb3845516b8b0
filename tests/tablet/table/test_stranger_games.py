"""A stranger who knows nothing plays *Practise* of the other games by the screen alone.

Through the first round in every run. With `STRANGER_READS=ru STRANGER_UNTIL=over … --timeout=4500` to the end of a
game, in a language.
"""

import importlib
import os
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.games.registry import game_called
from companion.tablet.data.settings import Settings
from companion.texts import Language, say
from hardware.virtual import SeededFaces
from tests import few_pictures
from vision import simulation

pytestmark = pytest.mark.slow

HASTE, HOURS_S, FPS, TUMBLE_S = 12.0, 10_000.0, 4.0, (0.05, 0.1)
SEEDS = {"brawl": "stranger of the ring", "warseer": "stranger of the hexes"}
LANGUAGE = Language(os.environ.get("STRANGER_READS", "en"))
PRACTISE = say(LANGUAGE, "shell.start.practise")
IS_WHOLE = os.environ.get("STRANGER_UNTIL") == "over"
"""Whether the stranger plays to the end."""
FIRST_TURN, WHOLE_GAME = 60, 1600
"""So many touches at most lead to the first turn, and to the end."""


@pytest.fixture
def stranger(monkeypatch, tmp_path):
    """Imports Kivy, which reads what `prepare` wrote."""
    monkeypatch.setattr(few_pictures, "DRAWN_S", HOURS_S)
    monkeypatch.setattr(simulation.request, "FPS", FPS)
    monkeypatch.setattr(importlib.import_module("companion.tablet.window.garbage_collection"), "QUIET_S", HOURS_S)
    monkeypatch.setattr(importlib.import_module("companion.tablet.table.practice_hand"), "PACE", HASTE)
    one = importlib.import_module("tests.tablet.stranger").Stranger
    return partial(seeing(one), tmp_path)


@pytest.fixture(params=SEEDS)
def game(request, monkeypatch):
    """A game whose cards and dice fall the same way each time."""
    dice = importlib.import_module("companion.referee.dice.sources")
    monkeypatch.setattr(dice, "SeededFaces", lambda _: SeededFaces(SEEDS[request.param], tumble_s=TUMBLE_S))
    shuffled = SimpleNamespace(token_bytes=lambda size: SEEDS[request.param].encode().ljust(size)[:size])
    monkeypatch.setattr(importlib.import_module("companion.referee.lobby.new_game"), "secrets", shuffled)
    return request.param


def seeing(kind):
    """A stranger who keeps a picture of each moment where COMPANION_SCREENS says."""
    folder = os.environ.get("COMPANION_SCREENS")
    if not folder:
        return kind

    class Photographer(kind):
        async def rested(self):
            words = await super().rested()
            from kivy.core.window import Window  # noqa: PLC0415

            from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415

            path = Path(folder) / f"s{self.touched:03}.png"
            picture_of(Window.children[0] if len(Window.children) > 1 else Window.children[-1]).save(
                path, compress_level=1
            )
            (Path(folder) / "did.txt").write_text("\n".join(map(str, enumerate(self.did))))
            return words

    return Photographer


def test_a_stranger_plays_from_the_first_start_through_the_first_round(at_start, stranger, game):
    rounds = [game_called(game).texts.say(LANGUAGE, "cards.phase.round", round=number) for number in (1, 2)]
    until = say(LANGUAGE, "phones.over") if IS_WHOLE else rounds[1]

    async def plays(_visitor):
        one = stranger()
        await one.sees(PRACTISE)
        await one.touches(PRACTISE)
        await one.plays_until(says(rounds[0]), FIRST_TURN)
        await one.plays_until(says(until), WHOLE_GAME)

    at_start(plays, Settings(language=LANGUAGE, game=game, animations=False, sounds=False))


def says(*texts):
    return lambda words: all(any(text in each.text for each in words) for text in texts)
