"""The log as a phone shows it: by turns, the newest first, in few words, with the shape of who did it."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.cards.wording import ability_name
from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.phrases import Thing
from companion.phones.drawing import verdict_picture
from companion.record.telling import face_of, name_of
from companion.referee.chronicle import Line, Roll, told
from companion.texts import Language, TextError, say

LAST_LINES = 60
LATEST = 4
SHORTER = "phones.said"
ACTORS = ("player", "by", "creature", "one", "winners")
ABOUT_NOBODY = " (–)"
TURN, PHASE = "turn_began", "phase."


def log_of(lines: Sequence[Line], shapes: Mapping[str, str], language: Language) -> list[dict[str, Any]]:
    """The last lines in groups, each with its heading: newest group first, newest line of it first."""
    groups: list[dict[str, Any]] = [{"title": "", "lines": []}]
    for line in lines[-LAST_LINES:]:
        if line.phrase.key == TURN:
            groups.append({"title": told(line, language), "lines": []})
        else:
            groups[-1]["lines"].append(_line(line, shapes, language))
    return [{**group, "lines": _joined(group["lines"])[::-1]} for group in reversed(groups) if any(group.values())]


def latest_of(lines: Sequence[Line], shapes: Mapping[str, str], language: Language) -> list[dict[str, Any]]:
    """The newest few lines, newest first."""
    told_of = [line for line in lines[-LAST_LINES:] if line.phrase.key != TURN and not _is_phase(line)]
    return _joined([_line(line, shapes, language) for line in told_of])[-LATEST:][::-1]


def rolls_of(rolls: Sequence[Roll], shapes: Mapping[str, str], language: Language) -> list[dict[str, Any]]:
    """The last rolls, newest first: who rolled what for what, and where each face comes from."""
    return [_roll(roll, shapes, language) for roll in reversed(rolls)]


def _line(line: Line, shapes: Mapping[str, str], language: Language) -> dict[str, Any]:
    values = line.phrase.values
    measured = [values.get(name) for name in ("value_mm", "limit_mm", "sigma_mm")]
    numbers = [each for each in measured if isinstance(each, int | float)]
    picture = verdict_picture(numbers[0], numbers[1], numbers[2], language) if len(numbers) == 3 else ""
    text = told(line, language, shorter=SHORTER).removesuffix(ABOUT_NOBODY)
    return {"text": text, "shape": _shape(line, shapes), "phase": _is_phase(line), "picture": picture, "times": 1}


def _is_phase(line: Line) -> bool:
    return line.phrase.key.startswith(PHASE)


def _joined(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines that repeat each other become one with a count."""
    found = []
    for _, same in groupby(lines, key=lambda each: (each["text"], each["picture"])):
        several = list(same)
        found.append({**several[0], "times": len(several)})
    return found


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


def _roll(roll: Roll, shapes: Mapping[str, str], language: Language) -> dict[str, Any]:
    event = roll.event
    who = name_of(event.creature or event.by, roll.state, language)
    dice, sources = [], []
    for number, face in enumerate(event.faces):
        witness = event.witnesses[number] if number < len(event.witnesses) else None
        source = _source(witness.source if witness else "", language)
        die = witness.die.rpartition(":")[2] if witness else ""
        sources.append(f"{source} {die}".strip())
        dice.append({"face": face, "label": face_of(face, language), "good": face in event.good})
    purpose = _purpose(event.purpose, language)
    told_of = ", ".join(dict.fromkeys(sources))
    return {"who": who, "purpose": purpose, "shape": shapes.get(event.by, ""), "dice": dice, "sources": told_of}


def _purpose(purpose: str, language: Language) -> str:
    try:
        return say(language, f"log.purpose.{purpose}")
    except TextError:
        return ability_name(purpose, language) if purpose in CATALOGUE else purpose


def _source(source: str, language: Language) -> str:
    """What people call a source of dice; one without a name of its own is called as it calls itself."""
    try:
        return say(language, f"phones.source.{source or 'hand'}")
    except TextError:
        return source
