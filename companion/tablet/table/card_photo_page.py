"""A photograph of a player's own card: through the table's camera, as the card lies on the mat, or from a file."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.graphics import Color, Line
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.tablet.look import palette
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.page import Image, LivePicture, NoticePage, Page, Window

CARD_MM = (67.0, 92.0)
"""Width and height of the frame: a card of 63 mm by 88 mm in its sleeve."""
SEEN_EVERY_S = 0.1
ENDINGS = tuple(ending for each in (".jpg", ".jpeg", ".png") for ending in (each, each.upper()))
MAX_BYTES = 40 * 2**20
"""Of a picture's file."""
QUALITY = 92
CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""Of the frame before it is turned: top left, top right, bottom right, bottom left."""


class CardFrame(LivePicture):
    """The mat from above, with a frame in the size of a card that goes where it is touched."""

    def __init__(self, mat_width_mm: float) -> None:
        """Prepares.

        Args:
            mat_width_mm: How wide the mat is that the pictures show.
        """
        super().__init__()
        self._mat_width_mm = mat_width_mm
        self._newest: Image | None = None
        self.at, self.turns = (0.5, 0.5), 0
        self._frame = Widget(size_hint=(None, None))
        self.add_widget(self._frame)
        self.bind(size=lambda *_: self._draw(), pos=lambda *_: self._draw())

    def look(self, picture: Image) -> None:
        """Shows a picture of the whole mat, (h, w, 3) BGR, the first row at the top."""
        self._newest = picture
        first = self.texture is None
        self.show(picture)
        if first:
            self._draw()

    def turn(self) -> None:
        """Turns the frame by a quarter, clockwise."""
        self.turns = (self.turns + 1) % 4
        self.move(self.at)

    def move(self, at: tuple[float, float]) -> None:
        """Puts the middle of the frame somewhere, as shares of the picture from the top left; it stays inside."""
        if self._newest is None:
            return
        height, width = self._newest.shape[:2]
        wide, high = self._size_px()
        x, y = min(wide / 2 / width, 0.5), min(high / 2 / height, 0.5)
        self.at = min(max(at[0], x), 1 - x), min(max(at[1], y), 1 - y)
        self._draw()

    def cut(self) -> Image | None:
        """What is in the frame, upright, (h, w, 3) BGR; None before the first picture."""
        picture = self._newest
        if picture is None:
            return None
        height, width = picture.shape[:2]
        wide, high = self._size_px()
        left, top = round(self.at[0] * width - wide / 2), round(self.at[1] * height - high / 2)
        part = picture[max(top, 0) : top + round(high), max(left, 0) : left + round(wide)]
        return np.ascontiguousarray(np.rot90(part, self.turns))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger shows where the card lies."""
        if not self.collide_point(*touch.pos) or not self._follow(touch):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """The frame goes with the finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._follow(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The frame stays."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _follow(self, touch: MotionEvent) -> bool:
        at = self.share_at(touch.pos)
        if at is not None:
            self.move(at)
        return at is not None

    def _size_px(self) -> tuple[float, float]:
        """Width and height of the frame in the picture."""
        if self._newest is None:
            return 0.0, 0.0
        scale = self._newest.shape[1] / self._mat_width_mm
        wide, high = CARD_MM if self.turns % 2 == 0 else CARD_MM[::-1]
        return wide * scale, high * scale

    def _draw(self) -> None:
        canvas = self._frame.canvas
        canvas.clear()
        if self.texture is None or self._newest is None:
            return
        left, bottom, wide, high = self.box()
        height, width = self._newest.shape[:2]
        half_x, half_y = (half / 2 for half in self._size_px())
        x, y = left + self.at[0] * wide, bottom + (1 - self.at[1]) * high
        corners = [(x + each * half_x * wide / width, y + up * half_y * high / height) for each, up in CORNERS]
        top = corners[self.turns], corners[(self.turns + 1) % 4]
        with canvas:
            Color(*palette.CHOSEN)
            Line(points=[each for corner in corners for each in corner], close=True, width=dp(1.5))
            Line(points=[each for corner in top for each in corner], width=dp(4), cap="square")


class CardPhotoPage(Page):
    """A photograph of a card: framed in the picture of the mat, or from a file."""

    def __init__(
        self, window: Window, mat_width_mm: float, seen: Callable[[], Image | None], done: Callable[[bytes], None]
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            mat_width_mm: How wide the mat is.
            seen: Tells the newest picture of the mat from above, (h, w, 3) BGR; None where no camera sees one.
            done: Is given the photograph as a JPEG or PNG, and goes on from here.
        """
        super().__init__(window, "phones.photo")
        self._seen, self._done = seen, done
        self.picture = CardFrame(mat_width_mm)
        self.picture.text = self.say("game.photo.no_camera")
        self.ids.body.add_widget(self.picture)
        self.said = Factory.Said(text="")
        self.ids.body.add_widget(self.said)
        self.file = self.key(self.say("game.photo.file"), self._choose_file, chosen=True)
        self.turning = self.key(self.say("game.photo.turn"), self.picture.turn, disabled=True)
        self.taking = self.key(self.say("game.photo.take"), self._take, disabled=True)
        for key in (self.file, self.turning, self.taking):
            self.ids.foot.add_widget(key)
        self._asking = Clock.schedule_interval(lambda _: self._look(), SEEN_EVERY_S)
        self._look()

    def left(self) -> None:
        """The mat is looked at no more."""
        self._asking.cancel()

    def _look(self) -> None:
        picture = self._seen()
        if picture is None:
            return
        self.picture.look(picture)
        if self.taking.disabled:
            self.said.text = self.say("game.photo.how")
            self.turning.disabled = self.taking.disabled = False
            self.file.chosen, self.taking.chosen = False, True

    def _take(self) -> None:
        photo = self.picture.cut()
        if photo is not None:
            self._done(cv2.imencode(".jpg", photo, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes())

    def _choose_file(self) -> None:
        window, say, done = self.window, self.say, self._done

        def chosen(path: Path) -> None:
            if photo := _content(path):
                window.drop()
                done(photo)
            else:
                window.go_instead(lambda: NoticePage(window, say("phones.photo_failed"), ()))

        window.go(lambda: FilePage(window, "game.photo.file", ENDINGS, Path.home(), chosen))


def _content(path: Path) -> bytes:
    """A picture's file, as much of it as may be; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES)
    except OSError:
        return b""
