"""Where lengths are written on a drawing: beside the half of what they measure."""

import math
from itertools import pairwise

from companion.geometry import Line, Mat, MatPoint
from companion.geometry.drawing import DimensionLine, Drawing, Stroke
from companion.presentation.vector_drawing import Caption, VectorDrawing, drawing_sheet

MAT = Mat(600.0, 600.0)


def lengths(sheet: VectorDrawing) -> dict[str, tuple[float, float]]:
    return {each.text: each.spot for each in sheet.shapes if isinstance(each, Caption) and each.look == "length"}


def test_a_length_stands_beside_the_half_of_its_line_however_close_its_points_lie():
    straight = drawing_sheet(way(MatPoint(100.0, 300.0), MatPoint(500.0, 300.0)), {})
    crowded = drawing_sheet(way(MatPoint(100.0, 300.0), *crowd(), MatPoint(500.0, 300.0)), {})
    ((_, spot),), ((_, other),) = lengths(straight).items(), lengths(crowded).items()
    assert math.dist(spot, other) < 1.0


def test_a_line_without_a_length_has_its_place_too():
    touching = drawing_sheet(way(MatPoint(100.0, 300.0), MatPoint(100.0, 300.0)), {})
    assert list(lengths(touching)) == ["0.0"]


def crowd() -> tuple[MatPoint, ...]:
    """Many points near one end."""
    return tuple(MatPoint(101.0 + number, 300.0) for number in range(20))


def way(*points: MatPoint) -> Drawing:
    length_mm = sum(Line(start, end).length_mm for start, end in pairwise(points))
    return Drawing(MAT, (), (), (DimensionLine(points, Stroke.WAY, length_mm),))
