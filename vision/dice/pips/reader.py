"""Reads dice with pips."""

from dataclasses import replace
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.dice_reading import DiceReading, Point, ReadDie, UnreadDie
from vision.dice.neighbours import Floats
from vision.dice.pips.bodies import Body, are_near, find_bodies
from vision.dice.pips.classifier import judged_by_sight
from vision.dice.pips.decoder import LATTICE_PIPS, Face, judged
from vision.dice.pips.face_candidates import of_pairs, of_quads, of_singles, of_texture
from vision.dice.pips.overlooked import OverlookedDie, is_obvious, with_bodies
from vision.dice.pips.quick_reject import promising
from vision.dice.pips.spots import Spots, find_spots
from vision.dice.pips.upper_faces import is_of_grid, may_be_of_grid, sort_faces, strangers
from vision.dice.pips.values import NONE, BodyValue, likely_counts, values_of
from vision.dice.sets import DiceSet

RIVAL = 2.0
"""Difference in log odds below which another face in the same place makes a face uncertain."""

SURELY_NO_DIE, LIKELY_NO_DIE = 0.97, 0.6
"""Probability of "no die with pips", at first sight, from which a body is neither searched for pips nor reported, if it
is a sure body and if it is not."""

MAX_PX2 = 2.4e6
"""Larger images are shrunk first: a phone's image shows dice with ten times the pixels needed to read them."""

REACH_PX = 120
"""Largest distance in pixels by which a die may extend beyond the polygon that contains its centre."""


def find_faces(colours: Image, spots: Spots, may_be: NDArray[np.bool_] | None = None) -> list[Face]:
    """Finds every face of an image, on top or on a side, each once.

    Args:
        colours: (h, w, c) 8 bit.
        spots: Its spots.
        may_be: (n, 3) whether each spot may be a pip of four or more, of two or three, or of one; None for any.
    """
    tried = faces_tried(colours, spots, may_be)
    found = sorted(judged_by_sight(colours, tried), key=lambda face: -face.odds)
    return [_doubted(face, found) for face in _apart([face for face in found if face.is_face])]


def faces_tried(colours: Image, spots: Spots, may_be: NDArray[np.bool_] | None = None) -> list[Face]:
    """Returns all candidates that may be a face after the first tests; many overlap. See `find_faces`."""
    free = ~of_texture(spots)
    may_be = np.ones((len(spots), 3), bool) if may_be is None else may_be
    tried: list[Face] = []
    for of_kind, may in zip((of_quads, of_pairs, of_singles), may_be.T, strict=True):
        some = spots.taken(np.flatnonzero(free & may))
        done = np.zeros(len(some), bool)
        candidates = promising(colours, some, of_kind(some))
        for candidate in candidates:
            # Four pips of two touching dice can form another face, as plausible as the true ones.
            if len(candidate.pips) < LATTICE_PIPS and done[list(candidate.pips)].all():
                continue
            if may_be_of_grid(candidate, some):
                done[list(candidate.pips)] = True
                continue
            for face in judged(colours, some, candidate, len(candidates)):
                if not face.is_worth_a_look:
                    continue
                if is_of_grid(face, spots):
                    done[list(candidate.pips)] = True
                    continue
                tried.append(face)
                if face.is_plain and not len(strangers(face, spots)):
                    done |= _within(some.centre_px, face.corners_px)
                    # Two pips of two dice can look like a two, so each pip is also examined as a one.
                    if len(face.pips) >= LATTICE_PIPS:
                        free &= ~_within(spots.centre_px, face.corners_px)
    return tried


def _of_dice(colours: Image, bodies: list[Body]) -> tuple[list[Body], list[BodyValue]]:
    """Returns the bodies that are dice with pips as far as the network for values tells, and what it makes of them."""
    every = list(zip(bodies, values_of(colours, bodies), strict=True))
    dice = [
        (body, value)
        for body, value in every
        if value.shares[NONE] < (SURELY_NO_DIE if body.is_sure else LIKELY_NO_DIE)
    ]
    return [body for body, _ in dice], [value for _, value in dice]


def _may_be(spots: Spots, bodies: list[Body], values: list[BodyValue]) -> NDArray[np.bool_]:
    """Returns (n, 3) of how many pips each spot may be, as `find_faces` takes it, by what its body shows."""
    return np.asarray(are_near(spots.centre_px, bodies) @ likely_counts(values))


def _doubted(face: Face, faces: list[Face]) -> Face:
    """Makes a face uncertain if another face of other pips overlaps it with about the same odds."""
    is_doubted = any(
        other.is_certain and other.value != face.value and other.odds > face.odds - RIVAL and _overlap(face, other)
        for other in faces
    )
    return replace(face, odds=min(face.odds, 0.0)) if is_doubted else face


def _apart(faces: list[Face]) -> list[Face]:
    """Drops faces that overlap an earlier one."""
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
    """Returns (n,) whether points are inside a convex polygon or on its edge."""
    side = np.roll(corners_px, -1, axis=0) - corners_px
    way = points_px[:, None] - corners_px
    turn = side[:, 0] * way[..., 1] - side[:, 1] * way[..., 0]
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def _is_within(point_px: Floats, polygon_px: Floats) -> bool:
    polygon = polygon_px.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(polygon, (float(point_px[0]), float(point_px[1])), measureDist=False) >= 0


def read_pips(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Reads every die with pips in an image; see `vision.dice.reader.read_dice`."""
    large = (image.shape[0] * image.shape[1] / MAX_PX2) ** 0.5
    if large > 1:
        return _of_large(image, dice_set, within_px, large)
    colours = image.reshape(*image.shape[:2], -1)
    if within_px is not None:
        # The rest is painted black: it costs no time, and coordinates remain those of the whole image.
        colours = _only_about(colours, np.array(within_px))
    bodies, values = _of_dice(colours, find_bodies(colours))
    doubtful = [not is_obvious(*each, (image.shape[1], image.shape[0])) for each in zip(bodies, values, strict=True)]
    searched = list(compress(bodies, doubtful))
    spots = find_spots(colours, searched)
    may_be = _may_be(spots, searched, list(compress(values, doubtful)))
    found = sort_faces(colours, find_faces(colours, spots, may_be), spots)
    if within_px is not None:
        found = [die for die in found if _is_within(die.face.centre_px, np.array(within_px))]
        is_inside = [_is_within(body.centre_px, np.array(within_px)) for body in bodies]
        bodies, values = list(compress(bodies, is_inside)), list(compress(values, is_inside))
    confirmed, overlooked = with_bodies(found, bodies, values)
    read = [_read(die.face, dice_set, image) for die in confirmed if die.why is None]
    read += [_seen(die, dice_set, image) for die in overlooked if die.why is None]
    unread = [UnreadDie(_point(die.face.centre_px), die.why) for die in confirmed if die.why is not None]
    unread += [UnreadDie(_point(die.centre_px), die.why) for die in overlooked if die.why is not None]
    return DiceReading(
        tuple(sorted(read, key=lambda die: die.centre_px[0])), tuple(sorted(unread, key=lambda die: die.centre_px[0]))
    )


def _of_large(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None, large: float) -> DiceReading:
    """Reads an image reduced by this factor; the result is in pixels of the original image."""
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
    """Paints everything far outside a polygon's bounding box black; dice may extend beyond its edge."""
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


def _seen(die: OverlookedDie, dice_set: DiceSet, image: Image) -> ReadDie:
    outline_px = tuple(_point(corner) for corner in die.corners_px)
    kind = dice_set.kind_of(image, outline_px)
    return ReadDie(
        face=dice_set.face_of(die.value, kind) if die.value else None,
        pips=die.value,
        confidence=die.confidence,
        centre_px=_point(die.centre_px),
        side_px=float(np.linalg.norm(die.corners_px[1] - die.corners_px[0])),
        outline_px=outline_px,
        kind=kind,
    )


def _point(at: Floats) -> Point:
    return float(at[0]), float(at[1])
