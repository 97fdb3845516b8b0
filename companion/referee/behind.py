"""What was measured for a reading of what was done on the mat: what allows it, forbids it, or is too close to call."""

from companion.games.protocol import Game, Measured, RuleViolation
from companion.games.signum.grounds import PLACED, Deed, Ground, named
from companion.games.signum.state import State
from companion.geometry import Answer
from companion.referee.proposal import Proposal

MOVED = frozenset({"move"})


def behind(game: Game[State], state: State, each: Proposal) -> tuple[Measured, ...]:
    """What a proposal rests on; nothing where nothing was measured for it.

    Args:
        game: The rules.
        state: The game in which it was proposed.
        each: The proposal.
    """
    try:
        for step in each.steps[:-1]:
            for event in game.decide(state, step):
                state = game.evolve(state, event)
        game.decide(state, each.steps[-1])
    except RuleViolation as violation:
        return () if violation.measured is None else (violation.measured,)
    deed = Deed(game, state, each.steps[-1])
    doubtful = [one for one in deed.measured if one.verdict.answer is Answer.CLOSE and one.ruled is None]
    if doubtful:
        return (doubtful[-1],)
    return Ground(deed, lambda one: _is_about(one, each.of), certain=False).measured


def _is_about(measured: Measured, of: str) -> bool:
    return measured.kind in MOVED | PLACED and of in named(measured.question)
