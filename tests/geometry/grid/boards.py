"""Boards for tests."""

import math

from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid, GridKind


def board(kind=GridKind.HEX, steps=5, pitch_mm=40.0, origin=(300.0, 300.0), turned_deg=0.0, cells=None):
    """A board of all cells up to so many steps from its middle, or of those that are named."""
    empty = Grid(kind, pitch_mm, MatPoint(*origin), math.radians(turned_deg), frozenset())
    if cells is None:
        span = range(-steps, steps + 1)
        cells = [Cell(q, r) for q in span for r in span if empty.distance(Cell(0, 0), Cell(q, r)) <= steps]
    return Grid(kind, pitch_mm, MatPoint(*origin), math.radians(turned_deg), frozenset(cells))
