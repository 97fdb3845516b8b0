"""What cards cost while effects make them cheaper or dearer (S-PLAY-03, S-CARD-66)."""

from msgspec.structs import replace

from companion.games.signum.creature.influences import influences
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.effects.on_players import PriceEffect
from companion.games.signum.model.state import State


def priced(state: State, player: str, card: Card) -> Cost:
    """What a card costs a player now, with all that makes it cheaper or dearer; never less than nothing."""
    hero = state.hero(player)
    found = [
        each
        for each in (influences(state, hero) if hero is not None else ())
        if isinstance(each, PriceEffect) and (not each.kinds or card.kind in each.kinds)
    ]
    if not found:
        return card.cost
    prosperity = sum(each.prosperity for each in found if isinstance(each.prosperity, int))
    buildings = sum(each.any for each in found if isinstance(each.any, int))
    cost = card.cost
    return replace(cost, prosperity=max(0, cost.prosperity + prosperity), any=max(0, cost.any + buildings))
