"""What effects of the right shape still get wrong, wherever they stand on a card."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cards.languages import text_mistakes
from companion.cards.shape import Mistake, like
from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import (
    Ability,
    ArmourEffect,
    CancelEffect,
    Card,
    ChangeEffect,
    ChoiceEffect,
    Condition,
    Effect,
    GainEffect,
    Kind,
    LoseEffect,
    ProsperEffect,
    RemindEffect,
    RollEffect,
    Selector,
)
from companion.games.signum.model.editions import FACES
from companion.games.signum.shelf.parameters import RULER, ability_mistakes
from companion.games.signum.shelf.printed import building_mistakes, cost_mistakes
from companion.games.signum.shelf.world import World

_AFAR = frozenset({Kind.SPELL, Kind.TACTIC, Kind.BUILDING, Kind.TERRAIN})
"""Cards whose effects no creature has; those of a relic its hero has."""

_COUNTED = {"amount": 1, "count": 1, "dice": 1}
"""Fields of effects that are numbers, and the least they may be."""


@dataclass(frozen=True, slots=True)
class EffectPlace:
    """Where effects stand.

    Attributes:
        triggered: Something has set them off, which they may cancel or reach.
        ruler: They belong to a Howl of this ruler, so each must keep within it.
        holds: They hold as long as their card does, and never happen.
        afar: No creature has them, from which a distance or a line of sight could be measured.
    """

    triggered: bool = False
    ruler: str = ""
    holds: bool = False
    afar: bool = False


def card_effect_mistakes(card: Card, world: World) -> Iterator[Mistake]:
    """Everything wrong with the effects of a card: its own, those of its abilities and riders."""
    afar = card.kind in _AFAR
    yield from _effects(card.effects, ("effects",), EffectPlace(holds=card.kind is Kind.RELIC, afar=afar), world)
    for index, ability in enumerate(card.abilities):
        yield from _of_ability(ability, ("abilities", index), world, afar=afar)
    for index, rider in enumerate(card.riders):
        path: Path = ("riders", index)
        yield from _condition(rider.condition, (*path, "condition"), world)
        if rider.trigger is not None:
            yield from _condition(rider.trigger.condition, (*path, "trigger", "condition"), world)
            if rider.trigger.on not in HOOKS:
                hook = rider.trigger.on
                yield (*path, "trigger", "on"), f"nothing is announced as {hook!r}; {like(hook, HOOKS)}"
        if rider.times is not None and (rider.times < 1 or rider.trigger is None):
            yield (*path, "times"), "`times` is 1 or more, of a rider with a trigger"
        if not rider.effects:
            yield path, "a rider needs its `effects`"
        waits = rider.trigger is not None
        place = EffectPlace(triggered=waits, holds=not waits, afar=afar or (card.kind is Kind.RELIC and not waits))
        yield from _effects(rider.effects, (*path, "effects"), place, world)


def _of_ability(ability: Ability, path: Path, world: World, *, afar: bool = False) -> Iterator[Mistake]:
    ruler = (ability.ruler or "") if ability.name == "howl" else ""
    # What an attack or a printed ability was aimed at is there to be reached in these texts.
    triggered = ability.name not in ("first_word", "last_word", "surcharge", *RULER)
    place = EffectPlace(triggered=triggered, ruler=ruler, holds=ability.name == "aura", afar=afar)
    yield from _effects(ability.text, (*path, "text"), place, world)
    for face, effects in ability.results.items():
        yield from _effects(effects, (*path, "results", face), EffectPlace(), world)
    for field, texts in (("reminder", ability.reminder), ("names", ability.names)):
        yield from text_mistakes(texts, (*path, field))
    if ability.cost is not None:
        yield from cost_mistakes(ability.cost, (*path, "cost"), world)


def _effects(effects: Iterable[Effect], path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    for index, effect in enumerate(effects):
        yield from _effect(effect, (*path, index), place, world)


def _effect(effect: Effect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    yield from _numbers(effect, path)
    selector = getattr(effect, "to", None)
    if isinstance(selector, Selector):
        yield from _selector(selector, (*path, "to"), place, world)
    if place.holds:
        yield from _holding(effect, path)
    match effect:
        case ChangeEffect():
            yield from _change(effect, path)
        case GainEffect(ability=ability):
            yield from ability_mistakes(ability, (*path, "ability"))
            yield from _of_ability(ability, (*path, "ability"), world)
        case LoseEffect(ability=name) if name not in CATALOGUE:
            yield (*path, "ability"), f"unknown ability {name!r}; {like(name, tuple(CATALOGUE))}"
        case CancelEffect() if not place.triggered:
            yield path, "`cancel` stands in a rider with a trigger: elsewhere there is nothing to cancel"
        case ChoiceEffect() | RollEffect():
            yield from _within(effect, path, place, world)
        case RemindEffect(text=text):
            yield from text_mistakes(text, (*path, "text"), needed=True)
        case _:
            pass


def _holding(effect: Effect, path: Path) -> Iterator[Mistake]:
    """What cannot hold for as long as a card does."""
    if not isinstance(effect, ChangeEffect | GainEffect | LoseEffect | RemindEffect):
        said = str(effect.__struct_config__.tag)
        yield path, f"{said!r} never happens here: what holds is `change`, `gain`, `lose`; all else needs a `trigger`"
    elif isinstance(effect, GainEffect) and effect.ability.name == "armour":
        yield path, "armour is kept as tokens (S-DMG-15): give them with an effect `armour`, such as in a First Word"


def _within(effect: ChoiceEffect | RollEffect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    """Effects that stand within another."""
    if isinstance(effect, ChoiceEffect):
        if len(effect.options) < 2:
            yield (*path, "options"), "a choice has two options or more"
        for index, option in enumerate(effect.options):
            yield from _effects(option, (*path, "options", index), place, world)
        return
    for face, then in effect.faces.items():
        if face not in FACES:
            yield (*path, "faces", face), f"unknown face {face!r}; {like(face, FACES)}"
        yield from _effects(then, (*path, "faces", face), place, world)


def _numbers(effect: Effect, path: Path) -> Iterator[Mistake]:
    for field, least in _COUNTED.items():
        value = getattr(effect, field, None)
        # Prosperity may be lost, and armour tokens taken away.
        free = isinstance(effect, ProsperEffect | ArmourEffect)
        if isinstance(value, int) and (value == 0 if free else value < least):
            yield (*path, field), f"{field!r} must be {'other than 0' if free else f'{least} or more'}, not {value}"


def _change(effect: ChangeEffect, path: Path) -> Iterator[Mistake]:
    if not effect.by and effect.ruler is None:
        ruler = " or `ruler`" if effect.of == "movement" else ""
        yield path, f"a change needs `by`{ruler}: how much {effect.of} it adds or takes"
    if effect.ruler is not None and effect.of != "movement":
        yield (*path, "ruler"), f"a ruler adds to movement, not to {effect.of}"
    if effect.ruler is not None and effect.by:
        yield (*path, "by"), "a change has either `by` or `ruler`"


def _selector(selector: Selector, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    if selector.who in ("target", "aimed_at") and not place.triggered:
        yield (*path, "who"), f"{selector.who!r} is what set an effect off; here nothing has"
    if place.afar and (selector.within or selector.sight):
        field = "within" if selector.within else "sight"
        yield (*path, field), f"{field!r} is measured from the creature that has the effect, and here none has it"
    if selector.count < 0:
        yield (*path, "count"), f"'count' must be 0 for all, or more, not {selector.count}"
    if selector.ability and selector.ability not in CATALOGUE:
        yield (*path, "ability"), f"unknown ability {selector.ability!r}; {like(selector.ability, tuple(CATALOGUE))}"
    if selector.race and selector.race not in world.races:
        yield (*path, "race"), f"race {selector.race!r} is declared nowhere; {like(selector.race, tuple(world.races))}"
    if selector.card_class and selector.card_class not in world.classes:
        yield (*path, "card_class"), f"no Guild or Order is called {selector.card_class!r}"
    if selector.faction and selector.faction not in world.factions:
        yield (*path, "faction"), f"faction {selector.faction!r} is declared nowhere"
    if place.ruler and selector.who != "self" and selector.within != place.ruler:
        yield path, f'a Howl reaches as far as its ruler: write within = "{place.ruler}" (S-AB-32)'


def _condition(condition: Condition, path: Path, world: World) -> Iterator[Mistake]:
    if condition.building:
        yield from building_mistakes(condition.building, (*path, "building"), world)
    heroes = world.of_kind(Kind.HERO)
    if condition.hero and condition.hero not in heroes:
        yield (*path, "hero"), f"no hero is called {condition.hero!r}; {like(condition.hero, heroes)}"
    if condition.creature is not None:
        yield from _selector(condition.creature, (*path, "creature"), EffectPlace(triggered=True), world)
