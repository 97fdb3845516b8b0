"""The readings of the rules at set-up: one page, chosen by touch, kept with the settings (S-OPEN)."""

import os
from pathlib import Path

import pytest

from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.tablet.setup.test_another_game_setup import key, rested, scroll_to, texts
from tests.tablet.text_fit import assert_fits

TITLES = {
    Language.ENGLISH: "Readings of the rules",
    Language.RUSSIAN: "Толкования правил",
    Language.UKRAINIAN: "Тлумачення правил",
}


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
def test_the_readings_stand_on_one_page_and_fit(at_start, language):
    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import RulesPage  # noqa: PLC0415

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: RulesPage(shell, Draft.of(Settings()), lambda _: None))
        rules = await visitor.page("RulesPage")
        await rested()
        picture(rules, f"rules-{language.value}")
        page = await visitor.touches(key(rules, TITLES[language]), "OptionsPage")
        await rested()
        assert_fits(page, 1.0)
        picture(page, f"readings-{language.value}")
        assert TITLES[language] == page.title

    at_start(act, Settings(language=language))


def test_a_reading_is_chosen_by_touch_and_stays(at_start, tmp_path):
    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import PlayersStep  # noqa: PLC0415

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: PlayersStep(shell, Draft.of(Settings())))
        page = await visitor.page("PlayersStep")
        rules = await visitor.touches(key(page, "Duel"), "RulesPage")
        edition = key(rules, "printed Russian")
        scroll_to(rules, edition)
        await rested()
        visitor.finger.press(edition)
        await rested()
        readings = await visitor.touches(key(rules, TITLES[Language.ENGLISH]), "OptionsPage")
        assert "both players’ (usual)" in texts(readings)  # that of the edition that was chosen
        assert "any point of the base (usual)" in texts(readings)
        centre = key(readings, "its centre")
        scroll_to(readings, centre)
        await rested()
        visitor.finger.press(centre)
        await rested()
        rules = await visitor.touches(key(readings, "Done"), "RulesPage")
        page = await visitor.touches(key(rules, "Done"), "PlayersStep")
        assert any("readings changed: 1" in each for each in notes(page))
        shell.change(page.draft.remembered(shell.settings))
        shell.go_home()
        await visitor.page("StartPage")

    at_start(act)
    chosen = load(tmp_path / "settings.toml").settings.chosen
    assert (chosen["sight_from"], chosen["edition"], chosen["tactic_turns"]) == (("centre",), ("ru",), ("usual",))


def notes(page):
    return [getattr(each, "note", "") for each in page.walk()]


def picture(page, name):
    """Keeps a picture where COMPANION_SCREENS says."""
    if folder := os.environ.get("COMPANION_SCREENS"):
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        picture_of(page).save(Path(folder) / f"{name}.png", compress_level=1)
