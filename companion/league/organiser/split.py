"""A hub that has split: one machine went on alone, and those that it took for lost go on beside it.

NATS cannot tell of it: a server that went on alone is a hub of its own, and the others are most of the old one. So each
side asks the machines of the other. The one that went on alone was told to by a person; the others change nothing while
it is there.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from nats.errors import Error as NatsError

from companion.league.organiser.ledger import HubServer, Ledger
from companion.league.organiser.office import OfficeError
from companion.league.wire.client import connected
from companion.league.wire.subjects import ALL, HUB

ANSWERS_WITHIN_S = 3.0


class Beside(Enum):
    """What another machine of the hub is found to do."""

    SILENT = auto()
    TOGETHER = auto()
    ALONE = auto()


@dataclass(frozen=True, slots=True)
class Split:
    """The hub has split.

    Attributes:
        other: A server of the other side.
        yields: Whether this side changes nothing meanwhile: the other one went on alone.
    """

    other: HubServer
    yields: bool

    def error(self) -> OfficeError:
        """What has happened and what to do, for the organiser."""
        key = "split_yields" if self.yields else "split_alone"
        return OfficeError(key, server=self.other.name, host=self.other.host)


def others_of(ledger: Ledger, own: str) -> tuple[HubServer, ...]:
    """Whom a server of the hub asks: the other servers, or those that it went on without."""
    return tuple(each for each in (*ledger.servers, *ledger.left) if each.name != own)


def split_of(ledger: Ledger, found: Mapping[str, Beside]) -> Split | None:
    """Whether the hub has split; None while it has not, as far as anybody answers.

    Args:
        ledger: Of the league on this machine.
        found: By name of each server that was asked what it does.
    """
    alone = next((each for each in ledger.servers if found.get(each.name) is Beside.ALONE), None)
    if alone is not None:
        return Split(alone, yields=True)
    runs = next((each for each in ledger.left if found.get(each.name, Beside.SILENT) is not Beside.SILENT), None)
    return None if runs is None else Split(runs, yields=False)


async def split_seen(ledger: Ledger, own: str) -> Split | None:
    """Asks the machines of the other side whether the hub has split."""
    others = others_of(ledger, own)
    found = await asyncio.gather(*(asked(each, ledger) for each in others))
    return split_of(ledger, {each.name: does for each, does in zip(others, found, strict=True)})


async def asked(server: HubServer, ledger: Ledger) -> Beside:
    """What a server of the hub does; it shows by its certificate that it is one.

    A hub of several keeps a copy of each stream on several servers, one that went on alone has the only one.
    """
    if not await answers(server.host, server.port):
        return Beside.SILENT
    found = Beside.SILENT
    known = "" if ledger.authority is None else ledger.authority.certificate
    try:
        async with (
            asyncio.timeout(ANSWERS_WITHIN_S),
            connected((f"tls://{server.host}:{server.port}",), ledger.seed, HUB, known, once=True) as client,
        ):
            found = Beside.TOGETHER
            kept = await client.jetstream(timeout=ANSWERS_WITHIN_S).stream_info(ALL)
            if kept.config.num_replicas == 1:
                found = Beside.ALONE
    except (NatsError, OSError, TimeoutError):
        return found
    return found


async def answers(host: str, port: int) -> bool:
    """Whether somebody listens at a port of another machine."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            _, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
