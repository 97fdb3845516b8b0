"""Tournaments for tests, which chance decides by the alphabet."""

import re
from importlib import resources

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.tournament import commands as c
from companion.games.warseer.tournament.game import CAMPAIGN
from companion.games.warseer.tournament.own_texts import TEXTS
from companion.games.warseer.tournament.player_result import PlayerResult
from companion.texts import Language

GAME = CAMPAIGN.game
PHOENIX, SELLSWORD, HYDRA, WOLF = (f"emberfall/{each}" for each in ("phoenix", "sellsword", "hydra", "marsh_wolf"))
OLD_MAP, GATE_HOUSE, SMOKE_POT = (f"emberfall/{each}" for each in ("old_map", "gate_house", "smoke_pot"))
PLAN = resources.files("companion.games.warseer.tournament").joinpath("plans/emberfall.toml").read_bytes()
PLAIN = {"hero_wounds": 1, "kills": 1, "lost": 1}
"""A result that meets no condition of the sheet."""


def begin(sort="champion", plan=None, **changes):
    setup = CAMPAIGN.begin((("Ann", "vell"), ("Ben", "grenna")), sort, plan or with_scenarios(()), "")
    return GAME.new(replace(setup, **changes))


def do(state, *commands):
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
        while (waiting := GAME.shuffling(state)) is not None:
            pile, cards = waiting
            for event in GAME.decide(state, GAME.shuffled(pile, tuple(sorted(cards)))):
                state = GAME.evolve(state, event)
    return state


def with_scenarios(names):
    return re.sub(rb"scenarios = .*", f"scenarios = {list(names)}".encode(), PLAN)


def refused(state, command):
    with pytest.raises(RuleViolation) as found:
        GAME.decide(state, command)
    assert TEXTS.say(Language.ENGLISH, f"rules.{found.value.key}", **found.value.values)
    return found.value.rule_id


def ready(state, *players):
    return do(state, *(c.Ready(by=player) for player in players or ("A", "B")))


def to_preparation(state):
    state = ready(state)
    while state.stage == "setup":
        spec = next(spec for player in "AB" for spec in GAME.commands(state, player))
        value = spec.fields["value"].options[0]
        state = do(state, c.Settle(by=spec.by, what=spec.fixed["what"], value=value))
    return state


def to_battle(state):
    return ready(to_preparation(state))


def result(a=None, b=None, **more):
    players = {"A": PlayerResult(**PLAIN | (a or {})), "B": PlayerResult(**PLAIN | (b or {}))}
    return c.Result(by=TABLE, players=players, **more)


def after(a=None, b=None, *, state=None, **more):
    """What both have after one match, before which nothing was bought."""
    return do(to_battle(state or begin()), result(a, b, **more))


def whole(*points, winner=""):
    state = begin()
    for a, b in points:
        state = do(to_battle(state), result({"points": a}, {"points": b}, winner=winner or ("A" if a > b else "B")))
    return state
