"""The card by which a table joins a league: who it is, its key, and where its venue's server is.

The organiser prints it as a QR code; the table keeps it in the user's data folder, for its owner's eyes only.
"""

import re
from pathlib import Path

import msgspec
import platformdirs

from companion.documents import read_text
from companion.league.codes import capitals_of, card_in
from companion.league.errors import LeagueError
from companion.league.wire.client import is_authority
from companion.league.wire.keys import Key, KeyTextError
from companion.league.wire.place import TablePlace
from companion.league.wire.subjects import SubjectError, word
from companion.record.private_file import make_private_folder, write_private

FILE = "league.card"
MARK = "companion-league:"
MAX_FILE_BYTES = 16 * 1024
URL = re.compile(r"(nats|tls|ws|wss)://[^\s/@]+:\d{1,5}")


class CardError(LeagueError):
    """A card that cannot be taken; its text is one sentence for people."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a table needs to belong to a league.

    Attributes:
        league: What the league is called.
        venue: Name of the venue.
        table: Name of the table.
        urls: Addresses of the venue's NATS server.
        seed: The table's secret key.
        page: Address of the organiser's page; empty where the table needs none.
        authority: Certificate (PEM) of who signed the server's; empty without TLS.
        number: Of the table in the league, from 1; 0 on a card that does not tell it.
    """

    league: str
    venue: str
    table: str
    urls: tuple[str, ...]
    seed: str
    page: str = ""
    authority: str = ""
    number: int = 0

    @property
    def called(self) -> str:
        """What the table is called, such as `table 2`."""
        return f"table {self.number}" if self.number else f"table {self.venue}/{self.table}"

    @property
    def place(self) -> TablePlace:
        """Where the table belongs."""
        return TablePlace(self.venue, self.table, self.urls, self.authority)

    def place_by(self, newest: "TableCard | None") -> TablePlace:
        """Where the table belongs by the newest card that it has: the same table's names where its server is now."""
        same = newest is not None and (newest.venue, newest.table, newest.seed) == (self.venue, self.table, self.seed)
        return newest.place if newest is not None and same else self.place

    @property
    def key(self) -> Key:
        """The table's key."""
        return Key(self.seed)


def code_of(card: TableCard) -> str:
    """The card as one line of text, as it stands in a QR code."""
    return capitals_of(MARK, card)


def card_of(code: str) -> TableCard:
    """The card that a line of text stands for.

    Raises:
        CardError: If it stands for none.
    """
    try:
        card = card_in(code, MARK, TableCard, MAX_FILE_BYTES)
    except LeagueError as error:
        raise CardError(str(error)) from error
    return checked(card)


def checked(card: TableCard) -> TableCard:
    """The card, if all that stands in it can be used.

    Raises:
        CardError: If something cannot.
    """
    try:
        word(card.venue)
        word(card.table)
        Key(card.seed)
    except (SubjectError, KeyTextError) as error:
        raise CardError(str(error)) from error
    if card.authority and not is_authority(card.authority):
        raise CardError("the certificate on the card is damaged: scan it again, or type it letter by letter")
    if not card.urls or not all(URL.fullmatch(url) for url in card.urls):
        raise CardError("the card names no address of a server; expected such as nats://192.168.1.5:4222")
    return card


def card_file() -> Path:
    """Where a user keeps the card."""
    return Path(platformdirs.user_data_path("companion")) / FILE


def kept_card(path: Path) -> TableCard | None:
    """The card that is kept in a file; None where the table belongs to no league.

    Raises:
        CardError: If it cannot be read.
    """
    if not path.exists():
        return None
    try:
        return card_of(read_text(path, MAX_FILE_BYTES))
    except (OSError, ValueError, LeagueError) as error:
        raise CardError(f"{path}: {error}") from error


def keep_card(path: Path, card: TableCard) -> None:
    """Keeps a card.

    Raises:
        OSError: If it cannot be written.
    """
    make_private_folder(path.parent)
    write_private(path, f"{code_of(card)}\n".encode())


def leave(path: Path) -> bool:
    """Forgets the card; whether there was one."""
    found = path.exists()
    path.unlink(missing_ok=True)
    return found
