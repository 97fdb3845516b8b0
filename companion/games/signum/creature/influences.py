"""What changes a creature while it lasts: effects, relics, class bonuses, Auras (S-ABIL-16 to -20, S-CARD-23, S-AB-04).

Nothing here asks anybody: whether a creature is within an Aura's ruler is taken from the places on record, and from
what the table settled where that was too close to call (`auras`).
"""

import functools
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.games.signum.creature.term_values import (
    CreatureReader,
    amount_asks,
    asks,
    condition_asks,
    counted,
    fits,
    holds,
    matches,
    near_on_record,
    view_of,
)
from companion.games.signum.model.all_cards import AllCards
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, Effect, GainEffect, Lasting, Rider
from companion.games.signum.model.effects.on_creatures import ChangeEffect, LoseEffect
from companion.games.signum.model.fold import pair_of
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.model.mat import base_of
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.model.terms import Selector
from companion.geometry import Answer, Verdict, measure_gap

_ABROAD = ("enemy", "any")
_REACH = dict.fromkeys((Kind.HERO, Kind.CHARACTER, Kind.TERRAIN), ("own", *_ABROAD))
"""Whom a card's riders reach besides its own: a creature itself, of a building or relic its player's creatures."""


def influences(state: State, creature: Creature, *, plain: bool = False) -> tuple[Lasting, ...]:
    """Everything that changes a creature now, lasting effects last: of two that contradict the later counts.

    Args:
        state: The game.
        creature: The creature.
        plain: Leaves out the standing bonuses that ask for abilities, strength or health, so that those can be asked
            what a creature is without them.
    """
    if state.creatures.get(creature.id) is not creature:
        return _influences(state, creature, plain=plain)
    known = _known(_Same(state))
    found = known.get((creature.id, plain))
    if found is None:
        found = known[creature.id, plain] = _influences(state, creature, plain=plain)
    return found


class _Same:
    """A state, equal only to itself: it never changes, and each of its creatures is asked about again and again."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@functools.lru_cache(maxsize=4)
def _known(of: _Same) -> dict[tuple[str, bool], tuple[Lasting, ...]]:
    """What was found out of the creatures of a state, by creature and whether plain."""
    return {}


def _influences(state: State, creature: Creature, *, plain: bool) -> tuple[Lasting, ...]:
    found = [
        *_from_cards(state, creature, plain=plain),
        *_from_afar(state, creature, plain=plain),
        *_from_auras(state, creature, plain=plain),
        *(each.effect for each in creature.lasting),
    ]
    return (*found, *_within_abilities(state, creature, found, plain=plain))


def changed(base: int, effects: Iterable[Lasting], of: str) -> int:
    """A value after everything that changes it, one after the other: what it becomes, then what is added."""
    for each in effects:
        if isinstance(each, ChangeEffect) and each.of == of:
            base = each.becomes if isinstance(each.becomes, int) else base
            base += each.by if isinstance(each.by, int) else 0
    return base


class _Plain:
    """What a creature is without the standing bonuses that ask what creatures are; places are those on record."""

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        return near_on_record(state, creature, selector, view)

    def abilities(self, state: State, creature: Creature) -> tuple[Ability, ...]:
        return abilities_after(state, creature, influences(state, creature, plain=True))

    def strength(self, state: State, creature: Creature) -> int | None:
        return self._value(state, creature, "strength")

    def health(self, state: State, creature: Creature) -> int | None:
        return self._value(state, creature, "health")

    def _value(self, state: State, creature: Creature, of: str) -> int | None:
        if of in creature.by_hand:
            return int(creature.by_hand[of])
        printed = getattr(state.card(creature.id), of) if state.keys.get(creature.id) else None
        return None if printed is None else max(0, changed(printed, influences(state, creature, plain=True), of))


PLAIN: CreatureReader = _Plain()


def abilities_after(state: State, creature: Creature, effects: Iterable[Lasting]) -> tuple[Ability, ...]:
    """The printed abilities of a creature, with those given and without those taken, in this order (Dragon rule 4)."""
    found = list(state.card(creature.id).abilities if state.keys[creature.id] else ())
    for effect in effects:
        match effect:
            case GainEffect(ability=ability):
                found.append(ability)
            case LoseEffect(ability=name):
                found = [each for each in found if each.name != name]
            case _:
                pass
    return tuple(found)


def _given(
    state: State, creature: Creature, effects: Iterable[Lasting], view: EffectStep, *, plain: bool
) -> Iterator[Lasting]:
    """Those of a card's standing effects that reach a creature, their numbers counted."""
    for effect in effects:
        if plain and (asks(effect.to) or amount_asks(getattr(effect, "by", 0))):
            continue
        if fits(state, creature, effect.to, view, PLAIN):
            yield counted(effect, state, view, PLAIN, creature.id)


def _from_cards(state: State, creature: Creature, *, plain: bool) -> Iterator[Lasting]:
    """Relics, and riders without a trigger on any card of the player's that is in play."""
    player = creature.controller
    mine = state.players[player]
    for relic in mine.relics:
        if state.keys[relic.id] and state.card(relic.id).effects:
            yield from _given(
                state, creature, worn(state.card(relic.id)), _seen(player, relic.id, "relic"), plain=plain
            )
    sources = [
        (creature.id, "creature"),
        *((each.id, "building") for each in mine.city),
        *((each.id, "relic") for each in mine.relics),
    ]
    for card_id, kind in sources:
        if state.keys[card_id] and state.card(card_id).riders:
            view = _seen(player, card_id, kind)
            yield from _given(state, creature, _continuous(state, card_id, view, plain=plain), view, plain=plain)


def _seen(player: str, card_id: str, kind: str) -> EffectStep:
    return view_of(player, card_id, kind, card_id if kind == "creature" else "")


def worn(card: Card) -> Iterator[Lasting]:
    """What a relic gives while it is worn: its hero where nobody else is named."""
    for effect in card.effects:
        if isinstance(effect, Lasting):
            yield replace(effect, to=Selector(who="self")) if effect.to == Selector() else effect


def _continuous(state: State, card_id: str, view: EffectStep, *, plain: bool) -> Iterator[Lasting]:
    """What the riders without a trigger give while a player has the card in play."""
    card, bonus_on = state.card(card_id), state.rules.switches.class_bonus_on
    for rider in card.riders:
        if rider.trigger is not None or (plain and condition_asks(rider.condition)):
            continue
        if holds(state, rider.condition, view, PLAIN) and not is_printed_elsewhere(
            rider, card, state.setup.cards, bonus_on
        ):
            yield from (each for each in rider.effects if isinstance(each, Lasting))


def _within_abilities(state: State, creature: Creature, found: Iterable[Lasting], *, plain: bool) -> Iterator[Lasting]:
    """What riders without a trigger give within a creature's abilities, printed or given."""
    printed = state.card(creature.id).abilities if state.keys.get(creature.id) else ()
    for ability in (*printed, *(each.ability for each in found if isinstance(each, GainEffect))):
        for rider in ability.riders:
            if rider.trigger is None and not (plain and condition_asks(rider.condition)):
                view = _seen(creature.controller, creature.id, "creature")
                if holds(state, rider.condition, view, PLAIN):
                    effects = (each for each in rider.effects if isinstance(each, Lasting))
                    yield from _given(state, creature, effects, view, plain=plain)


def _from_afar(state: State, creature: Creature, *, plain: bool) -> Iterator[Lasting]:
    """Standing effects that reach others than their card's own: terrain's, other creatures', opponents'."""
    reaching = far_reaching(AllCards(state.setup.cards))
    if not reaching:
        return
    for player, kind, card_id in _in_play(state):
        key = state.keys.get(card_id, "")
        known = kind in ("building", "relic") and player == creature.controller
        if key not in reaching or known or card_id == creature.id:
            continue
        view = _seen(player, card_id, kind)
        if kind == "relic":
            yield from _given(state, creature, worn(state.card(card_id)), view, plain=plain)
        yield from _given(state, creature, _continuous(state, card_id, view, plain=plain), view, plain=plain)


def _in_play(state: State) -> Iterator[tuple[str, str, str]]:
    """Every card in play with the player who has it and what it is there."""
    yield from ((each.controller, "creature", each.id) for each in state.creatures.values())
    yield from ((each.owner, "terrain", each.id) for each in state.templates.values())
    for player in state.players.values():
        yield from ((player.id, "building", each.id) for each in player.city)
        yield from ((player.id, "relic", each.id) for each in player.relics)


@functools.lru_cache(maxsize=16)
def far_reaching(known: AllCards) -> frozenset[str]:
    """Keys of the cards with an effect that holds without a trigger and may reach others than the card's own."""
    return frozenset(
        card.key
        for card in known.cards.values()
        for effect in (
            *(each for rider in card.riders if rider.trigger is None for each in rider.effects),
            *(card.effects if card.kind is Kind.RELIC else ()),
        )
        if isinstance(effect, Lasting) and effect.to != Selector() and effect.to.who in _REACH.get(card.kind, _ABROAD)
    )


@functools.lru_cache(maxsize=16)
def gives_auras(known: AllCards) -> bool:
    """Whether any card of the game gives an Aura, instead of having it printed."""
    return any(
        _gives_aura((*card.effects, *(each for rider in card.riders for each in rider.effects)))
        or any(_gives_aura(ability.text) for ability in card.abilities)
        for card in known.cards.values()
    )


def _gives_aura(effects: Iterable[Effect]) -> bool:
    return any(isinstance(each, GainEffect) and each.ability.name == "aura" for each in effects)


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


def _from_auras(
    state: State, creature: Creature, *, plain: bool, through: frozenset[str] = frozenset()
) -> Iterator[Lasting]:
    """What Auras around a creature give (S-AB-04); of equal ones only one counts (S-OPEN-38)."""
    if creature.stand is None:
        return
    seen: set[object] = set()
    for source in state.creatures.values():
        if source.id == creature.id or source.id in through or source.stand is None or not _radiates(state, source):
            continue
        for effect in _aura_of(state, source, creature, plain=plain, through=through):
            if repr(effect) not in seen:
                seen.add(repr(effect))
                yield effect


def _radiates(state: State, source: Creature) -> bool:
    """Whether a creature may have an Aura at all; most have none, and this is asked all the time."""
    if source.lasting or gives_auras(AllCards(state.setup.cards)):
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


def _auras(state: State, source: Creature, through: frozenset[str] = frozenset()) -> list[Ability]:
    """The Auras of a creature: printed, given by effects, relics and class cards, or by Auras of others around it."""
    effects: list[Lasting] = []
    if gives_auras(AllCards(state.setup.cards)):
        effects += _from_cards(state, source, plain=True)
        effects += _from_afar(state, source, plain=True)
        effects += _from_auras(state, source, plain=True, through=through | {source.id})
    effects += [each.effect for each in source.lasting]
    return [each for each in abilities_after(state, source, effects) if each.name == "aura" and each.ruler]


def _aura_of(
    state: State, source: Creature, creature: Creature, *, plain: bool, through: frozenset[str]
) -> Iterator[Lasting]:
    settled = state.contacts.get(pair_of(aura_key(source.id), creature.id))
    view = _seen(source.controller, source.id, "creature")
    for aura in _auras(state, source, through):
        assert aura.ruler is not None  # noqa: S101 (asked above)
        gap = measure_gap(base_of(state, source), base_of(state, creature))
        reaches = gap.gap_mm <= RANGES_MM[aura.ruler]
        if settled is not None and gap.within(RANGES_MM[aura.ruler]).answer is Answer.CLOSE:
            reaches = settled
        if not reaches:
            continue
        for effect in aura.text:
            if not isinstance(effect, Lasting) or (plain and asks(effect.to)):
                continue
            if matches(state, creature, _reached(effect.to), view, PLAIN):
                yield counted(effect, state, view, PLAIN, creature.id)


def _reached(selector: Selector) -> Selector:
    """Own creatures, unless the text of the Aura says otherwise; distance is the Aura's own."""
    who = selector.who if selector.who in ("enemy", "any") else "own"
    return replace(selector, who=who)
