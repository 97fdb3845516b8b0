"""The landscape printed on a plain mat: grass and bare earth in quiet colours, a path, and pebbles, from a seed.

A person recognises pieces on it at once, and nothing on it resembles a tag. It is what players see of a simulated
table; scenes that try the eyes have a cluttered mat (`artwork.mat_print`).
"""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.render.artwork import CLOTH_TILE_MM, Texels, blotches, draw_cells, is_water, with_rim
from vision.simulation.render.card import Print
from vision.simulation.render.tone import Light, light_of
from vision.table import GridLayout, TerrainLayout

GRASSES = ((74, 112, 96), (86, 110, 84), (98, 116, 92), (66, 108, 108))
"""Blue, green and red of the ground of each of four mats."""
EARTH = (96, 122, 142)
PATH = (118, 142, 158)
PATH_MM = 34.0
WOOD = (62.0, 84.0, 112.0)
PLANKS = 5
FRAME = (58, 70, 66)
FRAME_MM, FRAME_OFF_MM = 0.8, 5.0
TUFTS, PEBBLES = 1500, 90
Floats = NDArray[np.float32]


@lru_cache(maxsize=2)
def landscape_print(
    size_mm: tuple[float, float],
    seed: int,
    grid: GridLayout | None = None,
    texels_per_mm: float = 3.0,
    samples: int = 2,
) -> Print:
    """Returns a mat with a landscape, and the outlines of a board's cells."""
    rng = np.random.default_rng([seed, 5])
    width, height = (round(side_mm * texels_per_mm) for side_mm in size_mm)
    size = height, width
    colours = np.empty((height, width, 3), dtype=np.float32)
    colours[:] = GRASSES[seed % len(GRASSES)]
    broad = _relief(size, 120.0 * texels_per_mm, rng) + 0.45 * _relief(size, 38.0 * texels_per_mm, rng)
    _mix(colours, EARTH, 0.62 * _smooth_step(broad, 0.25, 1.1))
    _mix(colours, PATH, 0.75 * _path(size, texels_per_mm, rng))
    colours *= blotches(size, round(9 * texels_per_mm), rng, 0.035)[..., None]
    colours *= blotches(size, max(2, round(texels_per_mm)), rng, 0.035)[..., None]
    painted = np.asarray(np.clip(colours, 0, 255), dtype=np.uint8)
    for _ in range(TUFTS):
        _tuft(painted, rng, texels_per_mm)
    for _ in range(PEBBLES):
        _pebble(painted, rng, texels_per_mm)
    if grid is not None:
        draw_cells(painted, grid, texels_per_mm)
    off, line = round(FRAME_OFF_MM * texels_per_mm), max(1, round(FRAME_MM * texels_per_mm))
    cv2.rectangle(painted, (off, off), (width - 1 - off, height - 1 - off), FRAME, line, cv2.LINE_AA)
    return Print(with_rim(painted), texels_per_mm, samples)


@lru_cache(maxsize=2)
def planks_tile(seed: int, texels_per_mm: float = 1.0) -> Light:
    """Returns the wooden table around a plain mat as light (h, w, 3): a tile that repeats seamlessly."""
    rng = np.random.default_rng([seed, 6])
    side = round(CLOTH_TILE_MM * texels_per_mm)
    plank = side // PLANKS
    rough = rng.normal(0.0, 1.0, (side, side)).astype(np.float32)
    wrapped = cv2.copyMakeBorder(rough, 96, 96, 96, 96, cv2.BORDER_WRAP)
    grain = cv2.GaussianBlur(wrapped, (0, 0), sigmaX=28.0, sigmaY=0.9)[96:-96, 96:-96]
    shade = 1.0 + 0.045 * grain / float(grain.std())
    shade *= (1.0 + rng.uniform(-0.07, 0.07, PLANKS)).repeat(plank)[:side, None]
    for row in range(0, side, plank):
        shade[row] *= 0.72
    colours = np.asarray(np.clip(np.array(WOOD) * shade[..., None], 0, 255), dtype=np.uint8)
    return light_of(colours)


def _relief(size: tuple[int, int], grain: float, rng: np.random.Generator) -> Floats:
    """Smooth noise around 0 with a standard deviation near 1, (h, w)."""
    return np.asarray(blotches(size, round(grain), rng, 1.0) - 1.0, dtype=np.float32)


def _smooth_step(values: Floats, low: float, high: float) -> Floats:
    share = np.clip((values - low) / (high - low), 0.0, 1.0)
    return np.asarray(share * share * (3.0 - 2.0 * share), dtype=np.float32)


def _mix(colours: Floats, colour: tuple[int, int, int], share: Floats) -> None:
    colours += share[..., None] * (np.array(colour, dtype=np.float32) - colours)


def _path(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Floats:
    """Returns the share of a winding path that crosses the mat from side to side, (h, w)."""
    height, width = size
    x = np.arange(width, dtype=np.float32)
    first, second = rng.uniform(0, math.tau, 2)
    middle = height * (0.5 + 0.13 * np.sin(x * 4.4 / width + first) + 0.05 * np.sin(x * 9.7 / width + second))
    half = 0.5 * PATH_MM * scale * (1.0 + 0.16 * np.sin(x * 23.0 / width + second))
    away = np.abs(np.arange(height, dtype=np.float32)[:, None] - middle[None, :].astype(np.float32)) / half[None, :]
    rough = 0.12 * _relief(size, 7.0 * scale, rng)
    return 1.0 - _smooth_step(np.asarray(away + rough, dtype=np.float32), 0.6, 1.15)


def _tuft(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    x, y = rng.uniform(0, 1, 2) * (colours.shape[1] - 1, colours.shape[0] - 1)
    ground = colours[int(y), int(x)].astype(float)
    colour = tuple(float(v) for v in ground * rng.uniform(0.80, 0.92))
    for lean in rng.uniform(-0.9, 0.9, 3):
        long = rng.uniform(1.2, 2.6) * scale
        tip = int(x + long * math.sin(lean)), int(y - long * math.cos(lean))
        cv2.line(colours, (int(x), int(y)), tip, colour, 1, cv2.LINE_AA)


def _pebble(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    at = tuple(int(v) for v in rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0]))
    grey = rng.uniform(118, 150)
    axes = int(rng.uniform(0.6, 1.9) * scale), int(rng.uniform(0.5, 1.2) * scale)
    turn = rng.uniform(0, 180)
    shade = (at[0] + max(1, int(0.4 * scale)), at[1] + max(1, int(0.4 * scale)))
    cv2.ellipse(colours, shade, axes, turn, 0, 360, (62, 78, 72), -1, cv2.LINE_AA)
    cv2.ellipse(colours, at, axes, turn, 0, 360, (grey, grey + 6, grey + 8), -1, cv2.LINE_AA)


def decorate_terrain(colours: Texels, piece: TerrainLayout, rng: np.random.Generator, scale: float) -> None:
    """Draws on a template what it stands for: tree crowns, the blocks of a ruin, ripples of water, rubble."""
    height, width = colours.shape[:2]
    if is_water(piece):
        for _ in range(round(width * height / (14.0 * scale) ** 2)):
            _ripple(colours, rng, scale)
        return
    draw, each_mm = (_stone, 9.0) if piece.impassable or not piece.blocks_sight else (_crown, 11.0)
    for _ in range(round(width * height / (each_mm * scale) ** 2)):
        draw(colours, rng, scale)


def _crown(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    x, y = rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0])
    radius, green = rng.uniform(4.0, 8.0) * scale, rng.uniform(0.8, 1.15)
    for share, off, light in ((1.0, 0.0, 0.62), (0.86, 0.06, 0.85), (0.5, 0.2, 1.1)):
        colour = tuple(float(v) for v in np.array((58, 112, 76)) * green * light)
        at = int(x - off * radius), int(y - off * radius)
        cv2.circle(colours, at, max(1, int(share * radius)), colour, -1, cv2.LINE_AA)


def _stone(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    centre = rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0])
    sides, radius, grey = int(rng.integers(5, 8)), rng.uniform(2.0, 4.5) * scale, rng.uniform(112, 158)
    turns = rng.uniform(0, math.tau) + np.arange(sides) * math.tau / sides + rng.uniform(-0.2, 0.2, sides)
    corners = centre + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    cv2.fillPoly(colours, [(corners + 0.7 * scale).astype(np.int32)], (66, 72, 76), cv2.LINE_AA)
    cv2.fillPoly(colours, [corners.astype(np.int32)], (grey, grey + 5, grey + 9), cv2.LINE_AA)


def _ripple(colours: Texels, rng: np.random.Generator, scale: float) -> None:
    at = tuple(int(v) for v in rng.uniform(0, 1, 2) * (colours.shape[1], colours.shape[0]))
    axes = int(rng.uniform(3.0, 7.0) * scale), int(rng.uniform(0.8, 1.6) * scale)
    cv2.ellipse(colours, at, axes, rng.uniform(-8, 8), 200, 340, (190, 160, 128), max(1, int(0.5 * scale)), cv2.LINE_AA)
