"""At a table of a league a phone calls a judge and confirms the result, for its own seat; both become messages."""

import asyncio
import contextlib
import io
import secrets
from types import SimpleNamespace
from xml.dom import minidom

import aiohttp
import msgspec
import numpy as np
from PIL import Image

from companion.cli import main
from companion.games.command import SPECTATOR
from companion.games.common import Concede
from companion.league.table.card import TableCard
from companion.league.table.link import LinkPlan, TableLink
from companion.league.wire.bodies import JudgeDecided
from companion.league.wire.messages import body_of
from companion.league.wire.outbox import read_messages
from companion.phones.link.seats import Seats
from companion.phones.server.server import PhoneServer
from companion.referee.match.command_request import CommandRequest
from companion.texts import Language, say
from tests.league.told_table import KEY, NOON, ToldTable
from tests.league.wire.test_publisher import sending, until

OFFLINE = TableCard(league="L", venue="hub", table="t1", urls=("nats://127.0.0.1:9",), seed=KEY.seed)
WORDS = {
    key: say(Language.ENGLISH, f"phones.league.{key}") for key in ("call", "called", "confirm", "confirmed", "photo")
}


def served(table, folder):
    loop = asyncio.get_running_loop()
    seating = Seats(table.match.players, folder / "seats.json", loop.time, secrets.token_bytes)
    names = frozenset({"127.0.0.1"})
    return seating, PhoneServer(table.gateway, seating, table.pages, loop.time, names=lambda: names)


@contextlib.asynccontextmanager
async def phone_at(seating, seat, port):
    """Sends a form, and tells the answer's status with the page that is seen then."""
    address = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:

        async def sent(path, **fields):
            async with session.post(f"{address}{path}", data=fields, headers={"Origin": address}) as answer:
                return answer.status, await answer.text()

        status, page = await sent("/join", word=seating.invitation(seat).ticket)
        assert status == 200
        yield page, sent


class JudgedGame:
    """A game at a table of a league that is not reached, with its phones."""

    def __init__(self, folder, commands):
        self.table, self._file = ToldTable("signum", folder), folder / "link.feed"
        self.table.play(commands)
        self.link = TableLink(self.table.match, self.table.scene, self._file, LinkPlan(OFFLINE, lambda: NOON))
        self.table.pages.league = self.link
        self._seating, self._server = served(self.table, folder)

    @contextlib.asynccontextmanager
    async def phones(self):
        """Ann's, Bob's and a spectator's, each with the page that it saw first."""
        async with contextlib.AsyncExitStack() as stack:
            port = await stack.enter_async_context(self._server.serve("127.0.0.1"))
            await stack.enter_async_context(sending(self.link))
            phones = (phone_at(self._seating, seat, port) for seat in ("A", "B", SPECTATOR))
            yield [await stack.enter_async_context(phone) for phone in phones]

    def told(self, kind):
        return [body_of(each) for each in read_messages(self._file) if each.kind == kind]

    def concede(self):
        table = self.table
        table.match.submit(CommandRequest("end", Concede(by="A")))
        table.clock.now_s += 5.0
        table.match.tick()
        table.gateway.tell()


async def seen(sent):
    return (await sent("/language", language="en"))[1]


def test_a_players_phone_calls_a_judge(tmp_path):
    async def play():
        game = JudgedGame(tmp_path, 60)
        async with game.phones() as ((page, ann), (_, bob), (watched, watcher)):
            assert WORDS["call"] in page
            assert WORDS["called"] not in page
            assert WORDS["call"] not in watched
            assert (await watcher("/judge"))[0] == 403
            status, why = await ann("/judge", about="x" * 301)
            assert (status, "it may have 300 letters" in why) == (400, True)
            for _ in range(2):  # a key that is touched twice calls once
                status, after = await ann("/judge", about="Does he touch?")
                assert (status, WORDS["called"] in after) == (200, True)
            assert WORDS["called"] not in await seen(bob)
        (call,) = game.told("call")
        assert (call.by, call.about.startswith("Does he touch? · ")) == ("A", True)
        assert game.table.match.lines(SPECTATOR)[call.line - 1].measured
        assert minidom.parseString(call.picture).documentElement.tagName == "svg"  # noqa: S318 (drawn by us)
        assert game.link.called == {"A"}
        game.link.decided(JudgeDecided(id=call.id, decision="He does."))
        assert game.link.called == frozenset()

    asyncio.run(play())


def test_a_photograph_of_the_mat_goes_once_the_other_player_agrees(tmp_path, capsys):
    async def play():
        game = JudgedGame(tmp_path, 20)
        async with game.phones() as ((page, ann), (_, bob), (_, watcher)):
            assert WORDS["photo"] not in page  # no camera sees the mat
            game.table.pages.mat_photo.saw(SimpleNamespace(pixels=np.full((600, 600, 3), (0, 0, 200), np.uint8)))
            game.table.gateway.tell()
            assert WORDS["photo"] in await seen(ann)
            await ann("/judge", about="Here?", photo="yes")
            name = game.table.match.teller(Language.ENGLISH).name("A")
            asked = say(Language.ENGLISH, "phones.league.photo_asked", name=name)
            assert asked in await seen(bob)
            assert asked not in await seen(ann)
            assert asked not in await seen(watcher)
            assert (await watcher("/judge-photo", agrees="yes"))[0] == 403
            await ann("/judge-photo", agrees="yes")  # who sends it is not asked
            assert [each.photo for each in game.told("call")] == [b""]
            assert asked not in (await bob("/judge-photo", agrees="yes"))[1]
            first, second = game.told("call")
            assert msgspec.structs.replace(second, photo=b"") == first
            with Image.open(io.BytesIO(second.photo)) as photo:
                red, _, blue = photo.convert("RGB").getpixel((300, 300))
            assert (red > 190, blue < 10) == (True, True)
            await bob("/judge", about="There?", photo="yes")
            await ann("/judge-photo", agrees="no")
            assert len(game.told("call")) == 3
            assert asked not in await seen(ann)
            told = [(await bob("/judge", about=f"And {n}?")) for n in range(5)]
            assert (told[0][0], told[-1][0]) == (200, 429)
            assert "You have called several times already." in told[-1][1]
            game.link.decided(JudgeDecided(id=first.id, decision="Here.", judge="Dora"))
        return name, second.photo

    name, photo = asyncio.run(play())
    shown, seen_there = tmp_path / "pictures", ["league", "verify", str(tmp_path / "link.feed"), "--key", KEY.public]
    assert main([*seen_there, "--pictures", str(shown)]) == 0
    told = capsys.readouterr().out
    assert f"{name} called a judge (Here? · " in told
    assert "Dora decided: Here." in told
    assert any(path.read_bytes() == photo for path in shown.glob("*.jpg"))
    assert any(path.read_bytes().startswith(b"<svg") for path in shown.glob("*.svg"))


def test_each_phone_confirms_the_result_for_its_own_seat(tmp_path):
    async def play():
        game = JudgedGame(tmp_path, 0)
        ann_missing, bob_missing = (
            say(
                Language.ENGLISH,
                "phones.league.missing",
                players=game.table.match.teller(Language.ENGLISH).name(seat),
            )
            for seat in ("A", "B")
        )
        async with game.phones() as ((_, ann), (_, bob), (_, watcher)):
            assert (await ann("/confirm"))[0] == 409  # the game goes on
            game.concede()
            assert WORDS["confirm"] in await seen(ann)
            assert (await watcher("/confirm"))[0] == 403
            page = (await bob("/confirm", seat="A"))[1]  # whatever it asks for, it speaks for its own seat
            assert WORDS["confirmed"] in page
            assert ann_missing in page
            assert WORDS["confirm"] in await seen(ann)

            async def confirmed():
                return bool(found := game.told("result")) and found[-1].confirmed == ("B",)

            await until(confirmed)
            page = (await ann("/confirm"))[1]
            assert WORDS["confirmed"] in page
            assert not any(each in page for each in (ann_missing, bob_missing))

    asyncio.run(play())


def test_a_table_of_no_league_has_nobody_to_call(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        seating, server = served(table, tmp_path)
        async with server.serve("127.0.0.1") as port, phone_at(seating, "A", port) as (page, sent):
            assert WORDS["call"] not in page
            assert [(await sent(path))[0] for path in ("/judge", "/confirm")] == [404, 404]

    asyncio.run(play())
