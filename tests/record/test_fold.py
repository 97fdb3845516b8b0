"""Entries taken up one by one: each event is known by its number, and the first entry that is wrong by its own."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from companion.record.chain import FIRST, Entry, Kind
from companion.record.errors import TamperedError
from companion.record.fold import Fold
from tests.record.games import NOON
from tests.record.toy import FirstToy, Go, ToySetup, Went


def went(to: int) -> bytes:
    return msgspec.json.encode(Went(piece="A", to=to))


BEGIN = ("begin", msgspec.json.encode(ToySetup()), ())


def chain(*parts: tuple[Kind, bytes, Sequence[bytes]]) -> list[Entry]:
    """Entries that follow on one another, each by its kind, body and events."""
    made: list[Entry] = []
    for number, (kind, body, events) in enumerate(parts):
        before = made[-1].hash if made else FIRST
        fields: dict[str, Any] = {"at": NOON, "actor": "A", "edition": "" if number else "en", "state": b""}
        entry = Entry(number=number, kind=kind, body=body, events=tuple(events), evidence=(), before=before, **fields)
        made.append(entry.sealed())
    return made


def taken(entries: Sequence[Entry]) -> Fold:
    fold = Fold(FirstToy())
    for entry in entries:
        fold.take(entry)
    return fold


def wrong(fold: Fold, entry: Entry) -> tuple[int, int | None, int]:
    """What is told of an entry that is not the next: its number, the last event before it, how many it has."""
    with pytest.raises(TamperedError) as caught:
        fold.take(entry)
    return caught.value.entry, caught.value.after, caught.value.count


SEVERAL = chain(
    BEGIN,
    ("command", b"{}", [went(1), went(2)]),
    ("command", b"{}", []),
    ("undo", b'{"to":1}', []),
    ("redo", b"{}", []),
    ("command", b"{}", [went(1)]),
    ("reveal", b"{}", []),
    ("command", b"{}", [went(2), went(3), went(1)]),
)
"""Six events in three of four commands."""


def test_events_are_numbered_on_through_all_entries():
    fold = taken(SEVERAL)
    for _ in range(2):  # the first time they are decoded
        assert [fold.event(number).to for number in range(1, 7)] == [1, 2, 1, 2, 3, 1]
    assert fold.history.counting == [1, 2, 3, 4, 5, 6]
    assert fold.boundaries == [0, 2, 2, 3, 6]
    assert (fold.entries, fold.hash, fold.edition, fold.setup) == (8, SEVERAL[7].hash, "en", ToySetup())
    assert [fold.hash_of(number) for number in range(8)] == [entry.hash for entry in SEVERAL]
    assert fold.folded([1, 2, 3]).pieces["A"].at == 1
    assert fold.folded([1, 2, 3]).turn == 4


def test_what_was_done_here_and_now_is_known_as_if_it_had_been_read():
    read, done = taken(SEVERAL), taken(SEVERAL[:1])
    decode = msgspec.json.Decoder(Went).decode
    for entry in SEVERAL[1:]:
        if entry.kind == "undo":
            done.history.undo(1)
        elif entry.kind == "redo":
            done.history.redo()
        done.added(entry, tuple(map(decode, entry.events)))
        assert done.last == entry
    assert [done.event(number) for number in range(1, 7)] == [read.event(number) for number in range(1, 7)]
    assert (done.history, done.boundaries) == (read.history, read.boundaries)
    assert [done.hash_of(number) for number in range(8)] == [read.hash_of(number) for number in range(8)]


@pytest.mark.parametrize(("number", "entry"), [(1, 1), (2, 1), (3, 5), (4, 7), (5, 7), (6, 7)])
def test_an_event_that_cannot_be_read_or_does_not_fit_is_named_with_its_entry(number: int, entry: int):
    for broken in (b"{", msgspec.json.encode(Went(piece="nobody", to=1))):
        parts, event = [], 0
        for each in SEVERAL:
            events = list(each.events)
            if event < number <= event + len(events):
                events[number - 1 - event] = broken
            event += len(events)
            parts.append((each.kind, each.body, events))
        with pytest.raises(TamperedError) as caught:
            taken(chain(*parts)).folded([number])
        assert (caught.value.entry, caught.value.after, caught.value.count) == (entry, number - 1, 1)


@pytest.mark.parametrize("number", range(1, 8))
def test_an_entry_that_is_missing_or_changed_is_named_with_the_event_before_it(number: int):
    before = [0, 0, 2, 2, 2, 2, 3, 3][number]
    entry, count = SEVERAL[number], len(SEVERAL[number].events)
    fold = taken(SEVERAL[:number])
    other = msgspec.structs.replace(entry, before=SEVERAL[number - 2].hash).sealed()
    assert wrong(fold, other) == (number, before, count)
    assert wrong(fold, msgspec.structs.replace(entry, at="x")) == (number, before, count)
    assert wrong(fold, SEVERAL[number - 1]) == (number, before, 0)
    if number < 7:
        assert wrong(fold, SEVERAL[number + 1]) == (number, before, 0)
    fold.take(entry)  # whatever was refused has changed nothing


@pytest.mark.parametrize(
    "part",
    [
        ("begin", BEGIN[1], [went(1)]),
        ("undo", b'{"to":3}', [went(1)]),
        ("undo", b"{}", [went(1)]),
        ("redo", b"{}", [went(1)]),
    ],
)
def test_what_cannot_come_next_is_refused_with_all_that_it_says(part: tuple[Kind, bytes, list[bytes]]):
    """A game begins once; what does not count cannot be gone back to; nothing was undone."""
    first = [BEGIN, ("command", b"{}", [went(1), went(2)])]
    entries = chain(*first, part)
    assert wrong(taken(entries[:2]), entries[2]) == (2, 2, 1)


def test_an_entry_is_wrong_after_it_was_taken_as_before():
    fold = taken(SEVERAL)
    told = fold.tampered(SEVERAL[7], "so it is")
    assert (told.entry, told.after, told.count, told.why) == (7, 3, 3, "so it is")


@pytest.mark.parametrize("kind", ["command", "undo", "redo", "reveal"])
def test_a_record_begins_with_nothing_but_its_setup(kind: Kind):
    (first,) = chain((kind, b'{"to":0}', ()))
    assert wrong(Fold(FirstToy()), first) == (0, 0, 0)


def test_a_command_is_read_from_the_entry_that_it_stands_in():
    entries = chain(BEGIN, ("command", b'{"kind":"go","by":"B","to":2}', [went(2)]), ("command", b"{", []))
    fold = taken(entries)
    assert fold.command(entries[1]) == Go(by="B", to=2)
    with pytest.raises(TamperedError) as caught:
        fold.command(entries[2])
    assert (caught.value.entry, caught.value.after, caught.value.count) == (2, 1, 0)
