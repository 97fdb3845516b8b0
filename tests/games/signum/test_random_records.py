"""Random games on the record: undone, done again, gone another way, closed and opened, they stay what they were."""

import random

import msgspec
import pytest

from companion.games.signum.game import Signum
from companion.games.verdicts.measured import RuleViolation
from companion.record.record import Record
from companion.record.verification import verify
from tests.games.signum.random_play import Game, has_place
from tests.games.signum.random_worlds import any_setup

pytestmark = pytest.mark.slow


GAMES = {"signum": Signum()}
NOON = "2026-11-21T12:00:00Z"


def played_on(record: Record, game: Game, steps: int) -> None:
    """Commands by chance, from wherever the record stands."""
    for _ in range(steps):
        game.state = record.state
        offered = game.offered()
        if game.state.outcome is not None or not offered:
            return
        spec = game.chance.choice(offered)
        try:
            record.do(game.filled(spec))
        except RuleViolation:
            assert has_place(spec)


def coded(record: Record) -> bytes:
    return msgspec.json.encode(record.state)


@pytest.mark.parametrize("number", range(20))
def test_undo_then_redo_is_the_identity_in_random_games(tmp_path, number):
    chance = random.Random(number)  # noqa: S311 (a game, no secret)
    setup = any_setup(chance)
    path = tmp_path / "random.game"
    record = Record.create(path, Signum(), setup, lambda: NOON, edition=setup.rules.edition.value)
    game = Game(setup, chance)
    for _ in range(4):
        played_on(record, game, 20)
        now, to = coded(record), chance.choice(record.boundaries)
        record.undo(to, "A")
        assert coded(record) == msgspec.json.encode(record.state_at(to))
        record.redo("A")
        assert coded(record) == now
        if chance.random() < 0.5:
            record.undo(chance.choice(record.boundaries), "B")
    last = coded(record)
    record.close()
    again = Record.open(path, GAMES, lambda: NOON)
    assert coded(again) == last
    again.close()
    assert verify(path, GAMES)
