"""The evening of the memory's benchmark: a practice in the program's own window, by somebody who touches on and on.

Says on lines, as JSON, how much memory the program had: after each part was loaded, and again and again while it is
played. What is touched is chosen by chance among the keys that can be seen; a model is dragged now and then.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def memory_mb() -> dict[str, float]:
    """Megabytes that the program has in memory: of files that others could share, and of its own."""
    _, resident, shared, *_ = (int(word) for word in Path("/proc/self/statm").read_text(encoding="ascii").split())
    return {"files": shared * PAGE_BYTES / 1e6, "own": (resident - shared) * PAGE_BYTES / 1e6}


def say(**what: object) -> None:
    """A line for the benchmark."""
    print(json.dumps(what), flush=True)


say(part="Python", **memory_mb())

import cv2  # noqa: E402, F401 (each part is measured as it comes)
import numpy as np  # noqa: E402, F401
import shapely  # noqa: E402, F401

say(part="numpy, OpenCV, shapely", **memory_mb())

from companion.tablet.window.environment import prepare  # noqa: E402

prepare(offscreen=False)

from kivy.core.window import Window  # noqa: E402
from kivy.uix.behaviors import ButtonBehavior  # noqa: E402

say(part="Kivy and its window", **memory_mb())

from companion.referee import View  # noqa: E402
from companion.tablet.data.practice import PRACTICE  # noqa: E402
from companion.tablet.data.settings import Settings, save  # noqa: E402
from companion.tablet.data.setup_draft import Draft  # noqa: E402
from companion.tablet.setup.players_page import begin  # noqa: E402
from companion.tablet.table.table_page import TablePage  # noqa: E402
from companion.tablet.window.shell import Shell  # noqa: E402
from companion.tablet.window.shown_finger import Finger  # noqa: E402
from companion.texts import Language  # noqa: E402
from tests.tablet.environment import services_in  # noqa: E402

say(part="the program's own code", **memory_mb())

TOUCH_EVERY_S = 1.0
TOLD_EVERY_S = 10.0
DRAG_SHARE, LIT_SHARE = 0.25, 0.5
"""So often a model is dragged, and so often a key that is lit is touched rather than any."""
DRAG_MM = 90.0
STEPS = 5
MAT_MM = 600.0
PATIENCE_S = 60.0


class Toucher:
    """Touches one thing after another, without an aim."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.finger = shell, Finger()
        self._chance = random.Random(5)  # noqa: S311 (no secret)
        self.touches = self.games = 0

    async def plays(self, seconds: float) -> None:
        """One practice after another until the time is over; tells what memory it takes."""
        await self._until(lambda: self.shell.page is not None)
        await asyncio.sleep(3.0)
        say(part="the start screen", **memory_mb())
        await self._begins()
        await asyncio.sleep(5.0)
        say(part="a practice", **memory_mb())
        began_s = told_s = time.monotonic()
        while (now_s := time.monotonic()) < began_s + seconds:
            await asyncio.sleep(TOUCH_EVERY_S)
            if now_s >= told_s + TOLD_EVERY_S:
                told_s = now_s
                say(at_s=now_s - began_s, touches=self.touches, games=self.games, **memory_mb())
            await self._touch()
        self.shell.go_home()
        await asyncio.sleep(8.0)
        say(part="the start screen again", **memory_mb())

    async def _touch(self) -> None:
        view = self.shell.view
        if view is None or (view.play is not None and view.play.ending is not None):
            await self._begins()
            return
        self.touches += 1
        if self._chance.random() < DRAG_SHARE and view.pieces:
            await self._drag(view)
            return
        keys = list(self._keys())
        lit = [each for each in keys if getattr(each, "main", False)]
        if keys:
            self.finger.press(self._chance.choice(lit if lit and self._chance.random() < LIT_SHARE else keys))

    def _keys(self) -> Iterator[Any]:
        """All that can be touched and leaves no game."""
        ids = self.shell.page.table_view.ids
        outside = {ids[name].__self__ for name in ("home", "settings", "keep")}
        for each in Window.children[0].walk():
            if isinstance(each, ButtonBehavior) and not each.disabled and each not in outside and _is_seen(each):
                yield each

    async def _drag(self, view: View) -> None:
        piece = self._chance.choice(view.pieces)
        mat, centre = self.shell.page.table_view.ids.mat, piece.base.centre
        ways = [self._chance.uniform(-DRAG_MM, DRAG_MM) for _ in range(2)]
        spots = [
            mat.to_window(
                *mat.plan.to_screen(
                    min(MAT_MM, max(0.0, centre.x_mm + ways[0] * step / STEPS)),
                    min(MAT_MM, max(0.0, centre.y_mm + ways[1] * step / STEPS)),
                )
            )
            for step in range(STEPS + 1)
        ]
        touch = self.finger.hold(*spots[0])
        for spot in spots[1:]:
            await asyncio.sleep(0.05)
            self.finger.move(touch, *spot)
        self.finger.release(touch)

    async def _begins(self) -> None:
        self.games += 1
        self.shell.go_home()
        await self._until(lambda: type(self.shell.page).__name__ == "StartPage")
        begin(self.shell, _draft(self.shell))
        await self._until(lambda: isinstance(self.shell.page, TablePage) and self.shell.view is not None)

    async def _until(self, what: Callable[[], Any]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < deadline_s, "never so"
            await asyncio.sleep(0.05)


def _draft(shell: Shell) -> Draft:
    return replace(Draft.of(shell.settings), camera=PRACTICE, table=None)


def _is_seen(widget: Any) -> bool:
    x, y = widget.to_window(*widget.center)
    each = widget
    while each is not None and each.parent is not each:
        if not each.opacity:
            return False
        each = each.parent
    return 0 < x < Window.width and 0 < y < Window.height


async def main(folder: Path, seconds: float) -> None:
    """Opens the window, plays, and closes it."""
    services = services_in(folder)
    services.games.mkdir(exist_ok=True)
    save(services.settings_file, Settings(language=Language.ENGLISH, sounds=False, guided=True))
    shell = Shell(services, Language.ENGLISH)
    window = asyncio.create_task(shell.async_run())
    acts = asyncio.create_task(Toucher(shell).plays(seconds))
    await asyncio.wait({window, acts}, return_when=asyncio.FIRST_COMPLETED)
    shell.stop()
    await window
    await acts


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2])))
