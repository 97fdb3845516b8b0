"""Derives the state of an open roll: which throws count, which confirm others, and what the table must decide.

Nothing is stored here: the state is derived from the journal each time, so that it cannot contradict it. The table is
not asked again about a face that it has named, or about a throw that it has kept.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hardware.rolls.journal import CollectingError, DeclaredRoll, Die, Entry, Fate, FateReason, Journal
from hardware.rolls.request import CameraRole


class QuestionKind(StrEnum):
    """A question to the table; its answer is in brackets. As an alternative, any throw may be called again.

    UNSURE: which face it is [`decide`]. DISAGREE: die and camera report different faces; which is right [`decide` for a
    die that the camera identifies by its code; `keep` if dice were matched by their faces]. SURPLUS: there are more
    dice than requested; which count [`keep`]. SAME_DIE: one die was thrown again; which throws count [`keep`].
    WHICH_ROLL: to which roll a throw belongs [`assign`]. ONLY_CAMERA: the camera saw a die that has reported nothing
    itself; whether its face counts [`decide`]. VOIDED: a player's throw is to be void, or came to nothing in a way that
    a player can bring about, and it is not the player's first; whether the table agrees [`agree`, or `let_stand` for a
    throw that lies there].
    """

    UNSURE = "unsure"
    DISAGREE = "disagree"
    SURPLUS = "surplus"
    SAME_DIE = "same_die"
    WHICH_ROLL = "which_roll"
    ONLY_CAMERA = "only_camera"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the table must answer before a roll can be closed.

    Attributes:
        ask: The kind of question.
        request: The roll that waits for the answer.
        entries: Numbers of the throws concerned.
    """

    ask: QuestionKind
    request: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollProgress:
    """The state of an open roll.

    Attributes:
        asked: The roll.
        counted: The throws that count at present, in the order in which they came to rest.
        tumbling: The throws in progress.
        witnesses: For a throw that confirms another: the number of that other throw.
        waiting: Numbers of settled throws whose second observation is still awaited.
        void: The throws for it that are void, to be shown prominently.
        questions: Questions to the table.
        owed: Number of dice still to be thrown.
        owed_dice: If dice were named: those still to be thrown.
    """

    asked: DeclaredRoll
    counted: tuple[Entry, ...]
    tumbling: tuple[Entry, ...]
    witnesses: Mapping[int, int]
    waiting: tuple[int, ...]
    void: tuple[Entry, ...]
    questions: tuple[Question, ...]
    owed: int
    owed_dice: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether the roll can be closed: it has the requested number of faces, and nothing is open."""
        short = len(self.counted) != self.asked.request.count
        return not (short or self.tumbling or self.waiting or self.questions)


def roll_progress(journal: Journal, request: str) -> RollProgress:
    """Derives the state of an open roll.

    Args:
        journal: The journal.
        request: Id of an open roll.

    Raises:
        CollectingError: If it is not open.
    """
    if request not in journal.open:
        raise CollectingError(f"no roll {request!r} is open")
    asked = journal.open[request]
    theirs = list(journal.of(request))
    named = _named_witnesses(journal)
    settled = [entry for entry in theirs if entry.settled]
    seconds = [entry for entry in settled if entry.die in journal.pairs and entry.said("face") is None]
    firsts = [entry for entry in settled if entry not in seconds and entry.request == request]
    witnesses = {entry.number: named[entry.number] for entry in seconds if _follows(journal, named, entry, request)}
    alone = [entry for entry in seconds if entry.number not in named and entry.request == request]
    tumbling = tuple(entry for entry in theirs if entry.tumbling and not _late(journal, entry))
    counted, matched, unclear = _counted(journal, asked, firsts, at_rest=not tumbling)
    witnesses |= matched
    counted.sort(key=lambda entry: (entry.ended_s or 0.0, entry.number))
    questions = (
        *_which_roll(request, settled, named),
        *((Question(QuestionKind.DISAGREE, request, unclear),) if unclear else ()),
        *_about_faces(journal, request, counted, witnesses),
        *(Question(QuestionKind.ONLY_CAMERA, request, (entry.number,)) for entry in alone if _waited(journal, entry)),
        *_about_number(journal, asked, counted, taken=bool(unclear)),
        *(
            Question(QuestionKind.VOIDED, request, (entry.number,))
            for entry in theirs
            if is_asked_about(journal, entry)
        ),
    )
    first_tumbling = [entry for entry in tumbling if entry.die not in journal.pairs]
    busy = {entry.die for entry in (*counted, *first_tumbling)}
    return RollProgress(
        asked=asked,
        counted=tuple(counted),
        tumbling=tumbling,
        witnesses=witnesses,
        waiting=tuple(_waiting(journal, asked, counted, witnesses, alone)),
        void=tuple(entry for entry in theirs if entry.fate in {Fate.VOID, Fate.ANOMALY}),
        questions=questions,
        owed=max(0, asked.request.count - len(counted) - len(first_tumbling)),
        owed_dice=tuple(sorted(asked.request.dice - busy)),
    )


def is_asked_about(journal: Journal, entry: Entry) -> bool:
    """Returns whether the table is to say that a throw is void: a player's first void throw passes unasked."""
    if entry.settled:
        return entry.claim is not None
    asks = any(journal.open[id_].request.asks_voids for id_ in entry.candidates if id_ in journal.open)
    unasked = entry.why in {FateReason.MOVED, FateReason.LOST} and entry.said("agreed") is None
    return asks and entry.fate is Fate.VOID and entry.void_count > 1 and unasked


def due_s(journal: Journal) -> float | None:
    """Returns when the passing of time alone will next change the state of a roll; None if it will not."""
    ends = [
        entry.ended_s + journal.policy.witness_wait_s
        for entry in journal.entries.values()
        if entry.settled and entry.ended_s is not None and not _waited(journal, entry)
    ]
    return min(ends, default=None)


def _named_witnesses(journal: Journal) -> dict[int, int]:
    """Returns for each throw of a camera die with a known code: the physical die's throw closest in time."""
    if not journal.pairs:
        return {}
    pairs = sorted(
        (abs(seen.began_s - felt.began_s), seen.number, felt.number)
        for seen in journal.entries.values()
        if seen.die in journal.pairs and seen.fate is Fate.OPEN and seen.began_s is not None
        for felt in journal.entries.values()
        if felt.die == journal.pairs[seen.die]
        and felt.began_s is not None
        and set(felt.candidates) & set(seen.candidates)
    )
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, seen_number, felt_number in pairs:
        if seen_number not in found and felt_number not in taken:
            found[seen_number] = felt_number
            taken.add(felt_number)
    return found


def _follows(journal: Journal, named: Mapping[int, int], entry: Entry, request: str) -> bool:
    return entry.number in named and journal.entries[named[entry.number]].request == request


def _counted(
    journal: Journal, asked: DeclaredRoll, firsts: list[Entry], *, at_rest: bool
) -> tuple[list[Entry], dict[int, int], tuple[int, ...]]:
    """Returns what counts, which camera dice confirm which others, and which of both are ambiguous."""
    if asked.request.watch is CameraRole.NAMED:
        return firsts, {}, ()
    pool = [entry for entry in firsts if entry.source == journal.policy.camera and not _decided(entry)]
    # A face that a person enters is a die that nothing else reported.
    others = [entry for entry in firsts if entry.source not in (journal.policy.camera, journal.policy.by_hand)]
    matched: dict[int, int] = {}
    for seen in pool:
        same = (felt for felt in others if felt.face == seen.face and felt.number not in matched.values())
        if (felt := next(same, None)) is not None:
            matched[seen.number] = felt.number
    over = [entry.number for entry in pool if entry.number not in matched]
    lonely = [entry.number for entry in others if entry.number not in matched.values() and not _decided(entry)]
    unclear = tuple(sorted(lonely + over)) if over and lonely and at_rest else ()
    return [entry for entry in firsts if entry.number not in matched], matched, unclear


def _which_roll(request: str, settled: list[Entry], named: Mapping[int, int]) -> Iterator[Question]:
    for entry in settled:
        if len(entry.candidates) > 1 and entry.number not in named:
            yield Question(QuestionKind.WHICH_ROLL, request, (entry.number,))


def _about_faces(
    journal: Journal, request: str, counted: list[Entry], witnesses: Mapping[int, int]
) -> Iterator[Question]:
    for entry in counted:
        if entry.said("face") is not None:
            continue
        sights = [journal.entries[number] for number, of in witnesses.items() if of == entry.number]
        others = [sight.number for sight in sights if sight.face != entry.face]
        if others:
            yield Question(QuestionKind.DISAGREE, request, (entry.number, *others))
        elif max(sight.confidence for sight in (entry, *sights)) < journal.policy.sure_at:
            yield Question(QuestionKind.UNSURE, request, (entry.number,))


def _about_number(journal: Journal, asked: DeclaredRoll, counted: list[Entry], *, taken: bool) -> Iterator[Question]:
    request = asked.request
    throws: dict[str, list[Entry]] = defaultdict(list)
    for entry in counted:
        if entry.source != journal.policy.by_hand and not request.repeats:
            throws[entry.die].append(entry)
    again = [same for same in throws.values() if len(same) > 1 and not all(map(_kept, same))]
    for same in again:
        yield Question(QuestionKind.SAME_DIE, request.id, tuple(entry.number for entry in same))
    if len(counted) > request.count and not again and not taken:
        yield Question(QuestionKind.SURPLUS, request.id, tuple(entry.number for entry in counted))


def _waiting(
    journal: Journal, asked: DeclaredRoll, counted: list[Entry], witnesses: Mapping[int, int], alone: list[Entry]
) -> Iterator[int]:
    """Yields throws whose second observation has not been reported yet but may be."""
    eyes = {die for die in journal.pairs if die in journal.dice and not journal.dice[die].lost}
    watched = {journal.pairs[die] for die in eyes}
    confirmed = set(witnesses.values())
    camera_seen = asked.request.watch is CameraRole.COUNTED and any(
        name.startswith(f"{journal.policy.camera}:") and not journal.dice.get(name, Die()).lost for name in journal.dice
    )
    for entry in counted:
        seen_soon = entry.die in watched or (
            camera_seen and entry.source not in {journal.policy.camera, journal.policy.by_hand}
        )
        if seen_soon and entry.number not in confirmed and not _decided(entry) and not _waited(journal, entry):
            yield entry.number
    for entry in alone:
        if not _waited(journal, entry):
            yield entry.number


def _waited(journal: Journal, entry: Entry) -> bool:
    return entry.ended_s is not None and journal.now_s >= entry.ended_s + journal.policy.witness_wait_s


def _late(journal: Journal, entry: Entry) -> bool:
    """Whether a second observation is so late that the roll no longer waits for it."""
    if entry.die not in journal.pairs:
        return False
    felt = [other for other in journal.entries.values() if other.die == journal.pairs[entry.die] and other.settled]
    return any(_waited(journal, other) for other in felt)


def _decided(entry: Entry) -> bool:
    return entry.said("face") is not None or _kept(entry)


def _kept(entry: Entry) -> bool:
    return entry.said("keep") is not None
