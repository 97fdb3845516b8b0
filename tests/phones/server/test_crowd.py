"""Many who do not mean well, one who reads slowly, and a program that dies: those who play do not notice."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from companion.games.common import SetValue
from companion.phones.link.connections import SILENT_S, raise_file_limit
from companion.phones.server.event_streams import WRITE_LIMIT_S
from companion.referee.match.command_request import CommandRequest
from tests.phones.host import hosted
from tests.phones.networked_table import Wired, asked
from tests.phones.simulated_network import run

REPOSITORY = Path(__file__).resolve().parents[3]
CROWD = 1000


def intent(number, value):
    values = {"what": ["prosperity"], "of": ["A"], "value": [str(value)]}
    return {"id": f"wish-{number:06}", "kind": "setvalue", "values": values}


class Browser:
    """A phone on a real socket."""

    def __init__(self, session, address):
        self._session, self._address = session, address

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, address):
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            yield cls(session, address)

    async def join(self, link):
        word = {"word": link.rpartition("/")[2]}
        async with self._session.post(f"{self._address}/join", data=word, headers=self._own) as answer:
            assert answer.status == 200

    async def place(self):
        async with self._session.get(f"{self._address}/") as answer:
            return re.search(r'data-place="(\w+)"', await answer.text())[1]

    async def submit(self, body):
        body = body if "place" in body else {"place": await self.place(), **body}
        async with self._session.post(f"{self._address}/intent", json=body, headers=self._own) as answer:
            return (await answer.json())["answer"]

    @contextlib.asynccontextmanager
    async def changes(self, path="/events"):
        async with self._session.get(f"{self._address}{path}", timeout=aiohttp.ClientTimeout(total=60)) as answer:
            yield self._read(answer)

    async def _read(self, answer):
        async for line in answer.content:
            if line.startswith(b'data: {"'):
                yield json.loads(line[6:])

    @property
    def _own(self):
        return {"Origin": self._address}


async def half_open(port, number):
    """A connection that says nothing, or half of what it should."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    half = (b"", head.encode(), head.encode() + b"Content-Length: 99\r\n\r\nword=")
    writer.write(half[number % 3])
    return writer


def test_a_thousand_half_open_connections_do_not_stop_a_seated_player(tmp_path):
    raise_file_limit()

    async def main():
        async with hosted(tmp_path) as table, Browser.opened(table.address) as phone:
            await phone.join(table.link("A"))
            async with phone.changes() as changes:
                await anext(changes)
                crowd = [await half_open(table.port, number) for number in range(CROWD)]
                loop, waited = asyncio.get_running_loop(), []
                for number in range(20):
                    began_s = loop.time()
                    assert await phone.submit(intent(number, number + 5)) == "done"
                    await anext(changes)
                    waited.append(loop.time() - began_s)
                async with Browser.opened(table.address) as late:
                    await late.join(table.link("B"))
                for writer in crowd:
                    writer.transport.abort()
                return sorted(waited)

    waited = asyncio.run(main())
    assert waited[-1] < SILENT_S, "nobody waits until those who say nothing are let go"


def test_a_phone_that_does_not_read_holds_nothing_up_and_piles_nothing_up(tmp_path):
    async def main():
        async with Wired(tmp_path) as wired:
            slow, quick = await wired.sit("A"), await wired.sit("B")
            streams = [slow.ask("GET", "/events"), quick.ask("GET", "/events")]
            await asyncio.sleep(0.1)
            (door,) = [each for each in wired.server.doors._seated[1] if not each.transport.is_closing()]
            door.pause_writing()
            before, began_s = len(slow.traffic.of(streams[0])), wired.now_s
            for number in range(60):
                command = SetValue(by="A", what="prosperity", of="A", value=float(5 + number % 40))
                wired.match.submit(CommandRequest(f"other-{number}", command))
                await asyncio.sleep(0.05)
            piled = len(slow.traffic.of(streams[0])) - before
            await asyncio.sleep(2 * WRITE_LIMIT_S)
            closed = [
                at - began_s
                for at, number, data in slow.traffic.received
                if number == streams[0] and b"<closed>" in data
            ]
            page = await asked(slow, "GET", "/")
            return piled, quick.traffic.of(streams[1]).count(b"event: change"), closed, page

    piled, told, closed, page = run(main())
    assert piled < 200_000
    assert told == 61
    assert len(closed) == 1
    assert closed[0] < 2 * WRITE_LIMIT_S
    assert page.startswith(b"HTTP/1.1 200 OK")


@contextlib.contextmanager
def process(folder, port=0):
    """The phones' server in a process of its own; its port, and its link of a seat."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.phones.host", str(folder), "--port", str(port)],
        cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        yield running
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate(timeout=60)


def said(running, line=""):
    if line:
        running.stdin.write(f"{line}\n")
        running.stdin.flush()
    return json.loads(running.stdout.readline())


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot kill a process in the middle of it")
def test_a_killed_program_comes_back_with_its_phones_and_an_intent_sent_twice_is_granted_once(tmp_path):
    async def sent(port, link, cookies, intents):
        """Sends intents as one phone; what was answered, the whole page, and the cookies that it keeps."""
        address = f"http://127.0.0.1:{port}"
        async with Browser.opened(address) as phone:
            phone._session.cookie_jar.update_cookies(cookies, aiohttp.client.URL(address))
            if link:
                await phone.join(link)
            answers = [await phone.submit(each) for each in intents]
            async with phone.changes("/events?since=3&epoch=before") as changes:
                whole = await anext(changes)
            kept = {each.key: each.value for each in phone._session.cookie_jar}
            return answers, whole, kept

    with process(tmp_path) as running:
        port = said(running)
        link = said(running, "link A")
        first, before, cookies = asyncio.run(sent(port, link, {}, [intent(1, 7), intent(2, 9)]))
    with process(tmp_path, port) as running:
        assert said(running) == port
        second, after, _ = asyncio.run(sent(port, "", cookies, [intent(1, 7)]))
        third, last, _ = asyncio.run(sent(port, "", cookies, [intent(3, 8)]))

    assert first + second + third == ["done"] * 4
    assert after["since"] is None
    assert after["epoch"] != before["epoch"]
    assert after["sections"]["head"] == before["sections"]["head"], "the older wish has not come once more"
    assert last["sections"]["head"] != before["sections"]["head"]
