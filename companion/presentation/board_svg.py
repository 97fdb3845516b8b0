"""The cells and zones of a board as SVG, for phones and reports; the class of a zone's group gives it its colour."""

from collections.abc import Callable, Mapping
from html import escape

from companion.games.display.board_view import AreaView, BoardView
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid
from companion.presentation.card_art import COLOURS

At = Callable[[MatPoint], tuple[float, float]]
"""Where a point of the mat lies in the picture."""

GROUND, NAMED_GROUND = ".45", ".7"
"""How much a zone covers what is beneath; one whose name stands in each cell is a thing that lies there."""
SIGN_MM, NAME_MM = 20.0, 11.0
LETTER_SHARE = 0.68
"""Width of a letter, in its height, and some air."""
AS_TEXT = "\ufe0e"
"""After a sign: it is a letter, and no coloured picture."""


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
    words = "".join(_words(zone, at(grid.centre(cell)), grid.pitch_mm) for cell in cells if grid is not None)
    if zone.tone:
        ground = f'fill="{COLOURS[zone.tone]}" fill-opacity="{NAMED_GROUND if zone.named else GROUND}"'
        return f'<g><path d="{lines}" {ground}>{named}</path>{words}</g>'
    return f'<g class="{owner}"><path d="{lines}" fill="currentColor" fill-opacity=".16">{named}</path>{words}</g>'


def _words(zone: AreaView, at: tuple[float, float], pitch_mm: float) -> str:
    """The sign of a zone in one of its cells, and below it the name, a word a line, as small as fits."""
    x, y = at
    if not zone.named:
        return _text(zone.sign, x, y, SIGN_MM) if zone.sign else ""
    words = zone.name.split()
    size = min(NAME_MM, pitch_mm / (LETTER_SHARE * max(map(len, words))))
    high = SIGN_MM * bool(zone.sign)
    top = y - (high + size * len(words)) / 2
    lines = (_text(word, x, top + high + size * (number + 0.5), size) for number, word in enumerate(words))
    return (_text(zone.sign, x, top + high / 2, SIGN_MM) if zone.sign else "") + "".join(lines)


def _text(words: str, x: float, y: float, size: float) -> str:
    """Words in the middle of a place; pages say themselves how large their letters are, so that these are scaled."""
    place = f'transform="translate({x:.1f} {y:.1f}) scale({size / SIGN_MM:.2f})" text-anchor="middle"'
    drawn = escape(words) + (AS_TEXT if not words.isalnum() and len(words) == 1 else "")
    look = f'dominant-baseline="central" font-size="{SIGN_MM:g}" fill="currentColor" fill-opacity=".8"'
    return f"<text {place} {look}>{drawn}</text>"


def _ring(corners: tuple[MatPoint, ...], at: At) -> str:
    return "M" + " ".join("{:.1f},{:.1f}".format(*at(corner)) for corner in corners) + "Z"
