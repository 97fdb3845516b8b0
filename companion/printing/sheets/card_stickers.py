"""Stickers for the sleeves of cards: a QR code that a player's phone reads, with the card's name beside it."""

import segno

from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.packing import Piece
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, GUIDE_MM, Pen

CODE_MM = 12.0
QUIET_MM = 2.0
NAME_MM = 30.0
NAME_SIZE_MM = 2.6
MAX_LINES = 4
HEIGHT_MM = CODE_MM + 2 * QUIET_MM
WIDTH_MM = HEIGHT_MM + NAME_MM


def card_piece(tag: str, name: str) -> Piece:
    """The sticker of one card.

    Args:
        tag: What the code says.
        name: What people read.
    """
    code = segno.make_qr(tag, error="q")
    rows = [[bool(cell) for cell in row] for row in code.matrix]
    module_mm = CODE_MM / len(rows)

    def draw(pen: Pen) -> None:
        left_mm, top_mm = -WIDTH_MM / 2 + QUIET_MM, CODE_MM / 2
        squares = [
            _square(left_mm + column * module_mm, top_mm - (row + 1) * module_mm, module_mm)
            for row, cells in enumerate(rows)
            for column, dark in enumerate(cells)
            if dark
        ]
        pen.areas(squares, fill=0.0)
        lines = wrapped(name, NAME_SIZE_MM, NAME_MM - 2.0, Font.BOLD)[:MAX_LINES]
        pen.lines((WIDTH_MM / 2 - NAME_MM / 2, 0.0), lines, NAME_SIZE_MM, Font.BOLD)
        pen.rectangle(Box(-WIDTH_MM / 2, -HEIGHT_MM / 2, WIDTH_MM, HEIGHT_MM), width_mm=GUIDE_MM, grey=GREY)

    return Piece(name, WIDTH_MM, HEIGHT_MM, draw)


def _square(left_mm: float, bottom_mm: float, side_mm: float) -> tuple[tuple[float, float], ...]:
    right_mm, top_mm = left_mm + side_mm, bottom_mm + side_mm
    return ((left_mm, bottom_mm), (right_mm, bottom_mm), (right_mm, top_mm), (left_mm, top_mm))
