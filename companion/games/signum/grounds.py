"""On which measurements an event rests: what stands behind a move, a shot, a Backstab, a place that was taken.

Events do not carry what was measured for them. The same command decided again in the same game measures the same, to
the last bit, so whoever keeps the two can always show it. What a hidden card may have asked in secret is not among it:
only events that everybody sees have grounds, and only questions about the pieces they name.
"""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.games.protocol import Command, Event, Game, Measured
from companion.games.signum.events import (
    CreatureChanged,
    CreatureStood,
    DiceRolled,
    LastingBegan,
    Pushed,
    Questioned,
    TemplateLaid,
    Told,
)
from companion.games.signum.state import State
from companion.games.signum.steps_moving import Detecting, Moving, Striking

SHOT = frozenset({"range", "sight", "cover", "far", "near"})
PLACED = frozenset({"side", "clear", "room", "place"})
DETECTED = frozenset({"detection", "magical_detection"})

TIGHTEST = frozenset({"clear", "terrain"})
"""Asked of everything around, of which only what is nearest to its limit is worth showing."""

Wanted = Callable[[Measured], bool]


class Deed:
    """A command in the game in which it was given; measures again what was measured then, once."""

    def __init__(self, game: Game[Any], state: State, command: Command) -> None:
        self._game, self._state, self._command = game, state, command
        self._measured: tuple[Measured, ...] | None = None

    @property
    def measured(self) -> tuple[Measured, ...]:
        """What was measured to decide it, in order."""
        if self._measured is None:
            self._measured = self._game.measured(self._state, self._command)
        return self._measured


class Ground:
    """What an event may rest on."""

    def __init__(self, deed: Deed, wanted: Wanted, *, certain: bool) -> None:
        self._deed, self._wanted, self._certain = deed, wanted, certain

    @property
    def is_measured(self) -> bool:
        """Whether anything was measured; told at once of events for which something always is."""
        return self._certain or bool(self.measured)

    @property
    def measured(self) -> tuple[Measured, ...]:
        """The measurements that the event rests on, in the order in which they were asked.

        Of a sort that is asked of everything around there is only the tightest.
        """
        found = {each.question: each for each in self._deed.measured if self._wanted(each)}
        tightest: dict[str, Measured] = {}
        for each in found.values():
            if each.kind in TIGHTEST and (each.kind not in tightest or _room_mm(each) < _room_mm(tightest[each.kind])):
                tightest[each.kind] = each
        return tuple(each for each in found.values() if each is tightest.get(each.kind, each))


def _room_mm(measured: Measured) -> float:
    """How much farther than needed something is."""
    value_mm = measured.verdict.value_mm
    return math.inf if value_mm is None else value_mm - measured.verdict.limit_mm


def may_be_shown(event: Event, viewer: str) -> bool:
    """Whether a viewer may see on what an event rests: a template that is not laid yet is its player's affair."""
    if not isinstance(event, Questioned):
        return True
    question = event.question
    return not question.key.startswith("terrain:") or question.command.by == viewer


class Grounds:
    """Follows a game and tells of each event on what it rests."""

    def __init__(self) -> None:
        self._begun: dict[tuple[type, str], Deed] = {}

    def of(self, deed: Deed, before: State, event: Event) -> Ground | None:
        """What an event rests on; None where nothing is measured for its like.

        Args:
            deed: The command that the event follows from.
            before: The game before the event.
            event: The event, whole; all events are to be told, in order.
        """
        if isinstance(event, Pushed):
            # What is carried out later rests on what was measured as it was declared.
            for step in event.steps:
                match step:
                    case Moving(creature=who) | Detecting(creature=who) | Striking(victim=who):
                        self._begun[type(step), who] = deed
                    case _:
                        pass
            return None
        wanted, step_type, who = _wanted(before, event)
        if wanted is None:
            return None
        declared = deed if step_type is None else self._begun.get((step_type, who))
        return None if declared is None else Ground(declared, wanted, certain=_is_certain(event))


Sought = tuple[Wanted | None, type | None, str]
"""Which measurements, and the step and its creature if they were made as that step was begun."""


def _wanted(before: State, event: Event) -> Sought:
    match event:
        case Questioned():
            wanted: Wanted | None = _key(event.question.key)
        case Told():
            wanted = _told(event)
        case TemplateLaid(template=template) if template.id not in before.templates:
            wanted = _about({"terrain"}, template.id)
        case CreatureChanged() | LastingBegan():
            wanted = _within(event.creature)
        case CreatureStood():
            return _stood(event)
        case DiceRolled():
            return _rolled(before, event)
        case _:
            wanted = None
    return wanted, None, ""


def _rolled(before: State, event: DiceRolled) -> Sought:
    """A die of Backstab or detection rests on what was measured before it was rolled."""
    who = event.creature
    if event.purpose == "backstab":
        victim = next((step.victim for step in reversed(before.steps) if isinstance(step, Striking)), "")
        return _about({"contact", "clear"}, victim, who), Striking, victim
    if event.purpose in DETECTED:
        target = next((step.target for step in reversed(before.steps) if isinstance(step, Detecting)), "")
        return _about({"contact", "range", "sight"}, who, target), Detecting, who
    return None, None, ""


def _is_certain(event: Event) -> bool:
    """Whether something is always measured for an event; of others contact may have been settled before."""
    match event:
        case Told(key="shot_declared") | Questioned():
            return True
        case CreatureStood(travelled_mm=mm):
            return mm > 0
        case _:
            return False


def _told(event: Told) -> Wanted | None:
    pieces = [str(event.values.get(name, "")) for name in ("creature", "target")]
    match event.key:
        case "shot_declared":
            return _about(SHOT, *pieces)
        case "melee_declared":
            return _about({"contact"}, *pieces)
        case "ability_used" if pieces[1]:
            return _about({"contact", "range", "sight"}, *pieces)
        case _:
            return None


def _stood(event: CreatureStood) -> Sought:
    if event.travelled_mm:
        return _about({"move"}, event.creature), Moving, event.creature
    placed = event.why in ("S-SETUP-06", "S-SUMMON-01", "placed")
    return (_about(PLACED, event.creature) if placed else None), None, ""


def _key(question: str) -> Wanted:
    return lambda measured: measured.question == question


def _about(kinds: set[str] | frozenset[str], *pieces: str) -> Wanted:
    return lambda measured: measured.kind in kinds and set(pieces) <= set(named(measured.question))


def _within(creature: str) -> Wanted:
    """An aura or howl reaches a creature: it is the second that the question names."""
    return lambda measured: measured.kind == "within" and named(measured.question)[-1] == creature


def named(question: str) -> tuple[str, ...]:
    """All that may be ids of pieces in a question's key; ids have a colon themselves."""
    return tuple(":".join(pair) for pair in pairwise(question.split(":")[1:]))
