"""Noise of grey pixels, as far as their colours tell it.

Grey is mostly green. Where a camera's channels are noisy each for itself, part of the noise shows as a tint, of which a
tag, black and white in whatever light, has none of its own. How much a tint tells of the grey is learnt from all tags
of a picture: nothing where a camera or a JPEG has smoothed the colours away.
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats

WILD = 4.0
"""Standard deviations from which on a pixel shows something else."""

MIN_PIXELS = 500


@dataclass(frozen=True, slots=True, eq=False)
class Tinted:
    """The pixels of one tag.

    Attributes:
        rest: (N,) grey values less the model, in standard deviations of their noise.
        light: (N, n) how the model changes with the light of paper and ink, likewise.
        tints: (N, 2) blue and red less grey, likewise.
        inside: (N,) which pixels surely show the tag.
    """

    rest: Floats
    light: Floats
    tints: Floats
    inside: Flags


def told_by_tints(tags: list[Tinted]) -> list[Floats]:
    """What the tints say of the noise of each pixel (N,), in standard deviations, tag by tag."""
    cleared = [_cleared(tag) for tag in tags]
    tints, rests = (np.concatenate([each[n][each[2]] for each in cleared]) for n in (0, 1))
    if len(rests) < MIN_PIXELS:
        return [np.zeros(len(tag.rest)) for tag in tags]
    shares = np.linalg.lstsq(tints, rests, rcond=None)[0]
    return [np.where(usual, own @ shares, 0.0) for own, _, usual in cleared]


def _cleared(tag: Tinted) -> tuple[Floats, Floats, Flags]:
    """Tints and rests without what the light has to do with them, and which pixels are as usual."""
    usual = tag.inside & (np.abs(tag.rest) < WILD)
    both = np.column_stack([tag.tints, tag.rest])
    clear = both - tag.light @ np.linalg.lstsq(tag.light[usual], both[usual], rcond=None)[0]
    spread = 1.4826 * np.median(np.abs(clear[usual]), axis=0) + 1e-9
    usual &= (np.abs(clear) < WILD * spread).all(axis=1)
    return clear[:, :2], clear[:, 2], usual
