"""Set-up as players meet it who have another game installed: they choose it, and see only what it has."""

import asyncio
import os
from pathlib import Path

import pytest

from companion.games.registry import games
from companion.tablet.data.settings import Settings, load
from tests.games.test_another_game_shelf import NEEDS, installed
from tests.tablet.text_fit import assert_fits, keys_of
from tests.tablet.visitor import until

__all__ = ["installed"]  # a fixture


def key(page, text):
    """The key that reads so."""
    found = [each for each in keys_of(page) if getattr(each, "text", "") == text]
    assert found, (text, [getattr(each, "text", "") for each in keys_of(page)])
    return found[0]


def texts(page):
    return [each.text for each in page.walk() if getattr(each, "text", "")]


def scroll_to(page, widget):
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    next(each for each in page.walk() if isinstance(each, ScrollView)).scroll_to(widget, animate=False)


async def rested():
    for _ in range(4):
        await asyncio.sleep(0.04)


def look(page, name):
    """Keeps a picture where COMPANION_SCREENS says."""
    assert_fits(page, 1.0)
    if folder := os.environ.get("COMPANION_SCREENS"):
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        picture_of(page).save(Path(folder) / f"another-game-{name}.png", compress_level=1)


def test_a_game_is_chosen_among_several_and_set_up_with_what_it_has(at_start, tmp_path):
    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import PlayersStep  # noqa: PLC0415

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: PlayersStep(shell, Draft.of(Settings())))
        page = await visitor.page("PlayersStep")
        assert "Dealt by the program" in texts(page)
        chooser = await visitor.touches(key(page, "Legends of Signum"), "GamePage")
        assert NEEDS not in key(chooser, "Legends of Signum").note
        assert key(chooser, "Shelved").note == NEEDS
        look(chooser, "game")
        page = await visitor.touches(key(chooser, "Shelved"), "PlayersStep")
        await rested()
        look(page, "players")
        assert "Dealt by the program" not in texts(page)
        assert len(page.names) == 2
        rules = await visitor.touches(key(page, "small"), "RulesPage")
        look(rules, "rules")
        for text in ("Big", "With"):
            scroll_to(rules, key(rules, text))
            await rested()
            visitor.finger.press(key(rules, text))
            await rested()
        page = await visitor.touches(key(rules, "Done"), "PlayersStep")
        assert len(page.names) == 3
        shell.change(page.draft.remembered(shell.settings))
        shell.go_home()
        await visitor.page("StartPage")

    at_start(act)
    kept = load(tmp_path / "settings.toml").settings
    assert (kept.game, kept.chosen) == ("shelved", {"size": ("big",), "extras": ("rain",)})


def test_settings_of_a_game_without_dice_have_none(at_start):
    async def act(visitor):
        from companion.tablet.pages.settings_page import SettingsPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: SettingsPage(shell))
        page = await visitor.page("SettingsPage")
        await rested()
        look(page, "settings")
        assert "dice" not in page.choosings
        assert page.faces.parent is None

    at_start(act, Settings(game="bare"))


def test_with_one_game_nobody_is_asked_which(at_start, monkeypatch):
    monkeypatch.setattr("companion.tablet.setup.players_page.games", lambda: {"signum": games()["signum"]})

    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import PlayersStep  # noqa: PLC0415

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: PlayersStep(shell, Draft.of(Settings())))
        page = await until(lambda: type(shell.page).__name__ == "PlayersStep" and shell.page)
        assert "Legends of Signum" not in texts(page)

    at_start(act)


@pytest.fixture(autouse=True)
def _games(installed):
    """All of them are about several games."""
