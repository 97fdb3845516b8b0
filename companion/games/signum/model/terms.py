"""The terms of the card language: whom, how much, on what condition, how long (S-ABIL-02, S-ABIL-16)."""

from enum import StrEnum
from typing import Literal

import msgspec

Ruler = Literal["S", "M", "L", "XL"]

Whose = Literal["own", "enemy", "each"]
"""Of players: the card's player, the opponents, or all of them."""


class Bounds(msgspec.Struct, frozen=True, omit_defaults=True):
    """From how much to how much a number may be.

    Attributes:
        least: No less than this; None for no bound.
        most: No more than this; None for no bound.
    """

    least: int | None = None
    most: int | None = None


class Selector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom an effect reaches.

    Attributes:
        who: Whose creatures, seen from the player controlling the card; `self` is the creature that has the effect,
            `target` what set the effect off, `aimed_at` what that was done to, `chosen` whom the effect before reached,
            `reached`, in an amount, the one that the effect reaches just now.
        what: Heroes, characters, or both.
        within: No farther than this ruler from what has the effect; None for anywhere.
        sight: Whether it must be in line of sight.
        count: So many, chosen by the controlling player; 0 for all that fit (S-DRAGON-07).
        up_to: Whether fewer may be chosen.
        wounded: Only wounded, or only unwounded; None for either.
        ability: Only those with this ability.
        race: Only of this race.
        card_class: Only of this Guild or Order.
        faction: Only of this faction.
        without: Only those without this ability.
        strength: Only of such strength.
        health: Only of such health, wounds not counted.
        left: Only those that so many more wounds would eliminate.
        wounds: Only with so many wound markers.
        armour: Only with so many armour tokens.
        concentration: Only with so many Concentration tokens.
        stealth: Only with a Stealth token, or only without; None for either.
        activated: Only those activated this turn, or only others; None for either.
        summoned: Only those summoned this turn, or only others; None for either.
        touching: Only those in contact with what the distance is measured from.
        around: From what `within`, `touching` and `sight` are measured: what has the effect (the creature, a relic's
            hero, a terrain's template), the own hero, or one of those that `who` names.
        other: Not the creature that has the effect, nor the one that the distance is measured from.
        choice: Who chooses: the card's player, or the opponent.
    """

    who: Literal["own", "enemy", "any", "self", "target", "aimed_at", "chosen", "reached"] = "any"
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
    without: str = ""
    strength: Bounds | None = None
    health: Bounds | None = None
    left: Bounds | None = None
    wounds: Bounds | None = None
    armour: Bounds | None = None
    concentration: Bounds | None = None
    stealth: bool | None = None
    activated: bool | None = None
    summoned: bool | None = None
    touching: bool = False
    around: Literal["self", "hero", "target", "aimed_at", "chosen"] = "self"
    other: bool = False
    choice: Literal["own", "enemy"] = "own"


Counted = Literal[
    "creatures",
    "strength",
    "health",
    "wounds",
    "armour",
    "concentration",
    "buildings",
    "terrain",
    "relics",
    "tactics",
    "hand",
    "deck",
    "graveyard",
    "prosperity",
    "kills",
]
"""What an amount may count: creatures that fit a selector, numbers they have, or what a player has."""


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number counted from the game when it is needed; it may stand wherever the language takes a number.

    Attributes:
        count: What is counted: creatures, or the strength, health, wounds or tokens of creatures, all together; or
            what players have: buildings in the City, terrain on the mat, cards, Prosperity, kills.
        of: Which creatures; None for all.
        who: Whose cards, buildings or Prosperity.
        kind: Only cards of this kind, or buildings of this type or key.
        per: One for each so many, rounded down.
        times: Multiplied by this.
        plus: And so much more.
        most: No more than this; None for no bound.
    """

    count: Counted
    of: Selector | None = None
    who: Whose = "own"
    kind: str = ""
    per: int = 1
    times: int = 1
    plus: int = 0
    most: int | None = None


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether an amount lies within bounds.

    Attributes:
        amount: What is counted.
        least: No less than this; None for no bound.
        most: No more than this; None for no bound.
    """

    amount: Amount
    least: int | Amount | None = None
    most: int | Amount | None = None


class Until(StrEnum):
    """How long an effect lasts (S-ABIL-16)."""

    END_OF_GAME = "end_of_game"
    END_OF_TURN = "end_of_turn"
    END_OF_OPPONENTS_TURN = "end_of_opponents_turn"
    START_OF_OWN_TURN = "start_of_own_turn"
    END_OF_COMBAT = "end_of_combat"


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must hold for an effect or a trigger; what is left out does not matter.

    Attributes:
        building: This building stands in the player's City.
        hero: This hero leads the squad (S-CARD-13).
        prosperity_at_least: The player has so much.
        creature: Whom the trigger concerns, as doer or as the one it was done to; without a trigger, that there is
            such a creature.
        doer: Who did what set the trigger off.
        victim: To whom that was done.
        turn: Whose turn it is.
        counts: Amounts that must lie within bounds.
    """

    building: str = ""
    hero: str = ""
    prosperity_at_least: int | None = None
    creature: Selector | None = None
    doer: Selector | None = None
    victim: Selector | None = None
    turn: Literal["", "own", "enemy"] = ""
    counts: tuple[Measure, ...] = ()
