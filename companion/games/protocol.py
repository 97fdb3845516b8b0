"""What every game is to the rest of the program: data and pure functions over it.

A command is what somebody wants; `decide` answers with the events that follow, or refuses. Events are facts; `evolve`
folds them. Chance and measurement enter as parts of commands and stand in the events, so that folding the same events
again gives the same state, byte for byte. Screens see a state only through `view`.

States, commands, events and views are frozen msgspec structs: they know their own JSON, which is what the record keeps.
"""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from companion.games.board import Board
from companion.games.command import Command, Event
from companion.games.display.guide import GuideStep
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.result import ResultShown
from companion.games.display.sheets import OpenPointReading, Sheets
from companion.games.display.speech import Phrase, Topic
from companion.games.display.tally import Outcome, Score, StateSummary, Table, Turn
from companion.games.measured import Measurement, MeasurementFilter, MeasurementText, RuleViolation
from companion.games.prompt import CommandSpec, Prompt
from companion.games.reroll import RerolledDice
from companion.games.shelf import Shelf
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

    def label(self, spec: CommandSpec) -> str:
        """Which text of the topic `ask.do` a command's button has."""
        ...

    def word(self, state: S_contra, name: str, word: str, language: Language) -> str:
        """What a word means that stands in a prompt or a command.

        Args:
            state: The game.
            name: Under which name it stands there, such as `ability`.
            word: The word; most are ids of things.
            language: The reader's.
        """
        ...

    def choice(self, state: S_contra, word: str, spec: CommandSpec, purpose: str, language: Language) -> Choice:
        """One of the words that a command's field takes.

        Args:
            state: The game.
            word: Which.
            spec: The command.
            purpose: What the prompt is for that it answers; empty for none.
            language: The reader's.
        """
        ...

    def face(self, state: S_contra, face: str, language: Language) -> str:
        """What a die's face is called in this game."""
        ...

    def lessons(self, state: S_contra, about: str | Offer, language: Language) -> tuple[Lesson, ...]:
        """What learners are told about what is asked, by a task's `step`, or about something that may be done."""
        ...

    def topic(self, phrase: Phrase) -> Topic:
        """What a sentence is about."""
        ...

    def result(self, state: S_contra, result: Any, shapes: Mapping[str, str], language: Language) -> ResultShown:  # noqa: ANN401 (the game's own)
        """How a fight ended, in words.

        Args:
            state: The game, for names.
            result: How it ended, as the game's `results` gathered it.
            shapes: By which the players are told apart, by their ids.
            language: The reader's.
        """
        ...


class Tally(Protocol[S_contra]):
    """What one game counts, for its report, its film, its clocks and whoever asks how it stands."""

    def turn(self, state: S_contra) -> Turn:
        """Which turn it is."""
        ...

    def outcome(self, state: S_contra) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def asks_all(self, state: S_contra) -> bool:
        """Whether nothing goes on before all players have answered a question."""
        ...

    def under_way(self, state: S_contra) -> bool:
        """Whether something that was begun is still being resolved."""
        ...

    def waiting_for(self, state: S_contra, view: Any) -> tuple[str, ...]:  # noqa: ANN401 (the game's own)
        """Players who owe something, as far as the viewer may know."""
        ...

    def rules(self, state: S_contra, language: Language) -> tuple[str, ...]:
        """By what rules it is played, a sentence each, such as the edition."""
        ...

    def readings(self, state: S_contra, language: Language) -> tuple[OpenPointReading, ...]:
        """How this game reads every point that its rules leave open."""
        ...

    def table(self, state: S_contra, language: Language) -> Table:
        """Where everybody stands."""
        ...

    def curves(self, state: S_contra) -> tuple[str, ...]:
        """Figures that are drawn along the turns; each is called `report.KEY` in the texts."""
        ...

    def height(self, state: S_contra, curve: str, player: str) -> int | None:
        """A player's figure of a curve; None where there is none any more."""
        ...

    def goal(self, state: S_contra, curve: str) -> int:
        """The figure of a curve that players are after; 0 for none."""
        ...

    def standing(self, state: S_contra, view: Any, language: Language) -> StateSummary:  # noqa: ANN401 (the game's own)
        """How the game stands, as a viewer may know it.

        Args:
            state: The game, for names.
            view: All that the viewer may know.
            language: The reader's.
        """
        ...

    def brief(self, state: S_contra, language: Language) -> tuple[str, ...]:
        """How everybody stands, in few words, a line each; open to all."""
        ...

    def score(self, state: S_contra) -> Score:
        """How the game went, for a tournament."""
        ...


class ByHand(Protocol[S_contra]):
    """What players of one game may do at any time for what the program does not know; screens keep it in a drawer."""

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of such commands."""
        ...

    def holds(self, spec: CommandSpec) -> bool:
        """Whether an offer is one of those."""
        ...

    def offers(self, state: S_contra, view: Any, language: Language) -> tuple[Offer, ...] | None:  # noqa: ANN401 (the game's own)
        """What a viewer may set by hand now, as lists to choose from; None where the commands say all there is to say.

        Only what the viewer sees is listed.

        Args:
            state: The game, for names.
            view: All that the viewer may know.
            language: The reader's.
        """
        ...


class Grounds(Protocol[S_contra]):
    """On which measurements one game's events rest, and how measurements are shown."""

    def begun(self, event: Event) -> tuple[Hashable, ...]:
        """What an event begins that later events rest on, such as a move that is carried out step by step."""
        ...

    def rests_on(self, before: S_contra, event: Event) -> MeasurementFilter | None:
        """Which measurements an event rests on, given the state before; None where nothing is measured for its like."""
        ...

    def placed(self, piece: str) -> MeasurementFilter:
        """Which measurements say whether a piece may stand where it is, or may have gone there."""
        ...

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """Whether a viewer who sees an event may see on what it rests, too."""
        ...

    def pieces(self, question: str) -> tuple[str, ...]:
        """All that may be ids of pieces in the key of a measured question."""
        ...

    def drawing(self, measured: Measurement) -> Drawing | None:
        """A measured question, drawn; None where there is nothing to draw."""
        ...

    def measurement_text(self, measured: Measurement, language: Language) -> MeasurementText:
        """How a measured question is put into words; what it is called is `log.question.KIND` of the texts."""
        ...


class Results(Protocol[S_contra]):
    """Follows the events of one game and gathers how its fights ended; nothing hidden stands in it."""

    @property
    def shown(self) -> tuple[Any, ...]:
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


def takes(game: Game[Any], command: type[Command]) -> bool:
    """Whether a game knows a kind of command, such as one of those that games share."""
    return command in (game.command_type, *get_args(game.command_type))
