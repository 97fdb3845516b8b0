"""Cells that are painted on a card: which bear a mark, and what a touch makes of them. Knows nothing of Kivy."""

from companion.games.workshop import Brush, Paint
from companion.geometry.grid import Cell
from companion.tablet.data.card_work import CardWork


def painted(work: CardWork, brush: Brush) -> frozenset[Cell]:
    """The cells that bear a mark."""
    written = work.value(brush.at)
    pairs = ([written] if brush.lone else written) if isinstance(written, list) else []
    return frozenset(Cell(*each) for each in pairs if _is_pair(each))


def may_bear(work: CardWork, brush: Brush, paint: Paint, cell: Cell) -> bool:
    """Whether a cell may bear a mark."""
    taken = any(cell == each for each, _ in paint.fixed)
    around = next((each for each in paint.brushes if each.at == brush.within), None)
    return cell in paint.cells and not taken and (around is None or cell in painted(work, around))


def put(work: CardWork, paint: Paint, brush: Brush, cell: Cell, *, bears: bool) -> None:
    """Writes that a cell bears a mark, or no longer does; nothing where it may not bear it.

    A cell that leaves the board loses every mark that only cells of the board bear.

    Args:
        work: The card.
        paint: What is painted on.
        brush: The mark.
        cell: The cell.
        bears: Whether it bears the mark from now on.
    """
    if bears and not may_bear(work, brush, paint, cell):
        return
    now = painted(work, brush)
    kept = frozenset() if brush.lone else now
    after = kept | {cell} if bears else now - {cell}
    if after == now:
        return
    pairs = sorted([each.q, each.r] for each in after)
    work.put(brush.at, (pairs[0] if pairs else None) if brush.lone else pairs)
    for other in paint.brushes if not bears else ():
        if other.within == brush.at:
            put(work, paint, other, cell, bears=False)


def _is_pair(written: object) -> bool:
    return (
        isinstance(written, list) and len(written) == len(Cell._fields) and all(type(each) is int for each in written)
    )
