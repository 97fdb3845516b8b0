"""What a viewer may know: hands are their players', decks and face-down Feats are nobody's (W-VIS)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.kit.events import DeckMade, Popped
from companion.games.warseer.model.events import CardsReturned, FeatDrawn, KillScored, Pushed, Replaced
from companion.games.warseer.model.state import FIRST, State


def view(state: State, viewer: str) -> State:
    """The game as a viewer may know it; what is hidden is there as often as it is, and says nothing.

    Hidden are the others' hands, with their Feats (W-VIS-03, W-ZONE-19), Battle Decks (W-VIS-02, W-ZONE-07), the Feat
    deck (W-VIS-09) and Feats face down in the Hall of Fame (W-VIS-06); all else is open (W-VIS-01, W-VIS-04, W-VIS-05,
    W-VIS-07, W-VIS-08, W-VIS-10, W-VIS-11).
    """
    top = state.feats[:1] if state.setup.readings.feat_deck_face_up else _hidden(state.feats[:1])
    return replace(
        state,
        hands={player: _seen(viewer, player, hand) for player, hand in state.hands.items()},
        feats_held={player: _seen(viewer, player, held) for player, held in state.feats_held.items()},
        decks={player: _hidden(deck) for player, deck in state.decks.items()},
        feats=(*top, *_hidden(state.feats[1:])),
        kills={player: _hidden(kills) for player, kills in state.kills.items()},
    )


def _hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)


def _seen(viewer: str, player: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    return cards if viewer == player else _hidden(cards)


def public_event(state: State, event: Event, viewer: str) -> Event | None:
    """An event as a viewer may know it; all is open but what has a veil."""
    if type(event) in _LEDGER:
        return None
    veil = _VEILS.get(type(event))
    return event if veil is None else veil(state, event, viewer)


def _shuffled(_: State, event: PileShuffled, __: str) -> Event:
    return event if event.pile == FIRST else replace(event, order=_hidden(event.order))


def _deck(_: State, event: DeckMade, __: str) -> Event:
    return replace(event, cards=_hidden(event.cards))


def _drew(_: State, event: Drew, viewer: str) -> Event:
    return event if viewer == event.player else replace(event, card=HIDDEN)


def _feat(state: State, event: FeatDrawn, viewer: str) -> Event:
    seen = viewer == event.player or state.setup.readings.feat_deck_face_up
    return event if seen else replace(event, feat=HIDDEN)


def _returned(_: State, event: CardsReturned, viewer: str) -> Event:
    return event if viewer == event.player else replace(event, cards=_hidden(event.cards))


def _kill(_: State, event: KillScored, __: str) -> Event:
    return replace(event, feat=HIDDEN)


_LEDGER = frozenset({Pushed, Popped, Replaced})
"""Events that only keep the rules' own books."""

_VEILS: dict[type, Callable[[State, Any, str], Event]] = {
    PileShuffled: _shuffled,
    DeckMade: _deck,
    Drew: _drew,
    FeatDrawn: _feat,
    CardsReturned: _returned,
    KillScored: _kill,
}


def learned(state: State, event: Event) -> tuple[tuple[str, str], ...]:
    """Who learns what from an event that nobody can be made to forget; what it was is not told, for all read it."""
    match event:
        case Drew(player=player) | FeatDrawn(player=player):
            return ((player, "draw"),)
        case _:
            return ()
