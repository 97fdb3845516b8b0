"""A venue's own server: the card by which it joins the hub, and the leaf that it runs."""

import contextlib
from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from companion.league.codes import card_in
from companion.league.codes import code_of as packed
from companion.league.errors import LeagueError
from companion.league.organiser.ledger import Ledger
from companion.league.servers import streams
from companion.league.servers.authority import Certificate, issued, tls_files
from companion.league.servers.config import ServerPlan, TableUser
from companion.league.servers.process import NatsServer
from companion.league.wire.client import connected
from companion.league.wire.keys import Key

MARK = "companion-venue:"
MAX_CARD_BYTES = 256 * 1024
EVERYWHERE = "0.0.0.0"  # noqa: S104  # tables come from outside; each has its own key


class VenueCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a venue's server needs.

    Attributes:
        league: What the league is called.
        venue: Name of the venue.
        remotes: Addresses of the hub's servers, with user and password.
        seed: Secret key of who runs the server.
        tables: Name and public key of each table.
        authority: Certificate (PEM) by which the league's servers are known; empty where nothing is encrypted.
        own: The server's own certificate; None where nothing is encrypted.
    """

    league: str
    venue: str
    remotes: tuple[str, ...]
    seed: str
    tables: tuple[tuple[str, str], ...]
    authority: str = ""
    own: Certificate | None = None


def venue_card(
    ledger: Ledger, venue: str, hubs: Iterable[str], authority: Certificate | None, now: datetime
) -> VenueCard:
    """The card of a venue.

    Args:
        ledger: Of the league.
        venue: Its name.
        hubs: Where leafs connect to the servers of the hub, each `HOST:PORT`.
        authority: Who signs the servers' certificates; None where nothing is encrypted.
        now: Wall time, with its zone.

    Raises:
        LeagueError: If there is no such venue.
    """
    entry = next((each for each in ledger.venues if each.name == venue), None)
    if entry is None:
        raise LeagueError(f"there is no venue {venue!r}")
    return VenueCard(
        league=ledger.name,
        venue=venue,
        remotes=tuple(f"nats-leaf://{venue}:{entry.password}@{hub}" for hub in hubs),
        seed=entry.seed,
        tables=tuple((each.name, each.public) for each in ledger.tables if each.venue == venue),
        authority="" if authority is None else authority.certificate,
        own=None if authority is None else issued(authority, venue, (), now),
    )


def venue_code(card: VenueCard) -> str:
    """The card as one line of text."""
    return packed(MARK, card)


def venue_of(code: str) -> VenueCard:
    """The card that a line of text stands for.

    Raises:
        LeagueError: If it stands for none.
    """
    return card_in(code, MARK, VenueCard, MAX_CARD_BYTES)


@contextlib.asynccontextmanager
async def leaf(card: VenueCard, folder: Path, port: int, host: str = EVERYWHERE) -> AsyncIterator[NatsServer]:
    """Runs a venue's server as long as the context lasts; its tables play on while the hub is not reached.

    Args:
        card: The venue's.
        folder: Where its streams lie.
        port: Where its tables find it.
        host: Where it listens.

    Raises:
        ServerError: If it cannot be started.
    """
    plan = ServerPlan(
        name=card.venue,
        domain=card.venue,
        port=port,
        store=folder / "streams",
        organiser=Key(card.seed).public,
        tables=tuple(TableUser(name, public) for name, public in card.tables),
        host=host,
        remotes=card.remotes,
        tls=None if card.own is None else tls_files(folder, card.own, card.authority),
    )
    server = NatsServer(plan, folder)
    await server.start()
    try:
        async with connected((server.url,), card.seed, card.venue, card.authority) as client:
            js = client.jetstream()
            await streams.keep_tables(js, card.venue)
            await streams.copy_bulletin(js)
        yield server
    finally:
        await server.stop()
