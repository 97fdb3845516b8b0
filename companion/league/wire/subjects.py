"""Names of streams and subjects.

A table publishes below its own subject and nowhere else. Each venue has a stream of its tables in a JetStream domain
that is named after the venue; the hub's stream `ALL` sources them all, so that a venue that was cut off catches up.
Tables that have no other venue are those of the venue `HUB`.
"""

import re

from companion.league.errors import LeagueError

ROOT = "league"
NEWS = "news"
"""First word of what the organiser tells all tables."""
HERE = "here"
"""First word of where a table says that it is there."""
HEARD = "HEARD"
"""Stream of the hub with the last time that each table said so."""
ALL = "ALL"
"""Stream of the hub with the messages of all venues."""
BULLETIN = "BULLETIN"
"""Stream of the hub with what the organiser tells; each venue has a copy of that name."""
OFFICE = "OFFICE"
"""Stream of a hub of several servers with what only the organiser has."""
OF_OFFICE = "office"
HUB = "hub"
INBOX = "_INBOX"
"""First word of where answers come."""
WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
"""What a venue, a table or a game may be called in a subject."""


class SubjectError(LeagueError):
    """A name that cannot stand in a subject; its text is one sentence for people."""


def word(name: str) -> str:
    """The name, if it may stand in a subject.

    Raises:
        SubjectError: If it may not.
    """
    if not WORD.fullmatch(name):
        raise SubjectError(
            f"{name!r} cannot name a venue or table: expected 1 to 32 small letters, digits, '-' or '_', "
            "the first a letter or a digit"
        )
    return name


def tables_of(venue: str) -> str:
    """Name of the stream of a venue's tables."""
    return f"TABLES-{word(venue)}"


def of_venue(venue: str) -> str:
    """All that the tables of a venue publish."""
    return f"{ROOT}.{word(venue)}.>"


def of_table(venue: str, table: str) -> str:
    """All that a table publishes."""
    return f"{ROOT}.{word(venue)}.{word(table)}.>"


def of_game(venue: str, table: str, game: str) -> str:
    """Where the messages of one game at a table are published."""
    return f"{ROOT}.{word(venue)}.{word(table)}.{word(game)}"


def decisions_for(venue: str, table: str) -> str:
    """Where the organiser's answers to a table's calls for a judge are told."""
    return f"{NEWS}.decision.{word(venue)}.{word(table)}"


def news_for(venue: str, table: str) -> str:
    """Where the organiser tells what is to be played at a table."""
    return f"{NEWS}.table.{word(venue)}.{word(table)}"


def here_of(venue: str, table: str) -> str:
    """Where a table says that it is there, with nothing more."""
    return f"{HERE}.{word(venue)}.{word(table)}"


def table_here(subject: str) -> tuple[str, str]:
    """Venue and table of a subject where a table says that it is there.

    Raises:
        SubjectError: If it is none.
    """
    parts = subject.split(".")
    if len(parts) != 3 or parts[0] != HERE:
        raise SubjectError(f"{subject!r} is not where a table says that it is there; expected {HERE}.VENUE.TABLE")
    return word(parts[1]), word(parts[2])


def place_of(subject: str) -> tuple[str, str, str]:
    """Venue, table and game of a subject.

    Raises:
        SubjectError: If it is no subject of a game.
    """
    parts = subject.split(".")
    if len(parts) != 4 or parts[0] != ROOT:
        raise SubjectError(f"{subject!r} is no subject of a game; expected {ROOT}.VENUE.TABLE.GAME")
    return word(parts[1]), word(parts[2]), word(parts[3])


def api_of(domain: str) -> str:
    """Prefix under which the JetStream of a domain is reached from another."""
    return f"$JS.{domain}.API"


def inbox_of(venue: str, table: str) -> str:
    """Where answers to a table come; no other table hears them."""
    return f"{INBOX}.{venue}.{table}"
