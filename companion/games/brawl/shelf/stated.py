"""What sources leave open about the cards of the printed game that they name (B-CH, B-DATA)."""

from collections.abc import Mapping

from companion.games.brawl.model.cards import Card, StatedCard
from companion.games.brawl.model.constants import ACTION_CARDS
from companion.games.brawl.model.kinds import AimKind, Deed


def unstated(card: StatedCard) -> tuple[str, ...]:
    """The fields of a card that no source states, so that the players have to supply them.

    A champion lacks both sides of its card (B-DATA-04); an action card lacks its core and whatever else its kind of
    card has (B-DATA-05), an area its shape (B-DATA-09).
    """
    if card.of == "champion":
        return ("front", "back")
    wanted = [] if card.deed is Deed.REACTION else [("move", card.move is None)]
    if card.deed is Deed.ATTACK:
        wanted += [("aim", card.aim is None), ("strength", True)]
    if card.deed is Deed.ATTACK or card.aim is not None:
        wanted += [("reach", card.reach is None and card.aim not in (AimKind.AREA, AimKind.MELEE))]
    wanted += [("cells", card.aim is AimKind.AREA), ("defence", card.deed is Deed.REACTION)]
    return ("core", *(name for name, is_open in wanted if is_open))


def unknown_actions(cards: Mapping[str, Card]) -> dict[str, int]:
    """How many action cards of each stated champion no source names at all, by its key (B-CH-01 to -06, B-CH-32)."""
    stated = [card for card in cards.values() if isinstance(card, StatedCard)]
    named = [card.champion for card in stated if card.of == "action"]
    return {card.key: ACTION_CARDS - named.count(card.key) for card in stated if card.of == "champion"}
