"""The table of the phones' benchmark, in a process of its own: plays a game by chance once everybody has joined.

Says on one line its port and links, waits for a line, plays, and says for each step when it was asked for and when the
match had something new to show, both on the wall clock that browsers have too.
"""

import asyncio
import json
import random
import sys
import time
from pathlib import Path

from companion.games.command import SPECTATOR
from tests.phones.host import HostedTable, hosted
from tests.referee.match.test_match import Played

SEED = 7
LONGEST_S = 30.0
"""So long the next step waits for the slowest phone."""


def wall_ms() -> float:
    return time.time_ns() / 1e6


async def played(table: HostedTable, steps: int) -> list[tuple[float, float]]:
    """Lets a game play itself; the next step comes when all phones have acknowledged the last."""
    game, found, shown_ms = Played(table.match.record.setup, random.Random(SEED)), [], [0.0]  # noqa: S311 (no secret)
    game.match, game.state = table.match, table.match.record.state
    table.match.listen(lambda: shown_ms.append(wall_ms()))
    await _all_up_to_date(table)
    while len(found) < steps:
        shown_ms.clear()
        began_ms = wall_ms()
        if not game.step_without_waiting():
            break
        if shown_ms:
            found.append((began_ms, shown_ms[0]))
        await _all_up_to_date(table)
    return found


async def _all_up_to_date(table: HostedTable) -> None:
    async with asyncio.timeout(LONGEST_S):
        while _is_anybody_behind(table):  # noqa: ASYNC110 (what is measured must not change for the measuring)
            await asyncio.sleep(0.005)


def _is_anybody_behind(table: HostedTable) -> bool:
    tick = table.server._tick
    return tick._wanted or tick._working or any(table.server.behind(phone) != 0 for phone in table.seating.phones)


async def main(folder: Path, steps: int) -> None:
    async with hosted(folder, pause_s=0.0) as table:
        # A ticket is used up by joining: the second of a seat is made when the first has come.
        print(json.dumps({"spectator": table.link(SPECTATOR)}), flush=True)
        while (line := await asyncio.to_thread(sys.stdin.readline)).strip() != "play":
            table.seating.allow_second(line.strip(), allowed=True)
            print(json.dumps(table.link(line.strip())), flush=True)
        print(json.dumps(await played(table, steps)), flush=True)
        await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
