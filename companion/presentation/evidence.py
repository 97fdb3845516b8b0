"""What backs an entry, as far as a reader wants it: pictures, and what dice sent."""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import msgspec

from companion.documents import DocumentError, decode_json
from companion.presentation.teller import Teller
from companion.record.chain import Entry
from companion.record.record import Record
from companion.texts import Language, say

PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}
"""How they begin."""
LARGEST_PICTURE = 300_000
"""Bytes of a picture that still goes into the page."""
TOLD = re.compile(r"(?:(?P<who>[^.]+)\.)?(?P<what>die|aside)(?P<number>\d+)(?:\.(?P<sight>\d+))?")
"""Names of what was seen or sent of a die: it counted, or was put aside."""
ROLL = "roll"
"""End of the name of what tells, as JSON, where each face of a roll comes from."""
PERSON = "hand"
"""Kind of what a person said: who that was stands with the face."""
MOST_CHARACTERS = 240


class _Evidence(msgspec.Struct, frozen=True):
    kind: str
    sha256: str


class _Proof(msgspec.Struct, frozen=True):
    evidence: _Evidence | None


class _Face(msgspec.Struct, frozen=True):
    proofs: tuple[_Proof, ...]


class _Roll(msgspec.Struct, frozen=True):
    """What is read of where the faces of a roll come from."""

    faces: tuple[_Face, ...]
    aside: tuple[_Proof, ...]


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """One thing that backs an entry.

    Attributes:
        title: What it is, in the reader's language.
        data: Its bytes.
        picture: Media type of a picture; empty for anything else.
    """

    title: str
    data: bytes
    picture: str = ""


def backings(record: Record, entry: Entry, teller: Teller) -> list[EvidenceShown]:
    """What a reader wants of all that backs an entry.

    Args:
        record: The record.
        entry: One of its entries.
        teller: Tells the reader of the game then.
    """
    found = {each.name: record.evidence(each.digest) or b"" for each in entry.evidence}
    persons = set(_said_by_persons(found))
    backs: list[EvidenceShown] = []
    for each in entry.evidence:
        data, told = found[each.name], TOLD.fullmatch(each.name)
        picture = next((kind for start, kind in PICTURES.items() if data.startswith(start)), "")
        if data and (picture or (told is not None and each.digest.hex() not in persons)):
            title = each.name if told is None else _title(told, teller)
            backs.append(EvidenceShown(title, data, picture))
    return backs


def backing_html(backs: Sequence[EvidenceShown], language: Language) -> Iterator[str]:
    """Pictures to be looked at, and what was sent, to be opened."""
    shown = [each for each in backs if each.picture and len(each.data) <= LARGEST_PICTURE]
    if shown:
        yield f'<div class="proofs">{"".join(_figure(each) for each in shown)}</div>'
    for each in backs:
        if each.picture and each not in shown:
            size = say(language, "report.large_picture", name=each.title, megabytes=len(each.data) / 1e6)
            yield f"<p><small>{escape(size)}</small></p>"
    sent = [each for each in backs if not each.picture]
    if sent:
        lines = "".join(
            f"<p><small>{escape(each.title)}: <code>{escape(_text(each))}</code></small></p>" for each in sent
        )
        yield f"<details><summary>{escape(say(language, 'report.sent'))}</summary>{lines}</details>"


def _figure(each: EvidenceShown) -> str:
    coded, title = base64.b64encode(each.data).decode(), escape(each.title)
    image = f'<img src="data:{each.picture};base64,{coded}" alt="{title}">'
    return f"<figure>{image}<figcaption>{title}</figcaption></figure>"


def _text(each: EvidenceShown) -> str:
    """What was sent: as it reads, or byte by byte."""
    try:
        text = each.data.decode().strip()
    except UnicodeDecodeError:
        text = ""
    shown = text if text and text.isprintable() else each.data.hex(" ")
    return shown if len(shown) <= MOST_CHARACTERS else f"{shown[:MOST_CHARACTERS]}…"


def _title(told: re.Match[str], teller: Teller) -> str:
    title = teller.say(f"report.backing.{told['what']}", number=int(told["number"]))
    if told["sight"]:
        title = f"{title} ({told['sight']})"
    who = ", ".join(teller.name(seat) for seat in (told["who"] or "").split("-") if seat)
    return f"{who}: {title}" if who else title


def _said_by_persons(found: Mapping[str, bytes]) -> Iterator[str]:
    """SHA-256 of what a person said, by what is told of the rolls; what has another form tells nothing."""
    for name, data in found.items():
        if name.rpartition(".")[2] != ROLL:
            continue
        try:
            roll = decode_json(data, _Roll)
        except DocumentError:
            continue
        for each in (*(proof for face in roll.faces for proof in face.proofs), *roll.aside):
            if each.evidence is not None and each.evidence.kind == PERSON:
                yield each.evidence.sha256
