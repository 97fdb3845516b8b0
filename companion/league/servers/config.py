"""Configuration of the NATS servers: the hub, the servers of its cluster, and the leaf of each venue.

All share one account. A table signs in with its own key and may publish its own subjects alone; a venue's leaf signs in
at the hub with a password, and nothing but its own tables' messages and the asking for the organiser's goes through.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.league.wire.subjects import (
    BULLETIN,
    HERE,
    HUB,
    INBOX,
    api_of,
    here_of,
    inbox_of,
    of_table,
    of_venue,
    tables_of,
)

ACCOUNT = "LEAGUE"
LOOPBACK = "127.0.0.1"
HANDSHAKE_S = 10
ROUTE_USER = "hub"
PING_S = 5
"""A connection that answers nothing for twice that long is taken for lost."""


@dataclass(frozen=True, slots=True)
class TableUser:
    """A table that may sign in.

    Attributes:
        name: Of the table.
        public: Its public key.
    """

    name: str
    public: str


@dataclass(frozen=True, slots=True)
class VenueUser:
    """A venue whose leaf may sign in at the hub.

    Attributes:
        name: Of the venue.
        password: Made by the hub.
    """

    name: str
    password: str


@dataclass(frozen=True, slots=True)
class Tls:
    """Files by which a server shows who it is.

    Attributes:
        certificate: PEM.
        key: PEM.
        authority: PEM of who signed it.
    """

    certificate: Path
    key: Path
    authority: Path


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """One NATS server.

    Attributes:
        name: Of the server, unlike any other's.
        domain: Of its JetStream: `HUB`, or the name of its venue.
        port: Where clients connect.
        store: Folder of its streams.
        organiser: Public key of who may do everything in the account: the organiser, or the venue.
        tables: Tables that may sign in here.
        host: Where it listens.
        venues: Venues whose leaf may sign in here; of a hub.
        leaf_port: Where leafs connect; 0 for nowhere.
        remotes: Addresses of the hub, with user and password; of a leaf.
        cluster_port: Where the other servers of the hub connect; 0 for a hub of one.
        routes: Addresses of the other servers of the hub, each `HOST:PORT`.
        route_password: By which the servers of the hub know one another; empty for a hub of one.
        tls: None on one machine, where nothing leaves it.
    """

    name: str
    domain: str
    port: int
    store: Path
    organiser: str
    tables: Sequence[TableUser] = ()
    host: str = LOOPBACK
    venues: Sequence[VenueUser] = ()
    leaf_port: int = 0
    remotes: Sequence[str] = ()
    cluster_port: int = 0
    routes: Sequence[str] = ()
    route_password: str = ""
    tls: Tls | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


def written(plan: ServerPlan) -> str:
    """The configuration as nats-server reads it; JSON, which it takes as well as its own form."""
    users: list[object] = [{"nkey": plan.organiser}]
    users += [{"nkey": each.public, "permissions": table_may(plan.domain, each.name)} for each in plan.tables]
    users += [
        {"user": each.name, "password": each.password, "permissions": venue_may(each.name)} for each in plan.venues
    ]
    whole: dict[str, object] = {
        "server_name": plan.name,
        "host": plan.host,
        "port": plan.port,
        "ping_interval": f"{PING_S}s",
        "ping_max": 2,
        "jetstream": {"store_dir": str(plan.store), "domain": plan.domain},
        "accounts": {ACCOUNT: {"jetstream": "enabled", "users": users}, "SYSTEM": {}},
        "system_account": "SYSTEM",
        **plan.extra,
    }
    if plan.tls is not None:
        whole["tls"] = _tls(plan.tls)
    leafs: dict[str, object] = {}
    if plan.leaf_port:
        leafs |= {"host": plan.host, "port": plan.leaf_port}
        if plan.tls is not None:
            leafs["tls"] = _tls(plan.tls)
    if plan.remotes:
        remote: dict[str, object] = {"urls": list(plan.remotes), "account": ACCOUNT}
        if plan.tls is not None:
            remote["tls"] = {"ca_file": str(plan.tls.authority)}
        leafs["remotes"] = [remote]
        leafs["reconnect"] = 1
    if leafs:
        whole["leafnodes"] = leafs
    if plan.cluster_port:
        whole["cluster"] = _cluster(plan)
    return json.dumps(whole, indent=1) + "\n"


def table_may(venue: str, table: str) -> dict[str, object]:
    """What a table may do: say that it is there, publish its own messages, and ask for its own and the organiser's."""
    return {
        "publish": [
            of_table(venue, table),
            here_of(venue, table),
            "$JS.API.INFO",
            f"$JS.API.STREAM.INFO.{tables_of(venue)}",
            f"$JS.API.STREAM.MSG.GET.{tables_of(venue)}",
            f"$JS.API.STREAM.INFO.{BULLETIN}",
            f"$JS.API.STREAM.MSG.GET.{BULLETIN}",
            f"$JS.API.CONSUMER.CREATE.{BULLETIN}",
            f"$JS.API.CONSUMER.CREATE.{BULLETIN}.>",
            f"$JS.API.CONSUMER.DELETE.{BULLETIN}.>",
            f"$JS.API.CONSUMER.INFO.{BULLETIN}.>",
            "$JS.FC.>",
        ],
        "subscribe": [f"{inbox_of(venue, table)}.>"],
    }


def venue_may(venue: str) -> dict[str, object]:
    """What may come from a venue's leaf to the hub: its tables' messages as they are sourced, nothing of others.

    `publish` is what the leaf sends to the hub, `subscribe` what the hub sends to the leaf.
    """
    return {
        "publish": [
            of_venue(venue),
            f"{HERE}.{venue}.*",
            "$JS.M.>",
            "$JS.S.>",
            "$JS.ACK.>",
            "$JS.FC.>",
            f"{api_of(HUB)}.CONSUMER.CREATE.{BULLETIN}",
            f"{api_of(HUB)}.CONSUMER.CREATE.{BULLETIN}.>",
            f"{api_of(HUB)}.CONSUMER.DELETE.{BULLETIN}.>",
            f"{api_of(HUB)}.STREAM.INFO.{BULLETIN}",
            f"{INBOX}.>",
            "_R_.>",
            "$JSC.R.>",
        ],
        "subscribe": [
            f"{api_of(venue)}.>",
            "$JS.M.>",
            "$JS.S.>",
            "$JS.ACK.>",
            "$JS.FC.>",
            f"{INBOX}.>",
            "_R_.>",
            "$JSC.R.>",
        ],
    }


def _cluster(plan: ServerPlan) -> dict[str, object]:
    """How the servers of a hub find one another; each shows the others a certificate of the league and the password."""
    routes = [f"nats-route://{ROUTE_USER}:{plan.route_password}@{each}" for each in plan.routes]
    found: dict[str, object] = {
        "name": plan.domain,
        "host": plan.host,
        "port": plan.cluster_port,
        "routes": routes,
        "authorization": {"user": ROUTE_USER, "password": plan.route_password, "timeout": HANDSHAKE_S},
        "no_advertise": True,
    }
    return found if plan.tls is None else {**found, "tls": _tls(plan.tls)}


def _tls(files: Tls) -> dict[str, object]:
    return {
        "cert_file": str(files.certificate),
        "key_file": str(files.key),
        "ca_file": str(files.authority),
        "timeout": HANDSHAKE_S,
    }
