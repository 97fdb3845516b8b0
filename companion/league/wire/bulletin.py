"""What the organiser tells each table of its match; the decks in it are sealed, so that no other table reads them."""

import base64
import hashlib

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from companion.league.errors import LeagueError


class TableNews(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table is to play now; the newest one counts.

    Attributes:
        league: What the league is called.
        number: Of the table.
        round: From 1; 0 before the first.
        rounds: How many there are; 0 where that is not known.
        begun: When the round's clock was started, ISO 8601 in UTC; empty before that.
        minutes: How long a round lasts; 0 for no limit.
        match: Key of the match; empty where nobody plays at the table.
        game: Name of the game's rules.
        players: Their names, who has the first side first.
        winner: Name of who has won; empty for nobody.
        ended: Whether the match is over.
        sealed: The players' decks as codes, as `seal` made it; empty for none.
    """

    league: str
    number: int
    round: int = 0
    rounds: int = 0
    begun: str = ""
    minutes: int = 0
    match: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    winner: str = ""
    ended: bool = False
    sealed: str = ""


def seal(decks: tuple[str, ...], seed: str) -> str:
    """Codes of decks for one table alone.

    Args:
        decks: A code for each player; empty for none.
        seed: The table's secret key.
    """
    return _box(seed).encrypt(msgspec.json.encode(decks)).decode() if any(decks) else ""


def unseal(sealed: str, seed: str) -> tuple[str, ...]:
    """The codes that were sealed; none where none were.

    Raises:
        LeagueError: If they were sealed for another table, or are damaged.
    """
    if not sealed:
        return ()
    try:
        return msgspec.json.decode(_box(seed).decrypt(sealed.encode()), type=tuple[str, ...])
    except (InvalidToken, msgspec.DecodeError) as error:
        raise LeagueError("the decks of this match were sealed for another table") from error


def _box(seed: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"decks for " + seed.encode()).digest()))
