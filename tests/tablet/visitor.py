"""Somebody who sits before the window of `companion play`."""

import asyncio
import time

PATIENCE_S = 60.0
LOOK_S = 0.01
DRAWN_S = 0.04


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
            await asyncio.sleep(DRAWN_S)
        return self.shell.page

    async def touches(self, widget, name):
        """Brings a key into sight, touches it and waits for the page that it leads to."""
        from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        around = widget.parent
        while around is not None and around.parent is not around and not isinstance(around, ScrollView):
            around = around.parent
        if isinstance(around, ScrollView) and around.children[0].height > around.height:
            around.scroll_to(widget, padding=4, animate=False)
            await asyncio.sleep(DRAWN_S)
        self.finger.press(widget)
        return await self.page(name)
