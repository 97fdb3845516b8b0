"""What every game is to the rest of the program: data and pure functions over it.

A command is what somebody wants; `decide` answers with the events that follow, or refuses. Events are facts; `evolve`
folds them. Chance and measurement enter as parts of commands and stand in the events, so that folding the same events
again gives the same state, byte for byte. Screens see a state only through `view`.

States, commands, events and views are frozen msgspec structs: they know their own JSON, which is what the record keeps.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import msgspec

from companion.games.result import Result
from companion.games.speech import Phrase
from companion.geometry import Path, Verdict
from companion.geometry.drawing import Drawing

TABLE = "table"
"""Who acts when it is nobody's choice: shuffles, the clock, the referee itself."""

SPECTATOR = "spectator"
"""The viewer who knows only what is public."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What somebody wants.

    Attributes:
        by: The player, or `TABLE`.
        rulings: What the table answered to questions that were too close to call, by the question's key.
    """

    by: str
    rulings: dict[str, bool] = {}


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What happened."""


class Pick(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field of a command that takes some of these.

    Attributes:
        options: What may be chosen: ids of cards, creatures, players, or words.
        least: So many at least.
        most: So many at most; 1 for a field that takes a single one.
        repeats: Whether the same may be taken more than once.
    """

    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    repeats: bool = False


class Number(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a whole number from `least` to `most`."""

    least: int
    most: int


class Spot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a place on the mat, as measured.

    Attributes:
        why: What limits it, such as `move`, `run`, `side`; the command itself is judged by `decide`.
        limit_mm: How far the piece may travel there; None where that is no question.
    """

    why: str
    limit_mm: float | None = None


class Faces(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes the faces of so many dice.

    Attributes:
        count: How many.
        faces: What each may show.
    """

    count: int
    faces: tuple[str, ...]


class Words(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A field that takes a text of the player's own."""


Field = Pick | Number | Spot | Faces | Words


class CommandSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A command that would be accepted now, with what may stand in its fields.

    Attributes:
        kind: The command's kind.
        by: Who may give it.
        fixed: Fields that have exactly this value.
        fields: What the other fields take; those named nowhere keep their defaults.
    """

    kind: str
    by: str
    fixed: dict[str, str | int | bool] = {}
    fields: dict[str, Field] = {}


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What the table must do now.

    Attributes:
        key: Stable name of what is asked, such as `roll`, `assign`, `place`, `ruling`.
        to: Players who owe it; any one of them unless `all_of_them`.
        about: Values for the sentence shown: names of cards, creatures, counts.
        all_of_them: Whether each of `to` must answer.
        specs: The commands that answer it.
    """

    key: str
    to: tuple[str, ...]
    about: dict[str, str | int | float | bool] = {}
    all_of_them: bool = False
    specs: tuple[CommandSpec, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A measured question that a rule asked as it decided a command; equal only to itself.

    Attributes:
        question: Key of what was asked, such as `contact:now:A:1:B:4`.
        rule_id: The rule that hung on it.
        verdict: What was measured.
        state: The game in which it was asked.
        command: What was being decided.
        path: The way that was found, where a way was asked for.
    """

    question: str
    rule_id: str
    verdict: Verdict
    state: Any
    command: Command
    path: Path | None = None

    @property
    def kind(self) -> str:
        """What sort of question it is, such as `contact`."""
        return self.question.partition(":")[0]

    @property
    def ruled(self) -> bool | None:
        """What the table answered, where that was asked."""
        return self.command.rulings.get(self.question)


class RuleViolation(Exception):  # noqa: N818 (the architecture's own name)
    """A command that a rule forbids.

    Attributes:
        rule_id: The rule, such as `S-MOVE-10`.
        key: Which sentence says what would be legal.
        values: What stands in that sentence.
        verdict: The measurement it hangs on, where there is one.
        measured: The same with the game it was made in, for drawing it.
    """

    def __init__(
        self,
        rule_id: str,
        key: str,
        values: Mapping[str, str | int | float] | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        self.rule_id = rule_id
        self.key = key
        self.values = dict(values or {})
        self.verdict = verdict
        self.measured: Measured | None = None
        listed = ", ".join(f"{name} {value}" for name, value in self.values.items())
        super().__init__(f"{rule_id}: {key}{f' ({listed})' if listed else ''}")


Wanted = Callable[[Measured], bool]


@dataclass(frozen=True, slots=True)
class Sought:
    """Which measurements an event rests on.

    Attributes:
        wanted: Whether a measurement is one of them.
        begun: What was begun when they were made, if that was earlier; None where the event's own command made them.
        certain: Whether there always is one.
        tightest: Kinds of questions that are asked of everything around, of which only the one nearest to its limit is
            worth showing.
    """

    wanted: Wanted
    begun: Hashable | None = None
    certain: bool = False
    tightest: frozenset[str] = frozenset()


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

    @property
    def name(self) -> str:
        """Stable name, such as `signum`."""
        ...

    @property
    def speech(self) -> Speech[S]:
        """What it says."""
        ...

    @property
    def grounds(self) -> Grounding[S]:
        """On what its events rest."""
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
