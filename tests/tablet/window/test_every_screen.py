"""Pictures of every screen, in three languages, dark and light; each fits, and none is forgotten.

They lie where COMPANION_SCREENS says, else in pytest's own folder.
"""

import importlib
import os
import pkgutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.games.signum.own_texts import TEXTS
from companion.referee.lobby.open_table import OpenTableError, TablePart, TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.check_words import wrong_address
from companion.tablet.data.saved_games import Fault, summary
from companion.tablet.data.settings import Settings
from companion.tablet.look.choices import LetterSize
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.text_fit import FINGER_PX, assert_fits, keys_of, words_that_do_not_fit
from tests.tablet.visitor import until
from tests.tablet.window.test_shell import pages_of

pytestmark = pytest.mark.slow


CAMERA = "sim:still?fps=4"  # more only costs time
TABS = ("now", "hand", "table", "mat", "log")
LEAST = 0.75
"""Nothing is drawn smaller than that share of what a tablet of 1280 × 800 shows."""
FRAMES = 3
"""Kivy lays out nested boxes over some."""
LIVE = frozenset({"check", "camera seen", "models", "models covered"})
"""Pages that are looked at once their camera gives pictures, in the first language; later there is none."""


class Tour:
    """Looks at one screen after the other."""

    def __init__(self, shell, folder):
        self.shell, self.folder = shell, folder
        self.pictured, self.files = set(), []

    async def look(self, widget, name):
        """Takes a picture once the screen has come to rest."""
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        await frames(FRAMES)
        assert colourless(widget) == [], name
        looks = "light" if self.shell.settings.light else "dark"
        file = self.folder / f"{name.replace(' ', '-')}-{self.shell.language.value}-{looks}.png"
        picture_of(widget).save(file, compress_level=1)
        self.files.append(file)
        self.pictured |= {each.__name__ for each in type(widget).__mro__}

    async def pages(self, game, camera):
        """Every page that is no table."""
        for name, make in (pages_of(self.shell) | more_pages(self.shell, game, camera)).items():
            before = self.shell.page
            self.shell.go_instead(make)
            page = await until(lambda before=before: self.shell.page is not before and self.shell.page)
            if name in LIVE and camera:
                await until(lambda page=page: page.picture.texture is not None)
            if name == "film":
                await until(lambda page=page: not page.export.disabled)
            try:
                await self.look(page, name)
                assert_fits(page, 1.0)
            except AssertionError as error:
                raise AssertionError(f"{name} in {self.shell.language.name}: {error}") from error
        self.shell.go_home()

    async def open(self, game):
        """Goes to a table with a game."""
        shell = self.shell
        shell.open_table(TableRequest(CAMERA, game=game))
        await until(lambda: type(shell.page).__name__ == "TablePage")

    async def table(self):
        """The table with each of its pages and sheets."""
        shell, page = self.shell, self.shell.page
        await until(lambda: shell.view and shell.view.choices.language is shell.language)
        await until(lambda: shell.view.play and shell.view.picture is not None and shell.view.guests)
        column = page.table_view.ids.game
        for tab in TABS:
            column.tab = tab
            await self.look(page, f"table {tab}")
        column.tab = "now"
        for name, sheet in sheets(page).items():
            sheet.open(animation=False)
            await self.look(sheet, name)
            sheet.dismiss(animation=False)
        column.pass_to("A")
        await self.look(column.curtain, "curtain")
        column.curtain.dismiss(animation=False)
        page.table_view.dispatch("on_phones")
        await self.look(page.table_view.sheet, "phones")
        page.table_view.sheet.dismiss(animation=False)


def colourless(widget):
    """Words that nobody gave a colour: Kivy's white cannot be read on a light screen."""
    from kivy.uix.label import Label  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    labels = [each for each in widget.walk() if isinstance(each, Label) and each.text and each.opacity]
    return [each.text for each in labels if tuple(each.color[:3]) == (1, 1, 1)]


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
    from companion.tablet.pages.log_page import LogPage  # noqa: PLC0415
    from companion.tablet.pages.opening_page import OpeningPage  # noqa: PLC0415
    from companion.tablet.pages.settings_page import SettingsPage  # noqa: PLC0415
    from companion.tablet.past.past_page import FilmPage, RescuePage, unreadable_page  # noqa: PLC0415
    from companion.tablet.setup.camera_page import CameraStep  # noqa: PLC0415
    from companion.tablet.setup.check_page import CheckPage  # noqa: PLC0415
    from companion.tablet.setup.fault_page import fault_page  # noqa: PLC0415
    from companion.tablet.setup.models_page import ModelsStep  # noqa: PLC0415
    from companion.tablet.setup.options_page import OptionsPage  # noqa: PLC0415
    from companion.tablet.setup.players_page import GamePage  # noqa: PLC0415
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


def wrongly_addressed(shell):
    from companion.tablet.pages.keyboard_page import WritePage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    wrong = partial(wrong_address, shell.language)
    page = WritePage(shell, "setup.camera.address", "htp://me:secret@phone", print, address=True, wrong=wrong)
    page.done.dispatch("on_press")
    return page


def never():
    """A table that is given up at once."""
    raise RuntimeError("nobody waits for it")


def sheets(page):
    """What lies over the table for a while."""
    from companion.games.display.offers import Choice, Input  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.game.fields import PickSheet  # noqa: PLC0415
    from companion.tablet.game.foot_bar import SureSheet  # noqa: PLC0415
    from companion.tablet.game.read_sheet import ReadData, ReadSheet, pages_of  # noqa: PLC0415
    from companion.tablet.game.undo_card import OverruleData, OverruleSheet  # noqa: PLC0415
    from companion.tablet.game.write_sheet import WriteSheet  # noqa: PLC0415
    from companion.tablet.game.zones import note  # noqa: PLC0415
    from companion.tablet.past.replay_sheet import ReplaySheet  # noqa: PLC0415
    from companion.tablet.widgets.choice_sheet import ChoiceSheet  # noqa: PLC0415

    column = page.table_view.ids.game
    context, play = column._widget_context, column.play
    line = play.shown.waiting
    seats = tuple((each.seat, each.name, each.shape) for each in play.seats)
    hand = ChoiceSheet()
    hand.title, hand.close_text = context.say("practice.which"), context.say("shell.close")
    hand.offer([(base, base) for base in ("greer", "cordelia", "severus")], lambda _: None)
    again = ReplaySheet(context)
    again.follow(play)
    judged = next(each for each in reversed(play.log) if each.whys)
    told = next(each for each in play.log if each.cards)
    picked = Input("key", "pick", context.say("cardboard.which"), tuple(Choice(name, name) for name in ("Ann", "Bob")))
    return {
        "overrule": OverruleSheet(OverruleData(seats, line), context),
        "read": ReadSheet(ReadData(line, ((note, line),)), context),
        "verdict": ReadSheet(ReadData(judged.text, pages_of(judged.whys, (), context)), context),
        "card": ReadSheet(ReadData(told.text, pages_of((), told.cards, context)), context),
        "again": again,
        "pick": PickSheet(picked, context, lambda _: None),
        "write": WriteSheet(context.say("game.overrule.name"), "", lambda _: None, context),
        "hand": hand,
        "sure": SureSheet(
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
        looks = (*((each, False) for each in Language), (Language.ENGLISH, True))
        await visitor.page("StartPage")
        for language, light in looks:
            camera = CAMERA if (language, light) == looks[0] else ""
            shell.change(replace(shell.settings, language=language, light=light, camera=camera))
            await visitor.page("StartPage")
            await tour.pages(game, camera)
            await visitor.page("StartPage")
        await tour.open(game)
        for language, light in looks:
            shell.change(replace(shell.settings, language=language, light=light))
            await tour.table()
        assert screens() - tour.pictured == set()
        assert len(tour.files) == len(set(tour.files))
        assert all(file.stat().st_size for file in tour.files)

    at_start(act, Settings(camera=CAMERA, language=Language.ENGLISH))


SIZES = {
    (1024, 600): (Language.RUSSIAN, LetterSize.USUAL),
    (800, 1280): (Language.UKRAINIAN, LetterSize.LARGEST),
    (600, 1024): (Language.RUSSIAN, LetterSize.USUAL),
    (1920, 1080): (Language.ENGLISH, LetterSize.LARGEST),
    (3840, 2160): (Language.UKRAINIAN, LetterSize.USUAL),
}
"""From the smallest display to 4K, wide and upright, each in some language and size of letters."""


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_every_display(at_start, tmp_path, size):
    language, letters = SIZES[size]
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "crowded.signum"
    moment("crowded").record(game).close()
    scale = max(LEAST, min(min(size) / 800, max(size) / 1280))

    async def act(visitor):
        shell = visitor.shell
        await visitor.page("StartPage")
        await until(lambda: tuple(shell.root.size) == size)
        wrong = {}
        for name, make in (pages_of(shell) | more_pages(shell, game, "")).items():
            before = shell.page
            shell.go_instead(make)
            page = await until(lambda before=before: shell.page is not before and shell.page)
            await frames(FRAMES)
            small = [key.size for key in keys_of(page) if min(key.size) < FINGER_PX * scale - 1]
            if small or words_that_do_not_fit(page):
                wrong[name] = words_that_do_not_fit(page), small
        assert wrong == {}

    at_start(act, Settings(language=language, letters=letters, sounds=False), size=size)
