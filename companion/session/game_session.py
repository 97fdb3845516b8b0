"""A game with its phones, beside the referee: the record, who decides, who sits where, and the server of their pages.

All of it lives in the core thread's loop; the record is opened there, for one thread owns it.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from companion.documents import read_text
from companion.games.command import SPECTATOR
from companion.games.registry import games
from companion.phones.link import network
from companion.phones.link.certificates import Certificate
from companion.phones.link.seats import Seats
from companion.phones.pages.card_photos import CardPhotos
from companion.phones.pages.league import LeagueContact
from companion.phones.pages.mat_photo import MatPhoto
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.phones.server.host import PhoneHost
from companion.phones.server.server import PhoneServer
from companion.record.errors import RecordError
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.referee import (
    AllowSecond,
    FreeSeat,
    GameScreen,
    GuestStatus,
    IntentResult,
    RemoveGuest,
    View,
)
from companion.referee.api.clocks import ClockState
from companion.referee.api.intents import GameIntent, MatIntent, SeatIntent, TabletIntent
from companion.referee.api.league import LeagueStatus
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import TableIntent
from companion.referee.mat.locator import ModelLocator
from companion.referee.mat.models_file import models_beside, read_models, write_models
from companion.referee.mat.things import things_of
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.ending_controller import reveal_if_over
from companion.session.mat_controller import MatController
from companion.session.place_watch import PlaceWatch
from companion.session.table_controller import TableController
from companion.session.tablet_controller import TabletController
from companion.texts import Language

log = logging.getLogger(__name__)

PORT = 8642
"""Where phones find the table unless something else is there; always the same, so that they come back by themselves."""
PORTS_TRIED = 20
MAX_PORT_BYTES = 16
"""Of the file that keeps the port."""
EVERYWHERE = "0.0.0.0"  # noqa: S104  # phones come from outside; what they may is in `companion.phones.link.guard`
ADDRESSES_EVERY_S = 2.0
PAUSE_S = 4.0


PHOTOS = "card-photos"
"""Folder beside the games with photographs of players' cards."""


class LeagueLink(LeagueContact, Protocol):
    """What tells a game to its league."""

    @property
    def status(self) -> LeagueStatus:
        """How far the league is behind."""
        ...

    async def run(self) -> None:
        """Tells it until it is cancelled; never raises for what a network or disk does."""
        ...


LinkMaker = Callable[
    [Match, Callable[[Language], Mapping[str, str]], Path, Callable[[], ClockState], Callable[[], None]],
    LeagueLink | None,
]
"""Given the game, the spectators' page by language, the file of its messages, its clocks, and who hears of changes.

It makes None of a game that is not told, such as a practice.
"""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """How a game is to be played.

    Attributes:
        record: Its file, which exists.
        pause_s: How long everybody waits where a hidden card might be met; 0 for as long as its owner needs.
        port: Where phones shall find the table first of all.
        certificate: With which phones come by https; None for http.
        addresses: Tells the addresses of this machine, best first.
        confirming: What players want to confirm of what they do on the mat, until they say otherwise.
        dice: Dice of this evening, as `--dice` names them; None for those that this game was played with last.
        symbols: What the numbers 1 to 6 of a die stand for; empty for what they stood for last.
        apart: Whether phones show players in the colours that colour-blind people tell apart best, as the tablet does.
        league: Makes what tells the game to a league; None for a table that belongs to none.
        language: Read on the tablet at first; each view says which is read since.
    """

    record: Path
    pause_s: float = PAUSE_S
    port: int = PORT
    certificate: Certificate | None = None
    addresses: Callable[[], tuple[str, ...]] = network.addresses
    confirming: ConfirmMode = ConfirmMode.ALL
    dice: tuple[str, ...] | None = None
    symbols: tuple[str, ...] = ()
    apart: bool = False
    league: "LinkMaker | None" = None
    language: Language = Language.ENGLISH


class GameSession:
    """A service for the referee; see `companion.referee.Service`."""

    def __init__(self, plan: SessionPlan, now: Callable[[], datetime]) -> None:
        """Prepares; nothing is opened before `live`.

        Args:
            plan: What is played, and how.
            now: Wall time, with its zone.
        """
        self._plan, self._now = plan, now
        self._hosting: PhoneHost | None = None
        self._mat: MatController | None = None
        self._tablet: TabletController | None = None
        self._table: TableController | None = None
        self._match: Match | None = None
        self._places: PlaceWatch | None = None
        self._link: LeagueLink | None = None
        self._photo = MatPhoto()
        self._language = plan.language
        self._addresses: tuple[str, ...] = ()

    @property
    def match(self) -> Match | None:
        """The game in play, to be looked at only; None while it is being opened."""
        return self._match

    @property
    def play(self) -> GameScreen | None:
        """The game as the tablet shows it; None while it is being opened."""
        if self._tablet is None or self._mat is None or self._table is None:
            return None
        play = self._table.dressed(self._tablet.play(self._language), self._language)
        return self._mat.shown_on(play, self._language)

    @property
    def league(self) -> "LeagueLink | None":
        """What tells the game to the league; None for a table that belongs to none."""
        return self._link

    @property
    def league_status(self) -> LeagueStatus | None:
        """How far the league is behind; None for a table that belongs to none."""
        return None if self._link is None else self._link.status

    @property
    def guests(self) -> GuestStatus | None:
        """The phones at the table; None while the game is being opened."""
        return None if self._hosting is None else self._hosting.status()

    def apply(self, body: SeatIntent | GameIntent, intent_id: str) -> None:
        """Does what the tablet wants of the seats or the game."""
        if isinstance(body, TabletIntent):
            if self._tablet is not None:
                self._tablet.apply(body, intent_id, self._language)
            return
        if isinstance(body, MatIntent):
            if self._mat is not None:
                self._mat.apply(body, intent_id, self._language)
            return
        if isinstance(body, TableIntent):
            if self._table is not None and self._tablet is not None:
                self._table.apply(body, self._tablet.holder)
            return
        if self._hosting is not None:
            self._apply_to_seats(self._hosting, body)

    def _apply_to_seats(self, hosting: PhoneHost, body: SeatIntent) -> None:
        try:
            match body:
                case FreeSeat(seat):
                    hosting.hand_on(seat)
                case RemoveGuest(guest):
                    hosting.send_away(guest)
                case AllowSecond(seat, allowed):
                    hosting.allow_second(seat, allowed=allowed)
        except OSError:  # a full disk must not end the table
            log.exception("seats_not_written")

    def saw(self, view: View) -> None:
        """Is told every view of the table, for players point at pieces there."""
        self._language = view.choices.language
        self._photo.saw(view.picture)
        if self._match is not None:
            self._match.by_hand = view.by_hand
        if self._mat is not None:
            self._mat.saw(view)
        if self._places is not None:
            self._places.saw()

    async def live(self, notify: Callable[[], None]) -> None:
        """Runs the game until it is cancelled.

        Raises:
            RecordError: If the record cannot be opened.
            OSError: If no port can be had.
        """
        loop = asyncio.get_running_loop()
        plan = self._plan
        with _kept(Record.open(plan.record, games(), self._utc)) as record:
            match = self._match = Match(record, loop.time, pause_s=plan.pause_s)
            log.info("game_opened entries=%d players=%d pause_s=%.1f", record.written, len(match.players), plan.pause_s)
            models = models_beside(plan.record)
            known = read_models(models)
            keep, piece_of = (lambda now: write_models(models, now)), match.record.game.board.piece_of
            pointing = ModelLocator(match.players, loop.time, things_of(match), known, keep, piece_of)
            mat = MatController(match, pointing, self._tell, notify, loop.time, plan.confirming)
            gateway = CommandGateway(match, pointing, loop.time, mat.stages)
            gateway.apart = plan.apart
            table = TableController(gateway, plan.record, loop.time, notify, plan.dice, plan.symbols)
            seating = Seats(match.players, beside(plan.record, "phones"), loop.time, secrets.token_bytes)
            self._addresses = plan.addresses()
            self._cover()

            def called(seat: str) -> str:
                return match.teller(Language.ENGLISH).name(seat)

            def notify_later() -> None:
                loop.call_soon(notify)  # the tablet's turn comes after the phones' pages, which are made within a tick

            photos = CardPhotos(plan.record.parent / PHOTOS)
            pages = Pages(table.lying, photos)
            pages.mat_photo = self._photo
            places = self._places = PlaceWatch(match, pointing, gateway.tell)
            pages.lacking = lambda: places.lacking
            if plan.league is not None:
                scene, outbox = partial(_scene, pages, gateway), beside(plan.record, "feed")
                self._link = pages.league = plan.league(match, scene, outbox, table.timing, notify)
            server = PhoneServer(gateway, seating, pages, loop.time, names=self._names, report=table.report_roll)
            async with _serving(server, plan), asyncio.TaskGroup() as tasks:
                self._hosting = PhoneHost(server, lambda: self._addresses, called)
                self._tablet = TabletController(gateway, notify, plan.record, table.lying, photos)
                self._mat, self._table = mat, table
                match.listen(notify_later)
                gateway.listen(notify_later)
                if self._link is not None:
                    tasks.create_task(self._link.run())
                tasks.create_task(gateway.run())
                tasks.create_task(table.live())
                tasks.create_task(self._watch_addresses(notify))

    def _tell(self, said: IntentResult) -> None:
        """Tells the tablet what became of something that was done on the mat."""
        if self._tablet is not None:
            self._tablet.tell(said)

    async def _watch_addresses(self, notify: Callable[[], None]) -> None:
        """Notices a network that comes, goes or changes."""
        while True:
            await asyncio.sleep(ADDRESSES_EVERY_S)
            addresses = self._plan.addresses()
            if addresses != self._addresses:
                log.info("addresses_changed count=%d", len(addresses))
                self._addresses = addresses
                self._cover()
                notify()

    def _cover(self) -> None:
        """Sees that the certificate holds for the addresses of now."""
        if self._plan.certificate is None:
            return
        try:
            self._plan.certificate.cover(self._names())
        except OSError:  # with the old one, phones warn but come through
            log.exception("certificate_not_written")

    def _names(self) -> frozenset[str]:
        return frozenset({*self._addresses, *network.host_names()})

    def _utc(self) -> str:
        return self._now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def beside(record: Path, what: str) -> Path:
    """A file that belongs to a record."""
    return record.with_name(f"{record.name}.{what}")


def _scene(pages: Pages, gateway: CommandGateway, language: Language) -> dict[str, str]:
    """What those who watch are shown."""
    return pages.sections(gateway, Reader(SPECTATOR, language))


@contextlib.contextmanager
def _kept(record: Record) -> Iterator[Record]:
    """An open record; when it is left and the game is over, everybody may check the shuffles."""
    with closing(record):
        try:
            yield record
        finally:
            with contextlib.suppress(RecordError):  # a full disk; the next time it is left will do
                reveal_if_over(record)


@contextlib.asynccontextmanager
async def _serving(server: PhoneServer, plan: SessionPlan) -> AsyncIterator[None]:
    """Listens at the port where this game's phones found it last, else at the usual one, else at one near it."""
    tls = plan.certificate.context if plan.certificate is not None else None
    async with contextlib.AsyncExitStack() as stack:
        for port in _ports(plan):
            try:
                found = await stack.enter_async_context(server.serve(EVERYWHERE, port, tls=tls))
            except OSError:
                log.info("port_taken port=%d", port)
                if port == 0:
                    raise
                continue
            log.info("phones_served port=%d scheme=%s", found, server.scheme)
            with contextlib.suppress(OSError):  # phones then look for the table at the usual port
                write_private(beside(plan.record, "port"), f"{found}\n".encode())
            break
        yield


def _ports(plan: SessionPlan) -> Iterator[int]:
    try:
        last = int(read_text(beside(plan.record, "port"), MAX_PORT_BYTES))
    except ValueError:
        last = plan.port
    if 0 < last < 2**16:
        yield last
    yield from range(plan.port, min(plan.port + PORTS_TRIED, 2**16))
    yield 0
