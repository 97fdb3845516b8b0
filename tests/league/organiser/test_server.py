"""The pages of a league over real HTTP: who may do what, what everybody sees, a round from draw to standings."""

import asyncio
import base64
import contextlib
import re
from datetime import UTC, datetime
from html import unescape

import pytest
from aiohttp import ClientSession, CookieJar
from playwright.async_api import async_playwright

from companion.league.organiser.pages import LeaguePages
from companion.league.organiser.service import LeaguePlan, served
from companion.league.table.card import TableCard, card_of
from companion.league.table.link import LinkPlan, TableLink
from companion.league.wire.bodies import JudgeCalled
from companion.texts import Language
from tests.chromium import ARGUMENTS, INSTALLED, on_phones
from tests.free_ports import free_port
from tests.league.told_table import NOON, ToldTable
from tests.league.wire.test_publisher import sending, until

WHEN = datetime(2026, 11, 26, 12, tzinfo=UTC)


class WebGuest:
    """Somebody with a browser of their own."""

    def __init__(self, origin):
        headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
        self.origin = origin
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), headers=headers)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.session.close()

    async def see(self, path, status=200):
        async with self.session.get(f"{self.origin}{path}") as answer:
            assert answer.status == status, (path, answer.status)
            return text_of(await answer.text())

    async def html(self, path):
        async with self.session.get(f"{self.origin}{path}") as answer:
            return await answer.text()

    async def do(self, path, status=200, **form):
        async with self.session.post(f"{self.origin}{path}", data=form) as answer:
            assert answer.status == status, (form, answer.status, text_of(await answer.text())[:900])
            return text_of(await answer.text())


def text_of(html):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@contextlib.asynccontextmanager
async def league(folder, tables=2, leaf_port=0):
    plan = LeaguePlan(
        folder=folder / "league",
        name="Winter",
        tables=tables,
        page_port=0,
        nats_port=free_port(),
        leaf_port=leaf_port,
        local=True,
    )
    async with served(plan, lambda: WHEN, tuple) as found:
        origin = f"http://127.0.0.1:{found.port}"
        async with WebGuest(origin) as organiser, WebGuest(origin) as stranger:
            await organiser.see(found.page.removeprefix(origin))
            yield found, organiser, stranger


async def begun(organiser, *names, game="brawl"):
    await organiser.do("/organise", do="begin", name="Winter", game=game, format="swiss", rounds="2", minutes="90")
    for name in names:
        await organiser.do("/organise", do="register", name=name)


def test_a_round_from_the_draw_to_the_standings(tmp_path):
    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            await begun(organiser, "Ann", "Ben", "<b>Cleo</b>")
            await organiser.do("/organise", do="draw")
            await organiser.do("/organise", do="start")
            seen = await stranger.see("/")
            assert "Round 1 of 2" in seen
            assert "Time left: 90 min" in seen
            assert "<b>Cleo</b>" in seen  # as text: it was escaped
            state = found.hub.book.state
            match = next(each for each in state.round.matches if each.second)
            links = LeaguePages(found.hub)
            one, two = (links.link_of(player) for player in match.players)
            names = [state.participants[player].name for player in match.players]
            assert f"You play {names[1]} at table 1." in await stranger.see(one)
            open_ = "Round 1 is still being played."
            for page in (await stranger.see("/"), await stranger.see(one), await organiser.see("/organise")):
                assert open_ in page
                assert f"– {names[1]} 0 plays 0 – 0 – 0" in page
                assert page.count(" 0 +3 0 – 0 – 0 bye ") == 1
            await stranger.do(one, match=match.key, winner="me")
            assert f"Your opponent reports: {names[0]} won." in await stranger.see(two)
            assert "The players report different results" not in await stranger.see("/")
            await stranger.do(two, match=match.key, winner="me")
            assert "The players report different results" in await stranger.see("/")
            assert f"You reported: {names[1]} won. Your opponent reports: {names[0]} won." in await stranger.see(two)
            await organiser.do("/organise", do="decide", match=match.key, winner="first", judge="Dora")
            assert f"{names[0]} won, decided by Dora" in await stranger.see("/")
            await organiser.do("/organise", do="undo")
            assert "The players report different results" in await stranger.see("/")
            await stranger.do(two, match=match.key, winner="other")
            assert f"{names[0]} won" in await stranger.see("/")
            assert open_ not in await stranger.see("/")
            assert f"1 {names[0]} 3 1 – 0 – 0" in await stranger.see("/")
            refused = await stranger.do(one, status=409, match=match.key, winner="me")
            assert "This match is over already." in refused

    asyncio.run(play())


def test_strangers_do_nothing(tmp_path):
    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            await begun(organiser, "Ann", "Ben")
            assert "This page is for the organiser." in await stranger.see("/organise", status=403)
            await stranger.see("/organise?code=wrong", status=403)
            await stranger.do("/organise", status=403, do="draw")
            await stranger.see("/organise/cards", status=403)
            assert found.hub.book.state.round is None
            assert "This link is not valid." in await stranger.see("/me/guessed", status=404)
            await stranger.do("/me/guessed", status=404, leave="yes")
            await stranger.see("/assets/../ledger.json", status=404)
            async with stranger.session.post(
                f"{stranger.origin}/language", data={"language": "ru"}, headers={"Origin": "http://evil.example"}
            ) as answer:
                assert answer.status == 403

    asyncio.run(play())


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"do": "draw"}, "A round needs two players or more. Registered so far: 1."),
        ({"do": "register", "name": ""}, "A name needs 1 to 60"),
        ({"do": "register", "name": "Ann", "rating": "many"}, "A number was expected."),
        ({"do": "finish"}, "Matches that are not over yet"),
        ({"do": "delay", "minutes": "nan"}, "A number was expected."),
        ({"do": "decide", "match": "9-9", "winner": "first"}, "There is no such match."),
    ],
)
def test_what_the_organiser_is_told(tmp_path, form, says):
    async def play():
        async with league(tmp_path) as (_, organiser, _stranger):
            await begun(organiser, "Solo")
            assert says in await organiser.do("/organise", status=409, **form)

    asyncio.run(play())


async def is_decided(hub, organiser, stranger):
    """A match with a result calls no judge any more, though the organiser may still answer; then all ends."""
    (match,) = hub.book.state.round.matches
    decide = {"do": "decide", "match": match.key, "winner": "first"}
    asks = "End the game that goes on at table 1"
    assert asks in await organiser.see("/organise"), "the form asks for it"
    refused = await organiser.do("/organise", status=409, **decide)
    assert "This match is being played at table 1." in refused
    assert hub.book.state.match(match.key).result is None
    await organiser.do("/organise", **decide, ends="yes")
    assert asks not in await organiser.see("/organise"), "a result that is corrected ends nothing"
    decided = await stranger.see("/")
    assert "Calls a judge" not in decided
    assert f"{hub.book.state.participants[match.first].name} won" in decided
    assert "And now?" in await organiser.see("/organise")
    await ends(organiser, stranger, LeaguePages(hub).link_of(match.first))


async def ends(organiser, stranger, own_page):
    """The page of a player offers nothing any more that comes too late."""
    assert "Leave the tournament" in await stranger.see(own_page)
    for each in ("draw", "finish"):
        for match in re.findall(r'name="match" value="(2-\d+)"', await organiser.html("/organise")):
            await organiser.do("/organise", do="decide", match=match, winner="first", ends="yes")
        await organiser.do("/organise", do=each)
    seen = await stranger.see(own_page)
    assert "The tournament is over." in seen
    assert "Leave the tournament" not in seen
    assert "Your deck" not in seen  # none was handed in, and none can be


def test_a_table_is_watched_judged_and_seen_again(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            await begun(organiser, "Player A", "Player B")
            await organiser.do("/organise", do="draw")
            card = card_of(re.search(r"COMPANION-LEAGUE:[A-Z2-7]+", await organiser.see("/organise/cards"))[0])
            assert isinstance(card, TableCard)
            assert card.urls == found.urls
            link = TableLink(table.match, table.scene, tmp_path / "link.feed", LinkPlan(card, lambda: NOON))
            async with sending(link):
                table.play(15)
                link.call(JudgeCalled(id="7", by="A", about="Is it in reach?", picture="<svg/>", photo=b"mat"))

                async def called():
                    return "Calls a judge" in await stranger.see("/")

                await until(called)
                organisers = await organiser.see("/organise")
                assert "Table 1: Player A Is it in reach?" in organisers
                key = next(iter(found.hub.live.games))
                await organiser.do("/organise", do="answer", game=key, id="7", decision="It is.", judge="Dora")
                assert "Is it in reach?" not in await organiser.see("/organise")

                async def answered():
                    return link.decision("A") == "It is." and "A" not in link.called

                await until(answered)

                async def kept():
                    return "Player A called a judge Is it in reach? Dora decided: It is." in await organiser.see(
                        "/again/1?to=99"
                    )

                await until(kept)
                async with organiser.session.get(f"{organiser.origin}/again/1?to=99") as answer:
                    pictures = re.findall(r'src="data:image/(svg\+xml|jpeg);base64,([^"]+)"', await answer.text())
                assert [base64.b64decode(each) for _, each in pictures] == [b"<svg/>", b"mat"]
                head = text_of(table.scene(Language.ENGLISH)["head"]).strip()

                async def watched():
                    return head in await stranger.see("/watch/1")

                await until(watched)
                await stranger.see("/again/1", status=404)  # a game that goes on is not seen again: no coaching
                seen = await organiser.see("/again/1?to=2")
                assert "Step 3 of" in seen
                assert "Checked: 3 messages, each signed by the table" in seen
                assert "Table 2 Nothing has been told" in await stranger.see("/watch/2")
                await stranger.see("/watch/3")
                link.call(JudgeCalled(id="8", by="A", about="And now?"))
                await until(called)
                await is_decided(found.hub, organiser, stranger)

    asyncio.run(play())


@on_phones
def test_an_answer_stays_on_the_page_while_that_changes(tmp_path):
    async def play():
        async with league(tmp_path) as (found, organiser, _stranger), async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=str(INSTALLED), args=list(ARGUMENTS))
            page = await browser.new_page()
            await page.goto(f"{organiser.origin}/organise?code={found.hub.ledger.code}")
            await organiser.do("/organise", do="begin", name="Winter", game="brawl", format="swiss", rounds="2")
            await page.click("button:has-text('Draw the first round')")
            told = await page.inner_text("#answered")
            assert "two players or more" in told
            await organiser.do("/organise", do="register", name="Ann")
            await page.wait_for_selector("summary:has-text('Ann')")  # the page was fetched anew
            assert await page.inner_text("#answered") == told
            await page.focus("summary:has-text('Ann')")
            fold = await page.eval_on_selector("summary:has-text('Ann')", "each => each.parentElement.id")
            await organiser.do("/organise", do="drop", player=fold.removeprefix("d"))
            await page.wait_for_selector("summary:has-text('(left)')")  # what has the focus changes, too
            await browser.close()

    asyncio.run(play())
