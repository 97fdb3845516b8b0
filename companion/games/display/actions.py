"""What a viewer may do in a game, and what is asked of the viewer, as screens lay it out."""

from dataclasses import dataclass

from companion.games.display.card_look import CardLook
from companion.games.prompt import CommandSpec, Prompt

PIECE, TURN = "piece", "turn"
"""What a command may close: what one piece does, or a player's turn."""
CLOSED = (PIECE, TURN)
"""In the order in which their keys stand."""


@dataclass(frozen=True, slots=True)
class Action:
    """A command that the viewer may give.

    Attributes:
        spec: The command.
        label: What its key says; empty where the game's speech finds the words.
        piece: Id of the piece that does it; empty for none.
        sure: What is said before it is done; empty for nothing.
        closes: What it closes, one of `CLOSED`; empty for nothing.
        notes: What one should know before doing it, a line each.
        look: How the card looks that it brings into the game; None where it brings none.
    """

    spec: CommandSpec
    label: str = ""
    piece: str = ""
    sure: str = ""
    closes: str = ""
    notes: tuple[str, ...] = ()
    look: CardLook | None = None


@dataclass(frozen=True, slots=True)
class BarredCard:
    """A card that could be brought into the game now if no rule forbade it.

    Attributes:
        name: What it is called.
        look: How it looks.
        notes: What one should know of it, a line each; the last one is why it is forbidden.
    """

    name: str
    look: CardLook
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """Commands that stand together.

    Attributes:
        title: What stands above them; empty for nothing.
        actions: In order.
        barred: Cards that a rule keeps out of the game for now; they are shown after the actions.
    """

    title: str
    actions: tuple[Action, ...]
    barred: tuple[BarredCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What somebody has answered to a question that is asked of several.

    Attributes:
        name: Who.
        answer: What, in a word.
    """

    name: str
    answer: str


@dataclass(frozen=True, slots=True)
class PendingPrompt:
    """What is asked of the viewer.

    Attributes:
        prompt: What, with the commands that answer it.
        detail: What one should know before answering, a line each.
        said: What others have answered.
        besides: Commands that are no answer, and end the question.
        likely: Whether the first answer is the one that most will give.
        beside: Key of the own cards that it is about, which stand beside it; empty for none.
        rolled: Whether dice answer it.
        measured: Whether it is asked because a measurement was too close to call.
        of_bout: Whether it belongs to the bout that runs.
        answers_beside: Whether the answers stand side by side.
    """

    prompt: Prompt
    detail: tuple[str, ...] = ()
    said: tuple[SeatAnswer, ...] = ()
    besides: tuple[CommandSpec, ...] = ()
    likely: bool = True
    rolled: bool = False
    measured: bool = False
    of_bout: bool = False
    answers_beside: bool = False
    beside: str = ""
