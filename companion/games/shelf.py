"""What a game is set up with: choices, seats, decks, miniatures, dice, and what is printed for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from companion.cards import CardLibrary, Fault, Pack
from companion.cards.library import LocalLibrary
from companion.documents import Path
from companion.games.display.board_view import AreaView
from companion.games.prompt import Faces
from companion.geometry.grid import Grid
from companion.texts import Language

Chosen = Mapping[str, tuple[str, ...]]
"""What was chosen: for each option, by its key, the keys of its choices."""


USUAL = "usual"
"""Key of a choice that stands for another one: see `Option.means`."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One of several.

    Attributes:
        key: Stable name, such as `duel`.
        name: What it is called, in the reader's language.
    """

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something that players choose before a game.

    Attributes:
        key: Stable name, such as `variant`.
        name: What is chosen, in the reader's language.
        choices: From these.
        usual: Keys of those that hold where nobody chose.
        several: Whether any number of them may be chosen, none too; else exactly one.
        left_out: For `several`: what it means that a choice is not taken, in the reader's language.
        taken: For `several`: what it means that it is taken.
        about: What it is, for the help of the command line, in English; may be empty.
        bears_on: What else than the game hangs on it: `decks` that may be played, `prints`.
        page: Title of the page of its own that it stands on with others, in the reader's language; empty for none.
        means: What the choice `USUAL` stands for: another option, and by its choices the choice of this one.
    """

    key: str
    name: str
    choices: tuple[OptionValue, ...]
    usual: tuple[str, ...] = ()
    several: bool = False
    left_out: str = ""
    taken: str = ""
    about: str = ""
    bears_on: frozenset[str] = frozenset()
    page: str = ""
    means: tuple[str, Mapping[str, str]] = ("", {})

    def usual_in(self, chosen: Chosen) -> str:
        """Key of the choice that `USUAL` stands for, as the other options were chosen."""
        other, keys = self.means
        return keys[chosen[other][0]] if other else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of its choices."""
        return tuple(each.key for each in self.choices)


class OptionError(ValueError):
    """An option that a game does not have, or a choice that an option does not have."""


def chosen_of(options: Iterable[Option], given: Chosen | None = None) -> Chosen:
    """What holds for every option: what was chosen, else what is usual.

    Args:
        options: Those of the game.
        given: What was chosen, as far as anything was.

    Raises:
        OptionError: If there is no such option, or no such choice.
    """
    known, given = {each.key: each for each in options}, given or {}
    for key in given:
        if key not in known:
            there = f"there is {', '.join(known)}" if known else "this game has none"
            raise OptionError(f"There is no option {key!r}; {there}.")
    return {key: _checked(option, given[key]) if key in given else option.usual for key, option in known.items()}


def _checked(option: Option, given: tuple[str, ...]) -> tuple[str, ...]:
    if strange := [each for each in given if each not in option.keys]:
        raise OptionError(f"{option.key} cannot be {strange[0]!r}; there is {', '.join(option.keys)}.")
    if not option.several and len(given) != 1:
        raise OptionError(f"{option.key} is one of {', '.join(option.keys)}.")
    return tuple(dict.fromkeys(given))


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat at the table.

    Attributes:
        id: Stable name, such as `A`.
        side: The edge of the mat that is theirs, by the name of `companion.geometry.Side`; empty where that is no
            question, or is settled in the game.
        team: Of allies; empty for one who plays alone.
    """

    id: str
    side: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Who sits down, with what.

    Attributes:
        plan: The seat.
        name: What they call themselves.
        deck: What they bring, as the game's library reads it; None in a game without decks.
        digital: Whether the program shuffles and draws; else the deck is of cardboard.
    """

    plan: SeatPlan
    name: str
    deck: Any = None
    digital: bool = True


@dataclass(frozen=True, slots=True)
class GamePlan:
    """All that a new game is made of.

    Attributes:
        chosen: For every option of the game.
        seated: In clockwise order.
        packs: All packs there are, by id; none in a game without cards.
        mat_mm: Width and height of the mat.
        seed_hash: Of the seed that shuffles the decks.
        time_limit: Whether a time limit was agreed.
    """

    chosen: Chosen
    seated: tuple[SeatedPlayer, ...]
    packs: Mapping[str, Pack[Any]] = field(default_factory=dict)
    mat_mm: tuple[float, float] = (600.0, 600.0)
    seed_hash: str = ""
    time_limit: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A miniature that a deck brings to the mat.

    Attributes:
        card: Key of its card, or what else it is called in the game.
        names: What it is called, by language.
        radius_mm: Of its base; 0 where nobody knows.
        copy: Which of several of the same card it is, from 1; 0 for the only one.
    """

    card: str
    names: Mapping[str, str]
    radius_mm: float
    copy: int = 0


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die that a game is played with.

    Attributes:
        faces: What each number stands for, from 1.
        colour: By which it is told from other kinds, such as `red`; empty where there is only one kind.
        marks: How its faces are usually marked: `pips`, `stickers` or `coded`.
    """

    faces: tuple[str, ...]
    colour: str = ""
    marks: str = "pips"

    @property
    def symbols(self) -> tuple[str, ...]:
        """Each face once."""
        return tuple(dict.fromkeys(self.faces))


@dataclass(frozen=True, slots=True)
class BaseSize:
    """A size of bases.

    Attributes:
        key: Stable name, such as `small`.
        name: What it is called, in the reader's language.
        diameter_mm: Of the base.
    """

    key: str
    name: str
    diameter_mm: float


@dataclass(frozen=True, slots=True)
class Prints:
    """What is printed for a game.

    Attributes:
        bases: Sizes of bases.
        rulers: Lengths by name, in mm; none for a game that measures nothing.
        gauges: Names of the rulers that are also made as gauges, which are laid against a base.
        board: Its board of cells, as `Layout.grid` has it; None for a game without one.
        zones: Parts of the mat that mean something, by the names that are printed in them.
    """

    bases: tuple[BaseSize, ...]
    rulers: Mapping[str, float] = field(default_factory=dict)
    gauges: tuple[str, ...] = ()
    board: Grid | None = None
    zones: tuple[AreaView, ...] = ()


@dataclass(frozen=True, slots=True)
class Datum:
    """Something that no source of the game gives, so that players have to.

    Attributes:
        id: Stable name.
        why: What it is needed for, in the reader's language.
        how: What players do to supply it, in a sentence; empty where `why` says it.
    """

    id: str
    why: str
    how: str = ""


class SetupMistakeError(ValueError):
    """A setup that somebody wrote down means nothing.

    Attributes:
        path: Where in it.
    """

    def __init__(self, path: Path, sentence: str) -> None:
        self.path = path
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class ParsedSetup:
    """What a setup that was written down means.

    Attributes:
        setup: The game's.
        as_listed: Whether decks are shuffled into the order in which they are listed.
    """

    setup: msgspec.Struct
    as_listed: bool = False


class Shelf(Protocol):
    """All that one game is set up with.

    Attributes:
        seat_ids: All seats that any choice has, in clockwise order.
        library: Its cards and decks; None for a game without.
        usual_decks: Names of decks for those who name none, in turn.
        record_ending: How the names of its records end.
    """

    @property
    def seat_ids(self) -> tuple[str, ...]: ...
    @property
    def library(self) -> CardLibrary[Any, Any] | None: ...
    @property
    def usual_decks(self) -> tuple[str, ...]: ...
    @property
    def record_ending(self) -> str: ...

    def title(self, language: Language) -> str:
        """What the game is called."""
        ...

    def options(self, language: Language) -> tuple[Option, ...]:
        """What players choose, in the order in which it is asked."""
        ...

    def summary(self, chosen: Chosen, language: Language) -> tuple[str, str]:
        """What was chosen, as a key's text and its note; empty for a game with nothing to choose."""
        ...

    def sentence(self, chosen: Chosen) -> str:
        """What was chosen, for the end of a sentence on the command line; empty where there is nothing to say."""
        ...

    def edition(self, chosen: Chosen) -> str:
        """The edition of the rules that a record names; empty where there is only one."""
        ...

    def seats(self, chosen: Chosen) -> tuple[SeatPlan, ...]:
        """Who plays, in clockwise order."""
        ...

    def deck_faults(self, deck: Any, cards: Mapping[str, Any], chosen: Chosen) -> tuple[Fault, ...]:  # noqa: ANN401 (the game's own)
        """Everything wrong with a deck under what was chosen, given all cards by key; warnings too."""
        ...

    def leader(self, deck: Any, language: Language) -> str:  # noqa: ANN401 (likewise)
        """Who leads what a deck brings, in a few words; empty where nobody does, or nobody knows."""
        ...

    def roster(self, deck: Any, chosen: Chosen) -> tuple[Figure, ...]:  # noqa: ANN401 (likewise)
        """All miniatures that a deck may bring to the mat.

        Args:
            deck: What a player brings; None in a game without decks.
            chosen: For every option.
        """
        ...

    def set_up(self, plan: GamePlan) -> msgspec.Struct:
        """What the game begins with.

        Raises:
            DeckError: If a deck may not be played, with all its faults.
        """
        ...

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """What a setup means that somebody wrote down in TOML; see `docs/scripts.md`.

        Args:
            data: As written.
            beside: Finds packs and decks; None in a game without cards.

        Raises:
            SetupMistakeError: If it means nothing.
            CardsError: If a pack or deck cannot be used.
        """
        ...

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """What no source gives and the players must supply."""
        ...

    def dice(self) -> Mapping[str, DieKind]:
        """The kinds of dice it is played with, by name; none for a game without dice."""
        ...

    def dice_advice(self, language: Language) -> str:
        """What helps those who say what the numbers of their dice stand for."""
        ...

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """What is printed for it."""
        ...


def usual_faces(shelf: Shelf) -> tuple[str, ...]:
    """What the numbers of a die stand for in a game with one kind of die; nothing in a game with none, or several."""
    kinds = tuple(shelf.dice().values())
    return kinds[0].faces if len(kinds) == 1 else ()


def missing_dice(shelf: Shelf, field: Faces) -> tuple[str, ...]:
    """Kinds of dice that a roll of several kinds asks for and the shelf does not have; such a roll cannot be thrown."""
    return tuple(dict.fromkeys(die.kind for die in field.dice if die.kind not in shelf.dice()))
