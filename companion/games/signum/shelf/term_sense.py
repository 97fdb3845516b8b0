"""What the terms of the card language get wrong by themselves: names that are nowhere, bounds that nothing meets."""

from collections.abc import Iterator

from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.kinds import BuildingType, Kind, RelicType
from companion.games.signum.model.terms import Amount, Bounds, Selector
from companion.games.signum.shelf.world import World

_OF_CREATURES = ("creatures", "strength", "health", "wounds", "armour", "concentration")
_KINDS = (*(each.value for each in Kind), *(each.value for each in BuildingType), *(each.value for each in RelicType))


def kin_mistakes(selector: Selector, path: Path, world: World) -> Iterator[Mistake]:
    """Names in a selector that mean nothing, and numbers that no creature has."""
    for field in ("ability", "without"):
        name = getattr(selector, field)
        if name and name not in CATALOGUE and name not in world.abilities:
            yield (*path, field), told("nowhere", f"unknown ability {name!r}; {like(name, tuple(CATALOGUE))}")
    if selector.race and selector.race not in world.races:
        yield (
            (*path, "race"),
            told("nowhere", f"race {selector.race!r} is declared nowhere; {like(selector.race, tuple(world.races))}"),
        )
    if selector.card_class and selector.card_class not in world.classes:
        yield (*path, "card_class"), told("nowhere", f"no Guild or Order is called {selector.card_class!r}")
    if selector.faction and selector.faction not in world.factions:
        yield (*path, "faction"), told("nowhere", f"faction {selector.faction!r} is declared nowhere")
    if selector.up_to and not selector.count:
        yield (*path, "up_to"), told("all_up_to", "all are reached where `count` is 0: nobody chooses fewer")
    for field in ("strength", "health", "left", "wounds", "armour", "concentration"):
        yield from bounds_mistakes(getattr(selector, field), (*path, field))


def bounds_mistakes(bounds: Bounds | None, path: Path) -> Iterator[Mistake]:
    """Bounds between which there is no number, or none at all."""
    if bounds is None:
        return
    if bounds.least is None and bounds.most is None:
        yield path, told("how_much", "say how much: `least`, `most`, or both")
    elif (bounds.most is not None and bounds.most < (bounds.least or 0)) or (bounds.least or 0) < 0:
        yield path, told("bounds_empty", "no creature has a number between these")


def amount_mistakes(amount: Amount, path: Path, world: World) -> Iterator[Mistake]:
    """What is wrong with an amount, whom it counts apart."""
    of_creatures = amount.count in _OF_CREATURES
    if amount.of is not None and not of_creatures:
        yield (
            (*path, "of"),
            told("counts_none", f"`of` says which creatures are meant, and {amount.count!r} counts none"),
        )
    if amount.of is None and of_creatures:
        yield path, told("counts_whose", f"{amount.count!r} needs `of`: whose")
    if amount.kind and of_creatures:
        yield (
            (*path, "kind"),
            told("kind_creatures", "`kind` is one of cards or buildings; creatures are named in `of`"),
        )
    elif amount.kind and amount.kind not in _KINDS and amount.kind not in world.kinds:
        yield (*path, "kind"), told("nowhere", f"unknown kind {amount.kind!r}; {like(amount.kind, _KINDS)}")
    if amount.per < 1:
        yield (*path, "per"), told("least", f"'per' must be 1 or more, not {amount.per}", least=1)
    if not amount.times:
        yield (*path, "times"), told("not_zero", "'times' must be other than 0")
