"""Instances of everything that cards can say, with names in them that mean something."""

import random
import typing
from enum import EnumMeta
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.effects.effect import (
    Ability,
    ChoiceEffect,
    Cost,
    Effect,
    GainEffect,
    Rider,
    RollEffect,
    Trigger,
)
from companion.games.signum.model.terms import Condition, Selector
from companion.games.signum.shelf.parameters import ACTIONS, SHIELDED

TEXTS = {"en": "text", "ru": "текст", "uk": "текст"}
NESTING = (GainEffect, ChoiceEffect, RollEffect)
MEANING: dict[tuple[type, str], tuple[Any, ...]] = {
    (Ability, "name"): (*CATALOGUE, "own_song"),
    (Ability, "names"): ({"en": "Song", "ru": "Песня", "uk": "Пісня"},),
    (Selector, "ability"): ("", "shot"),
    (Selector, "race"): ("", "fenfolk"),
    (Selector, "card_class"): ("", "skirmish/boilerwrights_guild"),
    (Selector, "faction"): ("", "lanternmarch", "basic"),
    (Condition, "building"): ("", "tavern", "skirmish/toll_house"),
    (Condition, "hero"): ("", "skirmish/maud_averill"),
    (Cost, "buildings"): ((), ("tavern", "skirmish/toll_house")),
    (Trigger, "on"): HOOKS,
    (Card, "race"): ("", "beast"),
    (Card, "card_class"): ("", "skirmish/order_of_the_long_wick"),
    (Card, "bound_to"): ("", "skirmish/maud_averill"),
}
"""What stands in fields that name something."""

NEEDED = {(Ability, "names"), (Rider, "effects"), (RollEffect, "faces")}
"""Fields that may be left out of the data, but not out of a pack."""

ABOUT = {"steam_engine": ACTIONS, "shield_from": SHIELDED}


def seeded(seed: int) -> random.Random:
    """Chance that comes out the same every time."""
    return random.Random(seed)  # noqa: S311 (a test, no secret)


def made_up(kind: Any, chance: random.Random, depth: int = 3) -> Any:
    """A value of a type of the vocabulary, its fields made up in turn, as deep as is wanted."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is None:
        return _plain(kind, chance, depth)
    if origin is typing.Literal:
        return chance.choice(args)
    if origin is tuple:
        each = args if args[-1] is not Ellipsis else args[:1] * chance.randint(1, 2)
        return tuple(made_up(one, chance, depth - 1) for one in each)
    if origin is dict:
        return _table(args, chance, depth)
    return made_up(chance.choice([each for each in args if depth > 0 or each not in NESTING]), chance, depth)


def _table(args: tuple[Any, ...], chance: random.Random, depth: int) -> Any:
    if args == (str, str):
        return TEXTS
    keys = FACES if args[0] is str else tuple(args[0])
    return {key: made_up(args[1], chance, depth - 1) for key in chance.sample(keys, chance.randint(1, len(keys)))}


def _plain(kind: Any, chance: random.Random, depth: int) -> Any:
    if kind is type(None):
        return None
    if isinstance(kind, EnumMeta):
        return chance.choice(list(kind))
    simple = {int: chance.randint(1, 5), bool: chance.random() < 0.5, float: 1.0, str: "word"}
    return simple[kind] if kind in simple else instance(kind, chance, depth)


def instance(struct: Any, chance: random.Random, depth: int = 3, **given: Any) -> Any:
    """One struct of the vocabulary; fields that may be left out often are."""
    hints, values = get_type_hints(struct), dict(given)
    for each in msgspec.structs.fields(struct):
        needed = each.default is msgspec.NODEFAULT and each.default_factory is msgspec.NODEFAULT
        needed |= (struct, each.name) in NEEDED
        if each.name in values or (not needed and chance.random() < 0.4):
            continue
        # What could hold effects ends where it is deep enough.
        if not needed and depth <= 0 and _holds_effects(hints[each.name]):
            continue
        known = MEANING.get((struct, each.name))
        values[each.name] = chance.choice(known) if known else made_up(hints[each.name], chance, depth)
    if struct is Ability:
        values["about"] = chance.choice(ABOUT.get(values["name"], ("",)))
    return struct(**values)


def _holds_effects(kind: Any) -> bool:
    return kind == Effect or any(_holds_effects(each) for each in get_args(kind))
