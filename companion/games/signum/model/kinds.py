"""Kinds of cards, of relics and of buildings (S-CARD-01, S-CARD-31, S-CARD-55)."""

from enum import StrEnum


class Kind(StrEnum):
    """Kinds of cards (S-CARD-01)."""

    HERO = "hero"
    CHARACTER = "character"
    SPELL = "spell"
    RELIC = "relic"
    TACTIC = "tactic"
    BUILDING = "building"
    TERRAIN = "terrain"


BATTLE_KINDS = frozenset({Kind.CHARACTER, Kind.SPELL, Kind.RELIC, Kind.TACTIC})
SUPPORT_KINDS = frozenset({Kind.SPELL, Kind.RELIC, Kind.TACTIC})


class RelicType(StrEnum):
    """Slots of a hero (S-CARD-31)."""

    MELEE_WEAPON = "melee_weapon"
    RANGED_WEAPON = "ranged_weapon"
    ARMOUR = "armour"
    SHIELD = "shield"
    HELMET = "helmet"
    TREASURE = "treasure"


class BuildingType(StrEnum):
    """The nine basic buildings, unique ones, and class buildings: Guilds and Orders (S-CARD-55, S-CARD-22)."""

    CITY_HALL = "city_hall"
    TEMPLE = "temple"
    ARENA = "arena"
    SMITHY = "smithy"
    LIBRARY = "library"
    SHOOTING_RANGE = "shooting_range"
    SCHOOL_OF_MAGIC = "school_of_magic"
    TAVERN = "tavern"
    BARRACKS = "barracks"
    UNIQUE = "unique"
    GUILD = "guild"
    ORDER = "order"


MERCENARIES = "dogs_of_war"
"""Faction of the characters that every squad may hire (S-CARD-67)."""

BASIC = "basic"
"""Faction of buildings and terrain that are open to all."""

UNKNOWN = "unknown"
"""Faction of cards whose faction no source states."""
