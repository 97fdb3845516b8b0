"""What all requests have in common: their bodies, their language, and what is answered where they cannot be heard."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from html import escape
from urllib.parse import parse_qs

from aiohttp import web

from companion.texts import Language, say

log = logging.getLogger(__name__)

LANGUAGE_COOKIE = "language"
BODY_S = 10.0
"""How long a request may take for its body."""
READ_OUT_S = 2.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What a handler answers, or a bare number where it cannot."""
    try:
        return await handler(request)
    except web.HTTPException as refused:
        return plain(refused.status)
    except TimeoutError:
        return closing(408)
    except (ValueError, RecursionError):
        return plain(400)
    except web.RequestPayloadError:  # the body's own framing is broken
        return closing(400)
    except (ConnectionError, asyncio.CancelledError):
        raise
    except Exception as error:
        if request.transport is None:  # the phone is gone, as a network says in many ways
            raise ConnectionResetError("nobody is there any more") from error
        log.exception("request_failed")
        return plain(500)


async def read_out(request: web.Request) -> None:
    """Reads what a phone still sends though it was refused, so that it hears why; but not for long."""
    with contextlib.suppress(TimeoutError, web.RequestPayloadError, ConnectionError):
        async with asyncio.timeout(READ_OUT_S):
            while not request.content.is_eof():
                await request.content.readany()


async def body_of(request: web.Request) -> bytes:
    """The whole body.

    Raises:
        TimeoutError: If it does not come.
    """
    async with asyncio.timeout(BODY_S):
        return await request.read()


async def form_of(request: web.Request) -> dict[str, str]:
    """The fields of a plain form, each with its first value."""
    fields = parse_qs((await body_of(request)).decode(), keep_blank_values=True, max_num_fields=8)
    return {name: values[0] for name, values in fields.items()}


def page_of(html: str, status: int = 200) -> web.Response:
    """An answer that is a page."""
    return web.Response(text=html, status=status, content_type="text/html")


def moved(language: Language) -> web.Response:
    """What is said at an address that is not ours: what to do, on a page that needs nothing else from here."""
    title, text = escape(say(language, "phones.title")), escape(say(language, "phones.other_name"))
    page = (
        f'<!doctype html><html lang="{language.value}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><h1>{title}</h1><p>{text}</p></html>"
    )
    return page_of(page, 421)


def plain(status: int) -> web.Response:
    """A refusal that says nothing but its number."""
    return web.Response(status=status)


def closing(status: int, text: str = "") -> web.Response:
    """A refusal after which the connection ends, with a sentence for whoever writes programs."""
    answer = web.Response(status=status, text=text) if text else plain(status)
    answer.force_close()
    return answer


def address_of(request: web.Request) -> str:
    """Where a request came from; empty if that is not known."""
    return request.remote or ""


def language_of(request: web.Request) -> Language:
    """What the phone chose, else what its browser prefers of our languages, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in tuple(Language):
        return Language(chosen)
    preferred = request.headers.get("Accept-Language", "").split(",")
    return Language.wanted([each.partition(";")[0] for each in preferred]) or Language.ENGLISH
