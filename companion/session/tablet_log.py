"""The log as the tablet shows it."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.games.display.cards import CardText
from companion.games.display.result import ResultShown
from companion.games.display.sheets import Sheet
from companion.games.display.speech import Phrase, things_of
from companion.games.protocol import Game
from companion.games.verdicts.measured import Measurement
from companion.phones.pages.log import last_lines
from companion.presentation.teller import Teller
from companion.presentation.why import Why, why
from companion.referee.match.command_request import Answer, CommandRefused
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import LogLine
from companion.referee.screen.player_screen import shapes_of
from companion.texts import Language

LAST_LINES = 400
MAX_PICTURES = 6
"""Of one line."""


def tablet_log(match: Match, viewer: str, language: Language) -> tuple[LogLine, ...]:
    """The last lines as a viewer may read them, oldest first.

    Args:
        match: The game.
        viewer: Whose log.
        language: The reader's.
    """
    shapes = shapes_of(match)
    lines = match.lines(viewer)[-LAST_LINES:]
    teller = match.teller(language, viewer)
    said = last_lines(lines, shapes, teller, LAST_LINES)
    log: list[LogLine] = []
    for line, each in zip(lines, said, strict=True):
        made = LogLine(
            each.text,
            each.shape,
            each.kind,
            line.event,
            topic=match.record.game.speech.topic(line.phrase),
            key=line.phrase.key,
            refuses=line.phrase.refuses,
        )
        if log and (log[-1].text, log[-1].shape) == (made.text, made.shape):
            log[-1] = replace(log[-1], times=log[-1].times + 1)
            continue
        whys = tuple(why_of(measured, teller) for measured in line.measured[:MAX_PICTURES]) if each.why else ()
        log.append(replace(made, whys=whys, cards=_named(line.phrase, teller.at(line.state))))
    return tuple(log)


def cards_of(sheet: Sheet, teller: Teller) -> dict[str, CardText]:
    """What the cards say that a viewer knows, by their ids.

    Args:
        sheet: What the viewer is shown.
        teller: Tells the game as it is shown.
    """
    said = ((card, teller.card(card)) for card in sheet.known)
    return {card: text for card, text in said if text is not None}


def _named(phrase: Phrase, teller: Teller) -> tuple[CardText, ...]:
    """What the cards say that a sentence names.

    Args:
        phrase: The sentence, as its reader may know it.
        teller: Tells the game in which it was said.
    """
    said = (teller.card(thing) for thing in things_of(phrase.values.values()))
    return tuple({text.key: text for text in said if text is not None}.values())


def results_of(match: Match, language: Language) -> tuple[ResultShown, ...]:
    """How fights ended since somebody went on."""
    speech = match.record.game.speech
    return tuple(speech.result(match.shown, each, shapes_of(match), language) for each in match.results)


def why_of(measured: Measurement, teller: Teller) -> Why:
    """What stands behind a measurement, worked out once for each language."""
    return _why(measured, teller.game, teller.language)


@lru_cache(maxsize=1024)
def _why(measured: Measurement, game: Game[Any], language: Language) -> Why:
    return why(measured, Teller(game, measured.state, language))


def whys_of(answer: Answer | None, teller: Teller) -> tuple[Why, ...]:
    """What was measured for a refusal; nothing for another answer."""
    measured = answer.violation.measured if isinstance(answer, CommandRefused) else None
    return () if measured is None else (why_of(measured, teller),)
