"""The whole mat on several sheets that overlap, and where they are joined.

Sheets are lettered from player one's side and numbered from their left. Each is cut along its left and lower seam and
laid over what its neighbours print beyond that seam, so that crosses on the seam meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from companion.games.display.board_view import AreaView
from companion.printing.errors import PrintingError
from companion.printing.page.fonts import Font
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, Pen
from companion.printing.page.sheet import Drawing
from companion.printing.sheets.cell_board import draw_cells, draw_zones
from companion.printing.sheets.mat_tags import edge_place
from companion.texts import Language, say
from vision.table import GridLayout, MatLayout

OVERLAP_MM = 10.0
NAME_MM = 5.0
"""Strip above a tile for its name."""

TAG_CLEARANCE_MM = 2.0
CROSSES_MM = 100.0
CROSS_INSET_MM = 25.0
PLAYER_INSET_MM = 40.0
"""Near the corners no paper has a seam, so the players' names stay in one piece."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's part of the mat.

    Attributes:
        name: Row letter and column number, such as `B2`.
        part: What it shows, in the mat frame.
        left_seam: Whether its left side is cut and laid over a neighbour.
        lower_seam: Likewise its lower side.
        right_seam_mm: Where the sheet to the right will begin, if there is one.
        upper_seam_mm: Where the sheet above will begin, if there is one.
    """

    name: str
    part: Box
    left_seam: bool
    lower_seam: bool
    right_seam_mm: float | None
    upper_seam_mm: float | None


def outer_box(mat: MatLayout) -> Box:
    """The mat with the border that carries its tags."""
    border_mm = max(edge_place(tag, mat).depth_mm for tag in mat.tags)
    return Box(-border_mm, -border_mm, mat.width_mm + 2 * border_mm, mat.height_mm + 2 * border_mm)


def tiles(mat: MatLayout, content: Box) -> tuple[tuple[Tile, ...], ...]:
    """The sheets, row by row from player one's side; no seam runs through a tag.

    Raises:
        PrintingError: If the paper is too small.
    """
    outer = outer_box(mat)
    room = (content.width_mm, content.height_mm - NAME_MM)
    lefts = seams((outer.left_mm, outer.right_mm), room[0], [_span(tag.x_mm, tag.size_mm) for tag in mat.tags])
    bottoms = seams((outer.bottom_mm, outer.top_mm), room[1], [_span(tag.y_mm, tag.size_mm) for tag in mat.tags])
    return tuple(
        tuple(
            Tile(
                name=f"{chr(ord('A') + row)}{column + 1}",
                part=Box(
                    left_mm, bottom_mm, min(room[0], outer.right_mm - left_mm), min(room[1], outer.top_mm - bottom_mm)
                ),
                left_seam=column > 0,
                lower_seam=row > 0,
                right_seam_mm=lefts[column + 1] if column + 1 < len(lefts) else None,
                upper_seam_mm=bottoms[row + 1] if row + 1 < len(bottoms) else None,
            )
            for column, left_mm in enumerate(lefts)
        )
        for row, bottom_mm in enumerate(bottoms)
    )


def seams(span_mm: tuple[float, float], tile_mm: float, whole: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Where tiles of one length begin, each as late as overlap and tags allow, so that they are as few as can be.

    Args:
        span_mm: What is to be covered.
        tile_mm: What one sheet can show.
        whole: Stretches that no seam nor its overlap may touch.

    Raises:
        PrintingError: If a sheet is too small to get past such a stretch.
    """
    starts = [span_mm[0]]
    while starts[-1] + tile_mm < span_mm[1]:
        start_mm = starts[-1] + tile_mm - OVERLAP_MM
        for first_mm, last_mm in sorted(whole, reverse=True):
            if start_mm < last_mm and start_mm + OVERLAP_MM > first_mm:
                start_mm = first_mm - OVERLAP_MM
        if start_mm <= starts[-1]:
            raise PrintingError("this paper is too small for the mat's tags; choose a larger paper")
        starts.append(start_mm)
    return tuple(starts)


def tile_drawing(
    mat: MatLayout,
    tile: Tile,
    content: Box,
    language: Language,
    grid: GridLayout | None = None,
    zones: Sequence[AreaView] = (),
) -> Drawing:
    """One page with one tile in its upper left corner; with a board its cells take the place of the crosses."""
    part = tile.part
    left_mm, bottom_mm = content.left_mm, content.top_mm - NAME_MM - part.height_mm

    def draw(pen: Pen) -> None:
        pen.text((left_mm, content.top_mm - 3.4), tile.name, 3.6, Font.BOLD)
        with (
            pen.clipped(Box(left_mm, bottom_mm, part.width_mm, part.height_mm)),
            pen.at(left_mm - part.left_mm, bottom_mm - part.bottom_mm),
        ):
            draw_zones(pen, grid, zones)
            _draw_ground(pen, mat, tile, grid)
            _draw_mat(pen, mat, language)
            _draw_seams(pen, tile)

    return draw


def _draw_ground(pen: Pen, mat: MatLayout, tile: Tile, grid: GridLayout | None) -> None:
    if grid is not None:
        draw_cells(pen, grid, tile.part)
        return
    for column in range(1, round(mat.width_mm / CROSSES_MM)):
        for row in range(1, round(mat.height_mm / CROSSES_MM)):
            pen.cross(column * CROSSES_MM, row * CROSSES_MM, 3.0, grey=GREY)


def _draw_mat(pen: Pen, mat: MatLayout, language: Language) -> None:
    outer = outer_box(mat)
    pen.rectangle(outer, width_mm=0.3)
    pen.rectangle(Box(0.0, 0.0, mat.width_mm, mat.height_mm), width_mm=0.4)
    border_mm = -outer.left_mm
    for x_mm in (PLAYER_INSET_MM, mat.width_mm - PLAYER_INSET_MM):
        pen.lines((x_mm, -border_mm / 2), (say(language, "printing.mat.side_one"),), 7.0, Font.BOLD)
        with pen.at(x_mm, mat.height_mm + border_mm / 2, pi):
            pen.lines((0.0, 0.0), (say(language, "printing.mat.side_two"),), 7.0, Font.BOLD)
    for tag in mat.tags:
        pen.tag(tag, mat.dictionary)
        below_mm = tag.y_mm - tag.size_mm / 2 - 4.6
        pen.text((tag.x_mm, below_mm), str(tag.id), 2.5, align=0.5)


def _draw_seams(pen: Pen, tile: Tile) -> None:
    part = tile.part
    across = (part.bottom_mm, part.top_mm)
    along = (part.left_mm, part.right_mm)
    seams_x = ([part.left_mm] if tile.left_seam else []) + _known(tile.right_seam_mm)
    seams_y = ([part.bottom_mm] if tile.lower_seam else []) + _known(tile.upper_seam_mm)
    for x_mm in seams_x:
        pen.line((x_mm, across[0]), (x_mm, across[1]), 0.1, grey=GREY)
    for y_mm in seams_y:
        pen.line((along[0], y_mm), (along[1], y_mm), 0.1, grey=GREY)
    # Crosses count from the seams, which neighbours share, so both sheets print them in the same places.
    for x_mm in seams_x:
        for y_mm in _cross_places(part.bottom_mm, tile.upper_seam_mm, part.top_mm):
            pen.cross(x_mm, y_mm, 4.0)
    for y_mm in seams_y:
        for x_mm in _cross_places(part.left_mm, tile.right_seam_mm, part.right_mm):
            pen.cross(x_mm, y_mm, 4.0)


def _cross_places(first_mm: float, next_mm: float | None, last_mm: float) -> tuple[float, float]:
    return first_mm + CROSS_INSET_MM, (last_mm if next_mm is None else next_mm) - CROSS_INSET_MM


def _known(value_mm: float | None) -> list[float]:
    return [] if value_mm is None else [value_mm]


def _span(place_mm: float, size_mm: float) -> tuple[float, float]:
    reach_mm = size_mm / 2 + TAG_CLEARANCE_MM
    return place_mm - reach_mm, place_mm + reach_mm
