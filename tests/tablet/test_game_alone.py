"""A whole game on the tablet alone, by touches in a real window against a real record."""

import importlib
import json

import pytest

from companion.games.signum.game import Signum
from companion.record.record import Record
from companion.record.verifying import verify

SIZE_PX = (1280, 800)


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


@pytest.fixture
def at_table(at_window, alone, tmp_path):
    """Opens the window over a game without phones, and lets somebody play."""

    def play(act, **settings):
        service = alone.Alone(tmp_path / "game.signum", **settings)

        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = SIZE_PX
            await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
            await player.sees(lambda view: view.play is not None)
            await act(alone.Tapper(player), service)

        at_window(alone.table(service), acting)
        return service

    return play


def test_a_whole_game_is_played_by_touches_on_the_tablet_alone(at_table, tmp_path):
    async def act(tapper, service):
        while not tapper.play.shown["outcome"]:
            await tapper.step()
        await tapper.until(lambda: tapper.cards("WonCard"), "won")
        assert "Ann" in tapper.cards("WonCard")[0].text
        assert len(tapper.cards("GraphCard")) == 2
        await tapper.press(tapper.cards("ExportCard")[0].ids.key)
        await tapper.until(lambda: tapper.play.ending.exported, "exported")
        assert {"priority", "choosefirst", "placehero", "keep", "move", "fight", "assign", "rolled", "end"} <= set(
            tapper.kinds
        )

    at_table(act)
    result = json.loads((tmp_path / "game.result.json").read_text())
    assert (result["over"], result["winners"]) == (True, ["A"])
    assert "Ann" in (tmp_path / "game.html").read_text()
    assert verify(tmp_path / "game.signum", {"signum": Signum()}).events > 50
