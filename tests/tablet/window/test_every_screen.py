"""Pictures of every screen, in three languages, dark and light; each fits, can be read, and none is forgotten.

They are kept where COMPANION_SCREENS names a folder; without it nobody would look at them. COMPANION_SCREENS_ONLY names
the few that are wanted, in English and dark.
"""

import importlib
import os
import pkgutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.cards.pack_file import PackFile
from companion.games.campaign import campaign_of
from companion.games.decks import editor_of
from companion.games.registry import game_called
from companion.games.shelf import maker_of
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.shelf.library import LIBRARY
from companion.games.workshop import Paint
from companion.league.table.news import LeagueNews
from companion.referee.history.campaign_record import CampaignRecord
from companion.referee.lobby.open_table import OpenTableError, TablePart, TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.card_work import CardWork
from companion.tablet.data.check_words import wrong_address
from companion.tablet.data.saved_games import Fault, summary
from companion.tablet.data.settings import Settings
from companion.tablet.look.choices import LetterSize
from companion.texts import Language
from tests.phones.moments import moment
from tests.phones.played_table import NOON
from tests.tablet.contrast import hard_to_read
from tests.tablet.text_fit import FINGER_PX, keys_of, words_that_do_not_fit
from tests.tablet.visitor import until
from tests.tablet.window.test_shell import pages_of

pytestmark = pytest.mark.slow


CAMERA = "sim:demo?fps=4"  # more only costs time
TABS = ("now", "hand", "table", "mat", "log")
LEAST = 0.75
"""Nothing is drawn smaller than that share of what a tablet of 1280 × 800 shows."""
FRAMES = 3
"""Kivy lays out nested boxes over some."""
BARE_MAT = np.full((800, 800, 3), 90, np.uint8)
LIVE = frozenset({"check", "camera seen", "card seen", "deck seen", "models", "models covered"})
"""Pages that are looked at once their camera gives pictures, in the first language; later there is none."""


class Tour:
    """Looks at one screen after the other."""

    def __init__(self, shell, folder=None, scale=1.0, turn=None):
        self.shell, self.folder, self.scale, self.turn = shell, folder, scale, turn
        self.seen, self.files, self.wrong, self.blind = set(), [], {}, True

    def wants(self, number, name):
        """Whether it is the turn of a screen, by its number among the others, unless few are wanted."""
        return name in ONLY if ONLY else self.turn is None or number % len(Language) == self.turn

    async def look(self, widget, name):
        """Measures a screen once it has come to rest; takes a picture of it where there is a folder for that."""
        await (rests() if self.folder is None else frames(FRAMES))
        small = [key.size for key in keys_of(widget) if min(key.size) < FINGER_PX * self.scale - 1]
        found = words_that_do_not_fit(widget), small, [] if self.folder is None else self.pictured(widget, name)
        if any(found):
            self.wrong[name, self.shell.language.name] = found
        self.seen |= {each.__name__ for each in type(widget).__mro__}

    def pictured(self, widget, name):
        """Takes a picture, and tells the words in it that are hard to read."""
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        assert colourless(widget) == [], name
        looks = "light" if self.shell.settings.light else "dark"
        file = self.folder / f"{name.replace(' ', '-')}-{self.shell.language.value}-{looks}.png"
        picture = picture_of(widget)
        if ALL:
            picture.save(file, compress_level=1)
        self.files.append(file)
        return hard_to_read(widget, picture)

    async def pages(self, game, camera):
        """Every page that is no table."""
        pages = pages_of(self.shell) | more_pages(self.shell, game, camera) | workshop_pages(self.shell)
        pages |= board_game_pages(self.shell) | deck_pages(self.shell, camera) | campaign_pages(self.shell)
        pages |= photo_pages(self.shell)
        for name, make in (each for number, each in enumerate(pages.items()) if self.wants(number, each[0])):
            before = self.shell.page
            self.shell.go_instead(make)
            page = await until(lambda before=before: self.shell.page is not before and self.shell.page)
            if name in LIVE and camera:
                await until(lambda page=page: page.picture.texture is not None)
            if name == "check" and ONLY:
                await until(lambda page=page: any("a second" in each.text for each in labels(page)))
            if name == "film":
                await until(lambda page=page: not page.export.disabled)
            await self.look(page, name)
        self.shell.go_home()

    async def open(self, game, camera):
        """Goes to a table with a game."""
        shell, self.blind = self.shell, camera == NO_CAMERA
        shell.open_table(TableRequest(camera, game=game))
        await until(lambda: type(shell.page).__name__ == "TablePage")

    async def table(self):
        """The table with each of its pages and sheets."""
        shell, page = self.shell, self.shell.page
        await until(lambda: shell.view and shell.view.choices.language is shell.language)
        seen = self.folder is None or self.blind
        await until(lambda: shell.view.play and (seen or shell.view.picture is not None) and shell.view.guests)
        column = page.table_view.ids.game
        for number, tab in enumerate(TABS):
            if self.wants(number, tab):
                column.tab = tab
                await self.look(page, f"table {tab}")
        column.tab = "now"
        for name, make in (each for number, each in enumerate(sheets(page).items()) if self.wants(number, each[0])):
            sheet = make()
            sheet.open(animation=False)
            await self.look(sheet, name)
            sheet.dismiss(animation=False)
        column.pass_to("A")
        await self.look(column.curtain, "curtain")
        column.curtain.dismiss(animation=False)
        page.table_view.dispatch("on_phones")
        await self.look(page.table_view.sheet, "phones")
        page.table_view.sheet.dismiss(animation=False)
        big = self.big_screen()
        page.add_widget(big)
        await self.look(big, "big screen")
        big.end()
        page.remove_widget(big)

    def big_screen(self):
        """What those who watch see."""
        from companion.tablet.table.big_screen import BigScreen  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        big = BigScreen()
        big.show(self.shell.view)
        return big


def labels(widget):
    """All words on a screen."""
    from kivy.uix.label import Label  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    return [each for each in widget.walk() if isinstance(each, Label) and each.text and each.opacity]


def colourless(widget):
    """Words that nobody gave a colour: Kivy's white cannot be read on a light screen."""
    return [each.text for each in labels(widget) if tuple(each.color[:3]) == (1, 1, 1)]


async def rests():
    """Lets Kivy lay out what is new, without drawing it."""
    from kivy.clock import Clock  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    await frames(1)
    for _ in range(FRAMES):
        Clock.tick_draw()


async def frames(count):
    """Waits for so many frames."""
    from kivy.clock import Clock  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    last = Clock.frames + count
    await until(lambda: Clock.frames >= last)


def more_pages(shell, game, camera):
    """Pages that need a camera, a file, or something that went wrong."""
    from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415
    from companion.tablet.pages.calibration_page import CalibrationPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.pages.faces_page import FacesPage  # noqa: PLC0415
    from companion.tablet.pages.file_page import FilePage  # noqa: PLC0415
    from companion.tablet.pages.game_page import GamePage  # noqa: PLC0415
    from companion.tablet.pages.log_page import LogPage  # noqa: PLC0415
    from companion.tablet.pages.opening_page import OpeningPage  # noqa: PLC0415
    from companion.tablet.pages.settings_page import SettingsPage  # noqa: PLC0415
    from companion.tablet.past.past_page import FilmPage, RescuePage, unreadable_page  # noqa: PLC0415
    from companion.tablet.setup.camera_page import CameraStep  # noqa: PLC0415
    from companion.tablet.setup.check_page import CheckPage  # noqa: PLC0415
    from companion.tablet.setup.fault_page import fault_page  # noqa: PLC0415
    from companion.tablet.setup.known_thing_page import KnownThingPage  # noqa: PLC0415
    from companion.tablet.setup.measure_page import MeasurePage  # noqa: PLC0415
    from companion.tablet.setup.models_page import ModelsStep  # noqa: PLC0415
    from companion.tablet.setup.options_page import OptionsPage  # noqa: PLC0415
    from companion.tablet.setup.start_page import PracticePage  # noqa: PLC0415

    def fault(part):
        return fault_page(shell, OpenTableError(part, f"{game} cannot be used: [Errno 16] busy"), wanted)

    def models():
        page = ModelsStep(shell, draft, lambda _: None)
        page.uncover.dispatch("on_release")
        return page

    draft = replace(Draft.of(Settings()), camera=camera)
    readings = TEXTS.say(shell.language, "setup.rules.readings")
    wanted, told = TableRequest("http://192.168.1.20:8080/video", game=game), summary(game)
    without = replace(draft, camera=NO_CAMERA)
    faults = {f"fault {part.value}": lambda part=part: fault(part) for part in TablePart}
    unread = {
        f"past {each.value}": lambda each=each: unreadable_page(shell, replace(told, state=None, fault=each))
        for each in Fault
    }
    return {
        **faults,
        **unread,
        "rescue": lambda: RescuePage(shell, game.with_name("junk.signum")),
        "practice": lambda: PracticePage(shell, told, draft),
        "without a camera": lambda: CameraStep(shell, without, game=wanted),
        "settings of a game": lambda: SettingsPage(shell, wanted.camera, lambda: None),
        "wrong address": lambda: wrongly_addressed(shell),
        "faces": lambda: FacesPage(shell),
        "game": lambda: GamePage(shell, "signum", lambda _: None),
        "print": lambda: MeasurePage(shell, draft, lambda _: None, asked=True),
        "known thing": lambda: KnownThingPage(shell, camera or wanted.camera, game.with_name("table.toml")),
        "readings": lambda: OptionsPage(shell, draft, readings, lambda _: None),
        "log": lambda: LogPage(shell),
        "camera seen": lambda: CameraStep(shell, draft),
        "check": lambda: CheckPage(shell),
        "models covered": lambda: ModelsStep(shell, draft, lambda _: None),
        "models": models,
        "calibration": lambda: CalibrationPage(shell, camera or "images:/nowhere"),
        "file": lambda: FilePage(shell, "past.elsewhere", (".signum",), game.parent, lambda _: None),
        "film": lambda: FilmPage(shell, game),
        "opening": lambda: OpeningPage(shell, TableRequest("usb:0"), never, lambda _: None, lambda _: None),
    }


def workshop_pages(shell):
    """The pages of own cards, with a card that has a mistake."""
    from companion.tablet.cards.choosing_pages import ChoicesPage, TranslationPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.cards.maker_page import MakerPage  # noqa: PLC0415
    from companion.tablet.cards.packs_page import KindPage, PackPage, PacksPage  # noqa: PLC0415

    workshop, pack = game_called("signum").workshop, own_pack(shell)
    wrong = next(index for index, raw in enumerate(pack.cards) if raw["kind"] == "spell")
    card = CardWork(workshop, pack, wrong, {**pack.cards[wrong], "effects": [{"type": "prevent"}]})
    card.more.add(())
    named, *_, effects = (row for row in card.rows((), shell.language) if row.at in (("names",), ("effects",)))
    return {
        "packs": lambda: PacksPage(shell),
        "pack": lambda: PackPage(shell, workshop, pack),
        "kinds of cards": lambda: KindPage(
            shell, "workshop.which_kind", workshop.kinds(shell.language), lambda _: None
        ),
        "workshop": lambda: MakerPage(shell, card),
        "workshop part": lambda: MakerPage(shell, card, ("effects", 0)),
        "workshop choices": lambda: ChoicesPage(shell, effects, lambda _: None),
        "workshop texts": lambda: TranslationPage(shell, card, named),
    }


def board_game_pages(shell):
    """The pages that only a game on cells has: its board is painted, and its teams are put together."""
    from companion.tablet.cards.cells_page import CellsPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415
    from companion.tablet.setup.deck_page import GatherPage  # noqa: PLC0415

    workshop, draft = game_called("brawl").workshop, Draft.of(Settings(game="brawl"))
    arena = next(each.value for each in workshop.kinds(Language.ENGLISH) if each.value["kind"] == "arena")
    card = CardWork(workshop, own_pack(shell), 0, arena)
    row = next(row for row in card.rows((), shell.language) if isinstance(row.entry, Paint))
    team = maker_of(draft.shelf).choice(draft.shelf.library.cards, draft.chosen, shell.language)
    return {
        "workshop cells": lambda: CellsPage(shell, card, row.name, row.entry),
        "team": lambda: GatherPage(shell, team, print),
    }


def deck_pages(shell, camera):
    """The pages on which a deck is carried from table to table, and the table joins a league."""
    from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.setup.deck_cards_page import DeckCardsPage, OpenDeck  # noqa: PLC0415
    from companion.tablet.setup.deck_code_page import DeckCodePage, ScanDeckPage  # noqa: PLC0415
    from companion.tablet.setup.join_page import JoinPage  # noqa: PLC0415

    news = LeagueNews(shell.services.settings_file.with_name("league.card"))
    draft, file = replace(Draft.of(Settings()), camera=camera), Path(LIBRARY.decks["lanternmarch"].file)
    opened = OpenDeck(shell.services.packs_of("signum"), file, LIBRARY, editor_of(draft.shelf))
    return {
        "deck cards": lambda: DeckCardsPage(shell, draft, opened, LIBRARY.cards, print),
        "deck code": lambda: DeckCodePage(shell, "signum", file),
        "deck seen": lambda: ScanDeckPage(shell, draft, print),
        "card seen": lambda: JoinPage(shell, news),
    }


def campaign_pages(shell):
    """The pages of a campaign, which only one game has."""
    from companion.tablet.campaign.campaign_page import CampaignPage, CampaignsPage, NewCampaignPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415

    file, game = shell.services.games / "autumn.campaign", game_called("warseer")
    if not file.exists():
        (first, _), (second, _), *_ = campaign_of(game).leaders((), Language.ENGLISH)
        CampaignRecord.begin(file, game, [("Ann", first), ("Bob", second)], "", None, lambda: NOON).close()
    return {
        "campaigns": lambda: CampaignsPage(shell, Draft.of(Settings(game="warseer")), print),
        "new campaign": lambda: NewCampaignPage(shell, "warseer", print),
        "campaign": lambda: CampaignPage(shell, file, print),
    }


def photo_pages(shell):
    """The page on which a card is photographed, with a camera and without."""
    from companion.tablet.table.card_photo_page import CardPhotoPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    return {
        "card photographed": lambda: CardPhotoPage(shell, 600.0, lambda: BARE_MAT, print),
        "card without a camera": lambda: CardPhotoPage(shell, 600.0, lambda: None, print),
    }


def own_pack(shell):
    """A pack among the player's own."""
    folder = shell.services.packs_of(shell.settings.game)
    folder.mkdir(exist_ok=True)
    (folder / "mine.toml").write_text(LIBRARY.template(), encoding="utf-8")
    return PackFile.read(folder / "mine.toml")


def wrongly_addressed(shell):
    from companion.tablet.pages.keyboard_page import ADDRESS, WritePage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    wrong = partial(wrong_address, shell.language)
    page = WritePage(shell, "setup.camera.address", "htp://me:secret@phone", print, signs=ADDRESS, wrong=wrong)
    page.done.dispatch("on_press")
    return page


def never():
    """A table that is given up at once."""
    raise RuntimeError("nobody waits for it")


def sheets(page):
    """What makes each of the sheets that lie over the table for a while."""
    from companion.games.display.offers import Choice, Input  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.game.foot_bar import SureSheet  # noqa: PLC0415
    from companion.tablet.game.forms.fields import PickSheet  # noqa: PLC0415
    from companion.tablet.game.forms.write_sheet import WriteSheet  # noqa: PLC0415
    from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet, pages_of  # noqa: PLC0415
    from companion.tablet.game.reading.zones import note  # noqa: PLC0415
    from companion.tablet.game.undo_card import OverruleData, OverruleSheet  # noqa: PLC0415
    from companion.tablet.past.replay_sheet import ReplaySheet  # noqa: PLC0415
    from companion.tablet.widgets.choice_sheet import ChoiceSheet  # noqa: PLC0415

    column = page.table_view.ids.game
    context, play = column._widget_context, column.play
    line, seats = play.shown.waiting, tuple((each.seat, each.name, each.shape) for each in play.seats)

    def hand():
        sheet = ChoiceSheet()
        sheet.title, sheet.close_text = context.say("practice.which"), context.say("shell.close")
        sheet.offer([(base, base) for base in ("greer", "cordelia", "severus")], lambda _: None)
        return sheet

    def again():
        sheet = ReplaySheet(context)
        sheet.follow(play)
        return sheet

    def overruling():
        sheet = OverruleSheet(OverruleData(seats, line), replace(context, phones=frozenset({"A", "B"})))
        keys = {key.shape: key for key in sheet.ids.row.children}
        assert (keys["disc"].disabled, keys["disc"].chosen) == (True, False), "who has a phone agrees there"
        sheet.follow(replace(play, agreed_by_phone=("A",)))
        assert (keys["disc"].chosen, keys["diamond"].chosen) == (True, False)
        return sheet

    judged = next(each for each in reversed(play.log) if each.whys)
    told = next(each for each in play.log if each.cards)
    photo = tuple((context.say(f"game.photo.{each}"), lambda: None) for each in ("take", "remove"))
    picked = Input("key", "pick", context.say("cardboard.which"), tuple(Choice(name, name) for name in ("Ann", "Bob")))
    return {
        "overrule": overruling,
        "read": lambda: ReadSheet(ReadData(line, ((note, line),)), context),
        "verdict": lambda: ReadSheet(ReadData(judged.text, pages_of(judged.whys, (), context)), context),
        "card": lambda: ReadSheet(ReadData(told.text, pages_of((), told.cards, context), photo), context),
        "again": again,
        "pick": lambda: PickSheet(picked, context, lambda _: None),
        "write": lambda: WriteSheet(context.say("game.overrule.name"), "", lambda _: None, context),
        "hand": hand,
        "sure": lambda: SureSheet(
            TEXTS.say(context.language, "phones.sure.end", creatures="Ann, Bob"),
            TEXTS.say(context.language, "ask.do.end"),
            print,
            context,
        ),
    }


def screens():
    """The names of all classes of screens, wherever they are."""
    import companion.tablet  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    for module in pkgutil.walk_packages(companion.tablet.__path__, "companion.tablet."):
        importlib.import_module(module.name)
    from kivy.uix.modalview import ModalView  # noqa: PLC0415

    from companion.tablet.pages.page import Page  # noqa: PLC0415

    found = {"TablePage"}
    waiting = [Page, ModalView]
    while waiting:
        for each in waiting.pop().__subclasses__():
            waiting.append(each)
            if each.__module__.startswith("companion.tablet"):
                found.add(each.__name__)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    kept = os.environ.get("COMPANION_SCREENS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_every_screen_has_its_picture_in_every_language_and_fits(at_start, tmp_path, folder):
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "crowded.signum"
    moment("crowded").record(game).close()

    async def act(visitor):
        shell, tour = visitor.shell, Tour(visitor.shell, folder)
        looks = (*((each, False) for each in Language), (Language.ENGLISH, True))[: 1 if ONLY else None]
        await visitor.page("StartPage")
        for language, light in looks:
            camera = CAMERA if (language, light) == looks[0] else ""
            shell.change(replace(shell.settings, language=language, light=light, camera=camera))
            await visitor.page("StartPage")
            await tour.pages(game, camera)
            await visitor.page("StartPage")
        await tour.open(game, CAMERA)
        for language, light in looks:
            shell.change(replace(shell.settings, language=language, light=light))
            await tour.table()
        assert tour.wrong == {}
        assert ONLY or screens() - tour.seen == set()
        assert len(tour.files) == len(set(tour.files))
        assert all(file.stat().st_size for file in tour.files if ALL)

    at_start(act, Settings(camera=CAMERA, language=Language.ENGLISH))


SIZES = {
    (1024, 600): LetterSize.USUAL,
    (800, 1280): LetterSize.LARGEST,
    (600, 1024): LetterSize.USUAL,
    (1920, 1080): LetterSize.LARGEST,
    (3840, 2160): LetterSize.USUAL,
}
"""From the smallest display to 4K, wide and upright, each with a size of letters."""
ONLY = frozenset(os.environ.get("COMPANION_SCREENS_ONLY", "").split())
ALL = "COMPANION_SCREENS" in os.environ
"""Each screen in each language at each size; else it has one language at a size, and each language at some."""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_screen_fits_every_display_in_every_language(at_start, tmp_path, folder, size):
    (tmp_path / "games").mkdir()
    kept = folder / f"{size[0]}x{size[1]}" if ALL else None
    if kept is not None:
        kept.mkdir(exist_ok=True)
    game = tmp_path / "games" / "crowded.signum"
    moment("crowded").record(game).close()

    async def act(visitor):
        shell = visitor.shell
        tour = Tour(shell, kept, scale=max(LEAST, min(min(size) / 800, max(size) / 1280)))
        await visitor.page("StartPage")
        await until(lambda: tuple(shell.root.size) == size)
        for number, language in enumerate(Language):
            tour.turn = None if ALL else (number + list(SIZES).index(size)) % len(Language)
            shell.change(replace(shell.settings, language=language))
            await until(lambda: shell.page is not None)
            await tour.pages(game, "")
        await tour.open(game, NO_CAMERA)
        for number, language in enumerate(Language):
            tour.turn = None if ALL else (number + list(SIZES).index(size)) % len(Language)
            shell.change(replace(shell.settings, language=language))
            await tour.table()
        assert tour.wrong == {}

    at_start(act, Settings(language=Language.ENGLISH, letters=SIZES[size], sounds=False), size=size)
