"""Commands and events that games share: dice, choices, shuffles, what players put right, settle or agree on.

A game takes those that it needs into its own unions. Their tags and fields stand in records and never change.
"""

from companion.games.command import Command, Event
from companion.games.values import Stand, Witness
from companion.geometry.grid import Cell


class Shuffled(Command, frozen=True, kw_only=True):
    """A pile's new order, top first; given by the table, from the committed seed or from nowhere for cardboard.

    Attributes:
        player: Id of the pile; a player's deck is the pile named by the player.
        order: Its cards.
    """

    player: str
    order: tuple[str, ...]


class Rolled(Command, frozen=True, kw_only=True):
    """Dice that the step on top asked for, in the order it named; with what witnessed each, where known."""

    faces: tuple[str, ...]
    witnesses: tuple[Witness, ...] = ()


class Reroll(Command, frozen=True, kw_only=True):
    """Which of the dice just rolled are rolled again, by their number from 0; none to let them stand."""

    dice: tuple[int, ...] = ()


class Choose(Command, frozen=True, kw_only=True):
    """The answer to a choice: ids or words among those offered."""

    chosen: tuple[str, ...] = ()


class Place(Command, frozen=True, kw_only=True):
    """A creature that waits to be placed, or is pushed or moved by an effect, now stands there."""

    creature: str
    at: Stand


class Ruling(Command, frozen=True, kw_only=True):
    """A player's answer to what is too close to call; two different answers leave it open."""

    yes: bool


class Withdraw(Command, frozen=True, kw_only=True):
    """What waits on a question too close to call is not done after all."""


class Resume(Command, frozen=True, kw_only=True):
    """What a command set off goes on once a question is answered; nobody gives it, it waits in the question."""


class Overrule(Command, frozen=True, kw_only=True):
    """All players together let a command pass that a rule forbids; the command is given as its JSON."""

    command: str
    reason: str


class SetValue(Command, frozen=True, kw_only=True):
    """A number on the table is set by hand, on the record.

    Attributes:
        what: Which, as the game names it.
        of: The creature, relic, building or player.
        value: The new number; 0 and 1 for no and yes.
        reason: Why, in the player's words.
    """

    what: str
    of: str
    value: float
    reason: str = ""


class MoveCard(Command, frozen=True, kw_only=True):
    """A card is put into another zone by hand; `key` names it where it was unknown or is new to the game."""

    card: str
    zone: str
    player: str
    key: str = ""
    position: int | None = None
    reason: str = ""


class Correct(Command, frozen=True, kw_only=True):
    """A piece stands elsewhere than the record says: nudged, bumped, measured better.

    Attributes:
        of: Its id.
        at: Where a base stands; None for what has no such place.
        outline: Corners of a template; empty for a base.
        cell: The cell of a base in a game on cells; None in others.
    """

    of: str
    at: Stand | None = None
    outline: tuple[tuple[float, float], ...] = ()
    cell: Cell | None = None


class OfferDraw(Command, frozen=True, kw_only=True):
    """A player offers a draw, or takes the offer back."""

    agree: bool = True


class Concede(Command, frozen=True, kw_only=True):
    """A player gives up."""


class TimeUp(Command, frozen=True, kw_only=True):
    """The time limit has come."""


class Clock(Command, frozen=True, kw_only=True):
    """A player's clock, as the referee read it."""

    player: str
    used_s: float


class TurnBegan(Event, frozen=True, kw_only=True):
    """A player's turn begins; what creatures did and suffered in the last one is forgotten."""

    player: str
    turn: int


class PileShuffled(Event, frozen=True, kw_only=True):
    """A pile has a new order.

    Attributes:
        pile: Its id; a player's deck is the pile named by the player.
        order: Its cards, top first.
    """

    pile: str
    order: tuple[str, ...]


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice show faces; for the log, the statistics and the evidence."""

    purpose: str
    by: str
    creature: str = ""
    faces: tuple[str, ...]
    good: tuple[str, ...] = ()
    again: tuple[int, ...] = ()
    witnesses: tuple[Witness, ...] = ()


class Told(Event, frozen=True, kw_only=True):
    """Something worth a line in the log that changes nothing by itself: a declaration, a miss, a reminder's text.

    Attributes:
        key: Which line.
        who: Players concerned who alone may read it; empty for all.
        values: What stands in it.
    """

    key: str
    who: tuple[str, ...] = ()
    values: dict[str, str | int | float] = {}


class Answered(Event, frozen=True, kw_only=True):
    """A player has answered the question; it goes once all agree."""

    by: str
    yes: bool


class QuestionClosed(Event, frozen=True, kw_only=True):
    """The question is settled (`yes` or `no`), or withdrawn (None)."""

    key: str
    yes: bool | None


class DrawOffered(Event, frozen=True, kw_only=True):
    """Who offers a draw."""

    players: tuple[str, ...]
