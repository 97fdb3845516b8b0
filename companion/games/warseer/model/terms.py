"""The terms of the card language: whom, how much, on what condition, how long."""

from enum import StrEnum
from typing import Literal

import msgspec

from companion.games.warseer.model.card_kinds import AttackKind, CreatureKind, Keyword, Rank

Who = Literal["self", "target", "attacker", "chosen", "own", "ally", "friend", "enemy", "any", "hero"]
"""Whom a selector names, seen from the creature whose card it is; of a Spell, Tactic, Building or Relic the Hero's.

`self` is that creature, `hero` the Hero of the card's player; `target` whom its attack is aimed at, `attacker` who
attacks it; `chosen` whom the effect before reached. `own` are the player's creatures (W-SUPP-06), `friend` those and
an ally's (W-SUPP-05), `ally` the same without the creature itself, `enemy` those of opponents, `any` all (W-SUPP-07).
"""

Point = Literal["self", "target", "attacker", "chosen", "hero"]
"""From whom distances are measured."""


class Selector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Creatures on the Battlefield that an effect reaches.

    Attributes:
        who: Of these.
        kinds: Only of these types; empty for all (W-CARD-10).
        ranks: Only of these ranks; empty for all.
        affinity: Only with this race or affinity (W-ABIL-05); empty for all.
        keyword: Only with this ability; None for all.
        within: No farther than so many hexes from `around`; None for anywhere (W-GRID-05).
        around: From whom distances are measured.
        wounded: Only with Wounds, or only without; None for either.
        activated: Only who have been activated this turn, or only others; None for either.
        zone: Only in a Deployment Zone, of the player's own or of an opponent; empty for anywhere.
        on_terrain: Only on a terrain hex, or only on others; None for either.
        cost: Only with this cost or less; None for any.
        count: So many, who are chosen; 0 for all that fit.
        up_to: Whether fewer may be chosen.
    """

    who: Who = "any"
    kinds: tuple[CreatureKind, ...] = ()
    ranks: tuple[Rank, ...] = ()
    affinity: str = ""
    keyword: Keyword | None = None
    within: int | None = None
    around: Point = "self"
    wounded: bool | None = None
    activated: bool | None = None
    zone: Literal["", "own", "enemy"] = ""
    on_terrain: bool | None = None
    cost: int | None = None
    count: int = 0
    up_to: bool = False


Counted = Literal[
    "creatures",
    "wounds",
    "health_left",
    "dealt",
    "influence",
    "income",
    "hand",
    "points",
    "buildings",
    "relics",
    "feats_played",
    "kills",
    "wounds_dealt",
    "destroyed",
    "spells_played",
    "cards_played",
    "summoned",
    "influence_spent",
]
"""What an amount may count.

`creatures`, or their `wounds` or `health_left` together; `dealt`: the damage that the attack has dealt; Influence,
Income, cards in `hand`, victory `points`, `buildings` in the City, `relics` that the Hero wears, Feats in the Hall of
Fame face up (`feats_played`) or face down (`kills`, W-FEAT-25). The rest is of the player's turn that runs:
`wounds_dealt` to the creatures that `of` names (W-FEAT-26), Characters `destroyed`, Spells or any cards played,
creatures `summoned`, `influence_spent`.
"""


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number counted from the game when it is needed; it may stand wherever the language takes a number.

    Attributes:
        count: What is counted.
        of: Which creatures; None for all on the Battlefield.
        who: Whose.
        times: Multiplied by this.
        plus: And so much more.
        most: No more than this; None for no bound. The amount is never below 0.
    """

    count: Counted
    of: Selector | None = None
    who: Literal["own", "enemy"] = "own"
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


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must hold; what is left out does not matter.

    Attributes:
        creature: There is such a creature.
        no_creature: There is no such creature.
        attack: The attack that runs is of one of these types; empty for any.
        counts: Amounts that must lie within bounds.
    """

    creature: Selector | None = None
    no_creature: Selector | None = None
    attack: tuple[AttackKind, ...] = ()
    counts: tuple[Measure, ...] = ()


class Until(StrEnum):
    """How long a change lasts."""

    END_OF_ATTACK = "end_of_attack"
    END_OF_TURN = "end_of_turn"
    OWN_TURN = "own_turn"
    LEAVES = "leaves"


SELF, TARGET = Selector(who="self"), Selector(who="target")
