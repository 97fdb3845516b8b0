"""Set-up: a bank card, a sheet or a ruler laid on the mat, touched at both ends in the camera's picture."""

from pathlib import Path

import cv2
import numpy as np
from kivy.factory import Factory
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.printing.errors import PrintingError
from companion.printing.scale import KnownThing, keep_check
from companion.referee import Level
from companion.referee.camera.devices import shown_camera
from companion.referee.capture.known_length import Ends, measured_between
from companion.referee.capture.preview import PreviewFrame
from companion.referee.lobby.open_table import TableRequest, part_of
from companion.tablet.data.print_words import scale_line
from companion.tablet.data.wording import number
from companion.tablet.look import palette
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.page import CheckLine, ChoiceKeys, Image, LivePicture, Page, ScrollArea, TwoParts, Window

THINGS_MM = {"card": 85.60, "card_short": 53.98, "sheet": 297.0, "sheet_short": 210.0, "ruler": 100.0}
"""A bank card (ISO/IEC 7810 ID-1), a sheet of A4 (ISO 216) and a part of a ruler."""

LOUPE_PX, LOUPE_DP = 48, 190
"""Edge of the part of the camera's image that the loupe shows, and of the loupe on the screen."""


class TouchedPicture(LivePicture):
    """The camera's picture, in which two places are touched; a loupe shows what lies under the finger."""

    __events__ = ("on_ends",)

    def __init__(self, **looks: object) -> None:
        super().__init__(**looks)
        self.ends: list[tuple[float, float]] = []
        self._image: Image | None = None
        self._marks = Widget(size_hint=(None, None))
        self.add_widget(self._marks)
        self.bind(size=lambda *_: self._draw(None), pos=lambda *_: self._draw(None))

    def look(self, small: Image, image: Image) -> None:
        """Shows a picture.

        Args:
            small: As large as the screen needs it, (h, w, 3) BGR.
            image: The camera's own, (h, w) or (h, w, 3).
        """
        self.show(small)
        self._image = image

    def on_ends(self) -> None:
        """Both ends were touched, or one of them anew."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes: the next end; a third touch begins again."""
        share = self.share_at(touch.pos)
        if self._image is None or share is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if len(self.ends) == 2:
            self.ends = []
        self.ends.append(share)
        touch.grab(self)
        self._draw(touch.pos)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """The finger is moved until the loupe shows the end."""
        share = self.share_at(touch.pos)
        if touch.grab_current is not self or share is None:
            return bool(super().on_touch_move(touch))
        self.ends[-1] = share
        self._draw(touch.pos)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The end stands."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._draw(None)
        if len(self.ends) == 2:
            self.dispatch("on_ends")
        return True

    def ends_px(self) -> Ends | None:
        """Both ends in pixels of the camera's image; None before two were touched."""
        if self._image is None or len(self.ends) < 2:
            return None
        height, width = self._image.shape[:2]
        (x0, y0), (x1, y1) = self.ends
        return Ends((x0 * width - 0.5, y0 * height - 0.5), (x1 * width - 0.5, y1 * height - 0.5))

    @property
    def image(self) -> Image | None:
        """The camera's newest image."""
        return self._image

    def _draw(self, finger: tuple[float, float] | None) -> None:
        canvas = self._marks.canvas
        canvas.clear()
        if self.texture is None:
            return
        left, bottom, wide, high = self.box()
        places = [(left + x * wide, bottom + (1 - y) * high) for x, y in self.ends]
        with canvas:
            Color(*palette.CHOSEN)
            for x, y in places:
                Line(circle=(x, y, dp(12)), width=dp(1.5))
                Line(points=(x - dp(5), y, x + dp(5), y), width=1)
                Line(points=(x, y - dp(5), x, y + dp(5)), width=1)
            if len(places) == 2:
                Line(points=[each for place in places for each in place], width=dp(1.5))
            if finger is not None and self._image is not None:
                self._draw_loupe(finger, self._image)

    def _draw_loupe(self, finger: tuple[float, float], image: Image) -> None:
        """Draws what lies under the finger, in the corner that is farthest from it."""
        height, width = image.shape[:2]
        x, y = self.ends[-1]
        middle = (x * width - 0.5, y * height - 0.5)
        part = cv2.getRectSubPix(image, (LOUPE_PX, LOUPE_PX), middle)
        part = part if part.ndim == 3 else cv2.cvtColor(part, cv2.COLOR_GRAY2BGR)
        texture = Texture.create(size=(LOUPE_PX, LOUPE_PX), colorfmt="bgr")
        texture.mag_filter = "nearest"
        texture.flip_vertical()
        texture.blit_buffer(np.ascontiguousarray(part).reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        size = min(dp(LOUPE_DP), self.width / 2, self.height / 2)
        at_x = self.x if finger[0] > self.center_x else self.right - size
        at_y = self.y if finger[1] > self.center_y else self.top - size
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(at_x, at_y), size=(size, size))
        Color(*palette.CHOSEN)
        Line(rectangle=(at_x, at_y, size, size), width=dp(2))
        half = size / 2
        Line(points=(at_x + half, at_y + 0.35 * size, at_x + half, at_y + 0.65 * size), width=dp(1))
        Line(points=(at_x + 0.35 * size, at_y + half, at_x + 0.65 * size, at_y + half), width=dp(1))


class KnownThingPage(Page):
    """A second witness of the mat's scale."""

    def __init__(self, window: Window, camera: str, table: Path) -> None:
        """Prepares, and begins to look.

        Args:
            window: Where it is shown.
            camera: As the player names it.
            table: The table file that keeps the answer.
        """
        super().__init__(window, "measure.thing_title")
        self._table = table
        self._glimpse: PreviewFrame | None = None
        self._thing: KnownThing | None = None
        self.picture = TouchedPicture()
        self.picture.text = self.say("shell.opening.text", camera=shown_camera(camera))
        self.picture.bind(on_ends=lambda _: self._measure())
        self.things = ChoiceKeys(title=self.say("measure.which"), columns=1)
        self.things.offer([(each, self.say(f"measure.thing_{each}")) for each in THINGS_MM], "card")
        self.things.bind(on_choice=lambda *_: self._measure())
        self.result, self.contradicted = CheckLine(), CheckLine()
        self.result.show(None, self.say("measure.touch_ends"))
        left = ScrollArea()
        for widget in (Factory.Said(text=self.say("measure.lay")), self.result, self.things):
            left.content.add_widget(widget)
        self._lines = left.content
        self.ids.body.add_widget(TwoParts(left, self.picture, 0.36, 0.42))
        self.keep = self.key(self.say("measure.keep"), self._keep, chosen=True, disabled=True)
        self.ids.foot.add_widget(self.key(self.say("setup.done"), window.go_back))
        self.ids.foot.add_widget(self.keep)
        self.looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        self.looking.at(TableRequest(camera, table))

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def _see(self, glimpse: PreviewFrame) -> None:
        if self.picture.ends:
            # What was touched stays under the marks.
            return
        self._glimpse = glimpse
        if glimpse.picture is not None and glimpse.image is not None:
            self.picture.look(glimpse.picture, glimpse.image)

    def _blind(self, error: Exception) -> None:
        part = part_of(error).value
        self.picture.text = "\n\n".join((self.say(f"shell.fault.{part}"), self.say(f"shell.fault.{part}_do")))

    def _measure(self) -> None:
        ends, image, glimpse = self.picture.ends_px(), self.picture.image, self._glimpse
        self._thing = None
        self.keep.disabled = True
        if ends is None or image is None or glimpse is None:
            return
        found = measured_between(image, glimpse.mat, ends)
        if found is None:
            self.result.show(Level.WORSE, self.say("measure.no_mat"))
            return
        self._thing = KnownThing(THINGS_MM[self.things.chosen], found.length_mm, found.sigma_mm)
        language = self.window.language
        values = {
            "seen": number(language, found.length_mm, 1),
            "doubt": number(language, 2 * found.sigma_mm, 1),
            "true": number(language, self._thing.true_mm, 1),
        }
        self.result.show(None, self.say("measure.seen", **values), self.say("measure.again"))
        self.keep.disabled = False

    def _keep(self) -> None:
        if self._thing is None:
            return
        try:
            prints = keep_check(self._table, self._thing)
        except (PrintingError, ValueError) as error:
            self.result.show(Level.BLIND, self.say("measure.not_that"), str(error))
            return
        self.keep.disabled = True
        self.result.show(Level.GOOD, scale_line(self.window.language, prints))
        self._lines.remove_widget(self.contradicted)
        if prints.contradicted:
            self.contradicted.show(Level.BLIND, self.say("measure.contradicted"), self.say("measure.contradicted_do"))
            self._lines.add_widget(self.contradicted, index=1)
