"""What a round that is still being played has brought so far; the standings are those after the round before."""

from collections.abc import Callable, Iterable, Mapping

from companion.league.formats.entrants import History
from companion.league.tournament.model import TournamentState
from companion.league.tournament.rounds import BRACKETS, history_of
from companion.league.tournament.teams import team_history, teams_of


def gains(state: TournamentState) -> dict[str, float | None]:
    """By player the points of the round that is played, None for who still plays.

    Who is not drawn in it is left out, and so is everybody where no round is open or the tournament is a bracket.
    """
    return _gains(state, {each: (each,) for each in state.participants}, history_of)


def team_gains(state: TournamentState) -> dict[str, float | None]:
    """By team the points of the round that is played, None for a team whose boards have not all ended."""
    teams = teams_of(state.participants.values())
    return _gains(state, {name: each.members for name, each in teams.items()}, team_history)


def _gains(
    state: TournamentState, members: Mapping[str, Iterable[str]], history: Callable[[TournamentState], History]
) -> dict[str, float | None]:
    now = state.round
    if now is None or now.is_over or state.setup.format in BRACKETS:
        return {}
    before, after = history(state.settled), history(state)
    found: dict[str, float | None] = {}
    for who, players in members.items():
        own = [each for each in now.matches if not set(players).isdisjoint(each.players)]
        if own:
            is_over = all(each.result is not None for each in own)
            found[who] = after.score(who) - before.score(who) if is_over else None
    return found
