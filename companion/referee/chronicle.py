"""What happened in a game so far, as each viewer may read it."""

from dataclasses import dataclass
from typing import Any

from companion.games.protocol import SPECTATOR, Event, Game
from companion.games.signum.phrases import Phrase, phrases
from companion.record.telling import sentence
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log.

    Attributes:
        number: Its place in this viewer's log, from 1; other viewers' logs count for themselves.
        phrase: What it says, in no language yet.
        state: The game it was said in, which knows the names.
    """

    number: int
    phrase: Phrase
    state: Any


class Chronicle:
    """The logs of all viewers of one game; each holds only what its viewer may know."""

    def __init__(self, game: Game[Any], viewers: tuple[str, ...]) -> None:
        self._game = game
        self._logs: dict[str, list[Line]] = {viewer: [] for viewer in (*viewers, SPECTATOR)}

    def add(self, before: Any, event: Event) -> None:  # noqa: ANN401 (the game's own state)
        """Tells an event, given the game before it."""
        for viewer, log in self._logs.items():
            shown = self._game.public_event(before, event, viewer)
            if shown is not None:
                said = phrases(before, shown)  # type: ignore[arg-type]  # one of the union
                log.extend([Line(n, phrase, before) for n, phrase in enumerate(said, len(log) + 1)])

    def lines(self, viewer: str) -> tuple[Line, ...]:
        """All that a viewer may read, oldest first.

        Raises:
            KeyError: If there is no such viewer.
        """
        return tuple(self._logs[viewer])


def told(line: Line, language: Language) -> str:
    """A line in a reader's language."""
    return sentence(line.phrase, line.state, language)
