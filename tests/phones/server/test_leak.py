"""What a seat's phone receives does not depend on cards that are hidden from it: bytes, order, sizes and times."""

import os
import random
from dataclasses import dataclass

import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.game import Signum
from tests.phones.game_pairs import PAUSE_S, Script, World, came_out, otherwise, tricky
from tests.phones.simulated_network import run
from tests.referee.match.test_match import skirmish

GAMES = int(os.environ.get("LEAK_GAMES", "8"))
"""Pairs of games; 500 make the whole proof, a few of which every run repeats."""
FIRST = int(os.environ.get("LEAK_FIRST", "0"))


@dataclass(frozen=True)
class Compared:
    """What was compared, to see that the comparison is worth something.

    Attributes:
        messages: That the phone received.
        hidden: Cards that differ.
        asked: Whether somebody was asked in secret in one game, and was not in the other.
    """

    messages: int
    hidden: int
    asked: bool


async def first_game(setup, viewer, folder, chance, pause_s):
    world = World(setup, viewer, folder, pause_s)
    await world.begin()
    script = Script(world, chance, sigma_mm=chance.choice((0.0, 0.0, 1.5)), length=chance.randint(20, 90))
    await script.play()
    state, now_s = world.record.state, world.now_s
    asked = world.record.game.passing(state) is not None
    await world.end()
    return script, state, world.phone.traffic, now_s, asked


async def second_game(setup, viewer, folder, deeds, hidden, pause_s):
    world = World(setup, viewer, folder, pause_s)
    await world.begin()
    until_s, now_s, asked = float("inf"), world.now_s, False
    for deed in deeds:
        now_s = world.now_s
        await world.do(deed)
        if came_out(world, hidden) or world.refused is not None:
            until_s = now_s  # from here on the games differ for everybody to see
            break
        asked = world.record.game.passing(world.record.state) is not None
    now_s = world.now_s
    await world.end()
    return world.phone.traffic, min(until_s, now_s), asked


def compared(number, folder):
    chance = random.Random(number)  # noqa: S311 (a game, no secret)
    viewer, setup = chance.choice(("A", "B", SPECTATOR)), tricky(skirmish(), chance)
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    script, state, one, one_until_s, asked = run(first_game(setup, viewer, folder / "one", chance, PAUSE_S))
    changed, hidden = otherwise(setup, script, state, viewer, chance)
    other, other_until_s, other_asked = run(
        second_game(changed, viewer, folder / "other", script.deeds, hidden, PAUSE_S)
    )
    until_s = min(one_until_s, other_until_s)
    return (
        one.before(until_s),
        other.before(until_s),
        Compared(len(one.before(until_s)), len(hidden), asked != other_asked),
    )


@pytest.mark.parametrize("number", range(FIRST, FIRST + GAMES))
def test_a_seats_traffic_is_independent_of_the_cards_hidden_from_it(number, tmp_path):
    one, other, told = compared(number, tmp_path)

    assert one == other
    assert told.hidden >= 8
    assert told.messages >= 10


def test_the_comparison_finds_out_where_nobody_waits_unless_somebody_is_asked(monkeypatch, tmp_path_factory):
    monkeypatch.setattr(Signum, "may_react", lambda self, state, event: False)
    found = (compared(number, tmp_path_factory.mktemp("pair")) for number in range(2, 60))

    assert any(one != other for one, other, _ in found)
