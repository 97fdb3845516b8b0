"""What a viewer may know: hands are their players', decks, tokens and the supply are nobody's (B-VIS)."""

from msgspec.structs import replace

from companion.games.brawl.model.events import (
    ChallengeLaid,
    DeckMade,
    HandShown,
    Planned,
    TrapLaid,
    TrapReturned,
    TrapShown,
)
from companion.games.brawl.model.state import FIRST, LaidTrap, State
from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.defaults.hands import HIDDEN, Drew

INNER = ("steps", "popped", "replaced")
"""Kinds of events that only keep the rules' own books."""


def view(state: State, viewer: str) -> State:
    """The game as a viewer may know it; what is hidden is there as often as it is, and says nothing."""
    hands = {
        player: hand if may_see_hand(state, viewer, player) else (HIDDEN,) * len(hand)
        for player, hand in state.hands.items()
    }
    return replace(
        state,
        hands=hands,
        decks={player: (HIDDEN,) * len(deck) for player, deck in state.decks.items()},
        supply=(HIDDEN,) * len(state.supply),
        challenges=(HIDDEN,) * len(state.challenges),
        traps=tuple(LaidTrap(each.cell, HIDDEN) for each in state.traps),
    )


def may_see_hand(state: State, viewer: str, player: str) -> bool:
    """Whether a viewer sees the faces of a hand (B-VIS-02, reading of B-OPEN-04)."""
    if viewer == player:
        return True
    is_player = any(seat.id == viewer for seat in state.setup.seats)
    return is_player and state.setup.readings.teammates_see_hands and state.side(viewer) == state.side(player)


def public_event(state: State, event: Event, viewer: str) -> Event | None:
    """An event as a viewer may know it."""
    match event:
        case PileShuffled(pile=pile, order=order) if pile != FIRST:
            return replace(event, order=(HIDDEN,) * len(order))
        case DeckMade(cards=cards):
            return replace(event, cards=(HIDDEN,) * len(cards))
        case Drew(player=player) if not may_see_hand(state, viewer, player):
            return replace(event, card=HIDDEN)
        case Planned(player=player, cards=cards) if not may_see_hand(state, viewer, player):
            return replace(event, cards=(HIDDEN,) * len(cards))
        case TrapLaid():
            return replace(event, token=HIDDEN)
        case HandShown(to=to, player=player, cards=cards) if viewer not in to and viewer != player:
            return replace(event, cards=(HIDDEN,) * len(cards))
        case TrapShown(to=to) if viewer not in to:
            return replace(event, token=HIDDEN)
        case ChallengeLaid() | TrapReturned():
            return event
    return event


def learned(state: State, event: Event) -> tuple[tuple[str, str], ...]:
    """Who learns what from an event that nobody can be made to forget."""
    players = tuple(seat.id for seat in state.setup.seats)
    match event:
        case Drew(player=player, card=card):
            return ((player, f"card:{card}"),)
        case HandShown(to=to, cards=cards):
            return tuple((player, f"card:{card}") for player in to for card in cards)
        case TrapShown(to=to, token=token):
            return tuple((player, f"trap:{token}") for player in to)
        case ChallengeLaid(challenge=challenge):
            return tuple((player, f"challenge:{challenge}") for player in players)
        case _:
            return _turned_up(event, players)


def _turned_up(event: Event, players: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What everybody learns as it is turned up."""
    if event.__struct_config__.tag == "trapsprung":
        return tuple((player, f"trap:{getattr(event, 'token', '')}") for player in players)
    return ()
