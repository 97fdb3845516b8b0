"""Events of games in which a stack of steps is resolved and pieces stand on cells.

A game takes those that it needs into its own union. Their tags and fields stand in records and never change. What
speaks of a game's own steps or terms, such as `Pushed`, is an event of that game.
"""

from companion.games.command import Event
from companion.geometry.grid import Cell


class Popped(Event, frozen=True, kw_only=True):
    """The step on top is over."""


class Ordered(Event, frozen=True, kw_only=True):
    """In which order the players have their turns."""

    players: tuple[str, ...]


class DeckMade(Event, frozen=True, kw_only=True):
    """A pile lies ready to be shuffled."""

    pile: str
    cards: tuple[str, ...]


class Discarded(Event, frozen=True, kw_only=True):
    """Cards of a hand go where the player's used cards lie."""

    player: str
    cards: tuple[str, ...]


class NotReacted(Event, frozen=True, kw_only=True):
    """A player plays no card in answer to what another does."""

    player: str


class Placed(Event, frozen=True, kw_only=True):
    """A piece was put on a cell, without a move."""

    piece: str
    to: Cell


class Swapped(Event, frozen=True, kw_only=True):
    """Two pieces have changed places."""

    piece: str
    other: str


class Healed(Event, frozen=True, kw_only=True):
    """Damage was removed from a piece."""

    piece: str
    amount: int


class Corrected(Event, frozen=True, kw_only=True):
    """A piece was put right by hand: it stands on another cell, or on none."""

    piece: str
    cell: Cell | None


class ValueSet(Event, frozen=True, kw_only=True):
    """A number was put right by hand.

    Attributes:
        what: Which, as the game names it.
        of: The piece, player or side that has it.
        value: What it is now; 0 and 1 for no and yes.
    """

    what: str
    of: str
    value: int
