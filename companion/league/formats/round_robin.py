"""Everybody meets everybody, by the circle method: one player stays, all others move on by one place each round.

A league over weeks is the same with a date for each round; with `times` two, everybody meets twice, with sides swapped.
"""

from collections.abc import Sequence

from companion.league.formats.entrants import BYE, Pairing


def rounds(players: Sequence[str], times: int = 1) -> tuple[tuple[Pairing, ...], ...]:
    """All rounds in order; where the number of players is odd, each has one bye a cycle.

    Args:
        players: Their ids, in the order of the draw.
        times: How often everybody meets everybody.
    """
    seats: list[str] = [*([BYE] if len(players) % 2 else []), *players]
    half, cycle = len(seats) // 2, []
    for number in range(len(seats) - 1):
        pairs = [(seats[place], seats[-1 - place]) for place in range(half)]
        # The one who stays changes sides each round; the others change them as they go round.
        pairs[0] = pairs[0] if number % 2 == 0 else pairs[0][::-1]
        first = 0 if len(players) % 2 else 1  # at the first place nobody sits who has a bye
        cycle.append(tuple(_pairing(a, b, place) for place, (a, b) in enumerate(pairs, first)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    swapped = [tuple(_swapped(each) for each in one) for one in cycle]
    return tuple(pairings for turn in range(times) for pairings in (cycle, swapped)[turn % 2])


def _pairing(a: str, b: str, table: int) -> Pairing:
    if BYE in (a, b):
        return Pairing(a or b, BYE)
    return Pairing(a, b, table)


def _swapped(pairing: Pairing) -> Pairing:
    return pairing if pairing.is_bye else Pairing(pairing.second, pairing.first, pairing.table)
