"""Stickers for the sleeves of cards: a QR code that a player's phone reads, with the card's name beside it."""

from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.packing import Piece
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, GUIDE_MM, Pen
from companion.printing.page.qr_code import draw_code

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

    def draw(pen: Pen) -> None:
        draw_code(pen, tag, Box(-WIDTH_MM / 2 + QUIET_MM, -CODE_MM / 2, CODE_MM, CODE_MM), "q")
        lines = wrapped(name, NAME_SIZE_MM, NAME_MM - 2.0, Font.BOLD)[:MAX_LINES]
        pen.lines((WIDTH_MM / 2 - NAME_MM / 2, 0.0), lines, NAME_SIZE_MM, Font.BOLD)
        pen.rectangle(Box(-WIDTH_MM / 2, -HEIGHT_MM / 2, WIDTH_MM, HEIGHT_MM), width_mm=GUIDE_MM, grey=GREY)

    return Piece(name, WIDTH_MM, HEIGHT_MM, draw)
