"""The names under which the players of a match sit at their table: a game takes fewer letters than a tournament."""

from companion.league.tournament.model import Match, TournamentState
from companion.referee.lobby.new_game import LONGEST_NAME


def seat_names(state: TournamentState, match: Match) -> dict[str, str]:
    """For each player of a match the name at the table: cut where it is too long, and never that of the other."""
    names: dict[str, str] = {}
    for player in match.players:
        name = state.participants[player].name[:LONGEST_NAME].rstrip()
        if name in names.values():
            name = f"{name[: LONGEST_NAME - 2].rstrip()} 2"
        names[player] = name
    return names
