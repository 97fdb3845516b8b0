"""A table for phones without a camera: a real record, match and server; pieces stand where a script puts them.

`python -m tests.phones.host DIR --port N` hosts one in a process of its own, and says on a line how to join.
"""

import argparse
import asyncio
import contextlib
import json
import math
import random
import secrets
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from companion.games.signum.game import Signum
from companion.games.signum.model.mat import radius_mm
from companion.phones.link.seats import Seats
from companion.phones.pages.card_photos import CardPhotos
from companion.phones.pages.pages import Pages
from companion.phones.server.server import PhoneServer
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from tests.free_ports import free_port
from tests.games.signum.random_play import Game
from tests.referee.match.test_match import NOW, SEED, skirmish


class RandomSurveyor:
    """A surveyor whose pieces are put by chance to some place that makes sense."""

    def __init__(self, seed: int = 1) -> None:
        self.match: Match | None = None
        self._chance = random.Random(seed)  # noqa: S311 (a game, no secret)

    def spot(self, spec: Any, field: str, values: Any) -> Any:
        assert self.match is not None
        game = Game(self.match.record.setup, self._chance)
        game.state = self.match.record.state
        return msgspec.to_builtins(game._value(spec, field, spec.fields[field]))


class March:
    """A surveyor whose heroes march at each other along the middle of the mat, while others keep to its sides."""

    def __init__(self) -> None:
        self.match: Match | None = None

    def spot(self, spec: Any, field: str, values: Any) -> Any:
        assert self.match is not None
        state = self.match.record.state
        who = str(spec.fixed.get("creature", f"{spec.by}:hero"))
        radius = radius_mm(state, state.card(who))
        known = state.creatures.get(who)
        if known is None or known.stand is None:
            width, height = state.setup.mat_mm
            column = width / 2 if who.endswith(":hero") else self._free_column(state, spec.by)
            return {"x_mm": column, "y_mm": radius if spec.by == "A" else height - radius}
        here, goal = known.stand, state.creatures["B:hero" if spec.by == "A" else "A:hero"].stand
        away = math.dist((here.x_mm, here.y_mm), (goal.x_mm, goal.y_mm))
        clear = radius + radius_mm(state, state.card("B:hero" if spec.by == "A" else "A:hero"))
        far = max(0.0, min(spec.fields[field].limit_mm or 0.0, away - clear))
        x, y = (a + (b - a) * far / away for a, b in ((here.x_mm, goal.x_mm), (here.y_mm, goal.y_mm)))
        return {"x_mm": x, "y_mm": y}

    def _free_column(self, state: Any, player: str) -> float:
        taken = sum(each.owner == player and not each.id.endswith(":hero") for each in state.creatures.values())
        return 60.0 + 80.0 * taken


class HostedTable:
    """One table with its server.

    Attributes:
        match: The game.
        gateway: Where intents go.
        seating: The seats.
        lying: What dice lie there, by seat, a line each.
        server: The phones' server.
        port: Where it listens.
    """

    def __init__(self, record: Record, file: Path, hand: RandomSurveyor | March, *, pause_s: float = 0.2) -> None:
        loop = asyncio.get_running_loop()
        self.match = hand.match = Match(record, loop.time, pause_s=pause_s)
        self.gateway = CommandGateway(self.match, hand, loop.time)
        self.seating = Seats(self.match.players, file, loop.time, secrets.token_bytes)
        self.lying: dict[str, tuple[str, ...]] = {}
        photos = CardPhotos(file.with_name("card-photos"))
        pages, names = Pages(lambda seat, _: self.lying.get(seat, ()), photos), frozenset({"127.0.0.1"})
        self.server = PhoneServer(self.gateway, self.seating, pages, loop.time, names=lambda: names)
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def link(self, seat: str) -> str:
        invitation = self.seating.invitation(seat)
        assert invitation is not None
        return f"{self.address}/j/{invitation.ticket}"


@contextlib.asynccontextmanager
async def hosted(
    folder: Path,
    *,
    port: int | None = None,
    pause_s: float = 0.2,
    seed: int = 1,
    hand: RandomSurveyor | March | None = None,
) -> AsyncIterator[HostedTable]:
    """A table that goes on where the folder's game was left, or begins one."""
    path, games = folder / "game.signum", {"signum": Signum()}
    fresh = not path.exists()
    record = (
        Record.create(path, games["signum"], skirmish(), lambda: NOW, seed=SEED)
        if fresh
        else Record.open(path, games, lambda: NOW)
    )
    table = HostedTable(record, folder / "seats.json", hand or RandomSurveyor(seed), pause_s=pause_s)
    running = asyncio.create_task(table.gateway.run())
    try:
        # A table that comes back must find its port free.
        async with table.server.serve("127.0.0.1", port or free_port()) as table.port:
            yield table
    finally:
        running.cancel()
        record.close()


async def _host(folder: Path, port: int) -> None:
    """Hosts until the end of what it reads: for each line, such as `link A`, one line of JSON is said."""
    async with hosted(folder, port=port, pause_s=1.0, hand=March()) as table:
        print(json.dumps(table.port), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            verb, seat = line.split()
            if verb == "hand_on":
                table.seating.hand_on(seat)
            print(json.dumps(table.link(seat)), flush=True)
        if table.match.record.state.outcome is not None:
            table.match.record.reveal()


def main() -> None:
    parser = argparse.ArgumentParser(description=_host.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    asked = parser.parse_args()
    asyncio.run(_host(asked.folder, asked.port))


if __name__ == "__main__":
    main()
