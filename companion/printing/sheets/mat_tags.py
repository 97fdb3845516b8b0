"""The mat's tags as pieces to be laid around a mat of one's own.

Each piece has a side, or an inner corner, that is laid against the mat's edge, and says where it belongs.
"""

from dataclasses import dataclass

from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.packing import Piece
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, Pen, Point
from companion.texts import Language, say
from vision.table import MatLayout, Tag

ARM_MM = 25.0
"""How far a piece runs on along the mat's edge on either side of the white around its tag."""

TEXT_MM = ARM_MM - 2.5
MARK_MM = 3.0

PLACES = {
    (-1, -1): "corner_one_left",
    (0, -1): "middle_one",
    (1, -1): "corner_one_right",
    (1, 0): "middle_right",
    (1, 1): "corner_two_left",
    (0, 1): "middle_two",
    (-1, 1): "corner_two_right",
    (-1, 0): "middle_left",
}
"""Where a tag is seen from the mat's middle, as signs of x and y, and the name of that place in the texts."""


@dataclass(frozen=True, slots=True)
class EdgePlace:
    """A tag outside the mat's edge.

    Attributes:
        tag: The tag, in the mat frame.
        side: Signs of x and y towards it; 0 where it lies between the two edges.
        depth_mm: Of its piece: as much paper beyond the tag as between tag and mat.
    """

    tag: Tag
    side: tuple[int, int]
    depth_mm: float

    @property
    def name(self) -> str:
        """Key of its place in the texts."""
        return f"printing.place.{PLACES[self.side]}"


def edge_place(tag: Tag, mat: MatLayout) -> EdgePlace:
    """Where a tag of our own mats lies; all of them lie outside the edge."""
    sides = tuple(_side(place, size) for place, size in ((tag.x_mm, mat.width_mm), (tag.y_mm, mat.height_mm)))
    out_mm = max(-tag.x_mm, tag.x_mm - mat.width_mm, -tag.y_mm, tag.y_mm - mat.height_mm)
    return EdgePlace(tag, (sides[0], sides[1]), 2 * out_mm)


def mat_piece(place: EdgePlace, mat: MatLayout, language: Language) -> Piece:
    """The piece of one tag, drawn as it lies beside the mat, x to the right as player one sees it."""
    outline, boxes, marks = _corner(place) if 0 not in place.side else _edge(place)
    xs_mm, ys_mm = [x for x, _ in outline], [y for _, y in outline]
    middle = ((min(xs_mm) + max(xs_mm)) / 2, (min(ys_mm) + max(ys_mm)) / 2)
    tag_x_mm, tag_y_mm = (side * place.depth_mm / 2 for side in place.side)
    tag = Tag(place.tag.id, place.tag.size_mm, tag_x_mm, tag_y_mm, place.tag.angle_rad)

    def draw(pen: Pen) -> None:
        with pen.at(-middle[0], -middle[1]):
            pen.cut(outline)
            for mark in marks:
                pen.polygon(mark, fill=0.0)
            pen.tag(tag, mat.dictionary)
            _small_map(pen, boxes[0], place)
            pen.lines(boxes[1], wrapped(say(language, place.name), 2.7, TEXT_MM), 2.7)

    name = say(language, place.name)
    return Piece(name, max(xs_mm) - min(xs_mm), max(ys_mm) - min(ys_mm), draw)


Shape = tuple[tuple[Point, ...], tuple[Point, Point], tuple[tuple[Point, ...], ...]]


def _corner(place: EdgePlace) -> Shape:
    """Outline, middles of the two places for text, and marks, about the mat's corner."""
    depth_mm, (out_x, out_y) = place.depth_mm, place.side

    def at(x_mm: float, y_mm: float) -> Point:
        return out_x * x_mm, out_y * y_mm

    outline = (
        at(depth_mm, depth_mm),
        at(-ARM_MM, depth_mm),
        at(-ARM_MM, 0.0),
        at(0.0, 0.0),
        at(0.0, -ARM_MM),
        at(depth_mm, -ARM_MM),
    )
    marks = tuple(
        tuple(at(y_mm, x_mm) if swap else at(x_mm, y_mm) for x_mm, y_mm in _mark(-ARM_MM / 2)) for swap in (False, True)
    )
    boxes = at(depth_mm / 2 + 1.0, -ARM_MM / 2), at(-ARM_MM / 2, depth_mm / 2 + 1.0)
    return outline, boxes, marks


def _edge(place: EdgePlace) -> Shape:
    """Draws the marks about the middle of a side of the mat."""
    depth_mm, (out_x, out_y) = place.depth_mm, place.side
    half_mm = depth_mm / 2 + ARM_MM

    def at(along_mm: float, out_mm: float) -> Point:
        return (along_mm, out_y * out_mm) if out_x == 0 else (out_x * out_mm, -along_mm)

    outline = (at(-half_mm, 0.0), at(half_mm, 0.0), at(half_mm, depth_mm), at(-half_mm, depth_mm))
    text_mm = half_mm - ARM_MM / 2
    marks = tuple(tuple(at(*corner) for corner in _mark(along_mm)) for along_mm in (-text_mm, text_mm))
    middle = (at(-0.15, 0.0), at(0.15, 0.0), at(0.15, 1.0), at(-0.15, 1.0))
    return outline, (at(-text_mm, depth_mm / 2 + 1.0), at(text_mm, depth_mm / 2 + 1.0)), (*marks, middle)


def _mark(along_mm: float) -> tuple[Point, Point, Point]:
    """A triangle that points at the mat."""
    return (along_mm, 0.3), (along_mm + MARK_MM / 2, MARK_MM), (along_mm - MARK_MM / 2, MARK_MM)


def _small_map(pen: Pen, middle: Point, place: EdgePlace) -> None:
    """The id, and a mat in small with a dot where the piece lies."""
    half_mm = 5.0
    with pen.at(*middle):
        pen.lines((-6.5, 0.0), (str(place.tag.id),), 5.0, Font.BOLD)
        with pen.at(4.0, 0.0):
            pen.rectangle(Box(-half_mm, -half_mm, 2 * half_mm, 2 * half_mm), width_mm=0.2, grey=GREY)
            pen.lines((0.0, -half_mm + 2.0), ("1",), 2.5)
            pen.lines((0.0, half_mm - 2.0), ("2",), 2.5)
            x_mm, y_mm = (side * (half_mm + 1.5) for side in place.side)
            pen.box(x_mm - 1.0, y_mm - 1.0, 2.0, 2.0)


def _side(place_mm: float, size_mm: float) -> int:
    return -1 if place_mm < 0.0 else int(place_mm > size_mm)
