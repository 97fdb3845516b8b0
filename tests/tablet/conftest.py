"""A real Kivy window, drawn offscreen, and hands to drive it."""

import asyncio
import os
import time
from dataclasses import dataclass, field
from functools import partial

import pytest

from companion.tablet.data.settings import load, save
from companion.tablet.window.environment import SETTINGS, prepare
from companion.texts import Language
from tests import garbage
from tests.few_pictures import few_pictures
from tests.looks import Looks
from tests.tablet.environment import acted_in, services_in
from tests.tablet.visitor import Visitor

# Test modules import parts that import Kivy, which would else write into the home folder, two workers at once.
os.environ.update(SETTINGS)

NAMES = {"en": "English", "ru": "Русский", "uk": "Українська"}
PATIENCE_S = 60.0


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
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while time.monotonic() < deadline_s:
            view = self.app.view
            if view is not None and what(view):
                return view
            await looks.pause()
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

    def speaks(self, language):
        self.finger.press(next(key for key in self.panel.ids.languages.children if key.text == NAMES[language.value]))

    def presses_ruler(self, name):
        self.finger.press(next(key for key in self.panel.ids.ruler_keys.children if key.text == name))

    def row(self, title):
        """The text of the row of the card that begins with a title."""
        rows = [row.text for row in reversed(self.panel.ids.rows.children)]
        return next(text for text in rows if title in text)

    async def drawn(self, what):
        """Waits until a condition on what is drawn holds."""
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while not what():
            assert time.monotonic() < deadline_s, "never drawn"
            await looks.pause()


@pytest.fixture(scope="session", autouse=True)
def _kivy():
    prepare(offscreen=True)
    few_pictures()


@pytest.fixture
def at_window():
    """Opens a window over a table, lets a player act, and closes it."""

    def open_window(table, act):
        from companion.tablet.window.app import CompanionApp  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)
        from companion.tablet.window.shown_finger import Finger  # noqa: PLC0415 (likewise)

        async def run():
            app = CompanionApp(table)
            await acted_in(app, act(Player(app, Finger())))

        asyncio.run(run())

    return open_window


@pytest.fixture
def at_start(tmp_path):
    """Opens the window at its start as often as one likes, lets somebody act, and closes it."""

    def open_window(act, settings=None, size=(1280, 800), somebody=visitor_of, around=lambda services: services):
        from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        from companion.tablet.window.shell import Shell  # noqa: PLC0415 (likewise)

        services = around(services_in(tmp_path))
        if settings is not None:
            save(services.settings_file, settings)

        async def run():
            Window.size = size
            shell = Shell(services, load(services.settings_file).settings.language or Language.ENGLISH)
            await acted_in(shell, act(somebody(shell)))

        garbage.collected_if_much()
        asyncio.run(run())

    yield open_window
    from companion.tablet.look import palette  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    palette.use(light=False)


@pytest.fixture
def newly(at_start, tmp_path):
    """Opens the window at its start as often as one likes, lets a newcomer act, and closes it."""
    from tests.tablet.newcomer import Newcomer  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    return partial(at_start, somebody=lambda shell: Newcomer(shell, tmp_path))


def visitor_of(shell):
    from companion.tablet.window.shown_finger import Finger  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    return Visitor(shell, Finger())
