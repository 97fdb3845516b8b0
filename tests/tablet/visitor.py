"""Somebody who sits before the window of `companion play`."""

import asyncio
import time

PATIENCE_S = 60.0
LOOK_S = 0.01


async def until(what):
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < deadline_s, "never so"
        await asyncio.sleep(LOOK_S)
    return found


class Visitor:
    """Sits before the window."""

    def __init__(self, shell, finger):
        self.shell, self.finger = shell, finger

    async def page(self, name):
        """Waits for a page, laid out."""
        await until(lambda: type(self.shell.page).__name__ == name)
        for _ in range(3):  # Kivy lays out nested boxes over some frames
            await asyncio.sleep(0.04)
        return self.shell.page

    async def touches(self, widget, name):
        """Touches a key and waits for the page that it leads to."""
        self.finger.press(widget)
        return await self.page(name)
