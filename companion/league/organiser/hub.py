"""The hub of a league: its server of NATS, what it knows of all tables, and the tournament that is played.

Everything that counts lies in the streams and in the tournament's record; a hub that starts anew folds them again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy

from companion.games.command import Command
from companion.games.verdicts.measured import RuleViolation
from companion.league.organiser.ledger import HubServer, Ledger, tournament_file, write_ledger
from companion.league.organiser.live_tables import LiveGame, LiveTables
from companion.league.organiser.office import EntryKept, InCharge, LedgerKept, Office, OfficeError
from companion.league.organiser.seat_names import seat_names
from companion.league.organiser.split import Split
from companion.league.servers import streams
from companion.league.servers.authority import Certificate
from companion.league.servers.config import ServerPlan
from companion.league.servers.process import NatsServer, ServerError
from companion.league.tournament.book import TournamentBook
from companion.league.tournament.commands import TableResult
from companion.league.tournament.model import ORGANISER, Match, TournamentPlan
from companion.league.wire.client import connected, ended
from companion.league.wire.messages import FeedMessage, decoded
from companion.league.wire.subjects import ALL, HEARD, HERE, HUB, SubjectError, table_here
from companion.texts import Language

log = logging.getLogger(__name__)

ANSWER_S = 5.0
AGAIN_AFTER_S = 1.0
MAX_REPLICAS = 3
"""More copies make every message slower, and are of no use to a hub of three."""
READY_WITHIN_S = 10.0
"""So long a server that was given another plan may have no streams at all."""
SOON_S = 0.2
HEARTBEAT_S = 2.0
"""So often a server says that it is there while no message comes; two that are missed, and another one is asked."""
TOGETHER_WITHIN_S = 120.0
"""So long a hub of several servers waits for the others to be started."""


class Hub:
    """One league while it is served; lives in one loop.

    Attributes:
        ledger: Who belongs to it.
        live: What the tables tell.
        split: That the hub has split, as far as that is known.
        heard: By venue and table when a table last said that it is there, ISO 8601 in UTC, by the clock of the hub's
            server.
        book: The tournament; None before one is begun, and on a server that stands by.
        office: What all servers of a hub of several keep of the organiser's; None on a hub of one.
        version: Grows with every change, for pages that wait for one.
    """

    def __init__(
        self,
        folder: Path,
        ledger: Ledger,
        plan: ServerPlan,
        clock: Callable[[], float],
        now: Callable[[], str] = lambda: datetime.now(UTC).isoformat(),
    ) -> None:
        """Prepares; `serving` starts it.

        Args:
            folder: Of the league.
            ledger: See the attribute.
            plan: Of the hub's server; its tables and venues are those of the ledger.
            clock: Seconds of a monotonic clock.
            now: Wall time, ISO 8601 in UTC.
        """
        self.folder, self.ledger = folder, ledger
        self._plan, self._now = plan, now
        self.office = Office(self._connection) if plan.routes else None
        self._leads, self._streams_kept, self._owes = False, False, False
        self._one_step = asyncio.Lock()
        self.server = NatsServer(self._planned(), folder)
        self.live = LiveTables(self._key_of, clock, lambda: self.ledger.delay_s)
        self.split: Split | None = None
        self.heard: dict[tuple[str, str], str] = {}
        self.book: TournamentBook | None = None
        self.version = 0
        self._changed = asyncio.Event()
        self._taken = 0
        self._client: Client | None = None

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator["Hub"]:
        """Runs the hub as long as the context lasts.

        Raises:
            ServerError: If its server cannot be started.
        """
        await self.server.start()
        tasks: list[asyncio.Task[None]] = []
        known = "" if self.authority is None else self.authority.certificate
        try:
            async with connected((self.server.url,), self.ledger.seed, HUB, known, name="organiser") as client:
                self._client = client
                try:
                    await self._begin_to_serve()
                    tasks = [asyncio.create_task(each) for each in self._watches()]
                    yield self
                finally:
                    await ended(tasks)
        finally:
            self._stand_by()
            await self.server.stop()

    @property
    def authority(self) -> Certificate | None:
        """Who signs the certificates of servers; None where nothing is encrypted."""
        return None if self._plan.tls is None else self.ledger.authority

    @property
    def is_in_charge(self) -> bool:
        """Whether this is the server whose pages change anything."""
        return self.office is None or self.office.in_charge == self._plan.name

    @property
    def in_charge(self) -> HubServer | None:
        """The server that is in charge of a hub of several; None where that is not known."""
        name = "" if self.office is None else self.office.in_charge
        return next((each for each in self.ledger.servers if each.name == name), None)

    def trouble(self, language: Language = Language.ENGLISH) -> str:
        """What the organiser has to see to before all else; empty while all is well."""
        if self.split is not None:
            return self.split.error().said(language)
        is_short = self.office is not None and (self._owes or not self.office.is_reached)
        return OfficeError("too_few").said(language) if is_short else ""

    async def change_ledger(self, ledger: Ledger) -> None:
        """Lets tables and venues in or out; who is connected stays.

        Raises:
            OSError: If it cannot be written.
        """
        async with self._one_step:
            if self.office is not None:
                await self._require_charge()
                await self.office.keep(LedgerKept(ledger=ledger))
            await self._take_ledger(ledger)
            await self._keep_streams()
        self.changed()

    async def begin(self, plan: TournamentPlan) -> None:
        """Begins a tournament.

        Raises:
            RecordError: If it cannot be written.
            OfficeError: If this server may not change anything now.
        """
        async with self._step():
            self.book = TournamentBook.begin(tournament_file(self.folder), plan, self._now)

    async def do(self, command: Command) -> None:
        """Does something in the tournament.

        Raises:
            RuleViolation: If it is refused.
            RecordError: If it cannot be written.
            OfficeError: If this server may not change anything now.
        """
        async with self._step():
            if self.book is not None:
                self.book.do(command)

    async def undo(self) -> None:
        """Takes the last step of the tournament back.

        Raises:
            RecordError: If it cannot be written.
            OfficeError: If this server may not change anything now.
        """
        async with self._step():
            if self.book is not None:
                self.book.undo()

    def tell_split(self, split: Split | None) -> None:
        """Takes note of a split of the hub, and that there is none any more: what waited is done then."""
        if split == self.split:
            return
        self.split = split
        if split is None and self.office is not None:
            self.office.look_again()
        self.changed()

    def leafs_at(self, machine: Iterable[str]) -> tuple[str, ...]:
        """Where the leafs of venues connect, each `HOST:PORT`; `machine` is where this one is found."""
        several = tuple(f"{each.host}:{each.leaf_port}" for each in self.ledger.servers)
        return several or tuple(f"{each}:{self._plan.leaf_port}" for each in machine)

    def changed(self) -> None:
        """Something is new: pages are made anew."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def newer_than(self, version: int) -> int:
        """Waits until there is a newer version."""
        while self.version <= version:
            await self._changed.wait()
        return self.version

    async def announce(self, subject: str, told: msgspec.Struct) -> bool:
        """Tells all venues something, which get it when they are reached; whether it was kept.

        Args:
            subject: Of the bulletin.
            told: Goes as JSON.
        """
        try:
            await self._js().publish(subject, msgspec.json.encode(told))
        except (NatsError, OSError, TimeoutError) as error:
            log.info("not_announced error=%s", type(error).__name__)
            return False
        return True

    async def messages_of(self, live: LiveGame) -> list[FeedMessage]:
        """All messages of a game, from the stream.

        Raises:
            FeedError: If one is none.
        """
        subscription = await self._js().subscribe(live.subject, stream=ALL, ordered_consumer=True)
        found: list[FeedMessage] = []
        try:
            while live.chain.head is not None and len(found) <= live.chain.head.number:
                found.append(decoded((await subscription.next_msg(timeout=ANSWER_S)).data))
        finally:
            await subscription.unsubscribe()
        return found

    def match_at(self, live: LiveGame) -> Match | None:
        """The match of this round that is played at a game's table by the players of that name."""
        if self.book is None or self.book.state.round is None or live.opened is None:
            return None
        number = self.ledger.number_of(live.venue, live.table)
        match = next((each for each in self.book.state.round.matches if number and each.table == number), None)
        if match is None:
            return None
        names = seat_names(self.book.state, match).values()
        return match if set(names) == set(live.opened.players.values()) else None

    def _key_of(self, venue: str, table: str) -> str:
        return self.ledger.key_of(venue, table)

    def _planned(self) -> ServerPlan:
        return replace(self._plan, tables=self.ledger.table_users(), venues=self.ledger.venue_users())

    @contextlib.asynccontextmanager
    async def _step(self) -> AsyncIterator[None]:
        """One step after the other; on a hub of several each is kept by most servers before the next is done."""
        async with self._one_step:
            await self._require_charge()
            try:
                yield
                await self._keep_book()
            finally:
                self.changed()

    async def _require_charge(self) -> None:
        if self.split is not None and self.split.yields:
            raise self.split.error()
        if not self.is_in_charge or (self.office is not None and not self._leads):
            raise OfficeError("not_in_charge")
        if self.office is not None and not self.office.is_reached:
            raise OfficeError("too_few")
        await self._keep_book()

    async def _keep_book(self) -> None:
        """Keeps entries of the tournament's record on the other servers that are not there yet."""
        if self.office is None or self.book is None:
            return
        try:
            for entry in list(self.book.record.entries(len(self.office.entries) - 1)):
                await self.office.keep(EntryKept(entry=entry))
        except OfficeError:
            self._owes = True
            raise
        self._owes = False

    async def _begin_to_serve(self) -> None:
        if self.office is None:
            if tournament_file(self.folder).exists() and self.book is None:
                self.book = TournamentBook.open(tournament_file(self.folder), self._now)
            await self._keep_streams()
            return
        await self._reach_office(self.office)
        if not self.office.in_charge and self._plan.name == self.ledger.servers[0].name:
            await self.office.keep(LedgerKept(ledger=self.ledger))
            await self.office.keep(InCharge(server=self._plan.name))
        await self._as_the_office_says()
        if self._leads:
            await self._keep_streams(TOGETHER_WITHIN_S)
            self._streams_kept = True

    async def _reach_office(self, office: Office) -> None:
        """Waits until most servers of the hub run; the first of them makes the office's stream."""
        first = self._plan.name == self.ledger.servers[0].name
        while True:
            try:
                if first:
                    await streams.keep_office(self._js(), self._replicas)
                await office.catch_up()
            except (NatsError, OfficeError, TimeoutError) as error:
                log.info("hub_waits_for_others error=%s", type(error).__name__)
                await asyncio.sleep(AGAIN_AFTER_S)
            else:
                return

    async def _as_the_office_says(self) -> None:
        """Takes charge or stands by, with the ledger and the tournament as the office has them."""
        office = self.office
        assert office is not None  # noqa: S101 (nothing is kept of a hub of one)
        async with self._one_step:
            if office.ledger is not None and office.ledger != self.ledger:
                await self._take_ledger(office.ledger)
            if not self.is_in_charge:
                self._stand_by()
            elif office.is_reached:
                await self._lead(office)
        self.changed()

    async def _keep_streams_in_charge(self) -> None:
        """Makes or updates the streams whenever this server has taken charge: the others may yet have to agree."""
        while True:
            version = self.version
            if self._leads and not self._streams_kept:
                self._streams_kept = True
                try:
                    await self._keep_streams()
                except ServerError as error:
                    log.info("streams_not_kept error=%s", error)
                    self._streams_kept = False
                    continue
                self.changed()  # what could not be told without them is told now
                continue
            await self.newer_than(version)

    async def _lead(self, office: Office) -> None:
        if not self._leads:
            path = tournament_file(self.folder)
            if office.entries:
                self.book = TournamentBook.copied(path, office.entries, self._now)
            elif path.exists():
                self.book = TournamentBook.open(path, self._now)
            self._leads = True
        for live in self.live.games.values():  # what was confirmed while nobody was in charge
            command = self._confirmed(live)
            if command is not None and self.book is not None:
                with contextlib.suppress(RuleViolation):
                    self.book.do(command)
        await self._keep_book()

    def _stand_by(self) -> None:
        if self.book is not None and self.office is not None:
            self.book.close()
            self.book = None
        self._leads, self._streams_kept, self._owes = False, False, False

    async def _take_ledger(self, ledger: Ledger) -> None:
        write_ledger(self.folder, ledger)
        before, self.ledger = self._planned(), ledger
        if self._planned() != before:
            await self.server.reload(self._planned())

    def _watches(self) -> Iterator[Coroutine[Any, Any, None]]:
        yield self._follow(self._take_messages)
        yield self._follow(self._hear_tables)
        if self.office is not None:
            yield self.office.follow(self._as_the_office_says)
            yield self._keep_streams_in_charge()

    @property
    def _replicas(self) -> int:
        return min(MAX_REPLICAS, len(self._plan.routes) + 1)

    def _connection(self) -> Client:
        assert self._client is not None  # noqa: S101 (connected while it is served)
        return self._client

    def _js(self) -> JetStreamContext:
        return self._connection().jetstream(timeout=ANSWER_S)

    async def _keep_streams(self, within_s: float = READY_WITHIN_S) -> None:
        """Makes or updates the streams, as soon as the server has taken its new plan and enough others are there."""
        js, replicas = self._js(), self._replicas
        ends_s = asyncio.get_running_loop().time() + within_s
        while True:
            try:
                await streams.keep_tables(js, HUB, replicas)
                await streams.keep_bulletin(js, replicas)
                await streams.keep_heard(js, replicas)
                await streams.keep_all(js, (HUB, *(each.name for each in self.ledger.venues)), replicas)
            except (NatsError, TimeoutError) as error:
                if asyncio.get_running_loop().time() > ends_s:
                    raise ServerError(f"the streams of the league cannot be made: {error}") from error
                await asyncio.sleep(SOON_S)
            else:
                return

    async def _follow(self, read: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Reads a stream; begins again when the server was gone, or does not have it yet."""
        while True:
            try:
                await read()
            except (NatsError, OSError, TimeoutError) as error:
                log.info("hub_not_followed error=%s", type(error).__name__)
            await asyncio.sleep(AGAIN_AFTER_S)

    async def _take_messages(self) -> None:
        """Takes every message of a table that there is and comes, after the last one that was taken."""
        subscription = await self._js().subscribe(
            "league.>", stream=ALL, ordered_consumer=True, idle_heartbeat=HEARTBEAT_S
        )
        async for message in subscription.messages:
            sequence = message.metadata.sequence.stream
            if sequence > self._taken:
                self._taken = sequence
                live = self.live.take(message.subject, message.data)
                if live is not None:
                    await self._count(live)
                    self.changed()

    async def _hear_tables(self) -> None:
        """Hears which tables are there, and when those that are silent said so last; nobody else can say so of them."""
        newest = ConsumerConfig(deliver_policy=DeliverPolicy.LAST_PER_SUBJECT)
        subscription = await self._js().subscribe(
            f"{HERE}.>", stream=HEARD, ordered_consumer=True, config=newest, idle_heartbeat=HEARTBEAT_S
        )
        async for message in subscription.messages:
            with contextlib.suppress(SubjectError):
                place = table_here(message.subject)
                if self.ledger.number_of(*place):
                    self.heard[place] = message.metadata.timestamp.isoformat()
                    self.changed()

    async def _count(self, live: LiveGame) -> None:
        """A result that both players confirmed at their table counts, once."""
        command = self._confirmed(live)
        if command is None or not self.is_in_charge:
            return
        try:
            await self.do(command)
        except RuleViolation:  # such as a draw where none may be: the organiser decides
            log.info("table_result_refused match=%s", command.match)
        except OfficeError:  # counted as soon as the other servers are reached again
            log.info("table_result_waits match=%s", command.match)

    def _confirmed(self, live: LiveGame) -> TableResult | None:
        """The result of a match that is open, if both players have confirmed it at their table."""
        result, match = live.result, self.match_at(live)
        if result is None or match is None or match.result is not None or live.opened is None or live.trouble:
            return None
        seats = live.opened.players
        if set(result.confirmed) != set(seats) or self.book is None:
            return None
        ids = {name: player for player, name in seat_names(self.book.state, match).items()}
        winners = [ids[seats[seat]] for seat in result.winners]
        return TableResult(
            by=ORGANISER, match=match.key, game=live.game, winner=winners[0] if len(winners) == 1 else ""
        )
