"""What stands on a card: its kind, cost, values, abilities and effects (S-CARD, S-AB).

The effects are a small vocabulary; what it cannot say stays in `reminder` for the players to carry out by hand.
"""

from enum import StrEnum
from typing import Literal

import msgspec

Ruler = Literal["S", "M", "L", "XL"]


class Kind(StrEnum):
    """Kinds of cards (S-CARD-01)."""

    HERO = "hero"
    CHARACTER = "character"
    SPELL = "spell"
    RELIC = "relic"
    TACTIC = "tactic"
    BUILDING = "building"
    TERRAIN = "terrain"


BATTLE_KINDS = frozenset({Kind.CHARACTER, Kind.SPELL, Kind.RELIC, Kind.TACTIC})
SUPPORT_KINDS = frozenset({Kind.SPELL, Kind.RELIC, Kind.TACTIC})


class RelicType(StrEnum):
    """Slots of a hero (S-CARD-31)."""

    MELEE_WEAPON = "melee_weapon"
    RANGED_WEAPON = "ranged_weapon"
    ARMOUR = "armour"
    SHIELD = "shield"
    HELMET = "helmet"
    TREASURE = "treasure"


class BuildingType(StrEnum):
    """The nine basic buildings, unique ones, and class buildings: Guilds and Orders (S-CARD-55, S-CARD-22)."""

    CITY_HALL = "city_hall"
    TEMPLE = "temple"
    ARENA = "arena"
    SMITHY = "smithy"
    LIBRARY = "library"
    SHOOTING_RANGE = "shooting_range"
    SCHOOL_OF_MAGIC = "school_of_magic"
    TAVERN = "tavern"
    BARRACKS = "barracks"
    UNIQUE = "unique"
    GUILD = "guild"
    ORDER = "order"


MERCENARIES = "dogs_of_war"
"""Faction of the characters that every squad may hire (S-CARD-67)."""

BASIC = "basic"
"""Faction of buildings and terrain that are open to all."""

UNKNOWN = "unknown"
"""Faction of cards whose faction no source states."""


class Cost(msgspec.Struct, frozen=True, omit_defaults=True):
    """What playing a card costs (S-CARD-65).

    Attributes:
        buildings: Names of building types or of unique buildings, each paid by a building of its own.
        any: So many buildings of any kind besides.
        prosperity: Besides.
        concentration: Of abilities: Concentration tokens of the creature that uses it (S-AB-12).
        known: Whether a source states the cost; the players pay one that none states by hand.
    """

    buildings: tuple[str, ...] = ()
    any: int = 0
    prosperity: int = 0
    concentration: int = 0
    known: bool = True


class Selector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom an effect reaches.

    Attributes:
        who: Whose creatures, seen from the player controlling the card; `self` is the creature that has the effect,
            `target` what set the effect off, `aimed_at` what that was done to.
        what: Heroes, characters, or both.
        within: No farther than this ruler from the creature that has the effect; None for anywhere.
        sight: Whether it must be in line of sight.
        count: So many, chosen by the controlling player; 0 for all that fit (S-DRAGON-07).
        up_to: Whether fewer may be chosen.
        wounded: Only wounded, or only unwounded; None for either.
        ability: Only those with this ability.
        race: Only of this race.
        card_class: Only of this Guild or Order.
        faction: Only of this faction.
    """

    who: Literal["own", "enemy", "any", "self", "target", "aimed_at"] = "any"
    what: Literal["hero", "character", "creature"] = "creature"
    within: Ruler | None = None
    sight: bool = False
    count: int = 1
    up_to: bool = False
    wounded: bool | None = None
    ability: str = ""
    race: str = ""
    card_class: str = ""
    faction: str = ""


class Until(StrEnum):
    """How long an effect lasts (S-ABIL-16)."""

    END_OF_GAME = "end_of_game"
    END_OF_TURN = "end_of_turn"
    END_OF_OPPONENTS_TURN = "end_of_opponents_turn"
    START_OF_OWN_TURN = "start_of_own_turn"
    END_OF_COMBAT = "end_of_combat"


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ability by its name in the catalogue (S-AB), with what is printed beside it.

    Attributes:
        name: Key, such as `berserk`, `magical_shot`; `abilities.CATALOGUE` lists them. Any other where the ability is
            the card's own.
        x: The number printed; None where there is none.
        ruler: The ruler printed.
        plus: Whether the number is printed with "+" and adds to the same ability (S-ABIL-07).
        activate: Whether it has the activation mark (S-ACT-07); those of the catalogue know it themselves.
        text: What the printed text does.
        about: For Shield from, Surcharge, Steam Engine: what is named; for Steam Engine the action.
        cost: For Surcharge: what is paid; for an ability of the card's own: what each use costs (S-OPEN-70, S-OPEN-71).
        results: For Steam Engine and Ruins: what follows each face.
        reminder: Printed text that the vocabulary cannot say, by language.
        names: Of an ability that is the card's own, by language.
    """

    name: str
    x: int | None = None
    ruler: Ruler | None = None
    plus: bool = False
    activate: bool = False
    text: "tuple[Effect, ...]" = ()
    about: str = ""
    cost: Cost | None = None
    results: "dict[str, tuple[Effect, ...]]" = {}
    reminder: dict[str, str] = {}
    names: dict[str, str] = {}


class ChangeEffect(msgspec.Struct, frozen=True, tag="change", omit_defaults=True):
    """Adds to a parameter: strength, movement (mm by ruler, or a number of mm), health."""

    of: Literal["strength", "movement", "health"]
    by: int = 0
    ruler: Ruler | None = None
    to: Selector = Selector(who="self")
    until: Until = Until.END_OF_GAME


class HarmEffect(msgspec.Struct, frozen=True, tag="harm", omit_defaults=True):
    """Damage, which armour takes first, or wounds, which it does not (S-DMG-05)."""

    amount: int
    wounds: bool = False
    to: Selector = Selector()


class HealEffect(msgspec.Struct, frozen=True, tag="heal", omit_defaults=True):
    """Removes wound markers; all of them where the amount is None."""

    amount: int | None = None
    to: Selector = Selector()


class ArmourEffect(msgspec.Struct, frozen=True, tag="armour", omit_defaults=True):
    """Gives armour tokens (S-ABIL-09)."""

    amount: int
    to: Selector = Selector()


class GainEffect(msgspec.Struct, frozen=True, tag="gain", omit_defaults=True):
    """Gives an ability."""

    ability: Ability
    to: Selector = Selector(who="self")
    until: Until = Until.END_OF_GAME


class LoseEffect(msgspec.Struct, frozen=True, tag="lose", omit_defaults=True):
    """Takes an ability."""

    ability: str
    to: Selector = Selector()
    until: Until = Until.END_OF_GAME


class DrawEffect(msgspec.Struct, frozen=True, tag="draw", omit_defaults=True):
    """Its player, or each opponent, draws."""

    count: int
    who: Literal["own", "enemy"] = "own"


class DiscardEffect(msgspec.Struct, frozen=True, tag="discard", omit_defaults=True):
    """Cards go from a hand to the Graveyard, chosen by the hand's player, or at random."""

    count: int
    who: Literal["own", "enemy"] = "enemy"
    at_random: bool = False


class ReturnEffect(msgspec.Struct, frozen=True, tag="return", omit_defaults=True):
    """Cards come back from the own Graveyard to the hand or into the deck; or what set the effect off does."""

    count: int = 1
    kinds: tuple[Kind, ...] = ()
    source: Literal["graveyard", "target"] = "graveyard"
    to: Literal["hand", "deck"] = "hand"


class DestroyEffect(msgspec.Struct, frozen=True, tag="destroy", omit_defaults=True):
    """Destroys buildings, templates or relics, chosen by the card's player."""

    what: Literal["building", "terrain", "relic"]
    count: int = 1
    who: Literal["own", "enemy", "any"] = "enemy"


class EliminateEffect(msgspec.Struct, frozen=True, tag="eliminate", omit_defaults=True):
    """Eliminates creatures outright."""

    to: Selector = Selector()


class ProsperEffect(msgspec.Struct, frozen=True, tag="prosper", omit_defaults=True):
    """Its player, or each opponent, gains Prosperity; loses it where the amount is below 0."""

    amount: int
    who: Literal["own", "enemy"] = "own"
    steal: bool = False


class PushEffect(msgspec.Struct, frozen=True, tag="push", omit_defaults=True):
    """Pushes creatures straight away from the creature that has the effect, as far as there is room."""

    ruler: Ruler
    to: Selector = Selector(who="enemy")


class PlaceEffect(msgspec.Struct, frozen=True, tag="place", omit_defaults=True):
    """Its player places creatures anew, no farther than the ruler from where they stood; None for anywhere free."""

    within: Ruler | None = None
    to: Selector = Selector(who="own")


class TokenEffect(msgspec.Struct, frozen=True, tag="token", omit_defaults=True):
    """Gives or takes Stealth or Concentration tokens."""

    of: Literal["stealth", "concentration"]
    by: int = 1
    to: Selector = Selector(who="self")


class ReadyEffect(msgspec.Struct, frozen=True, tag="ready", omit_defaults=True):
    """Lets creatures be activated once more this turn, or untaps buildings."""

    what: Literal["creature", "building"] = "creature"
    count: int = 1
    to: Selector = Selector(who="own")


class CancelEffect(msgspec.Struct, frozen=True, tag="cancel", omit_defaults=True):
    """Cancels what set the effect off: a card being played, a summoning, an attack; what was paid stays paid."""

    to: Literal["graveyard", "deck", "hand"] = "graveyard"


class ChoiceEffect(msgspec.Struct, frozen=True, tag="choice", omit_defaults=True):
    """The card's player chooses one of several (S-ABIL-02)."""

    options: "tuple[tuple[Effect, ...], ...]"


class RollEffect(msgspec.Struct, frozen=True, tag="roll", omit_defaults=True):
    """A die, or several, decide; for each face that is named its effects, once for every die that shows it."""

    dice: int = 1
    faces: "dict[str, tuple[Effect, ...]]" = {}


class RemindEffect(msgspec.Struct, frozen=True, tag="remind", omit_defaults=True):
    """Text for the players to carry out by hand, by language."""

    text: dict[str, str]


Effect = (
    ChangeEffect
    | HarmEffect
    | HealEffect
    | ArmourEffect
    | GainEffect
    | LoseEffect
    | DrawEffect
    | DiscardEffect
    | ReturnEffect
    | DestroyEffect
    | EliminateEffect
    | ProsperEffect
    | PushEffect
    | PlaceEffect
    | TokenEffect
    | ReadyEffect
    | CancelEffect
    | ChoiceEffect
    | RollEffect
    | RemindEffect
)


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must hold for an effect or a trigger; what is left out does not matter.

    Attributes:
        building: This building stands in the player's City.
        hero: This hero leads the squad (S-CARD-13).
        prosperity_at_least: The player has so much.
        creature: Whom the trigger concerns.
    """

    building: str = ""
    hero: str = ""
    prosperity_at_least: int | None = None
    creature: Selector | None = None


class Trigger(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a tactic is met, or a printed effect happens by itself.

    Attributes:
        on: A hook of the catalogue's glossary, such as `melee.declare`, `summon`, `card.play`.
        whose: Whose deed sets it off, seen from the card's player.
        condition: What must hold besides.
    """

    on: str
    whose: Literal["own", "enemy", "any"] = "enemy"
    condition: Condition = Condition()


class Rider(msgspec.Struct, frozen=True, omit_defaults=True):
    """Effects of a card that wait for a trigger, or that hold while a condition does (class bonuses, S-CARD-24).

    Attributes:
        trigger: What sets it off; without one its bonuses hold while the condition does.
        condition: What must hold.
        effects: What it does.
        times: How often a game it works; None for whenever it is met.
    """

    trigger: Trigger | None = None
    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()
    times: int | None = None


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card as printed; a value that no source states is None and is asked for when it is needed.

    Attributes:
        key: Stable name within all packs, such as `skirmish/brannoch`.
        kind: Its kind.
        names: By language (`en`, `ru`, `uk`).
        faction: Key of the faction; `BASIC` and `MERCENARIES` besides.
        race: Key of the race.
        card_class: Key of the Guild or Order it belongs to.
        rarity: Of support cards; no effect on play.
        series: The release it came with; no effect on play.
        copies: How many of it a squad may have at most; None for as the edition says.
        cost: What playing or constructing it costs.
        strength: Dice in melee.
        movement: Ruler.
        health: Wounds at which it is eliminated.
        base: Size of the base.
        slots: Relics that a hero can carry, by type.
        relic_type: Of relics.
        building_type: Of buildings.
        unique: Of buildings and terrain: once per game.
        bound_to: Key of the hero without whom it cannot be played (S-CARD-13).
        abilities: By name.
        effects: What happens at once when it is played.
        riders: What waits.
        template: Outline of a terrain's template in millimetres, its own frame.
        terrain: What its template does: `impassable`, `difficult`, `blocks_sight`, `cover`, `ruins`.
        text: Printed text that the vocabulary cannot say, by language.
        flavour: By language; no effect on play.
    """

    key: str
    kind: Kind
    names: dict[str, str]
    faction: str = BASIC
    race: str = ""
    card_class: str = ""
    rarity: Literal["", "common", "rare", "legendary", "mythical"] = ""
    series: str = ""
    copies: int | None = None
    cost: Cost = Cost()
    strength: int | None = None
    movement: Ruler | None = None
    health: int | None = None
    base: Literal["small", "medium", "large"] = "small"
    slots: dict[RelicType, int] = {}
    relic_type: RelicType | None = None
    building_type: BuildingType | None = None
    unique: bool = False
    bound_to: str = ""
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Effect, ...] = ()
    riders: tuple[Rider, ...] = ()
    template: tuple[tuple[float, float], ...] = ()
    terrain: tuple[Literal["impassable", "difficult", "blocks_sight", "cover", "ruins"], ...] = ()
    text: dict[str, str] = {}
    flavour: dict[str, str] = {}
