"""What selectors, conditions and amounts get wrong because of where they stand in an effect."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.games.signum.engine.hooks import DOER, VICTIM
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Condition, Selector
from companion.games.signum.shelf.impossible import (
    amount_impossible,
    measure_impossible,
    selector_impossible,
)
from companion.games.signum.shelf.printed import building_mistakes
from companion.games.signum.shelf.term_sense import amount_mistakes, kin_mistakes
from companion.games.signum.shelf.world import World


@dataclass(frozen=True, slots=True)
class EffectPlace:
    """Where effects stand.

    Attributes:
        roles: What has set them off concerns these; a printed ability concerns what it was aimed at.
        hook: The moment that sets them off; empty for none.
        ruler: They belong to a Howl of this ruler, so each must keep within it.
        holds: They hold as long as their card does, and never happen.
        aura: They are what an Aura gives.
        afar: No creature has them, and they stand nowhere, so that no distance can be measured from them.
        nobody: No creature has them.
        chosen: An effect before them has reached creatures.
    """

    roles: frozenset[str] = frozenset()
    hook: str = ""
    ruler: str = ""
    holds: bool = False
    aura: bool = False
    afar: bool = False
    nobody: bool = False
    chosen: bool = False


def placed_selector_mistakes(
    selector: Selector, path: Path, place: EffectPlace, world: World, *, counts: bool = False
) -> Iterator[Mistake]:
    """What is wrong with a selector.

    Args:
        selector: The selector.
        path: Where it stands.
        place: Where its effect stands.
        world: What it may name.
        counts: Whether it only counts creatures for an amount.
    """
    yield from _named(selector, path, place, counts=counts)
    if place.afar and selector.around == "self" and (selector.within or selector.sight or selector.touching):
        field = next(name for name in ("within", "sight", "touching") if getattr(selector, name))
        yield (
            (*path, field),
            told(
                "measured_nowhere", f"{field!r} is measured from the creature that has the effect, and here none has it"
            ),
        )
    if selector.around != "self" and not (selector.within or selector.sight or selector.touching or selector.other):
        yield (
            (*path, "around"),
            told("around_needs", "`around` says from where `within`, `touching` or `sight` is measured; give one"),
        )
    if selector.count < 0:
        yield (*path, "count"), told("least", f"'count' must be 0 for all, or more, not {selector.count}", least=0)
    if place.ruler and selector.who != "self" and selector.within != place.ruler and not counts:
        yield (
            path,
            told(
                "howl_reach",
                f'a Howl reaches as far as its ruler: write within = "{place.ruler}" (S-AB-32)',
                ruler=place.ruler,
            ),
        )
    yield from kin_mistakes(selector, path, world)
    yield from selector_impossible(selector, path)


def _named(selector: Selector, path: Path, place: EffectPlace, *, counts: bool) -> Iterator[Mistake]:
    """Whom it names though nobody is meant by that here."""
    for field, named in (("who", selector.who), ("around", selector.around)):
        nothing = (named == "aimed_at" and VICTIM not in place.roles) or (
            named == "target" and not place.roles & {DOER, VICTIM}
        )
        if nothing:
            yield (*path, field), told("nobody_here", f"{named!r} is what set an effect off; here nothing has")
        if named == "chosen" and not place.chosen:
            yield (
                (*path, field),
                told("chosen_before", "'chosen' is whom the effect before reached; here there is none before"),
            )
    if selector.who == "reached" and not counts:
        yield (
            (*path, "who"),
            told(
                "reached_amount", "'reached' is the one whom an effect reaches, for amounts that hang on each of them"
            ),
        )
    if selector.who == "self" and place.nobody:
        yield (*path, "who"), told("self_nobody", "'self' is the creature that has the effect, and here none has it")


def placed_condition_mistakes(
    condition: Condition, path: Path, world: World, place: EffectPlace, roles: frozenset[str] | None
) -> Iterator[Mistake]:
    """What is wrong with a condition.

    Args:
        condition: The condition.
        path: Where it stands.
        world: What it may name.
        place: Where the effects stand that hang on it.
        roles: What the moment that sets it off concerns; None where nothing sets it off.
    """
    if condition.building:
        yield from building_mistakes(condition.building, (*path, "building"), world)
    heroes = world.of_kind(Kind.HERO)
    if condition.hero and condition.hero not in heroes:
        yield (*path, "hero"), told("nowhere", f"no hero is called {condition.hero!r}; {like(condition.hero, heroes)}")
    there = replace(place, roles=frozenset({DOER, VICTIM}), chosen=True, holds=False, ruler="")
    yield from _concerned(condition, path, world, there, roles)
    for index, each in enumerate(condition.counts):
        where = (*path, "counts", index)
        yield from measure_impossible(each, where)
        if each.least is None and each.most is None:
            yield where, told("how_much", "say how much it must be: `least`, `most`, or both")
        for field in ("amount", "least", "most"):
            value = getattr(each, field)
            if isinstance(value, Amount):
                yield from placed_amount_mistakes(value, (*where, field), there, world)


def placed_amount_mistakes(value: Amount, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    """What is wrong with an amount; arguments as for `placed_selector_mistakes`."""
    yield from amount_mistakes(value, path, world)
    yield from amount_impossible(value, path)
    if value.of is not None:
        yield from placed_selector_mistakes(value.of, (*path, "of"), place, world, counts=True)


def _concerned(
    condition: Condition, path: Path, world: World, place: EffectPlace, roles: frozenset[str] | None
) -> Iterator[Mistake]:
    """What is wrong with whom a condition concerns; arguments as for `placed_condition_mistakes`."""
    for field, needed in (("creature", {DOER, VICTIM}), ("doer", {DOER}), ("victim", {VICTIM})):
        selector = getattr(condition, field)
        if selector is None:
            continue
        yield from placed_selector_mistakes(selector, (*path, field), place, world)
        if selector.sight:
            yield (*path, field, "sight"), told("no_sight", "a condition asks for no line of sight")
        if (roles is None and field != "creature") or (roles is not None and not roles & needed):
            yield (*path, field), told("nobody_here", f"what sets this off concerns no creature as {field!r}")
