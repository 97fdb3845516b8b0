"""On which measurements an event rests: what stands behind a move, a shot, a place that was taken.

Events do not carry what was measured for them. The same command decided again in the same game measures the same, to
the last bit, so whoever keeps the two can always show it. What a hidden card may have asked in secret is not among it:
only events that everybody sees have grounds, and only questions about the pieces they name.
"""

import math
from collections.abc import Hashable
from typing import Any

from companion.games.command import Command, Event
from companion.games.protocol import Game
from companion.games.verdicts.measured import Measurement, MeasurementFilter


class MeasuredCommand:
    """A command in the game in which it was given; measures again what was measured then, once."""

    def __init__(self, game: Game[Any], state: Any, command: Command) -> None:  # noqa: ANN401 (the game's own)
        self._game, self._state, self._command = game, state, command
        self._measured: tuple[Measurement, ...] | None = None

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """What was measured to decide it, in order."""
        if self._measured is None:
            self._measured = self._game.measured(self._state, self._command)
        return self._measured


class Ground:
    """What an event may rest on."""

    def __init__(self, measured_command: MeasuredCommand, wanted: MeasurementFilter) -> None:
        self._command, self._filter = measured_command, wanted

    @property
    def is_measured(self) -> bool:
        """Whether anything was measured; told at once of events for which something always is."""
        return self._filter.certain or bool(self.measured)

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """The measurements that the event rests on, in the order in which they were asked.

        Of a sort that is asked of everything around there is only the tightest.
        """
        found = {each.question: each for each in self._command.measured if self._filter.wanted(each)}
        tightest: dict[str, Measurement] = {}
        for each in found.values():
            other = tightest.get(each.kind)
            if each.kind in self._filter.tightest and (other is None or _room_mm(each) < _room_mm(other)):
                tightest[each.kind] = each
        return tuple(each for each in found.values() if each is tightest.get(each.kind, each))


def _room_mm(measured: Measurement) -> float:
    """How much farther than needed something is."""
    value_mm = measured.verdict.value_mm
    return math.inf if value_mm is None else value_mm - measured.verdict.limit_mm


class GroundTracker:
    """Follows a game and tells of each event on what it rests."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._begun: dict[Hashable, MeasuredCommand] = {}

    def of(self, measured_command: MeasuredCommand, before: Any, event: Event) -> Ground | None:  # noqa: ANN401 (the game's own state)
        """What an event rests on; None where nothing is measured for its like.

        Args:
            measured_command: The command that the event follows from.
            before: The game before the event.
            event: The event, whole; all events are to be told, in order.
        """
        # What is carried out later rests on what was measured as it was declared.
        self._begun |= dict.fromkeys(self._game.grounds.begun(event), measured_command)
        wanted = self._game.grounds.rests_on(before, event)
        if wanted is None:
            return None
        declared = measured_command if wanted.begun is None else self._begun.get(wanted.begun)
        return None if declared is None else Ground(declared, wanted)
