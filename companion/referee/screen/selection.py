"""What a screen looks at: the choices of the players, and how an intent changes them."""

from dataclasses import dataclass, replace
from typing import assert_never

from companion.games.measures import Measures
from companion.referee.api.intents import (
    ClearSelection,
    End,
    MeasureTape,
    SelectBase,
    SelectionIntent,
    SetLanguage,
    ShowReach,
    TurnMat,
)
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Choices:
    """What has been chosen on the screen.

    Attributes:
        chosen: Ids of the chosen bases, two at the most; the first is the one asked about.
        reach: The ruler, or the action of the game, whose reach is shown.
        tape: The ends of the tape measure; None where none lies there.
        turned: Whether the mat is shown from player two's side.
        language: Language of the screen.
    """

    chosen: tuple[str, ...] = ()
    reach: str | None = None
    tape: tuple[End, End] | None = None
    turned: bool = False
    language: Language = Language.ENGLISH


def after(choices: Choices, body: SelectionIntent, measures: Measures) -> Choices:
    """The choices after an intent; one that asks for an unknown ruler changes nothing."""
    match body:
        case SelectBase(base_id):
            return replace(choices, chosen=_touched(choices.chosen, base_id))
        case ClearSelection():
            return replace(choices, chosen=(), reach=None, tape=None)
        case ShowReach(ruler):
            known = ruler in measures.ranges_mm or ruler in measures.actions
            return replace(choices, reach=None if choices.reach == ruler else ruler) if known else choices
        case MeasureTape(ends):
            return replace(choices, tape=ends)
        case TurnMat():
            return replace(choices, turned=not choices.turned)
        case SetLanguage(language):
            return replace(choices, language=language)
        case _:
            assert_never(body)


def _touched(chosen: tuple[str, ...], base_id: str) -> tuple[str, ...]:
    """The first base stays while others are held against it, one after another; touching a chosen one lets it go."""
    if base_id in chosen:
        return tuple(other for other in chosen if other != base_id)
    return (*chosen[:1], base_id)
