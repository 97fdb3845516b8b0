"""The table of the benchmark of time, in a process of its own: goes on with the game that lies in a folder.

Says on one line the links of both seats and what marks the intents of the first, and ends with what it reads. With
`--without-ticks` everything begins and leaves as soon as it can.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from companion.phones.link.guard import RateLimit
from tests.phones.host import HostedTable, hosted

PLENTY = 1e9


def let_everything_leave_at_once(table: HostedTable) -> None:
    """Takes the ticks away, as the server would be without them."""
    tick, loop = table.server._tick, asyncio.get_running_loop()

    async def begin(_who: str, *, rouses: bool = False) -> None: ...

    def make() -> None:
        for _ in tick._make():
            pass

    tick.begin = begin  # type: ignore[method-assign]
    tick.hold = lambda held: held.release()  # type: ignore[method-assign]
    tick.want = lambda: loop.call_soon(make) and None  # type: ignore[method-assign]


async def main(folder: Path, *, without_ticks: bool) -> None:
    async with hosted(folder, pause_s=0.0) as table:
        if without_ticks:
            let_everything_leave_at_once(table)
        clock = asyncio.get_running_loop().time
        table.server._intents = table.server._asks = RateLimit(
            PLENTY, PLENTY, clock
        )  # so that measuring takes less time
        links = {seat: table.link(seat) for seat in "AB"}
        print(json.dumps({"links": links, "place": table.seating.place("A")}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without-ticks", action="store_true")
    asked = parser.parse_args()
    asyncio.run(main(asked.folder, without_ticks=asked.without_ticks))
