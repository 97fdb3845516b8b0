"""Settings: what holds from one evening to the next, changed while the program runs."""

from collections.abc import Callable
from dataclasses import replace

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.tablet.pages import Choosing, Page, Scrolled, Window
from companion.tablet.settings import Settings
from companion.texts import Language

NAMES = {Language.ENGLISH: "English", Language.RUSSIAN: "Русский", Language.UKRAINIAN: "Українська"}
PAUSES_S = (2.0, 4.0, 8.0, 0.0)


class SettingsPage(Page):
    """All settings on one page."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "shell.settings.title")
        settings = window.settings
        grid = GridLayout(cols=2, spacing="28dp", size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        scrolled = Scrolled()
        scrolled.content.add_widget(grid)
        self.ids.body.add_widget(scrolled)
        self.choosings: dict[str, Choosing] = {}
        self._grid = grid
        self._offer(
            "language",
            [(language.value, name) for language, name in NAMES.items()],
            window.language.value,
            lambda now, meant: replace(now, language=Language(meant)),
        )
        self._offer(
            "colours",
            [(name, self.say(f"shell.settings.{name}")) for name in ("dark", "light")],
            "light" if settings.light else "dark",
            lambda now, meant: replace(now, light=meant == "light"),
        )
        self._offer(
            "sounds",
            [(name, self.say(f"shell.settings.{name}")) for name in ("on", "off")],
            "on" if settings.sounds else "off",
            lambda now, meant: replace(now, sounds=meant == "on"),
        )
        self._offer(
            "pause",
            [(f"{pause_s:g}", self._pause(pause_s)) for pause_s in PAUSES_S],
            f"{settings.pause_s:g}",
            lambda now, meant: replace(now, pause_s=float(meant)),
        )

    def _pause(self, pause_s: float) -> str:
        return (
            self.say("shell.settings.pause_s", seconds=f"{pause_s:g}")
            if pause_s
            else self.say("shell.settings.pause_none")
        )

    def _offer(
        self,
        name: str,
        choices: list[tuple[str, str]],
        chosen: str,
        after: Callable[[Settings, str], Settings],
    ) -> None:
        choosing: Choosing = Factory.Choosing(title=self.say(f"shell.settings.{name}"), columns=len(choices))
        choosing.offer(choices, chosen)
        choosing.bind(on_choice=lambda _, meant: self.window.change(after(self.window.settings, meant)))
        self.choosings[name] = choosing
        self._grid.add_widget(choosing)
