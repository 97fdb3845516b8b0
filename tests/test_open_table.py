"""What lies open on the tablet does not depend on cards that only their owners know."""

import random
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from companion.evening.open_table import open_seats
from companion.games.command import SPECTATOR
from companion.games.signum.redacting import may_name
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.games.signum.worlds import any_setup
from tests.referee.test_match import skirmish

STEPS = 80


@dataclass
class Shown:
    """A desk and its match, as far as the open table asks of them."""

    played: Game
    shown: Any
    counting: tuple[int, ...] = ()

    @property
    def match(self):
        return self

    @property
    def record(self):
        return self

    @property
    def game(self):
        return self.played.rules

    @property
    def players(self):
        return tuple(self.shown.players)

    def view(self, seat):
        return self.game.view(self.shown, seat)

    def teller(self, language, viewer):
        return Teller(self.game, self.shown, language, viewer)


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
        here, there = (open_seats(Shown(game, state), Language.ENGLISH) for state in (game.state, twin))
        assert here == there
    assert differed > 3
