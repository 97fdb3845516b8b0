"""Which game is meant, where there are several."""

from collections.abc import Callable, Iterable

from companion.games.registry import GameError, game_called, games
from companion.presentation.needs import needs_note
from companion.tablet.pages.page import Page, ScrollArea, WideKey, Window


class GamePage(Page):
    """Which game is played."""

    def __init__(self, window: Window, game: str, done: Callable[[str], None], offered: Iterable[str] = ()) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            game: The one that is chosen now.
            done: Is given the one that was chosen.
            offered: Names of those that may be chosen; all where none is named.
        """
        super().__init__(window, "setup.game.title")
        scrolled = ScrollArea()
        for name in sorted(offered or games()):
            key = self._of(name, chosen=name == game)
            key.bind(on_release=lambda _, name=name: done(name))
            scrolled.content.add_widget(key)
        self.ids.body.add_widget(scrolled)

    def _of(self, name: str, *, chosen: bool) -> WideKey:
        try:
            game = game_called(name)
        except GameError as error:
            return WideKey(text=name, note=str(error), disabled=True)
        language = self.window.language
        return WideKey(text=game.shelf.title(language), note=needs_note(game, language), chosen=chosen)
