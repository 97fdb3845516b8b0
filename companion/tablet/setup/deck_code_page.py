"""A deck as a code: shown, to be taken along to another table, and read by the camera of this one."""

from collections.abc import Callable
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.cards import CardsError, DeckError
from companion.cards.deck_code import CarriedDeck, DeckParts, codes_of
from companion.cards.text import read_toml
from companion.games.registry import game_called, games
from companion.tablet.data.carried_decks import keep_carried
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.code_reader import CodeReader
from companion.tablet.pages.page import NoticePage, Page, Window
from companion.tablet.widgets.qr_code import qr_texture
from companion.texts import say


class DeckCodePage(Page):
    """The codes of a deck, side by side."""

    def __init__(self, window: Window, game: str, file: Path) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            game: Name of the deck's game.
            file: Of the deck.

        Raises:
            CardsError: If it cannot be read, or is too large for codes.
        """
        super().__init__(window, "setup.deck.carry_title")
        self.codes = codes_of(game, read_toml(file).data)
        self._row = BoxLayout(spacing="16dp")
        for code in self.codes:
            self._row.add_widget(Image(texture=qr_texture(code, "l"), fit_mode="contain"))
        self.ids.body.add_widget(self._row)
        how = "carry_one" if len(self.codes) == 1 else "carry_many"
        self.ids.body.add_widget(Factory.Said(text=self.say(f"setup.deck.{how}", count=len(self.codes))))

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide the codes stand one above the other."""
        self._row.orientation = "vertical" if self.height > self.width else "horizontal"


def show_code(window: Window, game: str, file: Path) -> None:
    """Goes to the codes of a deck, or says why there are none."""
    try:
        codes_of(game, read_toml(file).data)
    except CardsError as error:
        sentence = str(error)
        window.go(lambda: NoticePage(window, say(window.language, "setup.deck.carry_title"), [sentence]))
        return
    window.go(lambda: DeckCodePage(window, game, file))


class ScanDeckPage(Page):
    """Looks through the table's camera until all codes of a deck were seen."""

    def __init__(self, window: Window, draft: Draft, done: Callable[[str], None]) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: The game that is to begin.
            done: Is given the file of the deck that was read.
        """
        super().__init__(window, "setup.deck.scan_title")
        self._draft, self._done = draft, done
        self._parts, self._read = DeckParts(), False
        self.reader = CodeReader(window, draft.measuring, self.say("setup.deck.scan_how"), self._take)
        self.picture, self.said = self.reader.picture, self.reader.said
        self.ids.body.add_widget(self.reader)

    def left(self) -> None:
        """The camera is freed."""
        self.reader.end()

    def _take(self, words: frozenset[str]) -> None:
        if self._read or not self._parts.take(words):
            return
        try:
            deck = self._parts.deck
            if deck is None:
                self.said.text = self.say("setup.deck.scan_more", found=self._parts.found, of=self._parts.of)
                return
            self._keep(deck)
        except CardsError as error:
            faults = error.faults if isinstance(error, DeckError) else ()
            why = faults[0].sentence if faults else str(error)
            self.said.text = self.say("setup.deck.scan_wrong", why=why)

    def _keep(self, deck: CarriedDeck) -> None:
        """Keeps a deck that belongs to this game.

        Raises:
            CardsError: If it is none, or cannot be kept.
        """
        if deck.game != self._draft.game:
            known = deck.game in games()
            title = game_called(deck.game).shelf.title(self.window.language) if known else deck.game
            self.said.text = self.say("setup.deck.scan_game", game=title)
            return
        path = keep_carried(self.window.services.packs_of(deck.game), deck)
        self._read = True
        self._done(str(path))
