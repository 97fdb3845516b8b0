"""What a game begins with. Names of fields stand in records and never change."""

from typing import cast

import msgspec

from companion.games.brawl.model.cards import ActionCard, ArenaCard, Card, ChallengeCard, ChampionCard
from companion.games.brawl.model.constants import (
    GOAL,
    GOAL_OF_FOUR,
    HAND,
    HAND_OF_FOUR,
    TEAM_SIZE,
    TEAM_SIZE_OF_FOUR,
)
from companion.games.kit import seats


class Readings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How open points of the rulebook are read.

    What a field is where a record says nothing about it is what the program did when it was written; what new games
    begin with is `PROPOSED`.

    Attributes:
        reaction_discarded_first: Whether a reaction is discarded before the post-effects of the attack (B-OPEN-06).
        teammates_see_hands: Whether teammates see each other's hands (B-OPEN-04).
        mirrored_areas: Whether areas may also be mirrored (B-OPEN-12).
        lifesteal_counts_all: Whether Lifesteal also counts the damage of Double and Poison (B-OPEN-14).
        own_trap_scores: Whether a knock-out by a trap that was walked into gives the opponent a point (B-OPEN-17).
        power_up_at_once: Whether power-ups come at once instead of after the whole action (B-OPEN-18).
        placed_on_trap: Whether a placed champion triggers the trap on its cell (B-OPEN-19).
        stopped_hurts: Whether being immobilised on the way makes the rest of a Push or Pull damage (B-OPEN-20).
        splash_spares_actor: Whether "any champion" leaves the acting champion out (B-OPEN-29).
        bonus_for_entry: Whether a movement bonus may serve the step out of the gate (B-OPEN-32).
        spent_at_start: Whether player two begins with spent cores (B-OPEN-41).
    """

    reaction_discarded_first: bool = False
    teammates_see_hands: bool = False
    mirrored_areas: bool = False
    lifesteal_counts_all: bool = False
    own_trap_scores: bool = True
    power_up_at_once: bool = False
    placed_on_trap: bool = True
    stopped_hurts: bool = True
    splash_spares_actor: bool = False
    bonus_for_entry: bool = True
    spent_at_start: bool = False


PROPOSED = Readings(reaction_discarded_first=True)
"""As the catalogue of rules proposes."""


class Seat(seats.Seat, frozen=True, omit_defaults=True):
    """A player, and what the player brings.

    Attributes:
        champions: Keys of the champions brought: those that fight, or those laid out for a draft.
    """

    champions: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game begins with.

    Attributes:
        seats: The players, in clockwise order.
        cards: All cards that may come up, by key.
        arena: Key of the arena.
        challenges: Keys of the challenge deck.
        drafted: How champions are chosen: `free`, `normal` or `tournament` (B-DRAFT-01).
        pool: Keys of the champions laid out for a normal draft.
        readings: Of open points.
        seed_hash: Of the seed that shuffles; empty for none.
        mat_mm: Width and height of the mat.
    """

    seats: tuple[Seat, ...]
    cards: dict[str, Card]
    arena: str
    challenges: tuple[str, ...]
    drafted: str = "free"
    pool: tuple[str, ...] = ()
    readings: Readings = Readings()
    seed_hash: str = ""
    mat_mm: tuple[float, float] = (600.0, 600.0)

    @property
    def of_four(self) -> bool:
        """Whether two teams of two play (B-TEAM-02): as for two, but for what asks this (B-TEAM-03)."""
        return len(self.seats) > 2

    @property
    def team_size(self) -> int:
        """Champions of each player (B-DRAFT-02, B-TEAM-02)."""
        return TEAM_SIZE_OF_FOUR if self.of_four else TEAM_SIZE

    @property
    def hand(self) -> int:
        """Cards drawn at the start and in the refresh phase (B-REF-04, B-TEAM-07)."""
        return HAND_OF_FOUR if self.of_four else HAND

    @property
    def goal(self) -> int:
        """Victory points that win (B-WIN-01, B-WIN-03, B-TEAM-08)."""
        return GOAL_OF_FOUR if self.of_four else GOAL

    @property
    def slots(self) -> tuple[int, ...]:
        """Victory points of each slot of the track, from the left (B-CHAL-06, B-TEAM-09, B-TEAM-26)."""
        arena = self.arena_card
        return arena.track_of_four if self.of_four else arena.track

    @property
    def arena_card(self) -> ArenaCard:
        """The arena."""
        return cast("ArenaCard", self.cards[self.arena])

    def champion(self, key: str) -> ChampionCard:
        """A champion card."""
        return cast("ChampionCard", self.cards[key])

    def challenge(self, key: str) -> ChallengeCard:
        """A challenge card."""
        return cast("ChallengeCard", self.cards[key])

    def actions_of(self, champion: str) -> tuple[ActionCard, ...]:
        """The action cards of a champion, in order: of one left over none is in a deck (B-DRAFT-05, B-TEAM-42)."""
        return tuple(card for card in self.cards.values() if isinstance(card, ActionCard) and card.champion == champion)
