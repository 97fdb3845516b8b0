"""On which measurements Signum's events rest: what stands behind a move, a shot, a Backstab, a place that was taken."""

from collections.abc import Iterator
from itertools import pairwise

from companion.games.command import Event
from companion.games.common import DiceRolled, Told
from companion.games.signum.measured.drawings import drawing_of
from companion.games.signum.model.constants import SEGMENT
from companion.games.signum.model.events import (
    CreatureChanged,
    CreatureStood,
    LastingBegan,
    Pushed,
    Questioned,
    TemplateLaid,
)
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.movement import BackstabStep, DetectionStep, MoveStep
from companion.games.signum.own_texts import say
from companion.games.signum.words.names import name_of, short_mark
from companion.games.verdicts.measured import Measurement, MeasurementFilter, MeasurementText, Wanted
from companion.geometry.drawing import Drawing
from companion.texts import Language

SHOT = frozenset({"range", "sight", "cover", "far", "near"})
PLACED = frozenset({"side", "clear", "room", "place"})
MOVED = frozenset({"move"})
DETECTED = frozenset({"detection", "magical_detection"})

SEEN = frozenset({"sight", "cover"})
"""Questions of a line of sight."""

TIGHTEST = frozenset({"clear", "terrain"})
"""Asked of everything around, of which only what is nearest to its limit is worth showing."""

AT_LEAST = frozenset({"far", "clear", "terrain"})
"""Questions that ask for a distance of at least so much; others for one of at most."""

LENGTHS = {"move": "path", "side": "side", "place": "place"}
"""What is measured for a question, where it is no gap."""

Begun = tuple[type, str]
"""A step that was begun, and its creature."""


class SignumGrounds:
    """What Signum's events rest on."""

    def begun(self, event: Event) -> tuple[Begun, ...]:
        """What an event begins that later events rest on: a move, a detection, a Backstab."""
        return tuple(_begun(event)) if isinstance(event, Pushed) else ()

    def rests_on(self, before: State, event: Event) -> MeasurementFilter | None:
        """Which measurements an event rests on; None where nothing is measured for its like."""
        wanted, step, who = _wanted(before, event)
        if wanted is None:
            return None
        return MeasurementFilter(wanted, None if step is None else (step, who), _is_certain(event), TIGHTEST)

    def placed(self, piece: str) -> MeasurementFilter:
        """Which measurements say whether a piece may stand where it is, or may have gone there."""
        return MeasurementFilter(_about(MOVED | PLACED, piece), tightest=TIGHTEST)

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """Whether a viewer may see what an event rests on: a template not laid yet is its player's affair."""
        if not isinstance(event, Questioned):
            return True
        question = event.question
        return not question.key.startswith("terrain:") or question.command.by == viewer

    def pieces(self, question: str) -> tuple[str, ...]:
        """All that may be ids of pieces in a question's key; ids have a colon themselves."""
        return named(question)

    def drawing(self, measured: Measurement) -> Drawing | None:
        """A measured question, drawn; None where a piece of it has left the Battlefield."""
        return drawing_of(measured)

    def measurement_text(self, measured: Measurement, language: Language) -> MeasurementText:
        """How a measured question is put into words."""
        return MeasurementText(
            tuple(_about_whom(measured, language)),
            LENGTHS.get(measured.kind, "gap"),
            measured.kind in AT_LEAST,
            "gives_cover" if measured.kind == "cover" else "in_the_way",
            _setting(measured, language) if measured.kind in SEEN else "",
        )


def _setting(measured: Measurement, language: Language) -> str:
    """Where this game's lines of sight start, and whether they may graze what blocks (S-LOS-05, S-LOS-09)."""
    state: State = measured.state
    switches = state.rules.switches
    start = say(language, f"readings.line_from_{switches.sight_from}")
    needs = "need_a_passage" if switches.sight_lines == "passage" else "may_graze"
    return f"{start} {say(language, f'readings.lines_{needs}')}"


def _begun(event: Pushed) -> Iterator[Begun]:
    for step in event.steps:
        match step:
            case MoveStep(creature=who) | DetectionStep(creature=who) | BackstabStep(victim=who):
                yield type(step), who
            case _:
                pass


_Wanted = tuple[Wanted | None, type | None, str]
"""Which measurements, and the step and its creature if they were made as that step was begun."""


def _wanted(before: State, event: Event) -> _Wanted:
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


def _rolled(before: State, event: DiceRolled) -> _Wanted:
    """A die of Backstab or detection rests on what was measured before it was rolled."""
    who = event.creature
    if event.purpose == "backstab":
        victim = next((step.victim for step in reversed(before.steps) if isinstance(step, BackstabStep)), "")
        return _about({"contact", "clear"}, victim, who), BackstabStep, victim
    if event.purpose in DETECTED:
        target = next((step.target for step in reversed(before.steps) if isinstance(step, DetectionStep)), "")
        return _about({"contact", "range", "sight"}, who, target), DetectionStep, who
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
        case "refused_by_ruling":
            rule = event.values["rule"]
            return lambda each: each.rule_id == rule
        case "ability_used" if pieces[1]:
            return _about({"contact", "range", "sight"}, *pieces)
        case _:
            return None


def _stood(event: CreatureStood) -> _Wanted:
    if event.travelled_mm:
        return _about({"move"}, event.creature), MoveStep, event.creature
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


def _about_whom(measured: Measurement, language: Language) -> Iterator[str]:
    """The pieces and sides that a question names, and with what pieces are marked."""
    state: State = measured.state
    words = measured.question.split(":")
    for piece in named(measured.question):
        if piece in state.creatures or piece in state.templates:
            name, mark = name_of(piece, state, language), short_mark(piece)
            yield name if name.endswith(f"({mark})") else f"{name} ({mark})"
        elif measured.kind == "terrain" and piece == ":".join(words[1:3]):
            yield name_of(piece, state, language)
    last = words[-1]
    if last.startswith(SEGMENT):
        yield name_of(last.removeprefix(SEGMENT), state, language)
    elif measured.kind == "terrain" and len(words) == 4:
        yield say(language, f"why.side.{last}")
