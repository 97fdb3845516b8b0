"""A whole game on cells, which no room has seen before, on one tablet: every card, cell and die by touch."""

import asyncio
import importlib
import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.defaults.completed import completed
from companion.games.registry import Games
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.tablet_controller import TabletController
from tests.games.gatecrash.game import Gatecrash
from tests.games.gatecrash.test_contract import SETUP
from tests.games.test_another_game_sheets import NOON, Sightless
from tests.tablet.text_fit import words_that_do_not_fit

PICTURES = os.environ.get("COMPANION_SCREENS", "")
MAX_TOUCHES = 400
FIRST = 12


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


@pytest.fixture
def service(alone, tmp_path):
    class GatecrashAlone(alone.Alone):
        async def live(self, stir):
            loop, hand = asyncio.get_running_loop(), Sightless()
            with closing(
                Record.create(self.path, completed(Gatecrash()), SETUP, lambda: NOON, seed=bytes(32))
            ) as record:
                self.match = hand.match = Match(record, loop.time, pause_s=0.0)
                table_view = CommandGateway(self.match, hand, loop.time)
                self.tablet = TabletController(table_view, stir, self.path)
                self.match.listen(stir)
                await table_view.run()

    return GatecrashAlone(tmp_path / "one.gatecrash")


def test_it_is_played_to_its_end_by_touches_and_verified(at_window, alone, service):
    async def act(player):
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        await player.sees(lambda view: view.play is not None)
        tapper = alone.Tapper(player)
        assert tapper.column._widget_context.texts is Gatecrash.texts
        for touch in range(MAX_TOUCHES):
            if service.match.is_over:
                break
            await tapper.step()
            assert words_that_do_not_fit(tapper.column) == []
            if PICTURES and touch < FIRST:
                picture_of(player.app.root).save(Path(PICTURES) / f"gatecrash-tablet-{touch:02d}.png")
        assert service.match.is_over
        assert {"play", "run", "rolled"} <= set(tapper.kinds)
        await tapper.until(lambda: "Ann" in tapper.column.ids.strip.text or tapper.play.shown.outcome, "told")

    at_window(alone.table(service), act)
    assert verify(service.path, Games({"gatecrash": Gatecrash})).events > 20
