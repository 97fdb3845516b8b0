"""The table's tablet joins by its card, offers the match that was drawn, with players and decks, and shows its time."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from companion.league.organiser.pages import LeaguePages
from companion.league.table.card import TableCard, code_of
from companion.league.table.link import LinkPlan, TableLink
from companion.league.table.news import LeagueNews
from companion.league.table.played_match import told_as
from companion.referee.lobby.new_game import NewGame, begin
from companion.session import GameSession, SessionPlan
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.league.organiser.test_decks import codes
from tests.league.organiser.test_server import begun, league
from tests.league.told_table import NOON
from tests.tablet.environment import now
from tests.tablet.mat_phone import MatPhone
from tests.tablet.text_fit import assert_fits
from tests.tablet.visitor import PATIENCE_S

pytestmark = pytest.mark.slow

LONG, SEATED = "Benedict of the Northern Harbour", "Benedict of the Northern"


def test_the_start_page_offers_the_match_and_the_game_shows_its_time(newly, tmp_path):
    news = LeagueNews(tmp_path / "league.card")
    cards = []

    def around(services):
        def evening(path, settings):
            def link(match, scene, outbox, timing, changed):
                key = told_as(match, outbox, cards[0], news.match())
                assert key is not None
                plan = LinkPlan(cards[0], lambda: NOON, match=key, news=news.match)
                return TableLink(match, scene, outbox, plan, timing, changed)

            return GameSession(SessionPlan(path, pause_s=settings.pause_s, port=0, league=link), now)

        return replace(services, service=evening, league=news)

    async def act(one):
        async with league(tmp_path, tables=1) as (found, organiser, _stranger):
            entry = found.hub.ledger.tables[0]
            cards.append(TableCard(league="W", venue="hub", table=entry.name, urls=found.urls, seed=entry.seed))
            await joins(one, phone, cards[0])
            await begun(organiser, "Ann", LONG)
            ann = next(iter(found.hub.book.state.participants))
            await organiser.do(LeaguePages(found.hub).link_of(ann), deck=codes("brawl", "slipway_ward")[0])
            assert not one.keys("Your league game")
            await organiser.do("/organise", do="draw")
            await organiser.do("/organise", do="start")
            await one.reads("Your league game: ", "Winter · Round 1 of 2 · table 1")
            await one.pictures("league-start")
            assert_fits(one.shell.page, 0.75)
            await one.touches("Your league game")
            await one.touches("Without a camera")
            await one.touches("Next")
            await one.reads("Ann", SEATED, "The Slipway Ward")
            await one.touches("Start the game")
            await one.reads("Round 1 of 2 · table 1 · ", "Ann", SEATED)
            await one.pictures("league-game")

            async with asyncio.timeout(PATIENCE_S):
                version = found.hub.version
                while not any(found.hub.match_at(each) for each in found.hub.live.games.values()):
                    version = await found.hub.newer_than(version)
            one.shell.go_home()
            await one.reads("Ann", SEATED)  # the game that can be gone on with
            await one.until(lambda: not one.keys("Your league game"), "took the match for begun")
            await another_goes_on(one)

    with MatPhone() as phone:
        newly(act, Settings(language=Language.ENGLISH, camera=phone.address()), around=around)
    news.stop()


async def another_goes_on(one):
    """The match goes on from its own key where *Continue* goes on with a game that was played since."""
    folder = one.shell.services.games
    begun, private = set(folder.glob("*.brawl")), folder / "private.brawl"
    begin(private, NewGame(players=("Cleo", "Dan"), game="brawl"), (600.0, 600.0), lambda: NOON)
    one.shell.change(replace(one.shell.settings, last_game=str(private)))
    await one.reads("Cleo – Dan", "Back to your league game: ")
    await one.pictures("league-back")
    assert_fits(one.shell.page, 0.75)
    await one.touches("Back to your league game")
    await one.reads("Round 1 of 2 · table 1 · ", "Ann", SEATED)
    assert set(folder.glob("*.brawl")) == begun | {private}


async def leaves(one):
    """Leaves the league: it is asked once, and nothing is left of it."""
    await one.touches("Back")
    await one.reads("This table belongs to W")
    await one.touches("Join a league")
    await one.touches("Leave W")
    await one.reads("Its matches will no longer appear", "Yes, leave W")
    await one.pictures("league-leave")
    assert_fits(one.shell.page, 0.75)
    await one.touches("Yes, leave W")
    await one.reads("This table has left W.")
    await one.touches("Back")
    await one.reads("By the card that the organiser prints")


async def typed_by_hand(one, text):
    """Types with a real keyboard in place of what stands there: the line takes it though a key was touched last."""
    from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    await one.until(lambda: one.line().focus, "gave the line the keyboard")
    one.line().text = ""
    for letter in text:
        Window.dispatch("on_textinput", letter)
    assert one.line().text == text


async def joins(one, phone, card):
    """Joins one league by a typed code, then another by the card under the camera; what is no card is refused."""
    await one.touches("Settings")
    await one.touches("Join a league")
    await one.reads("Hold the table's card under the camera")
    await one.touches("Type the code")
    await one.reads("Space")
    await one.touches("Done")
    await one.reads("Type the line that stands below the code on the card")
    await one.pictures("league-type")
    assert_fits(one.shell.page, 0.75)
    for typed in ("a card", code_of(msgspec.structs.replace(card, league="V"))):
        await typed_by_hand(one, typed)
        await one.touches("Done")
        await one.reads("This is no table's card of a league" if typed == "a card" else "This table belongs to V now.")
    await one.touches("Back")
    await one.reads("This table belongs to V")
    await one.touches("Join a league")
    phone.held = codes("brawl", "slipway_ward")[0]
    await one.reads("This is no table's card of a league")
    await one.pictures("league-join")
    assert_fits(one.shell.page, 0.75)
    phone.held = code_of(card)
    await one.reads("This table belongs to W now.")
    phone.held = ""
    await leaves(one)
    await one.touches("Join a league")
    phone.held = code_of(card)
    await one.reads("This table belongs to W now.")
    phone.held = ""
    await one.touches("Back")
    await one.reads("This table belongs to W")
    await one.pictures("league-settings")
    await one.touches("Back")
