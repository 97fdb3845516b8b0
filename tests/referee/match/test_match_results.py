"""Results of fights in whole games by chance: they add up, and who takes a game up again sees the same."""

import pytest

from companion.referee.match.match import Match
from tests.referee.match.test_match import clock, played, record

__all__ = ["clock", "record"]  # fixtures


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_results_add_up_and_are_the_same_when_a_game_is_taken_up_again(record, clock, seed):
    game = played(Match(record, clock, pause_s=0.0), clock, seed)
    told, again = [], 0
    for _ in range(260):
        if not game.step():
            break
        results = game.match.results
        if results and (not told or told[-1] != results):
            told.append(results)
            if again < 6:
                again += 1
                assert Match(record, clock, pause_s=0.0).results == results
    assert told
    for result in (each for results in told for each in results):
        for harm in result.harms:
            marked = harm.relics + harm.armour + harm.wounds
            assert marked == harm.amount or (harm.fell and marked <= harm.amount), result
            assert harm.at is not None
        for throw in result.throws:
            assert throw.good == sum(face in throw.succeeds for face in throw.faces)
            assert throw.creature in (result.source, result.target) or result.kind == "backstab"
