"""How a match ended for a player. Names of fields stand in records and never change."""

import msgspec


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended for a player: what the sheets need of it.

    Attributes:
        points: VP of the match.
        injured: Keys of own Characters whose cards are neither in the War Camp nor in the City (W-INJ-07, W-INJ-08).
        lost: Own Characters that were destroyed.
        kills: Face-down kill Feats in the Hall of Fame (W-SCEN-09).
        hero_wounds: Wounds of the own Hero.
        feats: Feats played from the hand.
        income: Income at the end.
        buildings: Buildings with an achievement that were played.
        built_all: Whether every Building of the Battle Deck was built.
        coins: Dragon Coins by the scenario.
        used: Keys of the Tactics among the Improvement cards that were used (W-IMP-13).
    """

    points: int = 0
    injured: tuple[str, ...] = ()
    lost: int = 0
    kills: int = 0
    hero_wounds: int = 0
    feats: int = 0
    income: int = 0
    buildings: tuple[str, ...] = ()
    built_all: bool = False
    coins: int = 0
    used: tuple[str, ...] = ()
