"""Tests whether dice look fair, and states how little a few rolls can prove.

The tests compare the counts with those of a fair die (Pearson's chi-square), find the longest run of the same face, and
check whether high and low faces alternate randomly (the runs test of Wald and Wolfowitz). Screens word the findings by
their keys.

References:
    NIST Digital Library of Mathematical Functions, 8.7 (series) and 8.9 (continued fraction) of the incomplete gamma
    function. NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.13 (runs test) and 1.3.5.15 (chi-square).
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise

MIN_EXPECTED = 5
"""Smallest expected count per face for chi-square to be valid: the usual rule of thumb."""

MIN_OF_A_SIDE = 10
"""Smallest number of high and of low faces for the runs test to be valid."""

UNUSUAL, HARDLY_CHANCE = 0.05, 0.001
"""Significance levels: a fair die reaches the first in one of twenty cases, the second in one of a thousand."""

NOTICED = 0.8
"""Share of cases in which a bias must be detected for us to call it detectable."""


class Conclusion(StrEnum):
    """A statement that this number of rolls justifies; the key of a text."""

    TOO_FEW = "too_few"
    AS_EXPECTED = "as_expected"
    UNUSUAL = "unusual"
    HARDLY_CHANCE = "hardly_chance"


@dataclass(frozen=True, slots=True)
class FaceSample:
    """One accepted face, as used by the fairness tests.

    Attributes:
        die: Id of the die.
        player: The player who threw it; None if unknown.
        face: The value that it showed.
        kind: Kind of die, such as `d6`.
    """

    die: str
    player: str | None
    face: int
    kind: str = "d6"


@dataclass(frozen=True, slots=True)
class Fairness:
    """The result of the tests for a number of rolls of one kind of dice.

    Attributes:
        counts: Number of rolls of each face, including faces that never came up.
        rolls: Number of rolls.
        chi_square: Sum of (observed - expected)² / expected.
        p: Probability that a fair die looks at least this uneven; None while there are too few rolls.
        longest_run: Length of the longest run of the same face.
        longest_run_face: The face of that run, the first of several; None without rolls.
        runs: Number of runs of high and low faces.
        runs_p: Probability that random faces alternate at least this unusually; None while there are too few.
        noticed_share: Share of the rolls that one face must have to be detected in about four of five cases (in 76 % of
            simulated cases with 300 rolls); None while there are too few rolls, and if even a die that always shows the
            same face would pass.
        finding: The statement about the counts.
        order_finding: The statement about their order.
    """

    counts: Mapping[int, int]
    rolls: int
    chi_square: float
    p: float | None
    longest_run: int
    longest_run_face: int | None
    runs: int
    runs_p: float | None
    noticed_share: float | None
    finding: Conclusion
    order_finding: Conclusion

    @property
    def needed(self) -> int:
        """The smallest number of rolls for a statement."""
        return MIN_EXPECTED * len(self.counts)


def per_die(throws: Iterable[FaceSample]) -> dict[str, Fairness]:
    """Returns the fairness of each die; the throws of each die must be in order."""
    grouped: dict[str, list[FaceSample]] = defaultdict(list)
    for thrown in throws:
        grouped[thrown.die].append(thrown)
    return {die: judge([thrown.face for thrown in theirs], theirs[-1].kind) for die, theirs in grouped.items()}


def per_player(throws: Iterable[FaceSample]) -> dict[tuple[str, str], Fairness]:
    """Returns the luck of each player with each kind of dice, over all dice; throws without a player are skipped."""
    grouped: dict[tuple[str, str], list[int]] = defaultdict(list)
    for thrown in throws:
        if thrown.player is not None:
            grouped[thrown.player, thrown.kind].append(thrown.face)
    return {(player, kind): judge(faces, kind) for (player, kind), faces in grouped.items()}


def judge(rolled: Sequence[int], kind: str = "d6") -> Fairness:
    """Tests a sequence of rolls.

    Args:
        rolled: Faces in the order in which they were rolled.
        kind: Kind of die.

    Raises:
        ValueError: If the kind is unknown or has no such face.
    """
    faces = faces_of(kind)
    if strange := sorted(set(rolled) - set(faces)):
        raise ValueError(f"a {kind} has no faces {strange}")
    counts = dict.fromkeys(faces, 0)
    for face in rolled:
        counts[face] += 1
    expected = len(rolled) / len(faces)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values()) if rolled else 0.0
    p = chi_square_p(chi_square, len(faces) - 1) if expected >= MIN_EXPECTED else None
    longest_run, longest_run_face = _longest_run(rolled)
    high = [face > (faces[0] + faces[-1]) / 2 for face in rolled]
    runs = sum(one != other for one, other in pairwise(high)) + bool(high)
    runs_p = _runs_p(runs, sum(high), len(high) - sum(high))
    return Fairness(
        counts=counts,
        rolls=len(rolled),
        chi_square=chi_square,
        p=p,
        longest_run=longest_run,
        longest_run_face=longest_run_face,
        runs=runs,
        runs_p=runs_p,
        noticed_share=_noticed_share(len(rolled), len(faces)),
        finding=_finding(p),
        order_finding=_finding(runs_p),
    )


def faces_of(kind: str) -> tuple[int, ...]:
    """Returns the faces of a kind of die: `d6` has 1 to 6, `d10` has 0 to 9, `d00` has 0 to 90 in tens.

    Raises:
        ValueError: If the kind is unknown.
    """
    if kind == "d00":
        return tuple(range(0, 100, 10))
    sides = int(kind[1:]) if kind[:1] == "d" and kind[1:].isdecimal() else 0
    if sides < 2:
        raise ValueError(f"expected a kind of die such as d6, got {kind!r}")
    return tuple(range(10)) if sides == 10 else tuple(range(1, sides + 1))


def chi_square_p(chi_square: float, freedom: int) -> float:
    """Returns the probability that chi-square with `freedom` degrees of freedom is at least this large."""
    return upper_gamma(freedom / 2, chi_square / 2)


def upper_gamma(a: float, x: float) -> float:
    """Returns the regularised upper incomplete gamma function Q(a, x).

    Args:
        a: Greater than 0.
        x: 0 or greater.
    """
    if a <= 0 or x < 0:
        raise ValueError(f"expected a > 0 and x >= 0, got a = {a}, x = {x}")
    if x == 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1.0 - scale * _series(a, x))
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """Returns the sum of x^n / (a (a + 1) … (a + n)), which converges fast below x = a + 1."""
    term = total = 1.0 / a
    n = a
    while abs(term) > abs(total) * 1e-16:
        n += 1.0
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Returns the continued fraction of Γ(a, x) e^x x^-a by Lentz's method, which converges fast above x = a + 1."""
    tiny = 1e-300
    b = x + 1.0 - a
    c, d = 1.0 / tiny, 1.0 / b
    value = d
    for n in range(1, 10_000):
        step = -n * (n - a)
        b += 2.0
        d = 1.0 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _longest_run(rolled: Sequence[int]) -> tuple[int, int | None]:
    best, best_face, length = 0, None, 0
    for number, face in enumerate(rolled):
        length = length + 1 if number and rolled[number - 1] == face else 1
        if length > best:
            best, best_face = length, face
    return best, best_face


def _runs_p(runs: int, high: int, low: int) -> float | None:
    """Returns the two-sided probability by the normal approximation."""
    if min(high, low) < MIN_OF_A_SIDE:
        return None
    rolls = high + low
    mean = 1 + 2 * high * low / rolls
    variance = (mean - 1) * (mean - 2) / (rolls - 1)
    return math.erfc(abs(runs - mean) / math.sqrt(2 * variance))


def _noticed_share(rolls: int, faces: int) -> float | None:
    """Returns the share that one face must have to be noticed at `UNUSUAL` in `NOTICED` of all cases."""
    if rolls / faces < MIN_EXPECTED:
        return None
    distance = _distance_noticed(faces - 1)
    # One face at 1/k + d and the others at 1/k - d/(k-1) have a distance of n d² k²/(k-1) from a fair die.
    share = 1 / faces + math.sqrt(distance * (faces - 1) / rolls) / faces
    return share if share < 1 else None


@cache
def _distance_noticed(freedom: int) -> float:
    """Returns the noncentrality at which chi-square exceeds its limit in `NOTICED` of all cases."""
    limit = _bisect(lambda x: chi_square_p(x, freedom) < UNUSUAL, 10.0 * freedom + 50.0)

    def power(distance: float) -> float:
        half = distance / 2
        weight, total, n = math.exp(-half), 0.0, 0
        while n < half or weight > 1e-12:
            total += weight * chi_square_p(limit, freedom + 2 * n)
            n += 1
            weight *= half / n
        return total

    return _bisect(lambda distance: power(distance) > NOTICED, 200.0)


def _bisect(beyond: Callable[[float], bool], upper: float) -> float:
    lower = 0.0
    for _ in range(60):
        middle = (lower + upper) / 2
        lower, upper = (lower, middle) if beyond(middle) else (middle, upper)
    return upper


def _finding(p: float | None) -> Conclusion:
    if p is None:
        return Conclusion.TOO_FEW
    if p < HARDLY_CHANCE:
        return Conclusion.HARDLY_CHANCE
    return Conclusion.UNUSUAL if p < UNUSUAL else Conclusion.AS_EXPECTED
