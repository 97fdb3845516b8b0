"""A player photographs the sticker of a card that was drawn, and hears which of the own cards it is.

Photos are big and take time to look at, so that each player sends one at a time, few at all are taken in at once, and
they are looked at in a thread of their own. Only the player's own deck of cardboard is searched.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from aiohttp import web

from companion.cards.card_tag import tagged
from companion.phones.link.guard import RateLimit
from companion.phones.link.seats import Phone
from companion.phones.pages.photos import MAX_BYTES, UnreadableError, parts_of, words_in
from companion.phones.pages.reader import Reader
from companion.referee.match.command_gateway import CommandGateway

PHOTO_S = 40.0
"""How long a photo may take to come."""
MAX_AT_ONCE = 3
LONGEST_ID = 64

Looking = Callable[[bytes], Awaitable[frozenset[str]]]
"""Finds the words of the QR codes in a photo; raises `UnreadableError`."""


@dataclass(frozen=True, slots=True)
class ScanResult:
    """What a photo showed.

    Attributes:
        card: Id of the card that is to be told.
        key: Which card it is; empty if that was not found.
        name: Of that card.
        trouble: Why not: `unread` for no photo, `unseen` for no card of this deck, `told` for none to be told.
    """

    card: str
    key: str = ""
    name: str = ""
    trouble: str = ""


class CardScanner:
    """Takes the photos of one table.

    Attributes:
        look: How photos are looked at; in a thread of its own.
    """

    def __init__(self, gateway: CommandGateway, clock: Callable[[], float]) -> None:
        """Prepares.

        Args:
            gateway: Where the game is played.
            clock: Seconds of a monotonic clock.
        """
        self._gateway = gateway
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="photos")
        self.look: Looking = self._in_thread
        self._limit = RateLimit(8, 0.5, clock)
        self._busy: set[int] = set()

    async def scan(self, request: web.Request, phone: Phone, reader: Reader) -> ScanResult:
        """Answers a photo of a phone.

        Raises:
            HTTPException: If this phone may not send any, or not now.
            ValueError: If what it sent is no request for it.
            TimeoutError: If it does not come.
        """
        if not self._gateway.match.sheet(phone.seat, reader.language).tells:
            raise web.HTTPForbidden
        if phone.id in self._busy or len(self._busy) >= MAX_AT_ONCE or not self._limit.allows(str(phone.id)):
            raise web.HTTPTooManyRequests
        self._busy.add(phone.id)
        try:
            card, photo = await sent_photo(request)
            try:
                words = await self.look(photo)
            except UnreadableError:
                return ScanResult(card, trouble="unread")
        finally:
            self._busy.discard(phone.id)
        return self._answer(card, words, reader)

    def _answer(self, card: str, words: frozenset[str], reader: Reader) -> ScanResult:
        told = self._gateway.match.unknown_card(card, reader.viewer, reader.language)
        if told is None:
            return ScanResult(card, trouble="told")
        names = {each.key: each.name for each in told.names}
        key = tagged(words, names)
        return ScanResult(card, trouble="unseen") if key is None else ScanResult(card, key, names[key])

    async def _in_thread(self, photo: bytes) -> frozenset[str]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, words_in, photo)


async def sent_photo(request: web.Request) -> tuple[str, bytes]:
    """The id of a card and a photo of it, as a script sends them or a plain form.

    Raises:
        TimeoutError: If it does not come.
        ValueError: If it is neither.
    """
    async with asyncio.timeout(PHOTO_S):
        body = await request.clone(client_max_size=MAX_BYTES).read()
    if request.content_type == "image/jpeg":
        card, photo = request.query.get("card", ""), body
    else:
        parts = parts_of(body, request.headers.get("Content-Type", ""))
        card, photo = parts.get("card", b"").decode(), parts.get("photo", b"")
    if not 0 < len(card) <= LONGEST_ID:
        raise ValueError("no card")
    return card, photo
