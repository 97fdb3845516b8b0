"""What was measured for a reading of what was done on the mat: what allows it, forbids it, or is too close to call."""

from typing import TypeVar

from companion.games.grounds import Ground, MeasuredCommand
from companion.games.protocol import Game
from companion.games.verdicts.measured import Measurement, RuleViolation
from companion.geometry import Answer
from companion.referee.api.proposal import Proposal
from companion.referee.mat.command_verdict import tried

S = TypeVar("S")


def behind(game: Game[S], state: S, each: Proposal) -> tuple[Measurement, ...]:
    """What a proposal rests on; nothing where nothing was measured for it.

    Args:
        game: The rules.
        state: The game in which it was proposed.
        each: The proposal.
    """
    if not each.steps:
        return ()
    try:
        for step in each.steps[:-1]:
            for event in game.decide(state, step):
                state = game.evolve(state, event)
    except RuleViolation as violation:
        return _of_refusal(violation)
    refusal, _ = tried(game, state, each.steps[-1])
    if refusal is not None:
        return _of_refusal(refusal)
    measured_command = MeasuredCommand(game, state, each.steps[-1])
    doubtful = [one for one in measured_command.measured if one.verdict.answer is Answer.CLOSE and one.ruled is None]
    if doubtful:
        return (doubtful[-1],)
    return Ground(measured_command, game.grounds.placed(each.of)).measured


def _of_refusal(violation: RuleViolation) -> tuple[Measurement, ...]:
    return () if violation.measured is None else (violation.measured,)
