"""The terms of the card language: whom, how much, on what condition, how long."""

from enum import StrEnum
from typing import Literal

import msgspec

from companion.games.brawl.model.kinds import Core, Zone

Who = Literal["self", "target", "attacker", "chosen", "ally", "enemy", "friend", "any"]
"""Whom a selector names, seen from the champion that acts.

`self` is that champion: the one whose card it is; for a reaction the one chosen for it (B-REACT-06). `target` is every
target of the card, `attacker` who attacks, `chosen` whom the effect before reached. An `ally` is another champion of
the same side, a `friend` may be the champion itself, too.
"""


class Selector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Champions on the arena that an effect reaches (B-KO-07).

    Attributes:
        who: Of these.
        within: No farther than so many cells from `around`; None for anywhere.
        beyond: Farther than so many cells from `around`; None for anywhere.
        row: Only in the same row as `around` (B-ARENA-06).
        around: From whom distances are measured.
        other: Not the one from whom distances are measured.
        zone: Only on cells of this part of the arena.
        bloodied: Only bloodied, or only others; None for either (B-KW-10).
        powered: Only powered, or only others; None for either.
        immobilised: Only immobilised, or only others; None for either.
        damaged: Only with damage, or only without; None for either.
        count: So many, who are chosen; 0 for all that fit.
        up_to: Whether fewer may be chosen.
        choice: Who chooses: the card's player, or the opponent.
    """

    who: Who = "any"
    within: int | None = None
    beyond: int | None = None
    row: bool = False
    around: Literal["self", "target", "attacker", "chosen"] = "self"
    other: bool = False
    zone: Zone | None = None
    bloodied: bool | None = None
    powered: bool | None = None
    immobilised: bool | None = None
    damaged: bool | None = None
    count: int = 0
    up_to: bool = False
    choice: Literal["own", "enemy"] = "own"


Counted = Literal[
    "champions",
    "damage",
    "defence",
    "health",
    "dealt",
    "ready_cores",
    "spent_cores",
    "hand",
    "points",
    "controlled",
    "traps",
    "knocked_out",
]
"""What an amount may count.

`champions`, or the `damage`, `defence` or `health` of champions, all together; `dealt`: the damage that the attack has
dealt; cores, cards in hand and victory `points` of players; `controlled`: how many of the three areas a player controls
(B-KW-03); `traps`: trap tokens on the arena; `knocked_out`: champions at their gates.
"""


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number counted from the game when it is needed; it may stand wherever the language takes a number.

    Attributes:
        count: What is counted.
        of: Which champions; None for all on the arena.
        who: Whose cores, cards, points, areas or champions at the gate.
        core: Only cores of this colour; None for all.
        times: Multiplied by this.
        plus: And so much more.
        most: No more than this; None for no bound. The amount is never below 0.
    """

    count: Counted
    of: Selector | None = None
    who: Literal["own", "enemy", "each"] = "own"
    core: Core | None = None
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
        champion: There is such a champion.
        no_champion: There is no such champion.
        control: The player controls each of these parts of the arena (B-KW-03).
        counts: Amounts that must lie within bounds.
    """

    champion: Selector | None = None
    no_champion: Selector | None = None
    control: tuple[Zone, ...] = ()
    counts: tuple[Measure, ...] = ()


class Until(StrEnum):
    """How long a change lasts."""

    END_OF_ATTACK = "end_of_attack"
    END_OF_TURN = "end_of_turn"


SELF, TARGET = Selector(who="self"), Selector(who="target")
