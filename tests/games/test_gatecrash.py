"""A game on cells that no room has seen before is found through the registry, and keeps all that games must keep."""

import pytest

from companion.games.registry import games
from companion.record.script import line_of, parse
from companion.referee.history.scripts import played
from tests.games.gatecrash.installed import install
from tests.games.gatecrash.test_contract import SETUP
from tests.games.recorded import is_undone_and_done_again

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


@pytest.mark.slow
def test_it_is_recorded_verified_undone_and_done_again(game, tmp_path):
    assert is_undone_and_done_again(tmp_path / "one.game", games(), game, SETUP, seed=7) > 20


def test_a_shuffle_is_told_by_the_event_that_games_share(game):
    state = game.new(SETUP)
    shuffled = game.shuffled(*game.shuffling(state))
    (event, *_) = game.decide(state, shuffled)
    assert game.shuffle(state, event) == (shuffled.player, shuffled.order)


def test_a_script_shuffles_as_listed_and_names_cells(game, tmp_path):
    found = played(parse(SCRIPT), tmp_path)
    assert line_of(found.commands[-1]) == "A run piece=A:1 to=0,-1"
