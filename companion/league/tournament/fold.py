"""What each event of a tournament changes."""

from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from companion.games.command import Event
from companion.league.tournament import events
from companion.league.tournament.model import Match, TournamentState


def evolve(state: TournamentState, event: Event) -> TournamentState:
    """The state after an event."""
    return _after(event, state)


@singledispatch
def _after(event: Any, state: TournamentState) -> TournamentState:  # noqa: ANN401 (any event)
    raise TypeError(f"no event of a tournament: {event}")


@_after.register
def _(event: events.Registered, state: TournamentState) -> TournamentState:
    return replace(state, participants={**state.participants, event.participant.id: event.participant})


@_after.register
def _(event: events.DeckHandedIn, state: TournamentState) -> TournamentState:
    return _changed(state, event.player, deck=event.deck)


@_after.register
def _(event: events.Dropped, state: TournamentState) -> TournamentState:
    return _changed(state, event.player, dropped=True)


@_after.register
def _(event: events.Returned, state: TournamentState) -> TournamentState:
    return _changed(state, event.player, dropped=False, since=event.since)


@_after.register
def _(event: events.RoundDrawn, state: TournamentState) -> TournamentState:
    return replace(state, rounds=(*state.rounds, event.round))


@_after.register
def _(event: events.MatchAdded, state: TournamentState) -> TournamentState:
    now = state.rounds[-1]
    return replace(state, rounds=(*state.rounds[:-1], replace(now, matches=(*now.matches, event.match))))


@_after.register
def _(event: events.MatchSeated, state: TournamentState) -> TournamentState:
    return _match(state, event.match, first=event.first, second=event.second, table=event.table, reports={})


@_after.register
def _(event: events.ClockStarted, state: TournamentState) -> TournamentState:
    return replace(state, rounds=(*state.rounds[:-1], replace(state.rounds[-1], begun=event.at)))


@_after.register
def _(event: events.Reported, state: TournamentState) -> TournamentState:
    found = state.match(event.match)
    reports = {**({} if found is None else found.reports), event.player: event.report}
    return _match(state, event.match, reports=reports)


@_after.register
def _(event: events.MatchEnded, state: TournamentState) -> TournamentState:
    return _match(
        state, event.match, result=event.result, forfeit=event.forfeit, decided=event.decided, game=event.game
    )


@_after.register
def _(event: events.Penalised, state: TournamentState) -> TournamentState:
    return replace(state, penalties=(*state.penalties, event.penalty))


@_after.register
def _(event: events.Finished, state: TournamentState) -> TournamentState:
    return replace(state, finished=True)


def _changed(state: TournamentState, player: str, **changes: object) -> TournamentState:
    known = state.participants[player]
    return replace(state, participants={**state.participants, player: replace(known, **changes)})


def _match(state: TournamentState, key: str, **changes: object) -> TournamentState:
    def changed(match: Match) -> Match:
        return replace(match, **changes) if match.key == key else match

    rounds = tuple(replace(one, matches=tuple(changed(each) for each in one.matches)) for one in state.rounds)
    return replace(state, rounds=rounds)
