"""What stands on cards: effects, bonuses, and what powered champions can do.

The effects are a small vocabulary of terms that fit together anywhere; what it cannot say stays in a reminder, which
the players carry out by hand.
"""

from typing import Literal

import msgspec

from companion.games.brawl.model.kinds import Core, Zone
from companion.games.brawl.model.terms import SELF, TARGET, Amount, Condition, Selector, Until


class DamageEffect(msgspec.Struct, frozen=True, tag="damage", omit_defaults=True):
    """Deals direct damage, which ignores defence (B-BASE-12).

    Attributes:
        amount: How much to each.
        to: Whom it reaches.
        up_to: Deals only as much as brings the damage on the champion up to `amount`, as to make it bloodied.
    """

    amount: int | Amount
    to: Selector = TARGET
    up_to: bool = False


class HealEffect(msgspec.Struct, frozen=True, tag="heal", omit_defaults=True):
    """Heal X (B-KW-04): removes up to X damage from each."""

    amount: int | Amount
    to: Selector = SELF


class DrawEffect(msgspec.Struct, frozen=True, tag="draw", omit_defaults=True):
    """Draw X (B-KW-02): the player draws up to X cards."""

    amount: int | Amount


class PlanEffect(msgspec.Struct, frozen=True, tag="plan", omit_defaults=True):
    """Plan X (B-KW-09): the player puts up to X cards of the hand on the personal deck."""

    amount: int | Amount


class StunEffect(msgspec.Struct, frozen=True, tag="stun", omit_defaults=True):
    """Stun (B-KW-07): each champion's player discards a card of that champion, or shows the hand."""

    to: Selector = TARGET


class ImmobiliseEffect(msgspec.Struct, frozen=True, tag="immobilise", omit_defaults=True):
    """Immobilise (B-KW-06): until the end of the turn each champion neither moves nor is moved."""

    to: Selector = TARGET


class PushEffect(msgspec.Struct, frozen=True, tag="push", omit_defaults=True):
    """Push X (B-KW-08): each retreats in its row from the acting champion, and takes 1 damage for each missing cell.

    Attributes:
        amount: Cells.
        to: Whom it reaches.
        away_from: From whom they retreat.
    """

    amount: int | Amount
    to: Selector = TARGET
    away_from: Literal["self", "target", "chosen"] = "self"


class PullEffect(msgspec.Struct, frozen=True, tag="pull", omit_defaults=True):
    """Pull X (B-KW-12): each approaches the acting champion in its row; 1 damage for each missing cell."""

    amount: int | Amount
    to: Selector = TARGET


class ForceEffect(msgspec.Struct, frozen=True, tag="force", omit_defaults=True):
    """Force X (B-KW-11): the card's player moves each by up to X cells."""

    amount: int | Amount
    to: Selector = TARGET


class FearEffect(msgspec.Struct, frozen=True, tag="fear", omit_defaults=True):
    """Fear X (B-KW-17): each Dashes as far as possible from the acting champion; its player chooses where."""

    amount: int | Amount
    to: Selector = TARGET


class MoveEffect(msgspec.Struct, frozen=True, tag="move", omit_defaults=True):
    """A move besides the card's own, of up to X cells; its way is the way of one keyword.

    Attributes:
        amount: X.
        to: Who moves; where to, the card's player chooses.
        way: `walk` step by step; `dash`, `swoop` and `jump` as in B-KW-16, -13 and -14.
        toward: From the nearest such champion distances are measured for `approach` and `retreat`; which of several
            who are equally near, whoever moves it decides by where it goes.
        toward_zone: From the nearest cells of this part of the arena they are, in its place.
        approach: Whether every step must lessen that distance (B-BASE-07), or increase it (B-BASE-08).
    """

    amount: int | Amount
    to: Selector = SELF
    way: Literal["walk", "dash", "swoop", "jump"] = "walk"
    toward: Selector | None = None
    toward_zone: Zone | None = None
    approach: Literal["", "approach", "retreat"] = ""


class PlaceEffect(msgspec.Struct, frozen=True, tag="place", omit_defaults=True):
    """Place (B-KW-15): each is put on a free cell, which the card's player chooses; that is no movement (B-MOVE-09).

    Attributes:
        to: Who is placed.
        within: No farther than so many cells from `around`; None for anywhere.
        around: From whom distances are measured, where they stand before.
        zone: Only on cells of this part of the arena.
    """

    to: Selector = SELF
    within: int | None = None
    around: Literal["self", "target", "attacker", "chosen"] = "self"
    zone: Zone | None = None


class SwapEffect(msgspec.Struct, frozen=True, tag="swap", omit_defaults=True):
    """The acting champion and another are placed on each other's cells."""

    to: Selector = TARGET


class ChangeEffect(msgspec.Struct, frozen=True, tag="change", omit_defaults=True):
    """Raises or lowers a printed value (B-BASE-14).

    Attributes:
        what: Strength, defence, or the move points of cards and basic actions (B-MOVE-07).
        by: How much; below 0 to lower it.
        to: Whose value.
        against: Of strength: only in attacks on these; None for in any.
        until: How long; of no account on an ability, which holds always.
        minus: Whether a counted amount is taken away instead of added.
        condition: Of a bonus or an ability: what must hold besides.
    """

    what: Literal["strength", "defence", "move"]
    by: int | Amount
    to: Selector = SELF
    against: Selector | None = None
    until: Until = Until.END_OF_TURN
    minus: bool = False
    condition: Condition = Condition()


class KeywordEffect(msgspec.Struct, frozen=True, tag="keyword", omit_defaults=True):
    """Gives attacks Lifesteal, Double or Poison X (B-KW-01, -18, -19).

    Attributes:
        keyword: Which.
        x: The number of Poison.
        to: Whose attacks.
        until: How long; of no account on an ability, which holds always.
        condition: Of a bonus or an ability: what must hold besides.
    """

    keyword: Literal["lifesteal", "double", "poison"]
    x: int = 1
    to: Selector = SELF
    until: Until = Until.END_OF_TURN
    condition: Condition = Condition()


class ProtectEffect(msgspec.Struct, frozen=True, tag="protect", omit_defaults=True):
    """Protects from something: displacement with its damage (B-DISP-02), traps, immobilising, or stunning.

    Attributes:
        against: From what.
        to: Who is protected.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    against: Literal["displacement", "traps", "immobilise", "stun"]
    to: Selector = SELF
    until: Until = Until.END_OF_TURN
    condition: Condition = Condition()


class CoreEffect(msgspec.Struct, frozen=True, tag="core", omit_defaults=True):
    """A core of the player becomes ready, or one of the opponent is exhausted.

    Attributes:
        what: Which of the two.
        core: Its colour; None for any, which the card's player chooses.
    """

    what: Literal["ready", "exhaust"] = "ready"
    core: Core | None = None


class LookEffect(msgspec.Struct, frozen=True, tag="look", omit_defaults=True):
    """Hidden information is looked at by the card's player (B-INFO-05), or revealed to all (B-INFO-02).

    Attributes:
        what: The opponent's hand, or a trap token on the arena, which the card's player chooses.
        reveal: Whether all see it.
    """

    what: Literal["hand", "trap"] = "trap"
    reveal: bool = False


class ChoiceEffect(msgspec.Struct, frozen=True, tag="choice", omit_defaults=True):
    """The card's player chooses one of several.

    Attributes:
        options: Lists of effects; an empty one does nothing.
        names: What each is called, by language.
    """

    options: "tuple[tuple[Effect, ...], ...]"
    names: tuple[dict[str, str], ...] = ()


class IfEffect(msgspec.Struct, frozen=True, tag="if", omit_defaults=True):
    """Happens only if a condition holds.

    Attributes:
        condition: What must hold.
        effects: What happens then.
        otherwise: What happens if it does not hold.
    """

    condition: Condition
    effects: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()


class RemindEffect(msgspec.Struct, frozen=True, tag="remind", omit_defaults=True):
    """Text for the players to carry out by hand.

    Attributes:
        text: By language.
    """

    text: dict[str, str]


Effect = (
    DamageEffect
    | HealEffect
    | DrawEffect
    | PlanEffect
    | StunEffect
    | ImmobiliseEffect
    | PushEffect
    | PullEffect
    | ForceEffect
    | FearEffect
    | MoveEffect
    | PlaceEffect
    | SwapEffect
    | ChangeEffect
    | KeywordEffect
    | ProtectEffect
    | CoreEffect
    | LookEffect
    | ChoiceEffect
    | IfEffect
    | RemindEffect
)

Standing = ChangeEffect | KeywordEffect | ProtectEffect
"""Effects that hold: as a bonus of a card, for a time, or as long as a champion has an ability."""


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a champion can do without a card (B-CHMP-01).

    Attributes:
        names: What it is called, by language.
        holds: What always holds while it is on the arena.
        on: When its effects happen: as its player's turn begins, after an attack of its own, after an attack on it, or
            after an action in which it knocked out an enemy; empty for never.
        condition: What must hold then.
        effects: What happens then.
        text: What it says, by language; where it is empty the words are made of its effects.
    """

    names: dict[str, str]
    holds: tuple[Standing, ...] = ()
    on: Literal["", "turn", "attack", "attacked", "knock_out"] = ""
    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()
    text: dict[str, str] = {}
