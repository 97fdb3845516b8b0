"""On what each event of a record rests: the command it follows from, in the game in which it was given."""

from typing import Any

from companion.games.command import Event
from companion.games.grounds import Ground, GroundTracker, MeasuredCommand
from companion.games.values import tells_place
from companion.record.record import Record
from companion.record.walk import RecordedEntry, walk

BY_HAND = "places.by-hand"
"""Name of the evidence that tells that no camera looked: players measured the places and entered them."""


class GroundFinder:
    """Follows a record from its first entry.

    Attributes:
        grounds: What events rest on, by their numbers; those of whose like nothing is measured are absent.
        by_hand: Numbers of the events whose places players entered, without a camera.
    """

    def __init__(self, record: Record) -> None:
        self.grounds: dict[int, Ground] = {}
        self.by_hand: set[int] = set()
        self._record = record
        self._told = GroundTracker(record.game)

    def take(self, passage: RecordedEntry) -> None:
        """Follows an entry; all are to be given, whole and in order.

        Raises:
            TamperedError: If its command is not as it was written.
        """
        if passage.happened:
            command = self._record.command(passage.entry)
            measured_command = MeasuredCommand(self._record.game, passage.happened[0].before, command)
            by_hand = any(each.name == BY_HAND for each in passage.entry.evidence)
            for each in passage.happened:
                self.add(each.number, measured_command, each.before, each.event, by_hand=by_hand)

    def add(
        self,
        number: int,
        measured_command: MeasuredCommand,
        before: Any,  # noqa: ANN401 (the game's own state)
        event: Event,
        *,
        by_hand: bool,
    ) -> None:
        """Follows one event that was not yet in the record when this began.

        Args:
            number: Its number.
            measured_command: The command that it follows from.
            before: The game before it.
            event: What happened.
            by_hand: Whether players entered all places then.
        """
        if by_hand and tells_place(event):
            self.by_hand.add(number)
        ground = self._told.of(measured_command, before, event)
        if ground is not None:
            self.grounds[number] = ground


def grounds_of(record: Record) -> dict[int, Ground]:
    """On what the events of a record rest, by their numbers."""
    grounding = GroundFinder(record)
    for passage in walk(record):
        grounding.take(passage)
    return grounding.grounds
