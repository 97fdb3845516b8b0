"""Pictures of a ChArUco board through a lens, by ray casting: geometry of its own, apart from the solver's."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.calibration.board import CharucoBoard

Floats = NDArray[np.float64]
TEXELS_PER_MM = 6
PAPER_MM = 10.0
BAND_PX = 8
"""Rows that are worked out at once: what is in between stays in the cache of a processor."""
SUPERSAMPLING = 3
DARK, LIGHT, TABLE_GREY = 30, 220, 110


@dataclass(frozen=True)
class TrueLens:
    """A lens as it is: focal lengths and centre in pixels, OpenCV's five distortion coefficients."""

    size: tuple[int, int] = (1280, 720)
    fx: float = 1010.0
    fy: float = 1012.0
    cx: float = 648.0
    cy: float = 351.0
    distortion: tuple[float, float, float, float, float] = (-0.12, 0.06, 0.0008, -0.0006, -0.01)

    def pixels(self, points: Floats) -> Floats:
        """(n, 3) points before the camera to (n, 2) pixels."""
        k1, k2, p1, p2, k3 = self.distortion
        x, y = (points[:, :2] / points[:, 2:]).T
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        dx = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        dy = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.stack([self.fx * dx + self.cx, self.fy * dy + self.cy], axis=1)

    def rays(self, pixels: Floats) -> Floats:
        """(n, 2) pixels to (n, 2) directions x/z, y/z: the inverse, by Newton's method with one slope for both axes."""
        goal = (pixels - [self.cx, self.cy]) / [self.fx, self.fy]
        ray = goal.copy()
        for _ in range(12):
            at = (self.pixels(np.column_stack([ray, np.ones(len(ray))])) - [self.cx, self.cy]) / [self.fx, self.fy]
            ray += goal - at
        return ray


@dataclass(frozen=True)
class BoardPose:
    """Where the board is held: its middle in camera axes (mm), its lean and its spin (rad)."""

    x_mm: float
    y_mm: float
    z_mm: float
    lean_x: float = 0.0
    lean_y: float = 0.0
    spin: float = 0.0

    def rotation(self) -> Floats:
        def turn(axis: int, angle: float) -> Floats:
            i, j = [(1, 2), (2, 0), (0, 1)][axis]
            matrix = np.eye(3)
            matrix[i, i] = matrix[j, j] = math.cos(angle)
            matrix[i, j], matrix[j, i] = -math.sin(angle), math.sin(angle)
            return matrix

        return turn(0, self.lean_x) @ turn(1, self.lean_y) @ turn(2, self.spin)


@dataclass
class Photographer:
    """Takes pictures of one board with one lens.

    Attributes:
        bow_mm: Height of the board's left and right edges above its middle line.
        blur_px: Standard deviation.
        noise: Standard deviation in grey levels.
    """

    board: CharucoBoard
    lens: TrueLens = field(default_factory=TrueLens)
    bow_mm: float = 0.0
    blur_px: float = 0.7
    noise: float = 2.0
    seed: int = 1

    def __post_init__(self) -> None:
        width, height = self.board.size_mm
        size = (round((width + 2 * PAPER_MM) * TEXELS_PER_MM), round((height + 2 * PAPER_MM) * TEXELS_PER_MM))
        margin = round(PAPER_MM * TEXELS_PER_MM)
        self._texture = self.board.to_opencv().generateImage(size, marginSize=margin)
        # The lens is smooth: exact rays every eight pixels, straight lines between.
        w, h = self.lens.size
        self._knots_x, self._knots_y = np.arange(-1.0, w + 8, 8), np.arange(-1.0, h + 8, 8)
        knots = np.stack(np.meshgrid(self._knots_x, self._knots_y), axis=-1)
        self._rays = self.lens.rays(knots.reshape(-1, 2)).reshape(knots.shape)
        self._rng = np.random.default_rng(self.seed)

    def corners_px(self, pose: BoardPose) -> Floats:
        """Where the lens puts the board's corners, exactly."""
        half = np.array(self.board.size_mm) / 2
        flat = self.board.corners_mm() - half
        points = np.column_stack([flat, self._height(flat[:, 0])])
        return self.lens.pixels(points @ pose.rotation().T + [pose.x_mm, pose.y_mm, pose.z_mm])

    def picture(self, pose: BoardPose) -> Image:
        """A grey picture of the board on an even table."""
        w, h = self.lens.size
        width, height = self.board.size_mm
        picture = np.full((h, w), float(TABLE_GREY), np.float32)
        left, top, right, bottom = self._extent(pose)
        corner = np.array([width / 2 + PAPER_MM, height / 2 + PAPER_MM])
        outside = (TABLE_GREY - DARK) * 255 // (LIGHT - DARK)
        across = self._directions(pose, np.arange(left, right))
        for first in range(top, bottom, BAND_PX):
            rows = np.arange(first, min(first + BAND_PX, bottom))
            texel = (self._board_places(pose, across, rows) + corner) * TEXELS_PER_MM - 0.5
            fine = cv2.remap(self._texture, texel.astype(np.float32), None, cv2.INTER_LINEAR, borderValue=(outside,))
            seen = cv2.resize(fine.astype(np.float32), (right - left, len(rows)), interpolation=cv2.INTER_AREA)
            picture[rows, left:right] = DARK + seen * ((LIGHT - DARK) / 255)
        if self.blur_px > 0:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur_px)
        noisy = picture + self._rng.normal(0.0, self.noise, picture.shape)
        return np.clip(np.round(noisy), 0, 255).astype(np.uint8)

    def _extent(self, pose: BoardPose) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what the paper covers in the picture."""
        half_x, half_y = np.array(self.board.size_mm) / 2 + PAPER_MM
        along = np.linspace(-1, 1, 9)
        rim = np.array([(x, y) for x in along * half_x for y in along * half_y])
        points = np.column_stack([rim, self._height(rim[:, 0])])
        pixels = self.lens.pixels(points @ pose.rotation().T + [pose.x_mm, pose.y_mm, pose.z_mm])
        low, high = np.floor(pixels.min(0)).astype(int) - 3, np.ceil(pixels.max(0)).astype(int) + 4
        w, h = self.lens.size
        return max(0, low[0]), max(0, low[1]), min(w, high[0]), min(h, high[1])

    def _directions(self, pose: BoardPose, columns: Floats) -> Floats:
        """Rays in the board's axes, (3, rows of knots, samples of the columns)."""
        rays = np.stack([self._rays[..., 0], self._rays[..., 1], np.ones(self._rays.shape[:2])], axis=-1)
        return np.moveaxis(rays @ pose.rotation(), -1, 0) @ _hats(self._knots_x, _samples(columns)).T

    def _board_places(self, pose: BoardPose, across: Floats, rows: Floats) -> Floats:
        """Where on the board each sample's ray meets it: the plane first, then the bow."""
        direction = _hats(self._knots_y, _samples(rows)) @ across
        # A point on the ray is origin + t · direction.
        origin = -pose.rotation().T @ np.array([pose.x_mm, pose.y_mm, pose.z_mm])
        t = -origin[2] / direction[2]
        if self.bow_mm:
            for _ in range(3):
                t = (self._height(origin[0] + t * direction[0]) - origin[2]) / direction[2]
        return np.stack([origin[0] + t * direction[0], origin[1] + t * direction[1]], axis=-1)

    def _height(self, x_mm: Floats) -> Floats:
        return self.bow_mm * np.clip(x_mm / (self.board.size_mm[0] / 2), -1.2, 1.2) ** 2


def _samples(pixels: Floats) -> Floats:
    return (pixels[:, None] + (np.arange(SUPERSAMPLING) + 0.5) / SUPERSAMPLING - 0.5).ravel()


def _hats(knots: Floats, at: Floats) -> Floats:
    """(places, knots) weights of linear interpolation."""
    step = knots[1] - knots[0]
    return np.maximum(0.0, 1 - np.abs(at[:, None] - knots) / step)


def round_of_views(lens: TrueLens, distance_mm: float = 480.0) -> list[BoardPose]:
    """Twelve ways to hold the board, over the whole picture and leaning to all sides."""
    w, h = lens.size
    poses = []
    leans = [(0.0, 0.0), (0.45, 0.0), (-0.45, 0.0), (0.0, 0.45), (0.0, -0.45), (0.3, 0.3)]
    for i in range(12):
        lean_x, lean_y = leans[i % 6]
        column, row = i % 4, i // 4
        z = distance_mm * (1.0 + 0.12 * (i % 3))
        x = ((0.2 + 0.2 * column) * w - lens.cx) / lens.fx * z
        y = ((0.26 + 0.24 * row) * h - lens.cy) / lens.fy * z
        poses.append(BoardPose(x, y, z, lean_x, lean_y, 0.3 * math.sin(i)))
    return poses
