"""A table with its real server, whose phones hang on cables in memory and whose clock jumps; run it by `wire.run`."""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from companion.games.prompt import CommandSpec
from companion.games.signum.game import Signum
from companion.games.signum.model.state import Setup
from companion.phones.link.seats import Seats
from companion.phones.pages.pages import Pages
from companion.phones.server.server import PhoneServer
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from tests.phones.simulated_network import DialLoop, RawPhone
from tests.referee.match.test_match import NOW, SEED, skirmish

ADDRESS = "192.168.0.7"
PORT = 8080
HOST = f"{ADDRESS}:{PORT}"
FORM = "application/x-www-form-urlencoded"
ANSWERED_S = 0.1
"""More than the ticks that an answer takes."""


class ScriptedSurveyor:
    """A surveyor who sees what a script says."""

    places: Mapping[str, Any] = {}

    def spot(self, spec: CommandSpec, field: str, values: Any) -> Any:
        return self.places.get(field)


class Wired:
    """The table.

    Attributes:
        record: The game's.
        match: The game.
        seating: The seats.
        server: The phones' server.
        camera: Sees what is put into it.
    """

    def __init__(self, folder: Path, *, setup: Setup | None = None, pause_s: float = 4.0) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, DialLoop)
        self._loop = loop
        path = folder / "game.signum"
        self.record = (
            Record.open(path, {"signum": Signum()}, lambda: NOW)
            if path.exists()
            else Record.create(path, Signum(), setup or skirmish(), lambda: NOW, seed=SEED)
        )
        self.match = Match(self.record, loop.time, pause_s=pause_s)
        self.camera = ScriptedSurveyor()
        self.gateway = CommandGateway(self.match, self.camera, loop.time)
        count = iter(range(100_000))
        self.seating = Seats(
            self.match.players,
            folder / "seats.json",
            loop.time,
            lambda n: hashlib.sha512(str(next(count)).encode()).digest()[:n],
        )
        self.server = PhoneServer(
            self.gateway, self.seating, Pages(), loop.time, names=lambda: frozenset({ADDRESS, "tablet.local"})
        )
        self.server.port = PORT
        self.server._boards.run = "00000000"
        self.server._tick.stand = loop.pass_by
        self._ticking = loop.create_task(self.gateway.run())
        self._runner = web.AppRunner(self.server.application(), access_log=None, shutdown_timeout=0.1)

    @property
    def now_s(self) -> float:
        return self._loop.time()

    async def begin(self) -> None:
        await self._runner.setup()
        assert self._runner.server is not None
        self.factory = self.server.doors.factory(self._runner.server)

    async def end(self) -> None:
        self._ticking.cancel()
        await self._runner.cleanup()
        self.record.close()

    async def __aenter__(self) -> Self:
        await self.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end()

    def phone(self, address: str = "192.168.0.9") -> RawPhone:
        """A phone that has not joined."""
        return RawPhone(self.factory, HOST, address=address)

    async def sit(self, seat: str, address: str = "192.168.0.9") -> RawPhone:
        """A phone that has joined."""
        phone = self.phone(address)
        invitation = self.seating.invitation(seat)
        assert invitation is not None
        await join(phone, invitation.ticket)
        assert phone.cookie
        phone.place = self.seating.place(seat)
        return phone


async def join(phone: RawPhone, word: str) -> int:
    """Types a code, or opens a link and presses its button; the status of the answer."""
    number = phone.ask("POST", "/join", f"word={word}".encode(), FORM)
    await asyncio.sleep(ANSWERED_S)
    found = re.search(rb"Set-Cookie: seat=([0-9a-f]{64})", phone.traffic.of(number))
    if found is not None:
        phone.cookie = found[1].decode()
    return status(phone, number)


async def asked(phone: RawPhone, method: str, path: str, body: bytes = b"", media: str = "application/json") -> bytes:
    """A request's whole answer."""
    number = phone.ask(method, path, body, media)
    await asyncio.sleep(ANSWERED_S)
    return phone.traffic.of(number)


def status(phone: RawPhone, number: int) -> int:
    """The status of a connection's first answer."""
    return int(phone.traffic.of(number).split(b" ", 2)[1])
