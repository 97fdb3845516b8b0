"""Folds the events of dice into the book.

Every throw gets one entry when it begins, and so does every report without a throw; an entry gets one final fate. A
throw for which nothing was requested goes to practice when it ends. A throw that may belong to an open roll stays open
until that roll is closed, because the table may still decide about it.
"""

import re
from dataclasses import replace

from hardware.events import (
    Back,
    Cocked,
    Connected,
    DieEvent,
    Evidence,
    EvidenceKind,
    Lost,
    Moved,
    Rolling,
    Seen,
    Settled,
)
from hardware.rolls.journal import Asked, Book, Die, Entry, Fate, Why
from hardware.rolls.request import Watch

_PLAIN_KIND = re.compile(r"d[1-9]\d*")


def fold(book: Book, event: DieEvent) -> Book:
    """Returns the book after an event.

    Args:
        book: The present book.
        event: An event; the events of one die must be in order.
    """
    book = tick(book, event.at_s)
    die = book.dice.get(event.die, Die())
    match event:
        case Seen():
            book = book.with_die(event.die, replace(die, kind=event.kind or die.kind))
        case Connected() | Back() | Lost():
            # The rolls of a die while it is disconnected are unknown, and after a restart its count of throws begins
            # again.
            why = event.why if isinstance(event, Lost) else ""
            away = replace(die, throw=None, counts=frozenset(), lost=isinstance(event, Lost))
            book = _interrupt(book, die, why).with_die(event.die, away)
        case Rolling():
            book = _rolling(book, event, die)
        case Settled():
            book = _settled(book, event, die)
        case Cocked() | Moved():
            book = _no_face(book, event, die)
        case _:
            pass
    return book


def tick(book: Book, now_s: float) -> Book:
    """Returns the book after the passing of time alone."""
    return replace(book, now_s=now_s) if now_s > book.now_s else book


def _rolling(book: Book, event: Rolling, die: Die) -> Book:
    going_on = book.entries.get(die.throw) if die.throw is not None else None
    if going_on is not None and going_on.fate is Fate.OPEN:
        return book
    candidates = tuple(id_ for id_, asked in book.open.items() if refusal(book, asked, event, event.at_s) is None)
    entry = Entry(book.count, event.die, event.source, event.at_s, candidates=candidates)
    return book.with_entry(entry).with_die(event.die, replace(die, throw=entry.number))


def _settled(book: Book, event: Settled, die: Die) -> Book:
    if event.throw is not None and event.throw in die.counts:
        return _stray(book, event, Why.REPEATED)
    entry = _ended(book, event, die)
    if entry is None:
        return _stray(book, event, Why.NO_ROLLING)
    counts = die.counts if event.throw is None else die.counts | {event.throw}
    book = book.with_die(event.die, replace(die, throw=None, counts=counts))
    if entry.fate is not Fate.OPEN:
        return book.with_entry(entry)
    if not possible(event.face, die.kind):
        return book.end(entry, Fate.ANOMALY, Why.IMPOSSIBLE_FACE)
    if event.evidence.kind is EvidenceKind.HAND:
        entry = replace(entry, candidates=_of_this_hand(book, entry.candidates, event.evidence))
    return book.with_entry(entry) if entry.candidates else _aside(book, event, entry)


def _no_face(book: Book, event: Cocked | Moved, die: Die) -> Book:
    """Ends a throw that ended on no face, or in a hand; or records a report without a throw."""
    why = Why.COCKED if isinstance(event, Cocked) else Why.MOVED
    entry = _ended(book, event, die)
    if entry is None and isinstance(event, Cocked):
        return _stray(book, event, Why.NO_ROLLING)
    if entry is None:
        # The die was picked up and put down again. It gets an entry, so that every report of a die has one.
        return book.end(Entry(book.count, event.die, event.source, None, event, event.at_s), Fate.VOID, why)
    book = book.with_die(event.die, replace(die, throw=None))
    if entry.fate is not Fate.OPEN:
        return book.with_entry(entry)
    return book.end(entry, Fate.VOID, why) if entry.candidates else _aside(book, event, entry)


def _ended(book: Book, event: Settled | Cocked | Moved, die: Die) -> Entry | None:
    entry = book.entries.get(die.throw) if die.throw is not None else None
    return entry if entry is None else replace(entry, report=event, ended_s=event.at_s)


def _aside(book: Book, event: Settled | Cocked | Moved, entry: Entry) -> Book:
    """Ends a throw that belongs to no roll."""
    if entry.why is Why.LATE_WITNESS:
        return book.end(entry, Fate.ANOMALY, entry.why)
    refusals = [refusal(book, asked, event, entry.began_s) for asked in book.open.values()]
    named = [why for why in refusals if why is not None]
    # A roll that might have taken it refuses the person who entered it, or was declared just after the throw began.
    otherwise = Why.OTHER_PLAYER if event.evidence.kind is EvidenceKind.HAND else Why.BEFORE
    return book.end(entry, Fate.PRACTICE, named[0] if named else otherwise if refusals else Why.UNASKED)


def _stray(book: Book, event: Settled | Cocked, why: Why) -> Book:
    entry = Entry(book.count, event.die, event.source, None, event, event.at_s)
    return book.end(entry, Fate.ANOMALY, why)


def _interrupt(book: Book, die: Die, detail: str) -> Book:
    entry = book.entries.get(die.throw) if die.throw is not None else None
    return book if entry is None or entry.fate is not Fate.OPEN else book.end(entry, Fate.VOID, Why.LOST, detail)


def possible(face: int, kind: str | None) -> bool:
    """Whether a die of this kind has this face, if the kind's name states the number of faces."""
    if kind is None or not _PLAIN_KIND.fullmatch(kind):
        return True
    sides = int(kind[1:])
    return 0 <= face <= sides if sides == 10 else 1 <= face <= sides


def refusal(book: Book, asked: Asked, event: DieEvent, began_s: float | None) -> Why | None:
    """Returns why a throw by an event's die does not belong to a roll; None if it may belong to it."""
    request = asked.request
    die = book.pairs.get(event.die, event.die)
    owner = book.owners.get(die)
    kind = book.dice.get(event.die, Die()).kind
    stranger = request.watch is Watch.COUNTED and event.source == book.policy.camera and event.die not in book.pairs
    why = None
    if began_s is None or began_s < asked.declared_s:
        why = Why.BEFORE
    elif request.dice and die not in request.dice and not stranger:
        why = Why.OTHER_DIE
    elif request.by and owner is not None and owner not in request.by:
        why = Why.OTHER_PLAYER
    elif request.kind is not None and kind != request.kind and event.source not in request.stand_ins:
        why = Why.KIND_UNKNOWN if kind is None else Why.OTHER_KIND
    return why


def _of_this_hand(book: Book, candidates: tuple[str, ...], evidence: Evidence) -> tuple[str, ...]:
    """Returns the rolls for which the person who entered the face may throw."""
    who = evidence.data.decode("utf-8", "replace")
    if who not in book.policy.players:
        return candidates
    return tuple(id_ for id_ in candidates if not (by := book.open[id_].request.by) or who in by)
