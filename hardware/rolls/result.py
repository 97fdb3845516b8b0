"""The result of a closed roll, ready for the record."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from hardware.events import Evidence, EvidenceKind, Settled
from hardware.rolls.journal import DeclaredRoll, Die, Entry, Fate, Journal, Statement

Data = dict[str, object]
"""Data that JSON can represent."""


@dataclass(frozen=True, slots=True)
class FaceObservation:
    """One observation of an accepted face.

    Attributes:
        entry: Number of the throw.
        die: Id of the die.
        source: Its source.
        at_s: When it was reported, on the collector's clock.
        face: The reported face, whichever counted in the end.
        confidence: Its confidence.
        evidence: The data from which it was read.
    """

    entry: int
    die: str
    source: str
    at_s: float
    face: int
    confidence: float
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class AcceptedFace:
    """One face that counts.

    Attributes:
        face: Its value.
        proofs: Its observations: the die's own report first, then its witness.
        kind: Kind of die; None if unknown.
        player: The player who threw it, if known: the owner of the die, or the only player allowed to throw.
        words: The table's statements about it.
    """

    face: int
    proofs: tuple[FaceObservation, ...]
    kind: str | None = None
    player: str | None = None
    words: tuple[Statement, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether a person's statement supports the face, not a reading alone."""
        typed = any(proof.evidence.kind is EvidenceKind.HAND for proof in self.proofs)
        return typed or any(word.said == "face" for word in self.words)


@dataclass(frozen=True, slots=True)
class RollResult:
    """A closed roll.

    Attributes:
        asked: The request, and when it was declared.
        closed_s: When it was closed.
        faces: The faces that count, in the order in which the dice came to rest.
        aside: Every other throw for it, with its fate and the reason.
    """

    asked: DeclaredRoll
    closed_s: float
    faces: tuple[AcceptedFace, ...]
    aside: tuple[Entry, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(face.face for face in self.faces)


def result_of(journal: Journal, asked: DeclaredRoll, entries: Iterable[Entry]) -> RollResult:
    """Builds the result from the entries of a roll that is closed now."""
    theirs = sorted(entries, key=lambda entry: (entry.ended_s or 0.0, entry.number))
    accepted = [entry for entry in theirs if entry.fate is Fate.ACCEPTED]
    faces = []
    for entry in accepted:
        if entry.witness_of is None and entry.face is not None:
            sights = [entry, *(other for other in accepted if other.witness_of == entry.number)]
            words = tuple(word for sight in sights for word in sight.words)
            kind = journal.dice.get(entry.die, Die()).kind
            proofs = tuple(_proof(sight) for sight in sights)
            faces.append(AcceptedFace(entry.face, proofs, kind, _player(journal, asked, proofs[0]), words))
    aside = tuple(entry for entry in theirs if entry.fate is not Fate.ACCEPTED)
    return RollResult(asked, journal.now_s, tuple(faces), aside)


def _player(journal: Journal, asked: DeclaredRoll, proof: FaceObservation) -> str | None:
    only = next(iter(asked.request.by)) if len(asked.request.by) == 1 else None
    who = proof.evidence.data.decode("utf-8", "replace") if proof.evidence.kind is EvidenceKind.HAND else None
    if who in journal.policy.players:
        return who
    return journal.owners.get(journal.pairs.get(proof.die, proof.die), only)


def _proof(entry: Entry) -> FaceObservation:
    report = entry.report
    assert isinstance(report, Settled)  # noqa: S101  # nothing else is ever accepted
    return FaceObservation(
        entry.number, entry.die, entry.source, report.at_s, report.face, report.confidence, report.evidence
    )


def result_data(result: RollResult, *, inline: bool = True) -> Data:
    """Returns a result as plain data for JSON.

    Args:
        result: The result.
        inline: Whether the bytes of all evidence are included, in base64; their SHA-256 always is.
    """
    request = result.asked.request
    return {
        "roll": request.id,
        "about": request.about,
        "count": request.count,
        "by": sorted(request.by),
        "dice": sorted(request.dice),
        "kind": request.kind,
        "declared_s": result.asked.declared_s,
        "closed_s": result.closed_s,
        "faces": [_face_data(face, inline=inline) for face in result.faces],
        "aside": [entry_data(entry, inline=inline) for entry in result.aside],
    }


def entry_data(entry: Entry, *, inline: bool = True) -> Data:
    """Returns one entry of the journal as plain data for JSON; `inline` is as for a result."""
    report = entry.report
    return {
        "entry": entry.number,
        "die": entry.die,
        "source": entry.source,
        "began_s": entry.began_s,
        "ended_s": entry.ended_s,
        "report": None if report is None else report.tag,
        "face": None if report is None else getattr(report, "face", None),
        "confidence": report.confidence if isinstance(report, Settled) else None,
        "evidence": None if report is None else _evidence_data(report.evidence, inline=inline),
        "fate": entry.fate.value,
        "why": None if entry.why is None else entry.why.value,
        "detail": entry.detail,
        "void_count": entry.void_count,
        "words": [_word_data(word) for word in entry.words],
    }


def _face_data(face: AcceptedFace, *, inline: bool) -> Data:
    first = face.proofs[0]
    return {
        "face": face.face,
        "die": first.die,
        "kind": face.kind,
        "player": face.player,
        "source": first.source,
        "at_s": first.at_s,
        "confidence": first.confidence,
        "by_hand": face.by_hand,
        "proofs": [
            {
                "entry": proof.entry,
                "die": proof.die,
                "source": proof.source,
                "at_s": proof.at_s,
                "face": proof.face,
                "confidence": proof.confidence,
                "evidence": _evidence_data(proof.evidence, inline=inline),
            }
            for proof in face.proofs
        ],
        "words": [_word_data(word) for word in face.words],
    }


def _evidence_data(evidence: Evidence, *, inline: bool) -> Data:
    data: Data = {"kind": evidence.kind.value, "sha256": hashlib.sha256(evidence.data).hexdigest()}
    return data | {"base64": b64encode(evidence.data).decode("ascii")} if inline else data


def _word_data(word: Statement) -> Data:
    return {"at_s": word.at_s, "by": word.by, "said": word.said, "value": word.value, "reason": word.reason}
