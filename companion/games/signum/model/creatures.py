"""A creature on the Battlefield: where it stands, what it bears, what works on it, what it did this turn."""

import msgspec

from companion.games.signum.model.effects.effect import Lasting
from companion.games.signum.model.terms import Until
from companion.games.values import Stand


class LastingEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect on a creature that lasts.

    Attributes:
        key: Unique in the game.
        source: Id of the card it comes from.
        by: The player who controls it.
        effect: What it does.
        until: When it ends.
        name: Named ability it counts as, for Dragon rule 2; empty for none.
    """

    key: str
    source: str
    by: str
    effect: Lasting
    until: Until
    name: str = ""


class TurnHistory(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a creature did and suffered in the turn that runs; empty again at the start of each player's turn.

    Attributes:
        summoned: It came this turn.
        activated: Its activation has begun.
        finished: Its activation has ended.
        moved_mm: Travelled so far.
        ran: It ran.
        slowed: Difficult terrain limits it to S for the rest of the turn.
        melees: Melee attacks it declared.
        shot: It made a ranged attack.
        tried_to_detect: It rolled to detect.
        detected: Id of the one whom it rolled to detect in contact.
        attacked: Melee attacks declared against it.
        attackers: Ids of those who declared them, where that matters (S-OPEN-24).
        used: Keys of abilities that may be used once a turn, and were.
        pursuits: Further attacks it made by Persecution.
        stopped: It came into contact with an enemy and moves no farther (S-MOVE-13, S-MOVE-14).
        again: An effect lets it attack once more.
        held: It came into contact with difficult terrain that may not be left this turn (S-TERRAIN-25).
    """

    summoned: bool = False
    activated: bool = False
    finished: bool = False
    moved_mm: float = 0.0
    ran: bool = False
    slowed: bool = False
    melees: int = 0
    shot: bool = False
    tried_to_detect: bool = False
    detected: str = ""
    attacked: int = 0
    attackers: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    pursuits: int = 0
    stopped: bool = False
    held: bool = False
    again: bool = False


class Creature(msgspec.Struct, frozen=True, kw_only=True):
    """A hero or character on the Battlefield.

    Attributes:
        id: Id of its card.
        owner: The player who brought it.
        controller: The player who commands it now.
        stand: Where its base's centre is; None while it waits to be placed.
        wounds: Wound markers.
        armour: Armour tokens.
        stealth: Whether it holds a Stealth token.
        concentration: Concentration tokens.
        lasting: Effects on it, oldest first.
        by_hand: Values set by hand, which beat everything: `strength`, `movement_mm`, `health`.
        deeds: What it did this turn.
        shot_at_turn: Number of the last turn in which a ranged attack was aimed at it; -1 for none (S-STEALTH-33).
    """

    id: str
    owner: str
    controller: str
    stand: Stand | None = None
    wounds: int = 0
    armour: int = 0
    stealth: bool = False
    concentration: int = 0
    lasting: tuple[LastingEffect, ...] = ()
    by_hand: dict[str, int | float] = {}
    deeds: TurnHistory = TurnHistory()
    shot_at_turn: int = -1
