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
from companion.games.display.sheets import CardLine
from companion.games.registry import game_called
from companion.games.workshop import Bench, CardWorkshop, workshop_of
from companion.tablet.cards.maker_page import MakerPage
from companion.tablet.data.card_work import CardWork, plain_key
from companion.tablet.game.card_face import CardHead
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import ChoiceKeys, NoticePage, Page, ScrollArea, WideKey, Window
from companion.texts import Language, say, translated

ENDING = ".toml"
OUT, IN = "out", "in"


def workshop_here(window: Window) -> CardWorkshop | None:
    """The workshop of the game that is played; None where its cards cannot be made."""
    return workshop_of(game_called(window.settings.game))


class PacksPage(Page):
    """All packs of the players' own."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "workshop.title")
        own = pack_files(window.services.packs_folder)
        scrolled = ScrollArea()
        self.packs: dict[Path, WideKey] = {}
        for path in dict.fromkeys((*own, *(Path(each) for each in window.settings.packs))):
            key = self.packs[path] = self._of(path)
            scrolled.content.add_widget(key)
        self.new = WideKey(sign="✚", text=self.say("workshop.new_pack"), note=self.say("workshop.new_pack_note"))
        self.new.bind(on_release=lambda _: self._new())
        self.open = WideKey(sign="▸", text=self.say("workshop.open"), note=self.say("workshop.open_note"))
        self.open.bind(on_release=lambda _: self._open())
        for key in (self.new, self.open):
            scrolled.content.add_widget(key)
        self.ids.body.add_widget(scrolled)

    def _of(self, path: Path) -> WideKey:
        try:
            file = PackFile.read(path)
        except CardsError as error:
            return WideKey(text=path.name, note=unread(self.window.language, path, error), disabled=True)
        plays = self.say("workshop.plays" if str(path) in self.window.settings.packs else "workshop.rests")
        note = f"{self.say('workshop.cards', count=len(file.cards))} · {plays}"
        key = WideKey(text=translated(file.data["names"], self.window.language), note=note)
        key.bind(on_release=lambda _: self.window.go(partial(pack_page, self.window, path)))
        return key

    def _new(self) -> None:
        window = self.window

        def named(name: str) -> None:
            file = PackFile.new(window.services.packs_folder, plain_key(name, "pack"), names_of(name))
            window.change(replace(window.settings, packs=(*window.settings.packs, str(file.path))))
            window.go_instead(partial(pack_page, window, file.path))

        window.go(lambda: WritePage(window, "workshop.pack_name", "", named))

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
        self.ids.body.add_widget(scrolled)
        self.ids.foot.add_widget(self.key(self.say("workshop.pack_name"), self._rename))
        self.new = self.key(self.say("workshop.new_card"), self._new, chosen=True)
        self.ids.foot.add_widget(self.new)

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide one card stands below the other."""
        self._grid.cols = 1 if self.height > self.width else 2

    def _card(self, index: int, raw: Mapping[str, Any]) -> Widget:
        shown = self._workshop.shown(Bench(raw, self._file.data), self.window.language)
        made = card_head(shown)
        made.bind(on_release=lambda _: self._make(index, raw))
        return made

    def _make(self, index: int, raw: Mapping[str, Any]) -> None:
        window, work = self.window, CardWork(self._workshop, self._file, index, raw)
        window.replace_here(partial(pack_page, window, self._file.path))
        window.go(lambda: MakerPage(window, work))

    def _new(self) -> None:
        window, workshop, file = self.window, self._workshop, self._file

        def chosen(card: Mapping[str, Any]) -> None:
            work = CardWork(workshop, file, len(file.cards), card)
            window.go_instead(lambda: MakerPage(window, work))

        window.replace_here(partial(pack_page, window, file.path))
        window.go(lambda: KindPage(window, workshop, chosen))

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
    """Which kind of card is made."""

    def __init__(self, window: Window, workshop: CardWorkshop, done: Callable[[Mapping[str, Any]], None]) -> None:
        super().__init__(window, "workshop.which_kind")
        self._grid = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.kinds: list[WideKey] = []
        for each in workshop.kinds(window.language):
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
