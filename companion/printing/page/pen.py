"""Drawing in millimetres on a page of a PDF, y upwards."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.printing.page.fonts import CAP_HEIGHT, Font, text_width
from companion.printing.page.paper import Box
from vision.fiducials.dictionary import dictionary
from vision.table import Tag

CUT_MM = 0.15
GUIDE_MM = 0.1
GREY = 0.55

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on the current page.

    Attributes:
        canvas: reportlab's canvas, already scaled so that one unit is a millimetre.
    """

    canvas: Canvas

    @contextmanager
    def at(self, x_mm: float, y_mm: float, turn_rad: float = 0.0) -> Iterator[None]:
        """Draws in a frame whose origin is there and whose axes are turned counter-clockwise."""
        self.canvas.saveState()
        self.canvas.translate(x_mm, y_mm)
        self.canvas.rotate(math.degrees(turn_rad))
        try:
            yield
        finally:
            self.canvas.restoreState()

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Draws only what lies in a rectangle."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm)
        self.canvas.clipPath(path, stroke=0, fill=0)
        try:
            yield
        finally:
            self.canvas.restoreState()

    def line(self, start: Point, end: Point, width_mm: float = CUT_MM, *, grey: float = 0.0) -> None:
        self.canvas.setLineWidth(width_mm)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(*start, *end)

    def rectangle(self, box: Box, *, width_mm: float, grey: float = 0.0) -> None:
        """The outline of a rectangle."""
        left_mm, bottom_mm, right_mm, top_mm = box.left_mm, box.bottom_mm, box.right_mm, box.top_mm
        corners = ((left_mm, bottom_mm), (right_mm, bottom_mm), (right_mm, top_mm), (left_mm, top_mm))
        self.polygon(corners, width_mm=width_mm, grey=grey)

    def cut(self, corners: Sequence[Point]) -> None:
        """A closed line to cut along."""
        self.polygon(corners, width_mm=CUT_MM)

    def polygon(
        self, corners: Sequence[Point], *, width_mm: float = 0.0, grey: float = 0.0, fill: float | None = None
    ) -> None:
        """A closed outline, if it has a width, filled with a grey (0 black, 1 white), if one is given."""
        self._draw(self._path([corners]), width_mm, grey, fill)

    def areas(self, outlines: Sequence[Sequence[Point]], *, fill: float) -> None:
        """Filled outlines in one path: drawn one by one, neighbours would show a seam on screens."""
        self._draw(self._path(outlines), 0.0, 0.0, fill)

    def box(self, left_mm: float, bottom_mm: float, width_mm: float, height_mm: float) -> None:
        """A black rectangle."""
        self.canvas.setFillGray(0.0)
        self.canvas.rect(left_mm, bottom_mm, width_mm, height_mm, stroke=0, fill=1)

    def arc(self, radius_mm: float, from_rad: float, to_rad: float, *, dashed: bool = False) -> None:
        """Part of a circle about the origin, as a thin guide line, dashed or as a line to cut along."""
        self.canvas.setLineWidth(GUIDE_MM if dashed else CUT_MM)
        self.canvas.setStrokeGray(GREY if dashed else 0.0)
        self.canvas.setDash([1.0, 0.8] if dashed else [])
        first, extent = math.degrees(from_rad), math.degrees(to_rad - from_rad)
        self.canvas.arc(-radius_mm, -radius_mm, radius_mm, radius_mm, first, extent)
        self.canvas.setDash([])

    def cross(self, x_mm: float, y_mm: float, arm_mm: float = 2.0, *, grey: float = 0.0) -> None:
        """Two thin lines that cross at a point."""
        self.line((x_mm - arm_mm, y_mm), (x_mm + arm_mm, y_mm), GUIDE_MM, grey=grey)
        self.line((x_mm, y_mm - arm_mm), (x_mm, y_mm + arm_mm), GUIDE_MM, grey=grey)

    def text(self, place: Point, text: str, size_mm: float, font: Font = Font.PLAIN, *, align: float = 0.0) -> None:
        """A line of text on its base line; `align` 0 begins, 0.5 centres, 1 ends it at the place."""
        x_mm, y_mm = place
        self.canvas.setFillGray(0.0)
        self.canvas.setFont(font.value, size_mm)
        self.canvas.drawString(x_mm - align * text_width(text, size_mm, font), y_mm, text)

    def lines(self, place: Point, lines: Sequence[str], size_mm: float, font: Font = Font.PLAIN) -> None:
        """Lines of text about a middle point, each centred."""
        x_mm, y_mm = place
        pitch_mm = 1.25 * size_mm
        first_mm = y_mm + (len(lines) - 1) * pitch_mm / 2 - CAP_HEIGHT * size_mm / 2
        for row, line in enumerate(lines):
            self.text((x_mm, first_mm - row * pitch_mm), line, size_mm, font, align=0.5)

    def tag(self, tag: Tag, dictionary_name: str) -> None:
        """A tag at its place in the current frame; its quiet zone is the paper around it."""
        codes = dictionary(dictionary_name)
        code = codes.codes[tag.id]
        module_mm = tag.size_mm / (codes.bits + 2)
        half_mm = tag.size_mm / 2
        with self.at(tag.x_mm, tag.y_mm, tag.angle_rad):
            self.box(-half_mm, -half_mm, tag.size_mm, tag.size_mm)
            # One path for all white modules: drawn one by one, neighbours would show a dark seam on screens.
            path = self.canvas.beginPath()
            for row, column in zip(*code.nonzero(), strict=True):
                left_mm = -half_mm + (int(column) + 1) * module_mm
                bottom_mm = half_mm - (int(row) + 2) * module_mm
                path.rect(left_mm, bottom_mm, module_mm, module_mm)
            self._draw(path, 0.0, 0.0, 1.0)

    def _path(self, outlines: Sequence[Sequence[Point]]) -> PDFPathObject:
        path = self.canvas.beginPath()
        for corners in outlines:
            path.moveTo(*corners[0])
            for corner in corners[1:]:
                path.lineTo(*corner)
            path.close()
        return path

    def _draw(self, path: PDFPathObject, width_mm: float, grey: float, fill: float | None) -> None:
        self.canvas.setLineWidth(width_mm)
        self.canvas.setStrokeGray(grey)
        if fill is not None:
            self.canvas.setFillGray(fill)
        self.canvas.drawPath(path, stroke=int(width_mm > 0.0), fill=int(fill is not None))
