"""What of a game of Signum has a place on the mat, or waits for one."""

from collections.abc import Callable

from companion.games.signum.mat import radius_mm
from companion.games.signum.state import Creature, Phase, State
from companion.geometry import MatPoint
from companion.referee.match import Match
from companion.referee.models import Thing, middle


def things_in(state: State) -> tuple[Thing, ...]:
    """Creatures, heroes that are to be placed, then templates, as far as it is known what they are."""
    heroes = () if state.phase is not Phase.SETUP else tuple(f"{seat.id}:hero" for seat in state.setup.seats)
    to_place = tuple(
        Creature(id=each, owner=each.partition(":")[0], controller=each.partition(":")[0])
        for each in heroes
        if each not in state.creatures
    )
    creatures = (*state.creatures.values(), *to_place)
    return (*(_creature(state, each) for each in creatures if state.keys.get(each.id)), *_templates(state))


def things_of(match: Match) -> Callable[[], tuple[Thing, ...]]:
    """What tells the things of a match as it is shown; worked out anew only when something new is shown."""
    made: dict[int, tuple[Thing, ...]] = {}

    def now() -> tuple[Thing, ...]:
        if match.version not in made:
            made.clear()
            made[match.version] = things_in(match.shown)
        return made[match.version]

    return now


def _creature(state: State, creature: Creature) -> Thing:
    stand = creature.stand
    return Thing(
        creature.id,
        creature.owner,
        creature.controller,
        radius_mm(state, state.card(creature.id)),
        None if stand is None else MatPoint(stand.x_mm, stand.y_mm),
        0.0 if stand is None else stand.sigma_mm,
        card=state.keys[creature.id],
    )


def _templates(state: State) -> tuple[Thing, ...]:
    found = []
    for each in state.templates.values():
        outline = tuple(MatPoint(x_mm, y_mm) for x_mm, y_mm in each.outline)
        at, sigma_mm = middle(outline), each.sigma_mm
        found.append(Thing(each.id, each.owner, each.owner, 0.0, at, sigma_mm, outline, is_template=True))
    return tuple(found)
