"""Terrain cards: what may be laid, and where (S-TERRAIN-01 to S-TERRAIN-15, S-VAR-38)."""

import math
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from companion.games.prompt import CommandSpec, Field, Spot
from companion.games.signum.creature.prices import priced
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.model.commands import LayTerrain
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.events import CardMoved, PlayerChanged, TemplateLaid
from companion.games.signum.model.kinds import BASIC, Kind
from companion.games.signum.model.mat import scene_of, terrain_of
from companion.games.signum.model.state import Phase, Seat, State, Template
from companion.games.signum.play.payment import any_field, pay, payable
from companion.games.signum.turn.turns import require_active
from companion.geometry import (
    Answer,
    MatPoint,
    Room,
    Scene,
    Side,
    TemplateRules,
    TemplateSpot,
    Terrain,
    at_least,
    free_spot_for_template,
    judge_template,
    places_of_template,
)

OWN_SIDE_MM = TEMPLATE_MM = RANGES_MM["S"]
ENEMY_SIDE_MM = RANGES_MM["M"]
"""How far a template keeps from the own side and other templates, and from an opponent's side (S-CONST-20)."""

CUT_MM = 5.0
"""How far the corners of a template may be from where they are printed: scissors and cameras are no finer."""

Fault = tuple[str, str, dict[str, str | float]]


def template_of(command: LayTerrain, template_id: str) -> Template:
    """The template as a command lays it, under an id of its own."""
    return Template(
        id=template_id,
        owner=command.by,
        outline=command.outline,
        sigma_mm=command.sigma_mm,
        made_mm=command.made_mm or msgspec.UNSET,
    )


def lay(draft: Draft, command: LayTerrain) -> None:
    """A terrain card goes to the City, its template onto the mat (S-TERRAIN-04)."""
    player = command.by
    require_active(draft, player, Phase.ACTIVATION)
    state = draft.state
    if command.card not in layable(state, player):
        raise refuse("terrain_at_hand", card=command.card)
    fault = why_not_lay(state, player, command.card)
    if fault is not None:
        rule_id, key, values = fault
        draft.require(False, rule_id, key, **values)  # noqa: FBT003 (the condition is known to fail)
    card = state.card(command.card)
    template = template_of(command, command.card)
    _require_outline(draft, template, card.template)
    pay(draft, player, priced(state, player, card), command.buildings)
    _require_place(draft, template, player)
    mine = draft.state.players[player]
    unique = (*mine.played_unique, card.key) if card.unique else None
    draft.emit(PlayerChanged(player=player, terrain_played=True, played_unique=unique, why="S-TERRAIN-01"))
    draft.emit(CardMoved(card=command.card, player=player, zone="terrain_city", why="S-TERRAIN-04"))
    draft.emit(TemplateLaid(template=template))
    announce(draft, "card.play", player, card=command.card)


def layable(state: State, player: str) -> tuple[str, ...]:
    """Ids of the terrain cards that a player has at hand, whether or not they may be laid."""
    return tuple(each for each in state.players[player].unused if state.card(each).kind is Kind.TERRAIN)


def why_not_lay(state: State, player: str, card_id: str) -> Fault | None:
    """The rule that keeps a terrain card from being played, cost and place apart; None if nothing does."""
    card, mine = state.card(card_id), state.players[player]
    if state.acting:
        return "S-TURN-29", "finish_activation_first", {}
    if mine.terrain_played:
        return "S-TERRAIN-01", "one_terrain_a_turn", {}
    if card.faction not in (BASIC, state.card(f"{player}:hero").faction):
        return "S-TERRAIN-03", "own_terrain", {"card": card.key}
    if card.unique and card.key in mine.played_unique:
        return "S-TERRAIN-12", "unique_once", {"card": card.key}
    return None


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The terrain cards that may be laid somewhere, as far as that can be told without trying every place."""
    if state.active != player or state.phase is not Phase.ACTIVATION or state.acting:
        return ()
    found = []
    for card_id in layable(state, player):
        cost = priced(state, player, state.card(card_id))
        if why_not_lay(state, player, card_id) is None and payable(state, player, cost):
            fields: dict[str, Field] = {"outline": Spot(why="template")}
            fields |= any_field(state, player, cost)
            found.append(CommandSpec(kind="layterrain", by=player, fixed={"card": card_id}, fields=fields))
    return tuple(found)


def least_side_mm(state: State, player: str, seat: Seat) -> float:
    """How far a player's template keeps from a seat's side: that of allies counts as the own (S-VAR-38)."""
    return OWN_SIDE_MM if state.allied(seat.id, player) else ENEMY_SIDE_MM


def free_spot(state: State, player: str, card_id: str) -> TemplateSpot:
    """Where the template of a card fits on the mat; its answer is no where the card cannot be played (S-TERRAIN-10).

    This takes a tenth of a second, so it is asked when a player looks for a place, not whenever a card is offered.
    """
    polygon = tuple(MatPoint(x, y) for x, y in state.card(card_id).template)
    return free_spot_for_template(scene_of(state), polygon, _rules(state, player))


def places_for_template(state: State, player: str, card_id: str, angles_rad: Sequence[float]) -> tuple[Room, ...]:
    """Where the origin of a card's template may lie at each of some angles; claimed parts of sides are not minded."""
    polygon = tuple(MatPoint(x, y) for x, y in state.card(card_id).template)
    return places_of_template(scene_of(state), polygon, _rules(state, player), angles_rad)


def _require_outline(draft: Draft, template: Template, printed: tuple[tuple[float, float], ...]) -> None:
    """The template laid is the card's, as far as a hand and a camera can tell (S-TERRAIN-04)."""
    if len(template.outline) < 3:
        raise refuse("template_outline")
    draft.require(not terrain_of(draft.state, template).crosses_itself, "S-TERRAIN-04", "matching_template")
    if printed:
        draft.require(_same_shape(printed, template.outline), "S-TERRAIN-04", "matching_template")


def _same_shape(printed: tuple[tuple[float, float], ...], laid: tuple[tuple[float, float], ...]) -> bool:
    """Whether two outlines are one shape, turned, shifted, turned over, or begun at another corner."""
    count = len(printed)
    if len(laid) != count:
        return False
    wanted = [math.dist(a, b) for a in printed for b in printed]
    for order in (laid, laid[::-1]):
        for first in range(count):
            turned = order[first:] + order[:first]
            found = [math.dist(a, b) for a in turned for b in turned]
            if all(abs(a - b) <= CUT_MM for a, b in zip(wanted, found, strict=True)):
                return True
    return False


def _require_place(draft: Draft, template: Template, player: str) -> None:
    """Refuses a place that is too near to something (S-TERRAIN-05 to -10)."""
    state = draft.state
    scene = scene_of(state)
    piece = terrain_of(state, template)
    laid = replace(scene, terrain=(*scene.terrain, piece))
    for each in judge_template(laid, piece.id, _rules(state, player)):
        if each.verdict.answer is Answer.YES:
            continue
        rule_id, key = _rule_of(state, player, each.to)
        question = f"terrain:{piece.id}:{each.to}"
        if not draft.judge(each.verdict, question, rule_id):
            values: dict[str, str | float] = {"to": each.to, "limit": each.verdict.limit_mm}
            draft.require_measured(False, rule_id, key, **values)  # noqa: FBT003 (the measurement is known to say no)
    _require_clear_of_segments(draft, scene, piece, player)


def _rules(state: State, player: str) -> TemplateRules:
    """How far a player's template keeps from templates, and from sides that belong to somebody in full."""
    sides = {Side(seat.side): least_side_mm(state, player, seat) for seat in state.setup.seats if seat.segment is None}
    return TemplateRules(side_mm=sides, template_mm=TEMPLATE_MM)


def _rule_of(state: State, player: str, to: str) -> tuple[str, str]:
    """The rule and the sentence of what a template is too near to."""
    if to in state.templates:
        return "S-TERRAIN-07", "terrain_clear_of_terrain"
    if to in state.creatures:
        return "S-TERRAIN-05", "terrain_clear_of_bases"
    seat = next((each for each in state.setup.seats if each.side == to and each.segment is None), None)
    if seat is None:
        return "S-TERRAIN-09", "terrain_on_mat"
    own = state.allied(seat.id, player)
    return ("S-TERRAIN-06" if own else "S-TERRAIN-08"), "terrain_clear_of_side"


def _require_clear_of_segments(draft: Draft, scene: Scene, piece: Terrain, player: str) -> None:
    """Keeps terrain clear of claimed parts of sides: each counts as a line on the mat's edge (S-VAR-38)."""
    state = draft.state
    for seat in state.setup.seats:
        if seat.segment is None:
            continue
        edge = segment_edge(scene, seat)
        found = judge_template(Scene(scene.mat, (), (piece, edge)), piece.id, TemplateRules())
        away = next(each.verdict for each in found if each.to == edge.id)
        least_mm = least_side_mm(state, player, seat)
        verdict = at_least(away.value_mm or 0.0, least_mm, away.parts or away.sigma_mm, "template")
        question = f"terrain:{piece.id}:{edge.id}"
        draft.require_verdict(verdict, question, "S-VAR-38", "terrain_clear_of_side", to=seat.id, limit=least_mm)


def segment_edge(scene: Scene, seat: Seat) -> Terrain:
    """A claimed part of a side as a line, its second end twice: an outline without an inside; its id is `side SEAT`."""
    assert seat.segment is not None  # noqa: S101 (only claimed parts are asked about)
    side, mat = Side(seat.side), scene.mat
    low, high = (side.foot(mat, MatPoint(at, at)) for at in seat.segment)
    return Terrain(f"side {seat.id}", (low, high, high))
