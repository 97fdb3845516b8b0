"""Who belongs to a league: its venues and tables with their keys, in a private file of the hub."""

import secrets
from pathlib import Path

import msgspec

from companion.league.errors import LeagueError
from companion.league.servers.authority import Certificate
from companion.league.servers.config import TableUser, VenueUser
from companion.league.wire.keys import Key
from companion.league.wire.subjects import HUB, word
from companion.record.private_file import make_private_folder, write_private

FILE = "ledger.json"
TOURNAMENT = "tournament.league"
MAX_BYTES = 4 * 1024 * 1024
SECRET_BYTES = 24


class LedgerError(LeagueError):
    """A ledger that cannot be read, or a change that cannot be made; its text is one sentence for people."""


class TableEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A table.

    Attributes:
        venue: Name of its venue.
        name: Of the table.
        seed: Its secret key, which its card holds.
    """

    venue: str
    name: str
    seed: str

    @property
    def public(self) -> str:
        """Its public key."""
        return Key(self.seed).public


class VenueEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A venue with a leaf of its own.

    Attributes:
        name: Of the venue.
        password: By which its leaf signs in.
        seed: Secret key of who runs the venue's server.
        address: Where its tables find that server, such as `nats://192.168.1.5:4222`.
    """

    name: str
    password: str
    seed: str = ""
    address: str = ""


class HubServer(msgspec.Struct, frozen=True, kw_only=True):
    """One server of a hub of several.

    Attributes:
        name: Unlike that of any other.
        host: Address of its machine.
        port: Where tables find it.
        leaf_port: Where the leafs of venues find it.
        cluster_port: Where the other servers find it.
        page_port: Of its web pages.
        https: Whether they come by https.
    """

    name: str
    host: str
    port: int
    leaf_port: int
    cluster_port: int
    page_port: int
    https: bool = False

    @property
    def page(self) -> str:
        """Address of its web pages."""
        return f"{'https' if self.https else 'http'}://{self.host}:{self.page_port}"


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """All of a league.

    Attributes:
        name: Shown.
        seed: The organiser's secret key.
        code: What opens the organiser's page.
        tables: In the order of their numbers: the first is table 1.
        venues: Those with a leaf.
        delay_s: How far spectators are behind, against coaching.
        authority: Who signs the certificates of its servers; None as long as it was served on one machine alone.
        servers: Those of a hub of several; none for a hub of one.
        left: Servers of a hub of several that this machine has gone on without.
    """

    name: str
    seed: str
    code: str
    tables: tuple[TableEntry, ...] = ()
    venues: tuple[VenueEntry, ...] = ()
    delay_s: float = 0.0
    authority: Certificate | None = None
    servers: tuple[HubServer, ...] = ()
    left: tuple[HubServer, ...] = ()

    @classmethod
    def new(cls, name: str) -> "Ledger":
        """A league without tables."""
        return cls(name=name, seed=Key.new().seed, code=secrets.token_urlsafe(SECRET_BYTES))

    def with_tables(self, count: int, venue: str = HUB) -> "Ledger":
        """A ledger with so many more tables at a venue, called `t1`, `t2` and so on.

        Raises:
            SubjectError: If the venue cannot be called so.
        """
        had = sum(each.venue == word(venue) for each in self.tables)
        added = (TableEntry(venue=venue, name=f"t{had + n}", seed=Key.new().seed) for n in range(1, count + 1))
        return msgspec.structs.replace(self, tables=(*self.tables, *added))

    def with_venue(self, name: str, address: str = "") -> "Ledger":
        """A ledger with one more venue, whose server is found at an address.

        Raises:
            SubjectError: If it cannot be called so.
            LedgerError: If there is one of that name.
        """
        if name == HUB or any(each.name == name for each in self.venues):
            raise LedgerError(f"there is a venue {name!r} already; give this one another name")
        password, seed = secrets.token_urlsafe(SECRET_BYTES), Key.new().seed
        entry = VenueEntry(name=word(name), password=password, seed=seed, address=address)
        return msgspec.structs.replace(self, venues=(*self.venues, entry))

    def number_of(self, venue: str, table: str) -> int:
        """Number of a table, from 1; 0 for one that is not of this league."""
        found = (n for n, each in enumerate(self.tables, 1) if (each.venue, each.name) == (venue, table))
        return next(found, 0)

    def key_of(self, venue: str, table: str) -> str:
        """Public key of a table; empty for one that is not of this league."""
        number = self.number_of(venue, table)
        return self.tables[number - 1].public if number else ""

    def table_users(self, venue: str = HUB) -> tuple[TableUser, ...]:
        """The tables of a venue, as its server takes them."""
        return tuple(TableUser(each.name, each.public) for each in self.tables if each.venue == venue)

    def venue_users(self) -> tuple[VenueUser, ...]:
        """The venues, as the hub's server takes them."""
        return tuple(VenueUser(each.name, each.password) for each in self.venues)


def read_ledger(folder: Path) -> Ledger | None:
    """The ledger of a league; None where there is none yet.

    Raises:
        LedgerError: If it cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return None
    if path.stat().st_size > MAX_BYTES:
        raise LedgerError(f"{path} is larger than {MAX_BYTES} bytes and was not read")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ledger)
    except (OSError, msgspec.DecodeError) as error:
        raise LedgerError(f"{path} is no ledger of a league: {error}") from error


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Keeps a ledger.

    Raises:
        OSError: If it cannot be written.
    """
    make_private_folder(folder)
    write_private(folder / FILE, msgspec.json.encode(ledger))


def tournament_file(folder: Path) -> Path:
    """Where the record of a league's tournament lies."""
    return folder / TOURNAMENT
