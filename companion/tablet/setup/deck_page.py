"""Which deck somebody brings: one that comes with the game, one of their own, or one that is put together here."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.cards import DECK_ENDING, CardsError, all_cards
from companion.cards.pack_file import UnwrittenPackError, deck_files, delete_deck, restore_deck, write_deck
from companion.games.decks import editor_of
from companion.games.options import OptionValue
from companion.games.shelf import DeckChoice, maker_of
from companion.geometry import Answer
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.card_work import plain_key
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.setup_draft import Draft, deck_seen
from companion.tablet.look import palette
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.page import NoticePage, Page, ScrollArea, WideKey, Window
from companion.tablet.setup.deck_cards_page import DeckCardsPage, OpenDeck
from companion.tablet.setup.deck_code_page import ScanDeckPage, show_code
from companion.texts import Language, say


class DeckPage(Page):
    """All decks that there are."""

    def __init__(self, window: Window, draft: Draft, number: int, done: Callable[[str], None]) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: The game that is to begin.
            number: Whose deck it is.
            done: Is given the name or the file of the one that was chosen.
        """
        super().__init__(window, "setup.deck.title")
        self._draft, self._done = draft, done
        library = draft.shelf.library
        self._folder = window.services.packs_of(draft.game)
        self._usual = draft.usual_deck(number)
        self._lost = draft.has_lost(number)
        self._deck = deck = self._usual if self._lost else draft.seats[number].deck
        scrolled = ScrollArea()
        there = (*(() if library is None else library.decks), *(str(each) for each in deck_files(self._folder)))
        self.decks: dict[str, WideKey] = {}
        for name in dict.fromkeys((*there, deck)):
            seen = deck_seen(name, draft.shelf, window.language)
            key = self.decks[name] = WideKey(text=seen.name, note=seen.fault or seen.leader, chosen=name == deck)
            key.bind(on_release=lambda _, name=name: done(name))
            scrolled.content.add_widget(key)
        if (maker := maker_of(draft.shelf)) is not None:
            choice = maker.choice({}, draft.chosen, window.language)
            self.gather = WideKey(sign="✚", text=choice.name, note=choice.title)
            self.gather.bind(on_release=lambda _: self._gather())
            scrolled.content.add_widget(self.gather)
        if draft.camera not in (PRACTICE, NO_CAMERA):
            scan = WideKey(sign="▦", text=self.say("setup.deck.scan"), note=self.say("setup.deck.scan_note"))
            scan.bind(on_release=lambda _: self._scan())
            scrolled.content.add_widget(scan)
        file = WideKey(text=self.say("setup.deck.file"), note=self.say("setup.deck.file_note", ending=DECK_ENDING))
        file.bind(on_release=lambda _: self._choose_file())
        scrolled.content.add_widget(file)
        self.ids.body.add_widget(scrolled)
        self._offer()

    def on_back(self) -> None:
        """Whose deck is gone plays with the usual one."""
        if self._lost:
            self._done(self._usual)
            return
        super().on_back()

    def _offer(self) -> None:
        """Shows what can be done with the deck that is chosen."""
        window, draft, foot, deck = self.window, self._draft, self.ids.foot, self._deck
        foot.clear_widgets()
        library, seen = draft.shelf.library, deck_seen(deck, draft.shelf, window.language)
        known = None if seen.fault or library is None else library.deck(deck)
        if known is not None:
            path = Path(known.file)
            foot.add_widget(self.key(self.say("setup.deck.carry"), lambda: show_code(window, draft.game, path)))
            if editor_of(draft.shelf) is not None:
                self.cards = self.key(self.say("setup.deck.cards"), partial(self._change, path))
                foot.add_widget(self.cards)
        if Path(deck) in deck_files(self._folder):
            foot.add_widget(self.key(self.say("setup.deck.delete"), self._ask_to_delete))

    def _ask_to_delete(self) -> None:
        self.ids.foot.clear_widgets()
        self.ids.foot.add_widget(self.key(self.say("setup.deck.keep"), self._offer))
        self.ids.foot.add_widget(self.key(self.say("setup.deck.delete_sure"), self._delete))

    def _delete(self) -> None:
        path, row = Path(self._deck), self.decks[self._deck]
        note = row.note
        try:
            data = delete_deck(path)
        except UnwrittenPackError as error:
            row.note = self._unwritten(error)
            self._offer()
            return

        def restore() -> None:
            try:
                restore_deck(path, data)
            except UnwrittenPackError as error:
                row.note = self._unwritten(error)
                return
            row.note, row.disabled, row.chosen, self._lost = note, False, True, False
            self._offer()

        row.note, row.disabled, row.chosen, self._lost = self.say("setup.deck.deleted"), True, False, True
        self.ids.foot.clear_widgets()
        self.ids.foot.add_widget(self.key(self.say("setup.deck.restore"), restore))

    def _unwritten(self, error: UnwrittenPackError) -> str:
        file, _, why = str(error).rpartition(": ")
        return self.say("workshop.unwritten", file=Path(file).name, why=why)

    def _scan(self) -> None:
        def read(deck: str) -> None:
            self.window.drop()
            self._done(deck)

        self.window.go(lambda: ScanDeckPage(self.window, self._draft, read))

    def _choose_file(self) -> None:
        def chosen(path: Path) -> None:
            self.window.drop()
            self._done(str(path))

        self.window.go(lambda: FilePage(self.window, "setup.deck.file", (DECK_ENDING,), Path.home(), chosen))

    def _cards(self) -> Mapping[str, Any] | None:
        """All cards that there are; None, and a page that says why, where a pack cannot be read."""
        window, draft, library = self.window, self._draft, self._draft.shelf.library
        if library is None:
            return None
        try:
            packs = library.with_packs([path for each in draft.packs if (path := Path(each)).is_file()])
        except CardsError as error:
            sentence = str(error)
            window.go(lambda: NoticePage(window, self.say("setup.deck.title"), [sentence]))
            return None
        return all_cards(packs.values())

    def _change(self, file: Path) -> None:
        """Shows the cards of a deck; what is changed of one that is not the players' own goes into a copy."""
        window, draft, cards = self.window, self._draft, self._cards()
        library, editor = draft.shelf.library, editor_of(draft.shelf)
        if cards is None or library is None or editor is None:
            return
        opened = OpenDeck(self._folder, file, library, editor)

        def done(path: Path) -> None:
            window.drop()
            self._done(str(path))

        window.go(lambda: DeckCardsPage(window, draft, opened, cards, done))

    def _gather(self) -> None:
        window, draft, cards = self.window, self._draft, self._cards()
        maker, language = maker_of(draft.shelf), self.window.language
        if maker is None or cards is None:
            return
        choice = maker.choice(cards, draft.chosen, language)

        def chosen(members: tuple[OptionValue, ...]) -> None:
            if choice.follows is None:
                written(members, ())
                return
            more = choice.follows(tuple(each.key for each in members))
            window.go(lambda: GatherPage(window, more, lambda others: written(members, others)))

        def written(members: tuple[OptionValue, ...], others: tuple[OptionValue, ...]) -> None:
            names = names_for(self._folder, draft, members)
            data = maker.deck(tuple(each.key for each in (*members, *others)), names, cards)
            stem = plain_key(" ".join(each.key.rpartition("/")[2] for each in members), "deck")
            path = write_deck(self._folder, stem, data)
            if choice.follows is not None:
                window.drop()
            if editor_of(draft.shelf) is not None:
                window.drop()
                self._change(path)
                return
            window.drop()
            self._done(str(path))

        window.go(lambda: GatherPage(window, choice, chosen))


def names_for(folder: Path, draft: Draft, members: tuple[OptionValue, ...]) -> dict[str, str]:
    """What a new deck is called, by language: of several the names of all, of one leader no name that is the leader's.

    Args:
        folder: Where the players' decks are; no two of them are called the same.
        draft: The game that is to begin.
        members: Who was chosen.
    """
    if len(members) > 1:
        return dict.fromkeys((each.value for each in Language), ", ".join(each.name for each in members))
    taken = {deck_seen(str(each), draft.shelf, Language.ENGLISH).name for each in deck_files(folder)}
    named = (numbered(number) for number in count(1))
    return next(each for each in named if each[Language.ENGLISH.value] not in taken)


def numbered(number: int) -> dict[str, str]:
    """A deck of one's own by its number, by language; the first needs none."""
    ending = "" if number == 1 else f" {number}"
    return {each.value: f"{say(each, 'setup.deck.mine')}{ending}" for each in Language}


class GatherPage(Page):
    """So many of those who may be in a deck are touched, one after the other."""

    def __init__(self, window: Window, choice: DeckChoice, done: Callable[[tuple[OptionValue, ...]], None]) -> None:
        super().__init__(window)
        self.title, self.back_text = choice.title, self.say("shell.back")
        self._gathering, self._done = choice, done
        self._taken: list[OptionValue] = []
        self._grid = GridLayout(cols=3, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.keys: list[WideKey] = []
        for each in choice.members:
            key = WideKey(text=each.name, letter=18)
            key.bind(on_release=lambda _, each=each: self._touched(each))
            self.keys.append(key)
            self._grid.add_widget(key)
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._grid)
        self.ids.body.add_widget(scrolled)
        self.said = Factory.Said(text="", font_size="16sp", color=palette.INKS[Answer.NO])
        self.ids.body.add_widget(self.said)
        self.ready = self.key(self.say("setup.done"), self._finish, chosen=True)
        self.ids.foot.add_widget(self.ready)
        self._show()

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide no more than two stand side by side."""
        self._grid.cols = 2 if self.height > self.width else 3

    def _touched(self, member: OptionValue) -> None:
        if member in self._taken:
            self._taken.remove(member)
        elif self._may_have(member):
            self._taken.append(member)
        self._show()

    def _may_have(self, member: OptionValue) -> bool:
        """Whether one more may be taken."""
        fits = self._gathering.fits
        there = tuple(each.key for each in self._taken)
        return len(there) < self._gathering.count and (fits is None or fits(there, member.key))

    def _show(self) -> None:
        for key, each in zip(self.keys, self._gathering.members, strict=True):
            key.chosen = each in self._taken
            key.disabled = not key.chosen and self._gathering.fits is not None and not self._may_have(each)
            key.note = str(self._taken.index(each) + 1) if each in self._taken else ""
        least = self._gathering.count if self._gathering.least is None else self._gathering.least
        self.ready.disabled = not least <= len(self._taken) <= self._gathering.count

    def _finish(self) -> None:
        try:
            self._done(tuple(self._taken))
        except UnwrittenPackError as error:
            file, _, why = str(error).rpartition(": ")
            self.said.text = self.say("workshop.unwritten", file=Path(file).name, why=why)
