"""What a game is set up with: seats, decks, miniatures, dice, and what is printed for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from companion.cards import CardLibrary, Fault, Pack
from companion.cards.library import LocalLibrary
from companion.documents import Path
from companion.games.display.board_view import AreaView
from companion.games.options import Chosen, Option, OptionValue
from companion.games.prompt import Faces
from companion.geometry.grid import Grid
from companion.texts import Language


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
        drawn: What is drawn on the stickers of its faces, by the names of `vision.dice.stickers.faces.Symbol`; empty
            for what symbol dice have.
    """

    faces: tuple[str, ...]
    colour: str = ""
    marks: str = "pips"
    drawn: tuple[str, ...] = ()

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
class TokenSet:
    """Tokens of a game that lie on the mat, all alike from above.

    Attributes:
        diameter_mm: Of each.
        count: How many the game has.
    """

    diameter_mm: float
    count: int


@dataclass(frozen=True, slots=True)
class Prints:
    """What is printed for a game.

    Attributes:
        bases: Sizes of bases.
        rulers: Lengths by name, in mm; none for a game that measures nothing.
        gauges: Names of the rulers that are also made as gauges, which are laid against a base.
        board: Its board of cells, as `Layout.grid` has it; None for a game without one.
        zones: Parts of the mat that mean something, by the names that are printed in them.
        tokens: Those that are given tags, so that the camera sees where they lie; None for a game without any.
    """

    bases: tuple[BaseSize, ...]
    rulers: Mapping[str, float] = field(default_factory=dict)
    gauges: tuple[str, ...] = ()
    board: Grid | None = None
    zones: tuple[AreaView, ...] = ()
    tokens: TokenSet | None = None


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


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """How a deck is put together by touch: so many of those who may be in it.

    Attributes:
        name: What is done, on a key, in the reader's language.
        title: What is asked, over the choices.
        members: Who may be chosen.
        count: How many are chosen, at most; the order in which they are is kept.
        least: How few; None for just so many.
        fits: Whether one more may be in it beside those who were chosen, by their keys; None if anybody may.
        follows: What is chosen next, by the keys of those who were; None for nothing.
    """

    name: str
    title: str
    members: tuple[OptionValue, ...]
    count: int
    least: int | None = None
    fits: Callable[[tuple[str, ...], str], bool] | None = None
    follows: "Callable[[tuple[str, ...]], DeckChoice] | None" = None


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
        cardboard: Whether its decks may be of cardboard, told to the program by touches; else it deals them.
    """

    @property
    def seat_ids(self) -> tuple[str, ...]: ...
    @property
    def library(self) -> CardLibrary[Any, Any] | None: ...
    @property
    def usual_decks(self) -> tuple[str, ...]: ...
    @property
    def record_ending(self) -> str: ...
    @property
    def cardboard(self) -> bool: ...

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

    def carried(self, setup: Any, seat: str) -> Mapping[str, Any]:  # noqa: ANN401 (the game's own)
        """The deck that a seat of a set-up brought, as its file has it; empty where there is none or nobody told it."""
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


class DeckMaker(Protocol):
    """How a deck is put together by touch: a shelf has one as `maker` where its decks are so simple."""

    def choice(self, cards: Mapping[str, Any], chosen: Chosen, language: Language) -> DeckChoice:
        """What is chosen for a deck.

        Args:
            cards: All cards there are, by key.
            chosen: For every option.
            language: The reader's.
        """
        ...

    def deck(self, members: tuple[str, ...], names: Mapping[str, str], cards: Mapping[str, Any]) -> Mapping[str, Any]:
        """A deck of those who were chosen, as its file has it.

        Args:
            members: Their keys.
            names: The deck's own, by language.
            cards: All cards there are, by key.
        """
        ...


def maker_of(shelf: Shelf) -> DeckMaker | None:
    """How decks of a game are put together by touch; None where they are written into files."""
    return getattr(shelf, "maker", None)


def usual_faces(shelf: Shelf) -> tuple[str, ...]:
    """What the numbers of a die stand for in a game with one kind of die; nothing in a game with none, or several."""
    kinds = tuple(shelf.dice().values())
    return kinds[0].faces if len(kinds) == 1 else ()


def missing_dice(shelf: Shelf, field: Faces) -> tuple[str, ...]:
    """Kinds of dice that a roll of several kinds asks for and the shelf does not have; such a roll cannot be thrown."""
    return tuple(dict.fromkeys(die.kind for die in field.dice if die.kind not in shelf.dice()))
