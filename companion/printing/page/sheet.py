"""Pages with what every page has: a title, advice, a page number and a line of 100 mm to measure."""

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.printing.errors import PrintingError
from companion.printing.page.fonts import Font, register_fonts, wrapped
from companion.printing.page.paper import Box, Paper
from companion.printing.page.pen import Pen
from companion.texts import Language, say

CHECK_LINE_MM = 100.0
FOOTER_MM = 7.0
TITLE_MM = 5.0
TITLE_SIZE_MM = 4.0
ADVICE_SIZE_MM = 2.7
ADVICE_PITCH_MM = 3.4
SMALL_SIZE_MM = 2.3
GAP_MM = 2.0

Drawing = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the pages of one PDF look.

    Attributes:
        paper: What it is printed on.
        language: Of its texts.
        title: At the top of each page.
        advice: Below the title on each page.
        landscape: Whether the sheet lies.
    """

    paper: Paper
    language: Language
    title: str
    advice: str
    landscape: bool = False

    @property
    def content(self) -> Box:
        """What a page leaves for its drawing."""
        box = self.paper.printable(landscape=self.landscape)
        used_mm = FOOTER_MM + TITLE_MM + ADVICE_PITCH_MM * len(self._advice_lines()) + GAP_MM
        return Box(box.left_mm, box.bottom_mm + FOOTER_MM, box.width_mm, box.height_mm - used_mm)

    def write(self, path: Path, drawings: Sequence[Drawing]) -> None:
        """Writes one page for each drawing; the file is replaced whole or not at all.

        Raises:
            PrintingError: If the file cannot be written.
        """
        register_fonts()
        page = self.paper.page(landscape=self.landscape)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".pdf")
            os.close(handle)
            unfinished = Path(name)
            try:
                # `invariant` leaves clock and chance out: the same order gives the same bytes.
                canvas = Canvas(name, pagesize=(page.width_mm * mm, page.height_mm * mm), invariant=1)
                canvas.setTitle(self.title)
                canvas.setViewerPreference("PrintScaling", "None")
                for number, drawing in enumerate(drawings, start=1):
                    canvas.scale(mm, mm)
                    pen = Pen(canvas)
                    self._frame(pen, f"{number} / {len(drawings)}")
                    drawing(pen)
                    canvas.showPage()
                canvas.save()
                unfinished.chmod(0o644)
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            raise PrintingError(f"cannot write {path}: {error.strerror or error}") from error

    def _advice_lines(self) -> tuple[str, ...]:
        return wrapped(self.advice, ADVICE_SIZE_MM, self.paper.printable(landscape=self.landscape).width_mm)

    def _frame(self, pen: Pen, page_number: str) -> None:
        box = self.paper.printable(landscape=self.landscape)
        pen.text((box.left_mm, box.top_mm - 0.8 * TITLE_SIZE_MM), self.title, TITLE_SIZE_MM, Font.BOLD)
        pen.text((box.right_mm, box.top_mm - 0.8 * TITLE_SIZE_MM), page_number, TITLE_SIZE_MM, align=1.0)
        for row, line in enumerate(self._advice_lines()):
            y_mm = box.top_mm - TITLE_MM - row * ADVICE_PITCH_MM - 0.8 * ADVICE_SIZE_MM
            pen.text((box.left_mm, y_mm), line, ADVICE_SIZE_MM)
        self._check_line(pen, box)

    def _check_line(self, pen: Pen, box: Box) -> None:
        """Filled boxes, not strokes: from outer edge to outer edge it is exactly 100 mm."""
        left_mm, bottom_mm = box.left_mm, box.bottom_mm
        pen.box(left_mm, bottom_mm + 1.85, CHECK_LINE_MM, 0.3)
        pen.box(left_mm, bottom_mm, 0.3, 4.0)
        pen.box(left_mm + CHECK_LINE_MM - 0.3, bottom_mm, 0.3, 4.0)
        text_left_mm = left_mm + CHECK_LINE_MM + 3.0
        lines = wrapped(say(self.language, "printing.check_line"), SMALL_SIZE_MM, box.right_mm - text_left_mm)
        for row, line in enumerate(lines):
            pen.text((text_left_mm, bottom_mm + 3.2 - row * 2.8), line, SMALL_SIZE_MM)
