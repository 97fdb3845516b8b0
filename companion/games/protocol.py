"""What every game is to the rest of the program: data and pure functions over it.

A command is what somebody wants; `decide` answers with the events that follow, or refuses. Events are facts; `evolve`
folds them. Chance and measurement enter as parts of commands and stand in the events, so that folding the same events
again gives the same state, byte for byte. Screens see a state only through `view`.

States, commands, events and views are frozen msgspec structs: they know their own JSON, which is what the record keeps.
"""

from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

import msgspec

from companion.games.board import Board
from companion.games.command import Command, Event
from companion.games.measured import Measured, RuleViolation, Sought, Wording
from companion.games.prompt import CommandSpec, Prompt
from companion.games.result import Result
from companion.games.sheets import Sheets
from companion.games.shelf import Shelf
from companion.games.speech import Phrase
from companion.games.taste import Taste
from companion.geometry.drawing import Drawing
from companion.texts import Language, Texts

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Speech(Protocol[S_contra]):
    """What one game says."""

    def said(self, state: S_contra, event: Event) -> tuple[Phrase, ...]:
        """The sentences that an event makes; none for an event that only keeps the rules' own books.

        Args:
            state: The game before the event.
            event: The event, whole or as some viewer may know it.
        """
        ...

    def ending(self, state: S_contra) -> Phrase | None:
        """How a game ended; None while it goes on."""
        ...

    def name(self, state: S_contra, thing: str, language: Language) -> str:
        """What a player, piece or card is called.

        Args:
            state: The game.
            thing: Its id on the table, or the key of a card; what is neither is named as it is.
            language: The reader's.
        """
        ...

    def mark(self, thing: str) -> str:
        """What is written on a piece in a picture, to tell it from others of its name."""
        ...

    def refusal(self, state: S_contra, violation: RuleViolation, viewer: str, language: Language) -> str:
        """Why a rule refuses a command, in one sentence that names only what its reader may know.

        Args:
            state: The game, which knows the names.
            violation: The rule, and what would be legal.
            viewer: The reader's seat.
            language: The reader's language.
        """
        ...


class Grounding(Protocol[S_contra]):
    """On which measurements one game's events rest, and how measurements are shown."""

    def begun(self, event: Event) -> tuple[Hashable, ...]:
        """What an event begins that later events rest on, such as a move that is carried out step by step."""
        ...

    def sought(self, before: S_contra, event: Event) -> Sought | None:
        """Which measurements an event rests on, given the state before; None where nothing is measured for its like."""
        ...

    def placed(self, piece: str) -> Sought:
        """Which measurements say whether a piece may stand where it is, or may have gone there."""
        ...

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """Whether a viewer who sees an event may see on what it rests, too."""
        ...

    def pieces(self, question: str) -> tuple[str, ...]:
        """All that may be ids of pieces in the key of a measured question."""
        ...

    def drawing(self, measured: Measured) -> Drawing | None:
        """A measured question, drawn; None where there is nothing to draw."""
        ...

    def wording(self, measured: Measured, language: Language) -> Wording:
        """How a measured question is put into words; what it is called is `log.question.KIND` of the texts."""
        ...


class Results(Protocol[S_contra]):
    """Follows the events of one game and gathers how its fights ended; nothing hidden stands in it."""

    @property
    def shown(self) -> tuple[Result, ...]:
        """What ended since somebody went on, oldest first."""
        ...

    def add(self, before: S_contra, event: Event, *, goes_on: bool) -> None:
        """Follows an event.

        Args:
            before: The game before it.
            event: What happened, whole; all events are to be told, in order.
            goes_on: Whether it begins a new command of a player, before which older results go.
        """
        ...


class Game(Protocol[S]):
    """One game."""

    def __hash__(self) -> int:
        """Of the object: what was worked out for one game is kept by it."""
        ...

    @property
    def name(self) -> str:
        """Stable name, such as `signum`."""
        ...

    @property
    def texts(self) -> Texts:
        """Its own texts, and the program's for all that it has none for."""
        ...

    @property
    def speech(self) -> Speech[S]:
        """What it says."""
        ...

    @property
    def grounds(self) -> Grounding[S]:
        """On what its events rest."""
        ...

    @property
    def board(self) -> Board[S]:
        """What it puts on the mat."""
        ...

    @property
    def shelf(self) -> Shelf:
        """What it is set up with."""
        ...

    @property
    def sheets(self) -> Sheets[S]:
        """What it shows."""
        ...

    def taste(self) -> Taste[S]:
        """How the demo plays it, from here on."""
        ...

    def results(self) -> Results[S]:
        """Gathers how fights end, from here on."""
        ...

    @property
    def command_type(self) -> object:
        """The union of its commands, for msgspec."""
        ...

    @property
    def event_type(self) -> object:
        """The union of its events, for msgspec."""
        ...

    @property
    def setup_type(self) -> object:
        """What a game begins with, for msgspec."""
        ...

    @property
    def state_type(self) -> object:
        """The state, for msgspec."""
        ...

    def new(self, setup: msgspec.Struct) -> S:
        """The state before anything has happened."""
        ...

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """What the table must do now, and who."""
        ...

    def commands(self, state: S, player: str) -> tuple[CommandSpec, ...]:
        """All that a player may do now."""
        ...

    def decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """What follows from a command.

        Raises:
            RuleViolation: If a rule forbids it.
        """
        ...

    def measured(self, state: S, command: Command) -> tuple[Measured, ...]:
        """What was measured to decide a command, in the order in which it was asked; as far as it came if refused."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; never fails on one that was recorded."""
        ...

    def leads_on(self, event: Event) -> bool:
        """Whether an event changes what is asked; what players put right by hand meanwhile does not."""
        ...

    def view(self, state: S, viewer: str) -> msgspec.Struct:
        """All that a viewer may know, and nothing more."""
        ...

    def public_event(self, state: S, event: Event, viewer: str) -> Event | None:
        """An event as a viewer may know it, given the state before it; None if nothing of it shows."""
        ...

    def learned(self, state: S, event: Event) -> tuple[tuple[str, str], ...]:
        """Who learns what from an event that nobody can be made to forget: player and key of what it is."""
        ...

    def shuffle(self, state: S, event: Event) -> tuple[str, tuple[str, ...]] | None:
        """Player and order of a shuffle that the program made, given the state before; None for other events."""
        ...

    def shuffling(self, state: S) -> tuple[str, tuple[str, ...]] | None:
        """Player and cards of a deck that the program must shuffle now; None if there is none."""
        ...

    def shuffled(self, player: str, order: tuple[str, ...]) -> Command:
        """The command that puts a deck into an order, top first."""
        ...

    def may_react(self, state: S, event: Event) -> bool:
        """Whether a hidden card might have been met instead of an event, as far as the public can tell.

        Wherever somebody could be asked in secret and nobody is, such an event comes instead.

        Args:
            state: The game before the event.
            event: What happens.
        """
        ...

    def passing(self, state: S) -> Command | None:
        """The command that lets a hidden card pass whose owner is asked now; None if nobody is asked in secret."""
        ...


def rules_version(game: Game[Any]) -> int:
    """Number of the version of a game's rules; records name it with each entry.

    A game tells it as `rules_version`, one more than before whenever `decide` or `evolve` answers otherwise than it
    did; a game that tells none has its first. States may get more fields without a new version, as long as each has a
    default that stands for what was before.
    """
    return int(getattr(game, "rules_version", 1))
