"""The door for photographs of players' own cards: from who holds the card, to who knows it."""

import asyncio
from collections.abc import Callable

from aiohttp import web

from companion.phones.link.guard import RateLimit
from companion.phones.link.seats import Phone
from companion.phones.pages.card_photos import CardPhotos, own_key
from companion.phones.pages.card_scan import sent_photo
from companion.phones.pages.photos import UnreadableError
from companion.phones.pages.reader import Reader
from companion.phones.server.responses import form_of
from companion.referee.match.command_gateway import CommandGateway

MAX_AT_ONCE = 2
"""Photographs of all phones that are looked at."""


class PhotoDoor:
    """Takes the photographs of one table, and shows them."""

    def __init__(self, gateway: CommandGateway, photos: CardPhotos | None, clock: Callable[[], float]) -> None:
        """Prepares.

        Args:
            gateway: Where the game is played.
            photos: Where they are kept; None where none are taken.
            clock: Seconds of a monotonic clock.
        """
        self._gateway, self._photos = gateway, photos
        self._limit = RateLimit(8, 0.2, clock)
        self._busy: set[int] = set()

    async def take(self, request: web.Request, phone: Phone, reader: Reader) -> None:
        """Keeps a photograph of a card that the sender holds; a plain form without one removes it.

        Raises:
            HTTPException: If this phone may not send it, or not now, or it is no photograph.
            ValueError: If what it sent is no request for it.
            TimeoutError: If it does not come.
        """
        photos = self._photos
        if photos is None:
            raise web.HTTPNotFound
        if phone.id in self._busy or len(self._busy) >= MAX_AT_ONCE or not self._limit.allows(str(phone.id)):
            raise web.HTTPTooManyRequests
        self._busy.add(phone.id)
        try:
            if request.content_type == "application/x-www-form-urlencoded":
                photos.remove(self._held(str((await form_of(request)).get("card", "")), reader))
            else:
                card, photo = await sent_photo(request)
                await asyncio.to_thread(photos.put, self._held(card, reader), photo)
        except UnreadableError as error:
            raise web.HTTPBadRequest from error
        except OSError as error:
            raise web.HTTPInsufficientStorage from error
        finally:
            self._busy.discard(phone.id)
        self._gateway.tell()

    def shown(self, card: str, version: str, reader: Reader) -> bytes:
        """The photograph of a card that the reader knows.

        Raises:
            HTTPException: If there is none that this reader may see.
        """
        match, photos = self._gateway.match, self._photos
        text = match.teller(reader.language).card(card) if self._knows(card, reader) else None
        file = photos.file(text.key) if photos is not None and text is not None else None
        if photos is None or text is None or file is None or photos.version(text.key) != version:
            raise web.HTTPNotFound
        try:
            return file.read_bytes()
        except OSError as error:  # another one took its place just now
            raise web.HTTPNotFound from error

    def _knows(self, card: str, reader: Reader) -> bool:
        return card in self._gateway.match.sheet(reader.viewer, reader.language).known

    def _held(self, card: str, reader: Reader) -> str:
        """Which card it is that lies among the reader's own.

        Raises:
            HTTPException: If it is none of them.
        """
        key = own_key(self._gateway.match, reader.viewer, reader.language, card) if card else ""
        if not key:
            raise web.HTTPForbidden
        return key
