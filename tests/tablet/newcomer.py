"""Somebody who has never seen the program: knows nothing but what stands on the screen, and touches only that.

Only to be imported where Kivy has been prepared.
"""

import asyncio
import time

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

from companion.tablet.window.screenshots import picture_of
from companion.tablet.window.shown_finger import Finger
from tests.looks import Looks
from tests.plain_spaces import spaced

PATIENCE_S = 60.0
LOOK_S = 0.01
RESTED_LOOKS = 3
SOFTLY_S = 0.02


class Newcomer:
    """Sits before the window."""

    def __init__(self, shell, folder):
        self.shell, self.folder, self.finger = shell, folder, Finger()

    def screen(self):
        """All widgets that can be seen, those of a sheet alone where one lies over the window."""
        found, waiting = [], [Window.children[0]]
        while waiting:
            each = waiting.pop()
            if each.opacity:
                waiting += each.children  # the first child was added last
                if each.width and each.height:
                    found.append(each)
        return found

    def words(self):
        """All that can be read, from top to bottom."""
        found = [each for each in self.screen() if isinstance(each, Label) and each.text.strip()]
        found.sort(key=lambda each: -each.to_window(*each.center)[1])
        return [spaced(each.text) for each in found]

    def keys(self, words=""):
        """The keys that can be touched and read so, at least in part."""
        found = [each for each in self.screen() if isinstance(each, ButtonBehavior) and not each.disabled]
        return [each for each in found if words in read_on(each)]

    async def until(self, what, said):
        """Waits for something."""
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while not (found := what()):
            assert time.monotonic() < deadline_s, f"never {said}; on the screen: {self.words()}"
            await looks.pause()
        return found

    async def reads(self, *words):
        """Waits until all these words stand on the screen."""
        for each in words:
            await self.until(lambda each=each: any(each in text for text in self.words()), f"read {each!r}")

    async def touches(self, words):
        """Touches the key that reads so, once it rests in sight."""

        def found():
            keys = self.keys(words)
            exact = [key for key in keys if words in (spaced(getattr(key, "text", "")), read_on(key))] or keys
            return exact[0] if exact else None

        self.finger.press(await self.rested(found, words))

    async def rested(self, find, words):
        """Waits until a key rests in sight: Kivy lays out nested boxes over some frames."""
        lay, rested = None, 0
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while rested < RESTED_LOOKS:
            assert time.monotonic() < deadline_s, f"no key reads {words!r}; on the screen: {self.words()}"
            await asyncio.sleep(LOOK_S)
            key = find()
            if key is None:
                lay, rested = None, 0
                await looks.pause()
                continue
            self._bring_into_sight(key)
            lies = (id(key), *key.to_window(*key.pos), *key.size)
            rested = rested + 1 if lies == lay else 0
            lay = lies
        return key

    def line(self):
        """The line that is written into."""
        return next(each for each in self.screen() if isinstance(each, TextInput))

    async def types(self, text):
        """Types with the letters that stand on the screen."""
        await self.until(lambda: any(isinstance(each, TextInput) for each in self.screen()), "a line to write in")
        line = self.line()
        for letter in text:
            if not self._writes(letter):
                assert self._writes(letter.swapcase()), f"no key writes {letter!r}; there are {self.words()}"
                await self.touches("⇧")
            before = line.text
            self.finger.press(await self.rested(lambda letter=letter: self._writes(letter), letter))
            await self.until(lambda before=before: line.text != before, f"wrote {letter!r}")
        assert line.text.endswith(text)

    def _writes(self, letter):
        return next((key for key in self.keys() if read_on(key) == letter), None)

    def on_mat(self, x_mm, y_mm):
        """The pixel of a place on the mat that is shown."""
        mat = self.shell.page.table_view.ids.mat
        return mat.to_window(*mat.plan.to_screen(x_mm, y_mm))

    def touches_mat(self, x_mm, y_mm):
        """Touches a place on the mat that is shown."""
        self.finger.tap(*self.on_mat(x_mm, y_mm))

    async def drags(self, start_mm, end_mm, steps=6):
        """Moves a finger over the mat that is shown."""
        (x, y), (to_x, to_y) = self.on_mat(*start_mm), self.on_mat(*end_mm)
        touch = self.finger.hold(x, y)
        for step in range(1, steps + 1):
            await asyncio.sleep(SOFTLY_S)
            self.finger.move(touch, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
        await asyncio.sleep(SOFTLY_S)
        self.finger.release(touch)

    async def pictures(self, name):
        """Keeps what is on the screen."""
        await asyncio.sleep(0.3)
        picture_of(self.shell.root).save(self.folder / f"{name}.png", compress_level=1)

    def _bring_into_sight(self, widget):
        scroll = widget
        while scroll is not None and scroll.parent is not scroll and not isinstance(scroll, ScrollView):
            scroll = scroll.parent
        if isinstance(scroll, ScrollView) and scroll.children[0].height > scroll.height:
            scroll.scroll_to(widget, padding=4, animate=False)


def read_on(key):
    """What is read on a key."""
    words = [getattr(key, "text", ""), getattr(key, "note", "")]
    if isinstance(key, Label):
        return spaced(key.text)
    below = (each.text for each in key.walk(restrict=True) if isinstance(each, Label) and each.text)
    return spaced("\n".join(each for each in words if each) or "\n".join(below))
