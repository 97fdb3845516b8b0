"""Folds what happens to decks and hands: they are made, shuffled, drawn from, and cards go back into them."""

from collections.abc import Callable
from typing import Any

from companion.games.common import PileShuffled
from companion.games.defaults.hands import Drew
from companion.games.kit.events import DeckMade
from companion.games.kit.fold import Changes, drew, without
from companion.games.warseer.model import events as e
from companion.games.warseer.model.state import State


def _pile(state: State, pile: str, cards: tuple[str, ...]) -> Changes:
    if pile in state.decks:
        return {"decks": state.decks | {pile: cards}}
    return {pile: cards}


def _deck_made(state: State, event: DeckMade) -> Changes:
    return _pile(state, event.pile, event.cards) | {"waiting": (*state.waiting, event.pile)}


def _shuffled(state: State, event: PileShuffled) -> Changes:
    return _pile(state, event.pile, event.order) | {"waiting": state.waiting[1:]}


def _feat_drawn(state: State, event: e.FeatDrawn) -> Changes:
    held = {event.player: (*state.feats_held[event.player], event.feat)}
    return {"feats": state.feats[1:], "feats_held": state.feats_held | held}


def _cards_returned(state: State, event: e.CardsReturned) -> Changes:
    """W-ZONE-09: into the owner's deck, which is shuffled (W-ZONE-08)."""
    player = event.player
    return {
        "hands": state.hands | {player: without(state.hands[player], *event.cards)},
        "decks": state.decks | {player: (*state.decks[player], *event.cards)},
        "waiting": (*state.waiting, player),
    }


PILE_FOLDS: dict[type, Callable[[State, Any], Changes]] = {
    DeckMade: _deck_made,
    PileShuffled: _shuffled,
    Drew: drew,
    e.FeatDrawn: _feat_drawn,
    e.CardsReturned: _cards_returned,
}
"""What each of these events changes."""
