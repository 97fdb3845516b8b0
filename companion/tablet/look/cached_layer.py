"""A part of the screen that is painted once and then only laid down, until something in it changes.

The picture of the mat changes many times a second, and each time the whole window is drawn. What stands beside it would
be painted anew every time, letter by letter.
"""

from collections.abc import Callable
from typing import Any

from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.tablet.look import palette


class BoardLayout(BoxLayout):
    """Lays out as a box does, and paints its children onto a board of its own."""

    def __init__(self, **settings: object) -> None:
        # Kivy takes a canvas that is there already.
        self.canvas = Canvas()
        with self.canvas:
            self._board = Fbo(size=(1, 1), with_stencilbuffer=True)
            Color(1, 1, 1, 1)
            self._laid = Rectangle()
        with self._board:
            ClearColor(*palette.GROUND)
            ClearBuffers(clear_stencil=True)
            self._shift = Translate()
        super().__init__(**settings)
        self.bind(pos=self._fit, size=self._fit)

    @property
    def texture(self) -> Texture | None:
        """All that is painted on it; None before it has a size."""
        return self._laid.texture

    def come_first(self) -> None:
        """Is laid down before all else of what it stands in.

        After other things it would not be laid before those are painted, and without a graphics card that takes most of
        a frame, in which no other thread may run.
        """
        around = self.parent.canvas
        around.remove(self.canvas)
        around.insert(0, self.canvas)

    def add_widget(self, widget: Widget, *args: Any, **settings: Any) -> None:  # noqa: ANN401 (as Kivy has it)
        """Adds a child, to be painted onto the board."""
        self._on_board(lambda: super(BoardLayout, self).add_widget(widget, *args, **settings))

    def remove_widget(self, widget: Widget, *args: Any, **settings: Any) -> None:  # noqa: ANN401 (likewise)
        """Removes a child."""
        self._on_board(lambda: super(BoardLayout, self).remove_widget(widget, *args, **settings))

    def _on_board(self, act: Callable[[], None]) -> None:
        own, self.canvas = self.canvas, self._board
        try:
            act()
        finally:
            self.canvas = own

    def _fit(self, *_: object) -> None:
        # Not by `right` and `top`: they follow a moment later.
        place = round(self.x), round(self.y)
        size = max(1, round(self.x + self.width) - place[0]), max(1, round(self.y + self.height) - place[1])
        if self._board.size != size:
            self._board.size = size
            self._laid.texture = self._board.texture
        self._shift.xy = -place[0], -place[1]
        self._laid.pos, self._laid.size = place, size
