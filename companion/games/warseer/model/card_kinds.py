"""The small words of cards: dice, symbols, attacks, ranks, and the abilities of the glossary (W-KW, W-CR)."""

from enum import StrEnum


class Colour(StrEnum):
    """A colour of dice (W-DICE-01)."""

    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    PURPLE = "purple"
    GREEN = "green"
    BLACK = "black"


Dice = tuple[Colour, ...]
"""A pool, die by die, such as two red and one blue."""


class Symbol(StrEnum):
    """What a face of a die shows (W-DICE-02)."""

    CRIT = "crit"
    HIT = "hit"
    PUSH = "push"
    BLANK = "blank"


class AttackKind(StrEnum):
    """How a creature attacks (W-ATK-01)."""

    MELEE = "melee"
    RANGED = "ranged"
    MAGIC = "magic"


class CreatureKind(StrEnum):
    """The three types of creatures (W-CARD-10)."""

    HERO = "hero"
    CHARACTER = "character"
    MINION = "minion"


class Rank(StrEnum):
    """The rank of a Character (W-CARD-24)."""

    NONE = "none"
    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"

    @property
    def order(self) -> int:
        """From 0, the lowest (W-CARD-24, W-CARD-27)."""
        return tuple(Rank).index(self)


class Ground(StrEnum):
    """A property of terrain (W-TER-06 to -10)."""

    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"
    BLOCKS_SIGHT = "blocks_sight"


class Keyword(StrEnum):
    """A standard ability (W-CARD-21, W-ABIL-03)."""

    AGILE = "agile"
    AMBUSH = "ambush"
    ARMOUR = "armour"
    ASSASSIN = "assassin"
    AURA = "aura"
    BERSERK = "berserk"
    BRAVE = "brave"
    BRUTE = "brute"
    CHARGE = "charge"
    CLINCH = "clinch"
    CONTRACT = "contract"
    COUNTERBLOW = "counterblow"
    DEFENDER = "defender"
    DIFFICULT_TARGET = "difficult_target"
    FIRST_WORD = "first_word"
    FLANK = "flank"
    FLIGHT = "flight"
    FORGED = "forged"
    FORTITUDE = "fortitude"
    HEALER = "healer"
    HOOK = "hook"
    HUNTER = "hunter"
    LAST_WORD = "last_word"
    LONG_SHOT = "long_shot"
    MASTER_OF_ATTACK = "master_of_attack"
    MONSTER = "monster"
    MULTIPLE_USES = "multiple_uses"
    PERSECUTION = "persecution"
    PREDATOR = "predator"
    PROTECTOR = "protector"
    REGENERATION = "regeneration"
    RESURGENT = "resurgent"
    RUN = "run"
    RUSH = "rush"
    SHIELD = "shield"
    SLOW = "slow"
    SUPERIOR = "superior"
    WARLORD = "warlord"
    ENCHANTMENT = "enchantment"
    AFFINITY = "affinity"


class Crit(StrEnum):
    """A crit effect (W-CR-01 to -13); `own` is one that its card alone has, told by its effects."""

    ADD_DICE = "add_dice"
    ADD_SYMBOL = "add_symbol"
    ADVANCE = "advance"
    FRENZY = "frenzy"
    HAMMERBLOW = "hammerblow"
    INFECTION = "infection"
    NIMBLE = "nimble"
    PARASITE = "parasite"
    SLASH = "slash"
    POISON = "poison"
    STUN = "stun"
    SWAP = "swap"
    VAMPIRISM = "vampirism"
    OWN = "own"


class Token(StrEnum):
    """A token that a creature has once at most (W-KW-17, W-KW-33, W-KW-42)."""

    POISON = "poison"
    DISEASE = "disease"
    STUN = "stun"


class Moment(StrEnum):
    """When an ability or a Tactic is set off (W-ABIL-07, W-TAC-01); seen from whose card it is."""

    ACTIVATION = "activation"
    TURN_START = "turn_start"
    TURN_END = "turn_end"
    SUMMONED = "summoned"
    ATTACK = "attack"
    ATTACKED = "attacked"
    AFTER_ATTACK = "after_attack"
    AFTER_ATTACKED = "after_attacked"
    DAMAGED = "damaged"
    DESTROYS = "destroys"
    DESTROYED = "destroyed"
    ENEMY_SUMMONED = "enemy_summoned"
    ENEMY_SPELL = "enemy_spell"
