"""Folds the events of dice into the journal.

Every throw gets one entry when it begins, and so does every report without a throw; an entry gets one final fate. A
throw for which nothing was requested goes to practice when it ends. A throw that may belong to an open roll stays open
until that roll is closed, because the table may still decide about it.
"""

import re
from dataclasses import replace

from hardware.events import (
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.rolls.journal import DeclaredRoll, Die, Entry, Fate, FateReason, Journal
from hardware.rolls.request import CameraRole

_PLAIN_KIND = re.compile(r"d[1-9]\d*")


def fold(journal: Journal, event: DieEvent) -> Journal:
    """Returns the journal after an event.

    Args:
        journal: The present journal.
        event: An event; the events of one die must be in order.
    """
    journal = tick(journal, event.at_s)
    die = journal.dice.get(event.die, Die())
    match event:
        case Discovered():
            journal = journal.with_die(event.die, replace(die, kind=event.kind or die.kind))
        case Connected() | Reconnected() | Disconnected():
            # The rolls of a die while it is disconnected are unknown, and after a restart its count of throws begins
            # again.
            why = event.why if isinstance(event, Disconnected) else ""
            away = replace(die, throw=None, counts=frozenset(), lost=isinstance(event, Disconnected))
            journal = _interrupt(journal, die, why).with_die(event.die, away)
        case RollStarted():
            journal = _rolling(journal, event, die)
        case Settled():
            journal = _settled(journal, event, die)
        case Cocked() | Moved():
            journal = _no_face(journal, event, die)
        case _:
            pass
    return journal


def tick(journal: Journal, now_s: float) -> Journal:
    """Returns the journal after the passing of time alone."""
    return replace(journal, now_s=now_s) if now_s > journal.now_s else journal


def _rolling(journal: Journal, event: RollStarted, die: Die) -> Journal:
    going_on = journal.entries.get(die.throw) if die.throw is not None else None
    if going_on is not None and going_on.fate is Fate.OPEN:
        return journal
    candidates = tuple(id_ for id_, asked in journal.open.items() if refusal(journal, asked, event, event.at_s) is None)
    entry = Entry(journal.count, event.die, event.source, event.at_s, candidates=candidates)
    return journal.with_entry(entry).with_die(event.die, replace(die, throw=entry.number))


def _settled(journal: Journal, event: Settled, die: Die) -> Journal:
    if event.throw is not None and event.throw in die.counts:
        return _stray(journal, event, FateReason.REPEATED)
    entry = _ended(journal, event, die)
    if entry is None:
        return _stray(journal, event, FateReason.NO_ROLLING)
    counts = die.counts if event.throw is None else die.counts | {event.throw}
    journal = journal.with_die(event.die, replace(die, throw=None, counts=counts))
    if entry.fate is not Fate.OPEN:
        return journal.with_entry(entry)
    if not possible(event.face, die.kind):
        return journal.end(entry, Fate.ANOMALY, FateReason.IMPOSSIBLE_FACE)
    if event.evidence.kind is EvidenceKind.HAND:
        entry = replace(entry, candidates=_of_this_hand(journal, entry.candidates, event.evidence))
    return journal.with_entry(entry) if entry.candidates else _aside(journal, event, entry)


def _no_face(journal: Journal, event: Cocked | Moved, die: Die) -> Journal:
    """Ends a throw that ended on no face, or in a hand; or records a report without a throw."""
    why = FateReason.COCKED if isinstance(event, Cocked) else FateReason.MOVED
    entry = _ended(journal, event, die)
    if entry is None and isinstance(event, Cocked):
        return _stray(journal, event, FateReason.NO_ROLLING)
    if entry is None:
        # The die was picked up and put down again. It gets an entry, so that every report of a die has one.
        return journal.end(Entry(journal.count, event.die, event.source, None, event, event.at_s), Fate.VOID, why)
    journal = journal.with_die(event.die, replace(die, throw=None))
    if entry.fate is not Fate.OPEN:
        return journal.with_entry(entry)
    return journal.end(entry, Fate.VOID, why) if entry.candidates else _aside(journal, event, entry)


def _ended(journal: Journal, event: Settled | Cocked | Moved, die: Die) -> Entry | None:
    entry = journal.entries.get(die.throw) if die.throw is not None else None
    return entry if entry is None else replace(entry, report=event, ended_s=event.at_s)


def _aside(journal: Journal, event: Settled | Cocked | Moved, entry: Entry) -> Journal:
    """Ends a throw that belongs to no roll."""
    if entry.why is FateReason.LATE_WITNESS:
        return journal.end(entry, Fate.ANOMALY, entry.why)
    refusals = [refusal(journal, asked, event, entry.began_s) for asked in journal.open.values()]
    named = [why for why in refusals if why is not None]
    # A roll that might have taken it refuses the person who entered it, or was declared just after the throw began.
    otherwise = FateReason.OTHER_PLAYER if event.evidence.kind is EvidenceKind.HAND else FateReason.BEFORE
    return journal.end(entry, Fate.PRACTICE, named[0] if named else otherwise if refusals else FateReason.UNASKED)


def _stray(journal: Journal, event: Settled | Cocked, why: FateReason) -> Journal:
    entry = Entry(journal.count, event.die, event.source, None, event, event.at_s)
    return journal.end(entry, Fate.ANOMALY, why)


def _interrupt(journal: Journal, die: Die, detail: str) -> Journal:
    entry = journal.entries.get(die.throw) if die.throw is not None else None
    return (
        journal
        if entry is None or entry.fate is not Fate.OPEN
        else journal.end(entry, Fate.VOID, FateReason.LOST, detail)
    )


def possible(face: int, kind: str | None) -> bool:
    """Whether a die of this kind has this face, if the kind's name states the number of faces."""
    if kind is None or not _PLAIN_KIND.fullmatch(kind):
        return True
    sides = int(kind[1:])
    return 0 <= face <= sides if sides == 10 else 1 <= face <= sides


def refusal(journal: Journal, asked: DeclaredRoll, event: DieEvent, began_s: float | None) -> FateReason | None:
    """Returns why a throw by an event's die does not belong to a roll; None if it may belong to it."""
    request = asked.request
    die = journal.pairs.get(event.die, event.die)
    owner = journal.owners.get(die)
    kind = journal.dice.get(event.die, Die()).kind
    stranger = (
        request.watch is CameraRole.COUNTED and event.source == journal.policy.camera and event.die not in journal.pairs
    )
    why = None
    if began_s is None or began_s < asked.declared_s:
        why = FateReason.BEFORE
    elif request.dice and die not in request.dice and not stranger:
        why = FateReason.OTHER_DIE
    elif request.by and owner is not None and owner not in request.by:
        why = FateReason.OTHER_PLAYER
    elif request.kind is not None and kind != request.kind and event.source not in request.stand_ins:
        why = FateReason.KIND_UNKNOWN if kind is None else FateReason.OTHER_KIND
    return why


def _of_this_hand(journal: Journal, candidates: tuple[str, ...], evidence: Evidence) -> tuple[str, ...]:
    """Returns the rolls for which the person who entered the face may throw."""
    who = evidence.data.decode("utf-8", "replace")
    if who not in journal.policy.players:
        return candidates
    return tuple(id_ for id_ in candidates if not (by := journal.open[id_].request.by) or who in by)
