"""Cells of a board in axial coordinates, and their positions on the mat.

A cell is (q, r). On a board of hexes the first neighbour, (1, 0), lies at the board's own angle, and the others follow
counter-clockwise every 60 degrees: (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1). On a board of squares there are four,
every 90 degrees: (1, 0), (0, 1), (-1, 0), (0, -1).

References:
    Axial and cube coordinates of hexes and rounding between them: Amit Patel, Hexagonal Grids (redblobgames.com).
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase
from typing import NamedTuple

from companion.geometry.errors import SceneError
from companion.geometry.shapes import MatPoint


class GridKind(StrEnum):
    """The shape of a board's cells."""

    HEX = "hex"
    SQUARE = "square"


class Cell(NamedTuple):
    """A cell by its axial coordinates; also the offset from one cell to another."""

    q: int
    r: int

    def plus(self, way: "Cell", times: int = 1) -> "Cell":
        """Returns the cell at `times` times an offset from this one."""
        return Cell(self.q + times * way.q, self.r + times * way.r)

    def minus(self, other: "Cell") -> "Cell":
        """Returns the offset from another cell to this one."""
        return Cell(self.q - other.q, self.r - other.r)


_WAYS = {
    GridKind.HEX: (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1)),
    GridKind.SQUARE: (Cell(1, 0), Cell(0, 1), Cell(-1, 0), Cell(0, -1)),
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of cells on the mat.

    Attributes:
        kind: Hexes or squares.
        pitch_mm: Distance between the centres of neighbouring cells, greater than 0.
        origin: Centre of the cell (0, 0), whether or not the board has that cell.
        turned_rad: Direction of the neighbour (1, 0), counter-clockwise from the mat's x axis.
        cells: The cells of the board.
    """

    kind: GridKind
    pitch_mm: float
    origin: MatPoint
    turned_rad: float
    cells: frozenset[Cell]

    def __post_init__(self) -> None:
        if not 0 < self.pitch_mm < math.inf:
            raise SceneError(f"a grid needs a pitch above 0 mm, got {self.pitch_mm!r}")
        if not math.isfinite(self.turned_rad):
            raise SceneError(f"a grid needs a finite angle, got {self.turned_rad!r}")

    @property
    def ways(self) -> tuple[Cell, ...]:
        """The offsets to the neighbours of a cell, counter-clockwise from (1, 0)."""
        return _WAYS[self.kind]

    def name(self, cell: Cell) -> str:
        """Returns what people call a cell of the board: a letter for q and a number for r, beginning with A and 1."""
        column = cell.q - min((each.q for each in self.cells), default=0)
        letters = ""
        while column >= 0:
            column, letter = divmod(column, len(ascii_uppercase))
            letters, column = ascii_uppercase[letter] + letters, column - 1
        return f"{letters}{cell.r - min((each.r for each in self.cells), default=0) + 1}"

    @property
    def corner_rad(self) -> float:
        """The direction from the middle of a cell to its first corner, counter-clockwise from the x axis."""
        return self.turned_rad + math.pi / len(self.ways)

    def centre(self, cell: Cell) -> MatPoint:
        """Returns the centre of a cell on the mat."""
        return self.place(cell.q, cell.r)

    def place(self, q: float, r: float) -> MatPoint:
        """Returns the position on the mat of a point given in axial coordinates."""
        at = self.pitch_mm * _turn(self.turned_rad) * lattice(self.kind, q, r)
        return MatPoint(self.origin.x_mm + at.real, self.origin.y_mm + at.imag)

    def corners(self, cell: Cell) -> tuple[MatPoint, ...]:
        """Returns the corners of a cell, counter-clockwise; the first lies between the neighbours (1, 0) and (0, 1)."""
        middle, count = self.centre(cell), len(self.ways)
        radius_mm = self.pitch_mm / 2 / math.cos(math.pi / count)
        around = (radius_mm * _turn(self.turned_rad + math.pi * (2 * number + 1) / count) for number in range(count))
        return tuple(MatPoint(middle.x_mm + at.real, middle.y_mm + at.imag) for at in around)

    def cell_at(self, place: MatPoint) -> Cell:
        """Returns the cell that contains a point, whether or not the board has it; on a border, either of the two."""
        q, r = self.axial(place)
        return Cell(round(q), round(r)) if self.kind is GridKind.SQUARE else _rounded(q, r)

    def axial(self, place: MatPoint) -> tuple[float, float]:
        """Converts a point of the mat to axial coordinates."""
        way = complex(place.x_mm - self.origin.x_mm, place.y_mm - self.origin.y_mm)
        at = way * _turn(-self.turned_rad) / self.pitch_mm
        if self.kind is GridKind.SQUARE:
            return at.real, at.imag
        r = at.imag * 2 / math.sqrt(3)
        return at.real - r / 2, r

    def distance(self, one: Cell, other: Cell) -> int:
        """Returns the number of steps between two cells, ignoring obstacles."""
        q, r = other.minus(one)
        return abs(q) + abs(r) if self.kind is GridKind.SQUARE else max(abs(q), abs(r), abs(q + r))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Returns the cells of the board that share a border with a cell, counter-clockwise."""
        return tuple(each for each in (cell.plus(way) for way in self.ways) if each in self.cells)

    def within(self, cell: Cell, steps: int) -> frozenset[Cell]:
        """Returns the cells of the board that are at most `steps` away, including the cell itself."""
        return frozenset(each for each in self.cells if self.distance(cell, each) <= steps)

    def ring(self, cell: Cell, steps: int) -> frozenset[Cell]:
        """Returns the cells of the board that are exactly `steps` away."""
        return frozenset(each for each in self.cells if self.distance(cell, each) == steps)

    def ray(self, start: Cell, way: Cell) -> Iterator[Cell]:
        """Yields the board's cells in a straight line from a cell, without it, up to the first gap in the board."""
        cell = start.plus(way)
        while cell in self.cells:
            yield cell
            cell = cell.plus(way)

    def row(self, one: Cell, other: Cell) -> tuple[Cell, ...] | None:
        """Returns the unbroken straight row of cells from one to another, both included; None if there is none."""
        for way in self.ways:
            cells = (one, *self.ray(one, way)) if one in self.cells else ()
            if other in cells:
                return cells[: cells.index(other) + 1]
        return None

    def rotated(self, offset: Cell, turns: int) -> Cell:
        """Rotates an offset counter-clockwise by a number of neighbours."""
        q, r = offset
        for _ in range(turns % len(self.ways)):
            q, r = (-r, q) if self.kind is GridKind.SQUARE else (-r, q + r)
        return Cell(q, r)

    def shaped(self, at: Cell, shape: Collection[Cell], turns: int) -> frozenset[Cell]:
        """Returns the cells of the board under a shape placed at a cell and rotated by a number of neighbours.

        Args:
            at: The cell of the shape's (0, 0).
            shape: Offsets from its (0, 0).
            turns: Number of neighbours by which it is rotated, counter-clockwise.
        """
        return frozenset(at.plus(self.rotated(offset, turns)) for offset in shape) & self.cells


def _turn(angle_rad: float) -> complex:
    return complex(math.cos(angle_rad), math.sin(angle_rad))


def lattice(kind: GridKind, q: float, r: float) -> complex:
    """Returns the position of a cell on a board with pitch 1 and no rotation."""
    return complex(q, r) if kind is GridKind.SQUARE else complex(q + r / 2, r * math.sqrt(3) / 2)


def _rounded(q: float, r: float) -> Cell:
    """Returns the hex of a point: of its three cube coordinates, whose sum is 0, the least accurate is recomputed."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return Cell(whole_q, whole_r)
