"""Terrain that is entered and left: which templates a creature comes to touch, or touches no more (S-MOVE-05)."""

import math

from msgspec.structs import replace

from companion.games.signum.creature.contacts import template_contact
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce, is_awaited, is_awaited_elsewhere
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import scene_of
from companion.games.signum.model.state import State, Template
from companion.games.values import Stand
from companion.geometry import Answer, Mode, Path, judge_brush

ENTER, LEAVE = "terrain.enter", "terrain.leave"

HAND_MM = 0.25
"""Standard deviation of the way that a hand leads a model, beside the one that was found."""


def brushed(draft: Draft, creature: str, path: Path, sigma_mm: float) -> tuple[str, ...]:
    """Ids of the templates that a creature touches on its way, where any card waits for that.

    Only the ends of a move are measured, so the way is the shortest one. Who means to go round makes two moves.

    Args:
        draft: The command being decided.
        creature: Id of the creature.
        path: Its way, on foot.
        sigma_mm: Standard deviation of the place where it ends.
    """
    state = draft.state
    if path.mode is not Mode.WALK or not (is_awaited(state, ENTER) or is_awaited(state, LEAVE)):
        return ()
    known = state.creatures[creature]
    ends = (known, replace(known, stand=Stand(path.goal.x_mm, path.goal.y_mm, sigma_mm)))
    scene, found = scene_of(state), []
    for template in state.templates.values():
        if not _anybody_minds(state, template.id):
            continue
        if any(template_contact(state, each, template).answer is Answer.YES for each in ends):
            continue  # where it stands is asked about once it has come there
        verdict = judge_brush(scene, creature, path, template.id, extra_sigma_mm=math.hypot(sigma_mm, HAND_MM))
        if draft.judge(verdict, f"brush:{creature}:{template.id}", "S-MOVE-05", path):
            found.append(template.id)
    return tuple(found)


def announce_ground(draft: Draft, creature: str, before: Stand | None, on_way: tuple[str, ...] = ()) -> None:
    """Announces what a creature has entered and left, now that it stands elsewhere.

    Args:
        draft: The command being decided.
        creature: Id of the creature.
        before: Where it stood; None if it has just come.
        on_way: Ids of templates that it touched on its way: those it only passed are entered, then left.
    """
    state = draft.state
    known = state.creatures.get(creature)
    if known is None or not (is_awaited(state, ENTER) or is_awaited(state, LEAVE)):
        return
    for template in state.templates.values():
        if not _anybody_minds(state, template.id):
            continue
        was = before is not None and _touches(draft, replace(known, stand=before), template, "before")
        now = _touches(draft, known, template, "now")
        passed = template.id in on_way and not was and not now
        # What is announced last is met first.
        if passed or (was and not now):
            announce(draft, LEAVE, known.controller, creature=creature, card=template.id)
        if passed or (now and not was):
            announce(draft, ENTER, known.controller, creature=creature, card=template.id)


def _touches(draft: Draft, creature: Creature, template: Template, moment: str) -> bool:
    """Whether a creature touches a template where it stands; asks the table where that is too close to call."""
    verdict = template_contact(draft.state, creature, template)
    return draft.judge(verdict, f"template:{moment}:{creature.id}:{template.id}", "S-MOVE-05")


def _anybody_minds(state: State, template: str) -> bool:
    """Whether anything waits for this template to be entered or left: its own card, or a card that is no terrain."""
    hooks = (ENTER, LEAVE)
    own = state.card(template).riders if state.keys.get(template) else ()
    if any(rider.trigger is not None and rider.trigger.on in hooks for rider in own):
        return True
    return any(is_awaited_elsewhere(state, hook) for hook in hooks)
