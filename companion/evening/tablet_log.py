"""The log as the tablet shows it."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.evening.card_pages import CardPages
from companion.games.command import SPECTATOR
from companion.games.measured import Measured
from companion.games.protocol import Game
from companion.games.signum.state import State
from companion.phones.drawing import GLYPHS
from companion.phones.showing_log import last_lines
from companion.presentation.teller import Teller
from companion.presentation.why import Why, why
from companion.referee.filming import Reel
from companion.referee.match import Answer, Match, Refused
from companion.referee.play import LogLine
from companion.referee.result_wording import ResultShown, result_shown
from companion.referee.topics import topic_of
from companion.texts import Language

LAST_LINES = 400
MOST_PICTURES = 6
"""Of one line."""


def tablet_log(match: Match, viewer: str, language: Language, cards: CardPages) -> tuple[LogLine, ...]:
    """The last lines as a viewer may read them, oldest first.

    Args:
        match: The game.
        viewer: Whose log.
        language: The reader's.
        cards: The cards in words.
    """
    shapes = shapes_of(match)
    lines = match.lines(viewer)[-LAST_LINES:]
    teller = match.teller(language, viewer)
    said = last_lines(lines, shapes, teller, LAST_LINES)
    log: list[LogLine] = []
    for line, each in zip(lines, said, strict=True):
        made = LogLine(each.text, each.shape, each.kind, line.event, topic=topic_of(line.phrase))
        if log and (log[-1].text, log[-1].shape) == (made.text, made.shape):
            log[-1] = replace(log[-1], times=log[-1].times + 1)
            continue
        whys = tuple(why_of(measured, teller) for measured in line.measured[:MOST_PICTURES]) if each.why else ()
        log.append(replace(made, whys=whys, cards=cards.named(line.phrase, teller.at(line.state))))
    return tuple(log)


def shapes_of(match: Match) -> dict[str, str]:
    """By what shapes the players are told apart."""
    return {seat: tuple(GLYPHS)[number % len(GLYPHS)] for number, seat in enumerate(match.players)}


def results_of(match: Match, language: Language) -> tuple[ResultShown, ...]:
    """How fights ended since somebody went on."""
    teller = match.teller(language)
    return tuple(result_shown(each, teller, shapes_of(match)) for each in match.results)


def why_of(measured: Measured, teller: Teller) -> Why:
    """What stands behind a measurement, worked out once for each language."""
    return _why(measured, teller.game, teller.language)


@lru_cache(maxsize=1024)
def _why(measured: Measured, game: Game[Any], language: Language) -> Why:
    return why(measured, Teller(game, measured.state, language))


def whys_of(answer: Answer | None, teller: Teller) -> tuple[Why, ...]:
    """What was measured for a refusal; nothing for another answer."""
    measured = answer.violation.measured if isinstance(answer, Refused) else None
    return () if measured is None else (why_of(measured, teller),)


def reel_of(match: Match) -> Reel:
    """The game as far as everybody was shown it, to be seen again."""
    record = match.record
    ends = frozenset(record.boundaries)
    stops = tuple(count for count, number in enumerate(record.counting, 1) if number in ends)
    first: State = record.game.new(record.setup)
    return Reel(record.game, first, match.lines(SPECTATOR), stops, match.shown)
