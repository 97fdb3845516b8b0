"""Compares every face in a record, and in the dice's book beside it, with the raw packet that the die sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.documents import DocumentError, decode_json
from companion.record.chain import Entry, digest
from companion.record.store import Store
from companion.referee.dice.book import BookFault, read_book
from companion.referee.dice.json_lines import event_of
from companion.referee.dice.roll_manager import evidence_name
from hardware.events import Discovered, EvidenceKind, Settled
from hardware.read_again import faces_told, is_proved

_ROLL = "roll"
"""End of the name of the evidence that tells, as JSON, where each face of a roll comes from."""


class _CheckedEvidence(msgspec.Struct, frozen=True):
    kind: str
    sha256: str


class _CheckedProof(msgspec.Struct, frozen=True):
    die: str
    face: int | None
    evidence: _CheckedEvidence | None


class _CheckedWord(msgspec.Struct, frozen=True):
    said: str


class _CheckedFace(msgspec.Struct, frozen=True):
    face: int
    proofs: tuple[_CheckedProof, ...]
    kind: str | None = None
    words: tuple[_CheckedWord, ...] = ()


class _CheckedRoll(msgspec.Struct, frozen=True):
    faces: tuple[_CheckedFace, ...]
    aside: tuple[_CheckedProof, ...] = ()
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What a comparison found.

    Attributes:
        compared: How many faces were read from their packets again.
        not_readable: How many cannot be: pictures, and what people entered.
        faults: What is wrong, each in a sentence.
    """

    compared: int
    not_readable: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BookCheck:
    """What the dice's book was found to be.

    Attributes:
        lines: How many lines are as they were written.
        unchained: How many of them are from before books were chained, and prove nothing by themselves.
        fault: The first line that is wrong; None if there is none.
    """

    lines: int
    unchained: int
    fault: BookFault | None


def check_rolls(record: Path) -> DiceCheck:
    """Compares the faces of a record's rolls with what backs them.

    Raises:
        RecordError: If the record cannot be read.
    """
    tally = _RollComparison()
    with Store.read(record) as store:
        for entry in store.entries():
            found = {each.name: data for each in entry.evidence if (data := store.evidence(each.digest)) is not None}
            for name in found:
                if name.rpartition(".")[2] == _ROLL:
                    tally.take(entry, name.removesuffix(_ROLL), found)
    return DiceCheck(tally.compared, tally.not_readable, tuple(tally.faults))


class _RollComparison:
    """Counts while rolls are compared."""

    def __init__(self) -> None:
        self.compared = self.not_readable = 0
        self.faults: list[str] = []

    def take(self, entry: Entry, before: str, found: Mapping[str, bytes]) -> None:
        """Compares one roll; its evidence has names that begin with `before`."""
        try:
            roll = decode_json(found[before + _ROLL], _CheckedRoll)
        except DocumentError:
            return  # the rules of dice that some other program wrote down
        for number, face in enumerate(roll.faces, 1):
            for sight, proof in enumerate(face.proofs, 1):
                self._compare(entry, proof, face.kind, found.get(before + evidence_name(number, sight)))
            told = face.proofs[0].face if face.proofs else face.face
            if told != face.face and not any(word.said == "face" for word in face.words):
                self._blame(entry, f"a die told {told}, but {face.face} counted, and nobody said why")
        for number, proof in enumerate(roll.aside, 1):
            if proof.face is not None:
                self._compare(entry, proof, None, found.get(f"{before}aside{number}"))
        shown = [roll.symbols[face.face - 1 : face.face] for face in roll.faces]
        given = _faces_of(entry)
        if before == "" and given is not None and roll.symbols and given != [name for names in shown for name in names]:
            self._blame(entry, "the faces of the command are not those of its roll")

    def _compare(self, entry: Entry, proof: _CheckedProof, kind: str | None, data: bytes | None) -> None:
        if proof.evidence is None or proof.face is None:
            return
        if data is None:  # lost with the file that this one was rescued from
            self.not_readable += 1
            return
        if digest(data).hex() != proof.evidence.sha256:
            self._blame(entry, f"the packet of {proof.die} is not the one that was noted")
            return
        told = faces_told(proof.die, kind, EvidenceKind(proof.evidence.kind), data)
        if told is None:
            self.not_readable += 1
        elif proof.face in told:
            self.compared += 1
        else:
            words = " or ".join(str(face) for face in sorted(told)) or "no face"
            self._blame(entry, f"the packet of {proof.die} tells {words}, and {proof.face} was noted")

    def _blame(self, entry: Entry, why: str) -> None:
        self.faults.append(f"entry {entry.number}: {why}")


def _faces_of(entry: Entry) -> list[str] | None:
    """The faces that a command gives the game; None if it gives them in another way than as one list."""
    try:
        body = decode_json(entry.body, dict[str, Any])
    except DocumentError:
        return None
    faces = body.get("faces")
    return faces if isinstance(faces, list) else None


def check_book(book: Path) -> BookCheck | None:
    """Checks the chain of a dice's book and the faces in it; None if there is none.

    Raises:
        OSError: If it cannot be read.
    """
    text = read_book(book)
    if not text.lines and text.fault is None:
        return None
    kinds: dict[str, str | None] = {}
    fault, good = text.fault, len(text.lines)
    for line in text.lines:
        try:
            event = event_of((line.words or {})["event"])
        except (ValueError, KeyError, TypeError):
            continue  # what the table said, or a damaged line of an old book
        if isinstance(event, Discovered):
            kinds[event.die] = event.kind or kinds.get(event.die)
        if isinstance(event, Settled) and is_proved(event, kinds.get(event.die)) is False:
            fault, good = BookFault(line.number, "its face is not that of its packet"), line.number - 1
            break
    return BookCheck(good, sum(not line.chained for line in text.lines[1:good]), fault)
