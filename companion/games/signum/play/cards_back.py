"""Cards that go back to their owners."""

from companion.games.signum.engine.card_draw import take
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.events import CardMoved, CreatureLeft
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ShuffleStep


def give_back(draft: Draft, cards: tuple[str, ...], to: str) -> None:
    """Cards go back to their owners: into the hand, the Graveyard, or the deck, which is then shuffled (S-ZONE-19)."""
    going: dict[str, list[str]] = {}
    for card in cards:
        owner = card.split(":")[0]
        if owner in draft.state.players and goes_to_hand(draft.state, card):
            going.setdefault(owner, []).append(card)
    for owner, own in going.items():
        if to == "hand":
            take(draft, owner, tuple(own), "S-ZONE-19")
            continue
        for card in own:
            if card in draft.state.creatures:
                draft.emit(CreatureLeft(creature=card, why="S-ZONE-19"))
            draft.emit(CardMoved(card=card, player=owner, zone=to, why="S-ZONE-19"))
            if to == "deck":
                draft.push(ShuffleStep(player=owner))


def goes_to_hand(state: State, card: str) -> bool:
    """Whether a card is one of a Battle Deck; heroes, buildings and terrain are never in a hand (S-ZONE-16)."""
    key = state.keys.get(card, "")
    return not key or state.setup.cards[key].kind in BATTLE_KINDS
