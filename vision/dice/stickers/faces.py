"""The stickers of the game's symbol dice: one drawing for the printer and for the reader.

Sticker frame: the unit is the sticker's edge, the origin is its centre, x points to the right and y downwards as
printed. White is the paper. Every sticker has a black square frame, by which a camera finds it, and the symbol inside.
A small pattern of pips below the symbol tells people which of the two faces with that symbol it is.

A coded sticker has a smaller symbol and, in the opposite corner, a code of `CODE_DICTIONARY` that identifies the die
and the face. The tags of the mat and of the bases are from another dictionary, and the calibration board ends at id 99,
so none of them can be mistaken for a die.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fiducials.dictionary import dictionary

SIZES_MM = (12.0, 16.0)
"""Edges of the stickers: for dice of 14 to 16 mm and of 18 to 20 mm, which have rounded edges."""

CODE_DICTIONARY = "DICT_5X5_250"
FIRST_CODE = 100
MAX_DICE = 24
TRAY_CODES = (246, 247, 248, 249)
"""Codes of the tray sheet's corners: upper left, upper right, lower right, lower left."""

FRAME_OUTER = 0.44
FRAME_INNER = 0.375
"""Half the inner edge of the black frame."""

CODE_EDGE = 0.35
CODE_CENTRE = (0.155, 0.155)
CODE_MODULES = 7

_ROUND = 64
_SHIFT_BITS = 4
_PIP_RADIUS = 0.018
_PIP_STEP = 0.05
_PIP_ROW = 0.325
_CODED_PIPS_FROM = -0.325
_CODED_SCALE = 0.575
_CODED_SHIFT = -0.172

Point = tuple[float, float]


class Symbol(StrEnum):
    """What is drawn on a face: the first three on symbol dice, the others where a set of dice says so."""

    BULLSEYE = "bullseye"
    AXE = "axe"
    SHIELD = "shield"
    STAR = "star"
    SWORD = "sword"
    ARROW = "arrow"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon; later ones cover earlier ones.

    Attributes:
        outline: Corners in the sticker frame.
        ink: Whether it is black; otherwise it is paper.
    """

    outline: tuple[Point, ...]
    ink: bool


def symbol_of(pips: int) -> Symbol:
    """Returns the symbol on the face with 1 to 6 pips: 1–2 bullseye, 3–4 axe, 5–6 shield."""
    return (Symbol.BULLSEYE, Symbol.AXE, Symbol.SHIELD)[(pips - 1) // 2]


def code_of(die: int, pips: int) -> int:
    """Returns the id on a face: `die` from 1 to `MAX_DICE`, `pips` from 1 to 6."""
    return FIRST_CODE + 6 * (die - 1) + pips - 1


def die_and_pips(code: int) -> tuple[int, int] | None:
    """Returns die and pips of the face with an id; None if the id is on no die."""
    die, face = divmod(code - FIRST_CODE, 6)
    return (die + 1, face + 1) if 0 <= die < MAX_DICE else None


@cache
def sticker_shapes(pips: int, die: int | None = None, symbol: Symbol | None = None) -> tuple[Shape, ...]:
    """Returns everything printed on a face, from the bottom up.

    Args:
        pips: 1 to 6.
        die: The number of the die, for a coded sticker.
        symbol: What is drawn on it; None for what the pips stand for on symbol dice.
    """
    coded = die is not None
    shown = symbol or symbol_of(pips)
    shapes = [*frame_shapes(), *symbol_shapes(shown, coded=coded), *_pip_shapes(pips, coded=coded)]
    if die is not None:
        shapes += code_shapes(code_of(die, pips))
    return tuple(shapes)


def frame_shapes() -> tuple[Shape, ...]:
    """Returns the black frame with its white inside."""
    return Shape(_square(0.0, 0.0, FRAME_OUTER), ink=True), Shape(_square(0.0, 0.0, FRAME_INNER), ink=False)


def symbol_shapes(symbol: Symbol, *, coded: bool) -> tuple[Shape, ...]:
    """Returns the symbol alone, where it stands on a plain or on a coded sticker."""
    scale, shift = (_CODED_SCALE, _CODED_SHIFT) if coded else (1.0, 0.0)

    def placed(outline: Iterator[Point] | tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((scale * x + shift, scale * y + shift) for x, y in outline)

    return tuple(Shape(placed(shape.outline), shape.ink) for shape in _SYMBOLS[symbol])


def code_shapes(code: int) -> tuple[Shape, ...]:
    """Returns the black square of a code and its white modules."""
    codes = dictionary(CODE_DICTIONARY)
    x, y = CODE_CENTRE
    module = CODE_EDGE / CODE_MODULES
    shapes = [Shape(_square(x, y, CODE_EDGE / 2), ink=True)]
    for row, column in zip(*codes.codes[code].nonzero(), strict=True):
        middle_x = x + (float(column) + 1.5 - CODE_MODULES / 2) * module
        middle_y = y + (float(row) + 1.5 - CODE_MODULES / 2) * module
        shapes.append(Shape(_square(middle_x, middle_y, module / 2), ink=False))
    return tuple(shapes)


def drawn(shapes: tuple[Shape, ...], side_px: int, *, parts: int = 8) -> NDArray[np.float32]:
    """Renders a sticker as an image (side_px, side_px): 1 is paper and 0 ink; each pixel is the mean over its area."""
    fine = side_px * parts
    picture = np.full((fine, fine), 255, np.uint8)
    for shape in shapes:
        points = (np.array(shape.outline) + 0.5) * fine - 0.5
        fixed = np.round(points * 2**_SHIFT_BITS).astype(np.int32)
        cv2.fillPoly(picture, [fixed], 0 if shape.ink else 255, cv2.LINE_8, _SHIFT_BITS)
    small = cv2.resize(picture, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255.0)


def _square(x: float, y: float, half: float) -> tuple[Point, ...]:
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _arc(centre: Point, radius: float, from_deg: float, to_deg: float) -> Iterator[Point]:
    steps = max(2, round(abs(to_deg - from_deg) / 360 * _ROUND))
    for step in range(steps + 1):
        angle = math.radians(from_deg + (to_deg - from_deg) * step / steps)
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _disc(centre: Point, radius: float) -> tuple[Point, ...]:
    return tuple(_arc(centre, radius, 0.0, 360.0 - 360.0 / _ROUND))


def _pip_shapes(pips: int, *, coded: bool) -> Iterator[Shape]:
    first = _CODED_PIPS_FROM if coded else -_PIP_STEP * (pips - 1) / 2
    for number in range(pips):
        yield Shape(_disc((first + number * _PIP_STEP, _PIP_ROW), _PIP_RADIUS), ink=True)


def _axe() -> tuple[Shape, ...]:
    """Returns an axe: an upright haft, and a head whose broad edge points to the right."""
    edge = tuple(_arc((-0.03, -0.13), 0.32, -38.0, 42.0))
    head = ((-0.18, -0.22), (-0.03, -0.21), *edge, (-0.03, -0.05), (-0.18, -0.04))
    haft = ((-0.12, -0.31), (-0.04, -0.31), (-0.02, 0.275), (-0.14, 0.275))
    return Shape(head, ink=True), Shape(haft, ink=True)


def _shield() -> tuple[Shape, ...]:
    """Returns a heater shield, black, with a white cross."""
    steps = [step / 16 for step in range(17)]
    right = tuple((0.25 * (1 - t * t), -0.06 + 0.335 * t) for t in steps)
    left = tuple((-x, y) for x, y in reversed(right))
    outline = ((-0.25, -0.30), (0.25, -0.30), *right, *left)
    upright = ((-0.035, -0.245), (0.035, -0.245), (0.035, 0.18), (-0.035, 0.18))
    bar = ((-0.195, -0.135), (0.195, -0.135), (0.195, -0.065), (-0.195, -0.065))
    return Shape(outline, ink=True), Shape(upright, ink=False), Shape(bar, ink=False)


def _star() -> tuple[Shape, ...]:
    """Returns a star of five points."""
    points = tuple(
        (radius * math.sin(math.radians(36.0 * number)), 0.02 - radius * math.cos(math.radians(36.0 * number)))
        for number in range(10)
        for radius in (0.32 if number % 2 == 0 else 0.14,)
    )
    return (Shape(points, ink=True),)


def _sword() -> tuple[Shape, ...]:
    """Returns an upright sword with a broad blade."""
    blade = ((0.0, -0.33), (0.075, -0.22), (0.075, 0.07), (-0.075, 0.07), (-0.075, -0.22))
    guard = ((-0.2, 0.07), (0.2, 0.07), (0.2, 0.14), (-0.2, 0.14))
    grip = ((-0.045, 0.14), (0.045, 0.14), (0.045, 0.285), (-0.045, 0.285))
    return tuple(Shape(outline, ink=True) for outline in (blade, guard, grip))


def _arrow() -> tuple[Shape, ...]:
    """Returns a broad arrow that points to the right."""
    outline = (
        (-0.3, -0.1), (0.02, -0.1), (0.02, -0.26), (0.31, -0.01), (0.02, 0.24), (0.02, 0.08), (-0.3, 0.08),
    )  # fmt: skip
    return (Shape(outline, ink=True),)


_BULLSEYE = (0.0, -0.02)
_SYMBOLS = {
    Symbol.BULLSEYE: (
        Shape(_disc(_BULLSEYE, 0.285), ink=True),
        Shape(_disc(_BULLSEYE, 0.195), ink=False),
        Shape(_disc(_BULLSEYE, 0.105), ink=True),
    ),
    Symbol.AXE: _axe(),
    Symbol.SHIELD: _shield(),
    Symbol.STAR: _star(),
    Symbol.SWORD: _sword(),
    Symbol.ARROW: _arrow(),
    Symbol.EMPTY: (),
}
