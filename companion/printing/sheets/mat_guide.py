"""The page that shows how a mat's pieces or sheets go together."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.display.board_view import AreaView
from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, Pen, Point
from companion.printing.page.sheet import Drawing
from companion.printing.sheets.cell_board import ZONE_SHADE, zone_outlines
from companion.printing.sheets.mat_tiles import Tile, outer_box
from companion.texts import Language, say
from vision.table import GridLayout, MatLayout, TableLayout

STEP_SIZE_MM = 3.4
STEP_PITCH_MM = 4.6
STEP_GAP_MM = 1.6
NUMBER_MM = 7.0
SIDE_MM = (24.0, 6.0)


def guide_drawing(
    table: TableLayout,
    tiles: Sequence[Tile],
    steps: Sequence[str],
    content: Box,
    language: Language,
    zones: Sequence[AreaView] = (),
) -> Drawing:
    """Numbered steps, and below them the mat in small with its tags, its board and, if it is tiled, its sheets."""

    def draw(pen: Pen) -> None:
        top_mm = content.top_mm - 4.0
        for number, step in enumerate(steps, start=1):
            pen.text((content.left_mm, top_mm), f"{number}.", STEP_SIZE_MM, Font.BOLD)
            for line in wrapped(step, STEP_SIZE_MM, content.width_mm - NUMBER_MM):
                pen.text((content.left_mm + NUMBER_MM, top_mm), line, STEP_SIZE_MM)
                top_mm -= STEP_PITCH_MM
            top_mm -= STEP_GAP_MM
        room = Box(content.left_mm, content.bottom_mm + 2.0, content.width_mm, top_mm - content.bottom_mm - 4.0)
        picture = _Picture(pen, table.mat, room, language)
        picture.board(table.grid, zones)
        picture.draw(tiles)

    return draw


@dataclass(frozen=True, slots=True)
class _Picture:
    """The mat drawn small, in the middle of a room."""

    pen: Pen
    mat: MatLayout
    room: Box
    language: Language

    @property
    def scale(self) -> float:
        outer = outer_box(self.mat)
        return min(self.room.width_mm / outer.width_mm, self.room.height_mm / outer.height_mm)

    def at(self, x_mm: float, y_mm: float) -> Point:
        outer = outer_box(self.mat)
        middle_x_mm, middle_y_mm = self.room.middle_mm
        return (
            middle_x_mm + (x_mm - outer.middle_mm[0]) * self.scale,
            middle_y_mm + (y_mm - outer.middle_mm[1]) * self.scale,
        )

    def board(self, grid: GridLayout | None, zones: Sequence[AreaView]) -> None:
        for zone in zones:
            outlines = zone_outlines(grid, zone)
            self.pen.areas([[self.at(*corner) for corner in each] for each in outlines], fill=ZONE_SHADE)
        if grid is not None:
            for cell in grid.cells:
                self.pen.polygon([self.at(*corner) for corner in grid.corners_mm(cell)], width_mm=0.1, grey=GREY)

    def draw(self, tiles: Sequence[Tile]) -> None:
        mat, pen = self.mat, self.pen
        for tile in tiles:
            self._tile(tile)
        self._box(Box(0.0, 0.0, mat.width_mm, mat.height_mm), width_mm=0.5, grey=0.0)
        for tag in mat.tags:
            half_mm = tag.size_mm / 2
            self._box(Box(tag.x_mm - half_mm, tag.y_mm - half_mm, 2 * half_mm, 2 * half_mm), width_mm=0.4, grey=0.0)
            pen.lines(self.at(tag.x_mm, tag.y_mm), (str(tag.id),), 3.4, Font.BOLD)
        middle_mm = mat.width_mm / 2
        self._side("one", self.at(middle_mm, 28.0))
        self._side("two", self.at(middle_mm, mat.height_mm - 28.0))
        if not tiles:
            halves = (say(self.language, "printing.mat.half", length_mm=f"{middle_mm:g}"),)
            pen.lines(self.at(middle_mm / 2, 8.0), halves, 3.0)
            pen.lines(self.at(middle_mm * 3 / 2, 8.0), halves, 3.0)

    def _side(self, player: str, place: Point) -> None:
        """Whose side it is, legible also where the seams of tiles pass."""
        (x_mm, y_mm), (half_mm, up_mm) = place, (SIDE_MM[0] / 2, SIDE_MM[1] / 2)
        corners = ((-half_mm, -up_mm), (half_mm, -up_mm), (half_mm, up_mm), (-half_mm, up_mm))
        self.pen.polygon([(x_mm + x, y_mm + y) for x, y in corners], fill=1.0)
        self.pen.lines(place, (say(self.language, f"printing.mat.side_{player}"),), 4.0, Font.BOLD)

    def _tile(self, tile: Tile) -> None:
        self._box(tile.part, width_mm=0.15, grey=GREY)
        right_mm = tile.right_seam_mm if tile.right_seam_mm is not None else tile.part.right_mm
        upper_mm = tile.upper_seam_mm if tile.upper_seam_mm is not None else tile.part.top_mm
        middle = self.at((tile.part.left_mm + right_mm) / 2, (tile.part.bottom_mm + upper_mm) / 2)
        self.pen.lines(middle, (tile.name,), 6.0, Font.BOLD)

    def _box(self, box: Box, *, width_mm: float, grey: float) -> None:
        left_mm, bottom_mm = self.at(box.left_mm, box.bottom_mm)
        small = Box(left_mm, bottom_mm, box.width_mm * self.scale, box.height_mm * self.scale)
        self.pen.rectangle(small, width_mm=width_mm, grey=grey)
