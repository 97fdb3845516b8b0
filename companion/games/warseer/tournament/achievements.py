"""The Achievement sheet (W-ACH-01 to -24), worked out of how a match ended."""

from collections.abc import Callable

import msgspec

from companion.games.warseer.tournament.player_result import PlayerResult

BUILDINGS = ("arena", "shooting_range", "smithy", "library", "tavern", "city_hall")
"""Buildings with an achievement of their own (W-ACH-11 to -16)."""
FULL_INCOME, FEATS_OF_TACTICIAN = 15, 4


class Reward(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an achievement gives besides VP.

    Attributes:
        sorts: Sorts of Improvement cards of which one is free.
        named: Ends of the keys of those that it may be; empty for any of the sorts.
        tick: Whether a box of another building achievement is ticked instead (W-ACH-16).
    """

    sorts: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    tick: bool = False


class Achievement(msgspec.Struct, frozen=True):
    """A line of the sheet.

    Attributes:
        rule: Id of the rule.
        boxes: How often its condition counts.
        each: Reward each time.
        full: Rewards when all boxes are ticked.
        points: VP when all boxes are ticked.
    """

    rule: str
    boxes: int
    each: tuple[Reward, ...] = ()
    full: tuple[Reward, ...] = ()
    points: int = 0


def _named(*keys: str) -> tuple[Reward, ...]:
    return (Reward(named=keys),)


POTIONS = ("small_potion", "standard_potion", "great_potion")
SHEET: dict[str, Achievement] = {
    "master_builder": Achievement("W-ACH-10", 2, each=(Reward(("building",)),), points=4),
    "arena": Achievement("W-ACH-11", 2, full=_named("magic_arrow")),
    "shooting_range": Achievement("W-ACH-12", 2, full=_named("halberd")),
    "smithy": Achievement("W-ACH-13", 2, full=_named("bronze_shield")),
    "library": Achievement("W-ACH-14", 2, full=(Reward(("spell",)),)),
    "tavern": Achievement("W-ACH-15", 2, full=_named("bronze_boots")),
    "city_hall": Achievement("W-ACH-16", 2, each=(Reward(tick=True),), points=1),
    "lord": Achievement("W-ACH-17", 1, points=4),
    "master_of_coin": Achievement("W-ACH-18", 2, full=_named("mint")),
    "warrior": Achievement("W-ACH-19", 3, points=4),
    "leader": Achievement("W-ACH-20", 1, points=2),
    "protector": Achievement("W-ACH-21", 2, points=2),
    "messenger": Achievement("W-ACH-22", 1, full=(Reward(named=POTIONS), Reward(named=POTIONS))),
    # The text says "Tactics or Magic"; the sort of Improvement that does magic is the Spell.
    "tactician": Achievement("W-ACH-23", 3, each=(Reward(("tactic", "spell")),), points=4),
    "invincible": Achievement("W-ACH-24", 2, each=_named("enchanted_armour"), points=2),
}
"""By key, in the order of the sheet."""
OF_BUILDINGS = ("master_builder", *BUILDINGS)
"""Those that make a Lord; City Hall is one without a title (W-ACH-17, W-ACH-30, reading of W-OPEN-46)."""

CONDITIONS: dict[str, Callable[[PlayerResult, PlayerResult], bool]] = {
    "master_builder": lambda mine, _: mine.built_all,
    "master_of_coin": lambda mine, _: mine.income == FULL_INCOME,
    "warrior": lambda _, theirs: bool(theirs.injured),
    "protector": lambda mine, _: not mine.lost and not mine.injured,
    "messenger": lambda mine, _: not mine.kills,
    "tactician": lambda mine, _: mine.feats >= FEATS_OF_TACTICIAN,
    "invincible": lambda mine, _: not mine.hero_wounds,
}
"""What must hold at the end of the match: of the player's own result, and of the opponent's."""


def met(mine: PlayerResult, theirs: PlayerResult, *, leads_fully: bool) -> tuple[str, ...]:
    """Conditions that a player has met in a match, in the order of the sheet.

    Args:
        mine: How the match ended for the player.
        theirs: How it ended for the opponent.
        leads_fully: Whether the ranks of the Characters fill the Hero's Leadership exactly (W-ACH-20).
    """

    def holds(key: str) -> bool:
        if key in BUILDINGS:
            return key in mine.buildings
        if key == "leader":
            return leads_fully
        return key in CONDITIONS and CONDITIONS[key](mine, theirs)

    return tuple(key for key in SHEET if holds(key))
