"""The game as it stands. Names of fields stand in records and never change."""

from typing import cast

import msgspec

from companion.games.brawl.model.cards import ActionCard, Values
from companion.games.brawl.model.effects import Standing
from companion.games.brawl.model.kinds import Core, End, Trap
from companion.games.brawl.model.setup import Setup
from companion.games.brawl.model.steps import Step
from companion.games.brawl.model.terms import Until
from companion.games.kit.seats import players_of, side_of, sides_of
from companion.geometry.grid import Cell

Piles = dict[str, tuple[str, ...]]
"""Cards by player, by their ids."""

FIRST, CHALLENGES, TRAPS = "first", "challenges", "traps"
"""Ids of piles that are no player's deck."""


class Champion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A champion.

    Attributes:
        id: Its own, such as `A:1`.
        player: Who controls it.
        card: Key of its card.
        cell: Where it stands; None at its gate.
        damage: Damage tokens on its card.
        powered: Whether its card shows the powered side.
        immobilised: Until the end of the turn.
    """

    id: str
    player: str
    card: str
    cell: Cell | None = None
    damage: int = 0
    powered: bool = False
    immobilised: bool = False


class LastingEffect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that holds for some time.

    Attributes:
        effect: Which.
        pieces: For whom.
        against: Only against these; None for all.
        amount: The number of a change, as it was when it began.
        until: How long.
    """

    effect: Standing
    pieces: tuple[str, ...]
    against: tuple[str, ...] | None = None
    amount: int = 0
    until: Until = Until.END_OF_TURN


class LaidTrap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A trap token on the arena; which it is, nobody knows before it is turned up."""

    cell: Cell
    token: str


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game as it stands.

    Attributes:
        setup: What it began with.
        order: Players in the order of their turns; empty before that is settled.
        ends: End of the arena by side.
        champions: By id.
        banned: Champions out of the game, by the player who brought them.
        cores: Ready cores by player.
        decks: Personal decks by player, the top card first.
        hands: By player.
        discards: By player, the newest last; they lie open.
        waiting: Piles that are to be shuffled, in order.
        first: Who may begin, in the order of chance.
        supply: Trap tokens beside the board, the top one first.
        traps: Trap tokens on the arena.
        track: Key of the challenge on each slot; empty for none.
        challenges: The challenge deck, the top card first.
        met: The challenge discard.
        points: Victory points by side.
        round: From 1; 0 before the first turn.
        turn: Number of the turn, from 1.
        active: Whose turn it is.
        done: Basic actions done in this turn.
        lasting: Effects that hold.
        rising: Champions that power up when the action is over.
        fallen: Champions knocked out in this action.
        steps: What is being resolved, the last first.
        outcome: The side that has won.
        ended: Why: `points` or `conceded`.
    """

    setup: Setup
    order: tuple[str, ...] = ()
    ends: dict[str, End] = {}
    champions: dict[str, Champion] = {}
    banned: Piles = {}
    cores: dict[str, tuple[Core, ...]] = {}
    decks: Piles = {}
    hands: Piles = {}
    discards: Piles = {}
    waiting: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    traps: tuple[LaidTrap, ...] = ()
    track: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    points: dict[str, int] = {}
    round: int = 0
    turn: int = 0
    active: str = ""
    done: tuple[str, ...] = ()
    lasting: tuple[LastingEffect, ...] = ()
    rising: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    outcome: str | None = None
    ended: str = ""

    @property
    def top(self) -> Step | None:
        """The step that is done or asked now."""
        return self.steps[-1] if self.steps else None

    def side(self, player: str) -> str:
        """The side that a player is on: the team (B-TEAM-02, B-TEAM-05), or the player alone."""
        return side_of(self.setup.seats, player)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side."""
        return players_of(self.setup.seats, side)

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides."""
        return sides_of(self.setup.seats)

    def other_side(self, side: str) -> str:
        """The opponents' side (B-BASE-02)."""
        return next(each for each in self.sides if each != side)

    def side_of(self, piece: str) -> str:
        """The side of a champion."""
        return self.side(self.champions[piece].player)

    def opponents(self, player: str) -> tuple[str, ...]:
        """The players of the other side."""
        return self.players_of(self.other_side(self.side(player)))

    def mine(self, player: str) -> tuple[Champion, ...]:
        """The champions of a player, in order."""
        return tuple(each for each in self.champions.values() if each.player == player)

    @property
    def standing(self) -> tuple[Champion, ...]:
        """The champions on the arena: those at their gates are on no cell (B-ARENA-11, B-KO-07, B-TGT-19)."""
        return tuple(each for each in self.champions.values() if each.cell is not None)

    def is_standing(self, piece: str) -> bool:
        """Whether a champion is on the arena."""
        return piece in self.champions and self.champions[piece].cell is not None

    def values(self, piece: str) -> Values:
        """What is printed on the side of its card that lies up (B-CHMP-02, B-CHMP-04, B-COMP-04, B-PWR-04)."""
        champion = self.champions[piece]
        card = self.setup.champion(champion.card)
        return card.back if champion.powered else card.front

    def card(self, card: str) -> ActionCard:
        """The action card with an id on the table."""
        return cast("ActionCard", self.setup.cards[key_of(card)])

    def piece_of(self, card: str) -> str:
        """The champion to which a card on the table belongs, and which uses it (B-ACT-09)."""
        # Keyed by player: the other side may have the same champion (reading of B-OPEN-36).
        player, champion = card.partition(":")[0], self.card(card).champion
        return next(each.id for each in self.mine(player) if each.card == champion)

    def trap_on(self, cell: Cell) -> LaidTrap | None:
        """The trap token on a cell."""
        return next((each for each in self.traps if each.cell == cell), None)

    def on_cell(self, cell: Cell) -> Champion | None:
        """The champion on a cell (B-ARENA-15)."""
        return next((each for each in self.champions.values() if each.cell == cell), None)


def key_of(card: str) -> str:
    """Key of a card by its id on the table, such as `arena/brakka_1` of `A:arena/brakka_1`; of a copy `…#2`."""
    return card.partition(":")[2].partition("#")[0]


def trap_of(token: str) -> Trap:
    """What a trap token does, by its id, such as `damage_2:3`."""
    return Trap(token.partition(":")[0])
