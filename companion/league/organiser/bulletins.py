"""Tells each table what is to be played there, whenever that changes."""

from collections.abc import Iterator

import msgspec

from companion.league.organiser.hub import Hub
from companion.league.organiser.seat_names import seat_names
from companion.league.tournament.model import Match, TournamentState
from companion.league.tournament.rounds import planned_rounds
from companion.league.wire.bulletin import TableNews, seal
from companion.league.wire.subjects import news_for


class Bulletins:
    """The news of all tables of one hub; lives in its loop."""

    def __init__(self, hub: Hub) -> None:
        """Nothing was told yet; `run` tells."""
        self._hub = hub
        self._told: dict[str, tuple[TableNews, tuple[str, ...]]] = {}

    async def run(self) -> None:
        """Tells what changes until it is cancelled."""
        known: tuple[object, object] | None = None
        while True:
            version, now = self._hub.version, (self._hub.ledger, self._state())
            if known is None or now[0] is not known[0] or now[1] is not known[1]:
                known = now if await self._tell() else None
            await self._hub.newer_than(version)

    async def _tell(self) -> bool:
        """Tells every table that there is something new for; whether all of it was kept."""
        whole = True
        for subject, seed, news, decks in self._news():
            if self._told.get(subject) == (news, decks):
                continue
            sealed = msgspec.structs.replace(news, sealed=seal(decks, seed))
            if await self._hub.announce(subject, sealed):
                self._told[subject] = news, decks
            else:
                whole = False
        return whole

    def _state(self) -> TournamentState | None:
        return None if self._hub.book is None else self._hub.book.state

    def _news(self) -> Iterator[tuple[str, str, TableNews, tuple[str, ...]]]:
        """For each table its subject, its key, what is told, and the decks."""
        state, ledger = self._state(), self._hub.ledger
        if state is None:
            return
        played = [] if state.round is None else [each for each in state.round.matches if each.second]
        # A bracket uses a table again and again: the match that is open counts.
        matches = {each.table: each for each in sorted(played, key=lambda each: each.result is None)}
        for number, entry in enumerate(ledger.tables, 1):
            news, decks = _news_of(state, matches.get(number), ledger.name, number)
            yield news_for(entry.venue, entry.name), entry.seed, news, decks


def _news_of(
    state: TournamentState, match: Match | None, league: str, number: int
) -> tuple[TableNews, tuple[str, ...]]:
    """What a table is told, and the decks for it."""
    now = state.round
    news = TableNews(
        league=league,
        number=number,
        round=len(state.rounds),
        rounds=planned_rounds(state),
        begun="" if now is None else now.begun,
        minutes=state.setup.minutes,
        game=state.setup.game,
    )
    if match is None or state.finished:
        return news, ()
    names = seat_names(state, match)
    winner = "" if match.result is None else names.get(match.result.winner, "")
    told = msgspec.structs.replace(
        news,
        match=match.key,
        players=tuple(names.values()),
        winner=winner,
        ended=match.result is not None,
    )
    return told, tuple(state.participants[each].deck for each in names)
