"""The organiser's office on a hub of several servers: what only the organiser has, kept on each of them.

One stream holds, in order, who belongs to the league, each entry of the tournament's record, and which server is in
charge. Whatever is added names the newest note that its writer knows, and the stream takes it only if that is the
newest there is. So two servers can never both go on: who has missed that another took over has its next note refused.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.errors import APIError

from companion.league.errors import LeagueError
from companion.league.organiser.ledger import Ledger
from companion.league.wire.subjects import OF_OFFICE, OFFICE
from companion.record.chain import Entry
from companion.record.errors import RecordError
from companion.texts import Language, Texts

log = logging.getLogger(__name__)

EXPECTED = "Nats-Expected-Last-Sequence"
WRONG_SEQUENCE = 10071
"""What NATS answers when a note does not follow the newest one."""
ANSWER_S = 5.0
LOOK_EVERY_S = 2.0
"""So often it is looked for new notes when nobody tells of one, as after a server was lost."""


TEXTS = Texts("companion.league")


class OfficeError(LeagueError):
    """What could not be kept, or who may not change anything; its text is one sentence for people, in English."""

    def __init__(self, key: str, **values: str) -> None:
        """As `LeagueError`.

        Args:
            key: Of the sentence in the league's texts, without `league.`.
            values: Of its fields.
        """
        self._key, self._values = f"league.{key}", values
        super().__init__(self.said(Language.ENGLISH))

    def said(self, language: Language) -> str:
        """The sentence in a language."""
        return TEXTS.say(language, self._key, **self._values)


class InCharge(msgspec.Struct, frozen=True, kw_only=True, tag="in_charge"):
    """From here on a server is in charge, and no other.

    Attributes:
        server: Its name.
    """

    server: str


class LedgerKept(msgspec.Struct, frozen=True, kw_only=True, tag="ledger"):
    """Who belongs to the league from here on."""

    ledger: Ledger


class EntryKept(msgspec.Struct, frozen=True, kw_only=True, tag="entry"):
    """The next entry of the tournament's record."""

    entry: Entry


OfficeNote = InCharge | LedgerKept | EntryKept
_DECODER: msgspec.json.Decoder[OfficeNote] = msgspec.json.Decoder(OfficeNote)


class Office:
    """The office as one server knows it; lives in one loop.

    Attributes:
        in_charge: Name of the server that is in charge; empty before there was one.
        ledger: Who belongs to the league; None before that was kept.
        entries: Of the tournament's record.
        is_reached: Whether most servers of the hub answered last.
    """

    def __init__(self, client: Callable[[], Client]) -> None:
        """Knows nothing yet; `catch_up` reads.

        Args:
            client: Of the server.
        """
        self._client = client
        self.in_charge = ""
        self.ledger: Ledger | None = None
        self.entries: list[Entry] = []
        self.is_reached = True
        self._last = 0
        self._missed = False
        self._lock = asyncio.Lock()

    async def catch_up(self) -> bool:
        """Reads what was kept since; whether there was something.

        Raises:
            OfficeError: If too few servers answer.
        """
        async with self._lock:
            return await self._read()

    async def keep(self, note: OfficeNote) -> None:
        """Adds a note; it is on most servers of the hub when this returns.

        Raises:
            OfficeError: If too few servers answer, or others came first: nothing was added then.
        """
        data = msgspec.json.encode(note)
        async with self._lock:
            at = self._last
            try:
                ack = await self._js().publish(OF_OFFICE, data, headers={EXPECTED: str(at)})
            except APIError as error:
                if error.err_code != WRONG_SEQUENCE:
                    raise self.not_reached() from error
                # It may be ours, kept when its answer was lost.
                found: list[bytes] = []
                await self._read(found)
                if not found:  # one of ours is on its way, and too few servers run to keep it
                    raise self.not_reached() from error
                if found[:1] != [data]:
                    raise OfficeError("quicker") from error
            except (NatsError, OSError, TimeoutError) as error:
                raise self.not_reached() from error
            else:
                self.is_reached = True
                self._take(ack.seq, data)

    async def follow(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Reads what other servers keep, as it comes, until it is cancelled.

        Args:
            changed: Called after each news, and when most servers answer again after something was not kept; called
                again as long as it fails.
        """
        due = asyncio.Event()

        async def told(_: Msg) -> None:
            due.set()

        await self._client().subscribe(OF_OFFICE, cb=told)
        news = False
        while True:
            due.clear()
            was = self.is_reached
            try:
                news = await self.catch_up() or news or self._missed
                self._missed = False
            except OfficeError as error:
                log.info("office_not_reached error=%s", error)
                news = news or was
            if news:
                try:
                    await changed()
                    news = False
                except OfficeError as error:
                    log.info("office_not_reached error=%s", error)
                except (LeagueError, RecordError, OSError):
                    log.exception("office_not_followed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await due.wait()

    def look_again(self) -> None:
        """What waited is done soon, as after servers that were not reached answer again."""
        self._missed = True

    def _js(self) -> JetStreamContext:
        return self._client().jetstream(timeout=ANSWER_S)

    async def _read(self, found: list[bytes] | None = None) -> bool:
        js, before = self._js(), self._last
        try:
            newest = (await js.stream_info(OFFICE)).state.last_seq
            while self._last < newest:
                message = await js.get_msg(OFFICE, self._last + 1)
                self._take(self._last + 1, message.data or b"")
                if found is not None:
                    found.append(message.data or b"")
        except (NatsError, OSError, TimeoutError) as error:
            raise self.not_reached() from error
        self.is_reached = True
        return self._last > before

    def _take(self, number: int, data: bytes) -> None:
        match _DECODER.decode(data):
            case InCharge() as note:
                self.in_charge = note.server
            case LedgerKept() as note:
                self.ledger = note.ledger
            case EntryKept() as note:
                self.entries.append(note.entry)
        self._last = number

    def not_reached(self) -> OfficeError:
        """What is said while too few servers of the hub answer."""
        self.is_reached, self._missed = False, True
        return OfficeError("too_few")
