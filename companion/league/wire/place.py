"""Where a table belongs in a league."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table belongs.

    Attributes:
        venue: Name of its venue.
        table: Name of the table.
        urls: Addresses of the venue's NATS server.
        authority: Certificate (PEM) of who signed that server's; empty where nothing is encrypted.
    """

    venue: str
    table: str
    urls: tuple[str, ...]
    authority: str = ""
