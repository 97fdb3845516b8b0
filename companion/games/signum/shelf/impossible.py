"""What is well written and can never happen: creatures that cannot be, cards that are nowhere, deeds without effect."""

from collections.abc import Iterable, Iterator

from companion.cards.mistakes import Mistake, told
from companion.documents import Path
from companion.games.signum.model.effects import on_creatures, on_players
from companion.games.signum.model.effects.effect import Effect, IfEffect, PayEffect, Rider
from companion.games.signum.model.kinds import BATTLE_KINDS, BuildingType, Kind, RelicType
from companion.games.signum.model.terms import Amount, Condition, Measure, Selector
from companion.games.signum.shelf.world import World

_TURNS = ("turn.begin", "turn.end")
_SUMMONS = ("summon", "summoned")
_DECKS = ("hand", "deck", "graveyard")
"""Piles that have cards of the Battle Deck alone."""


def selector_impossible(selector: Selector, path: Path) -> Iterator[Mistake]:
    """A selector that no creature can ever fit."""
    wounds = selector.wounds
    most, least = (None, None) if wounds is None else (wounds.most, wounds.least)
    never = (
        (bool(selector.ability) and selector.ability == selector.without, "without", "it cannot have what it lacks"),
        (selector.wounded is True and most == 0, "wounds", "one with wounds has 1 or more"),
        (selector.wounded is False and bool(least), "wounds", "one without wounds has none"),
        (selector.summoned is True and selector.what == "hero", "summoned", "heroes are never summoned"),
        (selector.left is not None and selector.left.most == 0, "left", "one that stands has 1 or more health left"),
        (selector.health is not None and selector.health.most == 0, "health", "one that stands has 1 or more health"),
    )
    for is_so, field, why in never:
        if is_so:
            yield (*path, field), told("nobody_fits", f"no creature is ever so: {why}")


def effect_impossible(effect: Effect, path: Path, world: World) -> Iterator[Mistake]:
    """An effect that never changes anything."""
    match effect:
        case on_creatures.HealEffect(to=to) if to.wounded is False or (to.wounds is not None and to.wounds.most == 0):
            yield (*path, "to"), told("no_change", "nothing is healed where there are no wounds")
        case on_creatures.LoseEffect(ability=name, to=to) if to.without == name:
            yield (*path, "to", "without"), told("no_change", f"those without {name!r} cannot lose it")
        case on_creatures.TokenEffect(of="stealth", by=int() as by, to=to) if to.stealth is (by > 0):
            yield (*path, "to", "stealth"), told("no_change", "they hold one Stealth token, or none, already")
        case on_creatures.ControlEffect(to=to) if to.who == "own":
            yield (*path, "to", "who"), told("no_change", "own characters are commanded already")
        case on_creatures.PushEffect(to=to) if to.who == "self":
            yield (*path, "to", "who"), told("no_change", "nothing is pushed away from itself; use `place`")
        case on_players.LookEffect(who="own", reveal=False) if effect.at != "deck":
            yield (
                (*path, "who"),
                told("no_change", "the own hand and tactics are seen anyway; reveal = true shows them"),
            )
        case IfEffect(condition=condition) if condition == Condition():
            yield (*path, "condition"), told("condition_empty", "say what must hold")
        case PayEffect(prosperity=int() as price) if price < 1:
            yield (*path, "prosperity"), told("least", f"'prosperity' must be 1 or more, not {price}", least=1)
        case on_players.DestroyEffect(kind=str() as kind) if kind and not _may_be_destroyed(effect, world):
            yield (*path, "kind"), told("nowhere", f"no {effect.what} is of kind {kind!r}")
        case _:
            yield from _kinds(effect, path)


def _kinds(effect: Effect, path: Path) -> Iterator[Mistake]:
    if isinstance(effect, on_players.ReturnEffect | on_players.SearchEffect):
        yield from _all_in(effect.kinds, BATTLE_KINDS, (*path, "kinds"), "decks and Graveyards have")
    elif isinstance(effect, on_players.PriceEffect):
        yield from _all_in(effect.kinds, frozenset(Kind) - {Kind.HERO}, (*path, "kinds"), "what is paid for is")


def _all_in(kinds: Iterable[Kind], may_be: frozenset[Kind], path: Path, what: str) -> Iterator[Mistake]:
    for kind in kinds:
        if kind not in may_be:
            known = ", ".join(sorted(each.value for each in may_be))
            yield path, told("kind_nowhere", f"{what} {known}, not {kind.value!r}")


def _may_be_destroyed(effect: on_players.DestroyEffect, world: World) -> bool:
    match effect.what:
        case "relic":
            return effect.kind in tuple(RelicType)
        case "building":
            return world.has_building(effect.kind)
        case "terrain":
            return False


def rider_impossible(rider: Rider, path: Path) -> Iterator[Mistake]:
    """A rider whose moment never comes."""
    trigger = rider.trigger
    if trigger is None:
        return
    if trigger.on in _TURNS and trigger.whose != "any":
        for where, condition in ((("trigger", "condition"), trigger.condition), (("condition",), rider.condition)):
            if condition.turn and condition.turn != trigger.whose:
                yield (*path, *where, "turn"), told("other_turn", f"the trigger names {trigger.whose!r} turns alone")
    if trigger.on in _SUMMONS:
        yield from _all_in(trigger.kinds, frozenset({Kind.CHARACTER}), (*path, "trigger", "kinds"), "summoned are")
    elif trigger.on == "card.play":
        played = frozenset(Kind) - {Kind.HERO}
        yield from _all_in(trigger.kinds, played, (*path, "trigger", "kinds"), "cards that are played are")


def amount_impossible(amount: Amount, path: Path) -> Iterator[Mistake]:
    """An amount that is always the same, or counts what is nowhere."""
    if amount.most is not None and amount.most < 1 and amount.times > 0 and amount.plus >= 0:
        yield (*path, "most"), told("least", f"'most' must be 1 or more, not {amount.most}", least=1)
    strange = (*(each.value for each in frozenset(Kind) - BATTLE_KINDS), *(each.value for each in BuildingType))
    if amount.count in _DECKS and amount.kind in strange:
        yield (*path, "kind"), told("kind_nowhere", f"{amount.count!r} has no cards of kind {amount.kind!r}")
    others = (*(each.value for each in Kind if each is not Kind.BUILDING), *(each.value for each in RelicType))
    if amount.count == "buildings" and amount.kind in others:
        yield (*path, "kind"), told("kind_nowhere", f"no building is of kind {amount.kind!r}")


def measure_impossible(measure: Measure, path: Path) -> Iterator[Mistake]:
    """Bounds that no amount meets."""
    least, most = measure.least, measure.most
    if isinstance(most, int) and (most < 0 or (isinstance(least, int) and least > most)):
        yield (*path, "most"), told("bounds_empty", "there is no number between these")
