"""The game's state as the plane sees it: bases, templates, sides (S-MOVE-01 to S-MOVE-05)."""

from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import BASE_DIAMETERS_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.sight import sight_rule
from companion.games.signum.model.state import State, Template
from companion.games.values import Stand
from companion.geometry import (
    Answer,
    Base,
    Deviation,
    Mat,
    MatPoint,
    Scene,
    Side,
    Terrain,
    Verdict,
    can_see,
    find_sight,
    judge_contact,
    measure_gap,
)

SIZES = ("small", "medium", "large")


def radius_mm(state: State, card: Card) -> float:
    """Radius of a creature's base, which the edition gives (S-CONST-08)."""
    return BASE_DIAMETERS_MM[state.rules.edition][SIZES.index(card.base)] / 2


def base_of(state: State, creature: Creature, at: Stand | None = None) -> Base:
    """A creature's base where it stands, or elsewhere."""
    stand = at or creature.stand
    assert stand is not None  # noqa: S101 (callers ask only about those that stand)
    return Base(
        creature.id,
        MatPoint(stand.x_mm, stand.y_mm),
        radius_mm(state, state.card(creature.id)),
        creature.controller,
        creature.stealth and not state.rules.switches.stealth_blocks_sight,
        stand.sigma_mm,
        stand.scale,
        stand.made,
        stand.tied,
    )


def stand_deviation(stand: Stand) -> Deviation:
    """How uncertain each coordinate of a place is, the scale left out."""
    return Deviation.of(stand.sigma_mm, stand.made)


def scene_of(state: State, *, leaving_out: tuple[str, ...] = (), standing: dict[str, Stand] | None = None) -> Scene:
    """All that stands on the mat.

    Args:
        state: The game.
        leaving_out: Ids of creatures or templates that shall not count.
        standing: Places that differ from the state's, by creature.
    """
    moved = standing or {}
    bases = tuple(
        base_of(state, each, moved.get(each.id))
        for each in state.creatures.values()
        if (each.stand is not None or each.id in moved) and each.id not in leaving_out
    )
    terrain = tuple(terrain_of(state, each) for each in state.templates.values() if each.id not in leaving_out)
    return Scene(Mat(*state.setup.mat_mm), bases, terrain, sight_rule(state.rules))


def terrain_of(state: State, template: Template) -> Terrain:
    """A template as it lies on the mat."""
    known = traits(state, template)
    return Terrain(
        template.id,
        tuple(MatPoint(x, y) for x, y in template.outline),
        impassable="impassable" in known,
        difficult="difficult" in known,
        blocks_sight="blocks_sight" in known,
        cover="cover" in known,
        sigma_mm=template.sigma_mm,
        made_mm=template.made,
    )


def traits(state: State, template: Template) -> frozenset[str]:
    """What a template does: as its card says in its terrain field or by the names of abilities (S-AB-07 to -34)."""
    if not state.keys.get(template.id):
        return frozenset()
    card = state.card(template.id)
    return frozenset(card.terrain) | {each.name for each in card.abilities}


def contact(state: State, one: Creature, other: Creature) -> Verdict:
    """Whether two creatures touch (S-MOVE-03)."""
    return judge_contact(measure_gap(base_of(state, one), base_of(state, other)), state.rules.contact_mm)


def sight(state: State, from_id: str, to_id: str) -> Verdict:
    """Whether one creature has line of sight to another (S-LOS-03 to S-LOS-12)."""
    scene = scene_of(state)
    if not any(each.sigma_mm for each in scene.bases) and not any(each.sigma_mm for each in scene.terrain):
        # Exact places need no margin, and the plain answer is a hundred times cheaper.
        clear = can_see(scene, from_id, to_id)
        return Verdict(Answer.YES if clear else Answer.NO, None, 0.0, 0.0, "sight.clear" if clear else "sight.blocked")
    return find_sight(scene, from_id, to_id).verdict


def perhaps_sees(state: State, from_id: str, to_id: str) -> bool:
    """Whether one creature has line of sight to another, or that is too close to call.

    Quicker than `sight` wherever there is a free line: then only its margin is in doubt.
    """
    return can_see(scene_of(state), from_id, to_id) or sight(state, from_id, to_id).answer is not Answer.NO


def own_side(state: State, player: str) -> Side:
    """The edge of the mat that is a player's."""
    return Side(state.seat(player).side)
