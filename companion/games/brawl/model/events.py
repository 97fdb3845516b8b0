"""What happened. Names of classes and fields stand in records and never change."""

from companion.games.brawl.model.effects import Standing
from companion.games.brawl.model.kinds import Basic, Core, End
from companion.games.brawl.model.steps import Step
from companion.games.brawl.model.terms import Until
from companion.games.command import Event
from companion.games.common import PileShuffled, Told, TurnBegan
from companion.games.defaults.hands import Drew
from companion.games.kit.events import (
    Corrected,
    DeckMade,
    Discarded,
    Healed,
    NotReacted,
    Ordered,
    Placed,
    Popped,
    Swapped,
    ValueSet,
)
from companion.geometry.grid import Cell


class Pushed(Event, frozen=True, kw_only=True, tag="steps"):
    """Steps are put on the stack, the last on top."""

    steps: tuple[Step, ...]


class Replaced(Event, frozen=True, kw_only=True):
    """The step on top has changed."""

    step: Step


class EndTaken(Event, frozen=True, kw_only=True):
    """A side has an end of the arena; the other side has the other."""

    side: str
    end: End


class Banned(Event, frozen=True, kw_only=True):
    """A champion is out of the game before it begins."""

    player: str
    champion: str


class Drafted(Event, frozen=True, kw_only=True):
    """A player has a champion, under an id of its own, at the gate."""

    player: str
    champion: str
    piece: str


class Recycled(Event, frozen=True, kw_only=True):
    """A discard goes into its deck, which is to be shuffled."""

    pile: str


class TrapLaid(Event, frozen=True, kw_only=True):
    """A trap token lies on a cell, face down."""

    cell: Cell
    token: str
    player: str


class TrapSprung(Event, frozen=True, kw_only=True):
    """A champion has triggered a trap, which is turned up and leaves the arena."""

    piece: str
    cell: Cell
    token: str


class TrapReturned(Event, frozen=True, kw_only=True):
    """A token goes back into the supply, which is to be shuffled."""

    token: str


class Deployed(Event, frozen=True, kw_only=True):
    """A champion enters the arena from its gate."""

    piece: str
    to: Cell


class Moved(Event, frozen=True, kw_only=True):
    """A champion has moved.

    Attributes:
        piece: Which.
        way: The cells one after the other, from the one after the first on.
        how: By which move: `walk`, `dash`, `swoop`, `jump`, `force`, `fear`, `push`, `pull`.
    """

    piece: str
    way: tuple[Cell, ...]
    how: str = "walk"


class CardPlayed(Event, frozen=True, kw_only=True):
    """An action card leaves a hand to be resolved."""

    player: str
    card: str
    piece: str


class Reacted(Event, frozen=True, kw_only=True):
    """A reaction card leaves a hand to be resolved."""

    player: str
    card: str
    piece: str


class ActionDone(Event, frozen=True, kw_only=True):
    """A basic action was begun."""

    player: str
    action: Basic
    piece: str


class CoreSpent(Event, frozen=True, kw_only=True):
    """A core was exhausted."""

    player: str
    core: Core


class CoresReady(Event, frozen=True, kw_only=True):
    """Cores are ready again."""

    player: str
    cores: tuple[Core, ...]


class Targeted(Event, frozen=True, kw_only=True):
    """The targets of a card were named."""

    piece: str
    targets: tuple[str, ...]


class Refrained(Event, frozen=True, kw_only=True):
    """An attack was not made, or a skill not used."""

    piece: str


class Planned(Event, frozen=True, kw_only=True):
    """Cards of a hand were put on the deck, the first on top."""

    player: str
    cards: tuple[str, ...]


class HandShown(Event, frozen=True, kw_only=True):
    """A hand was shown to some players."""

    player: str
    to: tuple[str, ...]
    cards: tuple[str, ...]


class TrapShown(Event, frozen=True, kw_only=True):
    """A trap token was shown to some players, and lies face down again."""

    cell: Cell
    token: str
    to: tuple[str, ...]


class Damaged(Event, frozen=True, kw_only=True):
    """A champion took damage.

    Attributes:
        piece: Who took it.
        amount: How much.
        cause: The champion that dealt it; empty for none.
        why: `attack`, `double`, `poison`, `direct`, `trap`, `stopped`.
    """

    piece: str
    amount: int
    cause: str = ""
    why: str = "direct"


class KnockedOut(Event, frozen=True, kw_only=True):
    """A champion goes to its gate, without damage, on its initial side."""

    piece: str
    cause: str = ""


class PoweredUp(Event, frozen=True, kw_only=True):
    """A champion's card was turned to its powered side."""

    piece: str


class Immobilised(Event, frozen=True, kw_only=True):
    """A champion can neither move nor be moved until the end of the turn."""

    piece: str


class Lasted(Event, frozen=True, kw_only=True):
    """An effect holds for some time."""

    effect: Standing
    pieces: tuple[str, ...]
    against: tuple[str, ...] | None = None
    amount: int = 0
    until: Until = Until.END_OF_TURN


class Expired(Event, frozen=True, kw_only=True):
    """Effects that held so long are over."""

    until: Until


class Scored(Event, frozen=True, kw_only=True):
    """A side gains victory points: for a challenge on a slot, or for a champion knocked out."""

    side: str
    points: int
    challenge: str = ""
    piece: str = ""


class ActionClosed(Event, frozen=True, kw_only=True):
    """An action is over: what was knocked out in it is forgotten."""


class TrackMoved(Event, frozen=True, kw_only=True):
    """The challenges shift to the right; those that fall off are discarded."""

    slots: int


class ChallengeLaid(Event, frozen=True, kw_only=True):
    """The top challenge of the deck lies on a slot."""

    slot: int
    challenge: str


class Won(Event, frozen=True, kw_only=True):
    """A side has won."""

    side: str
    why: str = "points"


BrawlEvent = (
    Pushed
    | Popped
    | Replaced
    | Ordered
    | EndTaken
    | Banned
    | Drafted
    | DeckMade
    | Recycled
    | PileShuffled
    | TrapLaid
    | TrapSprung
    | TrapReturned
    | TrapShown
    | Deployed
    | Moved
    | Placed
    | Swapped
    | CardPlayed
    | Reacted
    | NotReacted
    | ActionDone
    | CoreSpent
    | CoresReady
    | Targeted
    | Refrained
    | Drew
    | Discarded
    | Planned
    | HandShown
    | Damaged
    | Healed
    | KnockedOut
    | PoweredUp
    | Immobilised
    | Lasted
    | Expired
    | Scored
    | ActionClosed
    | TrackMoved
    | ChallengeLaid
    | TurnBegan
    | Told
    | Corrected
    | ValueSet
    | Won
)
