"""Stickers for the faces of symbol dice, in a strip for each die."""

import itertools

from companion.printing.page.fonts import Font
from companion.printing.page.packing import Piece
from companion.printing.page.pen import GREY, GUIDE_MM, Pen
from companion.texts import Language, say
from vision.dice.stickers.faces import Shape, Symbol, sticker_shapes

LABEL_MM = 15.0
"""Left of each strip, for what it says about the die."""

LONG = 8
"""Names of so many letters are written smaller."""

ORDER = (1, 6, 2, 5, 3, 4)
"""Opposite faces beside one another."""


def dice_piece(
    number: int, size_mm: float, language: Language, *, coded: bool, name: str = "", drawn: tuple[str, ...] = ()
) -> Piece:
    """The six stickers of one die.

    Args:
        number: Of the die, from 1.
        size_mm: Edge of a sticker.
        language: Of the label.
        coded: Whether the stickers carry codes that name the die.
        name: What the die is called; its number if empty.
        drawn: What is drawn on its faces; empty for what symbol dice have.
    """
    called = name or say(language, "printing.dice.die", number=number)
    width_mm = LABEL_MM + len(ORDER) * size_mm

    def draw(pen: Pen) -> None:
        left_mm, half_mm = LABEL_MM - width_mm / 2, size_mm / 2
        pen.text((-width_mm / 2, 0.6), called, 2.8 if len(called) < LONG else 2.1, Font.BOLD)
        pen.text((-width_mm / 2, -3.0), say(language, "printing.dice.size", size_mm=f"{size_mm:g}"), 2.3)
        for place, pips in enumerate(ORDER):
            with pen.at(left_mm + (place + 0.5) * size_mm, 0.0):
                symbol = Symbol(drawn[pips - 1]) if drawn else None
                _sticker(pen, sticker_shapes(pips, number if coded else None, symbol), size_mm)
        right_mm = left_mm + len(ORDER) * size_mm
        for y_mm in (-half_mm, half_mm):
            pen.line((left_mm, y_mm), (right_mm, y_mm), GUIDE_MM, grey=GREY)
        for place in range(len(ORDER) + 1):
            x_mm = left_mm + place * size_mm
            pen.line((x_mm, -half_mm), (x_mm, half_mm), GUIDE_MM, grey=GREY)

    return Piece(called, width_mm, size_mm, draw)


def _sticker(pen: Pen, shapes: tuple[Shape, ...], size_mm: float) -> None:
    for ink, group in itertools.groupby(shapes, key=lambda shape: shape.ink):
        # The sticker's y points down, the page's up.
        outlines = [[(x * size_mm, -y * size_mm) for x, y in shape.outline] for shape in group]
        pen.areas(outlines, fill=0.0 if ink else 1.0)
