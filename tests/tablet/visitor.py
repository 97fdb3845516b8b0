"""Somebody who sits before the window of `companion play`."""

import asyncio
import time

from tests.looks import Looks

PATIENCE_S = 60.0
DRAWN_S = 0.04
LOOK_S, RESTED_LOOKS = 0.01, 3


async def until(what, told=lambda: ""):
    """Waits until something is so; answers it.

    Args:
        what: Looks.
        told: Says what there is instead, for a test that waits in vain.
    """
    deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
    while not (found := what()):
        assert time.monotonic() < deadline_s, f"never so {told()}"
        await looks.pause()
    return found


async def in_sight(widget):
    """Brings a widget into sight, and waits until it rests there, to be touched at once."""
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    around = widget.parent
    while around is not None and around.parent is not around and not isinstance(around, ScrollView):
        around = around.parent
    lay, rested, deadline_s = None, 0, time.monotonic() + PATIENCE_S
    while rested < RESTED_LOOKS:
        assert time.monotonic() < deadline_s, f"{widget} never comes to rest in sight"
        if isinstance(around, ScrollView) and around.children[0].height > around.height:
            around.scroll_to(widget, padding=4, animate=False)
        await asyncio.sleep(LOOK_S)
        lies = (*widget.to_window(*widget.pos), *widget.size)
        rested = rested + 1 if lies == lay and widget.get_root_window() is not None else 0
        lay = lies


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
        await in_sight(widget)
        self.finger.press(widget)
        return await self.page(name)
