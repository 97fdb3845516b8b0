"""What the pages show, worked out from the tournament and the live tables; plain data for the templates."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil

from companion.games.registry import game_called
from companion.league.formats.standings import Place, TieBreak
from companion.league.organiser.hub import Hub
from companion.league.organiser.live_tables import LiveGame
from companion.league.organiser.seat_names import seat_names
from companion.league.tournament.model import Match, TournamentState
from companion.league.tournament.open_round import gains, team_gains
from companion.league.tournament.rated import ratings_after
from companion.league.tournament.rounds import BRACKETS, planned_rounds, standings_of
from companion.league.tournament.teams import team_standings
from companion.texts import Language, Texts

TEXTS = Texts("companion.league")

Say = Callable[..., str]


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a match.

    Attributes:
        name: Of the player.
        figure: How the player stands, such as the Prosperity; empty for nothing told.
        part: The same as a part of what the player is after, in per cent; None where nothing is told.
        won: Whether the player has won.
        team: Name of the player's team; empty for none.
    """

    name: str
    figure: str = ""
    part: int | None = None
    won: bool = False
    team: str = ""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """One match.

    Attributes:
        key: Of the match.
        place: Table or bye.
        turn: Which turn it is, and what the figures count; empty for none.
        sides: Who plays.
        state: How it stands, in words.
        alarm: Whether the organiser is needed.
        watch: Where it can be watched; empty where nothing is told.
        again: Where it can be seen again; empty while it goes on.
        both: Whether two play.
        over: Whether it has a result.
        running: Number of the table at which it is being played, for a result ends it; 0 for none.
        ids: Of the players.
    """

    key: str
    place: str
    turn: str
    sides: tuple[SideShown, ...]
    state: str
    alarm: bool = False
    watch: str = ""
    again: str = ""
    both: bool = True
    over: bool = False
    running: int = 0
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowShown:
    """One line of the standings.

    Attributes:
        id: Of the player.
        place: A dash as long as no round is over.
        name: Of the player or team.
        points: After the last round that is over.
        record: Matches won, drawn and lost.
        byes: How many byes it had, that of an open round too; empty for none.
        tie_breaks: In the order of the tournament.
        dropped: Whether the player has left.
        team: Name of the player's team; empty for none.
        gain: What an open round has brought so far; empty where none is open.
    """

    id: str
    place: str
    name: str
    points: str
    record: str
    byes: str
    tie_breaks: tuple[str, ...]
    dropped: bool = False
    team: str = ""
    gain: str = ""


@dataclass(frozen=True, slots=True)
class TieBreakShown:
    """A tie-break, by its name and what it means."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class TournamentShown:
    """The whole tournament.

    Attributes:
        heading: Which round it is.
        clock: What is left of its time.
        late: How late spectators are; empty if they are not.
        matches: Of this round.
        rows: The standings.
        open: That a round is still being played and what the standings say meanwhile; empty where none is.
        tie_breaks: In their order.
        how: What matches are worth.
        teams: The standings of the teams; none where players play for themselves.
        ratings: Name, rating and matches of each player, once the tournament is over.
    """

    heading: str
    clock: str = ""
    late: str = ""
    matches: tuple[MatchShown, ...] = ()
    rows: tuple[RowShown, ...] = ()
    open: str = ""
    tie_breaks: tuple[TieBreakShown, ...] = ()
    how: str = ""
    teams: tuple[RowShown, ...] = ()
    ratings: tuple[tuple[str, str, int], ...] = ()


def say_in(language: Language) -> Say:
    """Says the texts of a league in a language."""
    return lambda key, **values: TEXTS.say(language, key, **values)


def shown_of(hub: Hub, language: Language, now: datetime) -> TournamentShown:
    """What there is to show of a hub's tournament."""
    t, book = say_in(language), hub.book
    late = late_words(hub, language)
    if book is None or book.state.round is None:
        rows = () if book is None else _rows(book.state, language)
        breaks, how = ((), "") if book is None else (_tie_breaks(book.state, t), _how(book.state, t, language))
        return TournamentShown(t("league.before"), late=late, rows=rows, tie_breaks=breaks, how=how)
    state = book.state
    return TournamentShown(
        heading=t("league.finished") if state.finished else _heading(state, t),
        clock="" if state.finished else _clock(state, t, now),
        late=late,
        matches=tuple(match_shown(hub, each, language) for each in _matches(state)),
        rows=_rows(state, language),
        open=_open(state, t),
        tie_breaks=_tie_breaks(state, t),
        how=_how(state, t, language),
        teams=_teams(state, language),
        ratings=_ratings(state, language) if state.finished else (),
    )


def late_words(hub: Hub, language: Language) -> str:
    """That spectators are behind; empty if they are not."""
    late_s = hub.ledger.delay_s
    return say_in(language)("league.late", minutes=number_of(late_s / 60)) if late_s else ""


def clock_words(at: str) -> str:
    """Wall time on this machine's clock, of an ISO 8601 time; the text itself where it is none."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%H:%M:%S}"
    except ValueError:
        return at


def match_shown(hub: Hub, match: Match, language: Language) -> MatchShown:
    """A match of the round that is played."""
    t = say_in(language)
    assert hub.book is not None  # noqa: S101 (there is a match)
    names = {player: hub.book.state.participants[player].name for player in match.players}
    live = live_of(hub, match)
    seated = seat_names(hub.book.state, match)
    sides = tuple(
        replace(_side(player, names[player], seated[player], match, live), team=_team_of(hub.book.state, player))
        for player in match.players
    )
    place = t("league.table", number=match.table) if match.table else t("league.bye")
    watch = f"/watch/{match.table}" if live is not None else ""
    return MatchShown(
        key=match.key,
        place=place,
        turn=_turn(live, language),
        sides=sides,
        state=_state(match, names, live, t),
        alarm=match.is_disputed
        or (live is not None and bool(live.trouble or (live.open_calls and match.result is None))),
        watch=watch,
        again=f"/again/{match.table}" if live is not None and live.score.over else "",
        both=len(match.players) == 2,
        over=match.result is not None,
        running=running_at(hub, match),
        ids=match.players,
    )


def live_of(hub: Hub, match: Match) -> LiveGame | None:
    """The game that the match's table tells, if its players are those of the match."""
    if not 0 < match.table <= len(hub.ledger.tables):
        return None
    entry = hub.ledger.tables[match.table - 1]
    live = hub.live.newest_at(entry.venue, entry.name)
    if live is None or hub.match_at(live) is not match:
        return None
    return live


def running_at(hub: Hub, match: Match) -> int:
    """Number of the table at which a match without a result is being played, as far as that has told; 0 for none."""
    live = live_of(hub, match)
    return match.table if match.result is None and live is not None and not live.score.over else 0


def _heading(state: TournamentState, t: Say) -> str:
    number, of = len(state.rounds), planned_rounds(state)
    if state.setup.format in BRACKETS:
        return t(f"league.format.{state.setup.format}")
    return t("league.rounds", number=number, of=of) if of else t("league.round", number=number)


def _clock(state: TournamentState, t: Say, now: datetime) -> str:
    begun = state.rounds[-1].begun
    if not begun or not state.setup.minutes:
        return "" if not state.setup.minutes else t("league.not_started")
    left_s = state.setup.minutes * 60 - (now - datetime.fromisoformat(begun)).total_seconds()
    return t("league.time_up") if left_s <= 0 else t("league.time_left", minutes=ceil(left_s / 60))


def _matches(state: TournamentState) -> tuple[Match, ...]:
    """Those of this round in the order of their tables, byes last; of a bracket what is open comes first."""
    brackets = state.setup.format in BRACKETS
    matches = state.rounds[-1].matches
    return tuple(sorted(matches, key=lambda each: (brackets and each.result is not None, each.table == 0)))


def _side(player: str, name: str, seated: str, match: Match, live: LiveGame | None) -> SideShown:
    won = match.result is not None and match.result.winner == player
    if live is None or live.opened is None or not live.score.figures:
        return SideShown(name, won=won)
    seat = next((seat for seat, each in live.opened.players.items() if each == seated), "")
    curve = next(iter(live.score.figures))
    figure, goal = live.score.figures[curve].get(seat), live.score.goals.get(curve, 0)
    if figure is None:
        return SideShown(name, won=won)
    part = None if goal <= 0 else max(0, min(100, round(100 * figure / goal)))
    return SideShown(name, str(figure), part, won)


def _turn(live: LiveGame | None, language: Language) -> str:
    """Which turn it is, and what the figures beside the names count."""
    if live is None or live.opened is None:
        return ""
    turn = [say_in(language)("league.turn", number=live.score.turn)] if live.score.turn else []
    texts = game_called(live.opened.rules).texts
    return " · ".join([*turn, *(texts.say(language, f"report.{curve}") for curve in [*live.score.figures][:1])])


def _state(match: Match, names: dict[str, str], live: LiveGame | None, t: Say) -> str:
    if live is not None and live.trouble:
        return t("league.trouble", why=live.trouble)
    if match.is_disputed:
        return t("league.disputed")
    if match.result is None and live is not None and live.open_calls:
        return t("league.judge_wanted")
    if match.result is None:
        return t("league.open") if live is not None or match.reports else t("league.waiting")
    if not match.second:
        return ""
    told = t("league.won", name=names[match.result.winner]) if match.result.winner else t("league.drawn")
    parts = [told]
    parts += [t("league.forfeit")] if match.forfeit else []
    parts += [t("league.decided", judge=match.decided)] if match.decided not in ("", "organiser") else []
    return ", ".join(parts)


def _rows(state: TournamentState, language: Language) -> tuple[RowShown, ...]:
    known, brought = state.participants, gains(state)
    now = {each.first for each in state.rounds[-1].matches if not each.second} if brought else set()
    return tuple(
        replace(
            _so_far(state, brought, _row(each, each.player, known[each.player].name, language), each.player, language),
            dropped=known[each.player].dropped,
            team=_team_of(state, each.player),
            byes=_byes(each.byes + (each.player in now), language),
        )
        for each in standings_of(state)
    )


def _row(place: Place, id_: str, name: str, language: Language) -> RowShown:
    return RowShown(
        id_,
        str(place.place),
        name,
        _written(place.points, language),
        f"{place.wins} – {place.draws} – {place.losses}",
        _byes(place.byes, language),
        tuple(_written(value, language) for value in place.tie_breaks),
    )


def _byes(count: int, language: Language) -> str:
    """Why there are points that no match has brought."""
    if not count:
        return ""
    return say_in(language)("league.had_bye" if count == 1 else "league.had_byes", count=count)


def _team_of(state: TournamentState, player: str) -> str:
    """Name of a player's team, in an event of teams."""
    return state.participants[player].team if state.setup.teams else ""


def _teams(state: TournamentState, language: Language) -> tuple[RowShown, ...]:
    places, brought = (team_standings(state), team_gains(state)) if state.setup.teams else ((), {})
    return tuple(
        _so_far(state, brought, _row(each, f"team-{number}", each.player, language), each.player, language)
        for number, each in enumerate(places)
    )


def _open(state: TournamentState, t: Say) -> str:
    """What the standings say while a round is played."""
    number = len(state.rounds)
    if not gains(state):
        return ""
    return t("league.open_first") if number == 1 else t("league.open_round", number=number, before=number - 1)


def _so_far(
    state: TournamentState, brought: Mapping[str, float | None], row: RowShown, who: str, language: Language
) -> RowShown:
    """The line with what an open round has brought so far; without a place where no round is over."""
    if not brought:
        return row
    gain = brought.get(who)
    still = say_in(language)("league.still_plays") if who in brought else "–"
    shown = still if gain is None else f"+{_written(gain, language)}"
    return replace(row, place="–" if len(state.rounds) == 1 else row.place, gain=shown)


def _ratings(state: TournamentState, language: Language) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (state.participants[player].name, _written(each.shown, language, 1), each.matches)
        for player, each in ratings_after(state).items()
    )


def _tie_breaks(state: TournamentState, t: Say) -> tuple[TieBreakShown, ...]:
    if state.setup.format in BRACKETS:
        return ()
    known = (TieBreak(each) for each in state.setup.tie_breaks)
    return tuple(TieBreakShown(t(f"league.tie.{each.value}"), t(f"league.why.{each.value}")) for each in known)


def _how(state: TournamentState, t: Say, language: Language) -> str:
    worth = state.setup.worth
    return t(
        "league.how_points",
        win=_written(worth.win, language),
        draw=_written(worth.draw, language),
        loss=_written(worth.loss, language),
        bye=_written(worth.bye, language),
    )


def number_of(value: float) -> str:
    """A figure without needless zeros, with at most three digits behind the point."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _written(value: float, language: Language, decimals: int | None = None) -> str:
    """A figure as it is written in a language."""
    figure = number_of(value) if decimals is None else f"{value:.{decimals}f}"
    return figure.replace("-", "\u2212").replace(".", language.decimal_sign)
