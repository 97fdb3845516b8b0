"""The likelihood that a candidate is a face: one weighted sum over all its features, instead of many thresholds.

The weights are those of a logistic regression over candidates in rendered throws and in photographs, upper faces of
dice against everything else, with the sign of each weight constrained to the plausible one. The fewer pips a candidate
has, the more weight its outline has.
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class CandidateFeatures:
    """The features of a candidate.

    Attributes:
        margin: Difference between the faintest pip and the strongest place without a pip, in contrasts of the pips.
        even: Share of its body that has the body's colour.
        strange: Share of the area between the places that looks like a pip.
        calm: Share of its area without edges.
        apart: Share of the points just outside whose colour differs from that of the body.
        support: Mean certainty of its sides.
        least_support: Certainty of its weakest side.
        corners: Number of corners that resemble the body more than the surroundings.
        pip_in_side: Radius of its pips, relative to its edge.
        squareness: Ratio of the shortest to the longest distance of a side.
        angular: How square its pips are.
        aspect: Its foreshortening.
        contrast: Length of the colour difference between pips and body, in grey levels.
        tries: Number of candidates of this kind in the image.
        relief: Largest difference of the colours next to its four sides, in grey levels.
    """

    margin: float
    even: float
    strange: float
    calm: float
    apart: float
    support: float
    least_support: float
    corners: int
    pip_in_side: float
    squareness: float
    angular: float
    aspect: float
    contrast: float
    tries: int
    relief: float


WEIGHTS = {
    1: (-43.95, 0.65, 11.26, -8.68, 16.02, 5.83, 8.75, 0.0, 6.02, 0.0, 0.0, 0.0, -26.87, 0.26, 2.19, -1.25, 2.41),
    2: (-61.0, 4.5, 8.96, -8.58, 12.13, 8.95, 9.87, 4.16, 6.05, -7.8, -4.79, 15.58, -42.6, 4.95, 1.05, -0.98, 0.38),
    3: (-95.29, 3.96, 4.03, -6.0, 23.09, 10.71, 12.11, 0.0, 5.5, 0.0, -3.21, 29.85, -29.59, 21.99, 2.58, -1.32, 0.4),
}
"""Weights by the number of pips of the candidate (4 or more: 3), in the order of `terms`."""

MIN = {1: (0.65, 0.84, 0.85, 0.76, 0.6, 3), 2: (0.6, 0.85, 0.7, 0.72, 0.5, 1)}
"""Lower limits for candidates with few pips, whose other features cannot compensate for a missing outline: margin,
even, apart, support, least support and corners."""

OPEN = -0.5
"""Upper limit of the likelihood if a limit in `MIN` is not met."""

OF_SIZE = {1: 7.72, 2: 4.77, 3: 1.44}
USUAL_ODD, MAX_ODD = 0.25, 0.7
"""Typical and largest deviation from the usual size of dice, as logarithms of the ratio; the typical one gives a bonus
of 0."""


def size_bonus(pips: int, ratio: float) -> float:
    """Returns the addition to the likelihood once the usual size of the image's dice is known.

    Args:
        pips: Number of pips of the candidate.
        ratio: Its edge, divided by the usual one.
    """
    return OF_SIZE[min(pips, 3)] * (USUAL_ODD - min(abs(math.log(ratio)), MAX_ODD))


def terms(pips: int, features: CandidateFeatures) -> np.ndarray:
    """Returns the terms of the weighted sum for a candidate with this number of pips."""
    # The pip of a one has the usual size or is two thirds larger.
    size = math.log(features.pip_in_side / 0.105)
    off = min(size**2, (size - 0.5) ** 2) if pips == 1 else size**2
    return np.array(
        (
            1.0,
            min(features.margin, 1.0),
            features.even,
            min(features.strange, 0.2),
            features.calm,
            features.apart,
            features.support,
            features.least_support,
            features.corners / 4,
            off,
            0.0 if pips == 1 else size,
            features.squareness,
            features.angular,
            features.aspect,
            math.log(min(max(features.contrast, 20.0), 200.0) / 100),
            math.log1p(features.tries),
            math.log(min(max(features.relief, 3.0), 40.0) / 15),
        )
    )


def log_odds(pips: int, features: CandidateFeatures) -> float:
    """Returns the log odds that a candidate with this number of pips is a face."""
    odds = float(np.dot(WEIGHTS[min(pips, 3)], terms(pips, features)))
    return odds if pips > len(MIN) or _is_closed(features, MIN[pips]) else min(odds, OPEN)


def _is_closed(features: CandidateFeatures, least: tuple[float, ...]) -> bool:
    """Whether every feature of the outline meets its lower limit."""
    seen = (features.margin, features.even, features.apart, features.support, features.least_support, features.corners)
    return all(one >= bound for one, bound in zip(seen, least, strict=True))
