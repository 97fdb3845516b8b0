"""What effects of the right shape still get wrong, wherever they stand on a card: what can never happen is refused."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.creature.term_values import FIXED
from companion.games.signum.engine.hooks import CANCELLABLE, CARD, DOER, HOOKS, ROLES, VICTIM
from companion.games.signum.model.cards import Card
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.effects import on_creatures, on_players
from companion.games.signum.model.effects.effect import (
    Ability,
    CancelEffect,
    ChoiceEffect,
    Effect,
    GainEffect,
    IfEffect,
    Lasting,
    PayEffect,
    RemindEffect,
    RepeatEffect,
    Rider,
    RollEffect,
)
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Selector, Until
from companion.games.signum.shelf.effect_terms import (
    EffectPlace,
    placed_amount_mistakes,
    placed_condition_mistakes,
    placed_selector_mistakes,
)
from companion.games.signum.shelf.impossible import (
    effect_impossible,
    rider_impossible,
)
from companion.games.signum.shelf.parameters import RULER, ability_mistakes
from companion.games.signum.shelf.printed import cost_mistakes
from companion.games.signum.shelf.term_sense import bounds_mistakes
from companion.games.signum.shelf.world import World

_NOBODY = frozenset({Kind.SPELL, Kind.TACTIC, Kind.TERRAIN})
"""Cards whose effects no creature has; those of a relic and of a building the hero has."""

_AFAR = frozenset({Kind.SPELL, Kind.TACTIC})
"""Cards that lie nowhere on the mat, beside no creature."""

_COUNTED = {"amount": 1, "count": 1, "dice": 1, "times": 1, "top": 1}
"""Fields of effects that are numbers, and the least they may be."""

_ATTACKED = frozenset({"melee.after", "ranged.after", "damage.dealt", "eliminated"})
"""Moments within an attack, before the activation of the attacker is over."""


def card_effect_mistakes(card: Card, world: World) -> Iterator[Mistake]:
    """Everything wrong with the effects of a card: its own, those of its abilities and riders."""
    beside = EffectPlace(afar=card.kind in _AFAR or card.kind is Kind.BUILDING, nobody=card.kind in _NOBODY)
    relic = card.kind is Kind.RELIC
    yield from _effects(card.effects, ("effects",), replace(beside, holds=relic), world)
    for index, ability in enumerate(card.abilities):
        yield from _of_ability(ability, ("abilities", index), world, replace(beside, nobody=card.kind in _AFAR))
    if card.kind is Kind.SPELL and card.riders:
        yield ("riders",), told("spell_rider", "a spell is gone once it was played: what it does stands in `effects`")
    for index, rider in enumerate(card.riders):
        yield from _rider(rider, ("riders", index), beside, world)


def _rider(rider: Rider, path: Path, beside: EffectPlace, world: World) -> Iterator[Mistake]:
    trigger = rider.trigger
    roles = ROLES.get(trigger.on, frozenset()) if trigger is not None else None
    yield from placed_condition_mistakes(rider.condition, (*path, "condition"), world, beside, roles)
    if trigger is not None:
        yield from placed_condition_mistakes(trigger.condition, (*path, "trigger", "condition"), world, beside, roles)
        if trigger.on not in HOOKS:
            yield (
                (*path, "trigger", "on"),
                told("nowhere", f"nothing is announced as {trigger.on!r}; {like(trigger.on, HOOKS)}"),
            )
        elif trigger.kinds and CARD not in ROLES[trigger.on]:
            yield (*path, "trigger", "kinds"), told("no_card", f"{trigger.on!r} concerns no card")
    if rider.times is not None and (rider.times < 1 or trigger is None):
        yield (*path, "times"), told("times", "`times` is 1 or more, of a rider with a trigger")
    if rider.times is None and rider.per == "turn":
        yield (*path, "per"), told("per_times", "`per` says what `times` counts in; say how often: times = 1")
    yield from rider_impossible(rider, path)
    if not rider.effects:
        yield path, told("no_effect", "a rider needs its `effects`")
    hook = trigger.on if trigger is not None else ""
    place = replace(beside, roles=roles or frozenset(), hook=hook, holds=trigger is None)
    yield from _effects(rider.effects, (*path, "effects"), place, world)


def _of_ability(ability: Ability, path: Path, world: World, beside: EffectPlace) -> Iterator[Mistake]:
    ruler = (ability.ruler or "") if ability.name == "howl" else ""
    # What an attack or a printed ability was aimed at is there to be reached in these texts.
    aimed = ability.name not in ("first_word", "last_word", "surcharge", *RULER)
    aura = ability.name == "aura"
    roles = frozenset({DOER, VICTIM}) if aimed else frozenset()
    place = replace(beside, roles=roles, ruler=ruler, holds=aura, aura=aura)
    yield from _effects(ability.text, (*path, "text"), place, world)
    yield from _effects(ability.deed, (*path, "deed"), EffectPlace(), world)
    for face, effects in ability.results.items():
        yield from _effects(effects, (*path, "results", face), EffectPlace(), world)
    for index, rider in enumerate(ability.riders):
        yield from _rider(rider, (*path, "riders", index), EffectPlace(), world)
        for at, effect in enumerate(rider.effects):
            if rider.trigger is None and isinstance(effect, Lasting) and effect.to.who != "self":
                where = (*path, "riders", index, "effects", at, "to")
                yield (
                    where,
                    told("ability_self", "what holds within an ability reaches `self`; for others give an Aura"),
                )
    for field, texts in (("reminder", ability.reminder), ("names", ability.names)):
        yield from text_mistakes(texts, (*path, field))
    if ability.cost is not None:
        yield from cost_mistakes(ability.cost, (*path, "cost"), world)


def _effects(effects: Iterable[Effect], path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    for index, effect in enumerate(effects):
        yield from _effect(effect, (*path, index), place, world)
        if isinstance(getattr(effect, "to", None), Selector):
            place = replace(place, chosen=True)


def _effect(effect: Effect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    yield from _numbers(effect, path, place, world)
    yield from effect_impossible(effect, path, world)
    for field in ("to", "other"):
        selector = getattr(effect, field, None)
        if isinstance(selector, Selector):
            yield from placed_selector_mistakes(selector, (*path, field), place, world)
    if place.holds:
        yield from _holding(effect, path, place)
    match effect:
        case on_creatures.ChangeEffect():
            yield from _change(effect, path)
        case GainEffect(ability=ability):
            yield from ability_mistakes(ability, (*path, "ability"), own=world.abilities)
            yield from _of_ability(ability, (*path, "ability"), world, EffectPlace())
        case on_creatures.LoseEffect(ability=name) if name not in CATALOGUE and name not in world.abilities:
            yield (*path, "ability"), told("nowhere", f"unknown ability {name!r}; {like(name, tuple(CATALOGUE))}")
        case RemindEffect(text=text):
            yield from text_mistakes(text, (*path, "text"), needed=True)
        case ChoiceEffect() | RollEffect() | IfEffect() | RepeatEffect() | PayEffect():
            yield from _within(effect, path, place, world)
        case _:
            yield from _never(effect, path, place, world)


def _never(effect: Effect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    """What could never happen where it stands, or whom it never reaches."""
    yield from _out_of_place(effect, path, place)
    match effect:
        case on_creatures.ControlEffect(to=to) | on_creatures.RecallEffect(to=to) if to.what == "hero":
            yield (*path, "to", "what"), told("hero_stays", "heroes stay on the mat and obey nobody else")
        case on_creatures.SwapEffect(to=to, other=other) if to.who == other.who == "self":
            yield path, told("swap_self", "a creature cannot change places with itself")
        case on_creatures.ForbidEffect(deeds=()):
            yield (*path, "deeds"), told("choose_some", 'name what is forbidden: deeds = ["act"] for everything')
        case on_creatures.RerollEffect(of=()):
            yield (*path, "of"), told("choose_some", 'name which rolls: of = ["melee.attack"], say')
        case on_players.DiscardEffect(seen=True) if effect.at_random or effect.source == "deck" or effect.who == "own":
            yield (*path, "seen"), told("seen_hand", "`seen` is for a choice among the cards of another player's hand")
        case on_players.PriceEffect():
            yield from _price(effect, path)
        case on_players.SummonEffect(race=race, strength=strength):
            yield from bounds_mistakes(strength, (*path, "strength"))
            if race and race not in world.races:
                yield (
                    (*path, "race"),
                    told("nowhere", f"race {race!r} is declared nowhere; {like(race, tuple(world.races))}"),
                )
        case _:
            pass


def _out_of_place(effect: Effect, path: Path, place: EffectPlace) -> Iterator[Mistake]:
    """What needs something that sets it off, and has nothing of the kind."""
    match effect:
        case CancelEffect() if place.hook not in CANCELLABLE:
            found = f"after {place.hook!r}" if place.hook else "elsewhere"
            known = ", ".join(sorted(CANCELLABLE))
            yield (
                path,
                told("cancel_when", f"`cancel` needs one of the triggers {known}: {found} there is nothing to cancel"),
            )
        case on_creatures.PreventEffect() if place.hook != "damage.apply":
            yield (
                path,
                told("prevent_when", "`prevent` needs the trigger damage.apply: elsewhere no harm is on its way"),
            )
        case on_creatures.AgainEffect() if place.hook not in _ATTACKED:
            known = ", ".join(sorted(_ATTACKED))
            yield (
                path,
                told("again_when", f"`again` needs one of the triggers {known}: elsewhere nobody has just attacked"),
            )
        case on_players.ReturnEffect(source="target") if not place.roles:
            yield (*path, "source"), told("nobody_here", "'target' is what set an effect off; here nothing has")
        case _:
            pass


def _price(effect: on_players.PriceEffect, path: Path) -> Iterator[Mistake]:
    if not effect.prosperity and not effect.any:
        yield path, told("price_empty", "a price needs `prosperity` or `any`: how much cards cost more, or less")
    if effect.to.what != "hero" and effect.to.who not in FIXED:
        yield (*path, "to"), told("price_hero", 'prices hang on heroes: write what = "hero"')


def _holding(effect: Effect, path: Path, place: EffectPlace) -> Iterator[Mistake]:
    """What cannot hold for as long as a card does."""
    if not isinstance(effect, Lasting | RemindEffect):
        said = str(effect.__struct_config__.tag)
        what = "`change`, `gain`, `lose`, `forbid`, `reroll`, `price`"
        yield (
            path,
            told("never_holds", f"{said!r} never happens here: what holds is {what}; all else needs a `trigger`"),
        )
        return
    if isinstance(effect, GainEffect) and effect.ability.name == "armour":
        yield (
            path,
            told(
                "armour_tokens",
                "armour is kept as tokens (S-DMG-15): give them with an effect `armour`, such as in a First Word",
            ),
        )
    if not isinstance(effect, Lasting):
        return
    if effect.until is not Until.END_OF_GAME:
        yield (
            (*path, "until"),
            told("holds_until", "this holds as long as its card or ability does, and takes no `until`"),
        )
    if effect.to.sight:
        yield (*path, "to", "sight"), told("no_sight", "what holds asks for no line of sight")
    if place.aura and (effect.to.within or effect.to.touching):
        yield (*path, "to"), told("aura_distance", "an Aura reaches as far as its ruler, and takes no other distance")


def _within(effect: Effect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    """Effects that stand within another."""
    match effect:
        case ChoiceEffect(options=options):
            if len(options) < 2:
                yield (*path, "options"), told("two_options", "a choice has two options or more")
            for index, option in enumerate(options):
                yield from _effects(option, (*path, "options", index), place, world)
        case RollEffect(faces=faces):
            if not faces:
                yield path, told("faces", "a roll needs `faces`: what follows each")
            for face, then in faces.items():
                if face not in FACES:
                    yield (*path, "faces", face), told("nowhere", f"unknown face {face!r}; {like(face, FACES)}")
                yield from _effects(then, (*path, "faces", face), place, world)
        case IfEffect() | RepeatEffect() | PayEffect():
            yield from _then(effect, path, place, world)
        case _:
            pass


def _then(
    effect: IfEffect | RepeatEffect | PayEffect, path: Path, place: EffectPlace, world: World
) -> Iterator[Mistake]:
    """What follows a condition, a price, or happens several times."""
    if not effect.effects and not (isinstance(effect, PayEffect) and effect.otherwise):
        yield (*path, "effects"), told("no_effect", "`effects` says what happens then")
    yield from _effects(effect.effects, (*path, "effects"), place, world)
    if isinstance(effect, IfEffect):
        roles = place.roles if place.hook else None
        yield from placed_condition_mistakes(effect.condition, (*path, "condition"), world, place, roles)
    if not isinstance(effect, RepeatEffect):
        yield from _effects(effect.otherwise, (*path, "otherwise"), place, world)


def _numbers(effect: Effect, path: Path, place: EffectPlace, world: World) -> Iterator[Mistake]:
    for field in effect.__struct_fields__:
        value = getattr(effect, field)
        if isinstance(value, Amount):
            yield from placed_amount_mistakes(value, (*path, field), replace(place, holds=False), world)
    for field, least in _COUNTED.items():
        value = getattr(effect, field, None)
        # Prosperity may be lost, and armour tokens taken away.
        free = isinstance(effect, on_players.ProsperEffect | on_creatures.ArmourEffect)
        if isinstance(value, int) and (value == 0 if free else value < least):
            yield (
                (*path, field),
                told(
                    "not_zero" if free else "least",
                    f"{field!r} must be {'other than 0' if free else f'{least} or more'}, not {value}",
                    least=least,
                ),
            )
    if isinstance(effect, on_creatures.TokenEffect) and effect.by == 0:
        yield (*path, "by"), told("not_zero", "'by' must be other than 0")


def _change(effect: on_creatures.ChangeEffect, path: Path) -> Iterator[Mistake]:
    if not effect.by and effect.ruler is None and effect.becomes is None:
        ruler = " or `ruler`" if effect.of == "movement" else ""
        yield (
            path,
            told("change_empty", f"a change needs `by`{ruler}: how much {effect.of} it adds or takes; or `becomes`"),
        )
    if effect.ruler is not None and effect.of != "movement":
        yield (*path, "ruler"), told("ruler_movement", f"a ruler adds to movement, not to {effect.of}")
    if effect.ruler is not None and effect.by:
        yield (*path, "by"), told("change_both", "a change has either `by` or `ruler`")
    if effect.becomes is not None and (effect.by or effect.ruler):
        yield (*path, "becomes"), told("change_both", "a change has either `becomes`, or what it adds")
    if isinstance(effect.becomes, str) and effect.of != "movement":
        yield (*path, "becomes"), told("ruler_movement", f"a ruler is a movement, not {effect.of}")
    if isinstance(effect.becomes, int) and effect.becomes < 0:
        yield (*path, "becomes"), told("least", f"'becomes' must be 0 or more, not {effect.becomes}", least=0)
