"""The log file: what it holds, where it is, and a copy of it to send."""

from datetime import datetime
from pathlib import Path

import platformdirs
from kivy.factory import Factory
from kivy.metrics import sp
from kivy.uix.widget import Widget

from companion.diagnostics import all_runs, current, logs_folder, this_run
from companion.tablet.look import palette
from companion.tablet.pages.page import Page, ScrollArea, Window

MAX_LINES = 60
"""Of the log that are shown."""

ABOUT_SP, LINE_SP = 19.0, 14.0


class LogPage(Page):
    """Something to send, also for those who started the program without a terminal."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "diagnostics.page.title")
        written = current()
        where = (
            self.say("diagnostics.page.nowhere", folder=logs_folder())
            if written is None
            else self.say("diagnostics.page.here", file=written.path)
        )
        self._said(self.ids.body, self.say("diagnostics.page.about"), ABOUT_SP)
        self._said(self.ids.body, self.say("diagnostics.page.table"), ABOUT_SP)
        self._said(self.ids.body, where, ABOUT_SP)
        newest = ScrollArea()
        self._said(newest.content, "\n".join(this_run().splitlines()[-MAX_LINES:]), LINE_SP)
        newest.scroll_y = 0
        self.ids.body.add_widget(newest)
        self.said = self._said(self.ids.body, "", ABOUT_SP)
        self.said.color = palette.TEXT
        self.save = self.key(self.say("diagnostics.page.save"), self._save, chosen=True)
        self.ids.foot.add_widget(self.save)

    def _said(self, within: Widget, text: str, letter_sp: float) -> Widget:
        label = Factory.Said(text=text)
        label.font_size = sp(letter_sp)
        within.add_widget(label)
        return label

    def _save(self) -> None:
        now = self.window.services.now()
        self.window.background.do(lambda: save_copy(now), self._saved, self._unsaved)

    def _saved(self, file: Path) -> None:
        self.said.text = self.say("diagnostics.page.saved", file=file)

    def _unsaved(self, error: Exception) -> None:
        self.said.text = self.say("diagnostics.page.unsaved", why=str(error))


def save_copy(now: datetime) -> Path:
    """Writes all logs into one file where people look for files.

    Raises:
        OSError: If it cannot be written.
    """
    folder = Path(platformdirs.user_downloads_path())
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"companion-log_{now.astimezone():%Y-%m-%d_%H-%M-%S}.txt"
    file.write_text(all_runs(), encoding="utf-8")
    return file
