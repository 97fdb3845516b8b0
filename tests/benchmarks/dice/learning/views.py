"""Labelled views of rendered dice, for the network of `vision.dice.pips.classifier` to learn from.

`python -m tests.benchmarks.dice.learning.views OUT.npz --seed 20000 --count 1000`. Seeds from 30000 on are for setting
bounds and for the benchmark; none of them may be used here.

Of each throw there are views of the upper faces as they truly lie, of every other face in sight, of places and sizes
that are none, and of all that the reader itself takes for a face. In the throws from 21000 on half of the dice are made
harder to read than those of the benchmark are on average.
"""

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.dice.appearance import DieAppearance
from tests.benchmarks.dice.render import Picture, TrueDie, picture_of
from tests.benchmarks.dice.scene import DiceScene, random_throw
from tests.benchmarks.dice.solid import FACES
from vision.dice.pips.classifier import HIDDEN, LEANING, ImagePyramid, frame_of
from vision.dice.pips.decoder import Face
from vision.dice.pips.reader import faces_tried
from vision.dice.pips.spots import find_spots

FIRST_HARD = 21_000
FIRST_HELD_OUT = 30_000
SIDE_PX, VIEW_PX = 26.7, 96
"""Larger and finer than what the network sees, so that views can be turned, shifted and scaled when it learns."""

MARKED = 0.8
"""Edge of what the truth calls a face, in edges of the die."""

FRAMED, SIZED = 0.13, (0.8, 1.25)
"""An upper face is well framed if its middle is so near, in edges, and its size so near."""

NEAR, NEARLY_SIZED = 0.3, (0.7, 1.45)
"""What is framed neither well nor badly is left out."""


@dataclass(frozen=True, slots=True)
class Upper:
    """The upper face of a die: its class, None where either answer would do, and its pose in the picture."""

    kind: int | None
    centre_px: np.ndarray
    edges_px: np.ndarray
    arrow_px: np.ndarray

    @property
    def side_px(self) -> float:
        return math.sqrt(abs(float(np.linalg.det(self.edges_px))))


class Album:
    """The views of one picture."""

    def __init__(self, image: np.ndarray) -> None:
        self.levels = ImagePyramid(image)
        self.views: list[np.ndarray] = []
        self.kinds: list[int] = []
        self.arrows: list[np.ndarray] = []
        self.proposed: list[bool] = []

    def add(
        self,
        centre_px: np.ndarray,
        frame: np.ndarray,
        kind: int,
        arrow_px: np.ndarray | None = None,
        *,
        is_proposed: bool = False,
    ) -> None:
        """A view of a place; `frame` (2, 2) is the edges of a square there; who has proposed it."""
        side = math.sqrt(abs(float(np.linalg.det(frame))))
        width, height = self.levels.size_px
        if not (12 < side < 200 and -5 < centre_px[0] < width + 5 and -5 < centre_px[1] < height + 5):
            return
        self.views.append(self.levels.view(centre_px, frame, VIEW_PX, SIDE_PX).astype(np.uint8))
        self.kinds.append(kind)
        self.proposed.append(is_proposed)
        self.arrows.append(np.full(2, np.nan) if arrow_px is None else np.linalg.solve(frame, arrow_px))


def square(side: float, turn_rad: float) -> np.ndarray:
    x, y = side * math.cos(turn_rad), side * math.sin(turn_rad)
    return np.array(((x, -y), (y, x)))


def album_of(seed: int) -> Album:
    """All views of the throw of a seed."""
    chance = np.random.default_rng([seed, 11])
    throw = random_throw("pips", chance)
    if seed >= FIRST_HARD:
        _make_harder(throw, np.random.default_rng([seed, 77]))
    return views_of(throw, picture_of(throw, chance), np.random.default_rng([seed, 99]))


def _make_harder(throw: DiceScene, rng: np.random.Generator) -> None:
    """Half of the dice get paler pips, other colours, a great single pip, or more gloss."""
    for die in throw.dice:
        if rng.random() < 0.5:
            die.look = _harder(die.look, rng)


def _harder(look: DieAppearance, rng: np.random.Generator) -> DieAppearance:
    match int(rng.integers(4)):
        case 0:
            share = float(rng.uniform(0.2, 0.7))
            pip = tuple(share * one + (1 - share) * two for one, two in zip(look.body, look.pip, strict=True))
            return replace(look, pip=pip)
        case 1:
            body, pip = rng.uniform(0.01, 0.75, (2, 3)) * rng.uniform(0.2, 1.0, (2, 1))
            return replace(look, body=tuple(body.tolist()), pip=tuple(pip.tolist()))
        case 2:
            return replace(look, big_one=True, pip_radius=float(rng.uniform(0.07, 0.125)))
        case _:
            return replace(
                look, gloss=0.04, through=float(rng.uniform(0.0, 0.6)), pip_deep=float(rng.uniform(0.0, 1.6))
            )


def views_of(throw: DiceScene, picture: Picture, rng: np.random.Generator) -> Album:
    """All views of a picture of a throw."""
    album = Album(picture.image)
    found = [_faces(album, throw, die, rng) for die in picture.dice]
    uppers = [upper for upper in found if upper is not None]
    _ground(album, uppers, rng)
    for face in faces_tried(picture.image, find_spots(picture.image)):
        _tried(album, face, uppers)
    return album


def _kind(die: TrueDie) -> int | None:
    if die.asked == "not":
        return LEANING if die.why == "leans" else HIDDEN
    return die.value if die.asked == "must" else None


def _faces(album: Album, throw: DiceScene, true: TrueDie, rng: np.random.Generator) -> Upper | None:
    """Views of each face of a die that is in sight, and of what is not quite its upper face."""
    solid = next(
        die.solid
        for die in throw.dice
        if np.abs(
            throw.camera.project(die.solid.square_mm(die.value, MARKED * die.solid.edge_mm)) - true.corners_px
        ).max()
        < 0.1
    )
    camera, half = throw.camera, solid.half_mm
    upper: Upper | None = None
    for value, (axis, sign) in FACES.items():
        normal = sign * solid.turn[:, axis]
        middle = solid.centre_mm + normal * half
        way = camera.place_mm - middle
        if normal @ way < 0.12 * np.linalg.norm(way):
            continue
        one, two = (solid.turn[:, other] * half for other in range(3) if other != axis)
        seen = camera.project(np.array([middle, middle + one, middle - one, middle + two, middle - two]))
        arrow = camera.project(solid.centre_mm - normal * half) - seen[0]
        face = Upper(_kind(true), seen[0], np.stack((seen[1] - seen[2], seen[3] - seen[4]), axis=1), arrow)
        turn = math.atan2(face.edges_px[1, 0], face.edges_px[0, 0])
        if value == true.value:
            upper = face
            _upper(album, face, turn, rng)
        else:
            size = face.side_px * math.exp(rng.normal(-0.05, 0.06))
            album.add(face.centre_px + rng.normal(0, 0.025, 2) * size, square(size, turn), 0)
            if rng.random() < 0.5:
                size = face.side_px * rng.uniform(0.5, 1.6)
                album.add(face.centre_px + rng.normal(0, 0.2, 2) * size, square(size, turn + rng.normal(0, 0.3)), 0)
    return upper


def _upper(album: Album, face: Upper, turn: float, rng: np.random.Generator) -> None:
    side = face.side_px
    for _ in range(2 if face.kind is not None else 0):
        size = side * math.exp(rng.normal(-0.05, 0.06))
        arrow = None if face.kind == HIDDEN else face.arrow_px
        centre = face.centre_px + rng.normal(0, 0.025, 2) * side
        album.add(centre, square(size, turn + rng.normal(0, 0.03)), int(face.kind or 0), arrow)
    for _ in range(2):
        off, size = rng.uniform(-0.5, 0.5, 2), rng.uniform(0.35, 1.3)
        if np.hypot(*off) < 0.3 and 0.7 < size < 1.4:
            size *= 0.45
        album.add(face.centre_px + face.edges_px @ off, square(size * side, turn), 0)
    for pip in ((-0.25, -0.25), (0.25, 0.25), (0.25, -0.25)):
        if rng.random() < 0.4:
            centre = face.centre_px + face.edges_px @ np.array(pip) + rng.normal(0, 0.02, 2) * side
            album.add(centre, square(side * rng.uniform(0.35, 0.9), turn + rng.uniform(-0.8, 0.8)), 0)


def _ground(album: Album, uppers: list[Upper], rng: np.random.Generator) -> None:
    """Views of the holes between dice, and of places where none lies."""
    for number, one in enumerate(uppers):
        for two in uppers[:number]:
            if np.hypot(*(one.centre_px - two.centre_px)) < 2.2 * one.side_px:
                hole = (one.centre_px + two.centre_px) / 2 + rng.normal(0, 0.15, 2) * one.side_px
                album.add(hole, square(one.side_px * rng.uniform(0.5, 1.1), rng.uniform(0, 6.28)), 0)
    usual = float(np.median([upper.side_px for upper in uppers])) if uppers else 40.0
    for _ in range(6):
        centre = rng.uniform((0, 0), album.levels.size_px)
        if all(np.hypot(*(centre - upper.centre_px)) > 0.5 * upper.side_px for upper in uppers):
            album.add(centre, square(usual * math.exp(rng.normal(-0.3, 0.4)), rng.uniform(0, 6.28)), 0)


def _tried(album: Album, face: Face, uppers: list[Upper]) -> None:
    """The view of what the reader takes for a face, labelled by what lies there."""
    frame = frame_of(face)
    near = min(uppers, key=lambda upper: np.hypot(*(face.centre_px - upper.centre_px)) / upper.side_px, default=None)
    if near is None:
        album.add(face.centre_px, frame, 0, is_proposed=True)
        return
    way = float(np.hypot(*(face.centre_px - near.centre_px))) / near.side_px
    size = face.side_px / near.side_px
    if way < FRAMED and SIZED[0] < size < SIZED[1]:
        if near.kind is not None:
            arrow = None if near.kind == HIDDEN else near.arrow_px
            album.add(face.centre_px, frame, near.kind, arrow, is_proposed=True)
    elif way > NEAR or not NEARLY_SIZED[0] < size < NEARLY_SIZED[1]:
        album.add(face.centre_px, frame, 0, is_proposed=True)


def main() -> None:
    """Writes the views of many throws."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=20_000)
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args()
    if asked.seed + asked.count > FIRST_HELD_OUT:
        parser.error(f"seeds from {FIRST_HELD_OUT} on are not to be learned from")
    cv2.setNumThreads(1)
    albums = [album_of(seed) for seed in range(asked.seed, asked.seed + asked.count)]
    np.savez(
        asked.out,
        views=np.concatenate([np.array(album.views) for album in albums if album.views]),
        kinds=np.concatenate([np.array(album.kinds, int) for album in albums]),
        arrows=np.concatenate([np.array(album.arrows).reshape(-1, 2) for album in albums]).astype(np.float32),
        proposed=np.concatenate([np.array(album.proposed, bool) for album in albums]),
    )


if __name__ == "__main__":
    main()
