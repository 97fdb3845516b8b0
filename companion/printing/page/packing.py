"""Pieces of paper arranged on pages so that none overlaps another."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import pi

from companion.printing.errors import PrintingError
from companion.printing.page.paper import Box
from companion.printing.page.pen import Pen
from companion.printing.page.sheet import Drawing

GAP_MM = 3.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be cut out.

    Attributes:
        name: For messages.
        width_mm: Of the rectangle it needs.
        height_mm: Height of the same rectangle.
        draw: Draws it about the middle of that rectangle.
    """

    name: str
    width_mm: float
    height_mm: float
    draw: Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece lies.

    Attributes:
        piece: What lies there.
        page: Counted from 0.
        box: The rectangle it takes up on the page.
        turned: Whether it lies turned by a quarter, counter-clockwise.
    """

    piece: Piece
    page: int
    box: Box
    turned: bool

    def draw(self, pen: Pen) -> None:
        with pen.at(*self.box.middle_mm, pi / 2 if self.turned else 0.0):
            self.piece.draw(pen)


def pack(pieces: Sequence[Piece], area: Box) -> tuple[Place, ...]:
    """Arranges pieces in rows, on as few pages as rows allow.

    Lying and standing pieces are both tried; a piece that does not fit in one way is put in the other.

    Raises:
        PrintingError: If a piece is larger than the area.
    """
    for piece in pieces:
        if not any(_fits(*_size(piece, turned=turned), area) for turned in (False, True)):
            raise PrintingError(
                f"{piece.name} needs {piece.width_mm:.0f} × {piece.height_mm:.0f} mm, which is more than this paper "
                "has; choose a larger paper"
            )
    attempts = (_in_rows(pieces, area, lying=True), _in_rows(pieces, area, lying=False))
    return min(attempts, key=lambda places: max((place.page for place in places), default=0))


def page_drawings(places: Iterable[Place]) -> tuple[Drawing, ...]:
    """One drawing for each page of an arrangement."""
    pages: dict[int, list[Place]] = {}
    for place in places:
        pages.setdefault(place.page, []).append(place)
    return tuple(_drawing(pages[page]) for page in sorted(pages))


def _drawing(places: Sequence[Place]) -> Drawing:
    def draw(pen: Pen) -> None:
        for place in places:
            place.draw(pen)

    return draw


def _size(piece: Piece, *, turned: bool) -> tuple[float, float]:
    return (piece.height_mm, piece.width_mm) if turned else (piece.width_mm, piece.height_mm)


def _fits(width_mm: float, height_mm: float, area: Box) -> bool:
    return width_mm <= area.width_mm and height_mm <= area.height_mm


def _in_rows(pieces: Sequence[Piece], area: Box, *, lying: bool) -> tuple[Place, ...]:
    turned = {id(piece): _turn(piece, area, lying=lying) for piece in pieces}
    # Low rows last, so that what is left of a page can still take one.
    order = sorted(pieces, key=lambda piece: -_size(piece, turned=turned[id(piece)])[1])
    rows: list[_Row] = []
    places = []
    for piece in order:
        width_mm, height_mm = _size(piece, turned=turned[id(piece)])
        row = next((row for row in rows if row.takes(width_mm, height_mm, area)), None)
        if row is None:
            row = _new_row(rows, height_mm, area)
            rows.append(row)
        box = Box(area.left_mm + row.used_mm, row.top_mm - height_mm, width_mm, height_mm)
        row.used_mm += width_mm + GAP_MM
        places.append(Place(piece, row.page, box, turned[id(piece)]))
    return tuple(places)


@dataclass(slots=True)
class _Row:
    page: int
    top_mm: float
    height_mm: float
    used_mm: float = 0.0

    def takes(self, width_mm: float, height_mm: float, area: Box) -> bool:
        return self.used_mm + width_mm <= area.width_mm and height_mm <= self.height_mm


def _new_row(rows: Sequence[_Row], height_mm: float, area: Box) -> _Row:
    lowest: dict[int, float] = {}
    for row in rows:
        lowest[row.page] = min(lowest.get(row.page, area.top_mm), row.top_mm - row.height_mm - GAP_MM)
    for page, top_mm in lowest.items():
        if top_mm - height_mm >= area.bottom_mm:
            return _Row(page, top_mm, height_mm)
    return _Row(len(lowest), area.top_mm, height_mm)


def _turn(piece: Piece, area: Box, *, lying: bool) -> bool:
    """Whether a piece has to be turned to lie, or to stand, or to fit at all."""
    turned = (piece.width_mm < piece.height_mm) == lying and piece.width_mm != piece.height_mm
    return turned if _fits(*_size(piece, turned=turned), area) else not turned
