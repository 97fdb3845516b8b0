"""A record gone through from its first entry: what happened, the state it happened in, and whether it still counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.games.command import Event
from companion.record.chain import Entry
from companion.record.history import History
from companion.record.record import Record


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """One event.

    Attributes:
        number: Its number in the record.
        event: What happened; as the viewer may know it, or whole.
        before: The game's state before it.
        counts: Whether it counts at the end, or was undone.
    """

    number: int
    event: Event
    before: Any
    counts: bool


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """One entry.

    Attributes:
        entry: As it was written.
        happened: Its events that the viewer may know of.
        after: The game's state after it.
        undone: Numbers of the events that an undo took back.
        learned: Of an undo: who learned what that it cannot take back.
    """

    entry: Entry
    happened: tuple[RecordedEvent, ...]
    after: Any
    undone: tuple[int, ...] = ()
    learned: tuple[tuple[str, str], ...] = ()


def walk(record: Record, viewer: str | None = None) -> Iterator[RecordedEntry]:
    """Every entry in order.

    Args:
        record: The record.
        viewer: Who may see it; None for the whole of it.

    Raises:
        TamperedError: If an event, also one that does not count, is not as it was written.
    """
    game, history, counting = record.game, History(), frozenset(record.counting)
    states: dict[int, Any] = {0: game.new(record.setup)}
    state = states[0]
    for entry in record.entries():
        happened: list[RecordedEvent] = []
        undone: tuple[int, ...] = ()
        learned: list[tuple[str, str]] = []
        before = list(history.counting)
        for number in history.add(len(entry.events)) if entry.kind == "command" else ():
            event = record.event(number)
            shown = event if viewer is None else game.public_event(state, event, viewer)
            if shown is not None:
                happened.append(RecordedEvent(number, shown, state, number in counting))
            state = states[number] = record.evolved(state, number)
        if entry.kind == "undo":
            to = int(msgspec.json.decode(entry.body)["to"])
            undone = tuple(number for number in before if number > to)
            for number in undone:
                learned += game.learned(_before(states, before, number), record.event(number))
            history.undo(to)
            state = states[to]
        elif entry.kind == "redo":
            history.redo()
            state = states[history.counting[-1]] if history.counting else states[0]
        yield RecordedEntry(entry, tuple(happened), state, undone, tuple(dict.fromkeys(learned)))


def _before(states: dict[int, Any], counting: list[int], number: int) -> Any:  # noqa: ANN401 (the game's own state)
    """The state before an event, among those that counted then."""
    at = counting.index(number)
    return states[counting[at - 1] if at else 0]
