"""A real Kivy window, drawn offscreen, and hands to drive it."""

import asyncio
import os
import time
from dataclasses import dataclass, field

import pytest

from companion.tablet.window.environment import SETTINGS, prepare

# Test modules import parts that import Kivy, which would else write into the home folder, two workers at once.
os.environ.update(SETTINGS)

PATIENCE_S = 30.0
LOOK_S = 0.01


@dataclass
class Player:
    """Sits before a window: waits until something is to be seen, and touches it."""

    app: object
    finger: object = field(default=None)

    @property
    def ids(self):
        return self.app.root.ids

    @property
    def panel(self):
        return self.ids.panel

    async def sees(self, what):
        """Waits until a condition on the newest view holds, and answers that view."""
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            view = self.app.view
            if view is not None and what(view):
                return view
            await asyncio.sleep(LOOK_S)
        raise AssertionError(f"not seen in {PATIENCE_S} s; the newest view: {self.app.view}")

    async def touches(self, base_id):
        view = await self.sees(lambda view: view.piece(base_id))
        centre, mat = view.piece(base_id).base.centre, self.ids.mat
        self.finger.tap(*mat.to_window(*mat.plan.to_screen(centre.x_mm, centre.y_mm)))

    def touches_mat(self, x_mm, y_mm):
        mat = self.ids.mat
        self.finger.tap(*mat.to_window(*mat.plan.to_screen(x_mm, y_mm)))

    def presses(self, name):
        self.finger.press(self.panel.ids[name])

    def presses_ruler(self, name):
        self.finger.press(next(key for key in self.panel.ids.ruler_keys.children if key.text == name))

    def row(self, title):
        """The text of the row of the card that begins with a title."""
        rows = [row.text for row in reversed(self.panel.ids.rows.children)]
        return next(text for text in rows if title in text)

    async def drawn(self, what):
        """Waits until a condition on what is drawn holds."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < deadline_s, "never drawn"
            await asyncio.sleep(LOOK_S)


@pytest.fixture(scope="session", autouse=True)
def _kivy():
    prepare(offscreen=True)


@pytest.fixture
def at_window():
    """Opens a window over a table, lets a player act, and closes it."""

    def open_window(table, act):
        from companion.tablet.window.app import CompanionApp  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)
        from companion.tablet.window.shown_finger import Finger  # noqa: PLC0415 (likewise)

        async def run():
            app = CompanionApp(table)
            window = asyncio.create_task(app.async_run())
            acting = asyncio.create_task(act(Player(app, Finger())))
            await asyncio.wait({window, acting}, return_when=asyncio.FIRST_COMPLETED)
            app.stop()
            await window
            if not acting.done():
                acting.cancel()
            await acting

        asyncio.run(run())

    return open_window
