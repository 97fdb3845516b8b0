"""The next round of a tournament, by its format, and what was played so far as pairings and standings want it."""

from math import ceil, log2

from companion.league.formats import elimination, round_robin, swiss
from companion.league.formats.entrants import Entrant, History, Pairing, PlayedPairing, Points
from companion.league.formats.standings import Place, TieBreak, standings
from companion.league.tournament.model import (
    DOUBLE,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    Match,
    Participant,
    Report,
    Round,
    TournamentState,
)
from companion.league.tournament.teams import team_matches, teams_of

BRACKETS = (SINGLE, DOUBLE)


def history_of(state: TournamentState) -> History:
    """What was played so far; open matches are not among it."""
    worth = state.setup.worth
    penalties: dict[str, float] = {}
    for each in state.penalties:
        penalties[each.player] = penalties.get(each.player, 0.0) + each.points
    played = tuple(
        PlayedPairing(one.number, _pairing(match), match.result.winner, match.result.margins, match.forfeit)
        for one in state.rounds
        for match in one.matches
        if match.result is not None
    )
    return History(played, Points(worth.win, worth.draw, worth.loss, worth.bye), penalties)


def seeded(state: TournamentState) -> tuple[Participant, ...]:
    """All who take part, the strongest first; who is even stands as they came."""
    return tuple(sorted(state.participants.values(), key=lambda each: -each.rating))


def planned_rounds(state: TournamentState) -> int:
    """How many rounds there are to be; 0 where that shows only at the end."""
    plan = state.setup
    players = tuple(each.id for each in seeded(state))
    entered = tuple(teams_of(state.participants.values())) if plan.teams else players
    count = len(entered)
    if plan.format == SWISS:
        return plan.rounds or ceil(log2(max(2, count)))
    if plan.format == ROUND_ROBIN:
        return len(round_robin.rounds(entered, plan.times)) if count > 1 else 0
    return 0


def next_round(state: TournamentState, seed: str) -> Round:
    """The next round.

    Raises:
        PairingError: If it cannot be drawn.
    """
    number = len(state.rounds) + 1
    if state.setup.format in BRACKETS:
        return Round(number=number, seed=seed, matches=bracket_matches(state))
    if state.setup.teams:
        return Round(number=number, seed=seed, matches=team_matches(state, number, seed))
    pairings = _round_robin(state, number) if state.setup.format == ROUND_ROBIN else _swiss(state, number, seed)
    return Round(
        number=number, seed=seed, matches=tuple(_match(each, number, place) for place, each in enumerate(pairings, 1))
    )


def bracket(state: TournamentState) -> tuple[elimination.BracketMatch, ...]:
    """All matches of a bracket, as far as they are known."""
    winners = {
        match.key: match.result.winner for one in state.rounds for match in one.matches if match.result is not None
    }
    kind = elimination.single if state.setup.format == SINGLE else elimination.double
    return kind([each.id for each in seeded(state)], winners)


def bracket_matches(state: TournamentState) -> tuple[Match, ...]:
    """Matches of a bracket that can be played now and were not drawn yet."""
    known = {match.key for one in state.rounds for match in one.matches}
    taken = {match.table for one in state.rounds for match in one.matches if match.result is None}
    free = (number for number in range(1, len(state.participants) + len(taken) + 1) if number not in taken)
    return tuple(
        Match(key=each.key, first=str(each.players[0]), second=str(each.players[1]), table=next(free))
        for each in elimination.due(bracket(state))
        if each.key not in known
    )


def is_decided(state: TournamentState) -> bool:
    """Whether nothing is left to be drawn."""
    if state.setup.format in BRACKETS:
        return len(state.participants) > 1 and elimination.champion_of(bracket(state)) is not None
    return bool(state.rounds) and len(state.rounds) >= planned_rounds(state)


def standings_of(state: TournamentState) -> tuple[Place, ...]:
    """Everybody in the order in which they stand after the last round that is over.

    In the middle of a round some have played more than others, so that neither points nor tie-breaks can be compared.
    In a bracket who is out stands by when that was.
    """
    order = [TieBreak(each) for each in state.setup.tie_breaks]
    counted = state if state.setup.format in BRACKETS else state.settled
    found = standings(tuple(state.participants), history_of(counted), order)
    if state.setup.format not in BRACKETS or not state.rounds:
        return found
    ids = [each.id for each in seeded(state)]
    places = elimination.places(bracket(state), ids)
    by_place = sorted(found, key=lambda each: (places.get(each.player, 0), each.place))
    return tuple(
        Place(places.get(each.player, 1), each.player, each.points, each.wins, each.draws, each.losses, each.byes, ())
        for each in by_place
    )


def _swiss(state: TournamentState, number: int, seed: str) -> tuple[Pairing, ...]:
    players = [
        Entrant(each.id, each.name, each.rating, each.club or each.team)
        for each in state.participants.values()
        if not each.dropped and each.since <= number
    ]
    return swiss.paired(players, history_of(state), seed, state.setup.tables or None)


def _round_robin(state: TournamentState, number: int) -> tuple[Pairing, ...]:
    drawn = round_robin.rounds([each.id for each in seeded(state)], state.setup.times)
    if number > len(drawn):
        raise swiss.PairingError("everybody has met everybody: there is no round left to be drawn")
    return drawn[number - 1]


def _match(pairing: Pairing, number: int, place: int) -> Match:
    if pairing.is_bye:
        result = Report(winner=pairing.first)
        return Match(key=f"{number}-bye{place}", first=pairing.first, result=result)
    return Match(key=f"{number}-{pairing.table}", first=pairing.first, second=pairing.second, table=pairing.table)


def _pairing(match: Match) -> Pairing:
    return Pairing(match.first, match.second, match.table)
