"""Identifies a sticker: every face is drawn with the camera's blur, and the best match wins.

Method: template matching by normalised cross-correlation.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.dice.stickers.faces import (
    CODE_CENTRE,
    CODE_EDGE,
    FRAME_INNER,
    MAX_DICE,
    Symbol,
    drawn,
    sticker_shapes,
)
from vision.dice.stickers.frames import SIDE, StickerFrame

BLUR_PX = 1.0
"""Standard deviation of the blur of images in focus, in pixels of the image."""

_BLURS = (0.012, 0.02, 0.033, 0.055)
_SEEN = 0.475
# Codes are on the diagonal, so that their rows and columns are the same.
_CODE = slice(
    round((0.5 + CODE_CENTRE[0] - CODE_EDGE / 2) * SIDE), round((0.5 + CODE_CENTRE[0] + CODE_EDGE / 2) * SIDE)
)


@dataclass(frozen=True, slots=True)
class StickerMatch:
    """The content of a sticker.

    Attributes:
        pips: The best-matching face; certain on coded stickers only.
        die: The number of the die, on coded stickers.
        similarity: Correlation of the whole sticker with the best drawing, at most 1.
        inside: Correlation of the area inside the frame.
        lead: Lead of the best drawing over the best one with another answer; on coded stickers, that of the codes
            alone, negative if another code matches better.
        quarters: Number of counter-clockwise quarter turns of the print relative to the frame's corners.
    """

    pips: int
    die: int | None
    similarity: float
    inside: float
    lead: float
    quarters: int


@dataclass(frozen=True, slots=True, eq=False)
class _Drawings:
    """All faces in four rotations: (N, pixels) with mean 0 and length 1."""

    whole: Floats32
    inside: Floats32
    pips: NDArray[np.intp]
    dice: NDArray[np.intp]
    answers: NDArray[np.intp]


Drawn = tuple[tuple[str, ...], ...]
"""What is drawn on the faces of each kind of die; the number of a die tells its kind."""


def match(frame: StickerFrame, *, coded: bool, kinds: Drawn = ()) -> StickerMatch:
    """Returns the best-matching face of a frame, however poor the match is.

    Args:
        frame: From `find_frames`.
        coded: Which kind of stickers to compare with.
        kinds: What is drawn on coded stickers; none for what symbol dice have.
    """
    blur = BLUR_PX / max(frame.edge_px, 1.0)
    level = int(np.abs(np.log(np.array(_BLURS) / blur)).argmin())
    drawings = _drawings(coded=coded, kinds=kinds, blur=_BLURS[level])
    inside = drawings.inside @ _plain(frame.upright, FRAME_INNER)
    best = int(inside.argmax())
    pips, die, quarters = int(drawings.pips[best]), int(drawings.dice[best]) or None, best % 4
    others = inside[drawings.answers != drawings.answers[best]]
    lead = float(inside[best] - others.max())
    if die is not None:
        lead = _code_lead(np.rot90(frame.upright, -quarters), (die, pips), _BLURS[level])
    return StickerMatch(
        pips=pips,
        die=die,
        similarity=float(drawings.whole[best] @ _plain(frame.upright, _SEEN)),
        inside=float(inside[best]),
        lead=lead,
        quarters=quarters,
    )


def _code_lead(upright: Floats32, answer: tuple[int, int], blur: float) -> float:
    """Returns the lead of an answer's code over every other code; negative if another matches better."""
    fits = _codes(blur) @ _row(upright[_CODE, _CODE])
    mine = 6 * (answer[0] - 1) + answer[1] - 1
    return float(fits[mine] - np.delete(fits, mine).max())


@cache
def _codes(blur: float) -> Floats32:
    """Returns every code alone, upright, (dice · 6, pixels)."""
    rows = []
    for die in range(1, MAX_DICE + 1):
        for value in range(1, 7):
            soft = cv2.GaussianBlur(drawn(sticker_shapes(value, die), SIDE), (0, 0), blur * SIDE)
            rows.append(_row(np.asarray(soft, np.float32)[_CODE, _CODE]))
    return np.array(rows)


@cache
def _drawings(*, coded: bool, kinds: Drawn, blur: float) -> _Drawings:
    whole, inside, pips, dice, answers = [], [], [], [], []
    for die in range(1, MAX_DICE + 1) if coded else (None,):
        for value in range(1, 7):
            symbol = Symbol(kinds[(die - 1) % len(kinds)][value - 1]) if die and kinds else None
            flat = drawn(sticker_shapes(value, die, symbol), SIDE)
            soft = cv2.GaussianBlur(flat, (0, 0), blur * SIDE)
            for quarters in range(4):
                turned = np.ascontiguousarray(np.rot90(soft, quarters), np.float32)
                whole.append(_plain(turned, _SEEN))
                inside.append(_plain(turned, FRAME_INNER))
                pips.append(value)
                dice.append(die or 0)
                # Two faces with the same symbol give the same answer unless a code distinguishes them.
                answers.append(10 * die + value if die else (value - 1) // 2)
    return _Drawings(np.array(whole), np.array(inside), np.array(pips), np.array(dice), np.array(answers))


def _plain(upright: Floats32, half: float) -> Floats32:
    """Returns the part within `half` of a sticker from the centre as one row, without its mean and its contrast."""
    edge = round((0.5 - half) * SIDE)
    return _row(upright[edge : SIDE - edge, edge : SIDE - edge])


def _row(part: Floats32) -> Floats32:
    row = part.ravel().astype(np.float32)
    row = row - row.mean()
    return np.asarray(row / max(float(np.sqrt(row @ row)), 1e-6), np.float32)
