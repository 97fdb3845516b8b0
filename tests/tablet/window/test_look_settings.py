"""Letters, loudness and the window as the player chose them: obeyed at once, kept, and everything still fits."""

import pytest

from companion.tablet.data.settings import Settings, load
from companion.tablet.look.choices import LetterSize
from companion.texts import Language
from tests.tablet.text_fit import words_that_do_not_fit

WORDS = {
    Language.ENGLISH: ("Settings", "Largest", "Normal", "Practise"),
    Language.RUSSIAN: ("Настройки", "Самый крупный", "Обычный", "Тренировка"),
    Language.UKRAINIAN: ("Налаштування", "Найбільший", "Звичайний", "Тренування"),
}


def tallest(one, words):
    return max(each.font_size for each in one.screen() if getattr(each, "text", "") == words)


@pytest.mark.parametrize("language", WORDS)
def test_letters_grow_at_once_and_everything_fits(newly, tmp_path, language):
    settings, largest, usual, practise = WORDS[language]

    async def act(one):
        await one.touches(settings)
        await one.reads(largest)
        before = tallest(one, largest)
        await one.touches(largest)
        await one.until(lambda: tallest(one, largest) > 1.15 * before, "larger letters")
        await one.until(lambda: not words_that_do_not_fit(one.shell.page), "every word whole")
        assert load(tmp_path / "settings.toml").settings.letters is LetterSize.LARGEST
        one.shell.go_home()
        await one.reads(practise)
        await one.until(lambda: not words_that_do_not_fit(one.shell.page), "every word whole")
        await one.touches(settings)
        await one.reads(usual)
        await one.touches(usual)
        await one.until(lambda: tallest(one, largest) < 1.05 * before, "usual letters")

    newly(act, Settings(language=language, sounds=False))


def test_sounds_have_four_loudnesses(newly, tmp_path):
    async def act(one):
        await one.touches("Settings")
        for words, heard, volume in (("Loud", True, "loud"), ("Quiet", True, "quiet"), ("Off", False, "quiet")):
            await one.touches(words)
            await one.until(lambda v=volume, h=heard: told(tmp_path) == (h, v), f"kept {words}")

    newly(act, Settings(language=Language.ENGLISH))


def told(folder):
    settings = load(folder / "settings.toml").settings
    return settings.sounds, settings.volume.value


def test_full_screen_is_turned_by_a_key_and_by_the_setting(newly, tmp_path):
    from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    async def act(one):
        Window.dispatch("on_key_down", 292, 68, None, [])
        await one.until(lambda: load(tmp_path / "settings.toml").settings.full_screen, "kept")
        assert Window.fullscreen == "auto"
        await one.touches("Settings")
        await one.touches("Window")
        await one.until(lambda: not load(tmp_path / "settings.toml").settings.full_screen, "kept again")
        assert not Window.fullscreen

    newly(act, Settings(language=Language.ENGLISH, sounds=False))
