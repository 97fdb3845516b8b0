"""A finger that touches the window as a player's does: the demo shows with it what can be done."""

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

DEVICE = "finger"


class FingerTouch(MotionEvent):
    """One touch, in parts of the window's width and height."""

    def depack(self, args: dict[str, float]) -> None:
        """Reads Kivy's own form of a touch."""
        self.sx, self.sy = args["sx"], args["sy"]
        self.profile = ["pos"]
        super().depack(args)


class Finger:
    """Touches places and buttons of the window."""

    def __init__(self) -> None:
        self._touches = 0

    def tap(self, x_px: float, y_px: float) -> None:
        """Touches a place and lets go."""
        self.release(self.hold(x_px, y_px))

    def hold(self, x_px: float, y_px: float) -> MotionEvent:
        """Touches a place and stays there."""
        self._touches += 1
        touch = FingerTouch(DEVICE, self._touches, place_in_window(x_px, y_px), is_touch=True, type_id="touch")
        EventLoop.post_dispatch_input("begin", touch)
        return touch

    def move(self, touch: MotionEvent, x_px: float, y_px: float) -> None:
        """Goes on to another place."""
        touch.move(place_in_window(x_px, y_px))
        EventLoop.post_dispatch_input("update", touch)

    def release(self, touch: MotionEvent) -> None:
        """Lets go."""
        EventLoop.post_dispatch_input("end", touch)

    def press(self, widget: Widget) -> None:
        """Touches the middle of a widget."""
        self.tap(*widget.to_window(*widget.center))


def place_in_window(x_px: float, y_px: float) -> dict[str, float]:
    """A place in parts of the window's width and height."""
    window = EventLoop.window
    return {"sx": x_px / (window.width - 1), "sy": y_px / (window.height - 1)}
