"""Gatecrash keeps what every game must."""

import msgspec
import pytest

from companion.games import contract
from companion.games.common import Rolled
from companion.games.defaults.setup import PlainSeat, PlainSetup
from companion.geometry.grid import Cell
from tests.games.gatecrash.game import GAME
from tests.games.gatecrash.rules import CARDS, CELLS, RUNNERS, SHIELD, SWORD, Play, Run

SETUP = PlainSetup((PlainSeat("A", "Ann", "player_one"), PlainSeat("B", "Bob", "player_two")))


def every_command(state):
    for by in ("A", "B"):
        yield from (Rolled(by=by, faces=(face,)) for face in (SWORD, SHIELD, "pips"))
        yield from (Play(by=by, card=card) for card in (*CARDS, "4a"))
        for piece in (*RUNNERS, "C:1"):
            yield from (Run(by=by, piece=piece, to=cell) for cell in (*CELLS, Cell(9, 9)))


def other_secrets(state, viewer, command):
    """The same but for cards that a viewer may not see: but for the one that is played they trade places."""
    hands, decks = dict(state.hands), dict(state.decks)
    for player in ("A", "B"):
        kept = hands[player] if player == viewer else ()
        if isinstance(command, Play) and command.by == player != viewer:
            kept = (command.card,)
        pool = [each for each in (*hands[player], *decks[player]) if each not in kept][::-1]
        missing = len(hands[player]) - len(kept)
        hands[player], decks[player] = (*kept, *pool[:missing]), tuple(pool[missing:])
    return msgspec.structs.replace(state, hands=hands, decks=decks)


@pytest.mark.parametrize("seed", range(5))
def test_it_keeps_the_contract(seed):
    contract.check_deterministic(GAME, SETUP, contract.chance_of(seed))
    contract.check_dice(GAME, SETUP, contract.chance_of(seed))
    contract.check_secrets(GAME, SETUP, contract.chance_of(seed), other_secrets)


def test_it_offers_all_that_is_legal_and_nothing_else():
    contract.check_offers(GAME, SETUP, contract.chance_of(1), every_command)
