"""Random games of two teams with tactics that wait for everything: whom they are asked of (S-CARD-47, S-VAR-32)."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.signum.engine.hooks import HOOKS, may_take_effect
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Variant, rules_for
from companion.games.signum.model.effects.effect import Rider, Trigger
from companion.games.signum.model.effects.on_players import DrawEffect, ProsperEffect
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Seat, Setup
from tests.games.signum import properties
from tests.games.signum.fights import fighter
from tests.games.signum.random_play import Game
from tests.games.signum.table import HERO

LURKER = Card(
    key="lurker", kind=Kind.TACTIC, names={"en": "Lurker"},
    riders=tuple(Rider(trigger=Trigger(on=hook, whose="any"), effects=(ProsperEffect(1),)) for hook in HOOKS),
)  # fmt: skip
SONG = Card(key="song", kind=Kind.SPELL, names={"en": "Song"}, effects=(DrawEffect(1),))
CARDS = {card.key: card for card in (HERO, LURKER, SONG, fighter("plain"))}
DECK = ("lurker", "song", "lurker", "plain") * 5
TEAMS = {"A": "red", "B": "red", "C": "blue", "D": "blue"}
STEPS = 150


@pytest.mark.slow
@pytest.mark.parametrize("edition", Edition)
def test_s_card_47_in_random_games_a_tactic_is_asked_for_in_the_right_turns(edition):
    asked = Counter()
    for number in range(4):
        chance = random.Random(number)  # noqa: S311 (a game, no secret)
        rules = rules_for(edition, variant=Variant.SHOULDER_TO_SHOULDER)
        seats = tuple(
            Seat(id=name, name=name, side="player_one", team=team, hero="hero", deck=DECK)
            for name, team in TEAMS.items()
        )
        game = Game(Setup(rules=rules, seats=seats, cards=CARDS), chance)
        for _ in range(STEPS):
            if not game.step():
                break
            properties.assert_asks_rightly(game.state, chance)
            for prompt in game.rules.prompts(game.state):
                if prompt.key == "reveal":
                    asked.update(TEAMS[player] == TEAMS[game.state.active] for player in prompt.to)
    if edition is Edition.EN:
        assert (asked[True], asked[False] > 10) == (0, True)
    else:  # there they are met as soon as their own player does anything
        assert asked[True] > 10


@pytest.mark.parametrize(("edition", "own"), [(Edition.EN, False), (Edition.RU, True), (Edition.RU_WEB, True)])
def test_s_diff_08_a_tactic_may_take_effect_in_an_opponents_turn_and_in_some_editions_in_the_own(edition, own):
    """Never in an ally's, which is neither (S-CARD-47)."""
    seats = tuple(
        Seat(id=name, name=name, side="player_one", team=team, hero="hero", deck=DECK) for name, team in TEAMS.items()
    )
    rules = rules_for(edition, variant=Variant.SHOULDER_TO_SHOULDER)
    state = Game(Setup(rules=rules, seats=seats, cards=CARDS), random.Random(1)).rules.new(  # noqa: S311 (a game)
        Setup(rules=rules, seats=seats, cards=CARDS)
    )
    in_turn_of = {name: may_take_effect(replace(state, active=name), "A") for name in TEAMS}
    assert in_turn_of == {"A": own, "B": False, "C": True, "D": True}
