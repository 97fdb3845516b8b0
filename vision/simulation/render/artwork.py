"""Printed and painted surfaces: tags, the mat's art, the table cloth, terrain; all are generated from a seed."""

import math
from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.render.card import Print
from vision.simulation.render.tone import FULL_LIGHT, Light, light_of
from vision.table import GridLayout, TerrainLayout

INK, PAPER = 28, 236
"""Grey levels of black ink and white paper in uniform light."""
RIM_TEXELS = 2
QUIET_MODULES = 1
CLOTH_TILE_MM = 400.0
CELL_LINE_MM = 1.0
CELL_COLOUR = (212, 224, 226)
CARD_MM = (63.0, 88.0)
"""Width and height of a game card."""
Texels = NDArray[np.uint8]
Decorate = Callable[[Texels, TerrainLayout, np.random.Generator, float], None]
"""Draws on the ground of a template; takes its colours, the piece, a source of chance, and texels per millimetre."""


@lru_cache(maxsize=256)
def tag_print(dictionary: str, tag_id: int, size_mm: float, texels_per_mm: float, samples: int) -> Print:
    """Returns a tag with one module of white around it, at a scale of at least `texels_per_mm`."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    modules = int(known.markerSize) + 2
    each = max(2, math.ceil(texels_per_mm * size_mm / modules))
    cells = np.asarray(cv2.aruco.generateImageMarker(known, tag_id, modules), dtype=np.uint8)
    cells = np.pad(cells, QUIET_MODULES, constant_values=255)
    grey = np.where(cells > 127, PAPER, INK).astype(np.uint8).repeat(each, axis=0).repeat(each, axis=1)
    return Print(with_rim(np.dstack([grey, grey, grey])), modules * each / size_mm, samples)


def with_rim(colours: Texels, cover: Texels | None = None) -> Light:
    """Converts colours from grey levels to light, with full or given cover, and adds an empty rim."""
    height, width = colours.shape[:2]
    texels = np.zeros((height + 2 * RIM_TEXELS, width + 2 * RIM_TEXELS, 4), dtype=np.uint16)
    inner = texels[RIM_TEXELS:-RIM_TEXELS, RIM_TEXELS:-RIM_TEXELS]
    inner[..., :3] = light_of(colours)
    inner[..., 3] = FULL_LIGHT
    if cover is not None:
        inner[:] = np.round(inner * (cover[..., None] / np.float32(255.0)))
    return texels


def blotches(size: tuple[int, int], grain: int, rng: np.random.Generator, spread: float) -> NDArray[np.float32]:
    """Returns smooth noise around 1, (h, w); `grain` is its scale in pixels, `spread` its standard deviation."""
    height, width = size
    coarse = rng.normal(0.0, 1.0, (height // grain + 3, width // grain + 3)).astype(np.float32)
    smooth = cv2.resize(coarse, None, fx=grain, fy=grain, interpolation=cv2.INTER_CUBIC)[:height, :width]
    return np.asarray(1.0 + spread * smooth, dtype=np.float32)


@lru_cache(maxsize=2)
def mat_print(
    size_mm: tuple[float, float],
    seed: int,
    grid: GridLayout | None = None,
    texels_per_mm: float = 3.0,
    samples: int = 2,
) -> Print:
    """Returns the playing mat: a coloured ground with a busy pattern, scraps, lines of text, and a board's cells."""
    width_mm, height_mm = size_mm
    rng = np.random.default_rng([seed, 1])
    width, height = round(width_mm * texels_per_mm), round(height_mm * texels_per_mm)
    grounds = ((92, 128, 74), (78, 96, 128), (120, 104, 88), (70, 110, 104))
    colours = np.empty((height, width, 3), dtype=np.uint8)
    colours[:] = grounds[seed % len(grounds)]
    for _ in range(260):
        _ornament(colours, rng, texels_per_mm)
    for _ in range(70):
        _scrap(colours, rng, texels_per_mm)
    for _ in range(4):
        _caption(colours, rng, texels_per_mm)
    cell = round(50 * texels_per_mm)
    for at in range(cell, max(width, height), cell):
        cv2.line(colours, (at, 0), (at, height), (60, 70, 60), 1, cv2.LINE_AA)
        cv2.line(colours, (0, at), (width, at), (60, 70, 60), 1, cv2.LINE_AA)
    if grid is not None:
        draw_cells(colours, grid, texels_per_mm)
    relief = blotches((height, width), 90, rng, 0.10) * blotches((height, width), 3, rng, 0.04)
    return Print(with_rim(_times(colours, relief)), texels_per_mm, samples)


def draw_cells(colours: Texels, grid: GridLayout, scale: float) -> None:
    """Draws the outlines of a board's cells; the mat's lower left corner is that of the image."""
    for cell in grid.cells:
        corners = np.array(grid.corners_mm(cell)) * (scale, -scale) + (-0.5, colours.shape[0] - 0.5)
        fixed = np.round(corners * 16).astype(np.int32)
        line = max(1, round(CELL_LINE_MM * scale))
        cv2.polylines(colours, [fixed], True, CELL_COLOUR, line, cv2.LINE_AA, 4)  # noqa: FBT003  # OpenCV's order


def _times(colours: Texels, relief: NDArray[np.float32]) -> Texels:
    lit = colours * relief[..., None]
    return np.clip(lit, 0, 255, out=lit).astype(np.uint8)


def _ornament(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    at = tuple(int(v) for v in rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0]))
    radius = rng.uniform(4, 16) * scale
    colour = tuple(int(v) for v in rng.uniform(60, 210, 3))
    shape = int(rng.integers(3))
    if shape == 0:
        cv2.circle(colours, at, int(radius), colour, max(1, int(scale)), cv2.LINE_AA)
    elif shape == 1:
        axes = (int(radius), int(radius * rng.uniform(0.2, 0.6)))
        cv2.ellipse(colours, at, axes, rng.uniform(0, 180), 0, 360, colour, max(1, int(scale)), cv2.LINE_AA)
    else:
        turn = rng.uniform(0, math.tau)
        corners = [
            (at[0] + radius * math.cos(turn + k * math.pi / 2), at[1] + radius * math.sin(turn + k * math.pi / 2))
            for k in range(4)
        ]
        cv2.polylines(colours, [np.array(corners, np.int32)], True, colour, max(1, int(scale)), cv2.LINE_AA)  # noqa: FBT003  # OpenCV's order


def _scrap(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    """Draws a dark or light quadrilateral, which resembles a tag's outline."""
    centre = rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0])
    half = rng.uniform(2, 9) * scale
    turns = rng.uniform(0, math.tau) + np.arange(4) * math.pi / 2 + rng.uniform(-0.25, 0.25, 4)
    corners = centre + half * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    grey = rng.uniform(25, 60) if rng.random() < 0.6 else rng.uniform(170, 220)
    cv2.fillPoly(colours, [corners.astype(np.int32)], (int(grey), int(grey), int(grey)), cv2.LINE_AA)


def _caption(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    words = ("Camp", "Ford", "Tower", "Gate", "Mine", "North", "Bridge", "Start")
    width, height = int(62 * scale), int(44 * scale)
    left = int(rng.uniform(0, max(1, colours.shape[1] - width)))
    top = int(rng.uniform(0, max(1, colours.shape[0] - height)))
    cv2.rectangle(colours, (left, top), (left + width, top + height), (205, 208, 205), -1)
    for line in range(6):
        text = f"{words[int(rng.integers(len(words)))]} {int(rng.integers(100))}"
        at = (left + int(3 * scale), top + int((7 + 6.5 * line) * scale))
        cv2.putText(colours, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.19 * scale, (40, 40, 40), 1, cv2.LINE_AA)
        box = (left + int(52 * scale), top + int((3 + 6.5 * line) * scale))
        cv2.rectangle(colours, box, (box[0] + int(4.5 * scale), box[1] + int(4.5 * scale)), (35, 35, 35), -1)


def game_card_print(look: int, texels_per_mm: float, samples: int) -> Print:
    """Returns a game card: a frame, a picture, a title, text, and dark symbols that resemble tags."""
    rng = np.random.default_rng([look, 9])
    width, height = (round(side_mm * texels_per_mm) for side_mm in CARD_MM)
    colours = np.empty((height, width, 3), dtype=np.uint8)
    colours[:] = tuple(int(v) for v in rng.uniform(30, 90, 3))
    edge = round(3.0 * texels_per_mm)
    colours[edge:-edge, edge:-edge] = (214, 224, 226)
    top, middle = round(12.0 * texels_per_mm), round(48.0 * texels_per_mm)
    picture = colours[top:middle, 2 * edge : -2 * edge]
    picture[:] = tuple(int(v) for v in rng.uniform(70, 190, 3))
    for _ in range(9):
        _ornament(picture, rng, texels_per_mm)
    for _ in range(4):
        _scrap(picture, rng, texels_per_mm)
    words = ("Charge", "Ambush", "Volley", "Shield", "Oath", "Retreat", "Curse", "March")
    for line, down_mm in enumerate((9.0, 56.0, 62.0, 68.0)):
        text = f"{words[int(rng.integers(8))]} {words[int(rng.integers(8))].lower()}"
        at = (round(6.0 * texels_per_mm), round(down_mm * texels_per_mm))
        size = (0.20 if line == 0 else 0.15) * texels_per_mm
        cv2.putText(colours, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30), 1, cv2.LINE_AA)
    side = round(7.0 * texels_per_mm)
    for k in range(3):
        left, low = round((8.0 + 17.0 * k) * texels_per_mm), round(74.0 * texels_per_mm)
        colours[low : low + side, left : left + side] = 32
        holes = (rng.random((4, 4)) < 0.5).astype(np.uint8) * 200
        inner = cv2.resize(holes, (2 * side // 3, 2 * side // 3), interpolation=cv2.INTER_NEAREST)
        part = colours[low + side // 6 :, left + side // 6 :][: inner.shape[0], : inner.shape[1]]
        np.maximum(part, inner[: part.shape[0], : part.shape[1], None], out=part)
    return Print(with_rim(colours), texels_per_mm, samples)


@lru_cache(maxsize=2)
def cloth_tile(seed: int, texels_per_mm: float = 1.0) -> Light:
    """Returns the table around the mat as light (h, w, 3): a tile that repeats seamlessly."""
    rng = np.random.default_rng([seed, 2])
    side = round(CLOTH_TILE_MM * texels_per_mm)
    grounds = ((128, 158, 182), (152, 120, 104), (112, 120, 128), (96, 124, 150))
    rough = rng.normal(0.0, 1.0, (side, side)).astype(np.float32)
    relief = np.ones((side, side), dtype=np.float32)
    for soft, share in ((24.0, 0.07), (2.0, 0.04)):
        wrapped = cv2.copyMakeBorder(rough, 96, 96, 96, 96, cv2.BORDER_WRAP)
        smooth = cv2.GaussianBlur(wrapped, (0, 0), soft)[96:-96, 96:-96]
        relief += share * smooth / float(smooth.std())
    seam = relief.copy()
    seam[:: side // 2] *= 0.82
    seam[:, :: side // 2] *= 0.82
    colours = np.empty((side, side, 3), dtype=np.uint8)
    colours[:] = grounds[seed % len(grounds)]
    return light_of(_times(colours, seam))


def terrain_print(
    piece: TerrainLayout, seed: int, texels_per_mm: float, samples: int, decorate: Decorate | None = None
) -> Print:
    """Returns a terrain template; the centre of the print is the template's origin, `decorate` draws on its ground."""
    rng = np.random.default_rng([seed, 3, *piece.id.encode()])
    half_x = max(abs(x) for x, _ in piece.polygon_mm) + 1.0
    half_y = max(abs(y) for _, y in piece.polygon_mm) + 1.0
    width, height = 2 * math.ceil(half_x * texels_per_mm), 2 * math.ceil(half_y * texels_per_mm)
    corners = np.array(
        [((width - 1) / 2 + x * texels_per_mm, (height - 1) / 2 - y * texels_per_mm) for x, y in piece.polygon_mm]
    )
    fixed = np.round(corners * 16).astype(np.int32)
    cover = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(cover, [fixed], 255, cv2.LINE_AA, 4)
    colours = np.empty((height, width, 3), dtype=np.uint8)
    colours[:] = _terrain_colour(piece)
    colours = _times(colours, blotches((height, width), max(2, round(8 * texels_per_mm)), rng, 0.12))
    if decorate is not None:
        decorate(colours, piece, rng, texels_per_mm)
    line = max(1, round(1.2 * texels_per_mm))
    cv2.polylines(colours, [fixed], True, (40, 40, 48), line, cv2.LINE_AA, 4)  # noqa: FBT003  # OpenCV's order
    return Print(with_rim(colours, cover), texels_per_mm, samples)


def is_water(piece: TerrainLayout) -> bool:
    """Returns whether a template is a pond: it hides nobody."""
    return not piece.blocks_sight and not piece.cover


def _terrain_colour(piece: TerrainLayout) -> tuple[int, int, int]:
    if is_water(piece):
        return (150, 110, 70)
    if piece.impassable:
        return (112, 116, 124)
    if piece.blocks_sight:
        return (70, 128, 84)
    return (90, 150, 170) if piece.difficult else (150, 160, 165)
