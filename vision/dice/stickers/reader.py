"""Reads dice with stickers: decides which face is up, and identifies its symbol."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.dice.dice_reading import DiceReading, Point, ReadDie, UnreadDie, UnreadReason
from vision.dice.sets import DiceSet, Marks
from vision.dice.stickers.faces import CODE_DICTIONARY
from vision.dice.stickers.frames import StickerFrame, find_frames
from vision.dice.stickers.plane import PlaneDirection, find_level
from vision.dice.stickers.template_match import StickerMatch, match
from vision.fiducials.dictionary import opencv_dictionary
from vision.images.image import grey_of

_Any = TypeVar("_Any", ReadDie, UnreadDie)

LIKE = 0.62
"""Correlation with a drawn sticker from which a candidate counts as a sticker."""

SURE_LIKE, SURE_INSIDE, SURE_LEAD = 0.78, 0.74, 0.12
"""Thresholds for reading the upper face."""

FACING = math.cos(math.radians(43.0))
FACING_ABOUT = 0.5
"""Smallest cosines between the table's normal and the line of sight: for the upper face of a die that is read, and for
one that may still be visible on an unread die."""

RIVAL_LEAD = 0.5
"""Lead over the second best level from which the best one is certain."""

HIGHER = 1.032
"""A sticker that is larger than most by this factor is closer: its die stands on another."""

SAME = 0.35
"""Stickers whose centres are closer than this, in edges, are the same."""

SIDE_FROM, SIDE_TO = 0.5, 2.0
"""Range of the distance between a side's sticker and the upper one, in edges of the upper one."""

_TABLE_TAGS = ("DICT_4X4_100", CODE_DICTIONARY)
MAX_TAGS = 3.0
"""Weight of all tags of the table together, in dice."""

AGREED = 2.5
"""Number of level dice from which the table's tags are not used."""

MIN_TAG_PX = 26.0


@dataclass(frozen=True, slots=True, eq=False)
class _Sticker:
    frame: StickerFrame
    match: StickerMatch

    @property
    def sure(self) -> bool:
        found = self.match
        return found.similarity >= SURE_LIKE and found.inside >= SURE_INSIDE and found.lead >= SURE_LEAD


def read_symbols(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Reads every die with stickers in an image; see `vision.dice.reader.read_dice`."""
    grey = grey_of(image)
    stickers = _stickers(grey, dice_set)
    if not stickers:
        return DiceReading(())
    squares = np.array([sticker.frame.corners_px for sticker in stickers])
    level, rival_off = _levels(grey, squares)
    if level is None:
        lost = [UnreadDie(_point(sticker.frame.centre_px), UnreadReason.HALF_SEEN) for sticker in stickers]
        reach_px = 1.6 * float(np.median([sticker.frame.edge_px for sticker in stickers]))
        return DiceReading((), _inside(_one_each(lost, reach_px), within_px))
    dice, unread = _sorted_out(stickers, level, rival_off, dice_set)
    return DiceReading(_inside(dice, within_px), _inside(unread, within_px))


def _stickers(grey: NDArray[np.uint8], dice_set: DiceSet) -> list[_Sticker]:
    """Returns everything that looks like a sticker, each once."""
    coded, drawn = dice_set.marks is Marks.CODED, dice_set.drawn
    found = [_Sticker(frame, match(frame, coded=coded, kinds=drawn)) for frame in find_frames(grey)]
    found = sorted((one for one in found if one.match.similarity >= LIKE), key=lambda one: -one.match.similarity)
    kept: list[_Sticker] = []
    for one in found:
        away = (np.linalg.norm(one.frame.centre_px - other.frame.centre_px) / other.frame.edge_px for other in kept)
        if all(share > SAME for share in away):
            kept.append(one)
    return kept


def _levels(grey: NDArray[np.uint8], squares: Floats) -> tuple[PlaneDirection | None, Floats | None]:
    """Returns the level of the table, and the stickers' deviations from another level if one is nearly as good."""
    size_px = (grey.shape[1], grey.shape[0])
    level, rival_off = _best_two(squares, np.zeros((0, 4, 2)), size_px)
    if level is None or (rival_off is None and level.score > AGREED):
        return level, rival_off
    return _best_two(squares, _tags(grey), size_px)


def _best_two(squares: Floats, tags: Floats, size_px: tuple[int, int]) -> tuple[PlaneDirection | None, Floats | None]:
    every = np.concatenate([squares, tags])
    weights = np.ones(len(every))
    if len(tags):
        weights[len(squares) :] = min(1.0, MAX_TAGS / len(tags))
    level = find_level(every, weights, size_px)
    if level is None:
        return None, None
    rival = find_level(every, weights, size_px, but=level.normal)
    if rival is None or rival.score < level.score - RIVAL_LEAD:
        return level, None
    return level, rival.off[: len(squares)]


def _tags(grey: NDArray[np.uint8]) -> Floats:
    """Returns the corners (N, 4, 2) of tags of the table and of the tray sheet, which are as level as dice."""
    found = []
    for name in _TABLE_TAGS:
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        parameters.errorCorrectionRate = 0.0
        corners, _, _ = cv2.aruco.ArucoDetector(opencv_dictionary(name), parameters).detectMarkers(grey)
        # Smaller ones are codes on the dice's own stickers, or too small to determine their slant.
        found += [np.asarray(one, np.float64).reshape(4, 2) for one in corners if cv2.contourArea(one) > MIN_TAG_PX**2]
    return np.array(found).reshape(-1, 4, 2)


def _sorted_out(
    stickers: Sequence[_Sticker], level: PlaneDirection, rival_off: Floats | None, dice_set: DiceSet
) -> tuple[list[ReadDie], list[UnreadDie]]:
    centres = np.array([sticker.frame.centre_px for sticker in stickers])
    facing = level.facing(centres)
    up = (level.off[: len(stickers)] < 1.0) & (facing > FACING)
    torn = _torn(up, rival_off)
    higher = _higher(np.array([sticker.frame.corners_px for sticker in stickers]), up, level)
    tops = [sticker.frame for sticker, looks_up in zip(stickers, up, strict=True) if looks_up]
    dice: list[ReadDie] = []
    unread: list[UnreadDie] = []
    loose: list[UnreadDie] = []
    for index, sticker in enumerate(stickers):
        place = _point(centres[index])
        if up[index]:
            why = _why_not(sticker, torn=bool(torn[index]), higher=bool(higher[index]))
            if why is None:
                dice.append(_read(sticker, dice_set))
            else:
                unread.append(UnreadDie(place, why))
        elif not any(_is_side(sticker.frame, top, level) for top in tops):
            loose.append(
                UnreadDie(place, UnreadReason.COCKED if facing[index] > FACING_ABOUT else UnreadReason.HALF_SEEN)
            )
    unread = _one_each([*unread, *loose], 1.6 * float(np.median([sticker.frame.edge_px for sticker in stickers])))
    return sorted(dice, key=lambda die: die.centre_px), sorted(unread, key=lambda die: die.centre_px)


def _torn(up: NDArray[np.bool_], rival_off: Floats | None) -> NDArray[np.bool_]:
    """Returns which level stickers are not level in a rival level that has others: either group may be leaning."""
    if rival_off is None or not (~up & (rival_off < 1.0)).any():
        return np.zeros(len(up), bool)
    return up & (rival_off >= 1.0)


def _why_not(sticker: _Sticker, *, torn: bool, higher: bool) -> UnreadReason | None:
    if torn:
        return UnreadReason.COCKED
    if higher:
        return UnreadReason.OVERLAPPING
    return None if sticker.sure else UnreadReason.UNCLEAR


def _higher(squares: Floats, up: NDArray[np.bool_], level: PlaneDirection) -> NDArray[np.bool_]:
    """Returns which upper stickers are closer to the camera than most: their dice stand on something."""
    higher = np.zeros(len(squares), bool)
    if up.sum() >= 3:
        sizes = level.sizes(squares)
        usual = float(np.median(sizes[up]))
        higher = up & (sizes > HIGHER * usual) & (sizes < 1.2 * usual)
    return higher


def _is_side(frame: StickerFrame, top: StickerFrame, level: PlaneDirection) -> bool:
    """Whether a sticker is on a side of the die with that upper one: straight below it, as seen from above."""
    apart = frame.centre_px - top.centre_px
    far = float(np.linalg.norm(apart)) / top.edge_px
    plumb = level.plumb_px(top.centre_px[None])[0]
    return SIDE_FROM < far < SIDE_TO and float(apart @ plumb) > 0.2 * far * top.edge_px


def _read(sticker: _Sticker, dice_set: DiceSet) -> ReadDie:
    found, frame = sticker.match, sticker.frame
    outline = np.roll(frame.sticker_px(), found.quarters, axis=0)
    kind = dice_set.kind_of_coded(found.die) if found.die is not None else None
    return ReadDie(
        face=dice_set.face_of(found.pips, kind),
        pips=found.pips if found.die is not None else None,
        confidence=_confidence(found),
        centre_px=_point(frame.centre_px),
        side_px=frame.edge_px,
        outline_px=tuple(_point(corner) for corner in outline),
        die=f"die-{found.die:02d}" if found.die is not None else None,
        kind=kind,
    )


def _confidence(found: StickerMatch) -> float:
    """Returns 0.98 at the thresholds for reading, up to 0.9999 if no other face comes close."""
    lead = min(1.0, max(0.0, (found.lead - SURE_LEAD) / 0.3))
    return round(1.0 - 0.02 * math.exp(-5.3 * lead), 5)


def _one_each(unread: Sequence[UnreadDie], reach_px: float) -> list[UnreadDie]:
    """Keeps one of several unread faces that are closer together than the width of a die: they belong to one die."""
    kept: list[UnreadDie] = []
    for one in unread:
        if all(math.dist(one.centre_px, other.centre_px) > reach_px for other in kept):
            kept.append(one)
    return kept


def _inside(dice: Sequence[_Any], within_px: tuple[Point, ...] | None) -> tuple[_Any, ...]:
    if within_px is None:
        return tuple(dice)
    outline = np.array(within_px, np.float32)
    return tuple(die for die in dice if cv2.pointPolygonTest(outline, die.centre_px, measureDist=False) >= 0)


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1])
