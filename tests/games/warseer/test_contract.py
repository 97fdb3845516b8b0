"""Warseer keeps what every game must."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import contract
from companion.games.warseer.game import GAME
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.model.state import State
from tests.games import random_play
from tests.games.warseer.sound import check_sound, every_command, offered
from tests.games.warseer.table import setup

pytestmark = pytest.mark.slow

DUEL = setup()
SHORT = setup(goal=2)
SETUPS = {
    "duel": DUEL,
    "three": setup(3, Mode.EVERYONE),
    "four": setup(4, Mode.EVERYONE),
    "alliance": setup(4, Mode.ALLIANCE, goal=24),
    "skirmish": setup(2, Mode.SKIRMISH, goal=0, rounds=3),
    "skirmish of three": setup(3, Mode.SKIRMISH, goal=0, rounds=3),
}
MANY = int(os.environ.get("WARSEER_GAMES", "12"))


def other_secrets(state: State, viewer: str, command: Any) -> State:
    """The same with hidden cards in other places, but for those that the command makes known."""
    told = random_play.told_by(GAME, state, command)
    hands, decks = {p: list(h) for p, h in state.hands.items()}, {p: list(d) for p, d in state.decks.items()}
    held, feats = {p: list(h) for p, h in state.feats_held.items()}, list(state.feats)
    kills = {p: list(k) for p, k in state.kills.items()}
    for player, hand in hands.items():
        random_play.turn([decks[player]] if player == viewer else [hand, decks[player]], told)
    random_play.turn([feats, *kills.values(), *(each for player, each in held.items() if player != viewer)], told)
    return replace(
        state,
        hands={player: tuple(hand) for player, hand in hands.items()},
        decks={player: tuple(deck) for player, deck in decks.items()},
        feats_held={player: tuple(each) for player, each in held.items()},
        kills={player: tuple(each) for player, each in kills.items()},
        feats=tuple(feats),
    )


@pytest.mark.parametrize("mode", ["duel", "alliance", "skirmish"])
def test_it_is_decided_the_same_every_time_and_folds_to_the_byte(mode):
    contract.check_deterministic(GAME, SETUPS[mode], contract.chance_of(1))


def test_nobody_is_shown_a_secret():
    """W-VIS-02, W-VIS-03, W-VIS-06, W-VIS-09, W-ZONE-07, W-ZONE-19."""
    contract.check_secrets(GAME, SHORT, contract.chance_of(4), other_secrets)


@pytest.mark.parametrize("game", [SHORT, setup(2, Mode.SKIRMISH, goal=0, rounds=1)], ids=["duel", "skirmish"])
def test_it_offers_all_that_is_legal_and_nothing_else(game):

    def commands(state: State) -> Iterator[Any]:
        return every_command(state) if state.turn % 6 == 1 else offered(state)

    contract.check_offers(GAME, game, contract.chance_of(1), commands)


def test_games_at_random_end_and_stay_sound():
    """By `WARSEER_GAMES` so many games over all modes (W-MODE-01, -03, -05, -07); who looks on sees what is asked."""
    met, _ = random_play.play_soundly(GAME, SETUPS.values(), MANY, check_sound)
    assert {"Destroyed", "Summoned", "CritApplied", "CardPlayed", "Entered", "FeatPlayed", "Scored"} <= {*met}


def test_it_is_recorded_undone_and_done_again_and_refuses_another_shuffle(tmp_path):
    """W-ZONE-08: a shuffle of other cards is refused, too."""
    random_play.check_recorded(GAME, DUEL, tmp_path)
