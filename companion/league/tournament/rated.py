"""The ratings of players after a tournament."""

from companion.league.formats.ratings import RatedMatch, Rating, rated
from companion.league.tournament.model import TournamentState


def ratings_after(state: TournamentState) -> dict[str, Rating]:
    """Ratings by player, the strongest first, from all matches that were played; byes and forfeits are none."""
    played = (
        RatedMatch(
            sides=((match.first,), (match.second,)),
            places=tuple(1 if match.result.winner in ("", player) else 2 for player in match.players),
        )
        for one in state.rounds
        for match in one.matches
        if match.second and match.result is not None and not match.forfeit
    )
    return dict(sorted(rated(played).items(), key=lambda each: -each[1].shown))
