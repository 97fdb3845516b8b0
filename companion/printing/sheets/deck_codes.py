"""The codes of a deck, one to a page and as large as it: the camera above a table reads them from the mat."""

from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.paper import Box
from companion.printing.page.pen import Pen
from companion.printing.page.qr_code import draw_code
from companion.printing.page.sheet import Drawing

NAME_SIZE_MM = 6.0
NAME_MM = 10.0
QUIET = 0.1
"""White beside the code, as a share of its side: four modules, also of a coarse code."""


def code_drawing(content: Box, words: str, name: str) -> Drawing:
    """A page with one code.

    Args:
        content: What the page leaves for it.
        words: What the code says.
        name: What people read above it.
    """
    side_mm = min(content.width_mm, content.height_mm - NAME_MM) / (1 + 2 * QUIET)
    middle_mm = (content.left_mm + content.right_mm) / 2
    top_mm = content.top_mm - NAME_MM - QUIET * side_mm

    def draw(pen: Pen) -> None:
        for line in wrapped(name, NAME_SIZE_MM, content.width_mm, Font.BOLD)[:1]:
            pen.text((middle_mm, content.top_mm - NAME_SIZE_MM), line, NAME_SIZE_MM, Font.BOLD, align=0.5)
        draw_code(pen, words, Box(middle_mm - side_mm / 2, top_mm - side_mm, side_mm, side_mm), "l")

    return draw
