"""What lies open on the tablet does not depend on cards that only their owners know."""

import random

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.redacting import may_name
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.games.signum.worlds import any_setup
from tests.referee.test_match import skirmish

STEPS = 80


def otherwise(state, chance):
    """The same game, but for which of their hidden cards players hold and which still lie in their decks."""
    keys = dict(state.keys)
    for player in state.players.values():
        hidden = [card for card in (*player.hand, *player.deck) if not may_name(state, card, SPECTATOR)]
        other = chance.sample(hidden, len(hidden))
        keys |= {
            card: state.keys[instead] for card, instead in zip(hidden, other, strict=True) if instead in state.keys
        }
    return msgspec.structs.replace(state, keys=keys)


@pytest.mark.parametrize("seed", range(6))
def test_other_hidden_cards_would_leave_the_open_table_as_it_is(seed):
    chance = random.Random(seed)  # noqa: S311 (a game, no secret)
    game = Game(skirmish() if seed < 2 else any_setup(chance), chance)
    differed = 0
    for _ in range(STEPS):
        if not game.step():
            break
        twin = otherwise(game.state, chance)
        differed += twin.keys != game.state.keys
        for player in game.state.players:
            here, there = (
                game.rules.sheets.lying_open(state, player, Language.ENGLISH) for state in (game.state, twin)
            )
            assert here == there
    assert differed > 3
