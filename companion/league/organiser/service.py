"""A league served on this machine: the hub, its pages, and what is told to who started it."""

import asyncio
import contextlib
import hashlib
import hmac
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import msgspec

from companion.league.organiser.bulletins import Bulletins
from companion.league.organiser.hub import Hub
from companion.league.organiser.hub_card import keep_name, own_server
from companion.league.organiser.ledger import (
    HubServer,
    Ledger,
    LedgerError,
    read_ledger,
    tournament_file,
    write_ledger,
)
from companion.league.organiser.office import InCharge, Office, OfficeError
from companion.league.organiser.server import LeagueServer
from companion.league.organiser.split import Split, answers, others_of, split_seen
from companion.league.servers import streams
from companion.league.servers.authority import issued, new_authority, tls_files
from companion.league.servers.config import LOOPBACK, ServerPlan, Tls
from companion.league.servers.process import NatsServer
from companion.league.tournament.book import TournamentBook
from companion.league.wire.client import connected, ended
from companion.league.wire.keys import Key
from companion.league.wire.subjects import HUB
from companion.phones.link.certificates import Certificate

EVERYWHERE = "0.0.0.0"  # noqa: S104  # tables and phones come from outside; each has its own key
ELECTION_S = 30.0
"""So long the servers that are left may take to agree who leads their streams."""
AGAIN_AFTER_S = 1.0
LOOK_EVERY_S = 10.0
SIZES = (1, 3, 5)
"""How many servers a hub may have: with an even number, one more would have to run for the same safety."""


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """How a league is served.

    Attributes:
        folder: Where everything of it lies.
        name: Of a new league.
        tables: So many it has at least.
        page_port: Of the web pages; 0 for any.
        nats_port: Where tables find the server of NATS.
        leaf_port: Where the leafs of venues find it; 0 for no venues.
        cluster_port: Where the hub's other servers find it.
        others: Machines of the hub's other servers, each `HOST` or `HOST:PORT` with the port where tables come in; none
            for a hub of one. What is not told is as on this one. Counts for a new league.
        addresses: Of this machine, where others than those of its network are to be used.
        host_name: Name by which its network finds this machine whatever its address is; empty for none.
        local: Whether nothing is reached from other machines.
        https: Whether the pages come by https.
        look_every_s: So often a server of a hub of several looks whether the hub has split.
    """

    folder: Path
    name: str
    tables: int = 0
    page_port: int = 8700
    nats_port: int = 4222
    leaf_port: int = 7422
    cluster_port: int = 6222
    others: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    host_name: str = ""
    local: bool = False
    https: bool = False
    look_every_s: float = LOOK_EVERY_S


@dataclass(frozen=True, slots=True)
class ServedLeague:
    """A league that is served.

    Attributes:
        hub: Its hub.
        port: Of the web pages.
        urls: Where tables find the servers of NATS.
        page: The organiser's page, with the code that opens it.
    """

    hub: Hub
    port: int
    urls: tuple[str, ...]
    page: str


def ledger_of(plan: LeaguePlan, now: datetime, addresses: tuple[str, ...]) -> Ledger:
    """The league's ledger, begun or with more tables where the plan wants it.

    Raises:
        LedgerError: If it cannot be read, or the plan does not fit it.
        OSError: If it cannot be written.
    """
    found = read_ledger(plan.folder)
    ledger = _begun(plan, _addresses(plan, addresses)) if found is None else found
    if found is not None and plan.others and not found.servers:
        raise LedgerError("this league was begun on one machine; begin a new one to have it on several")
    lacking = plan.tables - len(ledger.tables)
    if lacking > 0 and (found is None or len(ledger.servers) < 2):
        ledger = ledger.with_tables(lacking)
    if not plan.local and ledger.authority is None:
        ledger = msgspec.structs.replace(ledger, authority=new_authority(now))
    if ledger != found:
        write_ledger(plan.folder, ledger)
        if found is None and ledger.servers:
            keep_name(plan.folder, ledger.servers[0].name)
    return ledger


@contextlib.asynccontextmanager
async def served(
    plan: LeaguePlan,
    now: Callable[[], datetime],
    addresses: Callable[[], tuple[str, ...]],
) -> AsyncIterator[ServedLeague]:
    """Serves a league as long as the context lasts.

    Args:
        plan: How.
        now: Wall time, with its zone.
        addresses: Tells the addresses of this machine, best first.

    Raises:
        ServerError: If the server of NATS cannot be started.
        LedgerError: If the ledger cannot be read, the plan does not fit it, or another machine went on alone.
        RecordError: If the tournament's record cannot be read.
        OSError: If a port cannot be had, or something cannot be written.
    """
    ledger = ledger_of(plan, now(), addresses())
    known = _addresses(plan, addresses())
    own = own_server(plan.folder, ledger)
    split = None if own is None else await split_seen(ledger, own.name)
    if split is not None and split.yields:
        raise LedgerError(f"{split.error()} The folder on this machine: {plan.folder}")
    host = LOOPBACK if plan.local else EVERYWHERE
    server = _server_plan(plan, ledger, own, host)
    if not plan.local:
        server = replace(server, tls=_tls(plan, ledger, own, known, now()))
    hub = Hub(plan.folder, ledger, server, asyncio.get_running_loop().time, lambda: now().isoformat())
    places = tuple(f"{each.host}:{each.port}" for each in ledger.servers)
    found_at = known if plan.local or not plan.host_name else (*known, plan.host_name)
    urls = tuple(f"nats://{each}" for each in places or (f"{each}:{plan.nats_port}" for each in found_at))
    https = plan.https if own is None else own.https
    try:
        async with (
            hub.serving(),
            _telling(hub),
            _watching_for_split(hub, "" if own is None else own.name, split, plan.look_every_s),
            LeagueServer(hub, now, lambda: urls).serving(
                host, plan.page_port if own is None else own.page_port, _pages_tls(plan.folder, now(), known, https)
            ) as port,
        ):
            first = known[0] if own is None else own.host
            page = f"{'https' if https else 'http'}://{first}:{port}/organise?code={ledger.code}"
            yield ServedLeague(hub, port, urls, page)
    finally:
        if hub.book is not None:
            hub.book.close()


async def take_over(folder: Path) -> HubServer:
    """Puts this machine's server, which runs, in charge of the hub; the one that was in charge stands by from then on.

    Args:
        folder: Of the league on this machine.

    Returns:
        The server that is in charge now.

    Raises:
        LedgerError: If the folder holds no server of a hub of several.
        OfficeError: If the server does not run, or too few others do.
    """
    ledger = read_ledger(folder)
    own = None if ledger is None else own_server(folder, ledger)
    if ledger is None or own is None or ledger.authority is None or len(ledger.servers) == 1:
        raise LedgerError(f"{folder} holds no server of a hub of several: there is nothing to take over")
    url = f"tls://{LOOPBACK}:{own.port}"
    try:
        async with connected((url,), ledger.seed, HUB, ledger.authority.certificate, once=True) as client:
            await _put_in_charge(Office(lambda: client), own.name)
    except (OSError, TimeoutError) as error:
        raise OfficeError("not_running") from error
    return own


async def go_on_alone(folder: Path, now: Callable[[], datetime]) -> HubServer:
    """Makes the machine that is left of a hub of several a hub of one, with all that it had of what most had confirmed.

    Its streams are made anew where they lie: a server without a cluster takes over the messages of replicated ones.

    Args:
        folder: Of the league on this machine.
        now: Wall time, with its zone.

    Returns:
        The server, which is the hub from now on.

    Raises:
        LedgerError: If the folder holds no server of a hub of several, or another server of the hub runs.
        ServerError: If the server of NATS cannot be started.
        OfficeError: If what the organiser had cannot be read.
        RecordError: If the tournament cannot be written.
        OSError: If something cannot be written.
    """
    ledger = read_ledger(folder)
    own = None if ledger is None else own_server(folder, ledger)
    if ledger is None or own is None or len(ledger.servers) == 1:
        raise LedgerError(f"{folder} holds no server of a hub of several: it is served without --alone")
    for each in ledger.servers:
        if each != own and await answers(each.host, each.cluster_port):
            raise LedgerError(
                f"{each.name} at {each.host} runs: --alone is for a machine whose others are gone for good"
            )
    alone = msgspec.structs.replace(ledger, servers=(own,))
    plan = LeaguePlan(folder, ledger.name)
    server = NatsServer(
        replace(_server_plan(plan, alone, own, LOOPBACK), tls=_tls(plan, alone, own, (), now())), folder
    )
    await server.start()
    try:
        known = "" if ledger.authority is None else ledger.authority.certificate
        async with connected((server.url,), ledger.seed, HUB, known, once=True) as client:
            await streams.keep_office(client.jetstream(), 1)
            office = Office(lambda: client)
            await office.catch_up()
    finally:
        await server.stop()
    if office.entries:
        TournamentBook.copied(tournament_file(folder), office.entries, lambda: now().isoformat()).close()
    left = tuple(each for each in ledger.servers if each != own)
    write_ledger(folder, msgspec.structs.replace(office.ledger or ledger, servers=(own,), left=left))
    return own


def _addresses(plan: LeaguePlan, found: tuple[str, ...]) -> tuple[str, ...]:
    """Under which this machine is reached, the best first."""
    return (LOOPBACK,) if plan.local else tuple(dict.fromkeys((*plan.addresses, *found, LOOPBACK)))


async def _put_in_charge(office: Office, server: str) -> None:
    clock = asyncio.get_running_loop().time
    ends_s = clock() + ELECTION_S
    while True:
        try:
            await office.catch_up()
            await office.keep(InCharge(server=server))
        except OfficeError:
            if clock() > ends_s:
                raise
            await asyncio.sleep(AGAIN_AFTER_S)
        else:
            return


def _begun(plan: LeaguePlan, addresses: tuple[str, ...]) -> Ledger:
    ledger = Ledger.new(plan.name)
    if not plan.others:
        return ledger
    if plan.local or len(plan.others) + 1 not in SIZES:
        raise LedgerError("a hub has one machine, or three: name the two others, without --local")
    hosts = (f"{addresses[0]}:{plan.nats_port}", *plan.others)
    return msgspec.structs.replace(
        ledger, servers=tuple(_hub_server(number, each, plan) for number, each in enumerate(hosts, 1))
    )


def _hub_server(number: int, place: str, plan: LeaguePlan) -> HubServer:
    host, _, port = place.partition(":")
    if not host or (port and not port.isdecimal()):
        raise LedgerError(f"{place!r} is no address of a machine; expected such as 192.168.1.11 or 192.168.1.11:4222")
    step = int(port or plan.nats_port) - plan.nats_port
    return HubServer(
        name=f"hub{number}",
        host=host,
        port=plan.nats_port + step,
        leaf_port=plan.leaf_port + step,
        cluster_port=plan.cluster_port + step,
        page_port=plan.page_port + step,
        https=plan.https,
    )


def _server_plan(plan: LeaguePlan, ledger: Ledger, own: HubServer | None, host: str) -> ServerPlan:
    usual = HubServer(
        name=HUB, host=host, port=plan.nats_port, leaf_port=plan.leaf_port, cluster_port=0, page_port=plan.page_port
    )
    here = usual if own is None else own
    routes = tuple(f"{each.host}:{each.cluster_port}" for each in ledger.servers if each != own)
    password = hmac.new(ledger.seed.encode(), b"routes", hashlib.sha256).hexdigest()
    return ServerPlan(
        name=here.name,
        domain=HUB,
        port=here.port,
        store=plan.folder / "streams",
        organiser=Key(ledger.seed).public,
        host=host,
        leaf_port=here.leaf_port,
        cluster_port=here.cluster_port if routes else 0,
        routes=routes,
        route_password=password if routes else "",
    )


def _tls(plan: LeaguePlan, ledger: Ledger, own: HubServer | None, known: tuple[str, ...], now: datetime) -> Tls:
    assert ledger.authority is not None  # noqa: S101 (made with the ledger)
    names = tuple(filter(None, (*known, plan.host_name))) if own is None else (own.host, *known)
    return tls_files(plan.folder, issued(ledger.authority, HUB, names, now), ledger.authority.certificate)


def _pages_tls(folder: Path, now: datetime, names: tuple[str, ...], https: bool) -> ssl.SSLContext | None:  # noqa: FBT001
    if not https:
        return None
    certificate = Certificate(folder / "https", now)
    certificate.cover(names)
    return certificate.context


@contextlib.asynccontextmanager
async def _telling(hub: Hub) -> AsyncIterator[None]:
    """Tells the tables what is to be played there, as long as the context lasts."""
    telling = asyncio.create_task(Bulletins(hub).run())
    try:
        yield
    finally:
        await ended([telling])


@contextlib.asynccontextmanager
async def _watching_for_split(hub: Hub, own: str, found: Split | None, every_s: float) -> AsyncIterator[None]:
    """Tells the hub when it has split, as long as the context lasts."""
    hub.tell_split(found)

    async def watch() -> None:
        while True:
            await asyncio.sleep(every_s)
            hub.tell_split(await split_seen(hub.ledger, own))

    watching = [asyncio.create_task(watch())] if others_of(hub.ledger, own) else []
    try:
        yield
    finally:
        await ended(watching)
