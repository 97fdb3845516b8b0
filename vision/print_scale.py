"""The scale at which sheets were printed, from the printed line of 100 mm and a ruler.

No picture shows at what scale everything was printed: a smaller mat looks like one farther away. Set-up asks what the
line on each kind of sheet measures, across the page and along it, and `table.toml` keeps the answers; positions are
corrected for them. Until then every distance is as unsure as printers are.
"""

import math
from dataclasses import dataclass, replace

from vision.table import EXACT, MatLayout, Prints, PrintScale, TableLayout, Tag, TerrainLayout


@dataclass(frozen=True, slots=True)
class _Ratio:
    """Printed lengths divided by those of the file, across and along the page."""

    x: float
    y: float

    @property
    def mean(self) -> float:
        return math.sqrt(self.x * self.y)

    def tag(self, tag: Tag) -> Tag:
        return replace(tag, size_mm=tag.size_mm * self.mean, x_mm=tag.x_mm * self.x, y_mm=tag.y_mm * self.y)


def as_printed(layout: TableLayout) -> TableLayout:
    """Returns a layout with lengths as they are on the table, and not as they were meant to be printed.

    Bases keep their radii, since a disc lies under a base that was not printed; its tags are corrected.

    Args:
        layout: The layout of the table file. One that is returned by this function comes back as it is.
    """
    prints = layout.prints
    if all(each.is_true for each in (prints.mat, prints.bases, prints.terrain)):
        return layout
    mat, bases, terrain = (_ratio(each) for each in (prints.mat, prints.bases, prints.terrain))
    grid = layout.grid
    if grid is not None and not prints.laid:
        x_mm, y_mm = grid.origin_mm
        grid = replace(grid, pitch_mm=grid.pitch_mm * mat.mean, origin_mm=(x_mm * mat.x, y_mm * mat.y))
    return TableLayout(
        _laid(layout.mat, mat) if prints.laid else _whole(layout.mat, mat),
        tuple(replace(base, tags=tuple(map(bases.tag, base.tags))) for base in layout.bases),
        tuple(_template(piece, terrain) for piece in layout.terrain),
        grid,
        Prints(
            _corrected(prints.mat),
            _corrected(prints.bases),
            _corrected(prints.terrain),
            prints.laid,
            prints.check and replace(prints.check, line_mm=prints.check.line_mm / mat.mean),
        ),
    )


def as_drawn(layout: TableLayout) -> TableLayout:
    """Returns a layout whose lengths count as they are in the file, as on a mat that nobody printed."""
    return replace(layout, prints=EXACT)


def _ratio(scale: PrintScale) -> _Ratio:
    return _Ratio(scale.across_mm / scale.line_mm, scale.along_mm / scale.line_mm)


def _corrected(scale: PrintScale) -> PrintScale:
    return replace(scale, across_mm=scale.line_mm, along_mm=scale.line_mm)


def _whole(mat: MatLayout, ratio: _Ratio) -> MatLayout:
    """Corrects a mat that was printed with its tags."""
    return replace(
        mat,
        width_mm=mat.width_mm * ratio.x,
        height_mm=mat.height_mm * ratio.y,
        tags=tuple(map(ratio.tag, mat.tags)),
    )


def _laid(mat: MatLayout, ratio: _Ratio) -> MatLayout:
    """Corrects tags that were laid round a mat of one's own: their size, and how far out of its edge they lie."""

    def placed(place_mm: float, size_mm: float, share: float) -> float:
        inside_mm = min(max(place_mm, 0.0), size_mm)
        return inside_mm + (place_mm - inside_mm) * share

    return replace(
        mat,
        tags=tuple(
            replace(
                tag,
                size_mm=tag.size_mm * ratio.mean,
                x_mm=placed(tag.x_mm, mat.width_mm, ratio.x),
                y_mm=placed(tag.y_mm, mat.height_mm, ratio.y),
            )
            for tag in mat.tags
        ),
    )


def _template(piece: TerrainLayout, ratio: _Ratio) -> TerrainLayout:
    corners = tuple((x_mm * ratio.x, y_mm * ratio.y) for x_mm, y_mm in piece.polygon_mm)
    return replace(piece, polygon_mm=corners, tags=tuple(map(ratio.tag, piece.tags)))
