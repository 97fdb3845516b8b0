"""What the terms of the card language mean in a game: whom, how much, on what condition (S-ABIL-02, S-DRAGON-07).

Whoever asks says by a reader what is near: what holds all the time takes it from the places on record, and what happens
asks the table where that is too close to call (`selection.TableReader`).
"""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

import msgspec

from companion.games.kit.bounds import lies_in_bounds
from companion.games.signum.creature.contacts import template_within
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, Effect, GainEffect
from companion.games.signum.model.fold import pair_of
from companion.games.signum.model.mat import base_of, contact
from companion.games.signum.model.state import State, Template
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.model.terms import Amount, Bounds, Condition, Selector
from companion.geometry import Answer, Verdict, measure_gap

E = TypeVar("E", bound=Effect)

NUMBERS = ("by", "amount", "count", "dice", "becomes", "prosperity", "any", "times", "top")
"""Fields of effects that may be counted from the game."""

FIXED = ("self", "target", "aimed_at", "chosen", "reached")
"""Whom nobody chooses."""

_OF_CREATURES = ("strength", "health", "wounds", "armour", "concentration")


class CreatureReader(Protocol):
    """Says what a creature is now, and whether it is near enough."""

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        """Whether a creature is where a selector wants it."""
        ...

    def abilities(self, state: State, creature: Creature) -> tuple[Ability, ...]:
        """All its abilities."""
        ...

    def strength(self, state: State, creature: Creature) -> int | None:
        """Its dice in melee; None where unknown."""
        ...

    def health(self, state: State, creature: Creature) -> int | None:
        """Wound markers at which it is eliminated; None where unknown."""
        ...


def view_of(by: str, source: str, kind: str, creature: str = "") -> EffectStep:
    """A card as one from which effects are read: nothing has set them off.

    Args:
        by: The player controlling the card.
        source: Id of the card.
        kind: Kind of the card.
        creature: Id of the creature that has the effect; empty for a card that is none.
    """
    return EffectStep(effects=(), by=by, source=source, kind=kind, creature=creature)


def bearer(view: EffectStep) -> str:
    """Id of the creature that has an effect: of a relic's or a building's the hero; empty for nobody."""
    return view.creature or (f"{view.by}:hero" if view.kind in ("relic", "building") else "")


def matches(
    state: State, creature: Creature, selector: Selector, view: EffectStep, reader: CreatureReader, reached: str = ""
) -> bool:
    """Whether a creature is of the kind a selector reaches, distance, sight and count apart.

    Args:
        state: The game.
        creature: The creature.
        selector: Whom an effect reaches.
        view: The card's effects, seen from which it is asked.
        reader: Says what the creature is.
        reached: Id of the one whom an effect reaches just now.
    """
    hero = creature.id.endswith(":hero")
    if (selector.what == "hero" and not hero) or (selector.what == "character" and hero):
        return False
    if not _whose(state, creature, selector, view, reached) or not _borne(creature, selector):
        return False
    if selector.other and creature.id in (bearer(view), _origin_id(selector, view)):
        return False
    return _kin(state, creature, selector) and _numbers(state, creature, selector, reader)


def _whose(state: State, creature: Creature, selector: Selector, view: EffectStep, reached: str) -> bool:
    match selector.who:
        case "own":
            return creature.controller == view.by
        case "enemy":
            return creature.controller in state.enemies(view.by)
        case "any":
            return True
        case "chosen":
            return creature.id in view.chosen
        case "reached":
            return creature.id == reached
        case named:
            return creature.id == {"self": bearer(view), "target": view.target, "aimed_at": _aim(view)}[named]


def _borne(creature: Creature, selector: Selector) -> bool:
    """Whether what a creature bears and did this turn is as a selector asks."""
    asked = (
        (selector.wounded, creature.wounds > 0),
        (selector.stealth, creature.stealth),
        (selector.activated, creature.deeds.activated),
        (selector.summoned, creature.deeds.summoned),
    )
    if any(wanted is not None and wanted is not found for wanted, found in asked):
        return False
    counted = (
        (selector.wounds, creature.wounds),
        (selector.armour, creature.armour),
        (selector.concentration, creature.concentration),
    )
    return all(bounds is None or lies_within(number, bounds) for bounds, number in counted)


def _kin(state: State, creature: Creature, selector: Selector) -> bool:
    if not state.keys.get(creature.id):
        return not (selector.ability or selector.race or selector.card_class or selector.faction)
    card = state.card(creature.id)
    return (
        selector.race in ("", card.race)
        and selector.card_class in ("", card.card_class)
        and selector.faction in ("", card.faction)
    )


def _numbers(state: State, creature: Creature, selector: Selector, reader: CreatureReader) -> bool:
    """Whether its abilities, strength and health are as a selector asks."""
    if selector.ability or selector.without:
        names = {each.name for each in reader.abilities(state, creature)}
        if (selector.ability and selector.ability not in names) or selector.without in names:
            return False
    if selector.strength is not None and not lies_within(reader.strength(state, creature), selector.strength):
        return False
    if selector.health is None and selector.left is None:
        return True
    health = reader.health(state, creature)
    left = None if health is None else health - creature.wounds
    return (selector.health is None or lies_within(health, selector.health)) and (
        selector.left is None or lies_within(left, selector.left)
    )


def lies_within(number: int | None, bounds: Bounds) -> bool:
    """Whether a number is known and lies within bounds."""
    if number is None:
        return False
    return (bounds.least is None or number >= bounds.least) and (bounds.most is None or number <= bounds.most)


def asks(selector: Selector | None) -> bool:
    """Whether a selector asks for what standing bonuses may change: abilities, strength, health."""
    return selector is not None and (
        bool(selector.ability or selector.without)
        or selector.strength is not None
        or selector.health is not None
        or selector.left is not None
    )


def amount_asks(value: object) -> bool:
    """Whether a number is counted from what standing bonuses may change."""
    return isinstance(value, Amount) and (value.count in ("strength", "health") or asks(value.of))


def condition_asks(condition: Condition) -> bool:
    """Whether a condition hangs on what standing bonuses may change."""
    named = (condition.creature, condition.doer, condition.victim)
    amounts = (part for each in condition.counts for part in (each.amount, each.least, each.most))
    return any(asks(each) for each in named) or any(amount_asks(each) for each in amounts)


def _aim(view: EffectStep) -> str:
    return view.moment.target if view.moment is not None else ""


def _origin_id(selector: Selector, view: EffectStep) -> str:
    match selector.around:
        case "self":
            return bearer(view)
        case "hero":
            return f"{view.by}:hero"
        case "target":
            return view.target
        case "aimed_at":
            return _aim(view)
        case _:
            return view.chosen[0] if view.chosen else ""


def origin(state: State, selector: Selector, view: EffectStep) -> Creature | Template | None:
    """What distances are measured from; None for nothing on the mat."""
    if selector.around == "self" and view.source in state.templates:
        return state.templates[view.source]
    name = _origin_id(selector, view)
    known = standing(state, name, view)
    if known is not None and known.stand is not None:
        return known
    if name and name == view.creature and view.stand is not None:
        # It has left the mat: from there its Last Word is measured (S-AB-37).
        return Creature(id=name, owner=view.by, controller=view.by, stand=view.stand)
    return None


def names_chosen(part: object) -> bool:
    """Whether anything in a part of a card, however deep, speaks of those whom an effect before it reached."""
    match part:
        case Selector(who="chosen") | Selector(around="chosen"):
            return True
        case msgspec.Struct():
            return any(names_chosen(getattr(part, name)) for name in part.__struct_fields__)
        case dict():
            return any(names_chosen(each) for each in part.values())
        case tuple():
            return any(names_chosen(each) for each in part)
        case _:
            return False


def standing(state: State, name: str, view: EffectStep) -> Creature | None:
    """A creature on the mat, or one concerned or chosen that has just left it, as it last was."""
    return state.creatures.get(name) or next((each for each in _gone(view) if each.id == name), None)


def _gone(view: EffectStep) -> tuple[Creature, ...]:
    """Those concerned by a moment, and those chosen, that have left the mat."""
    return (*(view.moment.fallen if view.moment is not None else ()), *view.left)


def distances(state: State, creature: Creature, selector: Selector, view: EffectStep) -> Iterator[tuple[str, Verdict]]:
    """What a selector asks of a creature's place: the key of the question, and what is measured."""
    if selector.within is None and not selector.touching:
        return
    source = origin(state, selector, view)
    if source is None or creature.stand is None:
        yield "nowhere", Verdict(Answer.NO, None, 0.0, 0.0, "gap")
        return
    if source.id == creature.id:
        return
    for ruler in (selector.within, None if not selector.touching else ""):
        if ruler is not None:
            yield (
                (f"within:{ruler}:{source.id}:{creature.id}" if ruler else f"contact:{source.id}:{creature.id}"),
                (_measured(state, source, creature, RANGES_MM[ruler] if ruler else None)),
            )


def _measured(state: State, source: Creature | Template, creature: Creature, limit_mm: float | None) -> Verdict:
    """Whether a creature is within a limit of something, or touches it where that is None."""
    if isinstance(source, Template):
        return template_within(state, creature, source, limit_mm)
    if limit_mm is not None:
        return measure_gap(base_of(state, source), base_of(state, creature)).within(limit_mm)
    settled = state.contacts.get(pair_of(source.id, creature.id))
    if settled is not None:
        return Verdict(Answer.YES if settled else Answer.NO, None, 0.0, 0.0, "contact")
    return contact(state, source, creature)


def on_record(verdict: Verdict) -> bool:
    """What a measurement says where nobody is asked."""
    if verdict.answer is Answer.CLOSE and verdict.value_mm is not None:
        return verdict.value_mm <= verdict.limit_mm
    return verdict.answer is Answer.YES


def near_on_record(state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
    """Whether a creature is where a selector wants it, by the places on record."""
    return all(on_record(verdict) for _, verdict in distances(state, creature, selector, view))


def fits(
    state: State, creature: Creature, selector: Selector, view: EffectStep, reader: CreatureReader, reached: str = ""
) -> bool:
    """Whether a selector reaches a creature, sight and count apart."""
    return matches(state, creature, selector, view, reader, reached) and reader.is_near(state, creature, selector, view)


def number(state: State, value: int | Amount, view: EffectStep, reader: CreatureReader, reached: str = "") -> int:
    """A number as it is now."""
    if isinstance(value, int):
        return value
    if value.count == "creatures" or value.count in _OF_CREATURES:
        found = sum(_of_creature(state, each, value, reader) for each in _counted(state, value, view, reader, reached))
    else:
        found = sum(_of_player(state, each, value) for each in players(state, view, value.who))
    total = found // max(1, value.per) * value.times + value.plus
    return total if value.most is None else min(value.most, total)


def _counted(state: State, value: Amount, view: EffectStep, reader: CreatureReader, reached: str) -> Iterator[Creature]:
    selector = value.of or Selector(count=0)
    gone = (each for each in _gone(view) if selector.who in FIXED and each.id not in state.creatures)
    for each in (*state.creatures.values(), *gone):
        if each.stand is not None and fits(state, each, selector, view, reader, reached):
            yield each


def _of_creature(state: State, creature: Creature, value: Amount, reader: CreatureReader) -> int:
    match value.count:
        case "creatures":
            return 1
        case "strength":
            return reader.strength(state, creature) or 0
        case "health":
            return reader.health(state, creature) or 0
        case name:
            return int(getattr(creature, name))


def _of_player(state: State, player: str, value: Amount) -> int:
    mine = state.players[player]
    match value.count:
        case "prosperity":
            return mine.prosperity
        case "kills":
            return mine.kills
        case "terrain":
            cards = tuple(each.id for each in state.templates.values() if each.owner == player)
        case "buildings":
            cards = tuple(each.id for each in mine.city)
        case "relics" | "tactics" as pile:
            cards = tuple(each.id for each in getattr(mine, pile))
        case pile:
            cards = getattr(mine, pile)
    return sum(not value.kind or is_kind(state, each, value.kind) for each in cards)


def is_kind(state: State, card_id: str, kind: str) -> bool:
    """Whether a card is of a kind, a type of building or relic, or this very card, by its key."""
    if not state.keys.get(card_id):
        return False
    card = state.card(card_id)
    return kind in (card.key, card.kind, card.building_type, card.relic_type)


def players(state: State, view: EffectStep, who: str) -> tuple[str, ...]:
    """The own player, the opponents (the one chosen where there are several, S-VAR-18), or all of them."""
    enemies = (view.opponent,) if view.opponent else state.enemies(view.by)
    return {"own": (view.by,), "enemy": enemies, "each": (view.by, *enemies), "any": (view.by, *enemies)}[who]


def counted(effect: E, state: State, view: EffectStep, reader: CreatureReader, reached: str = "") -> E:
    """An effect with every number that it counts as it is now."""
    found: dict[str, Any] = {
        name: number(state, value, view, reader, reached)
        for name in NUMBERS
        if isinstance(value := getattr(effect, name, None), Amount)
    }
    if not found:
        return effect
    if isinstance(effect, GainEffect):
        found = {"ability": msgspec.structs.replace(effect.ability, x=found["amount"]), "amount": None}
    return msgspec.structs.replace(effect, **found)


def holds(state: State, condition: Condition, view: EffectStep, reader: CreatureReader) -> bool:
    """Whether a condition holds, seen from a card."""
    mine = state.players[view.by]
    if condition.building and not has_building(state, view.by, condition.building):
        return False
    if condition.hero and state.keys.get(f"{view.by}:hero") != condition.hero:
        return False
    least = condition.prosperity_at_least
    if least is not None and mine.prosperity < least:
        return False
    if condition.turn and (condition.turn == "own") is not (state.active == view.by):
        return False
    if not all(lies_in_bounds(each, lambda amount: number(state, amount, view, reader)) for each in condition.counts):
        return False
    return _concerns(state, condition, view, reader)


def _concerns(state: State, condition: Condition, view: EffectStep, reader: CreatureReader) -> bool:
    """Whether those whom a moment concerns are as a condition wants them."""
    moment = view.moment
    doer, victim = (moment.creature, moment.target) if moment is not None else ("", "")
    both = tuple(each for each in (doer, victim) if each) if moment is not None else tuple(state.creatures)
    for wanted, names in ((condition.creature, both), (condition.doer, (doer,)), (condition.victim, (victim,))):
        if wanted is None:
            continue
        known = (standing(state, name, view) for name in names)
        if not any(each is not None and fits(state, each, wanted, view, reader) for each in known):
            return False
    return True


def has_building(state: State, player: str, name: str) -> bool:
    """Whether a building stands in a player's City, by its key or its type."""
    return any(is_kind(state, each.id, name) for each in state.players[player].city)
