"""The parts of a game: what it says, counts, lets players set by hand, rests on, and gathers of its fights."""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, TypeVar

from companion.games.command import Event
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.result import ResultShown
from companion.games.display.sheets import OpenPointReading
from companion.games.display.speech import Phrase, Topic
from companion.games.display.tally import Outcome, Score, StateSummary, Table, Turn
from companion.games.prompt import CommandSpec
from companion.games.verdicts.measured import Measurement, MeasurementFilter, MeasurementText, RuleViolation
from companion.geometry.drawing import Drawing
from companion.texts import Language

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
