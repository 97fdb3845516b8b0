"""A game that the program has never seen on the tablet, in a real window: bare, and with sheets of its own."""

import asyncio
import importlib
import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.display.sheets import ICONS
from companion.referee import SetLanguage
from companion.referee.api.intents import Intent
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.tablet_controller import TabletController
from companion.texts import Language
from tests.games.test_another_game_sheets import GAMES, Sightless, begun
from tests.tablet.text_fit import words_that_do_not_fit

SIZE_PX = (1280, 800)
PICTURES = os.environ.get("COMPANION_SCREENS", "")


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


def service(alone, name, path):
    """The game as a service of the referee."""

    class Other(alone.Alone):
        async def live(self, stir):
            loop, hand = asyncio.get_running_loop(), Sightless()
            with closing(begun(GAMES[name](), self.path)) as record:
                self.match = hand.match = Match(record, loop.time, pause_s=0.0)
                table_view = CommandGateway(self.match, hand, loop.time)
                self.tablet = TabletController(table_view, stir, self.path)
                self.match.listen(stir)
                await table_view.run()

    return Other(path)


async def looked_at(tapper, name):
    """Every page of the column: its words fit; kept as pictures where asked for."""
    from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    for tab in ("now", "hand", "table", "log"):
        tapper.column.tab = tab
        await tapper.until(lambda tab=tab: tapper.column._tab_shown == tab, "turned to")
        await asyncio.sleep(0.1)
        assert words_that_do_not_fit(tapper.column) == [], (name, tab)
        if PICTURES:
            picture_of(tapper.column).save(Path(PICTURES) / f"toy-tablet-{name}-{tab}.png")
    tapper.column.tab = "now"


async def goes(tapper, to):
    """Gives the one command that is asked for, by touches."""
    await tapper.until(lambda: tapper.forms("go"), "asked")
    form = tapper.forms("go")[0]
    up = next(each for each in form.walk() if getattr(each, "text", "") == "+1")
    for _ in range(to):
        await tapper.press(up)
    before = tapper.play
    await tapper.press(form._key)
    await tapper.until(lambda: tapper.play is not before and tapper.play.said is not None, "answered")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_by_touches_in_three_languages(at_window, alone, tmp_path, name):
    async def act(player):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.size = SIZE_PX
        await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
        await player.sees(lambda view: view.play is not None)
        tapper = alone.Tapper(player)
        for language in (*Language, Language.ENGLISH):
            at_table.submit(Intent(SetLanguage(language)))
            await tapper.until(
                lambda language=language: tapper.context and tapper.context.language is language, "spoken"
            )
            await looked_at(tapper, f"{name}-{language.value}")
        await goes(tapper, 1)
        assert tapper.play.said.granted
        assert [seat.seat for seat in tapper.play.seats if seat.tasks] == ["B"]
        await tapper.passes_to("B")
        await looked_at(tapper, f"{name}-held")
        await goes(tapper, 2)
        assert not tapper.play.said.granted
        assert "T-2" in tapper.column.ids.strip.text

    at_table = alone.table(service(alone, name, tmp_path / "toy.game"))
    at_window(at_table, act)


def test_the_tablet_has_every_icon_that_a_sheet_may_name():
    icon = importlib.import_module("companion.tablet.widgets.icon")
    assert set(ICONS) <= set(icon.DRAWN)
