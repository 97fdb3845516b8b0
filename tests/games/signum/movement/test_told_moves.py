"""How far a model went, as the log tells it: also where the table let pass what the rules forbid."""

import msgspec

from companion.games.command import TABLE
from companion.games.common import Overrule
from companion.games.signum.model.commands import Activate, Move
from companion.games.signum.model.events import CreatureStood
from companion.games.signum.words.phrases import phrases
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter

WALKER = msgspec.structs.replace(fighter("walker", 2, 5), movement="M")


def told_mm(overrule, x_mm, y_mm):
    """The lengths that are told of a move from (100, 100) mm."""
    made = Field({"A:1": (WALKER, 100.0, 100.0)}).give(Activate(by="A", creature="A:1"))
    move = Move(by="A", creature="A:1", to=Stand(x_mm, y_mm))
    asked = Overrule(by=TABLE, command=msgspec.json.encode(move).decode(), reason="agreed") if overrule else move
    before, told = made.state, []
    for event in made.table.game.decide(before, asked):
        if isinstance(event, CreatureStood):
            told += [each.values["mm"] for each in phrases(before, event) if each.key == "moved_by"]
        before = made.table.game.evolve(before, event)
    return told


def test_a_move_let_pass_is_told_as_long_as_it_was_though_it_counts_as_the_whole_allowance():
    assert told_mm(overrule=True, x_mm=400.0, y_mm=100.0) == [300.0]


def test_a_move_by_the_rules_is_told_as_it_was_measured():
    assert told_mm(overrule=False, x_mm=160.0, y_mm=180.0) == [100.0]
