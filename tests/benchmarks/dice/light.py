"""Lamps and what dice send back of their light: soft shadows, highlights where the lamp is mirrored, window and sky."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.benchmarks.dice.appearance import Surface
from tests.benchmarks.dice.camera import Pinhole
from tests.benchmarks.dice.solid import Solid

SHADOW_RAYS = 12
FACE_RAYS = 3
COARSE = 2


@dataclass(frozen=True, slots=True)
class Skin:
    """Points of a die in the world.

    Attributes:
        surface: What they are like.
        points_mm: (N, 3) where.
        normals: (N, 3) unit, outwards.
        eye_mm: (3,) the camera.
    """

    surface: Surface
    points_mm: np.ndarray
    normals: np.ndarray
    eye_mm: np.ndarray


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp with an area, and the light from all about.

    Attributes:
        place_mm: (3,) its middle.
        half_mm: Half its edge; it is a level square.
        strength: What a white leaf right beneath it sends back.
        sky: What comes from all about.
        window: Direction and strength of a second bright patch that glossy things mirror.
        colour: (3,) of the lamp.
    """

    place_mm: np.ndarray
    half_mm: float
    strength: float
    sky: float
    window: tuple[np.ndarray, float]
    colour: np.ndarray

    def points(self, count: int) -> np.ndarray:
        """(count, 3) places spread over it."""
        turns = np.arange(count) * 2.399963
        far = self.half_mm * np.sqrt((np.arange(count) + 0.5) / count) * 1.13
        return self.place_mm + np.stack([far * np.cos(turns), far * np.sin(turns), np.zeros(count)], -1)


def random_lamp(rng: np.random.Generator, middle_mm: np.ndarray) -> Lamp:
    side, lean = rng.uniform(0, math.tau), rng.uniform(0.1, 0.95)
    far = rng.uniform(500, 1400)
    place = np.array([*middle_mm, 0.0]) + far * np.array(
        [math.sin(lean) * math.cos(side), math.sin(lean) * math.sin(side), math.cos(lean)]
    )
    round_about = rng.uniform(0, math.tau)
    window = np.array([math.cos(round_about), math.sin(round_about), rng.uniform(0.3, 1.2)])
    sky = float(rng.uniform(0.25, 0.7))
    return Lamp(
        place,
        float(rng.uniform(15, 220)),
        1.0 - 0.75 * sky,
        sky,
        (window / np.linalg.norm(window), float(rng.uniform(0.0, 1.2))),
        rng.uniform(0.88, 1.05, 3).astype(np.float32),
    )


def lit(skin: Skin, lamp: Lamp, near: Sequence[Solid]) -> np.ndarray:
    """(N, 3) light that points of a die send to the eye; `near` are dice that may stand in the lamp's way."""
    surface, points_mm, turned = skin.surface, skin.points_mm, skin.normals
    way = lamp.place_mm - points_mm
    far = np.sqrt(_dot(way, way))
    straight = np.maximum(_dot(turned, way) / far, 0.0)
    seen = np.ones(len(points_mm))
    facing = np.flatnonzero(straight > 0.0)
    seen[facing] = _seen(points_mm[facing], lamp, near)
    # Low parts of a side see the table instead of the sky.
    open_sky = (0.62 + 0.38 * turned[:, 2]) * np.clip(0.55 + points_mm[:, 2] / 24.0, 0.55, 1.0)
    falls = lamp.strength * (straight * seen)[:, None] * lamp.colour + (lamp.sky * open_sky)[:, None]
    if surface.through:
        glow = surface.through * (0.5 + 0.5 * np.clip(1 - points_mm[:, 2] / 18.0, 0, 1))
        falls = falls * (1 - 0.4 * surface.through) + glow[:, None]
    out = surface.colour * falls
    return out + _mirrored(skin, lamp, seen)


def _dot(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", one, two)


def _seen(points_mm: np.ndarray, lamp: Lamp, near: Sequence[Solid]) -> np.ndarray:
    if not near:
        return np.ones(len(points_mm))
    lamps = lamp.points(FACE_RAYS)
    seen = np.zeros(len(points_mm))
    for place in lamps:
        free = np.ones(len(points_mm), bool)
        for other in near:
            free &= ~other.blocks(points_mm, place)
        seen += free
    return seen / len(lamps)


def _mirrored(skin: Skin, lamp: Lamp, seen: np.ndarray) -> np.ndarray:
    surface, points_mm, turned, eye_mm = skin.surface, skin.points_mm, skin.normals, skin.eye_mm
    to_eye = eye_mm - points_mm
    to_eye /= np.sqrt(_dot(to_eye, to_eye))[:, None]
    facing = np.clip(_dot(turned, to_eye), 0.0, 1.0)
    back = 2 * facing[:, None] * turned - to_eye
    rise = np.maximum(back[:, 2], 1e-3)
    meets = points_mm[:, :2] + back[:, :2] * ((lamp.place_mm[2] - points_mm[:, 2]) / rise)[:, None]
    off = np.maximum(np.abs(meets[:, 0] - lamp.place_mm[0]), np.abs(meets[:, 1] - lamp.place_mm[1]))
    height = lamp.place_mm[2]
    soft = surface.rough * 0.55 * height + 6.0
    patch = 1.0 / (1.0 + np.exp(np.clip((off - lamp.half_mm) / soft * 4, -30, 30))) * (back[:, 2] > 0)
    # A rough surface spreads the same light over more directions.
    bright = 6.0 * (lamp.half_mm / (lamp.half_mm + 1.5 * soft)) ** 2
    window, strength = lamp.window
    sharp = 2.0 / (0.01 + surface.rough**2)
    pane = strength * 1.6 * np.exp(sharp * (back @ window - 1.0)) / (1 + 6 * surface.rough)
    sky = 0.5 * lamp.sky * np.clip(back[:, 2], 0, 1)
    fresnel = 0.04 + 0.96 * (1 - facing) ** 5 * (1 - 0.8 * np.minimum(surface.rough, 1.0))
    return (fresnel * (lamp.strength * patch * bright * seen + pane + sky))[:, None] * lamp.colour


def shadow(camera: Pinhole, lamp: Lamp, solids: Sequence[Solid]) -> np.ndarray:
    """(h, w) share of the lamp's light that reaches the table."""
    width, height = camera.size[0] // COARSE, camera.size[1] // COARSE
    total = np.zeros((height, width), np.float32)
    for place in lamp.points(SHADOW_RAYS):
        mask = np.zeros((height, width), np.uint8)
        for solid in solids:
            corners = solid.corners_mm()
            corners = corners[corners[:, 2] < place[2] - 1]
            rest = corners[:, 2] / (place[2] - corners[:, 2])
            ground = corners[:, :2] + (corners[:, :2] - place[:2]) * rest[:, None]
            spots = camera.project(np.column_stack([ground, np.zeros(len(ground))])) / COARSE
            hull = cv2.convexHull(spots.astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        total += mask
    soft = cv2.GaussianBlur(total / SHADOW_RAYS, (0, 0), 1.0)
    return 1.0 - cv2.resize(soft, camera.size, interpolation=cv2.INTER_LINEAR)


def nearness(camera: Pinhole, solids: Sequence[Solid]) -> np.ndarray:
    """(h, w) share of the sky that the table sees past the dice that stand on it."""
    width, height = camera.size[0] // 4, camera.size[1] // 4
    mask = np.zeros((height, width), np.float32)
    scale = 0.0
    for solid in solids:
        corners = solid.corners_mm()
        if corners[:, 2].min() > 3:
            continue
        spots = camera.project(np.column_stack([corners[:, :2], np.zeros(8)])) / 4
        hull = cv2.convexHull(spots.astype(np.float32))
        scale = max(scale, float(np.sqrt(cv2.contourArea(hull))))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
    if scale:
        mask = cv2.GaussianBlur(mask, (0, 0), 0.22 * scale)
    return 1.0 - 0.55 * cv2.resize(mask, camera.size, interpolation=cv2.INTER_LINEAR)
