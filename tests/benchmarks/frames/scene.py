"""From a table to things that are painted one over another, and how much of each tag the later ones leave visible."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from tests.benchmarks.frames.canvas import Canvas, Flat
from tests.benchmarks.frames.layouts import FlatPose
from tests.benchmarks.frames.optics import TrueCamera
from tests.benchmarks.frames.textures import card, grain, linear, opaque, random_colour, tag_texture
from vision import BaseLayout, Tag, TerrainLayout

CIRCLE = np.stack([np.cos(np.arange(40) * math.tau / 40), np.sin(np.arange(40) * math.tau / 40)], -1)
SAMPLES = 36
EXPOSURE_STEPS = 9
DISC_RISE_MM = 3.2


@dataclass(frozen=True, slots=True)
class Upright:
    """Something that stands, as its outline in the picture: convex, (N, 2) pixels."""

    outline_px: np.ndarray
    colour: np.ndarray
    grain: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Smeared:
    """Things that move while the picture is taken: what they are at each moment of the exposure."""

    moments: tuple[tuple["Flat | Upright", ...], ...]


Item = Flat | Upright | Smeared


@dataclass(frozen=True, slots=True)
class SeenTag:
    """A tag of the scene.

    Attributes:
        id: Number in the dictionary.
        carrier: Id of the piece; "mat" for the mat, "" for a tag that lies loose.
        corners_mm: (4, 3) of the black square, mat frame, OpenCV's order.
        level: Number of things painted up to and with it: later ones may hide it.
    """

    id: int
    carrier: str
    corners_mm: np.ndarray
    level: int


class Scene:
    """Things in the order of painting, the tags among them, and the shadows they throw on what lies flat.

    Attributes:
        items: What is painted, first to last.
        tags: All tags.
        lying: How many of the items lie flat on the mat and take shadows of what stands.
        shadows: Outlines of the shadows, in pixels.
    """

    def __init__(self, camera: TrueCamera, rng: np.random.Generator, dictionary: str) -> None:
        self.camera = camera
        self.rng = rng
        self.dictionary = dictionary
        self.items: list[Item] = []
        self.tags: list[SeenTag] = []
        self.lying = 0
        self.shadows: list[np.ndarray] = []
        way, steep = rng.uniform(0, math.tau), rng.uniform(0.15, 0.7)
        self._shadow_way = np.array([math.cos(way), math.sin(way)]) * steep
        self._grain = grain(rng)

    @property
    def modules(self) -> int:
        """Modules along the edge of a black square."""
        return int(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary)).markerSize) + 2

    def add_tag(self, tag: Tag, at: FlatPose, carrier: str, margin_modules: float = 1.0) -> None:
        """One printed tag with its white margin."""
        flat, corners_mm = self._tag(tag, at, margin_modules)
        self.items.append(flat)
        self.tags.append(SeenTag(tag.id, carrier, corners_mm, len(self.items)))

    def _tag(self, tag: Tag, at: FlatPose, margin_modules: float = 1.0) -> tuple[Flat, np.ndarray]:
        texture, wide = tag_texture(self.dictionary, tag.id, margin_modules)
        edge_mm = tag.size_mm * wide
        half = tag.size_mm / 2
        own = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        corners = np.column_stack([at.put(own), np.full(4, tag.height_mm)])
        return Flat(texture, at.x_mm, at.y_mm, at.angle_rad, edge_mm, edge_mm, tag.height_mm), corners

    def add_card(self, x_mm: float, y_mm: float, angle_rad: float) -> None:
        """Some print that lies about."""
        texture, (width_mm, height_mm) = card(self.rng)
        self.items.append(Flat(texture, x_mm, y_mm, angle_rad, width_mm, height_mm, 0.2))

    def add_template(self, piece: TerrainLayout, at: FlatPose) -> None:
        """A terrain template with its tags, and a bush on it that hides none of them from straight above."""
        colour = linear(np.array([[random_colour(self.rng, 40, 200)]], np.uint8))[0, 0]
        corners = at.put(np.array(piece.polygon_mm))
        middle = np.array([[at.x_mm, at.y_mm]])
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            wedge = np.concatenate([middle, [start, end]])
            self.items.append(Upright(self._hull([(wedge, 1.0)]), colour, self._grain))
        for tag in piece.tags:
            self.add_tag(tag, at.tag(tag), piece.id)

    def add_bases(self, pieces: Iterable[tuple[BaseLayout, FlatPose]], moving: tuple[str, np.ndarray] | None) -> None:
        """All bases: paper first, then what stands, far ones before near ones.

        Args:
            pieces: Each base and where it lies.
            moving: The base that moves during the exposure, and by how many mm in x and y.
        """
        pieces = list(pieces)
        self.rng.shuffle(pieces)
        for base, at in pieces:
            self._add_paper(base, at, moving)
        self.lying = len(self.items)
        foot = self.camera.centre_mm[:2]
        pieces.sort(key=lambda piece: -math.hypot(piece[1].x_mm - foot[0], piece[1].y_mm - foot[1]))
        for base, at in pieces:
            seed = int(self.rng.integers(2**31))
            if moving is not None and moving[0] == base.id:
                moments = tuple(tuple(self._standing(base, place, seed)) for place in moments_of(at, moving[1]))
                self.items.append(Smeared(moments))
            else:
                self.items += self._standing(base, at, seed)

    def _add_paper(self, base: BaseLayout, at: FlatPose, moving: tuple[str, np.ndarray] | None) -> None:
        sheet = opaque(np.full((4, 4, 3), 0.74, np.float32))
        places = moments_of(at, moving[1]) if moving is not None and moving[0] == base.id else [at]
        for tag in base.tags:
            reach = math.hypot(tag.x_mm, tag.y_mm) - tag.size_mm * 0.6
            way = math.atan2(tag.y_mm, tag.x_mm)
            stalk = Tag(0, 0, reach / 2 * math.cos(way), reach / 2 * math.sin(way), way)
            moments = []
            for place in places:
                middle = place.tag(stalk)
                paper = Flat(sheet, middle.x_mm, middle.y_mm, middle.angle_rad, reach, tag.size_mm, tag.height_mm)
                moments.append((paper, self._tag(tag, place.tag(tag))[0]))
            self.items += [Smeared(tuple(moments))] if len(moments) > 1 else moments[0]
            self.tags.append(SeenTag(tag.id, base.id, self._tag(tag, at.tag(tag))[1], len(self.items)))

    def _standing(self, base: BaseLayout, at: FlatPose, seed: int) -> list[Upright]:
        """The base's disc and the miniature on it."""
        rng = np.random.default_rng(seed)
        colour = linear(random_colour(rng, 25, 150).astype(np.uint8)[None, None])[0, 0]
        round_mm = [at.x_mm, at.y_mm] + base.radius_mm * CIRCLE
        rim = linear(np.array([[[1, 1, 1]]], np.uint8) * int(rng.integers(15, 120)))[0, 0]
        solids = [
            Upright(self._hull([(round_mm, 0.4), (round_mm, DISC_RISE_MM)]), rim),
            Upright(self._hull([(round_mm, DISC_RISE_MM)]), colour, self._grain),
        ]
        self._throw([(round_mm, DISC_RISE_MM)])
        rings = self._miniature(base.radius_mm, at, rng)
        paint = linear(random_colour(rng, 40, 230).astype(np.uint8)[None, None])[0, 0]
        for low, high in pairwise(rings):
            solids.append(Upright(self._hull([low, high]), paint * rng.uniform(0.6, 1.2), self._grain))
            self._throw([low, high])
        return solids

    def _miniature(self, radius_mm: float, at: FlatPose, rng: np.random.Generator) -> list[tuple[np.ndarray, float]]:
        """Rings of a figure from the feet to the head, and a weapon held out to one side."""
        tall_mm, wide = rng.uniform(18, 42), rng.uniform(0.3, 0.62)
        lean = rng.uniform(-0.12, 0.12, 2)
        rings = []
        for share, width in ((0.08, wide), (0.45, wide * rng.uniform(0.7, 1.0)), (0.8, wide * 0.6), (1.0, wide * 0.35)):
            middle = np.array([at.x_mm, at.y_mm]) + lean * share * radius_mm
            rings.append((middle + max(width * radius_mm, 2.0) * CIRCLE, share * tall_mm))
        if rng.random() < 0.6:
            way = rng.uniform(0, math.tau)
            hand = rings[1][0].mean(axis=0) + rng.uniform(0.7, 1.15) * radius_mm * np.array(
                [math.cos(way), math.sin(way)]
            )
            rings.append((hand + 1.4 * CIRCLE, rng.uniform(0.5, 1.2) * tall_mm))
        return rings

    def add_hand(self, target_mm: np.ndarray) -> None:
        """A forearm from beyond the mat, a palm and fingers over a point of the mat."""
        rng = self.rng
        way = rng.uniform(0, math.tau)
        along, aside = np.array([math.cos(way), math.sin(way)]), np.array([-math.sin(way), math.cos(way)])
        skin = linear(np.array([[[120, 150, 205]]]).astype(np.uint8))[0, 0] * rng.uniform(0.25, 1.0)
        parts = [
            [(along * 560 + 36 * CIRCLE, 110.0), (along * 110 + 24 * CIRCLE, 75.0)],
            [(along * 115 + 24 * CIRCLE, 75.0), (along * 70 + 37 * CIRCLE, 62.0)],
            [(along * 70 + 37 * CIRCLE, 62.0), (along * 32 + 34 * CIRCLE, 55.0)],
        ]
        for number in range(5):
            root = along * (34 - 6 * (number == 4)) + aside * (-26 + 14 * number)
            tip = along * rng.uniform(-42, -8) * (1 if number < 4 else 0.2) + aside * (-30 + 15 * number)
            parts.append([(root + 9 * CIRCLE, 52.0), (tip + 7 * CIRCLE, rng.uniform(18, 40))])
        for part in parts:
            rings = [(target_mm + ring, rise) for ring, rise in part]
            self.items.append(Upright(self._hull(rings), skin * rng.uniform(0.9, 1.05), self._grain))
            self._throw(rings)

    def cover(self, tag: Tag, at: FlatPose, share: float, rng: np.random.Generator) -> None:
        """Lays something over a tag from one side so that it hides about that share of it."""
        way = rng.uniform(0, math.tau)
        along = np.array([math.cos(way), math.sin(way)])
        steps = (np.arange(SAMPLES) + 0.5) / SAMPLES * tag.size_mm - tag.size_mm / 2
        square = at.put(np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2))
        edge_mm = float(np.quantile(square @ along, 1 - share))
        reach_mm = 1.5 * tag.size_mm
        aside = np.array([-along[1], along[0]])
        middle = along * (edge_mm + reach_mm / 2) + aside * float(np.array([at.x_mm, at.y_mm]) @ aside)
        texture = card(rng)[0] if rng.random() < 0.4 else self._plain(rng)
        self.items.append(Flat(texture, float(middle[0]), float(middle[1]), way, reach_mm, reach_mm, tag.height_mm))

    def _plain(self, rng: np.random.Generator) -> np.ndarray:
        """Something of one colour, with a grain."""
        colour = linear(np.array([[random_colour(rng, 5, 250)]], np.uint8))
        return opaque(colour * self._grain[:128, :128, None])

    def add_die(self, x_mm: float, y_mm: float, angle_rad: float, edge_mm: float) -> None:
        """A cube with pips on its top."""
        at = FlatPose(x_mm, y_mm, angle_rad)
        square = at.put(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge_mm / 2)
        colour = linear(random_colour(self.rng, 40, 240).astype(np.uint8)[None, None])[0, 0]
        pip = np.zeros(3) + (0.7 if colour.mean() < 0.3 else 0.04)
        self._throw([(square, edge_mm)])
        self.items.append(Upright(self._hull([(square, 0.0), (square, edge_mm)]), colour * 0.6))
        self.items.append(Upright(self._hull([(square, edge_mm)]), colour))
        grid = [np.array([i, j]) * edge_mm * 0.27 for i in (-1, 0, 1) for j in (-1, 0, 1)]
        for index in self.rng.permutation(9)[: int(self.rng.integers(1, 7))]:
            self.items.append(Upright(self._hull([(at.put(grid[index] + edge_mm * 0.09 * CIRCLE), edge_mm)]), pip))

    def _hull(self, rings: list[tuple[np.ndarray, float]]) -> np.ndarray:
        """Outline in the picture of what lies between flat rings at their heights."""
        points = np.concatenate([np.column_stack([ring, np.full(len(ring), rise)]) for ring, rise in rings])
        shown = self.camera.project(points).astype(np.float32)
        return cv2.convexHull(shown).reshape(-1, 2).astype(float)

    def _throw(self, rings: list[tuple[np.ndarray, float]]) -> None:
        ground = [(ring + rise * self._shadow_way, 0.0) for ring, rise in rings]
        self.shadows.append(self._hull([*ground, (rings[0][0], 0.0)] if rings[0][1] < 10 else ground))

    def paint(self, canvas: Canvas, shadow_left: float, shadow_soft_px: float) -> None:
        """Everything onto the ground that the canvas already holds."""
        for number, item in enumerate(self.items):
            if number == self.lying and self.shadows:
                canvas.shade(self.shadows, shadow_left, shadow_soft_px)
            _paint(canvas, item)

    def visible(self, corners_mm: np.ndarray, level: int, grown: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
        """Which parts of a square can be seen.

        Args:
            corners_mm: (4, 3), in OpenCV's order.
            level: As in `SeenTag`.
            grown: How many times the square is larger than its corners say.

        Returns:
            (N, 2) pixels evenly over the square, and (N,) whether nothing hides each and it is in the picture.
        """
        middle = corners_mm.mean(axis=0)
        first, second, _, last = (corners_mm - middle) * grown + middle
        steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
        points = first + steps[:, None, None] * (second - first) + steps[None, :, None] * (last - first)
        pixels = self.camera.project(points.reshape(-1, 3))
        shown = (pixels > -0.5).all(axis=1) & (pixels < np.array(self.camera.size) - 0.5).all(axis=1)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        for item in self.items[level:]:
            for outline in _outlines(item, self.camera):
                if (outline.max(axis=0) > low).all() and (outline.min(axis=0) < high).all():
                    shown &= ~_inside(pixels, outline)
        return pixels, shown


def moments_of(at: FlatPose, by_mm: np.ndarray) -> list[FlatPose]:
    """Where a piece is through the exposure; the middle one is where it lies."""
    shares = np.linspace(-0.5, 0.5, EXPOSURE_STEPS)
    return [FlatPose(at.x_mm + share * by_mm[0], at.y_mm + share * by_mm[1], at.angle_rad) for share in shares]


def _paint(canvas: Canvas, item: Item) -> None:
    match item:
        case Flat():
            canvas.lay(item)
        case Upright():
            canvas.stand(item.outline_px, item.colour, item.grain)
        case Smeared():
            outlines = [o for moment in item.moments for part in moment for o in _outlines(part, canvas.camera)]
            region = canvas.region(np.concatenate(outlines))
            if region is None:
                return
            before, total = canvas.light[region].copy(), np.zeros_like(canvas.light[region])
            for moment in item.moments:
                canvas.light[region] = before
                for part in moment:
                    _paint(canvas, part)
                total += canvas.light[region]
            canvas.light[region] = total / len(item.moments)


def _outlines(item: Item, camera: TrueCamera) -> list[np.ndarray]:
    match item:
        case Flat():
            return [camera.project(item.outline_mm())]
        case Upright():
            return [item.outline_px]
        case Smeared():
            return [outline for part in item.moments[len(item.moments) // 2] for outline in _outlines(part, camera)]


def _inside(points: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """Which of (N, 2) points lie in a convex outline, whichever way round it runs."""
    ways = np.roll(outline, -1, axis=0) - outline
    towards = points[:, None, :] - outline
    cross = ways[:, 0] * towards[..., 1] - ways[:, 1] * towards[..., 0]
    return (cross >= 0).all(axis=1) | (cross <= 0).all(axis=1)
