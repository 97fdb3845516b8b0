"""An event of teams: teams are drawn as players are elsewhere, and their members play at boards beside one another."""

from collections.abc import Iterable

from companion.league.formats import round_robin, swiss
from companion.league.formats.entrants import BYE, Entrant, History, Pairing, PlayedPairing, Points
from companion.league.formats.standings import Place, TieBreak, standings
from companion.league.formats.teams import Team, boards, team_result
from companion.league.tournament.model import ROUND_ROBIN, Match, Participant, Report, TournamentState


def teams_of(participants: Iterable[Participant]) -> dict[str, Team]:
    """Teams by name, the strongest member at the first board."""
    members: dict[str, list[Participant]] = {}
    for each in participants:
        if each.team:
            members.setdefault(each.team, []).append(each)
    return {
        name: Team(name, name, tuple(each.id for each in sorted(own, key=lambda each: -each.rating)))
        for name, own in members.items()
    }


def team_matches(state: TournamentState, number: int, seed: str) -> tuple[Match, ...]:
    """The matches of a round: boards of teams that meet; a board without an opponent is a bye.

    Raises:
        PairingError: If it cannot be drawn.
    """
    active = [each for each in state.participants.values() if not each.dropped and each.since <= number]
    teams, drawn, byes = teams_of(active), list[Match](), list[str]()
    for pairing in _pairings(state, teams, number, seed):
        at_boards = () if pairing.is_bye else boards(pairing, teams, len(drawn) + 1)
        drawn += [
            Match(key=f"{number}-{each.table}", first=each.first, second=each.second, table=each.table)
            for each in at_boards
        ]
        playing = {player for each in at_boards for player in (each.first, each.second)}
        for team in (pairing.first, pairing.second):
            byes += [] if team == BYE else [each for each in teams[team].members if each not in playing]
    if state.setup.tables and len(drawn) > state.setup.tables:
        raise swiss.PairingError(f"the boards of all teams need {len(drawn)} tables; there are {state.setup.tables}")
    return (
        *drawn,
        *(
            Match(key=f"{number}-bye{place}", first=each, result=Report(winner=each))
            for place, each in enumerate(byes, 1)
        ),
    )


def team_history(state: TournamentState) -> History:
    """How teams have met so far; a meeting counts once all of its boards have ended."""
    worth, teams = state.setup.worth, teams_of(state.participants.values())
    of = {player: team.id for team in teams.values() for player in team.members}
    penalties: dict[str, float] = {}
    for each in state.penalties:
        penalties[of[each.player]] = penalties.get(of[each.player], 0.0) + each.points
    played: list[PlayedPairing] = []
    for one in state.rounds:
        for pairing, matches in _meetings(one.matches, of).items():
            ended = [
                PlayedPairing(one.number, Pairing(each.first, each.second, each.table), each.result.winner)
                for each in matches
                if each.result is not None
            ]
            if len(ended) == len(matches):
                played.append(team_result(one.number, pairing, ended, teams))
    return History(tuple(played), Points(worth.win, worth.draw, worth.loss, worth.bye), penalties)


def team_standings(state: TournamentState) -> tuple[Place, ...]:
    """All teams in the order in which they stand after the last round that is over."""
    order = [TieBreak(each) for each in state.setup.tie_breaks]
    return standings(tuple(teams_of(state.participants.values())), team_history(state.settled), order)


def _pairings(state: TournamentState, teams: dict[str, Team], number: int, seed: str) -> tuple[Pairing, ...]:
    ratings = {each.id: each.rating for each in state.participants.values()}
    entrants = [
        Entrant(team.id, team.name, sum(ratings[each] for each in team.members) / len(team.members))
        for team in teams.values()
    ]
    if state.setup.format != ROUND_ROBIN:
        return swiss.paired(entrants, team_history(state), seed)
    rounds = round_robin.rounds([each.id for each in entrants], state.setup.times)
    if number > len(rounds):
        raise swiss.PairingError("every team has met every other: there is no round left to be drawn")
    return rounds[number - 1]


def _meetings(matches: tuple[Match, ...], of: dict[str, str]) -> dict[Pairing, list[Match]]:
    """The matches of a round by the teams that meet in them; byes stand with the meeting of their team."""
    found: dict[frozenset[str], tuple[Pairing, list[Match]]] = {}
    alone = [each for each in matches if not each.second]
    for each in matches:
        if each.second:
            pair = Pairing(of[each.first], of[each.second], each.table)
            found.setdefault(frozenset((pair.first, pair.second)), (pair, []))[1].append(each)
    for each in alone:
        team = of[each.first]
        meeting = next((both for both in found if team in both), frozenset((team,)))
        found.setdefault(meeting, (Pairing(team, BYE), []))[1].append(each)
    return dict(found.values())
