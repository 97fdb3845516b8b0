"""Effects of cards on the creatures that they reach."""

from typing import Literal

import msgspec

from companion.games.signum.model.terms import Amount, Ruler, Selector, Until


class ChangeEffect(msgspec.Struct, frozen=True, tag="change", omit_defaults=True):
    """Adds to strength, health or movement (a ruler, or a number of mm), or makes it another number.

    Attributes:
        of: What is changed.
        by: How much is added; below 0 it is taken.
        ruler: A ruler that is added to the movement.
        to: Whom it reaches.
        until: How long it lasts.
        becomes: What the value becomes instead, a ruler for the movement; later changes add to that.
    """

    of: Literal["strength", "movement", "health"]
    by: int | Amount = 0
    ruler: Ruler | None = None
    to: Selector = Selector(who="self")
    until: Until = Until.END_OF_GAME
    becomes: int | Amount | Ruler | None = None


class HarmEffect(msgspec.Struct, frozen=True, tag="harm", omit_defaults=True):
    """Damage, which armour takes first, or wounds, which it does not (S-DMG-05).

    Attributes:
        amount: How much.
        wounds: Whether they are wounds.
        to: Whom it reaches.
    """

    amount: int | Amount
    wounds: bool = False
    to: Selector = Selector()


class HealEffect(msgspec.Struct, frozen=True, tag="heal", omit_defaults=True):
    """Removes wound markers.

    Attributes:
        amount: How many; None for all.
        to: Whom it reaches.
    """

    amount: int | Amount | None = None
    to: Selector = Selector()


class ArmourEffect(msgspec.Struct, frozen=True, tag="armour", omit_defaults=True):
    """Gives armour tokens (S-ABIL-09).

    Attributes:
        amount: How many; below 0 they are taken.
        to: Whom it reaches.
    """

    amount: int | Amount
    to: Selector = Selector()


class LoseEffect(msgspec.Struct, frozen=True, tag="lose", omit_defaults=True):
    """Takes an ability.

    Attributes:
        ability: Its name.
        to: Whom it reaches.
        until: How long it lasts.
    """

    ability: str
    to: Selector = Selector()
    until: Until = Until.END_OF_GAME


class ForbidEffect(msgspec.Struct, frozen=True, tag="forbid", omit_defaults=True):
    """Forbids deeds: a creature that may do nothing is stunned.

    Attributes:
        deeds: What it may not do: all of it is `act`.
        to: Whom it reaches.
        until: How long it lasts.
    """

    deeds: tuple[Literal["act", "move", "run", "melee", "shoot", "ability"], ...] = ("act",)
    to: Selector = Selector(who="enemy")
    until: Until = Until.END_OF_GAME


class RerollEffect(msgspec.Struct, frozen=True, tag="reroll", omit_defaults=True):
    """Lets dice be rolled again.

    Attributes:
        of: Which rolls: attack and defence in melee, those of ranged attacks, healing, or those that cards ask for.
        dice: So many dice of each roll.
        forced: Whether all successes must be rolled again instead.
        to: Whose rolls.
        until: How long it lasts.
    """

    of: tuple[Literal["melee.attack", "melee.defence", "ranged.attack", "ranged.defence", "healer", "effect"], ...]
    dice: int | Amount = 1
    forced: bool = False
    to: Selector = Selector(who="self")
    until: Until = Until.END_OF_GAME


class RecallEffect(msgspec.Struct, frozen=True, tag="recall", omit_defaults=True):
    """Takes creatures off the mat: their cards go back to their owners.

    Attributes:
        to: Whom it reaches; heroes stay.
        zone: Where their cards go.
    """

    to: Selector = Selector(who="enemy", what="character")
    zone: Literal["hand", "deck"] = "hand"


class EliminateEffect(msgspec.Struct, frozen=True, tag="eliminate", omit_defaults=True):
    """Eliminates creatures outright.

    Attributes:
        to: Whom it reaches.
    """

    to: Selector = Selector()


class PushEffect(msgspec.Struct, frozen=True, tag="push", omit_defaults=True):
    """Pushes creatures straight on as far as there is room, or pulls them.

    Attributes:
        ruler: How far.
        to: Whom it reaches.
        pull: Towards what has the effect, instead of away from it.
    """

    ruler: Ruler
    to: Selector = Selector(who="enemy")
    pull: bool = False


class PlaceEffect(msgspec.Struct, frozen=True, tag="place", omit_defaults=True):
    """The player places creatures anew.

    Attributes:
        within: No farther than this from where they stood; None for anywhere free.
        to: Whom it reaches.
    """

    within: Ruler | None = None
    to: Selector = Selector(who="own")


class SwapEffect(msgspec.Struct, frozen=True, tag="swap", omit_defaults=True):
    """Two creatures change places.

    Attributes:
        to: The one; `self` for the creature that has the effect.
        other: The other.
    """

    to: Selector = Selector(who="own")
    other: Selector = Selector(who="self")


class TokenEffect(msgspec.Struct, frozen=True, tag="token", omit_defaults=True):
    """Gives or takes Stealth or Concentration tokens.

    Attributes:
        of: Which token.
        by: How many; below 0 they are taken.
        to: Whom it reaches.
    """

    of: Literal["stealth", "concentration"]
    by: int | Amount = 1
    to: Selector = Selector(who="self")


class ControlEffect(msgspec.Struct, frozen=True, tag="control", omit_defaults=True):
    """The player commands enemy characters until the end of the turn (S-AB-14).

    Attributes:
        to: Whom it reaches; heroes are never controlled.
    """

    to: Selector = Selector(who="enemy", what="character")


class AgainEffect(msgspec.Struct, frozen=True, tag="again", omit_defaults=True):
    """A creature that has just attacked, or shot, goes on with its activation and may attack once more.

    Attributes:
        to: Whom it reaches: only the creature whose activation runs.
    """

    to: Selector = Selector(who="self")


class PreventEffect(msgspec.Struct, frozen=True, tag="prevent", omit_defaults=True):
    """Prevents harm that is about to be dealt; only after the trigger `damage.apply`.

    Attributes:
        amount: How much; None for all.
        to: Whom it strikes instead; None for nobody.
    """

    amount: int | Amount | None = None
    to: Selector | None = None


EffectOnCreatures = (
    ChangeEffect
    | HarmEffect
    | HealEffect
    | ArmourEffect
    | LoseEffect
    | ForbidEffect
    | RerollEffect
    | RecallEffect
    | EliminateEffect
    | PushEffect
    | PlaceEffect
    | SwapEffect
    | TokenEffect
    | ControlEffect
    | AgainEffect
    | PreventEffect
)
"""Every effect that reaches creatures, but for those that give abilities."""
