"""How far a creature may go with what it may do now, for the model that a player touches."""

from companion.referee.play import Play
from companion.referee.tasks import Offer

DEEDS = ("move", "run")
"""Names of reaches that a game gives, beside the names of its rulers."""
CLOSING = ("finish", "end")
"""Kinds of commands that close something; screens keep them apart from all others."""


def creature_of(play: Play, base_id: str) -> str:
    """Id of the creature whose model a base is; empty where nobody knows."""
    return next((each.of for each in play.standing.all if each.base == base_id), "")


def offers_of(play: Play, creature: str) -> tuple[tuple[str, Offer], ...]:
    """What lies open of what a creature may do, each with the seat for which it would be done."""
    found = []
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        for group in own["acts"] if own is not None else seat.acts:
            found += [
                (seat.seat, each["offer"])
                for each in group["offers"]
                if each["offer"].fixed.get("creature") == creature
            ]
    return tuple(found)


def length_mm(play: Play | None, base_id: str, deed: str) -> float | None:
    """How far a creature may go with a move or a Run.

    Args:
        play: The game; None where there is none.
        base_id: Its model.
        deed: One of `DEEDS`.

    Returns:
        Length of the way in mm; None where no such deed is known.
    """
    if play is None:
        return None
    return play.reaches.get(creature_of(play, base_id), {}).get(deed)
