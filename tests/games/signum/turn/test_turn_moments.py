"""What happens by itself as a turn begins and ends (S-TURN-06, S-TURN-31, S-ABIL-05)."""

import msgspec
import pytest

from companion.games.common import Choose
from companion.games.signum.model.commands import End, Skip
from companion.games.signum.model.effects.effect import Rider, Trigger
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, fighter


def minding(key: str, hook: str, amount: int, whose: str = "own"):
    rider = Rider(trigger=Trigger(on=hook, whose=whose), effects=(ProsperEffect(amount),))
    return msgspec.structs.replace(fighter(key, 2, 4), riders=(rider,))


def test_an_effect_of_the_turns_beginning_comes_each_own_turn():
    made = Field({"A:1": (minding("miller", "turn.begin", 3), 200.0, 300.0)})
    before = made.state.players["A"].prosperity
    made.give(End(by="A"), Skip(by="B"), End(by="B"))
    assert made.state.players["A"].prosperity == before + 1 + 3


def test_s_turn_31_the_player_chooses_which_effect_of_the_turns_end_comes_first():
    put = {
        "A:1": (minding("first", "turn.end", 1), 200.0, 300.0),
        "A:2": (minding("second", "turn.end", 2), 300.0, 300.0),
        "B:1": (minding("other", "turn.end", 4), 400.0, 300.0),
    }
    made = Field(put)
    before = made.state.players["A"].prosperity
    made.give(End(by="A"))
    (prompt,) = made.table.game.prompts(made.state)
    assert prompt.to == ("A",)
    with pytest.raises(RuleViolation):
        made.give(Choose(by="B", chosen=("A:2/0",)))
    made.give(Choose(by="A", chosen=("A:2/0",)))
    gains = [each.why for each in made.table.events if type(each).__name__ == "PlayerChanged" and each.player == "A"]
    assert gains[-2:] == ["A:2", "A:1"]
    assert made.state.players["A"].prosperity == before + 3
    assert made.state.active == "B"
