"""A game that leaves parts of the protocol out: what the rooms have of it then.

A game must decide, fold and show; that it says little, draws nothing, puts nothing on the mat, lays out no sheets and
gathers no fights makes it plain, and stops nobody from playing it.
"""

from typing import Any, cast

import msgspec

from companion.games.board import Board
from companion.games.command import TABLE, Command, Event
from companion.games.common import PileShuffled, Shuffled
from companion.games.defaults.no_board import NoBoard
from companion.games.defaults.setup import PlainSetup
from companion.games.defaults.sheets import PlainSheets
from companion.games.defaults.shelf import PlainShelf
from companion.games.defaults.speech import PlainByHand, PlainSpeech, PlainTally
from companion.games.display.sheets import Sheets
from companion.games.parts import ByHand, Grounds, Results, Speech, Tally
from companion.games.prompt import CommandSpec, Prompt
from companion.games.protocol import Game
from companion.games.shelf import Shelf
from companion.games.taste import AnyTaste, Taste
from companion.games.verdicts.measured import Measurement, MeasurementFilter, MeasurementText
from companion.geometry.drawing import Drawing
from companion.texts import COMMON, Language, Texts


class NoGrounds:
    """No event rests on a measurement."""

    def begun(self, event: Event) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def rests_on(self, before: object, event: Event) -> MeasurementFilter | None:
        """Nothing."""

    def placed(self, piece: str) -> MeasurementFilter:
        """Nothing."""
        return MeasurementFilter(lambda _: False)

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """There is nothing to be shown."""
        return False

    def pieces(self, question: str) -> tuple[str, ...]:
        """None."""
        return ()

    def drawing(self, measured: Measurement) -> Drawing | None:
        """None."""

    def measurement_text(self, measured: Measurement, language: Language) -> MeasurementText:
        """That of a gap, about nobody."""
        return MeasurementText()


class NoResults:
    """Nobody fights."""

    shown: tuple[object, ...] = ()

    def add(self, before: object, event: Event, *, goes_on: bool) -> None:
        """Nothing."""


class CompletedGame:
    """A game with what it leaves out."""

    setup_type: object = PlainSetup
    texts: Texts = COMMON
    speech: Speech[Any]
    grounds: Grounds[Any] = NoGrounds()
    board: Board[Any] = NoBoard()
    sheets: Sheets[Any]
    tally: Tally[Any] = PlainTally()
    by_hand: ByHand[Any] = PlainByHand()

    def __init__(self, game: Game[Any]) -> None:
        self._game, whole = game, cast("Game[Any]", self)
        self.speech = PlainSpeech(whole)
        self.shelf: Shelf = PlainShelf(whole)
        self.sheets = PlainSheets(whole)
        for part in (*PARTS, *DECIDED):
            if hasattr(game, part):
                given = getattr(game, part)
                setattr(self, part, given(whole) if _is_made_of_game(part, given) else given)

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

    def revocable(self, command: Command) -> bool:
        """None: all players agree on the way back."""
        return False

    def leads_on(self, event: Event, prompt: Prompt | None = None) -> bool:
        """Any event may change what is asked."""
        return True

    def new(self, setup: msgspec.Struct) -> Any:  # noqa: ANN401 (the game's own state)
        """The state of which nothing but the setup is said."""
        return cast("type[Any]", self._game.state_type)(setup)

    def view(self, state: msgspec.Struct, viewer: str) -> msgspec.Struct:
        """All of it: nothing is hidden."""
        return state

    def public_event(self, state: object, event: Event, viewer: str) -> Event:
        """All of it: nothing is hidden."""
        return event

    def commands(self, state: object, player: str) -> tuple[CommandSpec, ...]:
        """The answers to what is asked of the player."""
        specs = (spec for prompt in self._game.prompts(state) for spec in prompt.specs)
        return tuple(spec for spec in specs if spec.by == player)

    def measured(self, state: object, command: Command) -> tuple[Measurement, ...]:
        """Nothing."""
        return ()

    def learned(self, state: object, event: Event) -> tuple[tuple[str, str], ...]:
        """Nothing."""
        return ()

    def shuffle(self, state: object, event: Event) -> tuple[str, tuple[str, ...]] | None:
        """That of the event that games share."""
        return (event.pile, event.order) if isinstance(event, PileShuffled) else None

    def shuffling(self, state: object) -> tuple[str, tuple[str, ...]] | None:
        """Nothing."""
        return None

    def shuffled(self, pile: str, order: tuple[str, ...]) -> Command:
        """The command that games share."""
        return Shuffled(by=TABLE, player=pile, order=order)

    def may_react(self, state: object, event: Event) -> bool:
        """Nobody is asked in secret."""
        return False

    def passing(self, state: object) -> Command | None:
        """Nobody is asked in secret."""
        return None


MADE = ("speech", "board", "tally", "by_hand", "shelf", "sheets")
"""Parts that may be given as a class: it is made with the completed game."""

PARTS = (*MADE, "setup_type", "texts", "grounds", "reroll", "taste", "results", "leads_on", "revocable")
"""What a game may leave out."""

DECIDED = (
    "new",
    "view",
    "public_event",
    "commands",
    "measured",
    "learned",
    "shuffle",
    "shuffling",
    "shuffled",
    "may_react",
    "passing",
)
"""Of what a game decides, what it may leave out: it measures nothing, and has no secrets that interrupt others."""


def completed(game: Game[Any]) -> Game[Any]:
    """The game itself where it leaves nothing out."""
    is_whole = all(hasattr(game, part) for part in (*PARTS, *DECIDED))
    if is_whole and not any(_is_made_of_game(part, getattr(game, part)) for part in MADE):
        return game
    return cast("Game[Any]", CompletedGame(game))


def _is_made_of_game(part: str, given: object) -> bool:
    return part in MADE and isinstance(given, type)
