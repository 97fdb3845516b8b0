"""Many phones without a browser, in a process of their own: they join, listen, acknowledge, and stamp what they hear.

Reads one link a line until an empty one, saying each time how many listen, and at the end of its input says for each
phone when its changes had come whole, on the wall clock. It speaks HTTP by hand, so that the crowd
itself takes little time.
"""

import asyncio
import json
import re
import sys
import time
from urllib.parse import urlsplit

LANGUAGES = ("uk", "ru", "en")
CHANGE, END = b"event: change\ndata: ", b"\n\n"
VERSION = re.compile(rb'"version":(\d+)')
SEEN_AFTER_S = 0.2
"""As pages do: what comes in quick succession is acknowledged together."""


class StreamListener(asyncio.Protocol):
    """One phone's stream."""

    def __init__(self, where: tuple[str | None, int | None], head: str) -> None:
        self.heard_ms: list[float] = []
        self.ready = asyncio.get_running_loop().create_future()
        self._where, self._head = where, head
        self._acknowledge: asyncio.Transport | None = None
        self._saying: asyncio.Task[None] | None = None
        self._data = bytearray()
        self._waiting: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (start := self._data.find(CHANGE)) >= 0 and (end := self._data.find(END, start)) >= 0:
            self.heard_ms.append(time.time_ns() / 1e6)
            found = VERSION.search(self._data, start, end)
            assert found is not None
            version = found[1].decode()
            del self._data[: end + len(END)]
            if self._waiting is not None:
                self._waiting.cancel()
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(SEEN_AFTER_S, self._say, version)
            if not self.ready.done():
                self.ready.set_result(None)
        if CHANGE not in self._data:
            del self._data[: -len(CHANGE)]

    def _say(self, version: str) -> None:
        self._saying = asyncio.get_running_loop().create_task(self._say_seen(version))

    async def _say_seen(self, version: str) -> None:
        if self._acknowledge is None or self._acknowledge.is_closing():
            loop = asyncio.get_running_loop()
            self._acknowledge, _ = await loop.create_connection(asyncio.Protocol, *self._where)
        body = f'{{"version":{version}}}'
        head = (
            f"POST /seen HTTP/1.1\r\n{self._head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._acknowledge.write((head + body).encode())


async def listen(link: str, language: str) -> StreamListener:
    """A phone that has joined and heard what there is."""
    parts, loop = urlsplit(link), asyncio.get_running_loop()
    where = (parts.hostname, parts.port)
    head = f"Host: {parts.netloc}\r\nOrigin: {parts.scheme}://{parts.netloc}\r\nAccept-Language: {language}\r\n"
    cookie = await _joined(where, head, parts.path.rpartition("/")[2])
    head += f"Cookie: {cookie}\r\n"
    stream, listener = await loop.create_connection(lambda: StreamListener(where, head), *where)
    stream.write(f"GET /events HTTP/1.1\r\n{head}\r\n".encode())
    async with asyncio.timeout(20.0):
        await listener.ready
    return listener


async def _joined(where: tuple[str | None, int | None], head: str, ticket: str) -> str:
    reader, writer = await asyncio.open_connection(*where)
    body = f"word={ticket}"
    kind = "Content-Type: application/x-www-form-urlencoded\r\n"
    writer.write(f"POST /join HTTP/1.1\r\n{head}{kind}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    found = re.search(r"Set-Cookie: (seat=[0-9a-f]+)", answer, re.IGNORECASE)
    assert found is not None, answer
    return found[1]


async def main() -> None:
    listeners: list[StreamListener] = []
    while link := (await asyncio.to_thread(sys.stdin.readline)).strip():
        listeners.append(await listen(link, LANGUAGES[len(listeners) % len(LANGUAGES)]))
        print(len(listeners), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps([each.heard_ms for each in listeners]), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
