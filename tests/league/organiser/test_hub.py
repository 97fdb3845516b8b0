"""A hub with real servers: what tables tell is seen, results that both confirmed count, and a restart knows all."""

import asyncio
import time

import pytest

from companion.games.common import Concede
from companion.league.organiser.hub import Hub
from companion.league.organiser.ledger import Ledger, LedgerError, read_ledger, write_ledger
from companion.league.organiser.live_tables import LiveTables, again
from companion.league.servers.config import ServerPlan
from companion.league.table.card import TableCard
from companion.league.table.link import LinkPlan, TableLink
from companion.league.tournament import commands as c
from companion.league.tournament.book import TournamentBook
from companion.league.tournament.model import ORGANISER, TournamentPlan
from companion.league.wire.bodies import JudgeCalled, JudgeDecided
from companion.league.wire.keys import Key
from companion.league.wire.messages import FeedError, encoded
from companion.league.wire.subjects import HUB, of_game
from companion.referee.match.command_request import CommandRequest
from companion.texts import Language
from tests.clock import Clock
from tests.free_ports import free_port
from tests.league.told_table import KEY, NOON, ToldTable
from tests.league.wire.test_publisher import sending, until


def hub_in(folder, ledger):
    plan = ServerPlan(name=HUB, domain=HUB, port=free_port(), store=folder / "store", organiser=Key(ledger.seed).public)
    return Hub(folder, ledger, plan, time.monotonic)


def card_of(hub, number):
    entry = hub.ledger.tables[number - 1]
    return TableCard(league="L", venue=entry.venue, table=entry.name, urls=(hub.server.url,), seed=entry.seed)


def drawn(path):
    """A tournament of two in its first round."""
    book = TournamentBook.begin(path, TournamentPlan(name="Winter", game="brawl"), lambda: NOON)
    for player in ("A", "B"):
        book.do(c.Register(by=ORGANISER, player=player.lower(), name=f"Player {player}"))
    book.do(c.Pair(by=ORGANISER, seed="1"))
    return book


async def seen_the_same(hub, table, live):
    """Spectators' pages live, and again from the stream, are those of the table; another table's key fits none."""
    shown = hub.live.shown(live, "en")
    page = table.scene(Language.ENGLISH)
    assert {name: html for name, html in shown.items() if html} == {name: html for name, html in page.items() if html}
    messages = await hub.messages_of(live)
    assert again(messages, hub.ledger.tables[0].public, len(messages), "en").scene == live.scene["en"]
    with pytest.raises(FeedError, match="the table's key"):
        again(messages, hub.ledger.tables[1].public, 2, "en")


def test_a_match_is_followed_judged_confirmed_and_known_after_a_restart(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        ledger = Ledger.new("Winter").with_tables(2)
        hub = hub_in(tmp_path / "league", ledger)
        hub.book = drawn(tmp_path / "winter.tournament")
        plan = LinkPlan(card_of(hub, 1), lambda: NOON, (Language.ENGLISH,))
        link = TableLink(table.match, table.scene, tmp_path / "link.feed", plan)
        async with hub.serving():
            async with sending(link):

                async def ready():
                    return link.status.connected

                await until(ready)
                table.play(10)
                link.call(JudgeCalled(id="1", by="A", about="Is it in reach?"))

                async def called():
                    live = hub.live.newest_at(HUB, "t1")
                    return live is not None and bool(live.open_calls) and bool(live.scene)

                await until(called)
                live = hub.live.newest_at(HUB, "t1")
                assert hub.match_at(live).key == "1-1"
                link.decided(JudgeDecided(id="1", decision="It is.", judge="Ben"))
                table.match.submit(CommandRequest("end", Concede(by="A")))
                link.confirm("A")

                async def over():
                    return live.result is not None and not live.open_calls

                await until(over)
                assert hub.book.state.match("1-1").result is None  # one confirmation is not enough
                link.confirm("B")

                async def counted():
                    return hub.book.state.match("1-1").result is not None

                await until(counted)
            assert hub.book.state.match("1-1").result.winner == "b"
            assert hub.book.state.match("1-1").game == live.game
            await seen_the_same(hub, table, live)
        anew = hub_in(tmp_path / "league", ledger)
        async with anew.serving():

            async def known():
                found = anew.live.newest_at(HUB, "t1")
                return found is not None and found.result is not None and len(found.result.confirmed) == 2

            await until(known)
            assert anew.live.newest_at(HUB, "t1").scene == live.scene

    asyncio.run(play())


def test_tables_are_let_in_while_others_play(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        hub = hub_in(tmp_path / "league", Ledger.new("Winter"))
        async with hub.serving():
            await hub.change_ledger(hub.ledger.with_tables(1))
            plan = LinkPlan(card_of(hub, 1), lambda: NOON, (Language.ENGLISH,))
            async with sending(TableLink(table.match, table.scene, tmp_path / "link.feed", plan)):

                async def told():
                    return hub.live.newest_at(HUB, "t1") is not None

                await until(told)
        assert read_ledger(tmp_path / "league") == hub.ledger

    asyncio.run(play())


def test_spectators_are_as_late_as_they_are_to_be(tmp_path):
    table, clock = ToldTable("brawl", tmp_path), Clock()
    live = LiveTables(lambda venue, name: KEY.public, clock, lambda: 60.0)
    subject = of_game("hub", "t1", table.outbox.game)
    table.play(5)
    for each in table.outbox.messages:
        live.take(subject, encoded(each))
    game = live.newest_at("hub", "t1")

    assert live.shown(game, "en") == {}
    assert game.score.figures  # the organiser knows at once
    clock.now_s = 59.9
    assert live.shown(game, "en") == {}
    clock.now_s = 60.1
    assert live.shown(game, "en")["head"] == table.scene(Language.ENGLISH)["head"]


def test_forged_messages_change_nothing_and_are_named(tmp_path):
    table = ToldTable("brawl", tmp_path)
    live = LiveTables(lambda venue, name: KEY.public if name == "t1" else "", Clock(), lambda: 0.0)
    subject = of_game("hub", "t1", table.outbox.game)
    table.play(3)
    messages = table.outbox.messages
    for each in messages[:2]:
        live.take(subject, encoded(each))
    before = dict(live.newest_at("hub", "t1").scene)
    live.take(subject, encoded(messages[3]))

    assert "missing" in live.newest_at("hub", "t1").trouble
    assert live.newest_at("hub", "t1").scene == before
    assert live.take(of_game("hub", "t2", "x"), encoded(messages[0])) is None
    assert live.take("league.hub", b"") is None
    live.take(of_game("hub", "t1", "other"), b"nonsense")
    assert "none of a table" in live.games[of_game("hub", "t1", "other")].trouble


def test_a_ledger_is_private_and_says_what_is_wrong(tmp_path):
    ledger = Ledger.new("Winter").with_tables(2).with_venue("east").with_tables(1, "east")
    write_ledger(tmp_path, ledger)

    assert read_ledger(tmp_path) == ledger
    assert (tmp_path / "ledger.json").stat().st_mode & 0o077 == 0
    assert [(each.venue, each.name) for each in ledger.tables] == [("hub", "t1"), ("hub", "t2"), ("east", "t1")]
    assert ledger.number_of("east", "t1") == 3
    with pytest.raises(LedgerError, match="already"):
        ledger.with_venue("east")
    (tmp_path / "ledger.json").write_text("{}", encoding="utf-8")
    with pytest.raises(LedgerError, match="no ledger of a league"):
        read_ledger(tmp_path)
