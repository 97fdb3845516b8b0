"""Teams: teams are paired as players are; their members play at boards, the strongest against the strongest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.league.formats.entrants import BYE, Pairing, PlayedPairing


@dataclass(frozen=True, slots=True)
class Team:
    """A team.

    Attributes:
        id: Stable.
        name: Shown.
        members: Ids, the first at the first board.
    """

    id: str
    name: str
    members: tuple[str, ...]


def boards(pairing: Pairing, teams: Mapping[str, Team], first_table: int = 1) -> tuple[Pairing, ...]:
    """Who plays whom when two teams meet; sides change from board to board.

    Args:
        pairing: Of two teams.
        teams: By id.
        first_table: Number of the first board's table.
    """
    if pairing.is_bye:
        return tuple(Pairing(member, BYE) for member in teams[pairing.first].members)
    pairs = zip(teams[pairing.first].members, teams[pairing.second].members, strict=False)
    return tuple(
        Pairing(a, b, first_table + board) if board % 2 == 0 else Pairing(b, a, first_table + board)
        for board, (a, b) in enumerate(pairs)
    )


def team_result(
    round_: int, pairing: Pairing, played: Sequence[PlayedPairing], teams: Mapping[str, Team]
) -> PlayedPairing:
    """How two teams ended: who has won more boards, with the boards won as margins."""
    own = {team: set(teams[team].members) for team in (pairing.first, pairing.second) if team != BYE}
    won = {team: float(sum(each.winner in members for each in played)) for team, members in own.items()}
    best = max(won.values(), default=0.0)
    ahead = [team for team, count in won.items() if count == best]
    winner = pairing.first if pairing.is_bye else ahead[0] if len(ahead) == 1 else ""
    return PlayedPairing(round_, pairing, winner, won)
