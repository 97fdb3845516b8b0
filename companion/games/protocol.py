"""What every game is to the rest of the program: data and pure functions over it.

A command is what somebody wants; `decide` answers with the events that follow, or refuses. Events are facts; `evolve`
folds them. Chance and measurement enter as parts of commands and stand in the events, so that folding the same events
again gives the same state, byte for byte. Screens see a state only through `view`.

States, commands, events and views are frozen msgspec structs: they know their own JSON, which is what the record keeps.
"""

from typing import Any, Protocol, TypeVar, get_args

import msgspec

from companion.games.board import Board
from companion.games.command import Command, Event
from companion.games.display.guide import GuideStep
from companion.games.display.sheets import Sheets
from companion.games.parts import ByHand, Grounds, Results, Speech, Tally
from companion.games.prompt import CommandSpec, Prompt
from companion.games.reroll import RerolledDice
from companion.games.shelf import Shelf
from companion.games.taste import Taste
from companion.games.verdicts.measured import Measurement
from companion.texts import Texts

S = TypeVar("S")


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
    def grounds(self) -> Grounds[S]:
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

    def reroll(self, state: S) -> RerolledDice | None:
        """Which dice of the roll that is owed now are rolled again; None where none are."""
        ...

    def taste(self) -> Taste[S]:
        """How the demo plays it, from here on."""
        ...

    @property
    def tally(self) -> Tally[S]:
        """What it counts."""
        ...

    @property
    def by_hand(self) -> ByHand[S]:
        """What players set by hand."""
        ...

    def revocable(self, command: Command) -> bool:
        """Whether its player alone may take a command back as long as nothing else was done."""
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

    def measured(self, state: S, command: Command) -> tuple[Measurement, ...]:
        """What was measured to decide a command, in the order in which it was asked; as far as it came if refused."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; never fails on one that was recorded."""
        ...

    def leads_on(self, event: Event, prompt: Prompt | None = None) -> bool:
        """Whether an event changes what is asked; what players put right by hand meanwhile does not.

        Args:
            event: What happened.
            prompt: Of which question this is to be told; None for any that is asked.
        """
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
        """Pile and order of a shuffle that the program made, given the state before; None for other events.

        A pile is named by an id that tells nothing of its cards; the one deck that a player has is the pile named by
        the player. A game may have piles that are nobody's, and several of each player.
        """
        ...

    def shuffling(self, state: S) -> tuple[str, tuple[str, ...]] | None:
        """Pile and cards of what the program must shuffle now, one pile after another; None if there is nothing."""
        ...

    def shuffled(self, pile: str, order: tuple[str, ...]) -> Command:
        """The command that puts a pile into an order, top first."""
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


def guide_of(game: Game[Any]) -> tuple[GuideStep, ...]:
    """The steps of a game's guided first game, which it tells as `guide`; none where it tells none."""
    return tuple(getattr(game, "guide", ()))


def guide_decks_of(game: Game[Any]) -> tuple[str, ...]:
    """Names of the decks of a game's guided first game, in turn, as it tells in `guide_decks`; none for the usual."""
    return tuple(getattr(game, "guide_decks", ()))


def takes(game: Game[Any], command: type[Command]) -> bool:
    """Whether a game knows a kind of command, such as one of those that games share."""
    return command in (game.command_type, *get_args(game.command_type))
