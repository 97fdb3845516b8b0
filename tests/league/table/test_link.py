"""A table's link: a game that is played comes to the hub, with its result and who confirmed it."""

import asyncio

from companion.games.common import Concede
from companion.league.table.card import TableCard
from companion.league.table.link import LinkPlan, TableLink
from companion.league.wire.messages import body_of, checked
from companion.league.wire.subjects import of_game
from companion.referee.api.clocks import ClockState, SeatTime
from companion.referee.match.command_request import CommandRequest
from companion.texts import Language
from tests.league.hub import hub, running
from tests.league.told_table import KEY, NOON, ToldTable
from tests.league.wire.test_publisher import at_hub, kept, sending, until


def test_a_game_comes_to_the_hub_with_its_result(tmp_path):
    table = ToldTable("brawl", tmp_path)
    timing = ClockState(running=True, seats=(SeatTime("A", 61.04, running=True),), limit_s=3600.0, used_s=100.0)

    async def play():
        centre = hub(tmp_path, tables=["t1"])
        card = TableCard(league="L", venue="hub", table="t1", urls=(centre.server.url,), seed=centre.tables["t1"].seed)
        plan = LinkPlan(card, lambda: NOON, (Language.ENGLISH,), match="r1-1")
        link = TableLink(table.match, table.scene, tmp_path / "link.feed", plan, lambda: timing)
        async with running(centre), sending(link):
            table.play(10)

            async def shown():
                return link.status.connected and not link.status.waiting and await kept(centre) > 2

            await until(shown)
            table.match.submit(CommandRequest("end", Concede(by="A")))
            link.confirm("B")
            link.confirm("A")

            async def ended():
                found = await at_hub(centre, "league.>")
                return found[-1].kind == "result" and len(body_of(found[-1]).confirmed) == 2

            await until(ended)
            found = await at_hub(centre, of_game("hub", "t1", (await at_hub(centre, "league.>"))[0].game))
        assert list(checked(found, card.key.public)) == found
        kinds = {each.kind: body_of(each) for each in found}
        assert kinds["game"].match == "r1-1"
        assert kinds["clock"].seconds == {"A": 61.0}
        assert (kinds["clock"].running, kinds["clock"].left_s) == ("A", 3500.0)
        assert kinds["result"].winners == ("B",)
        assert kinds["result"].confirmed == ("A", "B")
        assert kinds["shown"].score.over

    asyncio.run(play())


def test_a_full_disk_does_not_stop_the_game(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        card = TableCard(league="L", venue="hub", table="t1", urls=("nats://127.0.0.1:9",), seed=KEY.seed)
        link = TableLink(table.match, table.scene, tmp_path / "nowhere" / "link.feed", LinkPlan(card, lambda: NOON))
        await link.run()
        assert "link.feed" in link.status.trouble
        table.play(2)

    asyncio.run(play())
