"""What a piece may do now, for the model that a player touches."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.player_screen import OfferShown


def creature_of(play: GameScreen, base_id: str) -> str:
    """Id of the creature whose model a base is; empty where nobody knows."""
    return next((each.of for each in play.standing.all if each.base == base_id), "")


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """Something that can be done with or to the model that was touched.

    Attributes:
        seat: For whom it is done.
        shown: What is done, as it stands on a screen.
        values: Words by field, where the touch has answered what the offer still takes; None where it has not.
    """

    seat: str
    shown: OfferShown
    values: tuple[tuple[str, tuple[str, ...]], ...] | None = None


def offers_of(play: GameScreen, piece: str, by: str = "") -> tuple[ModelOffer, ...]:
    """What lies open of what can be done with a piece, or to it.

    Args:
        play: The game.
        piece: Its id.
        by: Id of the piece that does it to another one; empty for any.
    """
    return tuple(_offers(play, piece, by))


def targets_of(play: GameScreen, piece: str) -> frozenset[str]:
    """Ids of the pieces to which a piece may do something now."""
    others = {each.of for each in play.standing.all} - {piece}
    return frozenset(each for each in others if any(offer.shown.piece == piece for offer in offers_of(play, each)))


def _offers(play: GameScreen, piece: str, by: str) -> Iterator[ModelOffer]:
    for seat in play.seats:
        asked = [(each, True) for task in play.tasks_of(seat) for each in task.offers]
        for each, owed in asked + [(each, False) for group in play.groups_of(seat) for each in group.offers]:
            if by and each.piece != by:
                continue
            taken = each.offer.inputs[0] if len(each.offer.inputs) == 1 else None
            meant = None if taken is None else next((c for c in taken.choices if piece in (c.value, c.thing)), None)
            if taken is not None and meant is not None and taken.kind == "choose" and taken.least == taken.most == 1:
                values = {**{name: (word,) for name, word in each.offer.fixed.items()}, taken.field: (meant.value,)}
                yield ModelOffer(seat.seat, each, tuple(values.items()))
            elif not owed and (each.piece == piece or piece in each.offer.fixed.values()):
                yield ModelOffer(seat.seat, each)


def length_mm(play: GameScreen | None, base_id: str, action: str) -> float | None:
    """How far a piece may go with an action, such as a move.

    Args:
        play: The game; None where there is none.
        base_id: Its model.
        action: One of the actions of its game.

    Returns:
        Length of the way in mm; None where no such action is known.
    """
    if play is None:
        return None
    return play.reaches.get(creature_of(play, base_id), {}).get(action)
