"""Pictures of a table with tags, drawn with a pinhole of our own: no lens code of the program takes part.

Everything is painted in linear light at three times the size, then made small, blurred and stored with a gamma of 2.2.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision import BaseLayout, Lens, MatLayout, TableLayout, Tag, TerrainLayout

SIZE = (1280, 720)
FOCAL_PX = 1000.0
FINE = 3
MODULE_PX = 12
INK, PAPER, CLOTH = 0.03, 0.8, 0.15
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)

MAT_TAGS = tuple(
    Tag(i, 36.0, x, y, angle_rad=math.radians(90.0 * (i % 4)))
    for i, (x, y) in enumerate(
        [(-25, -25), (300, -25), (625, -25), (625, 300), (625, 625), (300, 625), (-25, 625), (-25, 300)]
    )
)
LENS = Lens(SIZE, ((FOCAL_PX, 0.0, 639.5), (0.0, FOCAL_PX, 359.5), (0.0, 0.0, 1.0)), (0.0,) * 5, rms_px=0.2)


def two_tags(first: int, reach_mm: float = 34.0) -> tuple[Tag, ...]:
    return (
        Tag(first, 20.0, reach_mm, 0.0, 0.0, 0.4),
        Tag(first + 1, 20.0, -reach_mm, 0.0, math.radians(180), 0.4),
    )


LAYOUT = TableLayout(
    MatLayout(600.0, 600.0, "DICT_4X4_100", MAT_TAGS),
    (
        BaseLayout("greer", 16.0, two_tags(20), "A"),
        BaseLayout("cordelia", 25.0, two_tags(30, 43.0), "B"),
        BaseLayout("absent", 16.0, two_tags(40), "B"),
    ),
    (TerrainLayout("wood", ((-40, -30), (40, -30), (40, 30), (-40, 30)), (Tag(60, 25.0, 5.0, -5.0, 0.3, 1.0),)),),
)


@dataclass(frozen=True)
class PiecePose:
    """Where a piece lies: x and y in mm, angle in rad, and how high it is lifted."""

    x_mm: float
    y_mm: float
    angle_rad: float = 0.0
    lifted_mm: float = 0.0


@dataclass
class Shot:
    """What stands where, and how it is taken; `loose` are tags without a piece, `covered` are dark discs."""

    pieces: Mapping[str, PiecePose] = field(default_factory=dict)
    loose: list[Tag] = field(default_factory=list)
    covered: list[tuple[float, float, float]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    moved: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    tilt_deg: float = 12.0
    blur_px: float = 0.7
    noise: float = 1.5
    light: float = 1.0
    seed: int = 0

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(N, 3) points of the mat frame to (N, 2) pixels."""
        tilt = math.radians(self.tilt_deg)
        # The camera looks down; its x axis runs along the mat's, its y axis against the mat's.
        down = np.diag([1.0, -1.0, -1.0])
        lean = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
        seen = (points_mm - [300.0, 300.0, 0.0]) @ (lean @ down).T + [0.0, 0.0, 1000.0]
        return seen[:, :2] / seen[:, 2:] * FOCAL_PX + [639.5, 359.5]

    def take(self) -> np.ndarray:
        """(h, w, 3) uint8."""
        rng = np.random.default_rng(self.seed)
        coarse = rng.uniform(0.6, 1.4, (SIZE[1] // 8, SIZE[0] // 8)).astype(np.float32)
        canvas = cv2.resize(coarse, (SIZE[0] * FINE, SIZE[1] * FINE), interpolation=cv2.INTER_CUBIC) * CLOTH
        for tag in MAT_TAGS:
            if tag.id not in self.hidden:
                dx, dy = self.moved.get(tag.id, (0.0, 0.0))
                self._paint(canvas, tag, PiecePose(dx, dy))
        for piece in LAYOUT.pieces:
            if piece.id in self.pieces:
                for tag in piece.tags:
                    if tag.id not in self.hidden:
                        self._paint(canvas, tag, self.pieces[piece.id])
        for tag in self.loose:
            self._paint(canvas, tag, PiecePose(0.0, 0.0))
        for x_mm, y_mm, radius_mm in self.covered:
            turn = np.linspace(0, math.tau, 60)
            rim = np.column_stack([x_mm + radius_mm * np.cos(turn), y_mm + radius_mm * np.sin(turn), turn * 0])
            cv2.fillPoly(canvas, [np.round(self._fine(rim)).astype(np.int32)], 0.1)
        return self._stored(canvas, rng)

    def _fine(self, points_mm: np.ndarray) -> np.ndarray:
        return (self.project(points_mm) + 0.5) * FINE - 0.5

    def _paint(self, canvas: np.ndarray, tag: Tag, lying: PiecePose) -> None:
        code = cv2.aruco.generateImageMarker(DICTIONARY, tag.id, 6)
        face = np.pad(code, 1, constant_values=255).repeat(MODULE_PX, 0).repeat(MODULE_PX, 1)
        side = face.shape[0]
        reach_mm = tag.size_mm / 2 * 8 / 6
        own = np.array([[-reach_mm, reach_mm], [reach_mm, reach_mm], [reach_mm, -reach_mm], [-reach_mm, -reach_mm]])
        on_piece = own @ _turn(tag.angle_rad).T + [tag.x_mm, tag.y_mm]
        flat = on_piece @ _turn(lying.angle_rad).T + [lying.x_mm, lying.y_mm]
        corners = self._fine(np.column_stack([flat, np.full(4, tag.height_mm + lying.lifted_mm)]))
        edges = np.array([[-0.5, -0.5], [side - 0.5, -0.5], [side - 0.5, side - 0.5], [-0.5, side - 0.5]])
        to_canvas = cv2.getPerspectiveTransform(edges.astype(np.float32), corners.astype(np.float32))
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, [canvas.shape[1], canvas.shape[0]])
        if (high <= low).any():
            return
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        light = np.where(face > 0, PAPER, INK).astype(np.float32)
        there = cv2.warpPerspective(np.ones_like(light), shift @ to_canvas, size, flags=cv2.INTER_LINEAR)
        shown = cv2.warpPerspective(
            light, shift @ to_canvas, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        part = canvas[low[1] : high[1], low[0] : high[0]]
        part[:] = part * (1 - there) + shown * there

    def _stored(self, canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        small = cv2.resize(canvas, SIZE, interpolation=cv2.INTER_AREA)
        blurred = cv2.GaussianBlur(small, (0, 0), self.blur_px) * self.light
        grey = 255 * np.clip(blurred, 0, 1) ** (1 / 2.2) + rng.normal(0, self.noise, blurred.shape)
        return np.repeat(np.clip(np.round(grey), 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


def _turn(angle_rad: float) -> np.ndarray:
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    return np.array([[cos, -sin], [sin, cos]])
