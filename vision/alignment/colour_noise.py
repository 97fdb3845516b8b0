"""Estimates the noise of grey pixels from their colours.

Grey is mostly green. If a camera's channels have independent noise, part of the noise is visible as a tint, while a tag
is black and white under any light and has no tint of its own. The relation between tint and grey noise is estimated
from all tags of an image; it is zero if a camera or a JPEG has smoothed the colours.

Method: linear least squares of the grey residuals on the tints, after both were made orthogonal to the light;
outliers are excluded by the median absolute deviation.

References:
    Frisch and Waugh 1933 (the partial regression).
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, medians

WILD = 4.0
"""Standard deviations above which a pixel is an outlier."""

MIN_PIXELS = 500


@dataclass(frozen=True, slots=True, eq=False)
class ColourPixels:
    """The pixels of one tag.

    Attributes:
        rest: (N,) grey values minus the model, in standard deviations of their noise.
        light: (N, n) derivatives of the model by the light of paper and ink, in the same unit.
        tints: (N, 2) blue and red minus grey, in the same unit.
        inside: (N,) True for pixels that certainly show the tag.
    """

    rest: Floats
    light: Floats
    tints: Floats
    inside: Flags


def told_by_tints(tags: list[ColourPixels]) -> list[Floats]:
    """Returns the noise of each pixel (N,) as estimated from its tint, in standard deviations, tag by tag."""
    cleared = [_cleared(tag) for tag in tags]
    tints, rests = (np.concatenate([each[n][each[2]] for each in cleared]) for n in (0, 1))
    if len(rests) < MIN_PIXELS:
        return [np.zeros(len(tag.rest)) for tag in tags]
    shares = np.linalg.lstsq(tints, rests, rcond=None)[0]
    return [np.where(usual, own @ shares, 0.0) for own, _, usual in cleared]


def _cleared(tag: ColourPixels) -> tuple[Floats, Floats, Flags]:
    """Returns tints and residuals with the influence of the light removed, and which pixels are inliers."""
    usual = tag.inside & (np.abs(tag.rest) < WILD)
    both = np.column_stack([tag.tints, tag.rest])
    clear = both - tag.light @ np.linalg.lstsq(tag.light[usual], both[usual], rcond=None)[0]
    spread = 1.4826 * medians(np.abs(clear[usual]).T) + 1e-9
    usual &= (np.abs(clear) < WILD * spread).all(axis=1)
    return clear[:, :2], clear[:, 2], usual
