"""The players of a game and the sides that they are on: teams, or each alone."""

from collections.abc import Sequence

import msgspec


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player; a game adds what the player brings.

    Attributes:
        id: Stable name, such as `A`.
        name: What the player is called.
        side: The edge of the mat that is theirs.
        team: Of allies; empty for one who plays alone.
    """

    id: str
    name: str
    side: str = ""
    team: str = ""


def side_of(seats: Sequence[Seat], player: str) -> str:
    """The side that a player is on: the team, or the player alone."""
    for seat in seats:  # asked for all the time: a plain loop is quicker than a generator
        if seat.id == player:
            return seat.team or player
    return player


def sides_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """All sides, in the order of the seats."""
    return tuple(dict.fromkeys(seat.team or seat.id for seat in seats))


def players_of(seats: Sequence[Seat], side: str) -> tuple[str, ...]:
    """The players of a side."""
    return tuple(seat.id for seat in seats if (seat.team or seat.id) == side)
