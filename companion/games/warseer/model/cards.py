"""The sorts of cards: creatures, the Battle Deck, Feats, Improvements, terrain, dice, and cards known only in part."""

from typing import Literal

import msgspec

from companion.games.warseer.model.card_kinds import AttackKind, Colour, Crit, Dice, Ground, Moment, Rank, Symbol
from companion.games.warseer.model.effects import Ability, Effect
from companion.games.warseer.model.terms import Condition

MERCENARIES = "mercenaries"
"""The faction of Characters whom every squad may take (W-CARD-32)."""
GENERAL = ""
"""The faction of cards that belong to none."""


class CardBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every card has.

    Attributes:
        key: Stable name within all packs, such as `seed/duelist`.
        names: By language (`en`, `ru`, `uk`).
        text: Printed text that the vocabulary cannot say, by language.
        motto: By language; no effect on play (W-CARD-30).
    """

    key: str
    names: dict[str, str]
    text: dict[str, str] = {}
    motto: dict[str, str] = {}


class CritEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the crit effect of an attack block (W-CR).

    Attributes:
        crit: Which.
        dice: Of `add_dice`: added in step 5.
        symbol: Of `add_symbol`: added in step 5.
        effects: Of `own`: what happens after the damage.
    """

    crit: Crit
    dice: Dice = ()
    symbol: Symbol | None = None
    effects: tuple[Effect, ...] = ()


class AttackBlock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a creature attacks (W-CARD-16).

    Attributes:
        kind: Melee, Ranged or Magic.
        dice: Rolled.
        crits: The crit effect, part by part; every creature has one (W-DICE-10).
    """

    kind: AttackKind
    dice: Dice
    crits: tuple[CritEffect, ...] = ()


class CreatureCard(CardBase, frozen=True, kw_only=True, omit_defaults=True):
    """What every creature card has (W-CARD-12).

    Attributes:
        faction: Of the creature; `MERCENARIES` besides.
        affinities: Its race and the italic words that other cards refer to (W-ABIL-05).
        attack: Its attack block.
        reach: Its Range.
        health: Wounds at which it is destroyed.
        movement: Hexes that it may move.
        abilities: What it can do.
    """

    faction: str
    affinities: tuple[str, ...] = ()
    attack: AttackBlock
    reach: int = 1
    health: int
    movement: int
    abilities: tuple[Ability, ...] = ()

    @property
    def worth(self) -> int:
        """Face-down Feats for who destroys it: none for a Minion (W-MIN-12), nor for a Hero, who has VP of its own."""
        return 0


class HeroCard(CreatureCard, frozen=True, kw_only=True, tag="hero", omit_defaults=True):
    """A Hero (W-CARD-05 to -07).

    Attributes:
        leadership: How many Characters of each rank the squad may have (W-CARD-22).
        battle: The 10 faction cards that the Hero adds to the Battle Deck, by key, each once more for a further copy
            (W-SETUP-04).
    """

    leadership: dict[Rank, int]
    battle: tuple[str, ...]


class CharacterCard(CreatureCard, frozen=True, kw_only=True, tag="character", omit_defaults=True):
    """A Character.

    Attributes:
        cost: Influence that summoning it costs (W-SUM-01).
        income: What it adds to Income in History (W-ECON-06).
        rank: Its rank (W-CARD-24).
        stars: Of a rank: as many slots and VP as stars (W-CARD-29, W-FEAT-15); without a rank there are none.
    """

    cost: int
    income: int = 0
    rank: Rank = Rank.NONE
    stars: int = 1

    @property
    def worth(self) -> int:
        """Face-down Feats for who destroys it (W-CARD-28, W-FEAT-14, W-FEAT-15)."""
        return 0 if self.rank is Rank.NONE else self.stars


class MinionCard(CreatureCard, frozen=True, kw_only=True, tag="minion", omit_defaults=True):
    """The card of all Minions of a player (W-MIN-04)."""


class SupportCard(CardBase, frozen=True, kw_only=True, omit_defaults=True):
    """What every card of the Battle Deck has (W-SUPP-03).

    Attributes:
        faction: Of the card; `GENERAL` for none.
        cost: Influence that playing it costs (W-TURN-20).
        income: What it adds to Income in History; may be below 0 (W-ECON-09).
    """

    faction: str = GENERAL
    cost: int
    income: int = 0


class SpellCard(SupportCard, frozen=True, kw_only=True, tag="spell", omit_defaults=True):
    """A Spell (W-SPELL).

    Attributes:
        condition: What must hold for it to be played.
        effects: What happens at once.
        enchants: Whether it is an Enchantment, which stays with the creature that its first effect reaches
            (W-SPELL-03).
        abilities: Of an Enchantment: what its creature gets.
    """

    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()
    enchants: bool = False
    abilities: tuple[Ability, ...] = ()


class RelicCard(SupportCard, frozen=True, kw_only=True, tag="relic", omit_defaults=True):
    """A Relic (W-REL).

    Attributes:
        armour: Armour tokens that it comes with; 0 for none (W-REL-13).
        uses: Markers of Multiple Uses that it comes with; 0 for none (W-REL-10).
        abilities: What it does for its Hero (W-REL-22).
    """

    armour: int = 0
    uses: int = 0
    abilities: tuple[Ability, ...] = ()


class TacticCard(SupportCard, frozen=True, kw_only=True, tag="tactic", omit_defaults=True):
    """A Tactic (W-TAC).

    Attributes:
        on: The situation in which it may be played (W-TAC-01); `self` in its terms is the creature to which that
            happens.
        condition: What must hold besides.
        effects: What happens.
    """

    on: Moment
    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()


class BuildingCard(SupportCard, frozen=True, kw_only=True, tag="building", omit_defaults=True):
    """A Building (W-BLD).

    Attributes:
        uses: Markers of Multiple Uses that it comes with; 0 for none (W-MULT-01).
        abilities: What it can do; those that give a creature a bonus do so once per turn for each (W-BLD-04).
    """

    uses: int = 0
    abilities: tuple[Ability, ...] = ()


class FeatCard(CardBase, frozen=True, kw_only=True, tag="feat", omit_defaults=True):
    """A Feat (W-FEAT).

    Attributes:
        points: Victory points (W-FEAT-16).
        mark: The smallest deck that it belongs to (W-FEAT-04).
        military: Whether it is a Military Feat, else an Achievement (W-FEAT-18, W-FEAT-20).
        condition: What must hold in the player's own turn.
        influence: Influence that discarding it gains; 0 for not offered (W-FEAT-12).
        minions: Minions that discarding it summons in contact with the Hero; 0 for not offered.
        draw: Battle cards that discarding it draws; 0 for not offered.
        copies: How many of it the Feat deck has.
    """

    points: int
    mark: int = 20
    military: bool = False
    condition: Condition
    influence: int = 2
    minions: int = 1
    draw: int = 1
    copies: int = 1


class ImprovementCard(CardBase, frozen=True, kw_only=True, tag="improvement", omit_defaults=True):
    """An Improvement card of the Tournament (W-IMP).

    Attributes:
        sort: Building, Spell, Relic or Tactic (W-IMP-04).
        deck: `A` or `B`; empty for Solo alone (W-TRN-12, W-TRN-13).
        price: Dragon Coins.
        copies: Filled diamonds (W-IMP-02).
        on: Of a Tactic: when it may be played; None for any moment (W-IMP-13).
        armour: Of a Relic: Armour tokens for the Character who wears it.
        abilities: Of a Relic: what the Character who wears it gets (W-IMP-10).
        effects: Of the others: what happens (W-IMP-06, W-IMP-07, W-IMP-13).
    """

    sort: Literal["building", "spell", "relic", "tactic"]
    deck: Literal["A", "B", ""] = ""
    price: int
    copies: int = 1
    on: Moment | None = None
    armour: int = 0
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Effect, ...] = ()


class TerrainRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a creature rolls at the end of its activation at a terrain (W-TER-19).

    Attributes:
        dice: Rolled; empty where no source gives them.
        within: No farther than so many hexes from the terrain; 0 for in its hex.
        results: What happens to the creature, `self`, by the symbol.
    """

    dice: Dice = ()
    within: int = 0
    results: dict[Symbol, tuple[Effect, ...]] = {}


class TerrainCard(CardBase, frozen=True, kw_only=True, tag="terrain", omit_defaults=True):
    """A terrain (W-TER, W-TT).

    Attributes:
        unique: Whether it is a Unique Terrain (W-TER-02).
        grounds: Its properties.
        ignores: Symbol that a creature in it ignores once in each roll against it (W-TT-01, W-TT-02).
        adds: Dice that an attack on a creature in it adds (W-TT-04).
        rolls: What is rolled at the end of an activation.
        linked: Whether its hexes are adjacent to each other (W-TT-10).
        paired: Whether it comes in pairs, as what is linked does too (W-TER-15).
        crossing: Whether it may be placed instead of a Unique Terrain, on any River hex (W-TER-13).
        camp: Whether creatures may be summoned onto it (W-TT-12).
        needs: Id of what no source gives of it, such as `W-DATA-29`; empty where all is known.
    """

    unique: bool = False
    grounds: tuple[Ground, ...] = ()
    ignores: Symbol | None = None
    adds: Dice = ()
    rolls: tuple[TerrainRoll, ...] = ()
    linked: bool = False
    paired: bool = False
    crossing: bool = False
    camp: bool = False
    needs: str = ""


class DiceCard(CardBase, frozen=True, kw_only=True, tag="dice", omit_defaults=True):
    """The faces of the six dice, and the dice that abilities roll of which no source says more (W-DATA-01).

    Attributes:
        faces: Of each colour what its faces show, from 1.
        poison: Die of Poison (W-DATA-18), with the symbols of a Wound and of recovery.
        disease: Die of Disease (W-DATA-11), with its two symbols.
        regeneration: Die of Regeneration (W-DATA-19), with the symbols of 1 and of 2 healed.
        difficult_target: Two colours, and which they become (W-DATA-10).
    """

    faces: dict[Colour, tuple[Symbol, ...]]
    poison: tuple[Colour, Symbol, Symbol] | None = None
    disease: tuple[Colour, Symbol, Symbol] | None = None
    regeneration: tuple[Colour, Symbol, Symbol] | None = None
    difficult_target: tuple[Colour, Colour, Colour] | None = None


class FactionCard(CardBase, frozen=True, kw_only=True, tag="faction", omit_defaults=True):
    """A faction (W-SETUP-03).

    Attributes:
        battle: The 20 general cards of its Battle Deck, by key.
        minion: Key of its Minion card, where there is only one (W-MIN-04); empty for the player's choice.
    """

    battle: tuple[str, ...]
    minion: str = ""


class IncomeTrackCard(CardBase, frozen=True, kw_only=True, tag="income_track", omit_defaults=True):
    """The marks of the Income track of the Player Board.

    Attributes:
        points: Values at which 1 VP is held (W-ECON-11, W-DATA-03).
        draws: Values at which a card is drawn (W-ECON-13, W-DATA-04).
    """

    points: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()


class StatedCard(CardBase, frozen=True, kw_only=True, tag="stated", omit_defaults=True):
    """What the rule book states of a card of the printed game, where it does not state the whole card (W-DATA-46).

    Nobody plays with it: it tells the players what is known, and what they have to supply in a pack of their own.

    Attributes:
        of: What the card is.
        faction: Of the card, where it is stated.
        attack: How it attacks.
        abilities: Of those that are stated.
        crits: Parts of its crit effect.
        assumed: Ids of lost symbols that are read as the catalogue proposes.
    """

    of: Literal["hero", "character", "minion", "support", "building", "improvement", "faction"]
    faction: str = GENERAL
    attack: AttackKind | None = None
    abilities: tuple[Ability, ...] = ()
    crits: tuple[CritEffect, ...] = ()
    assumed: tuple[str, ...] = ()


Card = (
    HeroCard
    | CharacterCard
    | MinionCard
    | SpellCard
    | RelicCard
    | TacticCard
    | BuildingCard
    | FeatCard
    | ImprovementCard
    | TerrainCard
    | DiceCard
    | FactionCard
    | IncomeTrackCard
    | StatedCard
)
