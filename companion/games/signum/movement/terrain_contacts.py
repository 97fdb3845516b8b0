"""Terrain that is entered and left: which templates a creature comes to touch, or touches no more (S-MOVE-05)."""

from msgspec.structs import replace

from companion.games.signum.creature.contacts import template_contact
from companion.games.signum.creature.term_values import on_record
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce, is_awaited
from companion.games.signum.model.mat import scene_of
from companion.games.signum.model.state import State
from companion.games.values import Stand
from companion.geometry import Path, travelled_until_touch

ENTER, LEAVE = "terrain.enter", "terrain.leave"


def crossed(state: State, creature: str, path: Path) -> tuple[str, ...]:
    """Ids of the templates that a creature touches on its way, where any card waits for that."""
    if not is_awaited(state, ENTER):
        return ()
    scene = scene_of(state)
    return tuple(each for each in state.templates if travelled_until_touch(scene, creature, path, [each]) is not None)


def announce_ground(draft: Draft, creature: str, before: Stand | None, on_way: tuple[str, ...] = ()) -> None:
    """Announces what a creature has entered and left, now that it stands elsewhere.

    Args:
        draft: The command being decided.
        creature: Id of the creature.
        before: Where it stood; None if it has just come.
        on_way: Ids of templates that it touched on its way.
    """
    state = draft.state
    known = state.creatures.get(creature)
    if known is None or not (is_awaited(state, ENTER) or is_awaited(state, LEAVE)):
        return
    for template in state.templates.values():
        was = before is not None and on_record(template_contact(state, replace(known, stand=before), template))
        now = on_record(template_contact(state, known, template))
        if was and not now:
            announce(draft, LEAVE, known.controller, creature=creature, card=template.id)
        elif not was and (now or template.id in on_way):
            announce(draft, ENTER, known.controller, creature=creature, card=template.id)
