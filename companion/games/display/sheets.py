"""What a game shows: data that any screen lays out, in the reader's language; no widget, no HTML, no state.

A game makes a `Sheet` for each viewer out of its own state, and whatever that viewer may not know is absent from it.
Commands stand in it as the game offers them; who puts them into words adds the words.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.games.display.actions import ActionGroup, PendingPrompt
from companion.games.display.cards import CardHolding, CardText, Rule
from companion.games.display.unknown_card import UnknownCard
from companion.games.prompt import CommandSpec
from companion.texts import Language

S_contra = TypeVar("S_contra", contravariant=True)

ICONS = (
    *("prosperity", "building", "tapped", "hand", "deck", "down", "grave", "heart", "eye", "terrain"),
    *("bullseye", "axe", "shield"),
)
"""Names of the pictures that all screens have; another name shows nothing."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure of a player or a piece.

    Attributes:
        key: Stable name, such as `prosperity`.
        label: What it counts, read where there is no icon, and by those who cannot see one.
        icon: Name of the picture beside it; empty for none.
        value: The figure; None where the program does not know it.
        most: Where it ends, such as the goal; None for nowhere.
        text: What is read instead of the figures; empty for the figures themselves.
        brief: Whether it also stands where there is little room.
    """

    key: str
    label: str = ""
    icon: str = ""
    value: int | None = None
    most: int | None = None
    text: str = ""
    brief: bool = True

    @property
    def words(self) -> str:
        """What is read of it."""
        if self.text:
            return self.text
        figure = "–" if self.value is None else str(self.value)
        return figure if self.most is None else f"{figure} / {self.most}"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that lies open.

    Attributes:
        text: What it is.
        icon: Name of the picture beside it; empty for none.
        mark: What state it is in, in a word; empty for the usual one, None where it has no states.
        spent: Whether it is used up for now, and keeps in the background.
        card: Id of the card that it is, where the viewer may know what that says; else empty.
    """

    text: str
    icon: str = ""
    mark: str | None = None
    spent: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Things of one kind that lie open at one place.

    Attributes:
        key: Stable name, such as `city`.
        title: What stands above it.
        lines: What lies there.
        look: `list` for one below the other, `bare` for the same without icons, `tiles` for side by side, `fold` for a
            numbered list that opens when it is touched.
        note: What is said beside the title; empty for nothing.
        icon: Name of the picture of the whole pile; empty for none.
        short: The title where there is little room.
    """

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    look: str = "list"
    note: str = ""
    icon: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """A piece on the mat.

    Attributes:
        id: Its own.
        name: What it is called.
        mark: What tells it from others on the mat.
        needs_mark: Whether the mark stands beside its name even where there is little room.
        acting: Whether it is acting now.
        stats: Its values, each with its name.
        gauges: What it has taken, and how much it can take.
        marks: What is special about it now.
        abilities: What it can do.
        rules: Those of its abilities whose rule can be told.
    """

    id: str
    name: str
    mark: str = ""
    needs_mark: bool = False
    acting: bool = False
    stats: tuple[str, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    marks: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """What a viewer sees of a player.

    Attributes:
        id: The player's own.
        name: What the player is called.
        own: Whether it is the viewer.
        active: Whether it is this player's turn.
        out: Whether the player is out of the game.
        scores: How far the player is on the way to winning, the chief figure first.
        counts: Other figures, such as how many cards there are of each sort.
        notices: What all must hear of this player.
        pieces_title: What stands above the pieces.
        pieces: On the mat.
        piles: What lies open beside it, in order.
        apart: What is kept on cardboard, each in words.
        clock_s: How long the player has thought, by the record; 0 where no clock runs.
    """

    id: str
    name: str
    own: bool = False
    active: bool = False
    out: bool = False
    scores: tuple[Gauge, ...] = ()
    counts: tuple[Gauge, ...] = ()
    notices: tuple[str, ...] = ()
    pieces_title: str = ""
    pieces: tuple[PieceSheet, ...] = ()
    piles: tuple[Pile, ...] = ()
    apart: tuple[str, ...] = ()
    clock_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a bout.

    Attributes:
        name: Who.
        text: What it has put in, in words.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Bout:
    """A fight that runs.

    Attributes:
        title: What it is.
        sides: Who fights.
    """

    title: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class OpenPointReading:
    """How an open point of the rules is read in this game.

    Attributes:
        text: The point.
        value: How it is read.
        changed: Whether otherwise than proposed.
    """

    text: str
    value: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as one viewer may see it.

    Attributes:
        viewer: A player's id, or the spectator's.
        players: The viewer first, then in turn order.
        phase: Where the game stands, in words; empty where it has no phases.
        turn: Whose turn it is and which, in words; empty before the first.
        number: The number of the turn; 0 before the first.
        active: Id of the player whose turn it is; empty for nobody's.
        acting: Id of the piece that acts.
        waiting: Whether anybody owes anything.
        waiting_for: Ids of the others who owe something; empty where telling would tell a secret.
        owed: What is asked of the viewer.
        groups: What the viewer may do besides, by who acts; commands of the hand's cards stand there.
        by_hand: What the viewer may set by hand, as the game offers it.
        holdings: Cards that the viewer alone may see; none of who watches.
        playable: How many cards of the hand can be played now.
        tells: Whether the viewer has a deck of cardboard, whose cards the program does not know.
        bout: The fight that runs.
        rules: Those that matter now; None where the game explains none.
        readings: Open points of the rules; None where the game knows of none.
        seed_hash: Of the seed that shuffles; empty for none.
        asked: Whether the table is asked what a measurement could not settle.
        below: Whose side of the mat is shown below, by name.
        turned: Whether the far side of the mat is shown below.
        known: Ids of the cards that the viewer knows.
        piles: What lies open on the table and is nobody's.
    """

    viewer: str
    players: tuple[PlayerSheet, ...]
    phase: str = ""
    turn: str = ""
    number: int = 0
    active: str = ""
    acting: str = ""
    waiting: bool = False
    waiting_for: tuple[str, ...] = ()
    owed: tuple[PendingPrompt, ...] = ()
    groups: tuple[ActionGroup, ...] = ()
    by_hand: tuple[CommandSpec, ...] = ()
    holdings: tuple[CardHolding, ...] = ()
    playable: int = 0
    tells: bool = False
    bout: Bout | None = None
    rules: tuple[Rule, ...] | None = None
    readings: tuple[OpenPointReading, ...] | None = None
    seed_hash: str = ""
    asked: bool = False
    below: str = ""
    turned: bool = False
    known: tuple[str, ...] = ()
    piles: tuple[Pile, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """What everybody may see of what one player owes and may do.

    Attributes:
        owed: What is asked of the player.
        groups: What the player may do besides.
        apart: Whether something is asked of the player that others may not see, but may know of.
        market: What the key says that shows the player's market; empty while there is none. Nothing hidden may decide
            whether there is one.
    """

    owed: tuple[PendingPrompt, ...] = ()
    groups: tuple[ActionGroup, ...] = ()
    apart: bool = False
    market: str = ""


class Sheets(Protocol[S_contra]):
    """What one game shows."""

    def of(self, state: S_contra, viewer: str, language: Language) -> Sheet:
        """The game as a viewer may see it."""
        ...

    def lying_open(self, state: S_contra, player: str, language: Language) -> OpenSheet:
        """What a player owes and may do, as far as everybody may see it.

        Whatever names a hidden card, or would tell by being there that one can be played or is met, is left out.
        """
        ...

    def market(self, state: S_contra, player: str, language: Language) -> ActionGroup:
        """What a player may choose from that lies beside the hand, such as buildings; it tells nothing of the hand."""
        ...

    def card(self, state: S_contra, thing: str, language: Language) -> CardText | None:
        """What a card says, by its id on the table or its key; None for what is no card that somebody told."""
        ...

    def unknown_card(self, state: S_contra, card: str, player: str, language: Language) -> UnknownCard | None:
        """What a card that a player holds or has laid face down may be; None where there is nothing to tell."""
        ...

    def owner(self, state: S_contra, thing: str) -> str:
        """Id of the player to whom a piece or a card belongs, or who controls it; the thing itself for a player."""
        ...
