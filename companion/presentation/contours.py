"""Outlines of small pictures, in a square of 24 by 24, y downwards; outlines within outlines are holes."""

import math
from collections.abc import Iterable

BOX = 24.0
CORNERS = 40
MIN_CORNERS, CORNERS_PER_UNIT = 12, 5
"""A small circle has fewer corners than a large one, which nobody sees."""

Contour = tuple[tuple[float, float], ...]


def circle(x: float, y: float, radius: float) -> Contour:
    """Returns a circle, as a polygon."""
    corners = min(CORNERS, MIN_CORNERS + round(CORNERS_PER_UNIT * radius))
    turns = (2 * math.pi * corner / corners for corner in range(corners))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def box(left: float, top: float, right: float, bottom: float) -> Contour:
    """Returns a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def arched(left: float, right: float, top: float, bottom: float) -> Contour:
    """Returns a shape with a round top, such as a gravestone."""
    radius, middle = (right - left) / 2, (left + right) / 2
    turns = (math.pi + math.pi * corner / CORNERS for corner in range(CORNERS + 1))
    arch = ((middle + radius * math.cos(turn), top + radius + radius * math.sin(turn)) for turn in turns)
    return (*arch, (right, bottom), (left, bottom))


def heart() -> Contour:
    """Returns a heart."""
    turns = (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
    return tuple(
        (
            12 + 0.62 * 16 * math.sin(turn) ** 3,
            11 - 0.62 * (13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn)),
        )
        for turn in turns
    )


def mirrored(half: Iterable[tuple[float, float]]) -> Contour:
    """Returns a shape that is the same on both sides; `half` is its left side, from the top down."""
    left = tuple(half)
    return (*left, *((BOX - x, y) for x, y in reversed(left)))


def star(x: float, y: float, outer: float, inner: float, points: int) -> Contour:
    """Returns a star with a point at the top."""
    turns = (math.pi * (corner / points - 0.5) for corner in range(2 * points))
    radii = (outer if corner % 2 == 0 else inner for corner in range(2 * points))
    return tuple(
        (x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn, radius in zip(turns, radii, strict=True)
    )


def svg_path(contours: Iterable[Contour]) -> str:
    """Returns what a `path` of SVG draws, to be filled by the rule `evenodd`."""
    return "".join("M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in contour) + "Z" for contour in contours)
