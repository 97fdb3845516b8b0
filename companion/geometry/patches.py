"""Areas for drawing: outlines with holes."""

from dataclasses import dataclass

import shapely

from companion.geometry.shapes import MatPoint

_SPECK_MM2 = 1e-3  # smaller pieces result from rounding; no centre could be placed there


@dataclass(frozen=True, slots=True)
class Patch:
    """One connected area.

    Attributes:
        outline: Corners of its outer border, the first not repeated.
        holes: Corners of each hole's border.
    """

    outline: tuple[MatPoint, ...]
    holes: tuple[tuple[MatPoint, ...], ...] = ()


def patches_of(area: shapely.Geometry) -> tuple[Patch, ...]:
    """Returns the polygons of a shapely geometry, without its loose lines and points."""
    return tuple(
        Patch(_ring(part.exterior), tuple(_ring(hole) for hole in part.interiors))
        for part in shapely.get_parts(area)
        if part.geom_type == "Polygon" and part.area > _SPECK_MM2
    )


def area_of(patches: tuple[Patch, ...]) -> shapely.Geometry:
    """Returns the patches as one shapely geometry."""
    return shapely.MultiPolygon([(_pairs(patch.outline), [_pairs(hole) for hole in patch.holes]) for patch in patches])


def _ring(ring: shapely.Geometry) -> tuple[MatPoint, ...]:
    return tuple(MatPoint(float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1])


def _pairs(points: tuple[MatPoint, ...]) -> list[tuple[float, float]]:
    return [(point.x_mm, point.y_mm) for point in points]
