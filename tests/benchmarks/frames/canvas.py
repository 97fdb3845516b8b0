"""Painting in linear light: flat textures by asking each part of a pixel where it looks, solids as silhouettes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.benchmarks.frames.optics import TrueCamera

PARTS = 8
"""A pixel of the picture is integrated over this many parts each way wherever something flat lies."""
COARSE = 16
SHIFT_BITS = 4
SOFT = 4


@dataclass(frozen=True, slots=True)
class Flat:
    """A texture that lies flat.

    Attributes:
        texture: (h, w, 4) float32, linear light times alpha, and alpha; its first row has the largest y.
        x_mm, y_mm: Centre, mat frame.
        angle_rad: Counter-clockwise.
        width_mm, height_mm: Extent of the texture.
        raised_mm: Height above the mat.
    """

    texture: np.ndarray
    x_mm: float
    y_mm: float
    angle_rad: float
    width_mm: float
    height_mm: float
    raised_mm: float = 0.0

    def outline_mm(self) -> np.ndarray:
        """(4, 3) corners, mat frame."""
        own = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * [self.width_mm / 2, self.height_mm / 2]
        flat = own @ turn(self.angle_rad).T + [self.x_mm, self.y_mm]
        return np.column_stack([flat, np.full(4, self.raised_mm)])


def turn(angle_rad: float) -> np.ndarray:
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    return np.array([[cos, -sin], [sin, cos]])


class Canvas:
    """A picture in the making.

    Attributes:
        light: (h · fine, w · fine, 3) float32, linear; each sample is the mean over its share of a pixel.
    """

    def __init__(self, camera: TrueCamera, fine: int) -> None:
        self.camera = camera
        self.fine = fine
        width, height = camera.size
        self.light = np.zeros((height * fine, width * fine, 3), np.float32)

    def lay_ground(self, cloth: np.ndarray, cloth_mm: float, mat: np.ndarray, mat_mm: tuple[float, float]) -> None:
        """Cloth everywhere, and the mat on it.

        Args:
            cloth: (n, n, 3) float32, a tile that repeats.
            cloth_mm: Its edge.
            mat: (h, w, 3) float32, first row at the largest y.
            mat_mm: Width and height of the mat.
        """
        looks = self._looks_everywhere()
        tile = np.mod(looks / cloth_mm, 1.0) * cloth.shape[0]
        self.light = cv2.remap(cloth, tile, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        rows, columns = mat.shape[:2]
        s = looks[..., 0] * (columns / mat_mm[0]) - 0.5
        t = (mat_mm[1] - looks[..., 1]) * (rows / mat_mm[1]) - 0.5
        cv2.remap(mat, s, t, cv2.INTER_LINEAR, dst=self.light, borderMode=cv2.BORDER_TRANSPARENT)

    def _looks_everywhere(self) -> np.ndarray:
        """(H, W, 2) float32: the point of the mat's plane under each sample, smooth between exact nodes."""
        height, width = self.light.shape[:2]
        nodes_y, nodes_x = math.ceil(height / COARSE) + 2, math.ceil(width / COARSE) + 2
        ys = ((np.arange(nodes_y) - 1 + 0.5) * COARSE) / self.fine - 0.5
        xs = ((np.arange(nodes_x) - 1 + 0.5) * COARSE) / self.fine - 0.5
        nodes = self.camera.on_plane(np.stack(np.meshgrid(xs, ys), -1)).astype(np.float32)
        full = cv2.resize(nodes, (nodes_x * COARSE, nodes_y * COARSE), interpolation=cv2.INTER_LINEAR)
        return full[COARSE : COARSE + height, COARSE : COARSE + width]

    def lay(self, flat: Flat) -> None:
        """Puts something flat on what is there."""
        window = self._window(self.camera.project(flat.outline_mm()), 2)
        if window is None:
            return
        x0, y0, x1, y1 = window
        grid = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), -1)
        looks = self.camera.on_plane((grid + 0.5) / self.fine - 0.5, flat.raised_mm)
        own = (looks - [flat.x_mm, flat.y_mm]) @ turn(flat.angle_rad)
        rows, columns = flat.texture.shape[:2]
        at = np.stack(
            [
                (own[..., 0] / flat.width_mm + 0.5) * columns - 0.5,
                (0.5 - own[..., 1] / flat.height_mm) * rows - 0.5,
            ],
            -1,
        ).astype(np.float32)
        down, across = np.gradient(at, axis=(0, 1))
        parts = PARTS // self.fine
        steps = (np.arange(parts, dtype=np.float32) + 0.5) / parts - 0.5
        total = np.zeros((*at.shape[:2], 4), np.float32)
        for dy in steps:
            for dx in steps:
                total += cv2.remap(flat.texture, at + dx * across + dy * down, None, cv2.INTER_LINEAR)
        total /= parts * parts
        there = self.light[y0:y1, x0:x1]
        there *= 1 - total[..., 3:]
        there += total[..., :3]

    def stand(self, outline_px: np.ndarray, colour: np.ndarray, grain: np.ndarray | None = None) -> None:
        """Fills a convex outline (N, 2) of the picture with a colour, and a grain that is wrapped over it."""
        window = self._window(outline_px, 1)
        if window is None:
            return
        x0, y0, x1, y1 = window
        alpha = self._cover(outline_px, window)[..., None]
        paint = np.broadcast_to(np.asarray(colour, np.float32), (*alpha.shape[:2], 3))
        if grain is not None:
            rows, columns = np.arange(y0, y1) % grain.shape[0], np.arange(x0, x1) % grain.shape[1]
            paint = paint * grain[rows][:, columns, None]
        there = self.light[y0:y1, x0:x1]
        there *= 1 - alpha
        there += paint * alpha

    def shade(self, outlines_px: Sequence[np.ndarray], left: float, soft_px: float) -> None:
        """Leaves a share of the light inside outlines, with a soft edge."""
        height, width = self.light.shape[:2]
        small = np.zeros((height // SOFT, width // SOFT), np.float32)
        for outline in outlines_px:
            points = ((outline + 0.5) * self.fine / SOFT - 0.5) * 2**SHIFT_BITS
            cv2.fillPoly(small, [np.round(points).astype(np.int32)], 1.0, cv2.LINE_8, SHIFT_BITS)
        blurred = cv2.GaussianBlur(small, (0, 0), max(soft_px * self.fine / SOFT, 0.5))
        full = cv2.resize(1 - (1 - left) * blurred, (width, height), interpolation=cv2.INTER_LINEAR)
        self.light *= full[..., None]

    def region(self, points_px: np.ndarray) -> tuple[slice, slice] | None:
        """The part of `light` in which something with those points (N, 2) is painted; None if none of it is there."""
        window = self._window(points_px, 2)
        return None if window is None else (slice(window[1], window[3]), slice(window[0], window[2]))

    def _cover(self, outline_px: np.ndarray, window: tuple[int, int, int, int]) -> np.ndarray:
        x0, y0, x1, y1 = window
        mask = np.zeros(((y1 - y0) * SOFT, (x1 - x0) * SOFT), np.uint8)
        points = ((outline_px + 0.5) * self.fine - [x0, y0]) * SOFT - 0.5
        cv2.fillPoly(mask, [np.round(points * 2**SHIFT_BITS).astype(np.int32)], 255, cv2.LINE_8, SHIFT_BITS)
        small = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        return small.astype(np.float32) / 255

    def _window(self, points_px: np.ndarray, border: int) -> tuple[int, int, int, int] | None:
        height, width = self.light.shape[:2]
        fine = (points_px + 0.5) * self.fine
        x0, y0 = np.maximum(np.floor(fine.min(axis=0)).astype(int) - border, 0)
        x1, y1 = np.minimum(np.ceil(fine.max(axis=0)).astype(int) + border, [width, height])
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 + 1 and y1 > y0 + 1 else None
