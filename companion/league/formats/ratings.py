"""Ratings of players over many matches: Weng and Lin's Bayesian ranking (Plackett–Luce model), by openskill.

A rating is a mean with its uncertainty; what is shown is the mean less three deviations, so that nobody is ranked high
after one lucky evening. Teams and games of more than two are rated as well as duels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

SHOWN_DEVIATIONS = 3.0


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength.

    Attributes:
        mean: Estimated strength.
        deviation: Its standard deviation.
        matches: How many it rests on.
    """

    mean: float = 25.0
    deviation: float = 25.0 / 3.0
    matches: int = 0

    @property
    def shown(self) -> float:
        """A strength that the player has almost surely."""
        return self.mean - SHOWN_DEVIATIONS * self.deviation


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match to be counted.

    Attributes:
        sides: Players of each side.
        places: Place of each side, 1 for the winner; equal in a draw.
    """

    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]


def rated(matches: Iterable[RatedMatch], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The ratings after some matches, in their order.

    Args:
        matches: Oldest first.
        known: Ratings before them; who is not among them begins as everybody does.
    """
    ratings, model = dict(known or {}), PlackettLuce()
    for match in matches:
        sides = [[ratings.get(player, Rating()) for player in side] for side in match.sides]
        teams = [[model.rating(mu=each.mean, sigma=each.deviation) for each in side] for side in sides]
        after = model.rate(teams, ranks=[float(place) for place in match.places])
        for side, own, new in zip(match.sides, sides, after, strict=True):
            for player, before, found in zip(side, own, new, strict=True):
                ratings[player] = Rating(found.mu, found.sigma, before.matches + 1)
    return ratings


def expected(a: Sequence[Rating], b: Sequence[Rating]) -> float:
    """The probability that one side beats another."""
    model = PlackettLuce()
    teams = [[model.rating(mu=each.mean, sigma=each.deviation) for each in side] for side in (a, b)]
    return float(model.predict_win(teams)[0])
