"""The log as a phone shows it: by turns, the newest first, in few words, with the shape of who did it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from companion.games.measured import Measured
from companion.games.protocol import Game
from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.shelf.wording import ability_name
from companion.games.speech import Thing
from companion.presentation.teller import Teller
from companion.referee.chronicle import Line, Roll, told
from companion.texts import Language, TextError

LAST_LINES = 60
LATEST = 4
SHORTER = "phones.said"
ACTORS = ("player", "by", "creature", "one", "winners")
ABOUT_NOBODY = " (–)"
TURN, PHASE, QUESTIONED = "turn_began", "phase.", "questioned"


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log in a reader's language.

    Attributes:
        text: What it says.
        shape: Of the player whose deed it is; empty for nobody's.
        kind: `turn`, `phase`, or empty for what happened in one.
        why: Number of the line in the reader's log, where it can show why; 0 where nothing was measured.
        times: How often it was said one after another.
    """

    text: str
    shape: str = ""
    kind: str = ""
    why: int = 0
    times: int = 1


def last_lines(lines: Sequence[Line], shapes: Mapping[str, str], teller: Teller, count: int = LAST_LINES) -> list[Said]:
    """The last lines, oldest first; each is put into words once."""
    return [_said(line, tuple(shapes.items()), teller.game, teller.language) for line in lines[-count:]]


def log_of(lines: Sequence[Said]) -> list[dict[str, Any]]:
    """Lines in groups, each with its heading: newest group first, newest line of it first."""
    groups: list[tuple[str, list[Said]]] = [("", [])]
    for line in lines:
        if line.kind == "turn":
            groups.append((line.text, []))
        else:
            groups[-1][1].append(line)
    return [{"title": title, "lines": _joined(found)[::-1]} for title, found in reversed(groups) if title or found]


def asked_last(lines: Sequence[Line]) -> Measured | None:
    """What was measured for the last question that the table was asked; None if the reader may not see it."""
    found = next((line for line in reversed(lines) if line.phrase.key.startswith(QUESTIONED)), None)
    return found.measured[-1] if found is not None and found.measured else None


def latest_of(lines: Sequence[Said]) -> list[Said]:
    """The newest few lines, newest first."""
    return _joined([line for line in lines if not line.kind])[-LATEST:][::-1]


def rolls_of(rolls: Sequence[Roll], shapes: Mapping[str, str], teller: Teller) -> list[dict[str, Any]]:
    """The last rolls, newest first: who rolled what for what, and where each face comes from."""
    return [_roll(roll, shapes, teller.at(roll.state)) for roll in reversed(rolls)]


@lru_cache(maxsize=1024)
def _said(line: Line, shapes: tuple[tuple[str, str], ...], game: Game[Any], language: Language) -> Said:
    key = line.phrase.key
    kind = "turn" if key == TURN else "phase" if key.startswith(PHASE) else ""
    text = told(line, Teller(game, line.state, language), shorter=SHORTER).removesuffix(ABOUT_NOBODY)
    return Said(text, _shape(line, dict(shapes)), kind, line.number if line.is_measured else 0)


def _joined(lines: Sequence[Said]) -> list[Said]:
    """Lines that repeat each other become one with a count."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [line if times == 1 else replace(line, times=times) for line, times in counted]


def _shape(line: Line, shapes: Mapping[str, str]) -> str:
    """The shape of the player whose deed it is."""
    for name in ACTORS:
        value = line.phrase.values.get(name)
        if isinstance(value, Thing):
            creature = line.state.creatures.get(value.id)
            player = creature.controller if creature is not None else value.id.partition(":")[0]
            if player in shapes:
                return shapes[player]
    return ""


def _roll(roll: Roll, shapes: Mapping[str, str], teller: Teller) -> dict[str, Any]:
    event = roll.event
    who = teller.name(event.creature or event.by)
    dice, sources = [], []
    for number, face in enumerate(event.faces):
        witness = event.witnesses[number] if number < len(event.witnesses) else None
        sources.append(teller.die(witness.source, witness.die) if witness else teller.die("", ""))
        dice.append({"face": face, "label": teller.face(face), "good": face in event.good})
    purpose = _purpose(event.purpose, teller)
    told_of = ", ".join(dict.fromkeys(sources))
    return {"who": who, "purpose": purpose, "shape": shapes.get(event.by, ""), "dice": dice, "sources": told_of}


def _purpose(purpose: str, teller: Teller) -> str:
    try:
        return teller.say(f"log.purpose.{purpose}")
    except TextError:
        return ability_name(purpose, teller.language) if purpose in CATALOGUE else purpose
