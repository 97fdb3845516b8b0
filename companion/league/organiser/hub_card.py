"""The card by which another machine becomes a server of a hub of several, and what it keeps of it."""

from pathlib import Path

import msgspec

from companion.league.codes import card_in
from companion.league.codes import code_of as packed
from companion.league.organiser.ledger import HubServer, Ledger, LedgerError, read_ledger, write_ledger
from companion.record.private_file import write_private

MARK = "companion-hub:"
MAX_CARD_BYTES = 64 * 1024
FILE = "server.name"


class HubCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a server of the hub needs.

    Attributes:
        server: Its name.
        ledger: Of the league, without tables and venues: those come from the other servers.
    """

    server: str
    ledger: Ledger


def hub_code(ledger: Ledger, server: str) -> str:
    """The card of one of the hub's servers, as one line of text."""
    bare = msgspec.structs.replace(ledger, tables=(), venues=())
    return packed(MARK, HubCard(server=server, ledger=bare))


def hub_card_of(code: str) -> HubCard:
    """The card that a line of text stands for.

    Raises:
        LeagueError: If it stands for none.
    """
    return card_in(code, MARK, HubCard, MAX_CARD_BYTES)


def keep_hub_card(folder: Path, card: HubCard) -> None:
    """Makes this machine a server of the hub; nothing changes if it is that one already.

    Raises:
        LedgerError: If the folder holds another league.
        OSError: If it cannot be written.
    """
    found = read_ledger(folder)
    if found is None:
        write_ledger(folder, card.ledger)
        keep_name(folder, card.server)
    elif found.seed != card.ledger.seed or name_in(folder) != card.server:
        raise LedgerError(f"{folder} holds another league or another server of this one; name another with --folder")


def keep_name(folder: Path, server: str) -> None:
    """Notes which of the hub's servers this machine is.

    Raises:
        OSError: If it cannot be written.
    """
    write_private(folder / FILE, f"{server}\n".encode())


def name_in(folder: Path) -> str:
    """Which of the hub's servers this machine is; empty for a hub of one."""
    path = folder / FILE
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def own_server(folder: Path, ledger: Ledger) -> HubServer | None:
    """This machine among the hub's servers; None for a hub of one.

    Raises:
        LedgerError: If it is not among them.
    """
    if not ledger.servers:
        return None
    name = name_in(folder)
    found = next((each for each in ledger.servers if each.name == name), None)
    if found is None:
        raise LedgerError(f"{folder} does not say which server of the hub this machine is: join by its card again")
    return found
