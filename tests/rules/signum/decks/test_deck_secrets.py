"""Decks lie shuffled and face down before the first card is drawn."""

import msgspec

from companion.games.signum.model.events import CardMoved, DeckOrdered
from companion.games.signum.model.steps.step import ShuffleStep
from tests.games.signum.fights import fighter
from tests.games.signum.table import duel

DECK = tuple(f"f{n}" for n in range(1, 21))
CARDS = {key: fighter(key) for key in DECK}


def test_each_deck_is_shuffled_before_the_starting_hand_is_drawn():
    """S-DECK-15."""
    events = duel(CARDS, deck=DECK).begun().events
    drawn = [each.player for each in events if isinstance(each, CardMoved) and each.zone == "hand"]
    shuffled = [each.player for each in events if isinstance(each, DeckOrdered)]
    first_draw = next(n for n, each in enumerate(events) if isinstance(each, CardMoved))
    assert sorted(each.player for each in events[:first_draw] if isinstance(each, DeckOrdered)) == ["A", "B"]
    assert sorted(shuffled) == ["A", "B"]
    assert (drawn.count("A"), drawn.count("B")) == (5, 4)


def test_a_shuffle_is_asked_for_and_takes_every_card_of_the_deck():
    """S-DECK-15: nobody draws from a deck as its owner laid it down."""
    table = duel(CARDS, deck=DECK).begun()
    order = next(each.order for each in table.events if isinstance(each, DeckOrdered) and each.player == "A")
    assert sorted(order) == sorted(f"A:{n}" for n in range(1, 21))
    assert not any(isinstance(step, ShuffleStep) for step in table.state.steps)


def test_nobody_sees_the_top_card_or_any_other_of_a_deck():
    """S-DECK-16: the view of both players is the same whatever lies in the decks."""
    state = duel(CARDS, deck=DECK).begun().state
    game = duel(CARDS, deck=DECK).game
    players = {
        name: msgspec.structs.replace(player, deck=tuple(reversed(player.deck)))
        for name, player in state.players.items()
    }
    turned = msgspec.structs.replace(state, players=players)
    for viewer in ("A", "B", "spectator"):
        view = msgspec.json.encode(game.view(state, viewer))
        assert msgspec.json.encode(game.view(turned, viewer)) == view
        for name, player in state.players.items():
            assert all(f'"{card}"'.encode() not in view for card in player.deck), name
