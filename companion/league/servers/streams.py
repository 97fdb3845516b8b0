"""The streams of a league: of a venue's tables, of all of them at the hub, and of what the organiser tells.

Streams are replicated by NATS (Raft) where the hub is a cluster of three. A venue that was cut off keeps its tables'
messages in its own stream; the hub sources them as soon as it is reached.
"""

from collections.abc import Iterable

from nats.js import JetStreamContext
from nats.js.api import ExternalStream, RetentionPolicy, StorageType, StreamConfig, StreamSource
from nats.js.errors import NotFoundError

from companion.league.wire.subjects import (
    ALL,
    BULLETIN,
    HEARD,
    HERE,
    HUB,
    NEWS,
    OF_OFFICE,
    OFFICE,
    api_of,
    of_venue,
    tables_of,
)

DUPLICATES_S = 24 * 3600.0
"""A message that a table sends again within a day is known by its id; what is older is known by its number."""


async def keep_tables(js: JetStreamContext, venue: str, replicas: int = 1) -> None:
    """Makes or updates the stream of a venue's tables, in the venue's own JetStream."""
    await _keep(
        js,
        StreamConfig(
            name=tables_of(venue),
            subjects=[of_venue(venue)],
            retention=RetentionPolicy.LIMITS,
            storage=StorageType.FILE,
            duplicate_window=DUPLICATES_S,
            num_replicas=replicas,
        ),
    )


async def keep_all(js: JetStreamContext, venues: Iterable[str], replicas: int = 1) -> None:
    """Makes or updates the hub's stream of all messages, with one source for each venue."""
    sources = [
        StreamSource(
            name=tables_of(venue), filter_subject=of_venue(venue), external=None if venue == HUB else _external(venue)
        )
        for venue in venues
    ]
    await _keep(js, StreamConfig(name=ALL, sources=sources, storage=StorageType.FILE, num_replicas=replicas))


async def keep_bulletin(js: JetStreamContext, replicas: int = 1) -> None:
    """Makes or updates the hub's stream of what the organiser tells."""
    await _keep(
        js,
        StreamConfig(
            name=BULLETIN,
            subjects=[f"{NEWS}.>"],
            storage=StorageType.FILE,
            duplicate_window=DUPLICATES_S,
            num_replicas=replicas,
        ),
    )


async def keep_heard(js: JetStreamContext, replicas: int = 1) -> None:
    """Makes or updates the hub's stream of when each table last said that it is there."""
    await _keep(
        js,
        StreamConfig(
            name=HEARD,
            subjects=[f"{HERE}.>"],
            max_msgs_per_subject=1,
            storage=StorageType.FILE,
            num_replicas=replicas,
        ),
    )


async def keep_office(js: JetStreamContext, replicas: int) -> None:
    """Makes or updates the stream of what only the organiser has, on a hub of several servers."""
    await _keep(js, StreamConfig(name=OFFICE, subjects=[OF_OFFICE], storage=StorageType.FILE, num_replicas=replicas))


async def copy_bulletin(js: JetStreamContext) -> None:
    """Makes or updates a venue's copy of what the organiser tells."""
    source = StreamSource(name=BULLETIN, external=_external(HUB))
    await _keep(js, StreamConfig(name=BULLETIN, sources=[source], storage=StorageType.FILE))


async def _keep(js: JetStreamContext, config: StreamConfig) -> None:
    assert config.name is not None  # noqa: S101 (each has one)
    try:
        await js.stream_info(config.name)
    except NotFoundError:
        await js.add_stream(config)
    else:
        await js.update_stream(config)


def _external(domain: str) -> ExternalStream:
    """Another domain's JetStream, and where its messages come in."""
    return ExternalStream(api=api_of(domain), deliver=f"$JS.S.{domain}")
