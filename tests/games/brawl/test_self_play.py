"""The champions that come with the game play whole games; a sample of what `self_play` measures on demand."""

import random
from collections.abc import Iterator

import pytest

from companion.games.brawl.decision import DECISION
from companion.games.brawl.model.constants import GOAL
from companion.games.brawl.shelf.library import LIBRARY
from tests.games.brawl.fighter import Fighter, anything
from tests.games.brawl.self_play import SelfPlayTally, play, played, setup_of

pytestmark = pytest.mark.slow

TEAMS = [team.champions[:3] for team in LIBRARY.decks.values()]


def pairs() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All twelve champions in two games."""
    yield from (tuple(TEAMS[at : at + 2]) for at in (0, 2))


def test_all_champions_fight_to_the_end():
    """B-WIN-01: somebody has five points, and nothing is left half done."""
    chance, tally = random.Random(1), SelfPlayTally()  # noqa: S311 (no secret)
    for one, two in pairs():
        state = play(setup_of(one, two), Fighter(chance).next, chance, tally)
        assert state.points[state.outcome] >= GOAL
        assert len(state.traps) <= 4
    assert len(tally.rates()) == 12
    assert tally.games == 2


def test_all_champions_stand_a_game_at_random():
    chance, tally = random.Random(3), SelfPlayTally()  # noqa: S311 (no secret)
    for one, two in pairs():
        play(setup_of(one, two), lambda state: anything(chance.choice(DECISION.specs(state)), chance), chance, tally)
    assert tally.games == 2


def test_the_same_seed_gives_the_same_games():
    one, other = ([list(each.lines()) for each in played(1, 5, at_random=True)] for _ in range(2))
    assert one == other
