"""QR codes on a page."""

import segno

from companion.printing.page.paper import Box
from companion.printing.page.pen import Pen


def draw_code(pen: Pen, words: str, place: Box, error: str) -> None:
    """Draws a QR code without its quiet zone, which is the paper around it.

    Args:
        pen: Draws.
        words: What the code says.
        place: A square.
        error: How much of it may be damaged, from `l`, the coarsest code, to `h`.
    """
    rows = [[bool(cell) for cell in row] for row in segno.make_qr(words, error=error).matrix]
    side_mm = place.width_mm / len(rows)
    squares = [
        _square(place.left_mm + column * side_mm, place.top_mm - (row + 1) * side_mm, side_mm)
        for row, cells in enumerate(rows)
        for column, dark in enumerate(cells)
        if dark
    ]
    pen.areas(squares, fill=0.0)


def _square(left_mm: float, bottom_mm: float, side_mm: float) -> tuple[tuple[float, float], ...]:
    right_mm, top_mm = left_mm + side_mm, bottom_mm + side_mm
    return ((left_mm, bottom_mm), (right_mm, bottom_mm), (right_mm, top_mm), (left_mm, top_mm))
