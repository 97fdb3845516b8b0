"""The game's small words that stand on no card: modes, and where a creature is."""

from enum import StrEnum


class Mode(StrEnum):
    """A way to play (W-MODE-01 to -07)."""

    DUEL = "duel"
    EVERYONE = "everyone"
    ALLIANCE = "alliance"
    SKIRMISH = "skirmish"


class Where(StrEnum):
    """Where a creature is, or its card (W-ZONE-01, W-ZONE-10, W-ZONE-16, W-ZONE-20)."""

    FIELD = "field"
    CAMP = "camp"
    HISTORY = "history"
    UNDER = "under"
    """Its card lies under that of a Resurgent (W-KW-37)."""
    GONE = "gone"
    """Out of the game: a Minion that left, and the squad of a Hero who fell."""
