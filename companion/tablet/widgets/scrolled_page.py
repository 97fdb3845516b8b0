"""A page that is pushed up and down, whose keys look touched at once.

A page waits for a moment to see whether a finger pushes it before its keys learn of the touch; what is seen of it does
not wait.
"""

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.input.motionevent import MotionEvent
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

DOWN, UP = "down", "normal"
MAX_STEP_S = 0.1


class SteadyScroll(DampedScrollEffect):
    """Comes to rest however slowly the window is drawn.

    Kivy lets the speed of a push fall in proportion to the time between two frames. After a frame of 0.7 s or more it
    would grow with each further one, until it is no number any more and the window dies.
    """

    def update_velocity(self, dt: float) -> None:
        """Goes on by the time between two frames, in seconds."""
        super().update_velocity(min(dt, MAX_STEP_S))


class PressingScroll(ScrollView):
    """Shows what a finger is on before it is known what the finger wants."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._touched: Widget | None = None

    @property
    def held(self) -> bool:
        """Whether a finger is on a key: it has not told its intent yet."""
        return self._touched is not None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down."""
        key = self._key_at(touch) if self.collide_point(*touch.pos) else None
        taken: bool = super().on_touch_down(touch)
        if key is not None and key.state == UP and not touch.is_mouse_scrolling:
            self._touched, key.state = key, DOWN
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that pushes means no key."""
        if abs(touch.y - touch.oy) > self.scroll_distance:
            self._let_go(touch)
        moved: bool = super().on_touch_move(touch)
        return moved

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A finger is lifted."""
        lifted: bool = super().on_touch_up(touch)
        self._let_go(touch)
        return lifted

    def _let_go(self, touch: MotionEvent) -> None:
        """A key that has not learned of the touch looks as before; one that has knows by itself."""
        key, self._touched = self._touched, None
        if key is not None and key.last_touch is not touch:
            key.state = UP

    def _key_at(self, touch: MotionEvent) -> Widget | None:
        for child in self.children:
            spot = self.to_local(*touch.pos)
            for widget in child.walk(restrict=True):
                if isinstance(widget, ButtonBehavior) and not widget.disabled and _covers(widget, child, spot):
                    return widget
        return None


def _covers(widget: Widget, page: Widget, spot: tuple[float, float]) -> bool:
    """Whether a widget of a page lies under a spot; boxes and grids leave their children's places as they are."""
    return bool(page.collide_point(*spot)) and bool(widget.collide_point(*spot))
