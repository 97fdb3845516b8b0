"""What a piece may do now, for the model that a player touches."""

from companion.games.offers import Offer
from companion.referee.screen.game_screen import GameScreen


def creature_of(play: GameScreen, base_id: str) -> str:
    """Id of the creature whose model a base is; empty where nobody knows."""
    return next((each.of for each in play.standing.all if each.base == base_id), "")


def offers_of(play: GameScreen, creature: str) -> tuple[tuple[str, Offer], ...]:
    """What lies open of what a creature may do, each with the seat for which it would be done."""
    return tuple(
        (seat.seat, each.offer)
        for seat in play.seats
        for group in play.groups_of(seat)
        for each in group.offers
        if each.piece == creature
    )


def length_mm(play: GameScreen | None, base_id: str, deed: str) -> float | None:
    """How far a piece may go with a deed, such as a move.

    Args:
        play: The game; None where there is none.
        base_id: Its model.
        deed: One of the deeds of its game.

    Returns:
        Length of the way in mm; None where no such deed is known.
    """
    if play is None:
        return None
    return play.reaches.get(creature_of(play, base_id), {}).get(deed)
