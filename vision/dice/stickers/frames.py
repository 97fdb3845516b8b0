"""Finds the black frames of stickers in an image: outlines with four corners, refined along the frame's bars."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.dice.stickers.faces import FRAME_INNER, FRAME_OUTER
from vision.fiducials.grain import without_grain

SIDE = 64
"""Edge of the rectified image of a sticker, in its own pixels."""

BAR = (FRAME_INNER + FRAME_OUTER) / 2
MIN_EDGE_PX = 14.0
MAX_TRIED = 3000
"""Most quadrilaterals to examine closely: a sharp image of a table full of tags has two thousand."""
ROUNDS = 2

_BLOCKS = (9, 17, 31, 61)
_DARKER = 6
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
_BAND = np.arange(FRAME_INNER - 0.035, FRAME_OUTER + 0.036, 0.25 / SIDE)
_ALONG = np.linspace(-0.33, 0.33, 23)
_MIN_BAR = 0.12
_SAME_QUAD_PX = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class StickerFrame:
    """A black square frame in the image.

    Attributes:
        corners_px: (4, 2) of the centre line of its bars, `BAR` from the sticker's centre; clockwise in the image.
        upright: (SIDE, SIDE) float32 grey values of the whole sticker, seen from straight above.
        bars: How dark the bar on its weakest side is, as a share of the contrast from 0 to 1.
    """

    corners_px: Floats
    upright: NDArray[np.float32]
    bars: float

    @property
    def centre_px(self) -> Floats:
        return _cross(self.corners_px)

    @property
    def edge_px(self) -> float:
        """Edge of the whole sticker: the square root of its area."""
        area = abs(cv2.contourArea(self.corners_px.astype(np.float32)))
        return float(np.sqrt(area)) / (2 * BAR)

    def sticker_px(self, half: float = 0.5) -> Floats:
        """Returns the corners (4, 2) of a square at distance `half`, in stickers, from the sticker's centre."""
        return _mapped(_home(self.corners_px), half * _SQUARE)


def find_frames(grey: NDArray[np.uint8]) -> list[StickerFrame]:
    """Finds all candidates for frames.

    Args:
        grey: (h, w).

    Returns:
        The candidates, some of them repeatedly; their content decides.
    """
    frames: list[StickerFrame] = []
    tried = np.zeros((0, 4, 2))
    for quad in _quads(grey):
        near = np.abs(tried - quad).max(axis=(1, 2)) if len(tried) else np.array([np.inf])
        if near.min() < _SAME_QUAD_PX:
            continue
        tried = np.concatenate([tried, quad[None]])
        if len(tried) > MAX_TRIED:
            break
        for half in (FRAME_OUTER, FRAME_INNER):
            frame = _exact(grey, quad, half)
            if frame is not None:
                frames.append(frame)
    return frames


def _quads(grey: NDArray[np.uint8]) -> list[Floats]:
    """Returns outlines with four corners; each may be a frame's outer or its inner line."""
    found: list[Floats] = []
    for block in _BLOCKS:
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, _DARKER)
        contours, _ = cv2.findContours(without_grain(dark), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if len(contour) < 4:
                continue
            _, (width, height), _ = cv2.minAreaRect(contour)
            if min(width, height) < 0.5 * MIN_EDGE_PX or max(width, height) > 0.5 * min(grey.shape):
                continue
            hull = np.asarray(cv2.convexHull(contour), np.int32)
            area = cv2.contourArea(hull)
            if area < (0.7 * MIN_EDGE_PX) ** 2 or abs(cv2.contourArea(contour)) < 0.6 * area:
                continue
            corners = _four(hull, area)
            if corners is not None:
                found.append(_from_upper_left(corners))
    return found


def _four(hull: NDArray[np.int32], area: float) -> Floats | None:
    """Returns the four corners of a hull that is a quadrilateral, clockwise in the image."""
    around = cv2.arcLength(hull, closed=True)
    for share in (0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(corners) == 4:
            points = corners.reshape(4, 2).astype(np.float64)
            if cv2.contourArea(points.astype(np.float32)) < 0.8 * area:
                return None
            return points if cv2.contourArea(points.astype(np.float32), oriented=True) > 0 else points[::-1].copy()
    return None


def _from_upper_left(corners: Floats) -> Floats:
    """Rotates the corners to begin with the uppermost and leftmost one, so that equal outlines compare equal."""
    return np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0)


def _exact(grey: NDArray[np.uint8], quad: Floats, half: float) -> StickerFrame | None:
    """Returns the frame whose line at `half` of a sticker is near a quadrilateral, if there is one."""
    corners = _mapped(_to_quad(half, quad), BAR * _SQUARE)
    bars = 0.0
    for _ in range(ROUNDS):
        lines, bars = _bar_lines(grey, corners)
        if lines is None:
            return None
        moved = _corners_of(lines)
        if moved is None or np.abs(moved - corners).max() > 0.25 * np.linalg.norm(corners[0] - corners[2]):
            return None
        corners = moved
    if cv2.contourArea(_f32(corners), oriented=True) < (MIN_EDGE_PX * 2 * BAR) ** 2:
        return None
    return StickerFrame(corners, _upright(grey, corners), bars)


def _bar_lines(grey: NDArray[np.uint8], corners: Floats) -> tuple[Floats | None, float]:
    """Returns lines (point, direction) along the dark centres of the bars, (4, 2, 2), and how dark the weakest is."""
    home = _home(corners)
    reach = np.broadcast_to(_BAND[None, :], (len(_ALONG), len(_BAND)))
    along = np.broadcast_to(_ALONG[:, None], reach.shape)
    places = np.stack(
        [
            np.stack([along, -reach], -1),
            np.stack([reach, along], -1),
            np.stack([-along, reach], -1),
            np.stack([-reach, -along], -1),
        ]
    )
    seen = _sampled(grey, _mapped(home, places.reshape(-1, 2)).reshape(4 * len(_ALONG), len(_BAND), 2))
    white = np.maximum(seen.max(axis=1), 1.0)
    deep = np.maximum(white[:, None] - seen, 0.0)
    deep = np.maximum(deep - 0.35 * deep.max(axis=1, keepdims=True), 0.0)
    weight = deep.sum(axis=1)
    contrast = np.sort(np.clip(1 - seen.min(axis=1) / white, 0, 1).reshape(4, -1), axis=1)
    bars = float(contrast[:, len(_ALONG) // 5].min())
    if bars < _MIN_BAR:
        return None, bars
    middle = (deep @ _BAND) / np.maximum(weight, 1e-9)
    lines = np.zeros((4, 2, 2))
    for side, offs in enumerate(middle.reshape(4, -1)):
        lines[side] = _mapped(home, _line_places(side, _robust_line(offs)))
    return lines, bars


def _robust_line(offs: Floats) -> tuple[float, float]:
    """Fits offset and slope along a bar; outliers (a dot, a scratch) are excluded."""
    keep = np.ones(len(offs), bool)
    slope, offset = 0.0, 0.0
    for _ in range(3):
        x, y = _ALONG[keep], offs[keep]
        middle_x, middle_y = x.mean(), y.mean()
        slope = float((x - middle_x) @ (y - middle_y) / max(float((x - middle_x) @ (x - middle_x)), 1e-9))
        offset = float(middle_y - slope * middle_x)
        away = np.abs(offs - (offset + slope * _ALONG))
        keep = away <= max(2.0 * float(np.sort(away)[len(away) // 2]), 1e-4)
    return offset, slope


def _line_places(side: int, line: tuple[float, float]) -> Floats:
    offset, slope = line
    ends = np.array([-0.3, 0.3])
    reach = offset + slope * ends
    choices = ((ends, -reach), (reach, ends), (-ends, reach), (-reach, -ends))
    return np.stack(choices[side], -1)


def _corners_of(lines: Floats) -> Floats | None:
    corners = np.zeros((4, 2))
    for corner in range(4):
        one, two = lines[corner - 1], lines[corner]
        ways = np.stack([one[1] - one[0], two[0] - two[1]], -1)
        if abs(np.linalg.det(ways)) < 1e-6:
            return None
        share = np.linalg.solve(ways, two[0] - one[0])[0]
        corners[corner] = one[0] + share * (one[1] - one[0])
    return corners


def _sampled(grey: NDArray[np.uint8], spots: Floats) -> Floats:
    """Samples grey values (h, w) at places (h, w, 2) of the image."""
    across, down = np.ascontiguousarray(spots[..., 0], np.float32), np.ascontiguousarray(spots[..., 1], np.float32)
    seen = cv2.remap(grey, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64)


def _upright(grey: NDArray[np.uint8], corners: Floats) -> NDArray[np.float32]:
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()) / (2 * BAR)
    fine = 2 if edge > SIDE else 1
    steps = (np.arange(SIDE * fine) + 0.5) / (SIDE * fine) - 0.5
    places = np.stack(np.meshgrid(steps, steps), -1)
    seen = _sampled(grey, _mapped(_home(corners), places.reshape(-1, 2)).reshape(places.shape))
    return np.asarray(cv2.resize(seen, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def _home(corners: Floats) -> Floats:
    """Returns the homography from the sticker frame to the image."""
    return _to_quad(BAR, corners)


def _to_quad(half: float, quad: Floats) -> Floats:
    """Returns the homography from the sticker frame that maps the square `half` from the centre to `quad`."""
    return np.asarray(cv2.getPerspectiveTransform(_f32(half * _SQUARE), _f32(quad)), np.float64)


def _mapped(home: Floats, places: Floats) -> Floats:
    flat = places @ home[:, :2].T + home[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)


def _cross(corners: Floats) -> Floats:
    return np.asarray(_mapped(_home(corners), np.zeros((1, 2)))[0], np.float64)


def _f32(points: Floats) -> NDArray[np.float32]:
    return np.ascontiguousarray(points, np.float32)
