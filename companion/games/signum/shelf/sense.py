"""What a card of the right shape still gets wrong: fields of another kind, things that are nowhere, texts that lack."""

import math
from collections.abc import Iterator, Mapping

from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BASIC, BATTLE_KINDS, MERCENARIES, BuildingType, Kind
from companion.games.signum.shelf.effect_sense import card_effect_mistakes
from companion.games.signum.shelf.parameters import ability_mistakes
from companion.games.signum.shelf.printed import cost_mistakes
from companion.games.signum.shelf.world import World
from companion.geometry import MatPoint, Terrain

_EVERY_KIND = {"key", "kind", "names", "faction", "series", "abilities", "riders", "text", "flavour"}
_CREATURE = {"race", "strength", "movement", "health", "base"}
_BATTLE = {"card_class", "copies", "cost", "bound_to"}
_SUPPORT = _BATTLE | {"rarity"}

FIELDS: dict[Kind, set[str]] = {
    Kind.HERO: _EVERY_KIND | _CREATURE | {"slots"},
    Kind.CHARACTER: _EVERY_KIND | _CREATURE | _BATTLE,
    Kind.SPELL: _EVERY_KIND | _SUPPORT | {"effects"},
    Kind.RELIC: _EVERY_KIND | _SUPPORT | {"effects", "relic_type"},
    Kind.TACTIC: _EVERY_KIND | _SUPPORT,
    Kind.BUILDING: _EVERY_KIND | {"cost", "building_type", "unique", "effects"},
    Kind.TERRAIN: _EVERY_KIND | {"cost", "unique", "template", "terrain"},
}
"""What stands on each kind of card (S-CARD-03, S-CARD-04, S-CARD-15 to -17, -26, -29, -43, -53, -60)."""

NEEDED: dict[Kind, dict[str, str]] = {
    Kind.HERO: {"slots": "the relics it carries, such as slots = { armour = 1 }, or slots = {} if none are known"},
    Kind.CHARACTER: {"cost": "what it costs", "faction": "whose it is"},
    Kind.SPELL: {"cost": "what it costs", "faction": "whose it is"},
    Kind.RELIC: {"cost": "what it costs", "faction": "whose it is", "relic_type": "the slot it takes"},
    Kind.TACTIC: {"cost": "what it costs", "faction": "whose it is"},
    Kind.BUILDING: {"cost": "what it costs", "building_type": "which of the nine it is, or unique, guild, order"},
    Kind.TERRAIN: {"cost": "what it costs", "template": "the outline in mm, or template = [] if it is not known"},
}
"""What must be written even where a struct has a default: an empty table says that somebody thought of it."""

UNIQUE_TYPES = frozenset({BuildingType.UNIQUE, BuildingType.GUILD, BuildingType.ORDER})


def card_mistakes(card: Card, raw: Mapping[str, object], world: World) -> Iterator[Mistake]:
    """Everything wrong with a card of the right shape.

    Args:
        card: The card, keys in full.
        raw: As it is written.
        world: What it may name.

    Yields:
        Paths within the card, and sentences.
    """
    yield from _fields(card, raw)
    yield from text_mistakes(card.names, ("names",), needed=True)
    yield from text_mistakes(card.text, ("text",))
    yield from text_mistakes(card.flavour, ("flavour",))
    yield from _numbers(card)
    yield from _belonging(card, raw, world)
    yield from cost_mistakes(card.cost, ("cost",), world)
    yield from _of_kind(card)
    for index, ability in enumerate(card.abilities):
        yield from ability_mistakes(ability, ("abilities", index), card.kind, world.abilities)
    yield from card_effect_mistakes(card, world)


def _fields(card: Card, raw: Mapping[str, object]) -> Iterator[Mistake]:
    kind = card.kind
    for field in raw:
        if field not in FIELDS[kind]:
            yield (field,), told("foreign", f"a card of kind {kind.value!r} has no {field!r}")
    for field, what in NEEDED[kind].items():
        if field not in raw:
            yield (), told("missing", f"{field!r} is missing: {what}", field=field)


def _numbers(card: Card) -> Iterator[Mistake]:
    least = {"strength": 0, "health": 1, "copies": 1}
    for field, bound in least.items():
        value = getattr(card, field)
        if value is not None and value < bound:
            yield (field,), told("least", f"{field!r} must be {bound} or more, not {value}", least=bound)
    for slot, count in card.slots.items():
        if count < 1:
            yield (
                ("slots", slot.value),
                told("least", f"a hero has 1 or more slots of a type, not {count}; leave out those it lacks", least=1),
            )


def _belonging(card: Card, raw: Mapping[str, object], world: World) -> Iterator[Mistake]:
    """Faction, race, class and the hero it is bound to."""
    if card.faction not in world.factions:
        yield (
            ("faction",),
            told(
                "nowhere", f"faction {card.faction!r} is declared nowhere; {like(card.faction, tuple(world.factions))}"
            ),
        )
    if card.faction == BASIC and "faction" in raw and card.kind not in (Kind.BUILDING, Kind.TERRAIN):
        yield ("faction",), told("basic_only", f"only buildings and terrain are {BASIC!r}, open to all (S-DECK-03)")
    if card.kind is Kind.HERO and "faction" not in raw:
        yield (), told("missing", "'faction' is missing: the squad the hero leads (S-CARD-12)", field="faction")
    if card.faction == MERCENARIES and card.kind is not Kind.CHARACTER:
        yield ("faction",), told("mercenaries", "only characters are mercenaries (S-CARD-67)")
    if card.race and card.race not in world.races:
        yield (
            ("race",),
            told("nowhere", f"race {card.race!r} is declared nowhere; {like(card.race, tuple(world.races))}"),
        )
    if card.card_class and card.card_class not in world.classes:
        yield (
            ("card_class",),
            told("nowhere", f"no Guild or Order is called {card.card_class!r}; {like(card.card_class, _keys(world))}"),
        )
    heroes = world.of_kind(Kind.HERO)
    if card.bound_to and card.bound_to not in heroes:
        yield ("bound_to",), told("nowhere", f"no hero is called {card.bound_to!r}; {like(card.bound_to, heroes)}")


def _keys(world: World) -> tuple[str, ...]:
    return tuple(world.classes)


def _of_kind(card: Card) -> Iterator[Mistake]:
    match card.kind:
        case Kind.BUILDING:
            yield from _building(card)
        case Kind.TERRAIN:
            yield from _terrain(card)
        case Kind.TACTIC:
            if not card.text and not any(rider.trigger for rider in card.riders):
                yield (
                    (),
                    told(
                        "tactic_waits",
                        "a tactic needs a rider with the trigger it waits for, or its words in `text` (S-CARD-45)",
                        field="riders",
                    ),
                )
        case Kind.SPELL:
            if not card.text and not card.effects:
                yield (
                    (),
                    told("spell_does", "a spell needs `effects`, or its words in `text` (S-CARD-27)", field="effects"),
                )
        case _:
            pass
    if card.kind not in BATTLE_KINDS and card.bound_to:
        yield ("bound_to",), told("bound", "only cards of the Battle Deck are bound to a hero")


def _building(card: Card) -> Iterator[Mistake]:
    cost = card.cost
    if cost.buildings or cost.any:
        yield ("cost",), told("building_paid", "a building is paid in Prosperity alone (S-CARD-66)")
    if card.building_type is None:
        return
    if card.building_type in UNIQUE_TYPES and not card.unique:
        yield (
            ("building_type",),
            told(
                "unique_type",
                f"a building of type {card.building_type.value!r} is unique: write unique = true (S-CARD-57)",
            ),
        )
    elif card.building_type not in UNIQUE_TYPES and card.unique:
        yield ("unique",), told("not_unique", "a basic building may be built again and is not unique (S-CARD-57)")


def _terrain(card: Card) -> Iterator[Mistake]:
    if card.unique and card.faction == BASIC:
        yield (
            ("unique",),
            told(
                "not_unique", "terrain open to all may be played any number of times and is not unique (S-TERRAIN-11)"
            ),
        )
    if not card.template:
        return
    if len(card.template) < 3:
        yield ("template",), told("outline", f"an outline has 3 corners or more, not {len(card.template)}")
    elif not all(math.isfinite(each) for corner in card.template for each in corner):
        yield ("template",), told("outline", "the corners of an outline are numbers of millimetres")
    elif Terrain(card.key, tuple(MatPoint(x, y) for x, y in card.template)).crosses_itself:
        yield ("template",), told("outline", "the outline crosses itself; give its corners in order around it")
