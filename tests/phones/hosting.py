"""A table for phones without a camera: a real record, match and server; pieces stand where a script puts them."""

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from companion.games.signum.game import Signum
from companion.phones.pages import SignumPages
from companion.phones.seating import Seating
from companion.phones.server import PhoneServer
from companion.record.record import Record
from companion.referee.desk import Desk
from companion.referee.match import Match
from tests.games.signum.random_play import Game
from tests.referee.test_match import NOW, SEED, skirmish


class Hand:
    """A surveyor whose pieces are put by chance to some place that makes sense."""

    def __init__(self, seed: int = 1) -> None:
        self.match: Match | None = None
        self._chance = random.Random(seed)  # noqa: S311 (a game, no secret)

    def spot(self, spec: Any, field: str, values: Any) -> Any:
        assert self.match is not None
        game = Game(self.match.record.setup, self._chance)
        game.state = self.match.record.state
        return msgspec.to_builtins(game._value(spec, field, spec.fields[field]))


class Table:
    """One table with its server.

    Attributes:
        match: The game.
        desk: Where wishes go.
        seating: The seats.
        server: The phones' server.
        port: Where it listens.
    """

    def __init__(self, record: Record, file: Path, *, pause_s: float = 0.2, seed: int = 1) -> None:
        loop = asyncio.get_running_loop()
        hand = Hand(seed)
        self.match = hand.match = Match(record, loop.time, pause_s=pause_s)
        self.desk = Desk(self.match, hand, loop.time)
        self.seating = Seating(self.match.players, file, loop.time, secrets.token_bytes)
        self.server = PhoneServer(
            self.desk, self.seating, SignumPages(), loop.time, names=lambda: frozenset({"127.0.0.1"})
        )
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def link(self, seat: str) -> str:
        invitation = self.seating.invitation(seat)
        assert invitation is not None
        return f"{self.address}/j/{invitation.ticket}"


@contextlib.asynccontextmanager
async def hosted(folder: Path, *, port: int = 0, pause_s: float = 0.2, seed: int = 1) -> AsyncIterator[Table]:
    """A table that goes on where the folder's game was left, or begins one."""
    path, games = folder / "game.signum", {"signum": Signum()}
    fresh = not path.exists()
    record = (
        Record.create(path, games["signum"], skirmish(), lambda: NOW, seed=SEED)
        if fresh
        else Record.open(path, games, lambda: NOW)
    )
    table = Table(record, folder / "seats.json", pause_s=pause_s, seed=seed)
    running = asyncio.create_task(table.desk.run())
    try:
        async with table.server.serve("127.0.0.1", port) as table.port:
            yield table
    finally:
        running.cancel()
        record.close()
