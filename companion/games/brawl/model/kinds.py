"""The game's small words: cores, areas of the arena, kinds of traps and of cards."""

from enum import StrEnum


class Core(StrEnum):
    """A colour of magic that pays for actions (B-BASE-04)."""

    DESTRUCTION = "destruction"
    CREATION = "creation"
    MANIPULATION = "manipulation"


CORES = tuple(Core)
"""All three (B-BASE-04)."""


class Deed(StrEnum):
    """What an action card is for (B-CARD-01)."""

    ATTACK = "attack"
    SKILL = "skill"
    REACTION = "reaction"


class Basic(StrEnum):
    """A basic action of the player board (B-BA-03 to -06)."""

    PLAN = "plan"
    HEAL = "heal"
    STRIKE = "strike"
    RUN = "run"


class AimKind(StrEnum):
    """How a card finds its targets (B-TGT-06, -07, -11, -14)."""

    MELEE = "melee"
    INDIRECT = "indirect"
    DIRECT = "direct"
    AREA = "area"


class Trap(StrEnum):
    """What a trap token does to the champion on it (B-TRAP-13 to -15)."""

    STUN = "stun"
    IMMOBILISE = "immobilise"
    DAMAGE_1 = "damage_1"
    DAMAGE_2 = "damage_2"
    DAMAGE_3 = "damage_3"

    @property
    def damage(self) -> int:
        """Direct damage that it deals."""
        return int(self[-1]) if self.startswith("damage") else 0


class Zone(StrEnum):
    """A part of the arena that a card may name; those of spawn areas are seen from the card's player."""

    MANIPULATION = "manipulation"
    DESTRUCTION = "destruction"
    CREATION = "creation"
    OWN_SPAWN = "own_spawn"
    ENEMY_SPAWN = "enemy_spawn"
    TRAP = "trap"
    EDGE = "edge"
    STATUE = "statue"


AREAS = (Zone.MANIPULATION, Zone.DESTRUCTION, Zone.CREATION)
"""The three areas of the arena, each with its statue (B-ARENA-13)."""


class Statue(StrEnum):
    """A statue of the arena (B-ARENA-12)."""

    EZMA = "ezma"
    GARNET = "garnet"
    RAGRIL = "ragril"


class End(StrEnum):
    """An end of the arena: that of the spawn area and of the gate of a side."""

    ONE = "one"
    TWO = "two"
