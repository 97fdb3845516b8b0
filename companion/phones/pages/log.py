"""The log as a phone shows it: by turns, the newest first, in few words, with the shape of who did it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from companion.games.display.result import DieShown
from companion.games.display.speech import Reference
from companion.games.protocol import Game
from companion.presentation.teller import Teller
from companion.referee.match.chronicle import Line, Roll, told
from companion.texts import Language

LAST_LINES = 60
LATEST = 4
SHORTER = "phones.said"
ACTORS = ("player", "by", "creature", "one", "winners")
ABOUT_NOBODY = " (–)"
TURN, PHASE, PURPOSE = "turn_began", "phase.", "purpose"


@dataclass(frozen=True, slots=True)
class LogSentence:
    """A line of the log in a reader's language.

    Attributes:
        text: What it says.
        shape: Of the player whose action it is; empty for nobody's.
        kind: `turn`, `phase`, or empty for what happened in one.
        why: Number of the line in the reader's log, where it can show why; 0 where nothing was measured.
        times: How often it was said one after another.
    """

    text: str
    shape: str = ""
    kind: str = ""
    why: int = 0
    times: int = 1


@dataclass(frozen=True, slots=True)
class LogGroup:
    """Lines below one heading.

    Attributes:
        title: The heading; empty for none.
        lines: Newest first.
    """

    title: str
    lines: tuple[LogSentence, ...]


@dataclass(frozen=True, slots=True)
class RollShown:
    """A roll.

    Attributes:
        who: Whose, by name.
        purpose: What it was for.
        shape: Of the player who rolled.
        dice: What they show.
        sources: Where the faces come from.
    """

    who: str
    purpose: str
    shape: str
    dice: tuple[DieShown, ...]
    sources: str


def last_lines(
    lines: Sequence[Line], shapes: Mapping[str, str], teller: Teller, count: int = LAST_LINES
) -> list[LogSentence]:
    """The last lines, oldest first; each is put into words once."""
    return [_said(line, tuple(shapes.items()), teller.game, teller.language) for line in lines[-count:]]


def log_of(lines: Sequence[LogSentence]) -> tuple[LogGroup, ...]:
    """Lines in groups, each with its heading: newest group first, newest line of it first."""
    groups: list[tuple[str, list[LogSentence]]] = [("", [])]
    for line in lines:
        if line.kind == "turn":
            groups.append((line.text, []))
        else:
            groups[-1][1].append(line)
    return tuple(LogGroup(title, tuple(_joined(found)[::-1])) for title, found in reversed(groups) if title or found)


def latest_of(lines: Sequence[LogSentence]) -> tuple[LogSentence, ...]:
    """The newest few lines, newest first."""
    return tuple(_joined([line for line in lines if not line.kind])[-LATEST:][::-1])


def rolls_of(rolls: Sequence[Roll], shapes: Mapping[str, str], teller: Teller) -> tuple[RollShown, ...]:
    """The last rolls, newest first: who rolled what for what, and where each face comes from."""
    return tuple(_roll(roll, shapes, teller.at(roll.state)) for roll in reversed(rolls))


@lru_cache(maxsize=1024)
def _said(line: Line, shapes: tuple[tuple[str, str], ...], game: Game[Any], language: Language) -> LogSentence:
    key = line.phrase.key
    kind = "turn" if key == TURN else "phase" if key.startswith(PHASE) else ""
    text = told(line, Teller(game, line.state, language), shorter=SHORTER).removesuffix(ABOUT_NOBODY)
    return LogSentence(text, _shape(line, dict(shapes), game), kind, line.number if line.is_measured else 0)


def _joined(lines: Sequence[LogSentence]) -> list[LogSentence]:
    """Lines that repeat each other become one with a count."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [line if times == 1 else replace(line, times=times) for line, times in counted]


def _shape(line: Line, shapes: Mapping[str, str], game: Game[Any]) -> str:
    """The shape of the player whose action it is."""
    for name in ACTORS:
        value = line.phrase.values.get(name)
        if isinstance(value, Reference) and (owner := game.sheets.owner(line.state, value.id)) in shapes:
            return shapes[owner]
    return ""


def _roll(roll: Roll, shapes: Mapping[str, str], teller: Teller) -> RollShown:
    event = roll.event
    who = teller.name(event.creature or event.by)
    dice, sources = [], []
    for number, face in enumerate(event.faces):
        witness = event.witnesses[number] if number < len(event.witnesses) else None
        sources.append(teller.die(witness.source, witness.die) if witness else teller.die("", ""))
        dice.append(DieShown(face, teller.face(face), face in event.good))
    told_of = ", ".join(dict.fromkeys(sources))
    return RollShown(who, _purpose(roll, teller), shapes.get(event.by, ""), tuple(dice), told_of)


def _purpose(roll: Roll, teller: Teller) -> str:
    """What it was for, as the game's sentence about it calls it."""
    for phrase in teller.game.speech.said(roll.state, roll.event):
        if PURPOSE in phrase.values:
            return teller.value(phrase.values[PURPOSE])
    return roll.event.purpose
