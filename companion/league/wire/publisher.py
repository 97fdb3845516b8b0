"""Sends the outbox of a table to the stream of its venue, whatever the network does; the game never waits for it.

What was sent is known from the stream itself: its newest message of this game says how far the table has come. From
there on messages are sent one after the other, each once it is known that the one before is kept. A message that was
kept although its answer was lost is known by its id and not kept twice.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.errors import NotFoundError

from companion.league.wire.client import connected, end_if_told
from companion.league.wire.keys import Key
from companion.league.wire.messages import FeedError, decoded, encoded
from companion.league.wire.outbox import Outbox
from companion.league.wire.place import TablePlace
from companion.league.wire.subjects import BULLETIN, decisions_for, inbox_of, of_game, tables_of
from companion.referee.api.league import LeagueStatus

log = logging.getLogger(__name__)

ANSWER_S = 5.0
"""How long the stream may take to say that it has kept a message."""
AGAIN_AFTER_S = 1.0


class Publisher:
    """Sends what stands in an outbox; runs in the loop of the game."""

    def __init__(
        self,
        outbox: Outbox,
        place: TablePlace,
        key: Key,
        changed: Callable[[], None] = lambda: None,
        heard: Callable[[bytes], None] = lambda _: None,
        moved: Callable[[], TablePlace] | None = None,
    ) -> None:
        """Prepares; `run` sends.

        Args:
            outbox: What to send.
            place: Where to.
            key: The table's.
            changed: Called when the status changes.
            heard: Is given each answer of the organiser to this table, as JSON, all of them anew after each connection.
            moved: Tells before each connection where the same table finds its server; as `place` if it is not given.
        """
        self._at = moved or (lambda: place)
        self._heard = heard
        self._outbox, self._place, self._key, self._changed = outbox, place, key, changed
        self._subject = of_game(place.venue, place.table, outbox.game)
        self._due = asyncio.Event()
        self._kept = 0
        self._connected = False
        self._trouble = ""
        self._told = LeagueStatus()

    @property
    def status(self) -> LeagueStatus:
        """How it stands."""
        return LeagueStatus(self._connected, len(self._outbox.messages) - self._kept, self._trouble)

    def notify(self) -> None:
        """There is something new in the outbox."""
        self._due.set()
        self._tell()

    async def run(self) -> None:
        """Sends until it is cancelled; what the network does is logged and told, never raised."""
        while not self._trouble:
            try:
                async with self._client() as client:
                    await self._send(client)
            except (NatsError, OSError, TimeoutError) as error:
                log.info("league_not_reached error=%s waiting=%d", type(error).__name__, self.status.waiting)
            except FeedError as error:
                self._trouble = str(error)
                log.warning("league_refuses_outbox")
            self._connected = False
            self._tell()
            end_if_told()
            await asyncio.sleep(AGAIN_AFTER_S)

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[Client]:
        place = self._at()
        async with connected(
            place.urls,
            self._key.seed,
            place.venue,
            place.authority,
            once=True,
            inbox_prefix=inbox_of(place.venue, place.table),
            name=f"table {place.table}",
        ) as client:
            self._connected = True
            self._tell()
            yield client

    async def _send(self, client: Client) -> None:
        js = client.jetstream(timeout=ANSWER_S)
        self._kept = await self._kept_there(client)
        listens = False
        while True:
            listens = listens or await self._listens(client)
            self._due.clear()
            while self._kept < len(self._outbox.messages):
                message = self._outbox.messages[self._kept]
                # No stream is named: NATS keeps that name with the message, and the hub's stream has another.
                await js.publish(self._subject, encoded(message), headers={"Nats-Msg-Id": message.id})
                self._kept += 1
                self._tell()
            await self._new_or_gone(client)

    async def _listens(self, client: Client) -> bool:
        """Hears what the organiser answers; whether the venue has a copy of it, as soon after its start it has none."""

        async def heard(message: Msg) -> None:
            self._heard(message.data)

        subject = decisions_for(self._place.venue, self._place.table)
        try:
            await client.jetstream(timeout=ANSWER_S).subscribe(
                subject, stream=BULLETIN, ordered_consumer=True, cb=heard
            )
        except NotFoundError:
            return False
        return True

    async def _new_or_gone(self, client: Client) -> None:
        """Waits until there is something to send.

        Raises:
            ConnectionError: If the connection is gone by then.
        """
        while not self._due.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_AFTER_S):
                    await self._due.wait()
            end_if_told()
            if not client.is_connected:
                raise ConnectionError("the venue's server is gone")

    async def _kept_there(self, client: Client) -> int:
        """How many messages of this game are kept at the venue.

        Raises:
            FeedError: If what is kept there is not what this table sent.
        """
        try:
            js = client.jetstream(timeout=ANSWER_S)
            last = decoded((await js.get_last_msg(tables_of(self._place.venue), self._subject)).data or b"")
        except NotFoundError:
            return 0
        own = self._outbox.messages
        if last.number >= len(own) or own[last.number].hash != last.hash:
            raise FeedError(
                f"the league has other messages of game {last.game} than this table: it was continued from a copy"
            )
        return last.number + 1

    def _tell(self) -> None:
        now = self.status
        if now != self._told:
            self._told = now
            self._changed()
