"""What follows from a command in a tournament, or why it is refused."""

from collections.abc import Callable
from typing import Any

from companion.games.command import Command, Event
from companion.games.verdicts.measured import RuleViolation
from companion.league.formats.swiss import PairingError
from companion.league.tournament import commands, events, fold
from companion.league.tournament.model import (
    ORGANISER,
    Match,
    Participant,
    Penalty,
    Report,
    TournamentState,
)
from companion.league.tournament.rounds import BRACKETS, bracket_matches, is_decided, next_round

MAX_NAME = 60
MAX_DECK = 4096
MIN_PLAYERS = 2


def decide(state: TournamentState, command: Command) -> tuple[Event, ...]:
    """What follows from a command.

    Raises:
        RuleViolation: If it is refused; its key names a sentence of the texts, `league.refused.KEY`.
    """
    if state.finished:
        raise _refused("over")
    return _DECIDERS[type(command)](state, command)


def _register(state: TournamentState, command: commands.Register) -> tuple[Event, ...]:
    _by_organiser(command)
    name = command.name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise _refused("name", most=MAX_NAME)
    if command.player in state.participants or not command.player:
        raise _refused("known", player=command.player)
    if any(each.name == name and not each.dropped for each in state.participants.values()):
        raise _refused("same_name", name=name)
    if state.setup.teams and not command.team.strip():
        raise _refused("team")
    if state.rounds and state.setup.format != "swiss":
        raise _refused("late")
    participant = Participant(
        id=command.player,
        name=name,
        rating=command.rating,
        club=command.club,
        team=command.team.strip(),
        deck=_deck(command.deck),
        since=len(state.rounds) + 1,
    )
    return (events.Registered(participant=participant),)


def _hand_in(state: TournamentState, command: commands.HandIn) -> tuple[Event, ...]:
    player = _participant(state, command.player)
    _by(command, player.id)
    if state.rounds and command.by != ORGANISER:
        raise _refused("deck_late")
    return (events.DeckHandedIn(player=player.id, deck=_deck(command.deck)),)


def _drop(state: TournamentState, command: commands.Drop) -> tuple[Event, ...]:
    player = _participant(state, command.player)
    _by(command, player.id)
    if player.dropped:
        raise _refused("dropped", player=player.id)
    found: list[Event] = [events.Dropped(player=player.id)]
    match = state.match_of(player.id)
    if match is not None and match.result is None and match.second:
        other = match.second if player.id == match.first else match.first
        found += _ended(state, match, Report(winner=other), forfeit=True)
    return tuple(found)


def _return(state: TournamentState, command: commands.Return) -> tuple[Event, ...]:
    _by_organiser(command)
    player = _participant(state, command.player)
    if not player.dropped:
        raise _refused("there", player=player.id)
    return (events.Returned(player=player.id, since=len(state.rounds) + 1),)


def _pair(state: TournamentState, command: commands.Pair) -> tuple[Event, ...]:
    _by_organiser(command)
    now = state.round
    if now is not None and not now.is_over:
        left = sum(each.result is None for each in now.matches)
        raise _refused("open_matches", count=left)
    if is_decided(state):
        raise _refused("decided")
    present = sum(not each.dropped for each in state.participants.values())
    if now is None and present < MIN_PLAYERS:
        raise _refused("few", count=present)
    try:
        drawn = next_round(state, command.seed)
    except PairingError as error:
        raise _refused("not_drawn", why=str(error)) from error
    if not drawn.matches:
        raise _refused("not_drawn", why="nobody is left to be paired")
    return (events.RoundDrawn(round=drawn),)


def _seat(state: TournamentState, command: commands.Seat) -> tuple[Event, ...]:
    """Who is seated here leaves another match; whom they replace is seated there instead."""
    _by_organiser(command)
    match = _open(state, command.match)
    wanted = [player for player in (command.first, command.second) if player]
    if len(set(wanted)) != len(wanted) or not command.first:
        raise _refused("twice")
    for player in wanted:
        _participant(state, player)
    left = [player for player in match.players if player not in wanted]
    others: dict[str, tuple[Match, list[str]]] = {}
    for player in wanted:
        other = None if player in match.players else state.match_of(player)
        if other is None:
            continue
        if (other.result is not None and other.second) or not left:
            raise _refused("seated", player=player)
        _, players = others.setdefault(other.key, (other, list(other.players)))
        players[players.index(player)] = left.pop(0)
    found = [_seated(other, players, other.table) for other, players in others.values()]
    return (*found, _seated(match, wanted, command.table or match.table))


def _start(state: TournamentState, command: commands.StartClock) -> tuple[Event, ...]:
    _by_organiser(command)
    if state.round is None:
        raise _refused("no_round")
    return (events.ClockStarted(at=command.at),)


def _report(state: TournamentState, command: commands.ReportResult) -> tuple[Event, ...]:
    match = _open(state, command.match)
    if command.by not in match.players:
        raise _refused("not_theirs", match=match.key)
    report = _checked(state, match, command.winner, command.margins)
    found: list[Event] = [events.Reported(match=match.key, player=command.by, report=report)]
    others = [said for player, said in match.reports.items() if player != command.by]
    if others and others[0].winner == report.winner:
        found += _ended(state, match, report)
    return tuple(found)


def _table(state: TournamentState, command: commands.TableResult) -> tuple[Event, ...]:
    _by_organiser(command)
    match = _open(state, command.match)
    return tuple(_ended(state, match, _checked(state, match, command.winner, command.margins), game=command.game))


def _decide_result(state: TournamentState, command: commands.DecideResult) -> tuple[Event, ...]:
    _by_organiser(command)
    match = state.match(command.match)
    if match is None or not match.second:
        raise _refused("no_match", match=command.match)
    if _played_on(state, match) and match.result is not None and match.result.winner != command.winner:
        raise _refused("played_on", match=match.key)
    report = _checked(state, match, command.winner, command.margins)
    return tuple(_ended(state, match, report, forfeit=command.forfeit, decided=command.judge or ORGANISER))


def _penalise(state: TournamentState, command: commands.Penalise) -> tuple[Event, ...]:
    _by_organiser(command)
    player = _participant(state, command.player)
    if command.points < 0:
        raise _refused("penalty")
    penalty = Penalty(player=player.id, points=command.points, reason=command.reason, round=len(state.rounds))
    return (events.Penalised(penalty=penalty),)


def _finish(state: TournamentState, command: commands.Finish) -> tuple[Event, ...]:
    _by_organiser(command)
    now = state.round
    if now is None or not now.is_over:
        raise _refused("open_matches", count=0 if now is None else sum(each.result is None for each in now.matches))
    return (events.Finished(),)


_DECIDERS: dict[type[Command], Callable[[TournamentState, Any], tuple[Event, ...]]] = {
    commands.Register: _register,
    commands.HandIn: _hand_in,
    commands.Drop: _drop,
    commands.Return: _return,
    commands.Pair: _pair,
    commands.Seat: _seat,
    commands.StartClock: _start,
    commands.ReportResult: _report,
    commands.TableResult: _table,
    commands.DecideResult: _decide_result,
    commands.Penalise: _penalise,
    commands.Finish: _finish,
}


def _ended(
    state: TournamentState, match: Match, report: Report, *, forfeit: bool = False, decided: str = "", game: str = ""
) -> list[Event]:
    """A match has ended; in a bracket those that waited for it can be played."""
    ended = events.MatchEnded(match=match.key, result=report, forfeit=forfeit, decided=decided, game=game)
    found: list[Event] = [ended]
    if state.setup.format in BRACKETS:
        after = fold.evolve(state, ended)
        found += [events.MatchAdded(match=each) for each in bracket_matches(after)]
    return found


def _played_on(state: TournamentState, match: Match) -> bool:
    """Whether matches of a bracket were drawn that hang on how this one ended."""
    if state.setup.format not in BRACKETS:
        return False
    drawn = [each for one in state.rounds for each in one.matches]
    later = drawn[drawn.index(match) + 1 :]
    return any(player in each.players for each in later for player in match.players)


def _seated(match: Match, players: list[str], table: int) -> events.MatchSeated:
    first, *rest = players
    return events.MatchSeated(match=match.key, first=first, second=rest[0] if rest else "", table=table)


def _checked(state: TournamentState, match: Match, winner: str, margins: dict[str, float]) -> Report:
    if winner and winner not in match.players:
        raise _refused("no_winner", match=match.key)
    if not winner and (not state.setup.draws or state.setup.format in BRACKETS):
        raise _refused("no_draw")
    if any(player not in match.players for player in margins):
        raise _refused("not_theirs", match=match.key)
    return Report(winner=winner, margins=margins)


def _open(state: TournamentState, key: str) -> Match:
    match = state.match(key)
    if match is None:
        raise _refused("no_match", match=key)
    if match.result is not None:
        raise _refused("ended", match=key)
    return match


def _participant(state: TournamentState, player: str) -> Participant:
    if player not in state.participants:
        raise _refused("nobody", player=player)
    return state.participants[player]


def _by_organiser(command: Command) -> None:
    if command.by != ORGANISER:
        raise _refused("organiser")


def _by(command: Command, player: str) -> None:
    if command.by not in (ORGANISER, player):
        raise _refused("not_yours")


def _deck(code: str) -> str:
    if len(code) > MAX_DECK:
        raise _refused("deck", most=MAX_DECK)
    return code


def _refused(key: str, **values: str | float) -> RuleViolation:
    return RuleViolation("", key, values)
