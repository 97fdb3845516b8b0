"""Costs, which stand on cards and within abilities alike."""

from collections.abc import Iterator

from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.shelf.world import World


def cost_mistakes(cost: Cost, path: Path, world: World) -> Iterator[Mistake]:
    """A cost that cannot be: buildings that exist nowhere, numbers below 0."""
    for index, name in enumerate(cost.buildings):
        yield from building_mistakes(name, (*path, "buildings", index), world)
    for field, number in (("any", cost.any), ("prosperity", cost.prosperity)):
        if number < 0:
            yield (*path, field), told("least", f"{field!r} must be 0 or more, not {number}", least=0)
    if not cost.known and (cost.buildings or cost.any or cost.prosperity):
        yield (*path, "known"), told("cost_unknown", "a cost that is not known names nothing")


def building_mistakes(name: str, path: Path, world: World) -> Iterator[Mistake]:
    """A building that stands in no pack and is no type of building."""
    if not world.has_building(name):
        known = (*(each.value for each in BuildingType), *world.of_kind(Kind.BUILDING))
        yield path, told("nowhere", f"no building is called {name!r}; {like(name, known)}")
