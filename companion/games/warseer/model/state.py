"""The game as it stands. Names of fields stand in records and never change."""

from functools import lru_cache
from typing import cast

import msgspec

from companion.games.kit.seats import side_of, sides_of
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import CreatureKind, Rank, Token
from companion.games.warseer.model.cards import CharacterCard, CreatureCard, HeroCard, SupportCard
from companion.games.warseer.model.effects import Ability, Standing
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.scenario import LandmarkToken
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.steps import Step
from companion.games.warseer.model.terms import Until
from companion.geometry.grid import Cell

Piles = dict[str, tuple[str, ...]]
"""Cards by player, by their ids."""

FIRST, FEATS = "first", "feats"
"""Ids of piles that are no player's deck."""

INFLUENCE, INCOME = 10, 15
"""As high as they go (W-ECON-05)."""


class Creature(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A creature: on the Battlefield, or in whatever zone its card is.

    Attributes:
        id: Its own, such as `A:1`.
        owner: Whose card it is.
        player: Who controls it (W-SUM-07).
        card: Key of its card.
        kind: Its type.
        where: Its zone.
        cell: Where it stands; None off the Battlefield.
        wounds: Wound tokens (W-DMG-02, W-MIN-03).
        armour: Armour tokens (W-DMG-08).
        tokens: Poison, Disease and Stun.
        done: Whether it was activated in this turn (W-ACT-12, W-ACT-13).
        again: How often it may still be activated once more in this turn (W-ACT-11).
        fresh: Whether it was summoned in this turn (W-SUM-03).
        built: Whether it has had the bonus of a Building in this turn (W-BLD-04).
        under: The Character whose card lies under its own (W-KW-37).
        relic: Key of the Relic of the Improvement cards that it wears (W-IMP-10); empty for none.
    """

    id: str
    owner: str
    player: str
    card: str
    kind: CreatureKind
    where: Where = Where.CAMP
    cell: Cell | None = None
    wounds: int = 0
    armour: int = 0
    tokens: tuple[Token, ...] = ()
    done: bool = False
    again: int = 0
    fresh: bool = False
    built: bool = False
    under: str = ""
    relic: str = ""


class InPlay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Relic, a Building or an Enchantment in play.

    Attributes:
        card: Its id.
        player: Whose it is.
        sort: Which of the three.
        turned: Whether it was turned in this turn (W-BLD-05, W-ACTV-06).
        armour: Armour tokens on it (W-REL-13).
        uses: Use markers on it (W-REL-10).
        used: Whether one was taken in the activation that runs (W-MULT-04).
        on: The creature that is enchanted, or wears the Relic; empty for a Building.
    """

    card: str
    player: str
    sort: str
    turned: bool = False
    armour: int = 0
    uses: int = 0
    used: bool = False
    on: str = ""


class LastingEffect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that holds for some time.

    Attributes:
        effect: Which.
        pieces: For whom.
        player: Whose effect it is.
        amount: The number of a change, as it was when it began.
        until: How long.
    """

    effect: Standing
    pieces: tuple[str, ...]
    player: str
    amount: int = 0
    until: Until = Until.END_OF_TURN


class TurnCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened in the turn that runs, for whose it is.

    Attributes:
        summoned: Whether the one Character was summoned (W-TURN-15).
        discarded: Whether a Support card was discarded (W-TURN-17).
        spent_feat: Whether a Feat was discarded for its effect (W-TURN-19).
        scored: Keys of the Feats played (W-FEAT-20).
        military: Military Feats played (W-FEAT-18).
        destroyed: Characters destroyed by the active player (W-FEAT-14).
        dealt: Wounds dealt to each creature (W-FEAT-26).
        played: Ids of the cards played.
        brought: Creatures summoned.
        landmark: Whether a Landmark token was moved (W-SC4-01).
        hunted: Creatures that have made the additional attack of Persecution (W-KW-32).
        spent: Influence spent.
    """

    summoned: bool = False
    discarded: bool = False
    spent_feat: bool = False
    scored: tuple[str, ...] = ()
    military: int = 0
    destroyed: tuple[str, ...] = ()
    dealt: dict[str, int] = {}
    played: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    landmark: bool = False
    hunted: tuple[str, ...] = ()
    spent: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game as it stands.

    Attributes:
        setup: What it began with.
        order: Players in the order of their turns; empty before that is settled.
        fallen: Players whose Hero was destroyed, who take no more turns (W-FFA-16, W-ALLY-20).
        creatures: By id.
        terrain: What lies on the hexes.
        landmarks: Tokens of a Scenario.
        decks: Battle Decks by player, the top card first.
        hands: Battle cards in hand.
        feats_held: Feats in hand.
        histories: Cards and Characters in History, the newest last.
        in_play: Relics, Buildings and Enchantments.
        equipped: By player the keys of the Improvement cards that a Character has worn in this game (W-IMP-11), or
            that were used (W-IMP-13).
        feats: The Feat deck, the top card first.
        feats_gone: The Feat discard pile.
        fame: Feats in the Hall of Fame, face up.
        kills: Feats in the Hall of Fame, face down (W-FEAT-25).
        gifts: How many of them an effect gave, and no destroyed Character (W-FEAT-30, W-SCEN-08).
        influence: By player.
        slayers: Of a Skirmish: who destroyed each Character last, by its id (W-SKIR-30).
        marks: The VP that each player holds by the Income track (W-ECON-11).
        points: VP by player.
        waiting: Piles that are to be shuffled, in order.
        first: Sides in the order in which chance lets them begin.
        round: From 1; 0 before the first turn.
        turn: Number of the turn, from 1.
        active: Whose turn it is.
        count: What happened in it.
        last: Whether the game ends with this turn (W-END-01).
        lasting: Effects that hold.
        steps: What is being resolved, the last first.
        outcome: Who has won; empty for a draw, None while it goes on.
        ended: Why: `goal`, `hero`, `feats`, `rounds`, `conceded`.
    """

    setup: Setup
    order: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    creatures: dict[str, Creature] = {}
    terrain: tuple[TerrainHex, ...] = ()
    landmarks: tuple[LandmarkToken, ...] = ()
    decks: Piles = {}
    hands: Piles = {}
    feats_held: Piles = {}
    histories: Piles = {}
    in_play: tuple[InPlay, ...] = ()
    equipped: Piles = {}
    feats: tuple[str, ...] = ()
    feats_gone: tuple[str, ...] = ()
    fame: Piles = {}
    kills: Piles = {}
    gifts: dict[str, int] = {}
    influence: dict[str, int] = {}
    slayers: dict[str, str] = {}
    marks: dict[str, int] = {}
    points: dict[str, int] = {}
    waiting: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    round: int = 0
    turn: int = 0
    active: str = ""
    count: TurnCount = TurnCount()
    last: bool = False
    lasting: tuple[LastingEffect, ...] = ()
    steps: tuple[Step, ...] = ()
    outcome: str | None = None
    ended: str = ""

    @property
    def top(self) -> Step | None:
        """The step that is done or asked now."""
        return self.steps[-1] if self.steps else None

    def side(self, player: str) -> str:
        """The side that a player is on: the team, or the player alone."""
        return side_of(self.setup.seats, player)

    @property
    def sides(self) -> tuple[str, ...]:
        """All sides."""
        return sides_of(self.setup.seats)

    def opponents(self, player: str) -> tuple[str, ...]:
        """The players of other sides who are still in the game, in the order of turns after the player."""
        side, order = self.side(player), self.order
        after = order[order.index(player) :] + order[: order.index(player)] if player in order else order
        return tuple(each for each in after if self.side(each) != side and each not in self.fallen)

    @property
    def standing(self) -> tuple[Creature, ...]:
        """The creatures on the Battlefield."""
        return tuple(each for each in self.creatures.values() if each.cell is not None)

    def mine(self, player: str) -> tuple[Creature, ...]:
        """The creatures on the Battlefield that a player controls."""
        return tuple(each for each in self.creatures.values() if each.cell is not None and each.player == player)

    def is_standing(self, piece: str) -> bool:
        """Whether a creature is on the Battlefield."""
        return piece in self.creatures and self.creatures[piece].cell is not None

    def on_cell(self, cell: Cell) -> Creature | None:
        """The creature on a hex (W-GRID-02)."""
        return next((each for each in self.creatures.values() if each.cell == cell), None)

    def hero(self, player: str) -> Creature:
        """A player's Hero (W-CARD-06)."""
        return next(e for e in self.creatures.values() if e.owner == player and e.kind is CreatureKind.HERO)

    def printed(self, piece: str) -> CreatureCard:
        """A creature's card."""
        return self.setup.creature(self.creatures[piece].card)

    def rank(self, piece: str) -> Rank | None:
        """A Character's rank; None for other creatures."""
        card = self.printed(piece)
        return card.rank if isinstance(card, CharacterCard) else None

    def card(self, card: str) -> SupportCard:
        """The Battle card with an id on the table."""
        return cast("SupportCard", self.setup.cards[key_of(card)])

    def abilities(self, piece: str) -> tuple[Ability, ...]:
        """The abilities printed on a creature's card, and on the Improvement card that it wears (W-IMP-10)."""
        printed, relic = self.printed(piece).abilities, self.creatures[piece].relic
        return (*printed, *self.setup.improvement(relic).abilities) if relic else printed

    def improvements(self, player: str, sort: str) -> tuple[str, ...]:
        """Improvement cards in a player's War Camp that were neither worn nor used in this game, by key.

        W-IMP-10, W-IMP-11, W-IMP-13.
        """
        mine, gone = self.setup.seat(player).improvements, self.equipped.get(player, ())
        return tuple(
            key
            for key in dict.fromkeys(mine)
            if self.setup.improvement(key).sort == sort and mine.count(key) > gone.count(key)
        )

    def in_play_of(self, player: str, sort: str) -> tuple[InPlay, ...]:
        """A player's Relics, Buildings or Enchantments in play."""
        return tuple(each for each in self.in_play if each.player == player and each.sort == sort)

    def income(self, player: str) -> int:
        """A player's Income: the sum of what lies in History, from 0 to 15 (W-ECON-06, W-ECON-09, W-ECON-15)."""
        if self.setup.is_skirmish:
            return 5
        total = sum(self.income_of(card) for card in self.histories.get(player, ()))
        return max(0, min(INCOME, total))

    def income_of(self, card: str) -> int:
        """What a card or Character adds to Income."""
        if card in self.creatures:
            printed = self.printed(card)
            return printed.income if isinstance(printed, CharacterCard) else 0
        return self.card(card).income

    def leadership(self, player: str) -> HeroCard:
        """The card of a player's Hero."""
        return cast("HeroCard", self.printed(self.hero(player).id))


@lru_cache(maxsize=4096)
def key_of(card: str) -> str:
    """Key of a card by its id on the table, such as `tide/net` of `A:tide/net#2`."""
    return card.partition(":")[2].partition("#")[0]
