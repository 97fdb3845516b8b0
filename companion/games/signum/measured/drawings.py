"""What a rule measured, drawn on the mat: the very same question put to the plane again in the same game."""

from collections.abc import Callable
from dataclasses import replace

from companion.games.common import Place
from companion.games.signum.model.commands import LayTerrain, PlaceHero, Play
from companion.games.signum.model.constants import SEGMENT
from companion.games.signum.model.mat import own_side, radius_mm, scene_of, terrain_of
from companion.games.signum.model.state import State
from companion.games.signum.movement.travel import HAIR_MM
from companion.games.signum.play.summons import places_along_side, spots_for
from companion.games.signum.play.terrain import segment_edge, template_of
from companion.games.values import Stand
from companion.games.verdicts.measured import Measurement
from companion.geometry import (
    Answer,
    MatPoint,
    Scene,
    SceneError,
    TemplateRules,
    cover_on_line,
    find_sight,
    find_sight_past_cover,
    judge_template,
    overlapped_at,
)
from companion.geometry.drawing import (
    Drawing,
    draw_gap,
    draw_leap,
    draw_line,
    draw_path,
    draw_place,
    draw_side,
    draw_sight,
)

LOOKS = 200
"""So many places along a side are looked at for what stands there."""


def drawing_of(measured: Measurement) -> Drawing | None:
    """The drawing of a measured question; None where a piece of it has left the Battlefield."""
    draw = _DRAWN.get(measured.kind)
    try:
        return None if draw is None else draw(measured, measured.question.split(":")[1:])
    except (SceneError, StopIteration, KeyError):
        return None


def _scene(measured: Measurement) -> Scene:
    state: State = measured.state
    return scene_of(state)


def _touch(measured: Measurement, words: list[str]) -> Drawing:
    """`contact:MOMENT:ONE:OTHER`."""
    return draw_gap(_scene(measured), ":".join(words[1:3]), ":".join(words[3:]))


def _range(measured: Measurement, words: list[str]) -> Drawing:
    """`range:FROM:TO`, and the like."""
    limit_mm = measured.verdict.limit_mm
    return draw_gap(_scene(measured), ":".join(words[:2]), ":".join(words[2:]), ring_mm=limit_mm)


def _within(measured: Measurement, words: list[str]) -> Drawing:
    """`within:RULER:FROM:TO`."""
    return _range(measured, words[1:])


def _sight(measured: Measurement, words: list[str]) -> Drawing:
    """`sight:FROM:TO`."""
    one, other = ":".join(words[:2]), ":".join(words[2:])
    scene = _scene(measured)
    sight = find_sight(scene, one, other)
    at_fault = () if measured.verdict.answer is Answer.YES else sight.blockers
    return draw_sight(scene, sight, one, other, at_fault=at_fault)


def _cover(measured: Measurement, words: list[str]) -> Drawing:
    """`cover:FROM:TO`: what gives cover is at fault, be it touched or on every line."""
    one, other = ":".join(words[:2]), ":".join(words[2:])
    scene, verdict = _scene(measured), measured.verdict
    best = find_sight_past_cover(scene, one, other)
    covering = {piece.id for piece in scene.terrain if piece.cover}
    at_fault: set[str] = set()
    if verdict.because.startswith("cover.") and verdict.answer is not Answer.NO:
        at_fault = set(cover_on_line(scene, one, other, tolerance_mm=max(verdict.value_mm or 0.0, verdict.limit_mm)))
    elif verdict.answer is not Answer.NO:
        at_fault = covering & set(best.blockers) or covering & set(cover_on_line(scene, one, other))
    return draw_sight(scene, best, one, other, at_fault=at_fault)


def _move(measured: Measurement, words: list[str]) -> Drawing | None:
    """`move:CREATURE:X:Y`, with the way that was found."""
    if measured.path is None:
        return None
    limit_mm = measured.verdict.limit_mm
    # A way that the table let pass is allowed whole; one that is as long as allowed is not cut for a rounding.
    fine = measured.verdict.answer is Answer.YES or measured.ruled
    allowed_mm = max(limit_mm, measured.path.length_mm or 0.0) if fine else limit_mm
    return draw_path(_scene(measured), ":".join(words[:2]), measured.path, allowed_mm + HAIR_MM)


def _brush(measured: Measurement, words: list[str]) -> Drawing | None:
    """`brush:CREATURE:TEMPLATE`: the way, which only perhaps leads past the template."""
    path = measured.path
    return None if path is None else draw_path(_scene(measured), ":".join(words[:2]), path, path.length_mm or 0.0)


def _template(measured: Measurement, words: list[str]) -> Drawing:
    """`template:MOMENT:CREATURE:TEMPLATE`; where the creature was before it moved cannot be drawn any more."""
    if words[0] == "before":
        raise SceneError("it stands elsewhere now")
    creature, template = ":".join(words[1:3]), ":".join(words[3:])
    return _clearance(measured, _scene(measured), template, creature)


def _terrain(measured: Measurement, words: list[str]) -> Drawing:
    """`terrain:TEMPLATE:OTHER` of one that is being laid; the other is a piece or a side."""
    piece, other = ":".join(words[:2]), ":".join(words[2:])
    command = measured.command
    if not isinstance(command, LayTerrain):
        raise SceneError(f"nothing is laid by {command!r}")
    template = template_of(command, piece)
    scene = _scene(measured)
    laid = replace(scene, terrain=(*scene.terrain, terrain_of(measured.state, template)))
    if other.startswith(SEGMENT):
        edge = segment_edge(scene, measured.state.seat(other.removeprefix(SEGMENT)))
        laid = replace(laid, terrain=(*laid.terrain, edge))
    return _clearance(measured, laid, piece, other)


def _clearance(measured: Measurement, scene: Scene, template: str, other: str) -> Drawing:
    found = next(each for each in judge_template(scene, template, TemplateRules()) if each.to == other)
    return draw_line(scene, template, other, found.line, measured.verdict.value_mm)


def _standing(measured: Measurement, creature: str) -> tuple[Scene, Stand]:
    """What stands where once the creature stands where the command puts it."""
    command = measured.command
    if not isinstance(command, Place | PlaceHero):
        raise SceneError(f"nobody is placed by {command!r}")
    return scene_of(measured.state, standing={creature: command.at}), command.at


def _side(measured: Measurement, words: list[str]) -> Drawing:
    """`side:CREATURE`."""
    creature = ":".join(words)
    scene, _ = _standing(measured, creature)
    return draw_side(scene, creature, own_side(measured.state, measured.command.by))


def _taken(measured: Measurement, words: list[str]) -> Drawing:
    """`taken:CREATURE`."""
    creature = ":".join(words)
    scene, at = _standing(measured, creature)
    state: State = measured.state
    radius = radius_mm(state, state.card(creature)) - state.rules.contact_mm
    hit = overlapped_at(scene, radius, MatPoint(at.x_mm, at.y_mm), ignoring=(creature,))
    return draw_place(scene, creature, taken_by=hit)


def _clear(measured: Measurement, words: list[str]) -> Drawing:
    """`clear:CREATURE:ENEMY`: the ring is the enemy's."""
    creature, enemy = ":".join(words[:2]), ":".join(words[2:])
    scene, _ = _standing(measured, creature)
    return draw_gap(scene, enemy, creature, ring_mm=measured.verdict.limit_mm)


def _room(measured: Measurement, words: list[str]) -> Drawing:
    """`room:CREATURE`: where else along its side it would be clear of enemies."""
    creature = ":".join(words)
    scene, _ = _standing(measured, creature)
    spots = spots_for(measured.state, measured.command.by, creature, measured.verdict.limit_mm)
    return draw_place(scene, creature, free=spots.lines())


def _fits(measured: Measurement, _words: list[str]) -> Drawing | None:
    """`fits:PLAYER:SIZE`: where along its side the character that is being played finds a place, or what is there."""
    command, state = measured.command, measured.state
    if not isinstance(command, Play):
        return None
    card, scene = command.card, scene_of(state)
    spots = spots_for(state, command.by, card, 0.0)
    taken: set[str] = set()
    if measured.verdict.answer is not Answer.YES:
        places = places_along_side(state, command.by, card, LOOKS)
        taken = {each for at in places for each in overlapped_at(scene, spots.radius_mm, at)}
    if not taken and not spots.spans:  # the side is shorter than the base
        return None
    return draw_place(scene, card, taken_by=taken, free=spots.lines())


def _place(measured: Measurement, words: list[str]) -> Drawing | None:
    """`place:CREATURE` that is put elsewhere by an effect."""
    creature = ":".join(words)
    scene, _ = _standing(measured, creature)
    before = measured.state.creatures[creature].stand
    if before is None:
        return None
    start = MatPoint(before.x_mm, before.y_mm)
    return draw_leap(scene, creature, start, measured.verdict.limit_mm, measured.verdict.value_mm)


_DRAWN: dict[str, Callable[[Measurement, list[str]], Drawing | None]] = {
    "contact": _touch,
    "range": _range,
    "far": _range,
    "near": _range,
    "within": _within,
    "sight": _sight,
    "cover": _cover,
    "move": _move,
    "brush": _brush,
    "template": _template,
    "terrain": _terrain,
    "side": _side,
    "taken": _taken,
    "clear": _clear,
    "room": _room,
    "fits": _fits,
    "place": _place,
}
"""How each sort of question is drawn."""
