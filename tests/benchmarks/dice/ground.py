"""What dice lie on, in linear light: felt in a tray, paper, wood, cloth, a printed mat, with things that lie about."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tests.benchmarks.dice.camera import Pinhole
from tests.benchmarks.frames.textures import card, cloth, clouds, linear, mat, tag_texture

GROUNDS = ("tray", "tray", "sheet", "wood", "cloth", "mat", "paper")
FELTS = ((0.05, 0.16, 0.04), (0.16, 0.05, 0.03), (0.03, 0.03, 0.16), (0.03, 0.03, 0.03), (0.1, 0.12, 0.16))


@dataclass(frozen=True, slots=True)
class WalledTray:
    """A box with walls round the dice; millimetres."""

    left_mm: float
    low_mm: float
    right_mm: float
    high_mm: float
    wall_mm: float
    colour: np.ndarray

    def corners_mm(self, height_mm: float = 0.0) -> np.ndarray:
        """(4, 3) lower left first, counter-clockwise."""
        left, low, right, high = self.left_mm, self.low_mm, self.right_mm, self.high_mm
        return np.array([[x, y, height_mm] for x, y in ((left, low), (right, low), (right, high), (left, high))])


@dataclass(frozen=True, slots=True)
class Coin:
    """A flat metal disc; millimetres."""

    middle_mm: np.ndarray
    radius_mm: float
    height_mm: float


def places(camera: Pinhole) -> np.ndarray:
    """(h, w, 2) float32: the place of the table under each pixel."""
    width, height = camera.size
    step = 8
    xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
    nodes = camera.ground(np.stack(np.meshgrid(xs, ys), -1).astype(float)).astype(np.float32)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) / step
    return cv2.remap(nodes, columns, rows, cv2.INTER_LINEAR)


def tile_of(kind: str, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """A texture that repeats, and its edge in mm."""
    match kind:
        case "wood":
            return _wood(rng), 200.0
        case "cloth":
            return cloth(rng), float(rng.uniform(60, 180))
        case "mat":
            # Its first row is the far one.
            return np.ascontiguousarray(mat(rng, 240.0, 240.0)[::-1]), 240.0
        case "paper" | "sheet":
            tone = rng.uniform(0.6, 0.78) * rng.uniform(0.94, 1.0, 3)
            return (tone * clouds(rng, 256, 4, 0.97, 1.03)[..., None]).astype(np.float32), 60.0
        case _:
            colour = rng.choice(FELTS)
            felt = clouds(rng, 512, 2, 0.6, 1.4) * clouds(rng, 512, 32, 0.85, 1.15)
            return (np.asarray(colour) * rng.uniform(0.6, 1.6) * felt[..., None]).astype(np.float32), 70.0


def _wood(rng: np.random.Generator) -> np.ndarray:
    rows = cv2.resize(rng.uniform(0.75, 1.2, (128, 8)).astype(np.float32), (512, 512), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.uniform(0.9, 1.1, (512, 24)).astype(np.float32), (512, 512))
    colour = np.array([0.08, 0.17, 0.30]) * rng.uniform(0.5, 1.6)
    return (colour * (rows * fine * clouds(rng, 512, 64, 0.8, 1.2))[..., None]).astype(np.float32)


def lay(camera: Pinhole, light: np.ndarray, texture: np.ndarray, corners_mm: np.ndarray) -> None:
    """Puts a flat texture (h, w, 4), with alpha, on a picture; corners (4, 3) upper left first, clockwise."""
    height, width = texture.shape[:2]
    spots = camera.project(corners_mm).astype(np.float32)
    low = np.maximum(np.floor(spots.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(spots.max(0)).astype(int) + 3, camera.size)
    if (high <= low).any():
        return
    shrink = max(1, int(0.7 * height / max(1.0, float(np.linalg.norm(spots[3] - spots[0])))))
    if shrink > 1:
        texture = cv2.resize(texture, (width // shrink, height // shrink), interpolation=cv2.INTER_AREA)
        height, width = texture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    fine = 2
    home = cv2.getPerspectiveTransform(edges, ((spots - low.astype(np.float32) + 0.5) * fine - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]) * fine, int(high[1] - low[1]) * fine)
    big = cv2.warpPerspective(texture, home, size, flags=cv2.INTER_LINEAR)
    small = cv2.resize(big, (size[0] // fine, size[1] // fine), interpolation=cv2.INTER_AREA)
    part = light[low[1] : high[1], low[0] : high[0]]
    part *= 1 - small[..., 3:]
    part += small[..., :3]


def rectangle(middle_mm: np.ndarray, size_mm: tuple[float, float], angle: float, height_mm: float = 0.2) -> np.ndarray:
    """(4, 3) corners, upper left first, clockwise."""
    cos, sin = math.cos(angle), math.sin(angle)
    own = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(size_mm) / 2
    flat = own @ np.array([[cos, sin], [-sin, cos]]) + middle_mm
    return np.column_stack([flat, np.full(4, height_mm)])


def ground(camera: Pinhole, kind: str, rng: np.random.Generator, tray: WalledTray | None) -> np.ndarray:
    """(h, w, 3) float32 the table without dice."""
    tile, edge_mm = tile_of(kind, rng)
    turn = rng.uniform(0, math.tau)
    looks = places(camera) @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]], np.float32)
    at = np.mod(looks / edge_mm, 1.0).astype(np.float32) * tile.shape[0]
    light = cv2.remap(tile, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    if tray is not None:
        _walls(camera, light, tray)
    return light


def _walls(camera: Pinhole, light: np.ndarray, tray: WalledTray) -> None:
    """The inner sides of a tray, its rim, and the table beyond."""
    corners, rim = tray.corners_mm(), tray.corners_mm(tray.wall_mm)
    floor = camera.project(corners)
    mask = np.full(light.shape[:2], 255, np.uint8)
    cv2.fillPoly(mask, [np.round(floor * 16).astype(np.int32)], 0, cv2.LINE_8, 4)
    light[mask > 0] = tray.colour * 0.6
    for index, shade in enumerate((0.5, 0.7, 0.95, 0.75)):
        after = (index + 1) % 4
        wall = camera.project(np.array([corners[index], corners[after], rim[after], rim[index]]))
        cv2.fillPoly(light, [np.round(wall * 16).astype(np.int32)], (tray.colour * shade).tolist(), cv2.LINE_AA, 4)


def litter(camera: Pinhole, light: np.ndarray, rng: np.random.Generator, free_mm: list[np.ndarray], kind: str) -> None:
    """Things that lie about at places (2,) where no die is: cards, tags, dominoes, spotted things, coins."""
    for middle in free_mm:
        angle = rng.uniform(0, math.tau)
        match rng.integers(5):
            case 0:
                texture, size_mm = card(rng)
                lay(camera, light, texture, rectangle(middle, size_mm, angle))
            case 1 | 2 if kind in {"mat", "wood", "cloth", "paper"}:
                texture, share = tag_texture("DICT_4X4_100", int(rng.integers(100)))
                edge = float(rng.choice([12.0, 15.0, 20.0, 30.0])) * share
                lay(camera, light, texture, rectangle(middle, (edge, edge), angle))
            case 3:
                lay(camera, light, _spotted(rng), rectangle(middle, (float(rng.uniform(30, 60)),) * 2, angle))
            case _:
                lay_coin(camera, light, Coin(middle, float(rng.uniform(8, 13)), 2.0), float(rng.uniform(0.5, 1.2)))


def lay_coin(camera: Pinhole, light: np.ndarray, coin: Coin, shine: float) -> None:
    """Puts a coin on a picture."""
    turns = np.linspace(0, math.tau, 40, endpoint=False)
    ring = coin.radius_mm * np.stack([np.cos(turns), np.sin(turns)], -1)
    metal = np.array([0.30, 0.36, 0.40]) * shine
    top = coin.height_mm
    for high, share, size in ((0.0, 0.35, 1.0), (top, 0.9, 1.0), (top, 0.7, 0.86), (top, 0.85, 0.8)):
        spots = camera.project(np.column_stack([coin.middle_mm + ring * size, np.full(len(ring), high)]))
        cv2.fillPoly(light, [np.round(spots * 16).astype(np.int32)], (metal * share).tolist(), cv2.LINE_AA, 4)


def _spotted(rng: np.random.Generator) -> np.ndarray:
    """A leaf with dots of no die's pattern."""
    sheet = np.full((240, 240, 3), rng.integers(60, 235, 3), np.uint8)
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    for _ in range(int(rng.integers(8, 30))):
        x, y = (int(v) for v in rng.uniform(10, 230, 2))
        cv2.circle(sheet, (x, y), int(rng.integers(4, 12)), colour, -1, cv2.LINE_AA)
    return np.concatenate([linear(sheet), np.ones((240, 240, 1), np.float32)], -1)


def tray_sheet(camera: Pinhole, light: np.ndarray, tray: WalledTray, codes: tuple[int, ...], dictionary: str) -> None:
    """The printed sheet: a thin frame, and a code in each corner."""
    corners = tray.corners_mm()
    spots = np.round(camera.project(corners) * 16).astype(np.int32)
    cv2.polylines(light, [spots], isClosed=True, color=(0.3, 0.3, 0.3), thickness=2, lineType=cv2.LINE_AA, shift=4)
    for code, corner in zip(codes, corners[[3, 2, 1, 0]], strict=True):
        texture, share = tag_texture(dictionary, code)
        lay(camera, light, texture, rectangle(corner[:2], (15.0 * share, 15.0 * share), 0.0, 0.0))
