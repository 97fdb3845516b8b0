"""Why a rule said so, as a phone shows it: fetched when somebody asks, so that pages stay light."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.games.protocol import Game
from companion.games.verdicts.measured import Measurement
from companion.presentation.teller import Teller
from companion.presentation.why import why_picture
from companion.referee.match.chronicle import Line
from companion.texts import Language

MAX_PICTURES = 6
"""Of one line of the log."""


def why_of(lines: Sequence[Line], number: int, teller: Teller, *, turned: bool) -> str:
    """The pictures of all that a line of the log rests on, as HTML; empty where there is nothing to show.

    Args:
        lines: The reader's own log.
        number: Which line, from 1.
        teller: Tells the game to the one who asks.
        turned: Whether the reader sits at the far side of the mat, which then is drawn below.
    """
    if not 0 < number <= len(lines):
        return ""
    line = lines[number - 1]
    return "".join(why_shown(each, teller.at(line.state), turned=turned) for each in line.measured[:MAX_PICTURES])


def why_shown(measured: Measurement, teller: Teller, *, turned: bool) -> str:
    """The picture of one measurement, the reader's own side below."""
    return _picture(measured, teller.game, teller.language, turned)


@lru_cache(maxsize=512)
def _picture(measured: Measurement, game: Game[Any], language: Language, turned: bool) -> str:  # noqa: FBT001 (a key of the cache)
    return why_picture(measured, Teller(game, measured.state, language), turned=turned)
