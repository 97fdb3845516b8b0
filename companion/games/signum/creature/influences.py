"""What changes a creature while it lasts: effects, relics, class bonuses, Auras (S-ABIL-16 to -20, S-CARD-23, S-AB-04).

Nothing here asks anybody: whether a creature is within an Aura's ruler is taken from the places on record, and from
what the table settled where that was too close to call (`auras`).
"""

import functools
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.games.signum.model.cards import (
    Ability,
    BuildingType,
    Card,
    ChangeEffect,
    Condition,
    GainEffect,
    Kind,
    LoseEffect,
    Rider,
    Selector,
)
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.fold import pair_of
from companion.games.signum.model.mat import base_of
from companion.games.signum.model.state import Creature, State
from companion.geometry import Answer, Verdict, measure_gap

Influence = ChangeEffect | GainEffect | LoseEffect

_ABROAD = ("enemy", "any")
_REACH = dict.fromkeys((Kind.HERO, Kind.CHARACTER, Kind.TERRAIN), ("own", *_ABROAD))
"""Whom a card's riders reach besides its own: a creature itself, of a building or relic its player's creatures."""


def influences(state: State, creature: Creature) -> tuple[Influence, ...]:
    """Everything that changes a creature now, lasting effects last: of two that contradict the later counts."""
    found: list[Influence] = []
    found += _from_cards(state, creature)
    found += _from_afar(state, creature)
    found += _from_auras(state, creature)
    found += [each.effect for each in creature.lasting]
    return tuple(found)


def holds(state: State, condition: Condition, player: str) -> bool:
    """Whether a condition holds for a player, apart from what it says of a creature."""
    mine = state.players[player]
    if condition.building and not has_building(state, player, condition.building):
        return False
    if condition.hero and state.keys.get(f"{player}:hero") != condition.hero:
        return False
    least = condition.prosperity_at_least
    return least is None or mine.prosperity >= least


def has_building(state: State, player: str, name: str) -> bool:
    """Whether a building stands in a player's City, by its key or its type."""
    standing = [state.card(each.id) for each in state.players[player].city if state.keys[each.id]]
    return any(name in (card.key, card.building_type) for card in standing)


def is_own(state: State, creature: Creature, player: str) -> bool:
    """Whether a player commands a creature."""
    return creature.controller == player


def matches(state: State, creature: Creature, selector: Selector, by: str, own: str = "") -> bool:
    """Whether a creature is of the kind a selector reaches, distance, sight and count apart.

    Args:
        state: The game.
        creature: The creature.
        selector: Whom an effect reaches.
        by: The player controlling the card.
        own: Id of the creature that has the effect, for `self`.
    """
    hero = creature.id.endswith(":hero")
    if (selector.what == "hero" and not hero) or (selector.what == "character" and hero):
        return False
    if not _whose(state, creature, selector, by, own):
        return False
    if selector.wounded is not None and (creature.wounds > 0) is not selector.wounded:
        return False
    if not state.keys[creature.id]:
        return not (selector.ability or selector.race or selector.card_class or selector.faction)
    card = state.card(creature.id)
    named = not selector.ability or any(each.name == selector.ability for each in card.abilities)
    return (
        named
        and selector.race in ("", card.race)
        and selector.card_class in ("", card.card_class)
        and selector.faction in ("", card.faction)
    )


def _whose(state: State, creature: Creature, selector: Selector, by: str, own: str) -> bool:
    match selector.who:
        case "self":
            return creature.id == own
        case "own":
            return is_own(state, creature, by)
        case "enemy":
            return creature.controller in state.enemies(by)
        case _:
            return True


def _from_cards(state: State, creature: Creature) -> Iterator[Influence]:
    """Relics of the hero, and riders without a trigger on any card of the player's that is in play."""
    player = creature.controller
    mine = state.players[player]
    if creature.id == f"{creature.owner}:hero":
        for relic in state.players[creature.owner].relics:
            if state.keys[relic.id]:
                yield from (each for each in state.card(relic.id).effects if isinstance(each, Influence))
    sources = [
        (creature.id, creature.id),
        *((each.id, "") for each in mine.city),
        *((each.id, "") for each in mine.relics),
    ]
    for card_id, own in sources:
        if state.keys[card_id] and state.card(card_id).riders:
            yield from _from_riders(state, creature, state.card(card_id), own or f"{player}:hero")


def _from_riders(state: State, creature: Creature, card: Card, own: str) -> Iterator[Influence]:
    for effect in _continuous(state, card, creature.controller):
        if matches(state, creature, effect.to, creature.controller, own):
            yield effect


def _continuous(state: State, card: Card, player: str) -> Iterator[Influence]:
    """What the riders without a trigger give while a player has the card in play."""
    bonus_on = state.rules.switches.class_bonus_on
    for rider in card.riders:
        if rider.trigger is not None or not holds(state, rider.condition, player):
            continue
        if not is_printed_elsewhere(rider, card, state.setup.cards, bonus_on):
            yield from (each for each in rider.effects if isinstance(each, Influence))


def _from_afar(state: State, creature: Creature) -> Iterator[Influence]:
    """Riders without a trigger that reach others than their card's own: terrain's, other creatures', opponents'."""
    reaching = far_reaching(_Cards(state.setup.cards))
    if not reaching:
        return
    for player, source, card_id in _in_play(state):
        key = state.keys.get(card_id, "")
        known = source is None and card_id not in state.templates and player == creature.controller
        if key not in reaching or known or card_id == creature.id:
            continue
        for effect in _continuous(state, state.card(card_id), player):
            fits = matches(state, creature, effect.to, player, "" if source is None else source.id)
            if fits and _within(state, source, creature, effect.to):
                yield effect


def _in_play(state: State) -> Iterator[tuple[str, Creature | None, str]]:
    """Every card in play with the player who has it, and the creature that it is, if it is one."""
    for each in state.creatures.values():
        yield each.controller, each, each.id
    for template in state.templates.values():
        yield template.owner, None, template.id
    for player in state.players.values():
        yield from ((player.id, None, each.id) for each in player.city)
        yield from ((player.id, None, each.id) for each in player.relics)


def _within(state: State, source: Creature | None, creature: Creature, selector: Selector) -> bool:
    """Whether a creature is as near to the source as a selector asks; a card beside the mat is near to none."""
    if selector.within is None:
        return True
    if source is None or source.stand is None or creature.stand is None:
        return False
    return measure_gap(base_of(state, source), base_of(state, creature)).gap_mm <= RANGES_MM[selector.within]


class _Cards:
    """All cards of a game, equal only to themselves: they never change, and are asked about all the time."""

    __slots__ = ("cards",)

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cards) and self.cards is other.cards

    def __hash__(self) -> int:
        return id(self.cards)


@functools.lru_cache(maxsize=16)
def far_reaching(known: _Cards) -> frozenset[str]:
    """Keys of the cards with a rider that holds without a trigger and may reach others than the card's own."""
    return frozenset(
        card.key
        for card in known.cards.values()
        for rider in card.riders
        for effect in rider.effects
        if rider.trigger is None and isinstance(effect, Influence) and effect.to.who in _REACH.get(card.kind, _ABROAD)
    )


def is_printed_elsewhere(rider: Rider, card: Card, cards: Mapping[str, Card], bonus_on: str) -> bool:
    """Whether a class bonus does not count because the edition prints it on the other of class card and class building.

    Both sources are card data; the edition says which is printed (S-CARD-24).

    Args:
        rider: One of the card's.
        card: The card.
        cards: All that were brought, by key.
        bonus_on: Where the edition prints class bonuses: `building` or `card`.
    """
    if rider.trigger is not None:
        return False
    if card.building_type in (BuildingType.GUILD, BuildingType.ORDER):
        return bonus_on != "building"
    if card.kind is Kind.BUILDING or not rider.condition.building or not card.card_class:
        return False
    building = cards.get(card.card_class)
    carries = building is not None and any(each.trigger is None for each in building.riders)
    return bonus_on == "building" and carries


def _from_auras(state: State, creature: Creature) -> Iterator[Influence]:
    """What Auras around a creature give; of equal ones only one counts (S-OPEN-38)."""
    if creature.stand is None:
        return
    seen: set[object] = set()
    for source in state.creatures.values():
        if source.id == creature.id or source.stand is None or not _radiates(state, source):
            continue
        for effect in _aura_of(state, source, creature):
            if repr(effect) not in seen:
                seen.add(repr(effect))
                yield effect


def _radiates(state: State, source: Creature) -> bool:
    """Whether a creature may have an Aura at all; most have none, and this is asked all the time."""
    if source.lasting:
        return True
    return bool(state.keys[source.id]) and any(each.name == "aura" for each in state.card(source.id).abilities)


AURA = "aura|"
"""Begins what is settled of an Aura; the bar lets it end with either's place, as contact does."""


def aura_key(source: str) -> str:
    """How an Aura is named where it is settled whom it reaches, beside who touches whom."""
    return f"{AURA}{source}"


def auras_near(state: State, creature: Creature) -> Iterator[tuple[str, str, Verdict]]:
    """The Auras of others whose reach nobody has settled: their source, their ruler, whether they reach a creature."""
    for source in state.creatures.values():
        if source.id == creature.id or source.stand is None or not _radiates(state, source):
            continue
        if pair_of(aura_key(source.id), creature.id) not in state.contacts:
            gap = measure_gap(base_of(state, source), base_of(state, creature))
            for ruler in dict.fromkeys(each.ruler for each in _auras(state, source) if each.ruler):
                yield source.id, ruler, gap.within(RANGES_MM[ruler])


def _auras(state: State, source: Creature) -> list[Ability]:
    printed = state.card(source.id).abilities if state.keys[source.id] else ()
    gained = tuple(each.effect.ability for each in source.lasting if isinstance(each.effect, GainEffect))
    lost = {each.effect.ability for each in source.lasting if isinstance(each.effect, LoseEffect)}
    return [each for each in (*printed, *gained) if each.name == "aura" and "aura" not in lost and each.ruler]


def _aura_of(state: State, source: Creature, creature: Creature) -> Iterator[Influence]:
    settled = state.contacts.get(pair_of(aura_key(source.id), creature.id))
    for aura in _auras(state, source):
        assert aura.ruler is not None  # noqa: S101 (asked above)
        gap = measure_gap(base_of(state, source), base_of(state, creature))
        reaches = gap.gap_mm <= RANGES_MM[aura.ruler]
        if settled is not None and gap.within(RANGES_MM[aura.ruler]).answer is Answer.CLOSE:
            reaches = settled
        if not reaches:
            continue
        for effect in aura.text:
            if isinstance(effect, Influence) and matches(
                state, creature, _reached(effect.to), source.controller, source.id
            ):
                yield effect


def _reached(selector: Selector) -> Selector:
    """Own creatures, unless the text of the Aura says otherwise; distance is the Aura's own."""
    who = selector.who if selector.who in ("enemy", "any") else "own"
    return replace(selector, who=who)
