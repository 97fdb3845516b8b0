"""What strangers send and how often they come: little is read, nothing is unpacked, and those who play do not wait."""

import asyncio
import gzip
import logging
import socket
import time
import zlib

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from companion.phones.link.acceptor import Acceptor
from companion.phones.link.connections import MAX_NEW_PER_ADDRESS, Connections
from companion.phones.link.guard import RateLimit
from companion.phones.link.tick import SHORTEST_S, Tick
from companion.phones.server.responses import answered
from companion.phones.server.server import MAX_STRANGER_BYTES, STRANGERS_AT_ONCE
from tests.phones.host import hosted
from tests.phones.networked_table import FORM, HOST, Wired, asked, join
from tests.phones.server.test_crowd import Browser
from tests.phones.server.test_crowd import intent as phone_intent
from tests.phones.server.test_fuzz import TELLTALE
from tests.phones.simulated_network import run

MANY = 64 * 2**20
DOORS = ("/join", "/language", "/intent", "/seen", "/scan?card=A:1", "/leave")


def packed():
    """Bodies by the coding that they claim: of some, the whole would be large."""
    zeros = gzip.compress(bytes(MANY), 9)
    return {
        "gzip": zeros,
        "deflate": zlib.compress(bytes(MANY), 9),
        "br": b"\x0b\x02\x80hello\x03",
        "zstd": b"(\xb5/\xfd\x00X",
        "x-gzip, identity": zeros[:100],
        "GZIP": b"not packed at all",
        "nonsense": b"",
    }


def head(path, cookie="", *lines, host=HOST):
    own = [f"Cookie: seat={cookie}"] if cookie else []
    return "\r\n".join(
        [f"POST {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *own, *lines, "", ""]
    ).encode()


def status(answer):
    return int(answer.split(b" ", 2)[1])


@pytest.fixture
def table(tmp_path):
    def played(scene):
        async def main():
            async with Wired(tmp_path) as wired:
                return await scene(wired)

        return run(main())

    return played


@pytest.mark.parametrize("path", DOORS)
@pytest.mark.parametrize("seated", [False, True])
def test_no_door_unpacks_anything(table, path, seated, caplog):
    async def scene(wired):
        phone = await wired.sit("A") if seated else wired.phone()
        answers = []
        for coding, body in packed().items():
            lines = (f"Content-Type: {FORM}", f"Content-Encoding: {coding}", f"Content-Length: {len(body)}")
            number = phone.open(head(path, phone.cookie, *lines) + body)
            await asyncio.sleep(0.1)
            answers.append(phone.traffic.of(number))
        return answers

    began_s = time.process_time()
    with caplog.at_level(logging.WARNING):
        answers = table(scene)
    assert time.process_time() - began_s < 3.0, "64 MB were looked at"
    assert caplog.records == []
    for answer in answers:
        assert status(answer) == 415
        assert b"without a Content-Encoding" in answer
        assert answer.endswith(b"<closed>")
        assert TELLTALE.search(answer) is None


BROKEN = {
    "no number": b"zz\r\nword=ABCDEF\r\n0\r\n\r\n",
    "too long": b"5\r\nword=ABCDEF\r\n0\r\n\r\n",
    "endless number": b"f" * 40 + b"\r\n",
    "trailers without end": b"0\r\n" + b"X: y\r\n" * 2000,
}


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("seated", [False, True])
def test_a_broken_framing_is_a_plain_400_and_no_traceback(table, what, seated, caplog):
    async def scene(wired):
        phone = await wired.sit("A") if seated else wired.phone()
        numbers = []
        for path in ("/join", "/intent", "/scan?card=A:1", "/nothing"):
            lines = (f"Content-Type: {FORM}", "Transfer-Encoding: chunked")
            numbers.append(phone.open(head(path, phone.cookie, *lines)))  # the body comes after its head
            await asyncio.sleep(0.1)
            phone.doors[numbers[-1]].data_received(BROKEN[what])
            await asyncio.sleep(15.0)
            numbers.append(phone.open(head(path, phone.cookie, *lines) + BROKEN[what]))
            await asyncio.sleep(15.0)
        return [phone.traffic.of(number) for number in numbers]

    with caplog.at_level(logging.WARNING):
        answers = table(scene)
    assert caplog.records == []
    for answer in answers:
        assert status(answer) in (400, 401, 403, 404, 408), answer[:60]
        assert TELLTALE.search(answer) is None
    assert 400 in {status(answer) for answer in answers}


@pytest.mark.parametrize("lost", [None, OSError(113, "No route to host"), TimeoutError(110, "Connection timed out")])
@pytest.mark.parametrize("path", ["/join", "/intent", "/scan?card=A:1"])
def test_a_phone_that_goes_in_the_middle_of_a_body_leaves_no_traceback(table, path, lost, caplog):
    async def scene(wired):
        phone = await wired.sit("A")
        number = phone.open(head(path, phone.cookie, f"Content-Type: {FORM}", "Content-Length: 100") + b"word=")
        await asyncio.sleep(0.1)
        phone.doors[number].connection_lost(lost)
        await asyncio.sleep(60.0)
        return await asked(phone, "GET", "/")

    with caplog.at_level(logging.WARNING):
        page = table(scene)
    assert status(page) == 200
    assert caplog.records == []


def test_a_body_that_the_parser_itself_gives_up_is_a_plain_400(table, caplog):
    """As without the parser written in C, which not every system has."""

    async def broken(request):
        raise web.RequestPayloadError("nonsense")

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(answered(make_mocked_request("POST", "/join"), broken)).status == 400
    assert caplog.records == []


def test_a_stranger_may_send_a_code_and_nothing_long(table):
    async def scene(wired):
        stranger = wired.phone()
        long = await asked(stranger, "POST", "/join", b"word=" + b"x" * MAX_STRANGER_BYTES, FORM)
        many = stranger.open(head("/join", "", f"Content-Type: {FORM}", "Content-Length: 100000000"))
        await asyncio.sleep(0.1)
        return status(long), status(stranger.traffic.of(many)), stranger.traffic.of(many).endswith(b"<closed>")

    assert table(scene) == (413, 413, True)


def test_a_seated_phone_that_is_refused_while_it_sends_hears_why(table):
    """Else its connection would break in the middle of a photo, and its page could not say anything."""

    async def scene(wired):
        phone = await wired.sit("A")
        number = phone.open(head("/scan?card=A:1", phone.cookie, "Content-Type: image/jpeg", "Content-Length: 60000"))
        for _ in range(6):
            await asyncio.sleep(0.2)
            phone.doors[number].data_received(bytes(10_000))
        await asyncio.sleep(0.2)
        return phone.traffic.of(number)

    answer = table(scene)
    assert status(answer) == 403
    assert b"<closed>" not in answer


def test_few_strangers_are_looked_at_in_a_tick_and_one_whose_body_never_comes_holds_up_nobody(table):
    async def scene(wired):
        stranger, guest = wired.phone("192.168.0.66"), wired.phone("192.168.0.9")
        for _ in range(3 * STRANGERS_AT_ONCE):
            stranger.open(head("/join", "", f"Content-Type: {FORM}", "Content-Length: 99") + b"word=")
        await asyncio.sleep(0.1)
        began_s = wired.now_s
        numbers = [stranger.ask("GET", "/") for _ in range(5 * STRANGERS_AT_ONCE)]
        await asyncio.sleep(1.0)
        joined = await join(guest, wired.seating.invitation("A").ticket)
        came = [at_s - began_s for at_s, number, _ in stranger.traffic.received if number in numbers]
        return joined, [sum(round(at / SHORTEST_S) == tick for at in came) for tick in range(1, 9)]

    joined, at_ticks = table(scene)
    assert joined == 303
    assert max(at_ticks) <= 2 * STRANGERS_AT_ONCE, "an answer and the end of its connection"
    assert sum(at_ticks) >= 5 * STRANGERS_AT_ONCE


def test_an_address_that_comes_too_often_is_turned_away_and_another_is_not():
    now_s = [0.0]
    doors = Connections(Tick(), lambda: now_s[0])
    burst, per_s = MAX_NEW_PER_ADDRESS

    assert all(doors.admits("192.168.0.66") for _ in range(int(burst)))
    assert not doors.admits("192.168.0.66")
    assert doors.admits("192.168.0.9")
    now_s[0] += 1.0
    assert sum(doors.admits("192.168.0.66") for _ in range(int(2 * per_s))) == per_s


class Silent(asyncio.Protocol):
    """Takes what comes, and says nothing."""


async def ends(reader):
    """Whether the other side closes, with or without having read what was sent."""
    try:
        return await asyncio.wait_for(reader.read(), 5.0) == b""
    except ConnectionError:
        return True


def test_who_is_turned_away_at_the_door_comes_in_by_showing_a_seat():
    """On real sockets: nobody is admitted any more; of five only the one who shows a seat first gets through."""

    async def knock():
        taken, came, plug = [], asyncio.Event(), socket.create_server(("127.0.0.1", 0))

        def factory():
            taken.append(Silent())
            came.set()
            return taken[-1]

        door = Acceptor(factory, lambda _: False, lambda words: b"seat=good" in words, None)
        async with door.at(plug):
            address = plug.getsockname()
            pairs = [await asyncio.open_connection(*address) for _ in range(5)]
            for (_, writer), words in zip(pairs, (b"seat=good", b"seat=bad", b"", b"GET /", b"seat="), strict=True):
                writer.write(words)
            pairs[2][1].close()
            over = [await ends(reader) for reader, _ in (pairs[1], *pairs[3:])]
            await asyncio.wait_for(came.wait(), 5.0)
            for _, writer in pairs:
                writer.close()
        return over, len(taken), len(door._doubtful)

    assert asyncio.run(knock()) == ([True] * 3, 1, 0)


def test_a_table_at_which_too_many_knock_still_takes_in_a_seated_phone(tmp_path):
    """From one address, as in a family: the phone that has joined opens a new connection, and nobody else can."""

    async def main():
        async with hosted(tmp_path) as table, Browser.opened(table.address) as phone:
            await phone.join(table.link("A"))
            table.server.doors._coming = RateLimit(0.0, 0.0, asyncio.get_running_loop().time)
            await phone._session.connector.close()
            phone._session._connector = aiohttp.TCPConnector()
            answer = await phone.submit(phone_intent(1, 7))
            with pytest.raises(aiohttp.ClientError):
                async with aiohttp.ClientSession() as stranger, stranger.get(table.address):
                    pass
            return answer

    assert asyncio.run(main()) == "done"
