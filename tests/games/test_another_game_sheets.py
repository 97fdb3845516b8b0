"""A game that the program has never seen on phones and tablet: bare, and with sheets of its own; in three languages."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from companion.games.command import SPECTATOR
from companion.games.contract import played
from companion.games.defaults import setup as plain_setup
from companion.games.defaults.completed import completed
from companion.games.defaults.no_board import NoBoard
from companion.games.display.sheets import ICONS
from companion.games.prompt import CommandSpec, Spot
from companion.games.protocol import Game
from companion.phones.pages.live_page import LivePage
from companion.phones.pages.pages import TABS, Pages
from companion.phones.pages.reader import Reader
from companion.presentation.tasks import offer
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.referee.match.match import Match
from companion.referee.screen.player_screen import open_seats, screen_of
from companion.session.tablet_controller import TabletController
from companion.texts import COMMON, COMPLETE, Language, Texts, say
from tests.chromium import on_phones
from tests.games.gatecrash.game import Gatecrash
from tests.games.toy import Go, Seat, Setup, Toy
from tests.games.toy_sheets import ToyWithSheets
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable
from tests.phones.page_checks import cut_off
from tests.phones.pages.test_every_moment import Read
from tests.phones.screens import Nobody

NOON = "2026-11-22T12:00:00Z"
GAMES = {"bare": Toy, "sheets": ToyWithSheets}
SETUP = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
PICTURES = os.environ.get("COMPANION_SCREENS", "")
PATIENCE_MS = 60_000


class Sightless(Nobody):
    """A surveyor that a table can be made with."""

    match: Match | None = None


def begun(game: Game, path: Path) -> Record:
    return Record.create(path, game, SETUP, lambda: NOON, edition="", seed=bytes(32))


@contextlib.asynccontextmanager
async def table(game: Game, folder: Path) -> AsyncIterator[HostedTable]:
    record = begun(game, folder / "toy.game")
    made = HostedTable(record, folder / "seats.json", Sightless(), pause_s=0.0)
    running = asyncio.create_task(made.gateway.run())
    try:
        async with made.server.serve("127.0.0.1", 0) as made.port:
            yield made
    finally:
        running.cancel()
        record.close()


async def seated(browser: Browser, made: HostedTable, seat: str, language: Language) -> Page:
    context = await browser.new_context(
        viewport={"width": 320, "height": 740}, locale=language.value, has_touch=True, reduced_motion="reduce"
    )
    page = await context.new_page()
    await page.goto(made.link(seat))
    await page.click("button.main")
    await page.wait_for_selector("body.scripted #task", state="attached")
    return page


async def pictured(page: Page, name: str) -> list[str]:
    """What is cut off on any tab of a page; kept as pictures where asked for."""
    found = []
    for tab in TABS:
        key = page.locator(f"nav a[data-tab={tab}]")
        if await key.count():
            await key.click()
            await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            found += [f"{name} {tab}: {each}" for each in await cut_off(page)]
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"toy-{name}-{tab}.png", full_page=True)
    return found


async def goes(page: Page, to: int) -> None:
    """Gives the one command that the page asks for."""
    await page.click("nav a[data-tab=now]")
    form = page.locator("#task form.offer").first
    await form.locator("input[name=to]").fill(str(to))
    await form.locator("button").click()


@pytest.mark.slow
@on_phones
@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_on_phones(name, tmp_path):
    async def play() -> None:
        async with browser() as phones, table(GAMES[name](), tmp_path) as made:
            languages = dict(zip(("A", "B", SPECTATOR), COMPLETE, strict=False))
            pages = {seat: await seated(phones, made, seat, language) for seat, language in languages.items()}
            found = [each for seat, page in pages.items() for each in await pictured(page, f"{name}-{seat}")]
            assert found == []
            await goes(pages["A"], 1)
            await pages["B"].wait_for_selector("#task form.offer", state="attached", timeout=PATIENCE_MS)
            await goes(pages["B"], 8)
            await pages["A"].wait_for_selector("#task form.offer", state="attached", timeout=PATIENCE_MS)
            assert made.match.record.state.cells == {"A": 1, "B": 8}
            await goes(pages["A"], 7)
            await pages["A"].wait_for_selector("#reply:not([hidden])", timeout=PATIENCE_MS)
            assert "T-2" in await pages["A"].inner_text("#reply")
            assert made.match.record.state.cells == {"A": 1, "B": 8}
            if name == "sheets":
                await pages["A"].click("nav a[data-tab=hand]")
                await pages["A"].click("#hand form.offer button[value='2']")
                await pages["B"].wait_for_selector("#task form.offer", state="attached", timeout=PATIENCE_MS)
                assert made.match.record.state.cells == {"A": 2, "B": 8}

    browse(play())


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", GAMES)
def test_its_screen_has_every_command_and_its_pages_can_be_read(name, language, tmp_path):
    async def look() -> None:
        async with table(GAMES[name](), tmp_path) as made:
            for seat in ("A", "B", SPECTATOR):
                screen = screen_of(made.match, seat, language)
                offered = [each.offer.kind for task in screen.tasks for each in task.offers]
                assert offered == (["go"] if seat == "A" else [])
                assert [each.name for each in screen.sheet.players] == (
                    ["Bob", "Ann"] if seat == "B" else ["Ann", "Bob"]
                )
                assert [each.name for each in screen.sheet.players if each.active] == ["Ann"]
                assert screen.own_move is False
                assert ("Ann" in screen.waiting) == (seat != "A")
                for html in Pages().sections(made.gateway, Reader(seat, language)).values():
                    assert not Read(html).open

    asyncio.run(look())


@pytest.mark.parametrize("name", GAMES)
def test_what_it_asks_lies_open_on_the_table(name, tmp_path):
    record = begun(GAMES[name](), tmp_path / "toy.game")
    match = Match(record, lambda: 0.0, pause_s=0.0)
    ann, bob = open_seats(match, Language.ENGLISH)
    assert [each.offer.kind for task in ann.tasks for each in task.offers] == ["go"]
    assert (bob.tasks, bob.groups, bob.apart) == ((), (), False)
    record.do(Go(by="A", to=1))
    ann, bob = open_seats(Match(record, lambda: 0.0, pause_s=0.0), Language.ENGLISH)
    assert not ann.tasks
    assert bob.tasks
    record.close()


class WalkToy(Toy):
    """Its piece may go so far."""

    limit_mm: float | None = None

    def commands(self, state, player):
        spot = Spot(why="go", limit_mm=self.limit_mm)
        return (CommandSpec(kind="go", by=player, fields={"to": spot}),) if player == state.active else ()

    def prompts(self, state):
        return ()


@pytest.mark.parametrize(("limit_mm", "count"), [(0.0, 0), (0.9, 0), (1.1, 1), (None, 1)])
def test_a_way_that_no_hand_can_go_is_not_offered(limit_mm, count, tmp_path):
    game = WalkToy()
    game.limit_mm = limit_mm
    with contextlib.closing(begun(game, tmp_path / "toy.game")) as record:
        screen = screen_of(Match(record, lambda: 0.0, pause_s=0.0), "A", Language.ENGLISH)
        assert sum(len(group.offers) for group in screen.groups) == count


class Secretive(Toy):
    """The toy, but that each player sees something that others do not."""

    def view(self, state, viewer):
        return Seat(viewer, "secret")


def test_what_only_its_player_sees_waits_behind_the_curtain(tmp_path):
    with contextlib.closing(begun(Secretive(), tmp_path / "toy.game")) as record:
        match = Match(record, lambda: 0.0, pause_s=0.0)
        ann, bob = open_seats(match, Language.ENGLISH)
        assert (ann.tasks, ann.groups, ann.apart) == ((), (), True)
        assert bob.apart is False


class ReactingToy(Toy):
    """The toy, but that whoever is asked is asked in secret."""

    def passing(self, state):
        return Go(by=state.active, to=0)


def test_who_is_asked_in_secret_is_told_to_nobody(tmp_path):
    with contextlib.closing(begun(ReactingToy(), tmp_path / "toy.game")) as record:
        match = Match(record, lambda: 0.0, pause_s=0.0)
        sheet = match.sheet("B", Language.ENGLISH)
        assert (sheet.waiting_for, sheet.waiting) == ((), True)
        assert match.sheet("A", Language.ENGLISH).owed


def gatecrash():
    """A game with hidden hands, runners and a die: at its first turn, with a card played, with a challenge."""
    chance = random.Random(7)  # noqa: S311 (a game, no secret)
    setup = plain_setup.PlainSetup((plain_setup.PlainSeat("A", "Ann"), plain_setup.PlainSeat("B", "Bob")))
    states = [state for state, _, _ in played(Gatecrash(), setup, chance)]
    ready = next(state for state in states if not state.unmixed)
    running = next(state for state in states if state.stride)
    return ready, running, next(state for state in states if state.challenge)


@pytest.mark.parametrize("language", Language)
def test_commands_of_one_kind_are_told_apart_by_what_is_fixed_in_them(language):
    game, (_, state, _) = completed(Gatecrash()), gatecrash()
    specs = game.commands(state, state.active)
    told = [offer(spec, Teller(game, state, language, state.active)) for spec in specs]
    assert len({each.label for each in told}) == len(told) == 2
    camera = say(language, "ask.field.at")
    assert camera not in {each.label for offered in told for each in offered.inputs}


def test_hands_wait_behind_the_curtain_and_a_die_lies_open():
    game, (ready, _, challenged) = completed(Gatecrash()), gatecrash()
    hands = game.sheets.lying_open(ready, ready.active, Language.ENGLISH)
    assert (hands.owed, hands.groups, hands.apart) == ((), (), True)
    die = game.sheets.lying_open(challenged, challenged.active, Language.ENGLISH)
    assert [owed.rolled for owed in die.owed] == [True]
    assert not die.apart


def test_a_game_without_hands_has_no_page_for_them(tmp_path):
    async def look() -> None:
        for name, there in (("bare", False), ("sheets", True)):
            folder = tmp_path / name
            folder.mkdir()
            async with table(GAMES[name](), folder) as made:
                pages, reader, board = Pages(), Reader("A", Language.ENGLISH), LivePage()
                board.put(pages.sections(made.gateway, reader))
                assert ('data-tab="hand"' in pages.document(reader, board, "here")) is there

    asyncio.run(look())


def test_pages_say_what_the_game_says_in_place_of_the_program(tmp_path):
    own = Texts("companion.games.signum")
    for texts, said in ((COMMON, "Rules that matter now"), (own, "Abilities in play")):
        html = Pages().document(Reader("A", Language.ENGLISH), LivePage(), "here", texts)
        assert f'aria-label="{said}"' in html

    class Worded(ToyWithSheets):
        texts = own

    async def look(game):
        async with table(game, tmp_path / type(game).__name__) as made:
            tablet = TabletController(made.gateway, lambda: None, tmp_path / "of_a_tablet")
            assert tablet.play(Language.ENGLISH).texts is made.match.record.game.texts
            return Pages().sections(made.gateway, Reader("A", Language.ENGLISH))["rules"]

    (tmp_path / "ToyWithSheets").mkdir()
    (tmp_path / "Worded").mkdir()
    assert "<h2>Rules that matter now</h2>" in asyncio.run(look(ToyWithSheets()))
    assert "<h2>Abilities in play</h2>" in asyncio.run(look(Worded()))


def test_pages_have_every_icon_that_a_sheet_may_name():
    drawn = resources.files("companion.phones").joinpath("assets/icons.svg").read_text(encoding="utf-8")
    assert not [name for name in ICONS if f'id="{name}"' not in drawn]


class FarSide(NoBoard):
    """A mat at whose far side the second player sits."""

    def shown(self, state, viewer, language):
        return replace(super().shown(state, viewer, language), turned=viewer == "B")


class Opposite(Toy):
    """The toy on such a mat."""

    board = FarSide()


def test_the_mat_and_what_is_said_of_it_are_turned_alike(tmp_path):
    with contextlib.closing(begun(Opposite(), tmp_path / "toy.game")) as record:
        match = Match(record, lambda: 0.0, pause_s=0.0)
        sheets = [match.sheet(viewer, Language.ENGLISH) for viewer in ("A", "B", SPECTATOR)]
        assert [(each.turned, each.below) for each in sheets] == [(False, "Ann"), (True, "Bob"), (False, "Ann")]
