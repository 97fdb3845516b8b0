"""Ids that are not there: the tracker and the reader before cards, dice, faces, codes, screens and other people's tags.

A rendered table lies still while things are laid on it, pushed over it and taken away. Nothing but the pieces that
stand there may be told, and none of them anywhere else.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.frames.exposure import Exposure
from tests.benchmarks.frames.frame import FrameOptions, RenderedFrame, render
from tests.benchmarks.frames.layouts import TableOptions
from tests.benchmarks.frames.results import HELD_OUT, in_processes
from tests.benchmarks.frames.textures import card
from tests.benchmarks.report import Bar, ResultTable, affordable
from vision import Lens, TableReader, Tracker
from vision.fiducials.dictionary import opencv_dictionary
from vision.images.frame import Frame
from vision.observation import TableObservation, TrackState

SIZE = (1280, 720)
SHOT_FRAMES = 250
FPS = 30.0
SPRITES = 14
MIN_BITS = 2
"""Made-up tags differ from every tag in play by at least so many bits, whichever way round they lie."""
OFF_PX = 6.0
OFF_MM = 3.0
ELSEWHERE = ("DICT_5X5_100", "DICT_6X6_100", "DICT_APRILTAG_36h11", "DICT_ARUCO_ORIGINAL")
PLAIN_EACH, READ_EACH = 10, 250
"""Of so many pictures one is shown to the detector, and to the reader."""

FRAMES = 10_000
ON_TABLE = (TrackState.SEEN, TrackState.MOVED, TrackState.LIFTED)


@dataclass
class Sprite:
    """Something that lies on the table: its picture, half its width in pixels, and how it moves."""

    picture: np.ndarray
    half_px: float
    centre_px: np.ndarray
    speed_px: np.ndarray
    angle_rad: float
    turning_rad: float
    until: int

    def corners_px(self, number: int) -> np.ndarray:
        """(4, 2) where its picture's corners are in that frame."""
        height, width = self.picture.shape[:2]
        half = np.array([self.half_px, self.half_px * height / width])
        angle = self.angle_rad + number * self.turning_rad
        cos, sin = math.cos(angle), math.sin(angle)
        own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        return own @ np.array([[cos, sin], [-sin, cos]]) + self.centre_px + number * self.speed_px


class Clutter:
    """Makes the things that lie about."""

    def __init__(self, rng: np.random.Generator, px_per_mm: float) -> None:
        self.rng = rng
        self.px_per_mm = px_per_mm
        self.photographs = _photographs()
        self._known = _codes_in_play()

    def sprite(self, number: int) -> Sprite:
        """One more thing, from that frame on."""
        rng = self.rng
        picture, width_mm = self._thing()
        moving = rng.random() < 0.35
        centre = rng.uniform([0.1, 0.05], [0.9, 0.95]) * SIZE
        speed = rng.normal(0, 4, 2) if moving else np.zeros(2)
        return Sprite(
            picture,
            width_mm * self.px_per_mm / 2,
            centre - number * speed,
            speed,
            float(rng.uniform(0, math.tau)),
            float(rng.normal(0, 0.03)) if moving else 0.0,
            number + int(rng.integers(20, 120)),
        )

    def _thing(self) -> tuple[np.ndarray, float]:
        """A picture and its width in mm."""
        rng = self.rng
        match rng.integers(6):
            case 0 | 1:
                return self._tag_like(), float(rng.choice([10, 12, 15, 15, 20, 30])) * 8 / 6
            case 2:
                return self._screen(), float(rng.choice([70, 150]))
            case 3 if self.photographs:
                photograph = self.photographs[int(rng.integers(len(self.photographs)))]
                return photograph, float(rng.uniform(60, 180))
            case 4:
                return self._die(), float(rng.uniform(12, 18))
            case _:
                texture, (width_mm, _) = card(rng)
                return stored(texture[..., :3]), width_mm

    def _tag_like(self) -> np.ndarray:
        """A square of bits that is no tag in play: made up, of another dictionary, turned over or inside out."""
        rng = self.rng
        match rng.integers(4):
            case 0:
                name = str(rng.choice(ELSEWHERE))
                book = opencv_dictionary(name)
                side = int(book.markerSize) + 2
                cells = cv2.aruco.generateImageMarker(book, int(rng.integers(50)), side)
            case 1:
                cells = 255 - _framed(self._made_up())
            case 2:
                cells = _framed(np.zeros((4, 4), np.uint8) if rng.random() < 0.5 else np.eye(4, dtype=np.uint8))
            case _:
                cells = _framed(self._made_up())
        plate = np.pad(cells, 1, constant_values=255 - int(cells[0, 0]))
        grey = (plate.astype(float) * 0.78 + 22).astype(np.uint8)
        return np.repeat(cv2.resize(grey, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)[..., None], 3, 2)

    def _made_up(self) -> np.ndarray:
        while True:
            bits = (self.rng.random((4, 4)) < 0.5).astype(np.uint8)
            if (self._known != bits).sum(axis=(1, 2)).min() >= MIN_BITS:
                return bits

    def _screen(self) -> np.ndarray:
        """A telephone or tablet that shows tag-like pictures, or a photograph, and its own rows of pixels."""
        screen = np.full((480, 300, 3), self.rng.integers(60, 255, 3), np.uint8)
        for y in range(30, 420, 110):
            for x in (30, 165):
                shown = cv2.resize(self._tag_like(), (100, 100), interpolation=cv2.INTER_AREA)
                screen[y : y + 100, x : x + 100] = shown
        screen[::4] = screen[::4] * 0.8
        return cv2.copyMakeBorder(screen, 24, 24, 12, 12, cv2.BORDER_CONSTANT, value=(12, 12, 12))

    def _die(self) -> np.ndarray:
        face = np.full((96, 96, 3), self.rng.integers(20, 250, 3), np.uint8)
        pip = (15, 15, 15) if face.mean() > 110 else (235, 235, 235)
        for index in self.rng.permutation(9)[: int(self.rng.integers(1, 7))]:
            cv2.circle(face, (20 + 28 * int(index % 3), 20 + 28 * int(index // 3)), 9, pip, -1, cv2.LINE_AA)
        return face


def stored(light: np.ndarray) -> np.ndarray:
    return (255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def _framed(bits: np.ndarray) -> np.ndarray:
    return np.pad(bits, 1) * np.uint8(255)


def _codes_in_play() -> np.ndarray:
    book = opencv_dictionary("DICT_4X4_100")
    bits = [cv2.aruco.generateImageMarker(book, k, 6)[1:-1, 1:-1] > 127 for k in range(100)]
    return np.array([np.rot90(one, turns) for one in bits for turns in range(4)]).astype(np.uint8)


def _photographs() -> list[np.ndarray]:
    """Real dice and tables; pictures with real tags in them are left out."""
    folder = Path(__file__).resolve().parents[2] / "golden" / "dice"
    found = [cv2.imread(str(file)) for file in sorted(folder.glob("*.jpg"))]
    return [cv2.resize(p, (480, round(480 * p.shape[0] / p.shape[1])), interpolation=cv2.INTER_AREA) for p in found]


def table_of(seed: int) -> RenderedFrame:
    """Five bases on a busy mat, and twenty more in the table file that are not there."""
    table = TableOptions(bases=5, absent=20, terrain=1, tag_mm=15.0, large_share=0.2)
    return render(FrameOptions("clutter", size=SIZE, table=table, exposure=Exposure(quality=95), cards=1), seed)


def with_sprites(table: np.ndarray, sprites: list[Sprite], number: int, rng: np.random.Generator) -> np.ndarray:
    """The table with things on it, blurred as it is itself, and with noise of its own."""
    picture = table.copy()
    for sprite in sprites:
        corners = sprite.corners_px(number).astype(np.float32)
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, SIZE)
        if (high <= low).any():
            continue
        height, width = sprite.picture.shape[:2]
        edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        scale = max(1, round(width / (2.5 * sprite.half_px)))
        small = cv2.resize(sprite.picture, (width // scale, height // scale), interpolation=cv2.INTER_AREA)
        to_picture = cv2.getPerspectiveTransform(edges / scale, corners - low.astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        shown = cv2.warpPerspective(small, to_picture, size, flags=cv2.INTER_LINEAR)
        there = cv2.warpPerspective(np.full(small.shape[:2], 255, np.uint8), to_picture, size, flags=cv2.INTER_LINEAR)
        part = picture[low[1] : high[1], low[0] : high[0]]
        blurred = cv2.GaussianBlur(shown, (0, 0), 0.7)
        np.copyto(part, blurred, where=there[..., None] > 127)
    noise = rng.integers(-4, 5, (64, 64, 1), dtype=np.int8)
    tiled = np.tile(noise, (SIZE[1] // 64 + 1, SIZE[0] // 64 + 1, 1))[: SIZE[1], : SIZE[0]]
    return cv2.add(picture, np.broadcast_to(tiled, picture.shape).astype(np.int16), dtype=cv2.CV_8U)


def faults_of(observation: TableObservation, table: RenderedFrame, where: str) -> list[str]:
    """What is told that is not so."""
    truth = table.truth
    corners = {tag.id: tag.corners_px for piece in (*truth.bases, *truth.terrain) for tag in piece.tags}
    corners |= {tag.id: tag.corners_px for tag in truth.mat_tags}
    carried = {tag.id for piece in table.layout.pieces for tag in piece.tags} | {t.id for t in table.layout.mat.tags}
    faults = []
    for tag in observation.tags:
        if tag.id in carried:
            true = corners.get(tag.id)
            off_px = math.inf if true is None else float(np.abs(np.array(true) - tag.corners_px).max())
            if off_px > OFF_PX:
                faults.append(f"{where}: tag {tag.id} off by {off_px:.1f} px")
    places = {piece.id: piece for piece in (*truth.bases, *truth.terrain)}
    for place in (*observation.bases, *observation.terrain):
        piece = places.get(place.id)
        if place.state in ON_TABLE:
            here = piece is not None and piece.x_mm is not None
            off_mm = math.hypot(place.x_mm - piece.x_mm, place.y_mm - piece.y_mm) if here else math.inf
            if off_mm > OFF_MM:
                faults.append(f"{where}: {place.id} off by {off_mm:.1f} mm")
    return faults


@dataclass
class ClutterRun:
    """What came of some seconds on one table.

    Attributes:
        frames: How many pictures.
        tracked: What the tracker told wrong.
        read: What the reader told wrong.
        alone: How many pictures the reader saw.
        plain: How many tags `cv2.aruco` with its defaults told wrong.
        shown: How many pictures it was shown.
    """

    frames: int
    tracked: list[str]
    read: list[str]
    alone: int
    plain: int
    shown: int


def picture_of(seed: int, number: int) -> tuple[RenderedFrame, np.ndarray]:
    """One picture of a shot, with its table."""
    rng = np.random.default_rng([seed, 3])
    table = table_of(seed)
    clutter = Clutter(rng, table.camera.matrix[0, 0] / table.camera.centre_mm[2])
    sprites: list[Sprite] = []
    picture = table.image
    for at in range(number + 1):
        sprites = _with_more([sprite for sprite in sprites if sprite.until > at], clutter, at)
        picture = with_sprites(table.image, sprites if at > 15 else [], at, rng)
    return table, picture


def _with_more(sprites: list[Sprite], clutter: "Clutter", number: int) -> list[Sprite]:
    more = len(sprites) < SPRITES and clutter.rng.random() < 0.25
    return [*sprites, clutter.sprite(number)] if more else sprites


def run_shot(seed: int, frames: int) -> ClutterRun:
    """Some seconds on one table."""
    rng = np.random.default_rng([seed, 3])
    table = table_of(seed)
    lens: Lens | None = table.lens
    clutter = Clutter(rng, table.camera.matrix[0, 0] / table.camera.centre_mm[2])
    tracker, reader = Tracker(table.layout, lens), TableReader(table.layout, lens)
    plain = cv2.aruco.ArucoDetector(opencv_dictionary("DICT_4X4_100"))
    pieces = (*table.truth.bases, *table.truth.terrain)
    mine = {tag.id for tag in (*table.truth.mat_tags, *(tag for piece in pieces for tag in piece.tags))}
    mine |= {int(i) for i in np.ravel(plain.detectMarkers(table.image)[1])}
    sprites: list[Sprite] = []
    shot = ClutterRun(frames, [], [], 0, 0, 0)
    for number in range(frames):
        sprites = _with_more([sprite for sprite in sprites if sprite.until > number], clutter, number)
        picture = with_sprites(table.image, sprites if number > 15 else [], number, rng)
        shot.tracked += faults_of(tracker.update(Frame(picture, number / FPS, number)), table, f"{seed}/{number}")
        if number % PLAIN_EACH == 5:
            ids = plain.detectMarkers(picture)[1]
            shot.plain += 0 if ids is None else sum(int(tag_id) not in mine for tag_id in np.ravel(ids))
            shot.shown += 1
        if (number + seed * frames) % READ_EACH == 100:
            shot.read += faults_of(reader.read(Frame(picture, 0.0, 0)), table, f"{seed}/{number} alone")
            shot.alone += 1
    return shot


def _first_of_each(faults: list[str]) -> list[str]:
    """Of faults that go on over pictures, the first: the same tag or piece in the same shot."""
    first = {}
    for fault in faults:
        where, what = fault.split(": ")
        first.setdefault((where.split("/")[0], what.split(" off")[0]), fault)
    return list(first.values())


@lru_cache
def shots(frames: int) -> tuple[ClutterRun, ...]:
    """Shots one after another, so many pictures in all; made once for all that asks for them."""
    starts = range(0, frames, SHOT_FRAMES)
    seeds = [HELD_OUT + start // SHOT_FRAMES for start in starts]
    return tuple(in_processes(run_shot, seeds, [min(SHOT_FRAMES, frames - start) for start in starts]))


def measure(frames: int | None = None) -> ResultTable:
    """Runs shots.

    Args:
        frames: In all; what can be afforded if left out.
    """
    return told_of(shots(frames or affordable(FRAMES, 60)))


def told_of(taken: Sequence[ClutterRun]) -> ResultTable:
    """The table of the results of some shots."""
    tracked, read = (
        [fault for shot in taken for fault in shot.tracked],
        [fault for shot in taken for fault in shot.read],
    )
    frames, alone = sum(shot.frames for shot in taken), sum(shot.alone for shot in taken)
    for fault in _first_of_each(tracked + read):
        print("told wrong:", fault)
    rows = (
        ("tracker", str(frames), f"{len(tracked)} ({len(_first_of_each(tracked))} different)"),
        ("reader of single pictures", str(alone), f"{len(read)}"),
        ("cv2.aruco defaults", str(sum(shot.shown for shot in taken)), str(sum(shot.plain for shot in taken))),
    )
    measured = f"{len(tracked)} over {frames} frames, {len(read)} over {alone} single pictures"
    # Fewer frames without a fault prove less than is asked.
    holds = not tracked and not read and frames >= affordable(FRAMES, 60)
    return ResultTable(
        "Ids that are not there",
        ("way", "frames", "tags or pieces told that are not there, or elsewhere"),
        rows,
        f"Shots of {SHOT_FRAMES} pictures of {SIZE[0]} × {SIZE[1]} at 30 a second: a rendered table with five bases "
        "and a template, twenty more bases in the table file that are not there, and on it up to fourteen things that "
        "come, go and move: playing cards, printed pages, drawn faces, codes, dice, screens full of tag-like pictures, "
        "tags of other dictionaries, inverted and made-up ones (two or more bits from any in play), and photographs of "
        "dice where the examples are at hand. A screen that shows a true tag of the game in its true size is beyond "
        "this.",
        (Bar("invented or swapped ids before clutter", "0 over 10,000 frames", measured, holds),),
    )


if __name__ == "__main__":
    print(measure(int(sys.argv[1]) if len(sys.argv) > 1 else None).markdown())
