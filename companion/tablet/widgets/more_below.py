"""A line at the lower edge of a page that is pushed up: it goes on below."""

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView

from companion.tablet.look import palette
from companion.tablet.look.pen import written

HIDDEN_DP = 24
"""So much of a page must be out of sight that something may stand there."""
SIZE_SP = 15.0
AIR_DP = 6


class MoreBelow:
    """Drawn over the page; whatever is touched there is touched through it."""

    def __init__(self, scroll: ScrollView) -> None:
        """Prepares.

        Args:
            scroll: What shows the page, which is its only child.
        """
        self._scroll, self._text, self._group = scroll, "", InstructionGroup()
        scroll.canvas.after.add(self._group)
        self._draw = Clock.create_trigger(lambda _: self._drawn())
        scroll.bind(scroll_y=self._draw, size=self._draw, pos=self._draw)
        scroll.children[0].bind(height=self._draw)

    @property
    def text(self) -> str:
        """What it says where the page goes on; empty where it says nothing."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        self._draw()

    @property
    def shown(self) -> bool:
        """Whether the page goes on below, and it says so."""
        scroll = self._scroll
        over_px = scroll.children[0].height - scroll.height if scroll.children else 0.0
        return bool(self._text) and over_px * min(max(scroll.scroll_y, 0.0), 1.0) > dp(HIDDEN_DP)

    def _drawn(self) -> None:
        self._group.clear()
        if not self.shown:
            return
        scroll, texture = self._scroll, written(self._text, SIZE_SP)
        width, height = texture.size
        x, y = round(scroll.center_x - width / 2), round(scroll.y + dp(AIR_DP))
        air = dp(AIR_DP)
        self._group.add(Color(*palette.TEXT))
        self._group.add(
            RoundedRectangle(pos=(x - 2 * air, y - air / 2), size=(width + 4 * air, height + air), radius=[air])
        )
        self._group.add(Color(*palette.GROUND))
        self._group.add(Rectangle(texture=texture, pos=(x, y), size=texture.size))
