"""Pictures of verdicts painted on the screen: the same sheets that phones and reports paint."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Color, Ellipse, Fbo, Line, Rectangle, RoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.presentation import vector_drawing
from companion.presentation.vector_drawing import Area, Caption, Round, Spot, Strokes, VectorDrawing
from companion.tablet.look import palette
from companion.tablet.look.pen import FONT, filled, written

MIN_SP = 9.5
"""Smaller words could not be read, and are left out."""
LETTERS = {"mark": 13.0, "length": 15.0, "label": 13.0}
"""How large words are, in units of the sheet."""
MIDDLE = 5.0
"""From the line that words stand on to their middle, likewise."""
STAR, SIGNS = "★", "Signs"
"""What marks a hero, and the letters that have it."""
CORNERS = 72
"""Of a dashed circle."""


@dataclass(frozen=True, slots=True)
class Brush:
    """How a look is painted.

    Attributes:
        ink: Name of the line's colour in the palette; empty for no line.
        width: Of the line, in units of the sheet.
        fill: Name of the colour inside; empty for nothing.
        dash: Length of a dash and of the space after it; None for a line without.
        share: How much of the colours is mixed with the ground's.
    """

    ink: str = ""
    width: float = 0.0
    fill: str = ""
    dash: tuple[float, float] | None = None
    share: float = 1.0


BRUSHES = {
    "grid": Brush("QUIET", 0.8, share=0.35),
    "mat-edge": Brush("QUIET", 2.0),
    "beside": Brush("QUIET", 1.5, "RAISED", share=0.75),
    "asked": Brush("TEXT", 3.0, "RAISED"),
    "other": Brush("TEXT", 3.0, "GROUND"),
    "fault": Brush("FAULT", 4.0, "RAISED"),
    "cross": Brush("FAULT", 3.0),
    "ring": Brush("MEASURED", 2.0, dash=(2.0, 4.0)),
    "measure": Brush("MEASURED", 3.0),
    "sight": Brush("MEASURED", 3.0),
    "way": Brush("MEASURED", 3.0),
    "beyond": Brush("FAULT", 3.0, dash=(6.0, 6.0)),
    "wanted": Brush("FAULT", 3.0, dash=(6.0, 6.0)),
    "free": Brush("MEASURED", 6.0, share=0.8),
    "end": Brush(fill="MEASURED"),
    "axis": Brush("QUIET", 2.0),
    "band": Brush(fill="MEASURED", share=0.45),
    "limit": Brush("FAULT", 4.0),
    "value": Brush(fill="TEXT"),
}
GHOSTS = {"other": Brush("MEASURED", 3.0, dash=(5.0, 4.0))}
GHOST = Brush("TEXT", 2.5, dash=(5.0, 4.0))
"""Of who does not stand there."""


class SheetPicture(Widget):
    """Shows a sheet as large as fits; nothing without one. It is painted once, and then only laid where it belongs."""

    sheet: VectorDrawing | None = ObjectProperty(None, allownone=True)

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._board: Fbo | None = None
        self._unit_px = 1.0
        self._high_px = 0.0
        with self.canvas:
            self._look = Color(1, 1, 1, 0)
            self._laid = Rectangle()
        # Painted once all of a page is made: what is made after a board was painted waits until that is done.
        self._wanted = Clock.create_trigger(self._paint)
        self.bind(pos=self._lay, size=self._wanted, sheet=self._wanted)

    @property
    def painted(self) -> int:
        """How many things were painted."""
        return 0 if self._board is None else len(self._board.children)

    def _paint(self, *_: object) -> None:
        sheet = self.sheet
        self._board = None
        self._look.a = 0
        if sheet is None or min(self.size) < 1:
            return
        self._unit_px = min(self.width / sheet.width, self.height / sheet.height)
        size = max(1, round(sheet.width * self._unit_px)), max(1, round(sheet.height * self._unit_px))
        self._high_px = size[1]
        # Whatever lies beyond the edges of the sheet is cut off with the board that it is painted on.
        self._board = Fbo(size=size)
        self._board.add(ClearColor(*palette.GROUND))
        self._board.add(ClearBuffers())
        for shape in sheet.shapes:
            self._shape(shape)
        self._colour("QUIET", 0.5)
        self._group.add(Line(rectangle=(1, 1, size[0] - 2, size[1] - 2), width=dp(0.6)))
        self._board.draw()
        self._laid.texture, self._laid.size, self._look.a = self._board.texture, size, 1
        self._lay()

    def _lay(self, *_: object) -> None:
        width, height = self._laid.size
        self._laid.pos = round(self.center_x - width / 2), round(self.center_y - height / 2)

    @property
    def _group(self) -> Fbo:
        assert self._board is not None  # noqa: S101 (nothing is painted without)
        return self._board

    def _shape(self, shape: vector_drawing.Shape) -> None:
        match shape:
            case Strokes(look, pieces, closed):
                for piece in pieces:
                    points = [self._at(spot) for spot in piece]
                    self._line([*points, points[0]] if closed else points, BRUSHES[look])
            case Area(look, corners):
                self._area([self._at(spot) for spot in corners], BRUSHES[look])
            case Round(look, centre, radius, ghost):
                brush = GHOSTS.get(look, GHOST) if ghost else BRUSHES[look]
                self._round(self._at(centre), radius * self._unit_px, brush)
            case Caption(look, text, (x, y)):
                self._words(text, self._at((x, y - MIDDLE)), LETTERS[look] * self._unit_px / sp(1))

    def _at(self, spot: Spot) -> Spot:
        return spot[0] * self._unit_px, self._high_px - spot[1] * self._unit_px

    def _colour(self, name: str, share: float = 1.0) -> None:
        """Mixed with the ground, not seen through: of lines that are, Kivy paints their whole box at times."""
        mixed = (
            share * one + (1 - share) * ground
            for one, ground in zip(getattr(palette, name), palette.GROUND, strict=True)
        )
        self._group.add(Color(*mixed))

    def _line(self, points: Sequence[Spot], brush: Brush) -> None:
        if not brush.ink:
            return
        self._colour(brush.ink, brush.share)
        width = max(brush.width * self._unit_px / 2, dp(0.5))
        dash = None if brush.dash is None else (brush.dash[0] * self._unit_px, brush.dash[1] * self._unit_px)
        for piece in (points,) if dash is None else dashes(points, *dash):
            flat = [coordinate for point in piece for coordinate in point]
            self._group.add(Line(points=flat, width=width, joint="round", cap="round" if dash is None else "none"))

    def _area(self, corners: Sequence[Spot], brush: Brush) -> None:
        if brush.fill:
            self._colour(brush.fill, brush.share)
            for mesh in filled([corners]):
                self._group.add(mesh)
        self._line([*corners, corners[0]], brush)

    def _round(self, centre: Spot, radius_px: float, brush: Brush) -> None:
        if brush.fill:
            self._colour(brush.fill, brush.share)
            corner = centre[0] - radius_px, centre[1] - radius_px
            self._group.add(Ellipse(pos=corner, size=(2 * radius_px, 2 * radius_px)))
        turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS + 1)]
        rim = [(centre[0] + radius_px * math.cos(turn), centre[1] + radius_px * math.sin(turn)) for turn in turns]
        self._line(rim, brush)

    def _words(self, text: str, centre: Spot, size_sp: float) -> None:
        if size_sp < MIN_SP:
            return
        texture = written(text, size_sp, FONT if STAR not in text else SIGNS)
        width, height = texture.size
        self._colour("GROUND")
        ground = width + dp(4), height
        corner = centre[0] - ground[0] / 2, centre[1] - height / 2
        self._group.add(RoundedRectangle(pos=corner, size=ground, radius=[height / 3]))
        self._colour("TEXT")
        spot = round(centre[0] - width / 2), round(centre[1] - height / 2)
        self._group.add(Rectangle(texture=texture, pos=spot, size=(width, height)))


def dashes(points: Sequence[Spot], dash_px: float, space_px: float) -> Iterator[list[Spot]]:
    """A line through points, cut into dashes; it goes on over its corners.

    Args:
        points: Through which it goes.
        dash_px: Length of a dash.
        space_px: Length of the space after it.
    """
    left_px, drawn, piece = dash_px, True, [points[0]]
    for start, end in pairwise(points):
        length_px, along_px = math.dist(start, end), 0.0
        while length_px - along_px > left_px:
            along_px += left_px
            share = along_px / length_px
            cut = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
            if drawn:
                yield [*piece, cut]
            drawn, piece = not drawn, [cut]
            left_px = dash_px if drawn else space_px
        left_px -= length_px - along_px
        if drawn:
            piece.append(end)
    if drawn and len(piece) > 1:
        yield piece
