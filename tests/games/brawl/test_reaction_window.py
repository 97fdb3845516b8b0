"""The pause in which everybody waits: a reaction is played in it at once, and that there is none is told after it."""

import pytest

from companion.games import contract
from companion.games.brawl.model.commands import Pass, React
from companion.games.brawl.model.steps import CardStep
from companion.games.registry import game_called
from companion.record.record import Record
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from tests.games.brawl.table import setup

pytestmark = pytest.mark.slow

GAME = game_called("brawl")
PAUSE_S = 30.0
MOST = 2_000


class Attacked:
    """A game in which somebody is attacked and may react, in the pause."""

    def __init__(self, path, pause_s, players=2):
        record = Record.create(path, GAME, setup(players=players), lambda: "2026-11-26T12:00:00Z", seed=bytes(32))
        chance, self.now_s, self.answers = contract.chance_of(1), 0.0, {}
        for _ in range(MOST):
            if self.reactions(record.state):
                break
            record.do(contract.next_command(GAME, record.state, chance))
        self.record, self.offered = record, self.reactions(record.state)
        self.match = Match(record, lambda: self.now_s, pause_s=pause_s)

    @staticmethod
    def reactions(state):
        asked = (spec for prompt in GAME.prompts(state) for spec in prompt.specs)
        return [spec for spec in asked if spec.kind == "react"]

    def react(self, spec):
        field = spec.fields.get("card") or spec.fields.get("piece")
        words = {"card": spec.fixed.get("card", ""), "piece": spec.fixed.get("piece", "")}
        words |= {name: each.options[0] for name, each in spec.fields.items()}
        assert field is not None or all(words.values())
        return React(by=spec.by, **words)

    def gives(self, name, command):
        def told(answer):
            self.answers[name] = type(answer).__name__

        self.match.submit(CommandRequest(name, command, told))
        return self.answers.get(name)

    def waits(self, seconds):
        self.now_s += seconds
        self.match.tick()


@pytest.mark.parametrize(("pause_s", "players"), [(PAUSE_S, 2), (0.0, 2), (PAUSE_S, 4)])
def test_a_reaction_is_played_while_everybody_waits(tmp_path, pause_s, players):
    """Any of those who are asked, a teammate too (B-TEAM-06)."""
    table = Attacked(tmp_path / "one.brawl", pause_s, players)
    assert table.match.pause_left_s is not None
    spec = table.offered[-1]
    command = table.react(spec)
    assert table.gives("react", command) == "CommandDone"
    assert command.card not in table.record.state.hands[spec.by]


def test_that_nobody_reacts_is_told_after_the_pause_alone(tmp_path):
    table = Attacked(tmp_path / "one.brawl", PAUSE_S)
    table.gives("pass", Pass(by=table.offered[0].by))
    table.waits(PAUSE_S - 1.0)
    assert not table.answers
    table.waits(2.0)
    assert table.answers == {"pass": "CommandDone"}
    step = table.record.state.top
    assert not isinstance(step, CardStep) or step.stage != "react"
