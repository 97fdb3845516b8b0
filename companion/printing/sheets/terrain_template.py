"""Terrain templates: an outline with two tags, to be laid on the mat or glued under scenery."""

from shapely.geometry import Polygon

from companion.printing.page.fonts import Font
from companion.printing.page.packing import Piece
from companion.printing.page.pen import Pen
from companion.texts import Language, say
from vision.table import TerrainLayout

FLAGS = ("impassable", "difficult", "blocks_sight", "cover")
ID_SIZE_MM = 2.5
ID_GAP_MM = 5.4
"""From the black of a tag down to the foot of its id, which leaves the tag its white (a module of 3.3 mm)."""


def terrain_piece(layout: TerrainLayout, kind: str, dictionary: str, language: Language) -> Piece:
    """The template of a layout, to be cut out."""
    xs_mm = [x_mm for x_mm, _ in layout.polygon_mm]
    ys_mm = [y_mm for _, y_mm in layout.polygon_mm]
    middle_mm = ((min(xs_mm) + max(xs_mm)) / 2, (min(ys_mm) + max(ys_mm)) / 2)

    def draw(pen: Pen) -> None:
        with pen.at(-middle_mm[0], -middle_mm[1]):
            pen.cut(layout.polygon_mm)
            for tag in layout.tags:
                pen.tag(tag, dictionary)
                below_mm = tag.y_mm - tag.size_mm / 2 - ID_GAP_MM
                pen.text((tag.x_mm, below_mm), f"{layout.id} · {tag.id}", ID_SIZE_MM, align=0.5)
            _name(pen, layout, kind, language)

    return Piece(layout.id, max(xs_mm) - min(xs_mm), max(ys_mm) - min(ys_mm), draw)


def _name(pen: Pen, layout: TerrainLayout, kind: str, language: Language) -> None:
    flags = [say(language, f"printing.terrain.{flag}") for flag in FLAGS if getattr(layout, flag)]
    middle = Polygon(layout.polygon_mm).centroid
    with pen.at(middle.x, middle.y):
        pen.text((0.0, 1.0), say(language, f"mat.terrain.{kind}"), 3.4, Font.BOLD, align=0.5)
        pen.lines((0.0, -1.6 - 1.4 * len(flags)), flags, 2.2)
