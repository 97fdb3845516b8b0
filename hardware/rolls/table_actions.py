"""The table's actions on rolls: declare, answer, close. An action that does not fit changes nothing."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from hardware.rolls.event_fold import possible, tick
from hardware.rolls.journal import Asked, Book, CollectingError, Die, Entry, Fate, Why, Word
from hardware.rolls.request import RollRequest
from hardware.rolls.result import RollResult, result_of
from hardware.rolls.roll_state import stand


def declare(book: Book, request: RollRequest, at_s: float) -> Book:
    """Returns the book with a roll opened; throws that begin from now on may belong to it.

    Raises:
        CollectingError: If the id has been used before.
    """
    if request.id in book.ids:
        raise CollectingError(f"there has been a roll {request.id!r} already")
    book = tick(book, at_s)
    opened = MappingProxyType({**book.open, request.id: Asked(request, at_s)})
    return replace(book, open=opened, ids=book.ids | {request.id})


def pair(book: Book, seen: str, die: str) -> Book:
    """Returns the book in which a die that the camera identifies by its code is the same object as another die."""
    if seen == die:
        raise CollectingError(f"the die {die!r} cannot be its own witness")
    if die in book.pairs:
        raise CollectingError(f"the die {die!r} is itself the camera's sight of {book.pairs[die]!r}")
    if any(other == die for sight, other in book.pairs.items() if sight != seen):
        raise CollectingError(f"the die {die!r} has another code already")
    return replace(book, pairs=MappingProxyType({**book.pairs, seen: die}))


def give(book: Book, die: str, player: str | None) -> Book:
    """Returns the book in which a die belongs to a player; None for nobody."""
    owners = {name: owner for name, owner in book.owners.items() if name != die}
    return replace(book, owners=MappingProxyType(owners if player is None else {**owners, die: player}))


def decide(book: Book, number: int, face: int, word: Word) -> Book:
    """Names the face of a settled throw for the table; the die's own report is kept.

    Args:
        book: The book.
        number: The throw.
        face: Its face.
        word: Who said it, when and why.

    Raises:
        CollectingError: If there is no such settled throw, or the die has no such face.
    """
    entry = _settled(book, number)
    if not possible(face, book.dice.get(entry.die, Die()).kind):
        raise CollectingError(f"the die {entry.die!r} has no face {face}")
    return _say(book, entry, replace(word, said="face", value=str(face)))


def call_again(book: Book, number: int, word: Word) -> Book:
    """Makes a throw void for the table, with the reason on the record; another throw is owed.

    Raises:
        CollectingError: If the throw does not belong to an open roll, or no reason was given.
    """
    entry = book.entries.get(number)
    if entry is None or entry.fate is not Fate.OPEN or not entry.candidates:
        raise CollectingError(f"the throw {number} is none of an open roll")
    if not word.reason.strip():
        raise CollectingError("why is it thrown again? A reason is needed")
    book = _say(book, entry, replace(word, said="again"))
    return book.end(book.entries[number], Fate.VOID, Why.REROLL, word.reason)


def keep(book: Book, request: str, numbers: Iterable[int], word: Word) -> Book:
    """Selects the settled throws that count; the others that counted so far go to practice.

    Raises:
        CollectingError: If one of them does not belong to the roll, or there are too many.
    """
    standing = stand(book, request)
    kept = frozenset(numbers)
    seen = {entry.number for entry in standing.counted} | set(standing.witnesses)
    if not kept <= seen:
        raise CollectingError(f"these throws are none of the roll {request!r}: {sorted(kept - seen)}")
    if not kept or len(kept) > standing.asked.request.count:
        raise CollectingError(f"the roll takes {standing.asked.request.count}, got {len(kept)}")
    for number in sorted({entry.number for entry in standing.counted} | kept):
        said = "keep" if number in kept else "leave"
        book = _say(book, book.entries[number], replace(word, said=said, value=request))
        if number not in kept:
            book = book.end(book.entries[number], Fate.PRACTICE, Why.NOT_CHOSEN)
    return book


def assign(book: Book, number: int, request: str, word: Word) -> Book:
    """Assigns a throw to one of several rolls.

    Raises:
        CollectingError: If it cannot belong to that roll.
    """
    entry = book.entries.get(number)
    if entry is None or entry.fate is not Fate.OPEN or request not in entry.candidates or request not in book.open:
        raise CollectingError(f"the throw {number} cannot be for the roll {request!r}")
    entry = replace(entry, candidates=(request,))
    return _say(book, entry, replace(word, said="for", value=request))


def withdraw(book: Book, request: str, word: Word) -> Book:
    """Withdraws an open roll; its throws stay on the record as void.

    Raises:
        CollectingError: If it is not open.
    """
    if request not in book.open:
        raise CollectingError(f"no roll {request!r} is open")
    book = tick(book, word.at_s)
    for entry in list(book.of(request)):
        left = tuple(id_ for id_ in entry.candidates if id_ != request)
        if entry.tumbling or (entry.settled and left):
            book = book.with_entry(replace(entry, candidates=left))
        elif entry.settled:
            book = _say(book, entry, replace(word, said="leave", value=request))
            book = book.end(book.entries[entry.number], Fate.VOID, Why.WITHDRAWN, word.reason)
    return _without(book, request)


def close(book: Book, request: str, at_s: float) -> tuple[Book, RollResult]:
    """Returns the result of a complete roll, and the book in which it is closed.

    Raises:
        CollectingError: If it is not open, or not complete.
    """
    book = tick(book, at_s)
    standing = stand(book, request)
    if not standing.complete:
        raise CollectingError(f"the roll {request!r} is not complete")
    for entry in standing.counted:
        book = book.end(entry, Fate.ACCEPTED, None)
    for number, of in standing.witnesses.items():
        entry, felt = book.entries[number], book.entries[of]
        if felt.fate is Fate.ACCEPTED:
            book = book.end(replace(entry, witness_of=of), Fate.ACCEPTED, None)
        else:
            book = book.end(entry, Fate.VOID, Why.ITS_DIE_IS_VOID)
    for entry in list(book.of(request)):
        if entry.fate is Fate.OPEN:
            # Only a second observation that the roll no longer waits for can still be in progress.
            left = tuple(id_ for id_ in entry.candidates if id_ != request)
            book = book.with_entry(replace(entry, candidates=left, why=Why.LATE_WITNESS))
    return _without(book, request), result_of(book, standing.asked, book.of(request))


def hand_over(book: Book) -> tuple[Book, tuple[Entry, ...]]:
    """Removes and returns every entry that has ended and belongs to no open roll; the caller must keep them."""
    busy = {die.throw for die in book.dice.values()}
    ended = tuple(
        entry
        for number, entry in book.entries.items()
        if entry.fate is not Fate.OPEN and number not in busy and not set(entry.candidates) & set(book.open)
    )
    gone = {entry.number for entry in ended}
    left = {number: entry for number, entry in book.entries.items() if number not in gone}
    return replace(book, entries=MappingProxyType(left)), ended


def _settled(book: Book, number: int) -> Entry:
    entry = book.entries.get(number)
    if entry is None or not entry.settled:
        raise CollectingError(f"no throw {number} lies there to be judged")
    return entry


def _say(book: Book, entry: Entry, word: Word) -> Book:
    return tick(book, word.at_s).with_entry(replace(entry, words=(*entry.words, word)))


def _without(book: Book, request: str) -> Book:
    return replace(book, open=MappingProxyType({id_: asked for id_, asked in book.open.items() if id_ != request}))
