"""What stands on cards: effects, what holds, and abilities.

The effects are a small vocabulary of terms that fit together anywhere; what it cannot say stays in a reminder, which
the players carry out by hand.
"""

from typing import Literal

import msgspec

from companion.games.warseer.model.card_kinds import Colour, Dice, Keyword, Moment, Symbol, Token
from companion.games.warseer.model.terms import SELF, TARGET, Amount, Condition, Selector, Until


class DamageEffect(msgspec.Struct, frozen=True, tag="damage", omit_defaults=True):
    """Deals damage (W-DMG-01), or Wounds, which no Armour absorbs (W-DMG-07).

    Attributes:
        amount: How much to each.
        to: Whom it reaches.
        magic: Whether it is magic damage (W-DMG-06).
        wounds: Whether it gives Wounds instead.
    """

    amount: int | Amount
    to: Selector = TARGET
    magic: bool = False
    wounds: bool = False


class RollDamageEffect(msgspec.Struct, frozen=True, tag="roll_damage", omit_defaults=True):
    """Deals random damage to each, rolled one by one (W-RAND-01 to -04).

    Attributes:
        dice: Rolled.
        to: Whom it reaches.
        magic: Whether it is magic damage.
    """

    dice: Dice
    to: Selector = TARGET
    magic: bool = False


class HealEffect(msgspec.Struct, frozen=True, tag="heal", omit_defaults=True):
    """Removes up to so many Wounds from each (W-DMG-10)."""

    amount: int | Amount
    to: Selector = SELF


class ArmourEffect(msgspec.Struct, frozen=True, tag="armour", omit_defaults=True):
    """Gives each so many Armour tokens more (W-DMG-09), or takes them where the amount is below 0."""

    amount: int | Amount
    to: Selector = SELF


class TokenEffect(msgspec.Struct, frozen=True, tag="token", omit_defaults=True):
    """Gives each a token, or takes it (W-KW-17, W-KW-33, W-KW-42).

    Attributes:
        token: Which.
        to: Whom it reaches.
        remove: Whether it is taken.
    """

    token: Token
    to: Selector = TARGET
    remove: bool = False


class MoveEffect(msgspec.Struct, frozen=True, tag="move", omit_defaults=True):
    """Moves each by up to so many hexes; where to, the card's player chooses (W-MOVE-01)."""

    amount: int | Amount
    to: Selector = SELF


class PushEffect(msgspec.Struct, frozen=True, tag="push", omit_defaults=True):
    """Pushes each by one hex (W-PUSH-02, W-PUSH-03)."""

    to: Selector = TARGET


class PlaceEffect(msgspec.Struct, frozen=True, tag="place", omit_defaults=True):
    """Places each on a free hex that the card's player chooses (W-MOVE-04, W-MOVE-05).

    Attributes:
        to: Who is placed.
        within: No farther than so many hexes from `around`; None for anywhere.
        around: From whom distances are measured.
        zone: Only in a Deployment Zone; empty for anywhere.
        on: Only on terrain (W-TT-07), or on another hex of the terrain that does it (W-TT-11); empty for any.
    """

    to: Selector = SELF
    within: int | None = None
    around: Literal["self", "target", "attacker", "chosen", "hero"] = "self"
    zone: Literal["", "own", "enemy"] = ""
    on: Literal["", "terrain", "pair"] = ""


class SwapEffect(msgspec.Struct, frozen=True, tag="swap", omit_defaults=True):
    """The creature and another swap places (W-CR-12)."""

    to: Selector = TARGET


class ActivateEffect(msgspec.Struct, frozen=True, tag="activate", omit_defaults=True):
    """Each may be activated once more this turn (W-ACT-11)."""

    to: Selector = SELF


class DestroyEffect(msgspec.Struct, frozen=True, tag="destroy", omit_defaults=True):
    """Destroys each (W-DMG-05)."""

    to: Selector = TARGET


class MinionEffect(msgspec.Struct, frozen=True, tag="minion", omit_defaults=True):
    """Summons Minions (W-MIN-01, W-MIN-11), as many as the limit of creatures allows (W-CARD-08).

    Attributes:
        count: How many.
        around: In contact with this creature.
    """

    count: int | Amount = 1
    around: Literal["self", "target", "chosen", "hero"] = "hero"


class InfluenceEffect(msgspec.Struct, frozen=True, tag="influence", omit_defaults=True):
    """The player gains Influence, or an opponent loses it (W-ECON-05, W-ECON-17).

    Attributes:
        amount: How much; below 0 to lose it.
        who: Whose.
    """

    amount: int | Amount
    who: Literal["own", "enemy"] = "own"


class DrawEffect(msgspec.Struct, frozen=True, tag="draw", omit_defaults=True):
    """The player draws from the Battle Deck, or a Feat (W-ECON-14, W-FEAT-09).

    Attributes:
        amount: How many.
        feats: Whether Feats are drawn.
    """

    amount: int | Amount = 1
    feats: bool = False


class FameEffect(msgspec.Struct, frozen=True, tag="fame", omit_defaults=True):
    """The top Feats go face down into the player's Hall of Fame, as if a Character had been destroyed (W-FEAT-30)."""

    amount: int | Amount = 1


class DiscardEffect(msgspec.Struct, frozen=True, tag="discard", omit_defaults=True):
    """A player discards Support cards of own choice from the Hand to History (W-ZONE-10).

    Attributes:
        amount: How many.
        who: Who discards.
    """

    amount: int | Amount = 1
    who: Literal["own", "enemy"] = "enemy"


class RecallEffect(msgspec.Struct, frozen=True, tag="recall", omit_defaults=True):
    """A card comes back from the player's own History, which may lower Income (W-ECON-07).

    Attributes:
        what: Which sort of card.
        into: The Hand, the Battle Deck (W-ZONE-08), or for Characters the War Camp.
    """

    what: Literal["spell", "relic", "building", "tactic", "character", "support"] = "support"
    into: Literal["hand", "deck", "camp"] = "hand"


class WreckEffect(msgspec.Struct, frozen=True, tag="wreck", omit_defaults=True):
    """Destroys a Relic, a Building or an Enchantment in play, of the player's choice (W-BLD-01, W-REL-08, W-SPELL-03).

    Attributes:
        what: Which sort of card.
        who: Whose.
    """

    what: Literal["relic", "building", "enchantment"] = "relic"
    who: Literal["own", "enemy"] = "enemy"


class CancelEffect(msgspec.Struct, frozen=True, tag="cancel", omit_defaults=True):
    """The Spell that set this off has no effect; it goes to History all the same."""


class ChangeEffect(msgspec.Struct, frozen=True, tag="change", omit_defaults=True):
    """Raises or lowers a value.

    Attributes:
        what: Range, Movement, Health; `damage`: what its attacks deal (W-ATK-18); `taken`: what attacks deal to it;
            `attacks`: how many it may declare in an activation (W-ATK-23); or the `cost` of the player's cards.
        by: How much; below 0 to lower it.
        to: Whose value.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    what: Literal["range", "movement", "health", "damage", "taken", "attacks", "cost"]
    by: int | Amount
    to: Selector = SELF
    until: Until = Until.END_OF_TURN
    condition: Condition = Condition()


class DiceEffect(msgspec.Struct, frozen=True, tag="dice", omit_defaults=True):
    """Adds dice to attacks in step 2 (W-ATK-08).

    Attributes:
        dice: Added.
        to: Whose attacks.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    dice: Dice
    to: Selector = SELF
    until: Until = Until.END_OF_ATTACK
    condition: Condition = Condition()


class SymbolEffect(msgspec.Struct, frozen=True, tag="symbol", omit_defaults=True):
    """Adds symbols to attacks, or takes them from the roll, in step 5 (W-ATK-14).

    Attributes:
        symbol: Which.
        by: How many; below 0 to take them.
        to: Whose attacks; with `against`, attacks on whom.
        against: Whether it works in attacks on these creatures instead of in their own.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    symbol: Symbol
    by: int = 1
    to: Selector = SELF
    against: bool = False
    until: Until = Until.END_OF_ATTACK
    condition: Condition = Condition()


class RerollEffect(msgspec.Struct, frozen=True, tag="reroll", omit_defaults=True):
    """The player rerolls up to so many dice of the attack in step 3 (W-ATK-09, W-DICE-09).

    Attributes:
        count: How many.
        colours: Only dice of these colours; empty for all.
        to: Whose attacks.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    count: int = 1
    colours: tuple[Colour, ...] = ()
    to: Selector = SELF
    until: Until = Until.END_OF_ATTACK
    condition: Condition = Condition()


class GiveEffect(msgspec.Struct, frozen=True, tag="give", omit_defaults=True):
    """Gives a standard ability (W-PAY-03).

    Attributes:
        keyword: Which.
        x: Its number, where it has one.
        dice: Its dice, where it has any.
        to: Who gets it.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    keyword: Keyword
    x: int = 0
    dice: Dice = ()
    to: Selector = SELF
    until: Until = Until.END_OF_TURN
    condition: Condition = Condition()


class ForbidEffect(msgspec.Struct, frozen=True, tag="forbid", omit_defaults=True):
    """Forbids something to creatures, which beats what permits it (W-GEN-11).

    Attributes:
        what: Moving, attacking, being healed, being pushed, or being reached by opponents' Support cards.
        to: To whom.
        until: How long; of no account on an ability, which holds always.
        condition: Of an ability: what must hold besides.
    """

    what: Literal["move", "attack", "heal", "push", "support"]
    to: Selector = TARGET
    until: Until = Until.END_OF_TURN
    condition: Condition = Condition()


class PayEffect(msgspec.Struct, frozen=True, tag="pay", omit_defaults=True):
    """Influence may be paid; only then the effects happen (W-PAY-01).

    Attributes:
        influence: How much.
        effects: What it buys.
    """

    influence: int
    effects: "tuple[Effect, ...]"


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
    | RollDamageEffect
    | HealEffect
    | ArmourEffect
    | TokenEffect
    | MoveEffect
    | PushEffect
    | PlaceEffect
    | SwapEffect
    | ActivateEffect
    | DestroyEffect
    | MinionEffect
    | InfluenceEffect
    | DrawEffect
    | FameEffect
    | DiscardEffect
    | RecallEffect
    | WreckEffect
    | CancelEffect
    | ChangeEffect
    | DiceEffect
    | SymbolEffect
    | RerollEffect
    | GiveEffect
    | ForbidEffect
    | PayEffect
    | ChoiceEffect
    | IfEffect
    | RemindEffect
)

Standing = ChangeEffect | DiceEffect | SymbolEffect | RerollEffect | GiveEffect | ForbidEffect
"""Effects that hold: for a time, or as long as a card is in play."""


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standard ability by its keyword, or a unique one, which has a name of its own (W-ABIL-03, W-ABIL-04).

    Attributes:
        keyword: The standard ability; None for a unique one.
        names: What a unique ability is called, by language; of an affinity its word.
        x: The number of the keyword, such as of Armour X; of Contract its price.
        dice: The dice of the keyword, such as of Counterblow or Warlord.
        whom: Of Hunter: which targets; of Aura: which creatures in it.
        holds: What holds: always; of Aura, Charge, Flank and Contract while they do.
        on: Of a unique ability: when its effects happen; None for when it is used, or never.
        turn: Whether it has the Turn icon (W-ACTV-01).
        hero_turn: Of a Relic: whether it has the Hero icon beside it (W-ACTV-07).
        pay: Influence that its use costs (W-BLD-03, W-PAY-01).
        use: Whether it takes a marker of Multiple Uses (W-MULT-02).
        condition: What must hold for its effects.
        effects: What happens: of First Word, Last Word and Contract; of a unique ability when it is set off or used.
        text: What a unique ability says, by language; where it is empty the words are made of its effects.
    """

    keyword: Keyword | None = None
    names: dict[str, str] = {}
    x: int = 0
    dice: Dice = ()
    whom: Selector | None = None
    holds: tuple[Standing, ...] = ()
    on: Moment | None = None
    turn: bool = False
    hero_turn: bool = False
    pay: int = 0
    use: bool = False
    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()
    text: dict[str, str] = {}
