"""What is printed inside a sticker's frame: every face drawn as a camera would blur it, and the one that fits best."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.sticker_frames import SIDE, StickerFrame
from vision.dice.stickers import FRAME_INNER, MOST_DICE, Symbol, drawn, sticker_shapes, symbol_of

Floats = NDArray[np.float32]

BLUR_PX = 1.0
"""Standard deviation of the blur that pictures in focus have, in pixels of the picture."""

_BLURS = (0.012, 0.02, 0.033, 0.055)
_SEEN = 0.475


@dataclass(frozen=True, slots=True)
class Match:
    """What a sticker says.

    Attributes:
        symbol: The symbol that fits best.
        pips: The face that fits best; certain on coded stickers only.
        die: The number of the die, on coded stickers.
        likeness: Correlation of the whole sticker with the best drawing, at most 1.
        inside: Correlation of what is inside the frame.
        lead: By how much `inside` is ahead of the best drawing with another answer.
        quarters: How far the print is turned against the frame's corners, counter-clockwise.
    """

    symbol: Symbol
    pips: int
    die: int | None
    likeness: float
    inside: float
    lead: float
    quarters: int


@dataclass(frozen=True, slots=True, eq=False)
class _Drawings:
    """All faces in all four ways up: (N, pixels) with mean 0 and length 1."""

    whole: Floats
    inside: Floats
    pips: NDArray[np.intp]
    dice: NDArray[np.intp]
    answers: NDArray[np.intp]


def match(frame: StickerFrame, *, coded: bool) -> Match:
    """The face that fits a frame best, however badly it does.

    Args:
        frame: From `find_frames`.
        coded: Which stickers to look for.
    """
    blur = BLUR_PX / max(frame.edge_px, 1.0)
    level = int(np.abs(np.log(np.array(_BLURS) / blur)).argmin())
    drawings = _drawings(coded=coded, blur=_BLURS[level])
    inside = drawings.inside @ _plain(frame.upright, FRAME_INNER)
    best = int(inside.argmax())
    others = inside[drawings.answers != drawings.answers[best]]
    whole = float(drawings.whole[best] @ _plain(frame.upright, _SEEN))
    pips = int(drawings.pips[best])
    return Match(
        symbol=symbol_of(pips),
        pips=pips,
        die=int(drawings.dice[best]) or None,
        likeness=whole,
        inside=float(inside[best]),
        lead=float(inside[best] - others.max()),
        quarters=best % 4,
    )


@cache
def _drawings(*, coded: bool, blur: float) -> _Drawings:
    whole, inside, pips, dice, answers = [], [], [], [], []
    for die in range(1, MOST_DICE + 1) if coded else (None,):
        for value in range(1, 7):
            flat = drawn(sticker_shapes(value, die), SIDE)
            soft = cv2.GaussianBlur(flat, (0, 0), blur * SIDE)
            for quarters in range(4):
                turned = np.ascontiguousarray(np.rot90(soft, quarters), np.float32)
                whole.append(_plain(turned, _SEEN))
                inside.append(_plain(turned, FRAME_INNER))
                pips.append(value)
                dice.append(die or 0)
                # Two faces with the same symbol say the same unless a code tells them apart.
                answers.append(10 * die + value if die else (value - 1) // 2)
    return _Drawings(np.array(whole), np.array(inside), np.array(pips), np.array(dice), np.array(answers))


def _plain(upright: Floats, half: float) -> Floats:
    """The part within `half` of a sticker from the middle as one row, without its mean and its contrast."""
    edge = round((0.5 - half) * SIDE)
    row = upright[edge : SIDE - edge, edge : SIDE - edge].ravel().astype(np.float32)
    row = row - row.mean()
    return np.asarray(row / max(float(np.sqrt(row @ row)), 1e-6), np.float32)
