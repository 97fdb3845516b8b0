"""Straight rulers for the ranges of a game, and gauges with a hollow end that fits a base's rim."""

import math

from companion.games.shelf import BaseSize, Prints
from companion.printing.page.fonts import CAP_HEIGHT, Font
from companion.printing.page.packing import Piece
from companion.printing.page.pen import CUT_MM, Pen
from companion.texts import Language, say

WIDTH_MM = 22.0
TICK_STEP_MM = 10
GAUGE_HALF_RAD = math.radians(18.0)
TICK_RAD = math.radians(2.0)


def ruler_pieces(prints: Prints, language: Language) -> tuple[Piece, ...]:
    """The rulers, from end to end the range itself."""
    return tuple(_ruler(name, length_mm, language) for name, length_mm in prints.rulers.items())


def gauge_pieces(prints: Prints, language: Language) -> tuple[Piece, ...]:
    """Sectors for each short range and size of base: the hollow end lies at the rim, the round end at the range."""
    return tuple(_gauge(name, prints.rulers[name], size, language) for name in prints.gauges for size in prints.bases)


def _ruler(name: str, length_mm: float, language: Language) -> Piece:
    def draw(pen: Pen) -> None:
        left_mm, top_mm = -length_mm / 2, WIDTH_MM / 2
        pen.cut(((left_mm, -top_mm), (-left_mm, -top_mm), (-left_mm, top_mm), (left_mm, top_mm)))
        for tick_mm in range(TICK_STEP_MM, round(length_mm), TICK_STEP_MM):
            long = tick_mm % (5 * TICK_STEP_MM) == 0
            x_mm = left_mm + tick_mm
            pen.line((x_mm, top_mm), (x_mm, top_mm - (6.0 if long else 4.0)), CUT_MM)
            if long:
                pen.lines((x_mm, top_mm - 8.0), (str(tick_mm),), 2.6)
        pen.text((left_mm + 5.0, -top_mm + 3.0), name, 8.0, Font.BOLD)
        label = say(language, "printing.ruler.length", length_mm=f"{length_mm:g}")
        pen.text((-left_mm - 5.0, -top_mm + 3.0), label, 3.6, align=1.0)

    return Piece(name, length_mm, WIDTH_MM, draw)


def _gauge(name: str, range_mm: float, size: BaseSize, language: Language) -> Piece:
    radius_mm = size.diameter_mm / 2
    far_mm = radius_mm + range_mm
    cos, sin = math.cos(GAUGE_HALF_RAD), math.sin(GAUGE_HALF_RAD)
    lowest_mm = radius_mm * cos

    def draw(pen: Pen) -> None:
        up_rad = math.pi / 2
        # About the middle of the base that the gauge is laid against.
        with pen.at(0.0, -(lowest_mm + far_mm) / 2):
            for distance_mm in (radius_mm, far_mm):
                pen.arc(distance_mm, up_rad - GAUGE_HALF_RAD, up_rad + GAUGE_HALF_RAD)
            for side in (-1, 1):
                pen.line((side * radius_mm * sin, radius_mm * cos), (side * far_mm * sin, far_mm * cos), CUT_MM)
            for tick_mm in range(TICK_STEP_MM, round(range_mm), TICK_STEP_MM):
                for from_rad in (up_rad - GAUGE_HALF_RAD, up_rad + GAUGE_HALF_RAD - TICK_RAD):
                    pen.arc(radius_mm + tick_mm, from_rad, from_rad + TICK_RAD)
            pen.text((0.0, far_mm - 14.0 - CAP_HEIGHT * 4.0), name, 8.0, Font.BOLD, align=0.5)
            length = say(language, "printing.ruler.length", length_mm=f"{range_mm:g}")
            pen.lines((0.0, far_mm - 25.0), (length,), 3.2)
            base = (
                size.name,
                say(language, "printing.base.diameter", diameter_mm=f"{2 * radius_mm:g}"),
            )
            pen.lines((0.0, far_mm - 35.0), base, 2.4)

    return Piece(f"{name} {size.key}", 2 * far_mm * sin, far_mm - lowest_mm, draw)
