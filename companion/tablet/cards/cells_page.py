"""A page of the workshop on which cells of a board are touched: the cells of an arena, the shape of an area."""

from dataclasses import dataclass

from kivy.factory import Factory
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.games.workshop import Brush, Paint
from companion.geometry import Mat
from companion.geometry.grid import Cell, Grid, bounds, centred_board
from companion.tablet.data.card_work import CardWork
from companion.tablet.data.cell_work import may_bear, painted, put
from companion.tablet.look import palette
from companion.tablet.look.mat_plan import Plan, fit
from companion.tablet.look.pen import Pen
from companion.tablet.mat.cells import borders_of
from companion.tablet.pages.page import Page, ScrollArea, TwoParts, WideKey, Window

GROUND_ALPHA = 0.5
"""How much of its colour a cell with a mark has."""
SIGN_SP = 22
MAT = Mat()
"""The board is drawn as large as a mat, whatever it is in truth."""


@dataclass(frozen=True, slots=True)
class _Stroke:
    """What a finger does until it is lifted.

    Attributes:
        bears: Whether it puts the mark, or takes it away.
        last: The cell that it was in last.
    """

    bears: bool
    last: Cell


class CellsPage(Page):
    """A board, and what may be painted on it."""

    def __init__(self, window: Window, work: CardWork, name: str, paint: Paint) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            work: The card.
            name: What is painted.
            paint: The cells, and what they may bear.
        """
        super().__init__(window)
        self.title, self.back_text = name, self.say("shell.back")
        self.paint, self._work = paint, work
        self.brush = self.paint.brushes[0]
        self.keys: list[WideKey] = []
        brushes = ScrollArea()
        self.said = Factory.Said(text="", font_size="16sp")
        brushes.content.add_widget(self.said)
        for brush in self.paint.brushes:
            key = WideKey(text=brush.name, letter=18)
            key.bind(on_release=lambda _, brush=brush: self._take(brush))
            self.keys.append(key)
            brushes.content.add_widget(key)
        self.board = PaintedBoard(self)
        self.ids.body.add_widget(TwoParts(brushes, self.board, 0.32, 0.3))
        self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))
        self.refresh()

    @property
    def work(self) -> CardWork:
        """The card."""
        return self._work

    def refresh(self) -> None:
        """Shows what is painted now, and what is wrong with it."""
        self.said.text = self._work.wrong_painted(self.paint, self.window.language)
        for key, brush in zip(self.keys, self.paint.brushes, strict=True):
            key.chosen = brush == self.brush
            key.note = self.say("workshop.cells", count=len(painted(self._work, brush)))
        self.board.draw()

    def _take(self, brush: Brush) -> None:
        self.brush = brush
        self.refresh()


class PaintedBoard(Widget):
    """The cells; a finger that is drawn over them does to each what it does to the first."""

    def __init__(self, page: CellsPage) -> None:
        super().__init__()
        self._page, self._pen = page, Pen()
        self._stroke: _Stroke | None = None
        paint = page.paint
        lower, upper = bounds(centred_board(paint.kind, 1.0, paint.cells, (0.0, 0.0)))
        pitch_mm = min(MAT.width_mm / (upper.x_mm - lower.x_mm), MAT.height_mm / (upper.y_mm - lower.y_mm))
        self.grid: Grid = centred_board(paint.kind, pitch_mm, paint.cells, (MAT.width_mm, MAT.height_mm))
        self.canvas.add(self._pen.group)
        self.bind(pos=lambda *_: self.draw(), size=lambda *_: self.draw())

    @property
    def plan(self) -> Plan:
        """How the board lies on the screen."""
        return fit(MAT, (self.x, self.y, max(self.width, 1.0), max(self.height, 1.0)), turned=False)

    def at(self, cell: Cell) -> tuple[float, float]:
        """The pixel in the middle of a cell."""
        centre = self.grid.centre(cell)
        return self.plan.to_screen(centre.x_mm, centre.y_mm)

    def draw(self) -> None:
        """Draws everything anew."""
        pen, page, plan = self._pen, self._page, self.plan
        pen.clear()
        for brush in page.paint.brushes:
            alpha = GROUND_ALPHA if brush.sign == "" else GROUND_ALPHA / 2
            for cell in sorted(painted(page.work, brush)):
                pen.area([self._corners(cell, plan)], (*brush.colour, alpha))
        pen.net(borders_of(self.grid, plan), palette.CELLS)
        for brush in page.paint.brushes:
            for cell in sorted(painted(page.work, brush)):
                if brush.sign:
                    pen.text(brush.sign, self.at(cell), palette.TEXT, SIGN_SP)
                if brush == page.brush:
                    pen.outline(self._corners(cell, plan), palette.TEXT, 2.0)
        for cell, sign in page.paint.fixed:
            pen.text(sign, self.at(cell), palette.TEXT, SIGN_SP)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down in a cell."""
        if not self.collide_point(*touch.pos):
            return False
        cell = self._cell(touch)
        page = self._page
        bears = cell not in painted(page.work, page.brush)
        if bears and not may_bear(page.work, page.brush, page.paint, cell):
            return True
        touch.grab(self)
        self._stroke = _Stroke(bears, cell)
        self._touch(cell)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """The finger is drawn into another cell."""
        if touch.grab_current is not self or self._stroke is None:
            return False
        cell = self._cell(touch)
        if cell != self._stroke.last:
            self._stroke = _Stroke(self._stroke.bears, cell)
            self._touch(cell)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The finger is lifted."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._stroke = None
        return True

    def _touch(self, cell: Cell) -> None:
        page, stroke = self._page, self._stroke
        if stroke is not None:
            put(page.work, page.paint, page.brush, cell, bears=stroke.bears)
            page.refresh()

    def _cell(self, touch: MotionEvent) -> Cell:
        return self.grid.cell_at(self.plan.to_mat(*touch.pos))

    def _corners(self, cell: Cell, plan: Plan) -> list[tuple[float, float]]:
        return [plan.to_screen(each.x_mm, each.y_mm) for each in self.grid.corners(cell)]
