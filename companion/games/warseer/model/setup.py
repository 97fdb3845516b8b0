"""What a game begins with. Names of fields stand in records and never change."""

from typing import cast

import msgspec

from companion.games.kit import seats
from companion.games.warseer.model.battlefield import Battlefield
from companion.games.warseer.model.cards import (
    Card,
    CreatureCard,
    DiceCard,
    FeatCard,
    ImprovementCard,
    IncomeTrackCard,
    TerrainCard,
)
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.model.scenario import Scenario

CREATURES = 7
"""Creatures of a player on the Battlefield, at most (W-CARD-08)."""
CREATURES_OF = {3: 6, 4: 5}
"""At most so many with three and with four players (W-FFA-05, W-FFA-06, W-ALLY-08)."""
CHARACTERS_OF = {2: 6, 3: 5, 4: 4}
"""Characters of a player in a Skirmish, by the number of players (W-SKIR-34)."""


class Readings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How open points of the rulebook are read.

    What a field is where a record says nothing about it is what the program did when it was written; what new games
    begin with is `PROPOSED`.

    Attributes:
        feat_deck_face_up: Whether all see the top card of the Feat deck (W-OPEN-06).
        paid_tactics: Whether Tactics cost what is printed, in an opponent's turn too (W-OPEN-14).
        first_turn_kills: Whether a kill in the first player's first turn gives its face-down Feat (W-OPEN-15).
        kills_anytime: Whether a kill outside the own turn gives its face-down Feat (W-OPEN-16).
        push_at_zero: Whether a push takes place where the attack deals no damage (W-OPEN-31).
        alliance_hero_vp: VP for an enemy Hero in Alliance Clash (W-OPEN-38).
        ffa_hero_award: VP for who destroys a Hero in Everyone for Himself (W-OPEN-40).
        healer_any: Whether a Healer heals any creature, or allied ones only (W-OPEN-61).
        skirmish_minions: Whether a Minion may be summoned for 2 Influence in a Skirmish (W-SKIR-38).
        first_hero_ends: Whether a game among several ends with the first destroyed Hero (W-ALLY-19, W-FFA-13).
        ground_stops_cards: Whether a Forest or Hill also takes a symbol from damage rolls of cards, and not of
            creatures alone (W-TT-01, W-TT-02).
        sets: How many sets there are, each with one pair of Portals or of Teleports; 0 for pairs of one kind, as many
            as are wished (W-TER-16).
    """

    feat_deck_face_up: bool = False
    paid_tactics: bool = True
    first_turn_kills: bool = False
    kills_anytime: bool = False
    push_at_zero: bool = True
    alliance_hero_vp: int = 4
    ffa_hero_award: int = 6
    healer_any: bool = True
    skirmish_minions: bool = False
    first_hero_ends: bool = False
    ground_stops_cards: bool = True
    sets: int = 0


PROPOSED = Readings(ground_stops_cards=False, sets=1)
"""As the catalogue of rules proposes, and where it is silent as the text says it word for word."""


class Seat(seats.Seat, frozen=True, omit_defaults=True):
    """A player, and what the player brings.

    Attributes:
        hero: Key of the Hero.
        characters: Keys of the Characters of the War Camp (W-CARD-14).
        deck: Keys of the Battle Deck; of a Skirmish the three Buildings and three Relics (W-SETUP-04, W-SKIR-04).
        minion: Key of the Minion card; empty for none (W-MIN-04).
        injured: Of a Tournament: keys of the Characters who were injured in the match before (W-INJ-09).
        improvements: Of a Tournament: keys of the Relics and Tactics among the Improvement cards of the War Camp
            (W-IMP-09, W-IMP-13).
    """

    hero: str = ""
    characters: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    minion: str = ""
    injured: tuple[str, ...] = ()
    improvements: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game begins with.

    Attributes:
        seats: The players, in clockwise order.
        cards: All cards that may come up, by key.
        field: The Battlefield.
        mode: How it is played.
        goal: VP that end the game (W-GEN-04); 0 for none.
        feats_only: Whether only Feats in the Hall of Fame give VP, as in the last match of a Tournament (W-TM-07).
        feats: The Feat deck, by key, each once more for a further copy (W-FEAT-04).
        unique: Keys of the Unique Terrains that players may place (W-TER-03); none if so agreed (W-TER-04).
        unique_each: How many each player may place (W-TER-04).
        dice: Key of the card that says what dice show; empty where nobody knows (W-DATA-01).
        track: Key of the card with the marks of the Income track; empty for none (W-DATA-03, W-DATA-04).
        rounds: Of a Skirmish (W-SKIR-12).
        readings: Of open points.
        scenario: With Landmark tokens, in a Duel; None for none.
        first: Who begins, if that is settled; empty for chance (W-SETUP-10, W-TM-02).
        seed_hash: Of the seed that shuffles; empty for none.
        mat_mm: Width and height of the mat.
    """

    seats: tuple[Seat, ...]
    cards: dict[str, Card]
    field: Battlefield
    mode: Mode = Mode.DUEL
    goal: int = 12
    feats_only: bool = False
    feats: tuple[str, ...] = ()
    unique: tuple[str, ...] = ()
    unique_each: int = 1
    dice: str = ""
    track: str = ""
    rounds: int = 6
    readings: Readings = Readings()
    scenario: Scenario | None = None
    first: str = ""
    seed_hash: str = ""
    mat_mm: tuple[float, float] = (600.0, 600.0)

    @property
    def most_creatures(self) -> int:
        """Creatures of a player on the Battlefield, at most (W-CARD-08, W-FFA-05, W-FFA-06, W-ALLY-08, W-SUM-06)."""
        return CREATURES_OF.get(len(self.seats), CREATURES)

    @property
    def is_skirmish(self) -> bool:
        """Whether only combat counts (W-SKIR-01)."""
        return self.mode is Mode.SKIRMISH

    def influence_at_start(self, order: tuple[str, ...], player: str) -> int:
        """Influence that a player begins with, by who plays when.

        W-ECON-10, W-SETUP-12, W-FFA-04, W-ALLY-07, W-SKIR-11.
        """
        if self.is_skirmish:
            return 5
        return 2 if order.index(player) < max(1, len(order) // 2) + (len(order) == 3) else 3

    def seat(self, player: str) -> Seat:
        """A player's seat."""
        return next(each for each in self.seats if each.id == player)

    def creature(self, key: str) -> CreatureCard:
        """A creature's card."""
        return cast("CreatureCard", self.cards[key])

    def feat(self, feat: str) -> FeatCard:
        """The card of a Feat by its id, such as `seed/duelist#2`."""
        return cast("FeatCard", self.cards[feat.partition("#")[0]])

    def improvement(self, key: str) -> ImprovementCard:
        """An Improvement card."""
        return cast("ImprovementCard", self.cards[key])

    def terrain(self, key: str) -> TerrainCard:
        """A terrain's card."""
        return cast("TerrainCard", self.cards[key])

    @property
    def dice_card(self) -> DiceCard:
        """What dice show, and which dice abilities roll."""
        return cast("DiceCard", self.cards[self.dice]) if self.dice else DiceCard(key="", names={}, faces={})

    @property
    def income_track(self) -> IncomeTrackCard:
        """The marks of the Income track."""
        return cast("IncomeTrackCard", self.cards[self.track]) if self.track else IncomeTrackCard(key="", names={})
