"""A game that leaves parts of the protocol out: what the rooms have of it then.

A game must decide, fold and show; that it says little, draws nothing, puts nothing on the mat, lays out no sheets and
gathers no fights makes it plain, and stops nobody from playing it.
"""

from typing import Any, cast

from companion.games.board import Board
from companion.games.command import Event
from companion.games.measured import Measured, Sought, Wording
from companion.games.no_board import NoBoard
from companion.games.plain import PlainByHand, PlainSpeech, PlainTally
from companion.games.plain_sheets import PlainSheets
from companion.games.plain_shelf import PlainShelf
from companion.games.protocol import ByHand, Game, Grounding, Results, Speech, Tally
from companion.games.sheets import Sheets
from companion.games.shelf import Shelf
from companion.games.taste import AnyTaste, Taste
from companion.geometry.drawing import Drawing
from companion.texts import COMMON, Language, Texts


class NoGrounds:
    """No event rests on a measurement."""

    def begun(self, event: Event) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def sought(self, before: object, event: Event) -> Sought | None:
        """Nothing."""

    def placed(self, piece: str) -> Sought:
        """Nothing."""
        return Sought(lambda _: False)

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """There is nothing to be shown."""
        return False

    def pieces(self, question: str) -> tuple[str, ...]:
        """None."""
        return ()

    def drawing(self, measured: Measured) -> Drawing | None:
        """None."""

    def wording(self, measured: Measured, language: Language) -> Wording:
        """That of a gap, about nobody."""
        return Wording()


class NoResults:
    """Nobody fights."""

    shown: tuple[object, ...] = ()

    def add(self, before: object, event: Event, *, goes_on: bool) -> None:
        """Nothing."""


class Completed:
    """A game with what it leaves out."""

    texts: Texts = COMMON
    speech: Speech[Any]
    grounds: Grounding[Any] = NoGrounds()
    board: Board[Any] = NoBoard()
    sheets: Sheets[Any]
    tally: Tally[Any] = PlainTally()
    by_hand: ByHand[Any] = PlainByHand()

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.speech = PlainSpeech(getattr(game, "texts", COMMON))
        self.shelf: Shelf = PlainShelf(game.name, lambda: game.setup_type)
        self.sheets = PlainSheets(cast("Game[Any]", self))
        for part in PARTS:
            if hasattr(game, part):
                setattr(self, part, getattr(game, part))

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def reroll(self, state: object) -> None:
        """None."""

    def taste(self) -> Taste[Any]:
        """Anything that is allowed."""
        return AnyTaste(self)

    def results(self) -> Results[Any]:
        """Gathers nothing."""
        return NoResults()

    def leads_on(self, event: Event) -> bool:
        """Any event may change what is asked."""
        return True


PARTS = (
    "texts", "speech", "grounds", "board", "tally", "by_hand", "shelf", "sheets", "reroll", "taste", "results",
    "leads_on",
)  # fmt: skip
"""What a game may leave out."""


def completed(game: Game[Any]) -> Game[Any]:
    """The game itself where it leaves nothing out."""
    return game if all(hasattr(game, part) for part in PARTS) else cast("Game[Any]", Completed(game))
