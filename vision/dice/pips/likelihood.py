"""How much speaks for a face: one sum over all that is seen of it, in place of many bounds.

The weights are those of a logistic regression over what looked like faces in rendered throws and in photographs,
upper faces of dice against everything else, each weight held to the side that reason tells. The fewer pips a guess is
made of, the more the outline must tell.
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Signs:
    """What is seen of a face that may be one.

    Attributes:
        margin: By how much the palest pip is above the strongest of the places without, in contrasts of the pips.
        even: Part of its body that has the body's colour.
        strange: Part of it that looks like a pip where none belongs.
        calm: Part of it that no edge runs through.
        apart: Part of the points just outside that have another colour than its body.
        support: Mean sureness of its sides.
        least_support: That of the weakest.
        corners: How many of its corners look rather like its body than like what is outside.
        pip_in_side: Radius of its pips in its edge.
        squareness: Shortest distance of a side in the longest.
        angular: How square its pips are.
        aspect: Its foreshortening.
        contrast: Length of the difference of colours between pips and body, in grey levels.
        tries: How many guesses of its kind the picture gives.
        relief: By how much the colours beside its four sides differ at most, in grey levels.
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
"""By how many pips a face was guessed from (4 or more: 3); in the order of `terms`."""

MIN = {1: (0.65, 0.84, 0.85, 0.76, 0.6, 3), 2: (0.6, 0.85, 0.7, 0.72, 0.5, 1)}
"""Few pips prove so little that no other sign makes up for a missing outline: least margin, even, apart, support, least
support and corners."""

OPEN = -0.5
"""The most that such a face is likely."""

OF_SIZE = {1: 7.72, 2: 4.77, 3: 1.44}
USUAL_ODD, MAX_ODD = 0.25, 0.7
"""How far dice are from the usual size where it is not known, and how far is as far as can be; logarithms."""


def size_bonus(pips: int, ratio: float) -> float:
    """What is added to the likeness once the usual size of a picture's dice is known.

    Args:
        pips: From how many the face was guessed.
        ratio: Its edge in the usual one.
    """
    return OF_SIZE[min(pips, 3)] * (USUAL_ODD - min(abs(math.log(ratio)), MAX_ODD))


def terms(pips: int, signs: Signs) -> np.ndarray:
    """What is weighed, for a face guessed from so many pips."""
    # A one has the usual pip or one that is two thirds larger.
    size = math.log(signs.pip_in_side / 0.105)
    off = min(size**2, (size - 0.5) ** 2) if pips == 1 else size**2
    return np.array(
        (
            1.0,
            min(signs.margin, 1.0),
            signs.even,
            min(signs.strange, 0.2),
            signs.calm,
            signs.apart,
            signs.support,
            signs.least_support,
            signs.corners / 4,
            off,
            0.0 if pips == 1 else size,
            signs.squareness,
            signs.angular,
            signs.aspect,
            math.log(min(max(signs.contrast, 20.0), 200.0) / 100),
            math.log1p(signs.tries),
            math.log(min(max(signs.relief, 3.0), 40.0) / 15),
        )
    )


def likeness(pips: int, signs: Signs) -> float:
    """Logarithm of the odds that it is a face, for one guessed from so many pips."""
    odds = float(np.dot(WEIGHTS[min(pips, 3)], terms(pips, signs)))
    return odds if pips > len(MIN) or _is_closed(signs, MIN[pips]) else min(odds, OPEN)


def _is_closed(signs: Signs, least: tuple[float, ...]) -> bool:
    """Whether nothing that is seen of its outline is as good as missing."""
    seen = (signs.margin, signs.even, signs.apart, signs.support, signs.least_support, signs.corners)
    return all(one >= bound for one, bound in zip(seen, least, strict=True))
