"""A connection to a server of the league, which shows by its certificate that it is the league's."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from nats.aio.client import Client
from nats.errors import Error as NatsError

log = logging.getLogger(__name__)

CONNECT_S = 5.0
AGAIN_AFTER_S = 2
TOLD_AGAIN_S = 0.5
HALF_CLOSED = "returning true from eof_received()"
"""What asyncio says of each encrypted connection that the library's reader closes; it means nothing to anybody."""
ZONE = "companion.internal"
"""Where the names of servers lie; nobody outside a private network can have one there."""


def _means_something(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(HALF_CLOSED)


logging.getLogger("asyncio").addFilter(_means_something)


def server_name(venue: str) -> str:
    """The name by which the server of a venue is known in its certificate."""
    return f"{venue}.{ZONE}"


def is_authority(text: str) -> bool:
    """Whether a text is a certificate by which servers can be known."""
    try:
        ssl.create_default_context(cadata=text)
    except (ssl.SSLError, ValueError):
        return False
    return True


def end_if_told() -> None:
    """Ends the task that was told to end while the library waited: Python's `wait_for` may swallow that.

    Raises:
        CancelledError: If it was told.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Ends tasks, and waits until they have; who misses it is told again."""
    left = set(tasks)
    while left:
        for each in left:
            each.cancel()
        _, left = await asyncio.wait(left, timeout=TOLD_AGAIN_S)


class _TlsClient(Client):
    """Talks to nobody who does not encrypt, whoever stands in between and says that the server does not."""

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:  # noqa: FBT001, FBT002 (theirs)
        if initial_connection and not info.get("tls_required"):
            raise NatsError("this server of the league does not encrypt")
        await super()._process_info(info, initial_connection=initial_connection)

    async def close(self) -> None:
        if not self.is_connected:  # what waits goes nowhere, and Python's encrypted transport breaks over it once gone
            self._pending, self._pending_data_size = [], 0
        await super().close()


@contextlib.asynccontextmanager
async def connected(
    urls: Sequence[str],
    seed: str,
    venue: str,
    authority: str = "",
    *,
    once: bool = False,
    **options: Any,  # noqa: ANN401 (the library's own)
) -> AsyncIterator[Client]:
    """Is connected to a venue's server as long as the context lasts.

    Args:
        urls: Addresses of the server.
        seed: Secret key of who connects.
        venue: Whose server it is.
        authority: Certificate (PEM) of who signed the server's; empty where nothing is encrypted.
        once: Whether it ends when nobody is there or a connection is lost; otherwise it is tried again and again.
        options: More of `Client.connect`.

    Raises:
        NatsError: If the server refuses.
        OSError: If nobody is there, or it is not the league's server.
        TimeoutError: If nothing comes back.
    """

    async def passed_over(error: Exception) -> None:
        log.debug("league_connection error=%s", type(error).__name__)

    client = _TlsClient() if authority else Client()  # not `nats.connect`: it leaves sockets open that were refused
    if authority:
        options |= {"tls": ssl.create_default_context(cadata=authority), "tls_hostname": server_name(venue)}
    try:
        await client.connect(
            servers=list(urls),
            nkeys_seed_str=seed,
            allow_reconnect=not once,
            max_reconnect_attempts=1 if once else -1,  # the library takes 0 for any number
            reconnect_time_wait=0 if once else AGAIN_AFTER_S,
            connect_timeout=int(CONNECT_S),
            error_cb=passed_over,
            **options,
        )
        yield client
    finally:
        with contextlib.suppress(NatsError, OSError, TimeoutError):
            await client.close()
