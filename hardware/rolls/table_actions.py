"""The table's actions on rolls: declare, answer, close. An action that does not fit changes nothing."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from hardware.rolls.event_fold import possible, tick
from hardware.rolls.journal import CollectingError, DeclaredRoll, Die, Entry, Fate, FateReason, Journal, Statement
from hardware.rolls.request import RollRequest
from hardware.rolls.result import RollResult, result_of
from hardware.rolls.roll_state import is_asked_about, roll_progress


def declare(journal: Journal, request: RollRequest, at_s: float) -> Journal:
    """Returns the journal with a roll opened; throws that begin from now on may belong to it.

    Raises:
        CollectingError: If the id has been used before.
    """
    if request.id in journal.ids:
        raise CollectingError(f"there has been a roll {request.id!r} already")
    journal = tick(journal, at_s)
    opened = MappingProxyType({**journal.open, request.id: DeclaredRoll(request, at_s)})
    return replace(journal, open=opened, ids=journal.ids | {request.id})


def pair(journal: Journal, seen: str, die: str) -> Journal:
    """Returns the journal in which a die that the camera identifies by its code is the same object as another die."""
    if seen == die:
        raise CollectingError(f"the die {die!r} cannot be its own witness")
    if die in journal.pairs:
        raise CollectingError(f"the die {die!r} is itself the camera's sight of {journal.pairs[die]!r}")
    if any(other == die for sight, other in journal.pairs.items() if sight != seen):
        raise CollectingError(f"the die {die!r} has another code already")
    return replace(journal, pairs=MappingProxyType({**journal.pairs, seen: die}))


def give(journal: Journal, die: str, player: str | None) -> Journal:
    """Returns the journal in which a die belongs to a player; None for nobody."""
    owners = {name: owner for name, owner in journal.owners.items() if name != die}
    return replace(journal, owners=MappingProxyType(owners if player is None else {**owners, die: player}))


def decide(journal: Journal, number: int, face: int, word: Statement) -> Journal:
    """Names the face of a settled throw for the table; the die's own report is kept.

    Args:
        journal: The journal.
        number: The throw.
        face: Its face.
        word: Who said it, when and why.

    Raises:
        CollectingError: If there is no such settled throw, or the die has no such face.
    """
    entry = _settled(journal, number)
    if not possible(face, journal.dice.get(entry.die, Die()).kind):
        raise CollectingError(f"the die {entry.die!r} has no face {face}")
    return _say(journal, entry, replace(word, said="face", value=str(face)))


def call_again(journal: Journal, number: int, word: Statement) -> Journal:
    """Makes a throw void for the table, with the reason on the record; another throw is owed.

    Raises:
        CollectingError: If the throw does not belong to an open roll, or no reason was given.
    """
    entry = journal.entries.get(number)
    if entry is None or entry.fate is not Fate.OPEN or not entry.candidates:
        raise CollectingError(f"the throw {number} is none of an open roll")
    if not word.reason.strip():
        raise CollectingError("why is it thrown again? A reason is needed")
    journal = _say(journal, entry, replace(word, said="again"))
    return journal.end(journal.entries[number], Fate.VOID, FateReason.REROLL, word.reason)


def claim(journal: Journal, number: int, word: Statement) -> Journal:
    """Notes that a player wants a throw void; it counts on until the table agrees.

    Raises:
        CollectingError: If the throw does not lie there for an open roll, or no reason was given.
    """
    entry = _settled(journal, number)
    if not entry.candidates:
        raise CollectingError(f"the throw {number} is none of an open roll")
    if not word.reason.strip():
        raise CollectingError("why is it thrown again? A reason is needed")
    return _say(journal, entry, replace(word, said="claim"))


def agree(journal: Journal, number: int, word: Statement) -> Journal:
    """Agrees for the table that a throw is void: one that a player claims to be, or one that came to nothing.

    Raises:
        CollectingError: If nobody asks about this throw.
    """
    entry = _asked_about(journal, number)
    claimed = entry.claim
    journal = _say(journal, entry, replace(word, said="agreed"))
    if claimed is None:
        return journal
    return journal.end(journal.entries[number], Fate.VOID, FateReason.REROLL, claimed.reason)


def let_stand(journal: Journal, number: int, word: Statement) -> Journal:
    """Answers a player's claim for the table: the throw counts.

    Raises:
        CollectingError: If no player claims that this throw is void.
    """
    entry = _asked_about(journal, number)
    if entry.claim is None:
        raise CollectingError(f"nobody claims that the throw {number} is void")
    return _say(journal, entry, replace(word, said="stands"))


def keep(journal: Journal, request: str, numbers: Iterable[int], word: Statement) -> Journal:
    """Selects the settled throws that count; the others that counted so far go to practice.

    Raises:
        CollectingError: If one of them does not belong to the roll, or there are too many.
    """
    progress = roll_progress(journal, request)
    kept = frozenset(numbers)
    seen = {entry.number for entry in progress.counted} | set(progress.witnesses)
    if not kept <= seen:
        raise CollectingError(f"these throws are none of the roll {request!r}: {sorted(kept - seen)}")
    if not kept or len(kept) > progress.asked.request.count:
        raise CollectingError(f"the roll takes {progress.asked.request.count}, got {len(kept)}")
    for number in {entry.number for entry in progress.counted} | kept:
        said = "keep" if number in kept else "leave"
        journal = _say(journal, journal.entries[number], replace(word, said=said, value=request))
        if number not in kept:
            journal = journal.end(journal.entries[number], Fate.PRACTICE, FateReason.NOT_CHOSEN)
    return journal


def assign(journal: Journal, number: int, request: str, word: Statement) -> Journal:
    """Assigns a throw to one of several rolls.

    Raises:
        CollectingError: If it cannot belong to that roll.
    """
    entry = journal.entries.get(number)
    if entry is None or entry.fate is not Fate.OPEN or request not in entry.candidates or request not in journal.open:
        raise CollectingError(f"the throw {number} cannot be for the roll {request!r}")
    entry = replace(entry, candidates=(request,))
    return _say(journal, entry, replace(word, said="for", value=request))


def withdraw(journal: Journal, request: str, word: Statement) -> Journal:
    """Withdraws an open roll; its throws stay on the record as void.

    Raises:
        CollectingError: If it is not open.
    """
    if request not in journal.open:
        raise CollectingError(f"no roll {request!r} is open")
    journal = tick(journal, word.at_s)
    for entry in list(journal.of(request)):
        left = tuple(id_ for id_ in entry.candidates if id_ != request)
        if entry.tumbling or (entry.settled and left):
            journal = journal.with_entry(replace(entry, candidates=left))
        elif entry.settled:
            journal = _say(journal, entry, replace(word, said="leave", value=request))
            journal = journal.end(journal.entries[entry.number], Fate.VOID, FateReason.WITHDRAWN, word.reason)
    return _without(journal, request)


def close(journal: Journal, request: str, at_s: float) -> tuple[Journal, RollResult]:
    """Returns the result of a complete roll, and the journal in which it is closed.

    Raises:
        CollectingError: If it is not open, or not complete.
    """
    journal = tick(journal, at_s)
    progress = roll_progress(journal, request)
    if not progress.complete:
        raise CollectingError(f"the roll {request!r} is not complete")
    for entry in progress.counted:
        journal = journal.end(entry, Fate.ACCEPTED, None)
    for number, of in progress.witnesses.items():
        entry, felt = journal.entries[number], journal.entries[of]
        if felt.fate is Fate.ACCEPTED:
            journal = journal.end(replace(entry, witness_of=of), Fate.ACCEPTED, None)
        else:
            journal = journal.end(entry, Fate.VOID, FateReason.ITS_DIE_IS_VOID)
    for entry in list(journal.of(request)):
        if entry.fate is Fate.OPEN:
            left = tuple(id_ for id_ in entry.candidates if id_ != request)
            if entry.settled and not left:
                # The camera's sight of a throw that came to nothing.
                journal = journal.end(entry, Fate.VOID, FateReason.ITS_DIE_IS_VOID)
            else:
                # Only a second observation that the roll no longer waits for can still be in progress.
                journal = journal.with_entry(replace(entry, candidates=left, why=FateReason.LATE_WITNESS))
    return _without(journal, request), result_of(journal, progress.asked, journal.of(request))


def hand_over(journal: Journal) -> tuple[Journal, tuple[Entry, ...]]:
    """Removes and returns every entry that has ended and belongs to no open roll; the caller must keep them."""
    busy = {die.throw for die in journal.dice.values()}
    ended = tuple(
        entry
        for number, entry in journal.entries.items()
        if entry.fate is not Fate.OPEN and number not in busy and not set(entry.candidates) & set(journal.open)
    )
    gone = {entry.number for entry in ended}
    left = {number: entry for number, entry in journal.entries.items() if number not in gone}
    return replace(journal, entries=MappingProxyType(left)), ended


def _settled(journal: Journal, number: int) -> Entry:
    entry = journal.entries.get(number)
    if entry is None or not entry.settled:
        raise CollectingError(f"no throw {number} lies there to be judged")
    return entry


def _asked_about(journal: Journal, number: int) -> Entry:
    entry = journal.entries.get(number)
    if entry is None or not is_asked_about(journal, entry):
        raise CollectingError(f"nobody asks whether the throw {number} is void")
    return entry


def _say(journal: Journal, entry: Entry, word: Statement) -> Journal:
    return tick(journal, word.at_s).with_entry(replace(entry, words=(*entry.words, word)))


def _without(journal: Journal, request: str) -> Journal:
    return replace(
        journal, open=MappingProxyType({id_: asked for id_, asked in journal.open.items() if id_ != request})
    )
