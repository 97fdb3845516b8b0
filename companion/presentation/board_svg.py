"""The cells and zones of a board as SVG, for phones and reports; the class of a zone's group gives it its colour."""

from collections.abc import Callable, Mapping
from html import escape

from companion.games.display.board_view import AreaView, BoardView
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid

At = Callable[[MatPoint], tuple[float, float]]
"""Where a point of the mat lies in the picture."""


def cells_svg(board: BoardView, at: At, classes: Mapping[str, str]) -> str:
    """The zones of a board and the borders of its cells; empty for a game that has neither.

    Args:
        board: The mat.
        at: Where its points lie in the picture.
        classes: The class of each seat, which has a colour.
    """
    parts = [_zone(each, board.grid, at, classes.get(each.owner, "")) for each in board.zones]
    if board.grid is not None:
        lines = "".join(_ring(board.grid.corners(cell), at) for cell in sorted(board.grid.cells))
        parts.append(f'<path d="{lines}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-opacity=".45"/>')
    return "".join(parts)


def _zone(zone: AreaView, grid: Grid | None, at: At, owner: str) -> str:
    cells: tuple[Cell, ...] = () if grid is None else tuple(sorted(zone.cells))
    rings = [grid.corners(cell) for cell in cells] if grid is not None else []
    rings += [zone.outline] if zone.outline else []
    lines = "".join(_ring(corners, at) for corners in rings)
    named = f"<title>{escape(zone.name)}</title>"
    return f'<g class="{owner}"><path d="{lines}" fill="currentColor" fill-opacity=".16">{named}</path></g>'


def _ring(corners: tuple[MatPoint, ...], at: At) -> str:
    return "M" + " ".join("{:.1f},{:.1f}".format(*at(corner)) for corner in corners) + "Z"
