"""Hears what the organiser tells a table, in a thread of its own, while games begin and end; and lets a table join."""

import asyncio
import contextlib
import logging
import threading
from pathlib import Path

import msgspec
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

from companion.league.errors import LeagueError
from companion.league.table.card import TableCard, card_of, keep_card, kept_card, leave
from companion.league.table.played_match import is_played, messages_of
from companion.league.wire.bulletin import TableNews, unseal
from companion.league.wire.client import connected
from companion.league.wire.outbox import read_opening
from companion.league.wire.subjects import BULLETIN, here_of, inbox_of, news_for
from companion.referee.api.league import LeagueMatch

log = logging.getLogger(__name__)

AGAIN_AFTER_S = 1.0
ANSWER_S = 5.0
ENDS_WITHIN_S = 5.0
HERE_EVERY_S = 30.0
"""So often a table says that it is there."""


class LeagueNews:
    """What this machine's table is to play; asked from any thread."""

    def __init__(self, file: Path) -> None:
        """Prepares; the first question starts it.

        Args:
            file: Where the table's card is kept.
        """
        self._file = file
        self._match: LeagueMatch | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = False

    def match(self) -> LeagueMatch | None:
        """The match that the organiser told last; None where there is none, or the table belongs to no league."""
        self._start()
        return self._match

    def plays(self, record: Path) -> bool:
        """Whether a game, by its file, was begun as the match that the organiser told last."""
        card = self.card()
        opening = None if card is None else read_opening(messages_of(record), card.key.public)
        return opening is not None and is_played(self._match, opening.match, opening.players.values())

    def card(self) -> TableCard | None:
        """The card that the table has now; None where it has none, or a damaged one."""
        try:
            return kept_card(self._file)
        except LeagueError:
            log.warning("league_card_not_read")
            return None

    def league(self) -> str:
        """What the league is called that the table belongs to; empty for none, or where its card is damaged."""
        card = self.card()
        return "" if card is None else card.league

    def league_of(self, code: str) -> str:
        """What the league of a card is called, by the card's code.

        Raises:
            ValueError: If it is no card; the text is one sentence for people.
        """
        return _card_of(code).league

    def join(self, code: str) -> str:
        """Lets the table join a league by the code of its card; what the league is called.

        Raises:
            ValueError: If it is no card; the text is one sentence for people.
            OSError: If the card cannot be kept.
        """
        card = _card_of(code)
        keep_card(self._file, card)
        self._match = None
        self._start()  # so that the organiser sees at once that the table is there
        return card.league

    def leave(self) -> None:
        """Lets the table leave its league; a game that is played now is told to the organiser to its end.

        Raises:
            OSError: If the card cannot be removed.
        """
        leave(self._file)
        self._match = None

    def stop(self) -> None:
        """Ends the thread; may be called twice."""
        self._ended, loop, thread = True, self._loop, self._thread
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(lambda: [each.cancel() for each in asyncio.all_tasks(loop)])
        if thread is not None:
            thread.join(ENDS_WITHIN_S)

    def _start(self) -> None:
        if self._thread is None and not self._ended:
            self._thread = threading.Thread(target=self._run, name="league-news", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._listen())

    async def _listen(self) -> None:
        self._loop = asyncio.get_running_loop()
        while not self._ended:
            card = self.card()
            if card is not None:
                try:
                    async with _at_its_server(card) as client:
                        await self._hear(client, card)
                except (NatsError, OSError, TimeoutError) as error:
                    log.debug("league_news_not_heard error=%s", type(error).__name__)
            await asyncio.sleep(AGAIN_AFTER_S)

    async def _hear(self, client: Client, card: TableCard) -> None:
        """Hears until the connection is gone, or the table has another card."""

        async def heard(message: object) -> None:
            self._match = _match_of(getattr(message, "data", b""), card) or self._match

        js, listens = client.jetstream(timeout=ANSWER_S), False
        clock, said_s = asyncio.get_running_loop().time, -HERE_EVERY_S
        while not self._ended and client.is_connected and self.card() == card:  # nobody tells of a card that is written
            if clock() - said_s >= HERE_EVERY_S:
                said_s = clock()
                await client.publish(here_of(card.venue, card.table))
            if not listens:
                newest = ConsumerConfig(deliver_policy=DeliverPolicy.LAST_PER_SUBJECT)
                with contextlib.suppress(NotFoundError):  # a server that was started just now has no bulletin yet
                    await js.subscribe(
                        news_for(card.venue, card.table),
                        stream=BULLETIN,
                        ordered_consumer=True,
                        config=newest,
                        cb=heard,
                    )
                    listens = True
            await asyncio.sleep(AGAIN_AFTER_S)


async def greet(card: TableCard) -> bool:
    """Says once that a table is there; whether a server of its league was reached."""
    try:
        async with _at_its_server(card) as client:
            await client.publish(here_of(card.venue, card.table))
            await client.flush()
    except (NatsError, OSError, TimeoutError) as error:
        log.info("league_not_greeted error=%s", type(error).__name__)
        return False
    return True


def _at_its_server(card: TableCard) -> contextlib.AbstractAsyncContextManager[Client]:
    place = card.place
    inbox, name = inbox_of(place.venue, place.table), f"news of {place.table}"
    return connected(place.urls, card.seed, place.venue, place.authority, once=True, inbox_prefix=inbox, name=name)


def _card_of(code: str) -> TableCard:
    """The card of a code.

    Raises:
        ValueError: If it is none.
    """
    try:
        return card_of(code)
    except LeagueError as error:
        raise ValueError(str(error)) from error


def _match_of(data: bytes, card: TableCard) -> LeagueMatch | None:
    """What was told; None for what cannot be read."""
    try:
        news = msgspec.json.decode(data, type=TableNews)
        decks = unseal(news.sealed, card.seed)
    except (msgspec.DecodeError, LeagueError):
        log.warning("league_news_not_read")
        return None
    return LeagueMatch(
        league=news.league,
        table=news.number,
        round=news.round,
        rounds=news.rounds,
        begun=news.begun,
        minutes=news.minutes,
        key=news.match,
        game=news.game,
        players=news.players,
        decks=decks,
        ended=news.ended,
        winner=news.winner,
    )
