"""How often values smaller than any that were measured may be expected: the tail of a distribution, with a bound.

Small values x > 0 are looked at as z = -ln x, of which large ones are rare; what exceeds a threshold follows a
generalised Pareto distribution (Pickands 1975), whose shape and scale, with the rate of exceeding, are fitted by
greatest likelihood. The bound is the largest rate of all parameters that are not refused by the likelihood ratio, at
95 % on this side.

References:
    Coles 2001, An Introduction to Statistical Modeling of Extreme Values, chapter 4.
"""

import math
from dataclasses import dataclass

import numpy as np

REFUSED = 1.353
"""Half of chi squared's 90th percentile: how much less likely parameters may be, 95 % on one side."""

SHAPES = np.linspace(-0.6, 0.6, 121)
SCALES = np.geomspace(0.4, 2.5, 121)
"""As shares of the mean excess."""


@dataclass(frozen=True, slots=True)
class Tail:
    """How often values below a limit come, down to zero.

    Attributes:
        trials: Out of how many.
        limit: Values below this one count.
        count: How many there were.
        likely: (shapes, scales) log likelihoods of the parameters.
        scales: (scales,) of the excess of z beyond that of the limit.
        power: Exponent of the power law that the values would follow if the shape were 0.
    """

    trials: int
    limit: float
    count: int
    likely: np.ndarray
    scales: np.ndarray
    power: float

    @staticmethod
    def of(values: np.ndarray, trials: int, count: int) -> "Tail":
        """The tail of the `count` smallest of all values of some trials, or of fewer if fewer are finite."""
        chosen = np.sort(values[np.isfinite(values)])[: count + 1]
        excess = np.log(chosen[-1] / chosen[:-1])
        scales = SCALES * float(excess.mean())
        return Tail(
            trials, float(chosen[-1]), len(excess), _likelihoods(excess, scales), scales, 1.0 / float(excess.mean())
        )

    @property
    def shape(self) -> float:
        """The likeliest shape: 0 for a power of x, less if the tail ends sooner."""
        return float(SHAPES[np.unravel_index(self.likely.argmax(), self.likely.shape)[0]])

    def rate(self, value: float) -> float:
        """Share of trials with smaller values, by the likeliest parameters."""
        row, column = np.unravel_index(self.likely.argmax(), self.likely.shape)
        beyond = _beyond(math.log(self.limit / value), SHAPES[row : row + 1], self.scales[column : column + 1])
        return float(beyond[0, 0]) * self.count / self.trials

    def by_power(self, value: float) -> float:
        """The same by the power law."""
        return (value / self.limit) ** self.power * self.count / self.trials

    def share(self, rate: float) -> float:
        """What share a rate is of all that comes below the limit."""
        return rate * self.trials / self.count

    def bound(self, value: float) -> float:
        """A rate that the true one does not exceed, at 95 %."""
        lost = self.likely.max() - self.likely
        beyond = _beyond(math.log(self.limit / value), SHAPES, self.scales)
        highest = 0.0
        # How often the limit is passed has a likelihood of its own, by Poisson.
        for times in np.linspace(1.0, 2.0, 101).tolist():
            left = REFUSED - self.count * (times - 1.0 - math.log(times))
            if left >= 0:
                highest = max(highest, times * float(beyond[lost <= left].max()))
        return highest * self.count / self.trials


def _likelihoods(excess: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """(shapes, scales) log likelihoods."""
    shape, scale = SHAPES[:, None, None], scales[None, :, None]
    inner = 1.0 + shape * excess / scale
    flat = np.abs(shape) < 1e-9
    with np.errstate(divide="ignore", invalid="ignore"):
        log = np.where(flat, excess / scale, (1.0 + 1.0 / shape) * np.log(inner))
    return -len(excess) * np.log(scales)[None] - np.where(inner > 0, log, np.inf).sum(axis=2)


def _beyond(excess: float, shapes: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """(shapes, scales) share of the exceedances that exceed by more than `excess`."""
    shape, scale = shapes[:, None], scales[None, :]
    inner = np.maximum(1.0 + shape * excess / scale, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        bent = np.where(inner > 0, inner ** (-1.0 / shape), 0.0)
    return np.where(np.abs(shape) < 1e-9, np.exp(-excess / scale), bent)


def most_by_chance(count: int) -> float:
    """The largest mean at which so few are counted in 5 % of cases (Poisson)."""
    low, high = float(count), 3.0 + 2.0 * count + 10.0
    for _ in range(60):
        mean = (low + high) / 2
        terms = [-mean + k * math.log(mean) - math.lgamma(k + 1) for k in range(count + 1)]
        low, high = (mean, high) if sum(math.exp(term) for term in terms) > 0.05 else (low, mean)
    return high
