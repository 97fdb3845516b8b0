"""Cards of a game in which each player has a deck and a hand: shuffled, drawn, played, and hidden from the others."""

from typing import Any, TypeVar

import msgspec

from companion.games.command import Event
from companion.games.common import PileShuffled, Shuffled
from companion.games.verdicts.measured import RuleViolation

S = TypeVar("S", bound="CardState")

HIDDEN = "?"
"""What stands for a card that a viewer may not know."""

Cards = dict[str, tuple[str, ...]]
"""Cards by player."""


def known(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some cards whose faces a viewer may know: all of them, unless they are seen in somebody's view."""
    return tuple(card for card in cards if card != HIDDEN)


class Drew(Event, frozen=True, kw_only=True):
    """A player takes a card of the deck into the hand."""

    player: str
    card: str


class Played(Event, frozen=True, kw_only=True):
    """A player plays a card of the hand, which goes under the deck."""

    player: str
    card: str


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """What a state has of cards; the state of a game with `Hands` begins with it.

    Attributes:
        decks: Of each player, the top card first.
        hands: Of each player.
        unmixed: Players whose decks are still to be shuffled, in order.
    """

    decks: Cards = {}
    hands: Cards = {}
    unmixed: tuple[str, ...] = ()


def dealt(players: tuple[str, ...], cards: tuple[str, ...]) -> dict[str, Any]:
    """Returns the fields of `CardState` as a game begins in which all have the same cards."""
    return {"decks": dict.fromkeys(players, cards), "hands": dict.fromkeys(players, ()), "unmixed": players}


def shuffled_and_drawn(state: CardState, command: Shuffled, drawn: int, rule: str) -> tuple[Event, ...]:
    """Returns what follows from a shuffle: the new order, and the cards that are drawn from it at once.

    Args:
        state: The game before.
        command: The shuffle, of the first deck that waits for one.
        drawn: How many cards the player draws.
        rule: Id of the rule that says which cards are in a deck.

    Raises:
        RuleViolation: If the cards are others than those of the deck.
    """
    if sorted(command.order) != sorted(state.decks[command.player]):
        raise RuleViolation(rule, "other_cards", {"player": command.player})
    hand = (Drew(player=command.player, card=card) for card in command.order[:drawn])
    return (PileShuffled(pile=command.player, order=command.order), *hand)


def with_cards(state: S, event: Event) -> S:
    """Returns a state after an event that moves cards; the same after any other."""
    decks, hands = state.decks, state.hands
    match event:
        case PileShuffled(pile=player, order=order):
            return msgspec.structs.replace(state, decks=decks | {player: order}, unmixed=state.unmixed[1:])
        case Drew(player=player, card=card):
            decks = decks | {player: tuple(each for each in decks[player] if each != card)}
            hands = hands | {player: (*hands[player], card)}
        case Played(player=player, card=card):
            decks = decks | {player: (*decks[player], card)}
            hands = hands | {player: tuple(each for each in hands[player] if each != card)}
        case _:
            return state
    return msgspec.structs.replace(state, decks=decks, hands=hands)


class Hands:
    """What a game says of the cards in its `CardState`: a hand is its player's secret, a deck is everybody's."""

    def shuffling(self, state: CardState) -> tuple[str, tuple[str, ...]] | None:
        """The first deck that is still to be shuffled."""
        return next(((player, state.decks[player]) for player in state.unmixed), None)

    def view(self, state: CardState, viewer: str) -> CardState:
        """Only how many cards there are in decks and in the hands of others."""
        hands = {player: (HIDDEN,) * len(hand) for player, hand in state.hands.items() if player != viewer}
        decks = {player: (HIDDEN,) * len(deck) for player, deck in state.decks.items()}
        return msgspec.structs.replace(state, hands=state.hands | hands, decks=decks)

    def public_event(self, state: CardState, event: Event, viewer: str) -> Event:
        """Nobody sees the order of a deck, and only the player which card is drawn."""
        match event:
            case PileShuffled(pile=pile, order=order):
                return PileShuffled(pile=pile, order=(HIDDEN,) * len(order))
            case Drew(player=player) if player != viewer:
                return Drew(player=player, card=HIDDEN)
        return event

    def learned(self, state: CardState, event: Event) -> tuple[tuple[str, str], ...]:
        """Who draws a card has seen it; which it was is not told, for all read this."""
        return ((event.player, "draw"),) if isinstance(event, Drew) else ()
