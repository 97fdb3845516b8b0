"""Dice with pips."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.neighbours import Floats
from vision.dice.pips.classifier import judged_by_sight
from vision.dice.pips.decoder import LATTICE_PIPS, Face, judged
from vision.dice.pips.face_candidates import of_pairs, of_quads, of_singles, of_texture
from vision.dice.pips.quick_reject import promising
from vision.dice.pips.spots import Spots, find_spots
from vision.dice.pips.upper_faces import is_of_grid, may_be_of_grid, sort_faces, strangers
from vision.dice.reading import DiceReading, Point, ReadDie, UnreadDie
from vision.dice.sets import DiceSet

RIVAL = 2.0
"""A face is not certain if another one in its place is likely up to so much less, in logarithms of odds."""

MAX_PX2 = 2.4e6
"""Larger pictures are shrunk first: a phone's shows dice with ten times the pixels that reading them takes."""

REACH_PX = 120
"""A die whose middle is within a polygon reaches no further over its edge."""


def find_faces(colours: Image, spots: Spots) -> list[Face]:
    """Every face of a picture, on top or on a side, each once."""
    tried = faces_tried(colours, spots)
    found = sorted(judged_by_sight(colours, tried), key=lambda face: -face.odds)
    return [_doubted(face, found) for face in _apart([face for face in found if face.is_face])]


def faces_tried(colours: Image, spots: Spots) -> list[Face]:
    """All that may be a face at first sight, of which many lie on one another."""
    free = ~of_texture(spots)
    tried: list[Face] = []
    for of_kind in (of_quads, of_pairs, of_singles):
        some = spots.taken(np.flatnonzero(free))
        done = np.zeros(len(some), bool)
        guesses = promising(colours, some, of_kind(some))
        for guess in guesses:
            # Of four pips of two dice that touch may be made up another face, as plain as those they are of.
            if len(guess.pips) < LATTICE_PIPS and done[list(guess.pips)].all():
                continue
            if may_be_of_grid(guess, some):
                done[list(guess.pips)] = True
                continue
            for face in judged(colours, some, guess, len(guesses)):
                if not face.is_worth_a_look:
                    continue
                if is_of_grid(face, spots):
                    done[list(guess.pips)] = True
                    continue
                tried.append(face)
                if face.is_plain and not len(strangers(face, spots)):
                    done |= _within(some.centre_px, face.corners_px)
                    # Of two pips of two dice may be made up a two: what they are alone must be looked at, too.
                    if len(face.pips) >= LATTICE_PIPS:
                        free &= ~_within(spots.centre_px, face.corners_px)
    return tried


def _doubted(face: Face, faces: list[Face]) -> Face:
    """Not certain any more if another face of other pips lies on it that is about as sure."""
    is_doubted = any(
        other.is_certain and other.value != face.value and other.odds > face.odds - RIVAL and _overlap(face, other)
        for other in faces
    )
    return replace(face, odds=min(face.odds, 0.0)) if is_doubted else face


def _apart(faces: list[Face]) -> list[Face]:
    """Without those that lie on an earlier one."""
    kept: list[Face] = []
    for face in faces:
        if not any(_overlap(face, other) for other in kept):
            kept.append(face)
    return kept


def _overlap(face: Face, other: Face) -> bool:
    if np.linalg.norm(face.centre_px - other.centre_px) > face.side_px + other.side_px:
        return False
    area, _ = cv2.intersectConvexConvex(face.corners_px.astype(np.float32), other.corners_px.astype(np.float32))
    return float(area) > 0.2 * min(face.area_px2, other.area_px2)


def _within(points_px: Floats, corners_px: Floats) -> NDArray[np.bool_]:
    """(n,) whether points are inside a convex polygon, or on its edge."""
    side = np.roll(corners_px, -1, axis=0) - corners_px
    way = points_px[:, None] - corners_px
    turn = side[:, 0] * way[..., 1] - side[:, 1] * way[..., 0]
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def _is_within(point_px: Floats, polygon_px: Floats) -> bool:
    polygon = polygon_px.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(polygon, (float(point_px[0]), float(point_px[1])), measureDist=False) >= 0


def read_pips(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Read every die with pips that lies in a picture; see `vision.dice.reader.read_dice`."""
    large = (image.shape[0] * image.shape[1] / MAX_PX2) ** 0.5
    if large > 1:
        return _of_large(image, dice_set, within_px, large)
    colours = image.reshape(*image.shape[:2], -1)
    if within_px is not None:
        # The rest is black: it costs no time, and places stay those of the whole picture.
        colours = _only_about(colours, np.array(within_px))
    spots = find_spots(colours)
    found = sort_faces(colours, find_faces(colours, spots), spots)
    if within_px is not None:
        found = [die for die in found if _is_within(die.face.centre_px, np.array(within_px))]
    found.sort(key=lambda die: float(die.face.centre_px[0]))
    return DiceReading(
        tuple(_read(die.face, dice_set, image) for die in found if die.why is None),
        tuple(UnreadDie(_point(die.face.centre_px), die.why) for die in found if die.why is not None),
    )


def _of_large(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None, large: float) -> DiceReading:
    """What a picture shrunk by this factor tells, in pixels of the picture itself."""
    size_px = (int(image.shape[1] / large), int(image.shape[0] / large))
    small = np.asarray(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.array(image.shape[1::-1]) / size_px
    within = within_px and tuple(_point((np.array(point) + 0.5) / scale - 0.5) for point in within_px)
    reading = read_pips(small, dice_set, within)

    def back(point: Point) -> Point:
        return _point((np.array(point) + 0.5) * scale - 0.5)

    return DiceReading(
        tuple(
            replace(
                die,
                centre_px=back(die.centre_px),
                side_px=die.side_px * large,
                outline_px=tuple(back(corner) for corner in die.outline_px),
            )
            for die in reading.dice
        ),
        tuple(replace(die, centre_px=back(die.centre_px)) for die in reading.unread),
    )


def _only_about(colours: Image, polygon_px: Floats) -> Image:
    """What is far outside of a polygon's box painted black; dice may reach over its edge."""
    size = np.array(colours.shape[1::-1])
    low = np.clip(np.floor(polygon_px.min(axis=0) - REACH_PX), 0, size).astype(int)
    high = np.clip(np.ceil(polygon_px.max(axis=0) + REACH_PX), 0, size).astype(int)
    part = np.zeros_like(colours)
    part[low[1] : high[1], low[0] : high[0]] = colours[low[1] : high[1], low[0] : high[0]]
    return part


def _read(face: Face, dice_set: DiceSet, image: Image) -> ReadDie:
    outline_px = tuple(_point(corner) for corner in face.corners_px)
    kind = dice_set.kind_of(image, outline_px)
    return ReadDie(
        face=dice_set.face_of(face.value, kind),
        pips=face.value,
        confidence=min(0.9999, 1 - 0.02 * float(np.exp(-6 * (face.margin - 0.4)))),
        centre_px=_point(face.centre_px),
        side_px=face.side_px,
        outline_px=outline_px,
        kind=kind,
    )


def _point(at: Floats) -> Point:
    return float(at[0]), float(at[1])
