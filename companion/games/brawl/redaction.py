"""What a viewer may know: hands are their players', decks, tokens and the supply are nobody's (B-VIS)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.brawl.model.events import (
    ChallengeLaid,
    HandShown,
    Planned,
    Pushed,
    Replaced,
    TrapLaid,
    TrapShown,
    TrapSprung,
)
from companion.games.brawl.model.state import FIRST, LaidTrap, State
from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.kit.events import DeckMade, Popped


def view(state: State, viewer: str) -> State:
    """The game as a viewer may know it; what is hidden is there as often as it is, and says nothing.

    Hidden are hands, decks, the challenge deck, and trap tokens (B-VIS-02, B-VIS-03, B-VIS-06, B-VIS-07, B-TRAP-01).
    """
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
    """Whether a viewer sees the faces of a hand (B-INFO-01, B-VIS-02, reading of B-OPEN-04)."""
    if viewer == player:
        return True
    is_player = any(seat.id == viewer for seat in state.setup.seats)
    return is_player and state.setup.readings.teammates_see_hands and state.side(viewer) == state.side(player)


def public_event(state: State, event: Event, viewer: str) -> Event | None:
    """An event as a viewer may know it; all is open but what has a veil.

    The arena, damage, points, cores, the track, discards, and both sides of champion cards (B-VIS-01, B-VIS-04,
    B-VIS-05, B-INFO-03, B-INFO-04); a triggered trap too (B-VIS-08).
    """
    if type(event) in _LEDGER:
        return None
    veil = _VEILS.get(type(event))
    return event if veil is None else veil(state, event, viewer)


def _shuffled(_: State, event: PileShuffled, __: str) -> Event:
    return event if event.pile == FIRST else replace(event, order=(HIDDEN,) * len(event.order))


def _deck(_: State, event: DeckMade, __: str) -> Event:
    return replace(event, cards=(HIDDEN,) * len(event.cards))


def _drew(state: State, event: Drew, viewer: str) -> Event:
    return event if may_see_hand(state, viewer, event.player) else replace(event, card=HIDDEN)


def _planned(state: State, event: Planned, viewer: str) -> Event:
    return event if may_see_hand(state, viewer, event.player) else replace(event, cards=(HIDDEN,) * len(event.cards))


def _laid(_: State, event: TrapLaid, __: str) -> Event:
    return replace(event, token=HIDDEN)


def _hand(_: State, event: HandShown, viewer: str) -> Event:
    """B-INFO-02, B-INFO-05."""
    return event if viewer in (*event.to, event.player) else replace(event, cards=(HIDDEN,) * len(event.cards))


def _trap(_: State, event: TrapShown, viewer: str) -> Event:
    """B-INFO-02, B-INFO-05."""
    return event if viewer in event.to else replace(event, token=HIDDEN)


_LEDGER = frozenset({Pushed, Popped, Replaced})
"""Events that only keep the rules' own books."""

_VEILS: dict[type, Callable[[State, Any, str], Event]] = {
    PileShuffled: _shuffled,
    DeckMade: _deck,
    Drew: _drew,
    Planned: _planned,
    TrapLaid: _laid,
    HandShown: _hand,
    TrapShown: _trap,
}


def learned(state: State, event: Event) -> tuple[tuple[str, str], ...]:
    """Who learns what from an event that nobody can be made to forget; what it was is not told, for all read it."""
    players = tuple(seat.id for seat in state.setup.seats)
    match event:
        case Drew(player=player):
            return ((player, "draw"),)
        case HandShown(to=to) | TrapShown(to=to):
            return tuple((player, "reveal") for player in to)
        case ChallengeLaid() | TrapSprung():
            return tuple((player, "reveal") for player in players)
        case _:
            return ()
