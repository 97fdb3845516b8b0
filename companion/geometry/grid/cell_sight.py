"""Line of sight over cells, in whole numbers, so that no rounding affects the answer.

A cell is visible if some straight segment from a point of one cell to a point of the other crosses no blocking cell.
Cells are closed, and only the interior of the union of the blocking cells blocks: a line that merely touches a corner
or runs along the edge of a blocking cell does not cross it; a line along the common edge of two blocking cells does.

Crossing is invariant under affine maps, so the computation uses a lattice on which all corners have whole coordinates.
If any segment is clear, there is a clear one through two corners of the cells involved: a clear line can be shifted
until it meets a corner, and then rotated about that corner until it meets a second one. All such lines are tested, so
the answer is exact, and the segment found is its witness.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product

from companion.geometry.grid.cells import Cell, Grid, GridKind
from companion.geometry.shapes import MatPoint

_Point = tuple[int, int]

_SCALE = {GridKind.HEX: 3, GridKind.SQUARE: 2}
"""Lattice steps from a cell's centre to that of its neighbour (1, 0)."""

_CORNERS: dict[GridKind, tuple[_Point, ...]] = {
    GridKind.HEX: ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)),
    GridKind.SQUARE: ((1, 1), (-1, 1), (-1, -1), (1, -1)),
}
"""Corners of the cell (0, 0) on the lattice, counter-clockwise; corner k lies between the neighbours k and k + 1."""

_ACROSS: dict[GridKind, tuple[_Point, ...]] = {
    GridKind.HEX: ((1, 2), (2, 1), (1, -1)),
    GridKind.SQUARE: ((1, 0), (0, 1)),
}
"""Directions across a cell's edges on the lattice."""


@dataclass(frozen=True, slots=True)
class CellSight:
    """Whether one cell is visible from another.

    Attributes:
        clear: Whether some segment is clear.
        line: Start and end on the mat: the clear segment, or from centre to centre if there is none.
        blockers: The blocking cells that the line from centre to centre crosses, from near to far; empty if sight is
            clear.
    """

    clear: bool
    line: tuple[MatPoint, MatPoint]
    blockers: tuple[Cell, ...] = ()


def find_cell_sight(grid: Grid, one: Cell, other: Cell, blocking: Collection[Cell]) -> CellSight:
    """Determines whether one cell is visible from another.

    Args:
        grid: The board; only its shape is used, not the cells that it has.
        one: The cell that looks.
        other: The target cell. Neither of the two blocks, and a cell sees itself and its neighbours.
        blocking: Cells that block.
    """
    if one == other:
        return CellSight(clear=True, line=(grid.centre(one), grid.centre(other)))
    blockers = frozenset(blocking) - {one, other}
    near = _between(grid.kind, one, other, blockers)
    ends = _clear_line(grid.kind, other.minus(one), tuple(cell.minus(one) for cell in near))
    if ends is None:
        line = _centres(grid.kind, one, other)
        return CellSight(
            clear=False, line=(grid.centre(one), grid.centre(other)), blockers=_crossed(grid.kind, line, near)
        )
    scale = _SCALE[grid.kind]
    start, end = (grid.place(one.q + float(q / scale), one.r + float(r / scale)) for q, r in ends)
    return CellSight(clear=True, line=(start, end))


@lru_cache(maxsize=8192)
def _clear_line(
    kind: GridKind, other: Cell, near: tuple[Cell, ...]
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]] | None:
    """Returns the ends of a clear segment from the cell (0, 0), on the lattice; None if there is none.

    Results are cached, because tables ask the same questions after every action.
    """
    one = Cell(0, 0)
    for line in chain([_centres(kind, one, other)], _candidates(kind, one, other, near)):
        ends = _clear_ends(kind, line, one, other, near)
        if ends is not None:
            return ends
    return None


@dataclass(frozen=True, slots=True)
class _Span:
    """The part of a line that lies in a closed cell, in the line's own parameter; `edge` if it runs along an edge."""

    start: Fraction
    end: Fraction
    edge: bool
    left: bool
    """For a line along an edge: whether the cell is on its left."""


def _corners(kind: GridKind, cell: Cell) -> tuple[_Point, ...]:
    scale = _SCALE[kind]
    return tuple((scale * cell.q + x, scale * cell.r + y) for x, y in _CORNERS[kind])


def _centres(kind: GridKind, one: Cell, other: Cell) -> tuple[_Point, _Point]:
    scale = _SCALE[kind]
    return (scale * one.q, scale * one.r), (scale * other.q, scale * other.r)


def _between(kind: GridKind, one: Cell, other: Cell, blockers: frozenset[Cell]) -> tuple[Cell, ...]:
    """Returns the blockers that a segment between the two cells can cross: those not separated from their hull."""
    (x, y), (to_x, to_y) = _centres(kind, one, other)
    axes = (*_ACROSS[kind], (y - to_y, to_x - x))
    hull = _extents((*_corners(kind, one), *_corners(kind, other)), axes)
    found = []
    for cell in sorted(blockers):
        extents = zip(_extents(_corners(kind, cell), axes), hull, strict=True)
        if all(low <= most and high >= least for (low, high), (least, most) in extents):
            found.append(cell)
    return tuple(found)


def _extents(corners: tuple[_Point, ...], axes: tuple[_Point, ...]) -> list[tuple[int, int]]:
    alongs = [[x * a + y * b for x, y in corners] for a, b in axes]
    return [(min(along), max(along)) for along in alongs]


def _candidates(kind: GridKind, one: Cell, other: Cell, near: tuple[Cell, ...]) -> Iterator[tuple[_Point, _Point]]:
    """Yields lines through two corners of the cells involved, those from cell to cell first, which usually suffice."""
    from_corners, to_corners = _corners(kind, one), _corners(kind, other)
    yield from product(from_corners, to_corners)
    corners = dict.fromkeys((*from_corners, *to_corners, *chain.from_iterable(_corners(kind, cell) for cell in near)))
    yield from combinations(corners, 2)


def _clear_ends(
    kind: GridKind, line: tuple[_Point, _Point], one: Cell, other: Cell, near: tuple[Cell, ...]
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]] | None:
    """Returns the ends of the shortest segment of a line between two cells, on the lattice, if nothing crosses it.

    Two cells have at most a corner in common, or an edge that their centres' line meets in one point.
    """
    start, end = _span(line, _corners(kind, one)), _span(line, _corners(kind, other))
    if start is None or end is None:
        return None
    leaves, meets = (start.end, end.start) if start.end <= end.start else (start.start, end.end)
    if _is_crossed(kind, line, min(leaves, meets), max(leaves, meets), near):
        return None
    return _at(line, leaves), _at(line, meets)


def _is_crossed(
    kind: GridKind, line: tuple[_Point, _Point], low: Fraction, high: Fraction, near: tuple[Cell, ...]
) -> bool:
    """Whether the open segment meets the interior of the union of the blockers."""
    beside: dict[bool, list[_Span]] = {True: [], False: []}
    for cell in near:
        span = _span(line, _corners(kind, cell))
        if span is None or max(span.start, low) >= min(span.end, high):
            continue
        if not span.edge:
            return True
        beside[span.left].append(span)
    return any(
        max(left.start, right.start, low) < min(left.end, right.end, high)
        for left, right in product(beside[True], beside[False])
    )


def _span(line: tuple[_Point, _Point], corners: tuple[_Point, ...]) -> _Span | None:
    """Returns where a line runs in a closed convex cell; None if it does not meet it."""
    (x, y), (to_x, to_y) = line
    dx, dy = to_x - x, to_y - y
    length = dx * dx + dy * dy
    sides = [dx * (py - y) - dy * (px - x) for px, py in corners]
    if min(sides) > 0 or max(sides) < 0:
        return None
    along = [dx * (px - x) + dy * (py - y) for px, py in corners]
    met = [Fraction(t, length) for side, t in zip(sides, along, strict=True) if side == 0]
    for number, side in enumerate(sides):
        following = sides[(number + 1) % len(sides)]
        if side * following < 0:
            t, further = along[number], along[(number + 1) % len(sides)]
            met.append(Fraction(t * following - further * side, length * (following - side)))
    on_edge = min(sides) == 0 or max(sides) == 0
    return _Span(min(met), max(met), on_edge, max(sides) > 0)


def _at(line: tuple[_Point, _Point], t: Fraction) -> tuple[Fraction, Fraction]:
    (x, y), (to_x, to_y) = line
    return x + t * (to_x - x), y + t * (to_y - y)


def _crossed(kind: GridKind, line: tuple[_Point, _Point], near: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Returns the blockers that a segment from centre to centre crosses or runs along, from near to far."""
    spans = ((_span(line, _corners(kind, cell)), cell) for cell in near)
    met = sorted((span.start, cell) for span, cell in spans if span and span.end > 0 and span.start < 1)
    return tuple(cell for _, cell in met)
