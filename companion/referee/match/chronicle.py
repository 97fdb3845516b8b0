"""What happened in a game so far, as each viewer may read it."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from companion.games.command import SPECTATOR, Event
from companion.games.common import DiceRolled
from companion.games.display.speech import Phrase
from companion.games.grounds import Ground
from companion.games.protocol import Game
from companion.games.verdicts.measured import Measurement
from companion.presentation.teller import Teller

LAST_ROLLS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One sentence of the log; equal only to itself.

    Attributes:
        number: Its place in this viewer's log, from 1; other viewers' logs count for themselves.
        phrase: What it says, in no language yet.
        state: The game it was said in, which knows the names.
        ground: What it may rest on; None for nothing that is measured, or nothing that this viewer may see.
        event: How many events of the game counted once it was said; by it players go back.
        by_hand: Whether it tells of a place that no camera measured: players entered it.
    """

    number: int
    phrase: Phrase
    state: Any
    ground: Ground | None = None
    event: int = 0
    by_hand: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether it rests on any measurement."""
        return self.ground is not None and self.ground.is_measured

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """The measurements that it rests on."""
        return () if self.ground is None else self.ground.measured


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were rolled, with what witnessed them.

    Attributes:
        event: What they show, and who saw it.
        state: The game they were rolled in, which knows the names.
    """

    event: DiceRolled
    state: Any


class Chronicle:
    """The logs of all viewers of one game; each holds only what its viewer may know."""

    def __init__(self, game: Game[Any], viewers: tuple[str, ...]) -> None:
        self._game = game
        self._events = 0
        self._logs: dict[str, list[Line]] = {viewer: [] for viewer in (*viewers, SPECTATOR)}
        self._rolls: dict[str, deque[Roll]] = {viewer: deque(maxlen=LAST_ROLLS) for viewer in self._logs}
        self._results = game.results()
        self._last_results: tuple[Any, ...] = ()

    def add(
        self,
        before: Any,  # noqa: ANN401 (the game's own state)
        event: Event,
        ground: Ground | None = None,
        *,
        by_hand: bool = False,
        goes_on: bool = True,
    ) -> None:
        """Tells an event.

        Args:
            before: The game before it.
            event: What happened.
            ground: What it rests on; None for nothing.
            by_hand: Whether players entered its places.
            goes_on: Whether it is the first of something that somebody did.
        """
        self._events += 1
        self._results.add(before, event, goes_on=goes_on)
        self._last_results = self._results.shown or self._last_results
        for viewer, log in self._logs.items():
            shown = self._game.public_event(before, event, viewer)
            if shown is not None:
                if isinstance(shown, DiceRolled):
                    self._rolls[viewer].append(Roll(shown, before))
                said = self._game.speech.said(before, shown)
                seen = ground if self._game.grounds.may_be_shown(event, viewer) else None
                for n, phrase in enumerate(said):  # what is measured belongs to the first that is said
                    entered = by_hand and n == 0
                    log.append(Line(len(log) + 1, phrase, before, None if n else seen, self._events, entered))

    @property
    def events(self) -> int:
        """How many events were told."""
        return self._events

    def lines(self, viewer: str) -> tuple[Line, ...]:
        """All that a viewer may read, oldest first.

        Raises:
            KeyError: If there is no such viewer.
        """
        return tuple(self._logs[viewer])

    @property
    def results(self) -> tuple[Any, ...]:
        """How fights ended since somebody went on; open to all."""
        return self._results.shown

    @property
    def last_results(self) -> tuple[Any, ...]:
        """How the last fights ended, also once somebody has gone on; empty before the first."""
        return self._last_results

    def rolls(self, viewer: str) -> tuple[Roll, ...]:
        """The last rolls that a viewer may see, oldest first.

        Raises:
            KeyError: If there is no such viewer.
        """
        return tuple(self._rolls[viewer])


def told(line: Line, teller: Teller, *, shorter: str = "") -> str:
    """A line as a sentence; `shorter` as in `Teller.sentence`."""
    said = teller.at(line.state).sentence(line.phrase, shorter)
    return f"{said} {teller.say('mat.entered_by_hand')}" if line.by_hand else said
