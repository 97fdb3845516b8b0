"""Where a creature may be put down (S-SETUP-06, S-SETUP-08, S-SUMMON-01, S-SUMMON-02)."""

from companion.games.signum.creature.abilities import has, value
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.mat import own_side, radius_mm, scene_of
from companion.games.values import Stand
from companion.geometry import Answer, MatPoint, Verdict, judge_side_contact, overlapped_at

NOWHERE = "nowhere"
"""What a player answers where no place is left for a creature."""


def require_own_side(draft: Draft, creature: str, player: str, at: Stand, rule_id: str, free_id: str) -> None:
    """Refuses a place that is not at the player's own side, off the mat, or on something.

    The contact tolerance applies to all of it: a hand places no base to a tenth of a millimetre.

    Args:
        draft: The command being decided.
        creature: Id of who is put down.
        player: Whose side it is.
        at: Where.
        rule_id: The rule that demands the side.
        free_id: The rule that demands a free place.
    """
    state = draft.state
    side = own_side(state, player)
    scene = scene_of(state, standing={creature: at})
    touches = judge_side_contact(scene, creature, side, contact_mm=state.rules.contact_mm)
    draft.require_verdict(touches, f"side:{creature}", rule_id, "place_at_side", side=state.seat(player).side)
    require_free(draft, creature, at, free_id)
    segment = state.seat(player).segment
    if segment is not None:
        along, slack_mm, (low, high) = at.x_mm if side.is_level else at.y_mm, state.rules.contact_mm, segment
        draft.require(low - slack_mm <= along <= high + slack_mm, "S-VAR-35", "place_in_segment", low=low, high=high)


def require_free(draft: Draft, creature: str, at: Stand, rule_id: str) -> None:
    """Refuses a place where the base would overlap a base, impassable terrain or the mat's edge."""
    state = draft.state
    scene = scene_of(state, leaving_out=(creature,))
    slack_mm = state.rules.contact_mm
    radius = radius_mm(state, state.card(creature))
    width_mm, height_mm = state.setup.mat_mm
    low, x_most, y_most = radius - slack_mm, width_mm - radius + slack_mm, height_mm - radius + slack_mm
    inside = low <= at.x_mm <= x_most and low <= at.y_mm <= y_most
    question = f"taken:{creature}"
    draft.require_verdict(_plain(inside, "place.on_mat", "place.off_mat"), question, "S-MOVE-19", "wholly_on_mat")
    hit = overlapped_at(scene, radius - slack_mm, MatPoint(at.x_mm, at.y_mm))
    free = _plain(not hit, "place.free", "place.taken")
    draft.require_verdict(free, question, rule_id, "place_is_taken", by=", ".join(hit))


def _plain(holds: bool, yes: str, no: str) -> Verdict:  # noqa: FBT001 (a condition)
    """A verdict without a number: the tolerance has been allowed for."""
    return Verdict(Answer.YES if holds else Answer.NO, None, 0.0, 0.0, yes if holds else no)


def give_tokens(draft: Draft, creature: str) -> None:
    """The tokens a creature comes with: those of Armour, and a character's of Stealth (S-DMG-15, S-STEALTH-01)."""
    state = draft.state
    known = state.creatures[creature]
    armour = value(state, known, "armour")
    hides = has(state, known, "stealth") and not creature.endswith(":hero")
    if armour or hides:
        draft.emit(CreatureChanged(creature=creature, armour=armour or None, stealth=hides or None, why="S-STEALTH-01"))
