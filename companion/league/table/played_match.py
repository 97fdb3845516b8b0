"""Which games a table tells to its league, and as which match: as they were told before, else by their players."""

from collections.abc import Collection
from pathlib import Path

from companion.games.command import TABLE
from companion.league.table.card import TableCard
from companion.league.wire.outbox import read_opening
from companion.referee.api.league import LeagueMatch
from companion.referee.match.match import Match
from companion.texts import Language


def messages_of(record: Path) -> Path:
    """The file beside a game's record that keeps what was told of it."""
    return record.with_name(f"{record.name}.feed")


def is_played(news: LeagueMatch | None, told_as: str, names: Collection[str]) -> bool:
    """Whether a game is the match that the organiser told last.

    Args:
        news: What the organiser told last; None for nothing.
        told_as: As which match the game was told; empty where nobody knew.
        names: Of its players.
    """
    return news is not None and bool(news.key) and told_as in {"", news.key} and set(names) == set(news.players)


def told_as(match: Match, messages: Path, card: TableCard, news: LeagueMatch | None) -> str | None:
    """As which match a game is told to the league.

    A game that was told goes on being told. Another is told if no player did anything in it yet and it is the match
    that the organiser gave this table; as long as no match is known, whichever begins now.

    Args:
        match: The game.
        messages: File of what was told of it; it may not be there.
        card: The table's.
        news: What the organiser told last; None for nothing.

    Returns:
        The match's key, empty where nobody knows it; None for a game that the league hears nothing of.
    """
    if messages.exists():
        opening = read_opening(messages, card.key.public)
        return None if opening is None else opening.match
    if any(entry.kind != "begin" and entry.actor != TABLE for entry in match.record.entries()):
        return None
    if news is None or not news.key:
        return ""
    teller = match.teller(Language.ENGLISH)
    names = [teller.name(seat) for seat in match.players]
    return news.key if is_played(news, "", names) and match.record.game.name == news.game else None
