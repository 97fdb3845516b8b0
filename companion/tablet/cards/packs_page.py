"""The packs of own cards: which there are, which take part in new games, and the cards of each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.cards import CardsError
from companion.cards.errors import FileError
from companion.cards.pack_file import PackFile, pack_files
from companion.games.display.cards import CardLine
from companion.games.registry import GameError, game_called, games
from companion.games.workshop import Bench, CardOption, CardWorkshop, workshop_of
from companion.tablet.cards.maker_page import MakerPage
from companion.tablet.cards.rows import heading
from companion.tablet.data.card_work import CardWork, plain_key
from companion.tablet.game.card_face import CardHead
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.game_page import GamePage
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import ChoiceKeys, NoticePage, Page, ScrollArea, WideKey, Window
from companion.texts import Language, say, translated

ENDING = ".toml"
OUT, IN = "out", "in"
BOX = "box"
"""Stem of the pack in which players keep what they supply of the printed game."""


def workshop_here(window: Window) -> CardWorkshop | None:
    """The workshop of the game that is played; None where its cards cannot be made."""
    return workshop_of(game_called(window.settings.game))


def games_with_cards() -> tuple[str, ...]:
    """Names of the games whose cards can be made."""
    return tuple(each for each in games() if _has_cards(each))


def _has_cards(name: str) -> bool:
    try:
        return workshop_of(game_called(name)) is not None
    except GameError:
        return False


class PacksPage(Page):
    """All packs of the players' own."""

    def __init__(self, window: Window, *, any_game: bool = False) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            any_game: Whether another game may be chosen; else it is that which is being set up.
        """
        super().__init__(window, "workshop.title")
        self._any_game = any_game
        self._folder = window.services.packs_of(window.settings.game)
        own = pack_files(self._folder)
        scrolled = ScrollArea()
        if any_game and len(made := games_with_cards()) > 1:
            title = game_called(window.settings.game).shelf.title(window.language)
            self.game = WideKey(sign="♟", text=title, note=self.say("workshop.game_note"))
            self.game.bind(on_release=lambda _: self._choose_game(made))
            scrolled.content.add_widget(self.game)
        self.packs: dict[Path, WideKey] = {}
        for path in dict.fromkeys((*own, *(Path(each) for each in window.settings.packs))):
            key = self.packs[path] = self._of(path)
            scrolled.content.add_widget(key)
        self.new = WideKey(sign="✚", text=self.say("workshop.new_pack"), note=self.say("workshop.new_pack_note"))
        self.new.bind(on_release=lambda _: self._new())
        self.open = WideKey(sign="▸", text=self.say("workshop.open"), note=self.say("workshop.open_note"))
        self.open.bind(on_release=lambda _: self._open())
        workshop = workshop_here(window)
        if workshop is not None and workshop.printed({}, window.language):
            self.box = WideKey(sign="▤", text=self.say("workshop.box"), note=self.say("workshop.box_note"))
            self.box.bind(on_release=lambda _: self._supply())
            scrolled.content.add_widget(self.box)
        for key in (self.new, self.open):
            scrolled.content.add_widget(key)
        self.ids.body.add_widget(scrolled)

    def _of(self, path: Path) -> WideKey:
        try:
            file = PackFile.read(path)
        except CardsError as error:
            return WideKey(text=path.name, note=unread(self.window.language, path, error), disabled=True)
        plays = self.say("workshop.plays" if str(path) in self.window.settings.packs else "workshop.rests")
        drafts = f" · {self.say('workshop.drafts', count=len(file.drafts))}" if file.drafts else ""
        note = f"{self.say('workshop.cards', count=len(file.cards))}{drafts} · {plays}"
        key = WideKey(text=translated(file.data["names"], self.window.language), note=note)
        key.bind(on_release=lambda _: self.window.go(partial(pack_page, self.window, path)))
        return key

    def _new(self) -> None:
        window = self.window

        def named(name: str) -> None:
            path = self._begun(plain_key(name, "pack"), names_of(name))
            window.go_instead(partial(pack_page, window, path))

        window.go(lambda: WritePage(window, "workshop.pack_name", "", named))

    def _supply(self) -> None:
        """Opens the pack for the cards of the printed game; a new one where there is none yet."""
        window = self.window
        title = game_called(window.settings.game).shelf.title(window.language)
        path = next((each for each in self.packs if each.stem == BOX), None) or self._begun(BOX, names_of(title))
        any_game = self._any_game
        window.replace_here(lambda: PacksPage(window, any_game=any_game))
        window.go(partial(pack_page, window, path))

    def _choose_game(self, made: tuple[str, ...]) -> None:
        window = self.window

        def chosen(game: str) -> None:
            window.change(window.settings.with_game(game))
            window.go_back()

        window.go(lambda: GamePage(window, window.settings.game, chosen, made))

    def _begun(self, stem: str, names: Mapping[str, str]) -> Path:
        """A new pack that takes part in games."""
        window = self.window
        file = PackFile.new(self._folder, stem, names)
        window.change(replace(window.settings, packs=(*window.settings.packs, str(file.path))))
        return file.path

    def _open(self) -> None:
        window = self.window
        window.go(
            lambda: FilePage(
                window,
                "workshop.open",
                (ENDING,),
                Path.home(),
                lambda path: window.go_instead(partial(pack_page, window, path)),
            )
        )


def names_of(name: str) -> dict[str, str]:
    """A name that is the same in all languages."""
    return {each.value: name for each in Language}


def pack_page(window: Window, path: Path) -> Page:
    """The page of a pack; one sentence where it cannot be read."""
    workshop = workshop_here(window)
    try:
        file = PackFile.read(path)
    except CardsError as error:
        return NoticePage(window, unread(window.language, path, error), [])
    if workshop is None:
        return PacksPage(window)
    return PackPage(window, workshop, file)


def unread(language: Language, path: Path, error: CardsError) -> str:
    """That a file is no pack that can be changed here, and from which line on."""
    line = error.faults[0].line if isinstance(error, FileError) else 0
    return say(language, "workshop.unread_line" if line else "workshop.unread", file=path.name, line=line)


class PackPage(Page):
    """The cards of one pack."""

    def __init__(self, window: Window, workshop: CardWorkshop, file: PackFile) -> None:
        super().__init__(window)
        self._workshop, self._file = workshop, file
        self.title = translated(file.data["names"], window.language)
        self.back_text = self.say("shell.back")
        plays = str(file.path) in window.settings.packs
        self.part: ChoiceKeys = Factory.ChoiceKeys(title=self.say("workshop.in_games"), columns=2)
        self.part.offer(
            [(IN, self.say("workshop.take_part")), (OUT, self.say("workshop.stay_out"))], IN if plays else OUT
        )
        self.part.bind(on_choice=lambda _, meant: self._take_part(takes=meant == IN))
        self.ids.body.add_widget(self.part)
        self._grid = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.cards = [self._card(index, raw) for index, raw in enumerate(file.cards) if isinstance(raw, Mapping)]
        for each in self.cards:
            self._grid.add_widget(each)
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._grid)
        self.drafts = [self._of_draft(number) for number, raw in enumerate(file.drafts) if isinstance(raw, Mapping)]
        if self.drafts:
            scrolled.content.add_widget(heading(self.say("workshop.drafts_here")))
        for each in self.drafts:
            scrolled.content.add_widget(each)
        self.ids.body.add_widget(scrolled)
        self.ids.foot.add_widget(self.key(self.say("workshop.pack_name"), self._rename))
        missing = workshop.printed(file.data, window.language) if file.path.stem == BOX else ()
        if missing:
            self.missing = self.key(self.say("workshop.missing", count=len(missing)), self._supply, chosen=True)
            self.ids.foot.add_widget(self.missing)
        self.new = self.key(self.say("workshop.new_card"), self._new, chosen=not missing)
        self.ids.foot.add_widget(self.new)

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide one card stands below the other."""
        self._grid.cols = 1 if self.height > self.width else 2

    def _card(self, index: int, raw: Mapping[str, Any]) -> Widget:
        shown = self._workshop.shown(Bench(raw, self._file.data), self.window.language)
        made = card_head(shown)
        made.bind(on_release=lambda _: self._make(index, raw))
        return made

    def _of_draft(self, number: int) -> WideKey:
        """A card that is half entered, and what is still wrong with it."""
        work = CardWork.of_draft(self._workshop, self._file, number)
        language = self.window.language
        wrong = ", ".join(work.wrong_names(language))
        note = self.say("workshop.still_wrong", names=wrong) if wrong else self.say("workshop.whole_draft")
        key = WideKey(sign="✎", text=work.shown(language).name, note=note)
        key.bind(on_release=lambda _: self._open(work))
        return key

    def _make(self, index: int, raw: Mapping[str, Any]) -> None:
        """Opens a card; where a draft of it was kept, that."""
        drafts = {each.get("key"): at for at, each in enumerate(self._file.drafts) if isinstance(each, Mapping)}
        if (key := raw.get("key")) in drafts:
            self._open(CardWork.of_draft(self._workshop, self._file, drafts[key]))
        else:
            self._open(CardWork(self._workshop, self._file, index, raw))

    def _open(self, work: CardWork) -> None:
        window = self.window
        window.replace_here(partial(pack_page, window, self._file.path))
        window.go(lambda: MakerPage(window, work))

    def _supply(self) -> None:
        """Shows what is missing of the printed game."""
        options = self._workshop.printed(self._file.data, self.window.language)
        self._begin(partial(KindPage, self.window, "workshop.which_missing", options))

    def _new(self) -> None:
        options = self._workshop.kinds(self.window.language)
        self._begin(partial(KindPage, self.window, "workshop.which_kind", options))

    def _begin(self, make: Callable[[Callable[[Mapping[str, Any]], None]], Page]) -> None:
        """Lets a new card be chosen, and opens it."""
        window, workshop, file = self.window, self._workshop, self._file

        def chosen(card: Mapping[str, Any]) -> None:
            work = CardWork(workshop, file, len(file.cards), card)
            window.go_instead(lambda: MakerPage(window, work))

        window.replace_here(partial(pack_page, window, file.path))
        window.go(lambda: make(chosen))

    def _rename(self) -> None:
        window, file = self.window, self._file

        def named(name: str) -> None:
            before = file.data["names"]
            mine = before.get(window.language.value)
            names = {**before, **{each: name for each in before if before[each] == mine}, window.language.value: name}
            file.with_names(names)
            window.go_back()

        window.replace_here(partial(pack_page, window, file.path))
        window.go(lambda: WritePage(window, "workshop.pack_name", self.title, named))

    def _take_part(self, *, takes: bool) -> None:
        others = tuple(each for each in self.window.settings.packs if each != str(self._file.path))
        packs = (*others, str(self._file.path)) if takes else others
        self.window.change(replace(self.window.settings, packs=packs))


def card_head(shown: CardLine) -> CardHead:
    """The banner of a card, to be touched."""
    made: CardHead = Factory.CardHead(name=shown.name, kind=shown.kind)
    made.lay(shown.look)
    return made


class KindPage(Page):
    """Which kind of card is made, or which card of the printed game."""

    def __init__(
        self,
        window: Window,
        title: str,
        options: tuple[CardOption, ...],
        done: Callable[[Mapping[str, Any]], None],
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: Key of the text over it.
            options: Cards as they begin.
            done: Is given the one that was chosen.
        """
        super().__init__(window, title)
        self._grid = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.kinds: list[WideKey] = []
        for each in options:
            key = WideKey(text=each.name, note=each.note)
            key.bind(on_release=lambda _, value=each.value: done(value))
            self.kinds.append(key)
            self._grid.add_widget(key)
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._grid)
        self.ids.body.add_widget(scrolled)

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide one kind stands below the other."""
        self._grid.cols = 1 if self.height > self.width else 2
