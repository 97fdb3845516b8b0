"""Worlds made up by chance: cards with every ability, effect and trigger there is, and tables to play them at."""

import functools
import random
from typing import Any, get_args

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import FACES, THINGS, Numbers, Rules, Thing, Variant, rules_for
from companion.games.signum.model.effects.effect import (
    Ability,
    CancelEffect,
    ChoiceEffect,
    Cost,
    Effect,
    GainEffect,
    IfEffect,
    PayEffect,
    ReadyEffect,
    RemindEffect,
    RepeatEffect,
    Rider,
    RollEffect,
    Trigger,
)
from companion.games.signum.model.effects.on_creatures import (
    AgainEffect,
    ArmourEffect,
    ChangeEffect,
    ControlEffect,
    EliminateEffect,
    ForbidEffect,
    HarmEffect,
    HealEffect,
    LoseEffect,
    PlaceEffect,
    PreventEffect,
    PushEffect,
    RecallEffect,
    RerollEffect,
    SwapEffect,
    TokenEffect,
)
from companion.games.signum.model.effects.on_players import (
    DestroyEffect,
    DiscardEffect,
    DrawEffect,
    EndEffect,
    LookEffect,
    PriceEffect,
    ProsperEffect,
    ReturnEffect,
    SearchEffect,
    SummonEffect,
    TapEffect,
)
from companion.games.signum.model.kinds import BuildingType, Kind, RelicType
from companion.games.signum.model.state import Seat, Setup
from companion.games.signum.model.terms import Amount, Condition, Measure, Selector, Until
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.parameters import ACTIONS, MAY_HAVE_NUMBER, NUMBER, RULER, SHIELDED, TEXT

NESTING = (ChoiceEffect, RollEffect, IfEffect, RepeatEffect, PayEffect)
"""Effects with others in them."""

RULERS = ("S", "M", "L", "XL")
ON_TEMPLATES = ("blocks_sight", "cover", "difficult", "impassable")
ON_RELICS = ("durability", "multiple_uses")
ON_CREATURES = tuple(name for name in CATALOGUE if name not in (*ON_TEMPLATES, *ON_RELICS, "effect", "impact"))
"""Every ability of the catalogue that a creature may have, the mere words for others apart."""

PLAIN = tuple(name for name in ON_CREATURES if name not in (*TEXT, "steam_engine", "shield_from"))
BASIC_TYPES = tuple(each for each in BuildingType if each not in ("unique", "guild", "order"))
SIDES = {
    Variant.DUEL: ("player_one", "player_two"),
    Variant.BATTLE_OF_THREE: ("player_one", "left", "player_two"),
    Variant.FREE_FOR_ALL: ("player_one", "left", "player_two", "right"),
    Variant.SHOULDER_TO_SHOULDER: ("player_one", "player_one", "player_two", "player_two"),
}


def any_setup(chance: random.Random) -> Setup:
    """A game of any edition and variant between decks of any cards."""
    edition = chance.choice(list(Edition))
    variant = chance.choice([Variant.DUEL] * 5 + list(Variant)[1:])
    architect = chance.random() < 0.2
    cards = shipped_cards() if chance.random() < 0.2 else made_up_cards(chance)
    rules = rules_for(edition, variant=variant, architect=architect, time_limit=chance.random() < 0.5)
    aside = _aside(chance)
    side_mm = chance.choice((220.0, 300.0, 600.0)) if variant is Variant.DUEL else 600.0
    # On a narrow mat few stand side by side, and who is summoned must often come among enemies, or finds no place.
    width_mm = 100.0 if side_mm < 300.0 and aside.random() < 0.6 else side_mm
    return Setup(
        rules=_lavish(rules, chance, aside),
        seats=tuple(_seat(chance, rules, cards, number) for number in range(len(SIDES[variant]))),
        cards=cards,
        mat_mm=(width_mm, side_mm),
    )


def _aside(chance: random.Random) -> random.Random:
    """Chance for what is added to worlds: told from its state, so that all else stays as it is without."""
    return random.Random(chance.getstate()[1][1])  # noqa: S311 (a game, no secret)


def _lavish(rules: Rules, chance: random.Random, aside: random.Random) -> Rules:
    """The same rules with bigger stocks and hands, or lower limits, so that much happens in few commands."""
    on_cardboard: tuple[Thing, ...] = tuple(thing for thing in THINGS if aside.random() < 0.15)
    numbers = {name: getattr(rules.numbers, name) for name in rules.numbers.__struct_fields__}
    numbers |= {"prosperity_at_start": chance.choice((2, 3, 20)), "hand_at_start": chance.choice((4, 7, 10))}
    numbers["hand_limit"] = aside.choice((10, 10, 5, 3))
    return rules_for(
        rules.edition,
        variant=rules.variant,
        architect=rules.architect,
        time_limit=rules.time_limit,
        numbers=Numbers(**numbers),
        on_cardboard=on_cardboard,
    )


def _seat(chance: random.Random, rules: Rules, cards: dict[str, Card], number: int) -> Seat:
    of_kind = {kind: [key for key, card in cards.items() if card.kind is kind] for kind in Kind}
    battle = [key for kind in ("character", "spell", "relic", "tactic") for key in of_kind[Kind(kind)]]
    deck = chance.sample(battle, min(len(battle), chance.choice((3, 12, 20))))
    # Sorted away from one another: the catalogue demands nothing of decks here, the rules of play do.
    chance.shuffle(deck)
    buildings = tuple(of_kind[Kind.BUILDING])
    cardboard = chance.random() < 0.25
    untold = cardboard and chance.random() < 0.5
    team = "" if rules.variant is not Variant.SHOULDER_TO_SHOULDER else f"team{number // 2}"
    return Seat(
        id="ABCD"[number],
        name="ABCD"[number],
        side=SIDES[rules.variant][number],
        team=team,
        hero=chance.choice(of_kind[Kind.HERO]),
        deck=() if untold else tuple(deck),
        deck_size=len(deck),
        digital=not cardboard,
        buildings=() if rules.architect else buildings,
        terrain=tuple(of_kind[Kind.TERRAIN]),
        construction=tuple(chance.sample(buildings, min(12, len(buildings)))) if rules.architect else (),
    )


@functools.cache
def shipped_cards() -> dict[str, Card]:
    """The cards of the packs that come with the program."""
    return {key: card for pack in LIBRARY.packs.values() for key, card in pack.cards.items()}


def made_up_cards(chance: random.Random) -> dict[str, Card]:
    """Cards of every kind with abilities and effects by chance."""
    cards = [_creature(chance, Kind.HERO, n) for n in range(2)]
    cards += [_creature(chance, Kind.CHARACTER, n) for n in range(12)]
    cards += [_support(chance, kind, n) for kind in (Kind.SPELL, Kind.TACTIC, Kind.RELIC) for n in range(5)]
    cards += [_building(chance, each) for each in BASIC_TYPES]
    cards += [_unique_building(chance), _guild(chance)]
    cards += [_terrain(chance, n) for n in range(4)]
    return {card.key: card for card in cards}


def _named(kind: Kind, number: int | str) -> dict[str, Any]:
    return {"key": f"{kind}{number}", "kind": kind, "names": {"en": f"{kind} {number}"}}


def _creature(chance: random.Random, kind: Kind, number: int) -> Card:
    unknown = chance.random() < 0.08
    return Card(
        **_named(kind, number),
        cost=Cost(any=chance.choice((0, 0, 1)), prosperity=chance.choice((0, 0, 1))),
        strength=None if unknown else chance.choice((0, 1, 2, 3, 4)),
        movement=None if chance.random() < 0.04 else chance.choice(RULERS),
        health=None if chance.random() < 0.04 else chance.choice((1, 2, 3, 6)),
        base=chance.choice(("small", "medium", "large")),
        slots={each: chance.choice((1, 2)) for each in RelicType} if kind is Kind.HERO else {},
        race=chance.choice(("human", "orc")),
        card_class="guild" if chance.random() < 0.2 else "",
        abilities=tuple(
            any_ability(chance, name) for name in chance.sample(_abilities_for(kind), chance.choice((0, 1, 2, 3)))
        ),
        riders=(_rider(chance),) if chance.random() < 0.15 else (),
    )


def _abilities_for(kind: Kind) -> tuple[str, ...]:
    if kind is Kind.HERO:
        return tuple(name for name in ON_CREATURES if name not in ("stealth", "go_to_the_shadow", "rush", "surcharge"))
    return ON_CREATURES


def any_ability(chance: random.Random, name: str, *, deep: bool = True) -> Ability:
    """An ability of the catalogue with numbers and texts by chance."""
    number = name in NUMBER or (name in MAY_HAVE_NUMBER and chance.random() < 0.5)
    ruler = chance.choice(RULERS) if name in RULER else None
    text: tuple[Effect, ...] = ()
    if name == "aura":
        text = (_continuous(chance),)
    elif name in TEXT:
        text = tuple(any_effect(chance, deep=deep, within=ruler) for _ in range(chance.choice((1, 1, 2))))
    about = ""
    if name == "steam_engine":
        about = chance.choice((*ACTIONS, "move", "run"))
    elif name == "shield_from":
        about = chance.choice(SHIELDED)
    return Ability(
        name=name,
        x=chance.choice((1, 1, 2, 3)) if number else None,
        ruler=ruler,  # type: ignore[arg-type]  # one of the rulers
        plus=name in NUMBER and chance.random() < 0.1,
        text=text,
        about=about,
        cost=Cost(any=chance.choice((0, 1)), prosperity=chance.choice((0, 1))) if name == "surcharge" else None,
        results={face: (any_effect(chance, deep=False),) for face in FACES if chance.random() < 0.7}
        if name == "steam_engine"
        else {},
    )


def _continuous(chance: random.Random) -> Effect:
    if chance.random() < 0.5:
        return ChangeEffect(of="strength", by=chance.choice((-1, 1, 2)))
    return GainEffect(ability=any_ability(chance, chance.choice(PLAIN)))


def any_selector(chance: random.Random, within: str | None = None) -> Selector:
    """Whom an effect may reach, by chance."""
    return Selector(
        who=chance.choice(("own", "enemy", "any", "any", "self", "target", "aimed_at")),
        what=chance.choice(("hero", "character", "creature", "creature")),
        within=within or (chance.choice(RULERS) if chance.random() < 0.3 else None),  # type: ignore[arg-type]
        sight=chance.random() < 0.15,
        count=chance.choice((0, 1, 1, 1, 2)),
        up_to=chance.random() < 0.3,
        wounded=chance.choice((None, None, None, True, False)),
        race=chance.choice(("", "", "", "orc")),
    )


def any_effect(chance: random.Random, *, deep: bool = True, within: str | None = None) -> Effect:
    """An effect of the vocabulary, by chance."""
    kinds = list(get_args(Effect))
    kind = chance.choice(kinds if deep else [each for each in kinds if each not in NESTING])
    to, until = any_selector(chance, within), chance.choice(list(Until))
    few = chance.choice((1, 1, 2))
    ruler: Any = chance.choice(RULERS)
    made: dict[type, Any] = {
        ChangeEffect: lambda: _change(chance, to, until),
        HarmEffect: lambda: HarmEffect(amount=few, wounds=chance.random() < 0.5, to=to),
        HealEffect: lambda: HealEffect(amount=chance.choice((None, 1, 2)), to=to),
        ArmourEffect: lambda: ArmourEffect(amount=chance.choice((-1, 1, 2)), to=to),
        GainEffect: lambda: GainEffect(ability=any_ability(chance, chance.choice(PLAIN)), to=to, until=until),
        LoseEffect: lambda: LoseEffect(ability=chance.choice(ON_CREATURES), to=to, until=until),
        DrawEffect: lambda: DrawEffect(count=few, who=chance.choice(("own", "enemy"))),
        DiscardEffect: lambda: DiscardEffect(
            count=few, who=chance.choice(("own", "enemy")), at_random=chance.random() < 0.5
        ),
        ReturnEffect: lambda: ReturnEffect(
            count=few, source=chance.choice(("graveyard", "graveyard", "target")), to=chance.choice(("hand", "deck"))
        ),
        DestroyEffect: lambda: DestroyEffect(
            what=chance.choice(("building", "terrain", "relic")), count=few, who=chance.choice(("own", "enemy", "any"))
        ),
        EliminateEffect: lambda: EliminateEffect(to=to),
        ProsperEffect: lambda: ProsperEffect(
            amount=chance.choice((-2, 1, 3)), who=chance.choice(("own", "enemy")), steal=chance.random() < 0.3
        ),
        PushEffect: lambda: PushEffect(ruler=ruler, to=to),
        PlaceEffect: lambda: PlaceEffect(within=chance.choice((None, ruler)), to=to),
        TokenEffect: lambda: TokenEffect(
            of=chance.choice(("stealth", "concentration")), by=chance.choice((-1, 1)), to=to
        ),
        ReadyEffect: lambda: ReadyEffect(what=chance.choice(("creature", "building")), count=few, to=to),
        CancelEffect: lambda: CancelEffect(to=chance.choice(("graveyard", "deck", "hand"))),
        ChoiceEffect: lambda: ChoiceEffect(options=tuple((any_effect(chance, deep=False),) for _ in range(2))),
        RollEffect: lambda: RollEffect(dice=few, faces={face: (any_effect(chance, deep=False),) for face in FACES}),
        RemindEffect: lambda: RemindEffect(text={"en": "By hand."}),
        **_further(chance, to, until, few),
    }
    effect: Effect = made[kind]()
    return effect


def _further(chance: random.Random, to: Selector, until: Until, few: int) -> dict[type, Any]:
    """Effects that steer others, hide and show cards, forbid and let."""

    def inner() -> tuple[Effect, ...]:
        return (any_effect(chance, deep=False),)

    number = chance.choice((few, any_amount(chance)))
    return {
        ForbidEffect: lambda: ForbidEffect(
            deeds=(chance.choice(("act", "move", "run", "melee", "shoot", "ability")),), to=to, until=until
        ),
        RerollEffect: lambda: RerollEffect(of=("melee.attack",), dice=few, forced=chance.random() < 0.3, to=to),
        PriceEffect: lambda: PriceEffect(
            prosperity=chance.choice((-1, 1)), to=Selector(who="any", what="hero", count=0)
        ),
        RecallEffect: lambda: RecallEffect(to=to, zone=chance.choice(("hand", "deck"))),
        SearchEffect: lambda: SearchEffect(
            count=few, top=chance.choice((None, 3)), to=chance.choice(("hand", "graveyard", "bottom"))
        ),
        LookEffect: lambda: LookEffect(at=chance.choice(("hand", "tactics", "deck")), reveal=chance.random() < 0.3),
        SummonEffect: lambda: SummonEffect(source=chance.choice(("hand", "deck", "graveyard"))),
        SwapEffect: lambda: SwapEffect(to=to, other=Selector(who="any")),
        ControlEffect: lambda: ControlEffect(to=to),
        TapEffect: lambda: TapEffect(count=few, who=chance.choice(("own", "enemy"))),
        AgainEffect: AgainEffect,
        PreventEffect: lambda: PreventEffect(amount=chance.choice((None, 1)), to=chance.choice((None, to))),
        IfEffect: lambda: IfEffect(
            Condition(counts=(Measure(any_amount(chance), least=2),)), effects=inner(), otherwise=inner()
        ),
        RepeatEffect: lambda: RepeatEffect(times=number, effects=inner()),
        PayEffect: lambda: PayEffect(prosperity=few, effects=inner(), otherwise=inner()),
        EndEffect: lambda: EndEffect(winner=chance.choice(("own", "enemy"))),
    }


def any_amount(chance: random.Random) -> Amount:
    """A number that is counted, by chance."""
    if chance.random() < 0.5:
        of = Selector(who=chance.choice(("own", "enemy", "any")), count=0)
        return Amount(count=chance.choice(("creatures", "wounds", "strength")), of=of, most=4)
    return Amount(count=chance.choice(("buildings", "hand", "graveyard")), per=2, most=4)


def _change(chance: random.Random, to: Selector, until: Until) -> ChangeEffect:
    of = chance.choice(("strength", "movement", "health"))
    if of == "movement":
        return ChangeEffect(of=of, ruler=chance.choice(RULERS), to=to, until=until)  # type: ignore[arg-type]
    return ChangeEffect(of=of, by=chance.choice((-2, -1, 1, 2)), to=to, until=until)  # type: ignore[arg-type]


def _rider(chance: random.Random) -> Rider:
    if chance.random() < 0.3:
        return Rider(condition=Condition(building="guild"), effects=(_continuous(chance),))
    return Rider(trigger=_trigger(chance), effects=(any_effect(chance),), times=chance.choice((None, 1, 2)))


def _trigger(chance: random.Random) -> Trigger:
    return Trigger(on=chance.choice(HOOKS), whose=chance.choice(("own", "enemy", "any", "enemy")))


def _support(chance: random.Random, kind: Kind, number: int) -> Card:
    values = _named(kind, number) | {"cost": Cost(any=chance.choice((0, 0, 1)), prosperity=chance.choice((0, 0, 1)))}
    if kind is Kind.SPELL:
        values["effects"] = tuple(any_effect(chance) for _ in range(chance.choice((1, 2))))
    elif kind is Kind.TACTIC:
        values["riders"] = (Rider(trigger=_trigger(chance), effects=(any_effect(chance),)),)
    else:
        used = chance.choice((*ON_RELICS, "none"))
        given = (GainEffect(ability=any_ability(chance, chance.choice(PLAIN))), ChangeEffect(of="strength", by=1))
        values["relic_type"] = chance.choice(list(RelicType))
        values["abilities"] = (any_ability(chance, used),) if used != "none" else ()
        values["riders"] = (Rider(effects=(chance.choice(given),)),)
    if chance.random() < 0.2:
        spoken = any_ability(chance, chance.choice(("first_word", "last_word")))
        values["abilities"] = (*values.get("abilities", ()), spoken)
    return Card(**values)


def _building(chance: random.Random, kind: BuildingType) -> Card:
    effects = (any_effect(chance),) if chance.random() < 0.3 else ()
    return Card(**_named(Kind.BUILDING, kind), building_type=kind, cost=Cost(prosperity=chance.choice((0, 1, 3))),
                effects=effects)  # fmt: skip


def _unique_building(chance: random.Random) -> Card:
    return Card(**_named(Kind.BUILDING, "mint"), building_type=BuildingType.UNIQUE, unique=True,
                cost=Cost(prosperity=1), riders=(_rider(chance),))  # fmt: skip


def _guild(chance: random.Random) -> Card:
    return Card(**(_named(Kind.BUILDING, "guild") | {"key": "guild"}), building_type=BuildingType.GUILD,
                cost=Cost(prosperity=1), riders=(Rider(effects=(_continuous(chance),)),))  # fmt: skip


def _terrain(chance: random.Random, number: int) -> Card:
    half_mm = chance.choice((10.0, 25.0, 40.0))
    features = ("impassable", "difficult", "blocks_sight", "cover", "ruins")
    values = _named(Kind.TERRAIN, number)
    traits = dict.fromkeys((*chance.sample(features, chance.choice((1, 2))), *(("ruins",) if number % 2 else ())))
    if number % 2:
        table = {face: (any_effect(chance),) for face in FACES if chance.random() < 0.8}
        values["abilities"] = (Ability(name="treasure", names={"en": "Treasure"}, results=table),)
    return Card(
        **values,
        unique=number == 0,
        cost=Cost(any=chance.choice((0, 1))),
        template=((-half_mm, -half_mm), (half_mm, -half_mm), (half_mm, half_mm), (-half_mm, half_mm)),
        terrain=tuple(traits),
    )
