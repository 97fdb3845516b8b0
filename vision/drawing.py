"""Draws on a camera image in true perspective: all coordinates are given in the mat frame.

Lines are cut into short pieces first, because lens distortion bends lines that are straight on the mat.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.camera.camera_model import CameraModel
from vision.observation import MatObservation, Place, TableObservation, TagObservation
from vision.table import BaseLayout, GridLayout, TableLayout, TerrainLayout

Colour = tuple[int, int, int]
"""Blue, green, red; each from 0 to 255."""

TAG: Colour = (255, 160, 0)
MAT: Colour = (200, 200, 200)
CELL: Colour = (235, 215, 190)
BASE: Colour = (60, 220, 60)
TERRAIN: Colour = (40, 140, 255)
RING: Colour = (255, 230, 120)
_PLATE: Colour = (30, 30, 30)

_Piece = TypeVar("_Piece", BaseLayout, TerrainLayout)

_PIECE_MM = 8.0
_RING_POINTS = 96
_SUBPIXEL_BITS = 3
LIT_SHARE = 0.93  # line width of a highlighted cell's outline
FAINT = 0.45  # line width of rings and sight lines: there are many of them, and they must not hide the table


@dataclass(frozen=True, slots=True)
class MatLine:
    """A line to draw on the mat.

    Attributes:
        start_mm: Mat frame.
        end_mm: Mat frame.
        colour: Blue, green, red.
    """

    start_mm: tuple[float, float]
    end_mm: tuple[float, float]
    colour: Colour


class MatCanvas:
    """A copy of an image, on which strokes given in the mat frame can be drawn."""

    def __init__(self, image: Image, model: CameraModel | None) -> None:
        """Copies the image.

        Args:
            image: (h, w) grey or (h, w, 3) BGR.
            model: Lens and pose; None if the mat is not found, in which case only strokes in pixels can be drawn.
        """
        self._plain = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
        self._picture = self._plain.copy()
        self._model = model
        self._thickness = max(1, round(image.shape[1] / 1100))

    def fade(self, share: float) -> None:
        """Fades all strokes drawn so far: `share` of their strength remains, and the image shows through."""
        self._picture = cv2.addWeighted(self._picture, share, self._plain, 1.0 - share, 0.0)

    @property
    def picture(self) -> Image:
        """The image with everything drawn so far, (h, w, 3) BGR."""
        return np.asarray(self._picture, dtype=np.uint8)

    def line(self, start_mm: tuple[float, float], end_mm: tuple[float, float], colour: Colour) -> None:
        """Draws a straight line on the mat."""
        self.outline((start_mm, end_mm), colour, closed=False)

    def outline(self, points_mm: Sequence[tuple[float, float]], colour: Colour, *, closed: bool = True) -> None:
        """Draws a polyline through points on the mat; each piece is straight on the mat."""
        corners = np.array(points_mm, dtype=np.float64)
        ends = np.roll(corners, -1, axis=0) if closed else corners[1:]
        parts = [_between(start, end) for start, end in zip(corners, ends, strict=False)]
        self._stroke(np.concatenate(parts), colour, closed=closed)

    def area(self, points_mm: Sequence[tuple[float, float]], colour: Colour) -> None:
        """Fills a polygon on the mat."""
        if self._model is not None:
            corners = np.array(points_mm, dtype=np.float64)
            rim = np.concatenate([_between(*ends) for ends in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
            fixed = self._fixed(self._model.pixels(np.column_stack([rim, np.zeros(len(rim))])))
            cv2.fillPoly(self._picture, [fixed], colour, cv2.LINE_AA, _SUBPIXEL_BITS)

    def circle(self, centre_mm: tuple[float, float], radius_mm: float, colour: Colour) -> None:
        """Draws a circle on the mat."""
        self._stroke(_circle(centre_mm, radius_mm), colour, closed=True)

    def label(self, at_mm: tuple[float, float], text: str, colour: Colour, below_mm: float = 0.0) -> None:
        """Writes a word upright in the image, centred on a point of the mat, or just below a disc of that radius."""
        if self._model is None:
            return
        rim = _circle(at_mm, below_mm)
        spots = self._model.pixels(np.column_stack([rim, np.zeros(len(rim))]))
        drop_px = 10 * self._thickness if below_mm else 0.0
        self.label_px((float(spots[:, 0].mean()), float(spots[:, 1].max()) + drop_px), text, colour)

    def label_px(self, at_px: tuple[float, float], text: str, colour: Colour) -> None:
        """Writes a word centred on a pixel, on a dark plate so that it is legible on any mat."""
        scale = self._picture.shape[1] / 3000
        (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, self._thickness)
        left, foot = round(at_px[0] - width / 2), round(at_px[1] + height / 2)
        rim = 2 * self._thickness
        cv2.rectangle(
            self._picture, (left - rim, foot - height - rim), (left + width + rim, foot + below + rim), _PLATE, -1
        )
        cv2.putText(
            self._picture, text, (left, foot), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, self._thickness, cv2.LINE_AA
        )

    def tag(self, tag: TagObservation, colour: Colour = TAG) -> None:
        """Draws a tag's outline, with a dot at the pattern's top left corner."""
        corners = np.array(tag.corners_px)
        self._stroke_px(corners, colour, closed=True)
        first = (round(float(corners[0, 0])), round(float(corners[0, 1])))
        cv2.circle(self._picture, first, 2 * self._thickness, colour, -1, cv2.LINE_AA)

    def _stroke(self, points_mm: Floats, colour: Colour, *, closed: bool) -> None:
        if self._model is not None:
            flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
            self._stroke_px(self._model.pixels(flat), colour, closed=closed)

    def _stroke_px(self, points_px: Floats, colour: Colour, *, closed: bool) -> None:
        cv2.polylines(
            self._picture,
            [self._fixed(points_px)],
            closed,
            colour,
            self._thickness,
            lineType=cv2.LINE_AA,
            shift=_SUBPIXEL_BITS,
        )

    def _fixed(self, points_px: Floats) -> NDArray[np.int32]:
        """Converts pixels for OpenCV's drawing functions, whose fixed-point numbers overflow far outside the image."""
        height, width = self._picture.shape[:2]
        near = np.clip(points_px, (-4.0 * width, -4.0 * height), (5.0 * width, 5.0 * height))
        return np.asarray(np.round(near * 2**_SUBPIXEL_BITS), dtype=np.int32).reshape(-1, 1, 2)


def draw_observation(
    image: Image,
    layout: TableLayout,
    observation: TableObservation,
    ranges_mm: Mapping[str, float] | None = None,
    lines: Sequence[MatLine] = (),
    lit: Mapping[tuple[int, int], Colour] | None = None,
) -> Image:
    """Draws everything that was observed into an image.

    Args:
        image: The camera image.
        layout: The table's layout.
        observation: What was observed in that image.
        ranges_mm: Rings to draw around every base, by name; measured from the base's rim.
        lines: Lines on the mat, such as sight lines.
        lit: Cells of the table's board to highlight, each with its colour.

    Returns:
        (h, w, 3) BGR; the input image is not modified.
    """
    canvas = MatCanvas(image, camera_model_of(observation.mat))
    _draw_mat(canvas, layout)
    _draw_cells(canvas, layout.grid, lit or {})
    for place in observation.bases:
        _draw_rings(canvas, place, layout, ranges_mm or {})
    for line in lines:
        canvas.line(line.start_mm, line.end_mm, line.colour)
    canvas.fade(FAINT)
    _draw_lit_cells(canvas, layout.grid, lit or {})
    for place in observation.terrain:
        _draw_terrain(canvas, place, layout)
    for place in observation.bases:
        _draw_base(canvas, place, layout)
    for tag in observation.tags:
        canvas.tag(tag)
    _name_pieces(canvas, layout, observation)
    return canvas.picture


def camera_model_of(mat: MatObservation) -> CameraModel | None:
    """Returns lens and pose of a mat observation; None if the mat was not found."""
    if mat.mat_to_image is None or mat.lens is None:
        return None
    columns = np.linalg.solve(np.array(mat.lens.matrix), np.array(mat.mat_to_image))
    columns = columns / np.linalg.norm(columns[:, 0])
    rotation = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    return CameraModel(mat.lens, rotation, columns[:, 2])


def _draw_mat(canvas: MatCanvas, layout: TableLayout) -> None:
    width_mm, height_mm = layout.mat.width_mm, layout.mat.height_mm
    canvas.outline(((0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm)), MAT)


def _draw_cells(canvas: MatCanvas, grid: GridLayout | None, lit: Mapping[tuple[int, int], Colour]) -> None:
    if grid is None:
        return
    for cell in grid.cells:
        if cell in lit:
            canvas.area(grid.corners_mm(cell), lit[cell])
        canvas.outline(grid.corners_mm(cell), CELL)


def _draw_lit_cells(canvas: MatCanvas, grid: GridLayout | None, lit: Mapping[tuple[int, int], Colour]) -> None:
    """Outlines cells slightly inside their edges, so that the outlines of neighbouring cells do not overlap."""
    if grid is None:
        return
    for cell, colour in lit.items():
        x_mm, y_mm = grid.centre_mm(cell)
        corners = grid.corners_mm(cell)
        canvas.outline([(x_mm + LIT_SHARE * (x - x_mm), y_mm + LIT_SHARE * (y - y_mm)) for x, y in corners], colour)


def _draw_base(canvas: MatCanvas, place: Place, layout: TableLayout) -> None:
    base = _piece_of(place, layout.bases)
    centre_mm = (place.x_mm, place.y_mm)
    canvas.circle(centre_mm, base.radius_mm, BASE)
    rim_mm = (
        place.x_mm + base.radius_mm * math.cos(place.angle_rad),
        place.y_mm + base.radius_mm * math.sin(place.angle_rad),
    )
    canvas.line(centre_mm, rim_mm, BASE)


def _draw_rings(canvas: MatCanvas, place: Place, layout: TableLayout, ranges_mm: Mapping[str, float]) -> None:
    base = _piece_of(place, layout.bases)
    centre_mm = (place.x_mm, place.y_mm)
    for name, range_mm in ranges_mm.items():
        reach_mm = base.radius_mm + range_mm
        canvas.circle(centre_mm, reach_mm, RING)
        canvas.label((place.x_mm, place.y_mm + reach_mm), name, RING)


def _draw_terrain(canvas: MatCanvas, place: Place, layout: TableLayout) -> None:
    piece = _piece_of(place, layout.terrain)
    cos, sin = math.cos(place.angle_rad), math.sin(place.angle_rad)
    canvas.outline(
        [(place.x_mm + cos * x - sin * y, place.y_mm + sin * x + cos * y) for x, y in piece.polygon_mm], TERRAIN
    )


def _name_pieces(canvas: MatCanvas, layout: TableLayout, observation: TableObservation) -> None:
    for place in observation.terrain:
        canvas.label((place.x_mm, place.y_mm), place.id, TERRAIN)
    for place in observation.bases:
        radius_mm = _piece_of(place, layout.bases).radius_mm
        canvas.label((place.x_mm, place.y_mm), place.id, BASE, below_mm=radius_mm)


def _circle(centre_mm: tuple[float, float], radius_mm: float) -> Floats:
    turn = np.linspace(0.0, math.tau, _RING_POINTS, endpoint=False)
    return np.asarray(np.column_stack([np.cos(turn), np.sin(turn)]) * radius_mm + np.array(centre_mm), np.float64)


def _between(start: Floats, end: Floats) -> Floats:
    count = max(1, math.ceil(float(np.hypot(*(end - start))) / _PIECE_MM))
    return np.asarray(start + np.linspace(0.0, 1.0, count + 1)[:, None] * (end - start), dtype=np.float64)


def _piece_of(place: Place, pieces: Sequence[_Piece]) -> _Piece:
    return next(piece for piece in pieces if piece.id == place.id)
