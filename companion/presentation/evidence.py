"""What backs an entry, as far as a reader wants it: pictures, and what dice sent."""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from markupsafe import Markup

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
MAX_CHARACTERS = 240


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


def backing_html(backs: Sequence[EvidenceShown], language: Language) -> Iterator[Markup]:
    """Pictures to be looked at, and what was sent, to be opened."""
    shown = [each for each in backs if each.picture and len(each.data) <= LARGEST_PICTURE]
    if shown:
        yield Markup('<div class="proofs">{}</div>').format(Markup().join(_figure(each) for each in shown))
    for each in backs:
        if each.picture and each not in shown:
            size = say(language, "report.large_picture", name=each.title, megabytes=len(each.data) / 1e6)
            yield Markup("<p><small>{}</small></p>").format(size)
    sent = [each for each in backs if not each.picture]
    if sent:
        line = Markup("<p><small>{}: <code>{}</code></small></p>")
        lines = Markup().join(line.format(each.title, _text(each)) for each in sent)
        yield Markup("<details><summary>{}</summary>{}</details>").format(say(language, "report.sent"), lines)


def _figure(each: EvidenceShown) -> Markup:
    coded = base64.b64encode(each.data).decode()
    figure = Markup('<figure><img src="data:{};base64,{}" alt="{title}"><figcaption>{title}</figcaption></figure>')
    return figure.format(each.picture, coded, title=each.title)


def _text(each: EvidenceShown) -> str:
    """What was sent: as it reads, or byte by byte."""
    try:
        text = each.data.decode().strip()
    except UnicodeDecodeError:
        text = ""
    shown = text if text and text.isprintable() else each.data.hex(" ")
    return shown if len(shown) <= MAX_CHARACTERS else f"{shown[:MAX_CHARACTERS]}…"


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
