"""A game on cells that no room has seen before is found through the registry, and keeps all that games must keep."""

from contextlib import closing

import pytest

from companion.games.registry import games
from companion.record.record import Record
from companion.record.script import line_of, parse
from companion.record.verifying import verify
from companion.referee.history.scripts import played
from tests.games import contract
from tests.games.contract import chance_of
from tests.games.gatecrash.installed import install
from tests.games.gatecrash.play import SETUP, every_command, other_secrets

NOON = "2026-11-22T12:00:00Z"
SCRIPT = """---
game = "gatecrash"
as_listed = true
seats = [{ id = "A", name = "Ann" }, { id = "B", name = "Bob" }]
---
= A hands.A 1a,1b
A play card=1a
A run piece=A:1 to=0,0 -> refused G-2
A run piece=A:1 to=0,-1
= runners.A:1 0,-1
= active B
"""


@pytest.fixture
def game(tmp_path, monkeypatch):
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    games.cache_clear()
    yield games()["gatecrash"]
    games.cache_clear()


@pytest.mark.parametrize("seed", range(20))
def test_it_is_deterministic(game, seed):
    contract.is_deterministic(game, SETUP, chance_of(seed))


@pytest.mark.parametrize("seed", range(2))
def test_it_offers_all_that_is_legal_and_nothing_else(game, seed):
    contract.offers_all_that_is_legal(game, SETUP, chance_of(seed), every_command)


@pytest.mark.parametrize("seed", range(5))
def test_it_tells_nobody_what_they_may_not_know(game, seed):
    contract.tells_no_secret(game, SETUP, chance_of(seed), other_secrets)


def test_it_is_recorded_verified_undone_and_done_again(game, tmp_path):
    path, chance = tmp_path / "one.game", chance_of(7)
    with closing(Record.create(path, game, SETUP, lambda: NOON, edition="", seed=bytes(32))) as record:
        after = {0: record.state}
        while (command := contract.next_command(game, record.state, SETUP, chance)) is not None:
            record.do(command)
            after[record.counting[-1]] = record.state
        for number in reversed([*after][:-1]):
            record.undo(number, "A")
            assert record.state == after[number]
        for number in [*after][1:]:
            record.redo("A")
            assert record.state == after[number]
    assert verify(path, games()).events > 20


def test_a_script_shuffles_as_listed_and_names_cells(game, tmp_path):
    found = played(parse(SCRIPT), tmp_path)
    assert line_of(found.commands[-1]) == "A run piece=A:1 to=0,-1"
