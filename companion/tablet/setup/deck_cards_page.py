"""The cards of a deck: how many of each, those that may be added, and why the deck may not be played yet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kivy.factory import Factory

from companion.cards import CardLibrary
from companion.cards.pack_file import UnwrittenPackError, rewrite_deck, write_deck
from companion.games.decks import DeckEditor, DeckRow, DeckSheet
from companion.games.workshop import CardOption, Count, Row
from companion.tablet.cards.rows import NumberRow, Wrong, heading
from companion.tablet.data.card_work import plain_key
from companion.tablet.data.setup_draft import Draft, deck_seen
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import Page, ScrollArea, TwoParts, Window
from companion.texts import Language, say


@dataclass(slots=True)
class OpenDeck:
    """A deck whose cards are shown.

    Attributes:
        folder: Where the players' own decks are.
        file: Where it is; a copy of it once one that comes with the game was changed.
        library: Reads it.
        editor: Changes it.
    """

    folder: Path
    file: Path
    library: CardLibrary[Any, Any]
    editor: DeckEditor

    @property
    def deck(self) -> Any:  # noqa: ANN401 (the game's own)
        """The deck as it is kept."""
        return self.library.load_deck(self.file)

    def write(self, data: Mapping[str, Any], *, named: bool = False) -> None:
        """Keeps what was changed.

        Args:
            data: The deck as its file is to have it.
            named: Whether the players have just named it; a copy without a name of its own is called a copy.

        Raises:
            UnwrittenPackError: If it cannot be written.
        """
        if self.file.parent == self.folder:
            rewrite_deck(self.file, data)
            return
        names = dict(data.get("name") or {})
        if not named:
            plain = self.file.name.partition(".")[0]
            names = {e.value: say(e, "setup.deck.copy", name=names.get(e.value) or plain) for e in Language}
        stem = plain_key(names[Language.ENGLISH.value], "deck")
        self.file = write_deck(self.folder, stem, {**data, "name": names})


class DeckCardsPage(Page):
    """Cards are put in and taken out by touch, and each change is kept at once."""

    def __init__(
        self, window: Window, draft: Draft, opened: OpenDeck, cards: Mapping[str, Any], done: Callable[[Path], None]
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: The game that is to begin.
            opened: The deck.
            cards: All cards there are, by key.
            done: Is given the file of the deck that is to be played with.
        """
        super().__init__(window)
        self._draft, self._opened, self._cards, self._done = draft, opened, cards, done
        self.back_text = self.say("shell.back")
        self.state, self.list = ScrollArea(), ScrollArea()
        self.ids.body.add_widget(TwoParts(self.state, self.list, 0.34, 0.26))
        self.rows: dict[str, NumberRow] = {}
        self._shown: dict[str, DeckRow] = {}
        self.ids.foot.add_widget(self.key(self.say("setup.deck.name"), self._name))
        self.play = self.key(self.say("setup.deck.play"), self._play, chosen=True)
        self.ids.foot.add_widget(self.play)
        self._show()

    def _show(self) -> None:
        """Shows the deck as it is kept; a row stays where it stood, so that nothing moves under a finger."""
        draft, language = self._draft, self.window.language
        sheet = self._opened.editor.sheet(self._opened.deck, self._cards, draft.chosen, language)
        self.title = deck_seen(str(self._opened.file), draft.shelf, language).name
        self._tell(sheet)
        content, group = self.list.content, ""
        for row in sheet.rows:
            if row == self._shown.get(row.key):
                continue
            made = self._row(row)
            if (old := self.rows.get(row.key)) is not None:
                place = content.children.index(old)
                content.remove_widget(old)
                content.add_widget(made, place)
            else:
                if row.group != group:
                    group = row.group
                    content.add_widget(heading(group))
                content.add_widget(made)
            self.rows[row.key], self._shown[row.key] = made, row

    def _tell(self, sheet: DeckSheet) -> None:
        content = self.state.content
        content.clear_widgets()
        content.add_widget(Factory.Words(text=sheet.summary, font_size="20sp"))
        for each in sheet.wrong:
            content.add_widget(Wrong(each))
        fine = self.say("setup.deck.wrong" if sheet.wrong else "setup.deck.fine")
        content.add_widget(Factory.Said(text=fine, font_size="16sp"))

    def _row(self, row: DeckRow) -> NumberRow:
        named = self.say("setup.deck.times", count=row.count, name=row.name) if row.count else row.name
        shown = Row((row.key,), row.note, Count(0, max(row.most, row.count)), named)
        return NumberRow(shown, Count(0, max(row.most, row.count)), row.count, partial(self._put, row.key), _nothing)

    def _put(self, key: str, count: int | None) -> None:
        self._write(self._opened.editor.with_count(self._opened.deck, self._cards[key], count or 0))

    def _write(self, data: Mapping[str, Any], *, named: bool = False) -> None:
        """Keeps the deck, and shows it as it is now."""
        try:
            self._opened.write(data, named=named)
        except UnwrittenPackError as error:
            file, _, why = str(error).rpartition(": ")
            sentence = self.say("workshop.unwritten", file=Path(file).name, why=why)
            self.state.content.add_widget(Wrong(sentence))
            return
        self._show()

    def _name(self) -> None:
        window = self.window

        def named(name: str) -> None:
            names = dict.fromkeys((each.value for each in Language), name)
            self._write({**self._opened.editor.data(self._opened.deck), "name": names}, named=True)
            window.go_back()

        window.go(lambda: WritePage(window, "setup.deck.name", self.title, named))

    def _play(self) -> None:
        self._done(self._opened.file)


def _nothing(_: CardOption) -> None:
    """Nothing may stand here instead of a number."""
