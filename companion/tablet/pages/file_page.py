"""A page to choose a file on: folders are gone into, files of the wanted kind are taken."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.uix.gridlayout import GridLayout

from companion.tablet.pages.page import Page, ScrollArea, WideKey, Window

MAX_SHOWN = 200


class FilePage(Page):
    """One folder at a time."""

    def __init__(
        self,
        window: Window,
        title: str,
        endings: Sequence[str],
        folder: Path,
        done: Callable[[Path], None],
        instead: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: Key of the text over it.
            endings: How the names of wanted files end.
            folder: Where it begins.
            done: Is given the file, and goes on from here.
            instead: What may be taken instead of a file, and what then happens.
        """
        super().__init__(window, title)
        self._endings, self._done = tuple(endings), done
        self._grid = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self._scrolled = ScrollArea()
        self._scrolled.content.add_widget(self._grid)
        self.ids.body.add_widget(self._scrolled)
        if instead is not None:
            self.ids.foot.add_widget(self.key(*instead))
        self._show(folder)

    def _show(self, folder: Path) -> None:
        folders, files = _listed(folder, self._endings)
        self._grid.clear_widgets()
        if folder.parent != folder:
            self._add("↑", folder.parent.name or str(folder.parent), lambda: self._show(folder.parent))
        for each in folders:
            self._add("▸", each.name, partial(self._show, each))
        for each in files:
            self._add("✔", each.name, partial(self._take, each))
        self._scrolled.scroll_y = 1

    def _add(self, sign: str, text: str, act: Callable[[], None]) -> None:
        key = WideKey(sign=sign, text=text, letter=18)
        key.bind(on_release=lambda _: act())
        self._grid.add_widget(key)

    def _take(self, path: Path) -> None:
        self._done(path)


def _listed(folder: Path, endings: tuple[str, ...]) -> tuple[list[Path], list[Path]]:
    """Folders and wanted files; nothing of a folder that may not be read."""
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name.lower())
        shown = [path for path in found if not path.name.startswith(".")][:MAX_SHOWN]
        folders = [path for path in shown if path.is_dir()]
        return folders, [path for path in shown if path.name.endswith(endings) and path not in folders]
    except OSError:
        return [], []
