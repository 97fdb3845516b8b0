"""Who touches whom, who is whose enemy, and what lies under a base (S-MOVE-03, S-MOVE-05, S-VAR-32).

Two ways to ask: a rule that decides a command asks the table where it is too close to call, and what the table says
holds until one of the two stands elsewhere; a list of what may be done only takes what is certain.
"""

import math

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.constants import BASE_DIAMETERS_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import ContactSettled
from companion.games.signum.model.fold import pair_of
from companion.games.signum.model.mat import base_of, contact, terrain_of, traits
from companion.games.signum.model.state import State, Template
from companion.geometry import Answer, Mat, MatPoint, Scene, TemplateRules, Verdict, at_most, judge_template

_APART_MM = 2 * max(max(sizes) for sizes in BASE_DIAMETERS_MM.values())
"""Between the centres of two bases: twice what the two largest take in contact."""

_SURE_AT_SIGMAS = 6.0


def is_enemy(state: State, player: str, creature: Creature) -> bool:
    """Whether a creature fights against a player.

    Allies' creatures do not (S-VAR-32); controlled ones fight for whoever controls them (S-AB-14).
    """
    return creature.controller in state.enemies(player)


def enemies_of(state: State, creature: Creature) -> tuple[Creature, ...]:
    """All enemies of a creature that stand on the mat."""
    foes = state.enemies(creature.controller)
    return tuple(each for each in state.creatures.values() if each.controller in foes and each.stand is not None)


def touches(draft: Draft, one: str, other: str, rule_id: str, *, moment: str = "now") -> bool:
    """Whether two creatures touch; asks the table where that is too close to call.

    Args:
        draft: The command being decided.
        one: Id of a creature.
        other: Id of another.
        rule_id: The rule that hangs on it.
        moment: Tells questions about the same two apart that one command asks at different places.
    """
    state = draft.state
    settled = state.contacts.get(pair_of(one, other))
    if settled is not None:
        return settled
    if _far(state.creatures[one], state.creatures[other]):
        return False
    verdict = contact(state, state.creatures[one], state.creatures[other])
    yes = draft.judge(verdict, f"contact:{moment}:{one}:{other}", rule_id)
    if verdict.answer is Answer.CLOSE:
        draft.emit(ContactSettled(one=one, other=other, yes=yes))
    return yes


def enemies_touched(
    draft: Draft, creature: str, rule_id: str, *, hidden: bool = True, moment: str = "now"
) -> tuple[str, ...]:
    """Ids of the enemies that a creature touches; those with a Stealth token only if `hidden`."""
    known = draft.state.creatures[creature]
    return tuple(
        each.id
        for each in enemies_of(draft.state, known)
        if (hidden or not each.stealth) and touches(draft, creature, each.id, rule_id, moment=moment)
    )


def certainly_touches(state: State, one: Creature, other: Creature) -> bool:
    """Whether two creatures touch beyond doubt."""
    if _far(one, other):
        return False
    settled = state.contacts.get(pair_of(one.id, other.id))
    return contact(state, one, other).answer is Answer.YES if settled is None else settled


def perhaps_touches(state: State, one: Creature, other: Creature) -> bool:
    """Whether two creatures touch, or are too close to call."""
    if _far(one, other):
        return False
    settled = state.contacts.get(pair_of(one.id, other.id))
    return contact(state, one, other).answer is not Answer.NO if settled is None else settled


def enemies_certainly_touched(state: State, creature: Creature, *, hidden: bool = True) -> tuple[str, ...]:
    """As `enemies_touched`, of what is beyond doubt."""
    return tuple(
        each.id
        for each in enemies_of(state, creature)
        if (hidden or not each.stealth) and certainly_touches(state, creature, each)
    )


def template_contact(state: State, creature: Creature, template: Template) -> Verdict:
    """Whether a base touches or overlaps a template (S-MOVE-05)."""
    return template_within(state, creature, template, None)


def template_within(state: State, creature: Creature, template: Template, limit_mm: float | None) -> Verdict:
    """Whether a base is no farther from a template than a limit; touches or overlaps it where that is None."""
    base = base_of(state, creature)
    most_mm, because = (state.rules.contact_mm, "contact") if limit_mm is None else (limit_mm, "gap")
    boxed_mm = _to_box_mm(base.centre, template) - base.radius_mm
    if boxed_mm > most_mm + _SURE_AT_SIGMAS * math.hypot(base.sigma_mm, template.sigma_mm):
        # No nearer than its box; that is known a hundred times sooner.
        return at_most(boxed_mm, most_mm, 0.0, because)
    scene = Scene(Mat(*state.setup.mat_mm), (base,), (terrain_of(state, template),))
    clearance = next(each for each in judge_template(scene, template.id, TemplateRules()) if each.to == creature.id)
    verdict = clearance.verdict
    return at_most(verdict.value_mm or 0.0, most_mm, verdict.parts or verdict.sigma_mm, because)


def touches_template(draft: Draft, creature: str, template: str, rule_id: str, *, moment: str = "now") -> bool:
    """Whether a base touches a template; asks the table where that is too close to call."""
    state = draft.state
    verdict = template_contact(state, state.creatures[creature], state.templates[template])
    return draft.judge(verdict, f"template:{moment}:{creature}:{template}", rule_id)


def _to_box_mm(place: MatPoint, template: Template) -> float:
    """Distance of a place from the upright rectangle about a template."""
    xs, ys = [x for x, _ in template.outline], [y for _, y in template.outline]
    dx = max(min(xs) - place.x_mm, place.x_mm - max(xs), 0.0)
    dy = max(min(ys) - place.y_mm, place.y_mm - max(ys), 0.0)
    return math.hypot(dx, dy)


def _far(one: Creature, other: Creature) -> bool:
    """Whether two creatures stand so far apart that no base could bridge it; most pairs do."""
    if one.stand is None or other.stand is None:
        return True
    dx, dy = one.stand.x_mm - other.stand.x_mm, one.stand.y_mm - other.stand.y_mm
    doubt_mm = _SURE_AT_SIGMAS * (one.stand.sigma_mm + other.stand.sigma_mm)
    return dx * dx + dy * dy > (_APART_MM + doubt_mm) ** 2


def templates_with(state: State, trait: str) -> tuple[Template, ...]:
    """The templates on the mat that do something: `difficult`, `impassable`, `ruins` and so on (S-TERRAIN-15)."""
    return tuple(each for each in state.templates.values() if trait in traits(state, each))
