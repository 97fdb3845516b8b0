"""A network without a network: phones and server in one loop whose clock jumps, every byte kept with its time."""

import asyncio
import json
import re
import selectors
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

ALIKE = (
    (re.compile(rb"\r\nDate: [^\r]+"), b"\r\nDate: today"),
    (re.compile(rb'name="id" value="[0-9a-f]{16}"'), b'name="id" value="0123456789abcdef"'),
)
"""What is different each time by intent and as long as before: wall time, and names of intents to come."""


class JumpingSelector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]  # chosen by the system
    """Never waits: tells the loop how long it would have."""

    loop: "DialLoop"

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everything waits and nothing will come")
        if not ready and timeout:
            self.loop.now_s += timeout
        return ready


class DialLoop(asyncio.SelectorEventLoop):
    """A loop in which waiting takes no time."""

    def __init__(self) -> None:
        selector = JumpingSelector()
        selector.loop = self
        self.now_s = 1000.0
        super().__init__(selector)

    def time(self) -> float:
        return self.now_s

    def pass_by(self, seconds: float) -> None:
        """Lets time pass while the loop does something."""
        self.now_s += seconds


def run(main: Coroutine[Any, Any, Any]) -> Any:
    """Runs to the end on a clock that jumps."""
    with asyncio.Runner(loop_factory=DialLoop) as runner:
        return runner.run(main)


class Cable(asyncio.Transport):
    """One connection as the server sees it; what it writes goes into a log."""

    def __init__(self, log: "Traffic", number: int, address: str) -> None:
        super().__init__({"peername": (address, 40000 + number)})
        self._log, self._number = log, number
        self._closing = False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        if not self._closing:
            self._log.add(self._number, bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(bytes(each) for each in list_of_data))

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._log.add(self._number, b"<closed>")
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    abort = close

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0


@dataclass
class Traffic:
    """All that a phone received: time, number of the connection, bytes."""

    received: list[tuple[float, int, bytes]] = field(default_factory=list)

    def add(self, number: int, data: bytes) -> None:
        now_s = asyncio.get_running_loop().time()
        if self.received and self.received[-1][:2] == (now_s, number):
            data = self.received.pop()[2] + data
        self.received.append((now_s, number, data))

    def of(self, number: int) -> bytes:
        """All bytes that one connection received."""
        return b"".join(data for _, each, data in self.received if each == number)

    def before(self, until_s: float) -> list[tuple[float, int, bytes]]:
        """All that came before a time, as it is alike each time."""
        return [(round(at, 6), number, alike(data)) for at, number, data in self.received if at < until_s]


def alike(data: bytes) -> bytes:
    for form, text in ALIKE:
        data = form.sub(text, data)
    return data


class RawPhone:
    """A phone that sends bytes and keeps all that comes back."""

    def __init__(self, factory: Callable[[], Any], host: str, *, address: str = "192.168.0.9") -> None:
        self.traffic = Traffic()
        self.cookie = ""
        self.place = ""
        self.doors: dict[int, Any] = {}
        self._factory, self._host, self._address = factory, host, address
        self._count = 0

    def open(self, data: bytes) -> int:
        """A new connection on which something is sent; its number."""
        self._count += 1
        cable = Cable(self.traffic, self._count, self._address)
        cable.protocol = self.doors[self._count] = self._factory()
        cable.protocol.connection_made(cable)
        if data:
            cable.protocol.data_received(data)
        return self._count

    def ask(self, method: str, path: str, body: bytes = b"", media: str = "application/json") -> int:
        """A whole request; the number of its connection. Intents say where they were made, as pages do it."""
        if path == "/intent" and self.place:
            body = self._placed(body, media)
        head = [f"{method} {path} HTTP/1.1", f"Host: {self._host}"]
        head += ["Connection: close"] if path.partition("?")[0] != "/events" else []
        head += [f"Cookie: seat={self.cookie}"] if self.cookie else []
        if method == "POST":
            head += [f"Origin: http://{self._host}", f"Content-Type: {media}", f"Content-Length: {len(body)}"]
        return self.open("\r\n".join([*head, "", ""]).encode() + body)

    def _placed(self, body: bytes, media: str) -> bytes:
        if media != "application/json":
            return body if b"place=" in body else body + f"&place={self.place}".encode()
        try:
            intent = json.loads(body)
        except (ValueError, RecursionError):
            return body
        return (
            json.dumps({"place": self.place, **intent}).encode()
            if isinstance(intent, dict) and "id" in intent
            else body
        )
