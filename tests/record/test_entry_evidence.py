"""A report shows of what backs an entry what a reader wants, and nothing of how the program keeps its books."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from companion.games.command import TABLE
from companion.games.signum.model.commands import Priority
from companion.games.values import Witness
from companion.presentation.evidence import LARGEST_PICTURE, MAX_CHARACTERS, EvidenceShown, backing_html, backings
from companion.presentation.report.page import html_report
from companion.presentation.teller import Teller, die_of
from companion.record.record import Record
from companion.record.verification import verify
from companion.texts import Language
from tests.record.games import GAMES, NOON, new_record

PICTURE = b"\xff\xd8\xff\xe0 as a camera sends it"
PACKET = bytes([0x10, 0x03, 0xA7])
LINE = b"R amber 4\r\n"
WORD = b"Ann"


def proof(data: bytes, kind: str) -> dict:
    return {"evidence": {"kind": kind, "sha256": hashlib.sha256(data).hexdigest()}}


UNTOLD = {"evidence": None}
ROLL = json.dumps(
    {"faces": [{"proofs": [proof(PICTURE, "image"), proof(WORD, "hand")]}], "aside": [proof(LINE, "line"), UNTOLD]}
).encode()
KEPT = {
    "intent": b"dice/1/f3",
    "A.roll": ROLL,
    "A.die1": PICTURE,
    "A.die1.2": WORD,
    "A-B.die2": PACKET,
    "aside1": LINE,
    "die3": b"",
}


def rolled(path: Path, kept: dict[str, bytes]) -> Record:
    record = new_record(path)
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), kept)
    return record


def shown(path: Path, language: Language = Language.ENGLISH) -> str:
    record = rolled(path, KEPT)
    record.close()
    record = Record.open(path, GAMES, lambda: NOON)
    page = html_report(record, language, verify(path, GAMES))
    record.close()
    return page


def test_pictures_and_what_dice_sent_are_told_with_whose_they_are(tmp_path: Path) -> None:
    record = rolled(tmp_path / "game.signum", KEPT)
    found = backings(record, list(record.entries())[-1], Teller(record.game, record.state, Language.ENGLISH))
    record.close()
    assert found == [
        EvidenceShown("A: die 1", PICTURE, "image/jpeg"),
        EvidenceShown("A, B: die 2", PACKET),
        EvidenceShown("not counted, 1", LINE),
    ]


@pytest.mark.parametrize("told", [b"", b"1", b"\xff\xfe", b'{"faces": 3}', b'{"faces": [{}], "aside": []}'])
def test_what_tells_of_a_roll_in_another_form_spoils_no_report(tmp_path: Path, told: bytes) -> None:
    record = rolled(tmp_path / "game.signum", {"A.roll": told, "A.die1": PICTURE})
    found = backings(record, list(record.entries())[-1], Teller(record.game, record.state, Language.ENGLISH))
    record.close()
    assert found == [EvidenceShown("A: die 1", PICTURE, "image/jpeg")]


@pytest.mark.parametrize("language", list(Language))
def test_a_report_names_none_of_the_files_that_the_program_keeps(tmp_path: Path, language: Language) -> None:
    page = shown(tmp_path / "game.signum", language)
    said = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    for word in ("intent", "f3", "A.roll", "die1", "SHA-256"):
        assert word not in said, word
    assert said.count('src="data:image/jpeg;base64,') == 1
    assert "<code>10 03 a7</code>" in said
    assert "<code>R amber 4</code>" in said


def test_a_picture_too_large_for_the_page_is_named(tmp_path: Path) -> None:
    large = EvidenceShown("die 1", PICTURE.ljust(LARGEST_PICTURE + 1), "image/jpeg")
    (said,) = backing_html([large], Language.RUSSIAN)
    assert "0,3\u00a0МБ" in said
    assert "src=" not in said


def test_much_that_was_sent_is_cut_and_what_cannot_be_read_is_told_byte_by_byte() -> None:
    (said,) = backing_html([EvidenceShown("die 1", b"<" + b"x" * 1000)], Language.ENGLISH)
    assert f"&lt;{'x' * (MAX_CHARACTERS - 1)}…" in said
    (said,) = backing_html([EvidenceShown("die 1", b"ab\x00\x01")], Language.ENGLISH)
    assert "61 62 00 01" in said
    assert list(backing_html([], Language.ENGLISH)) == []


@pytest.mark.parametrize(
    ("witness", "said"),
    [
        (Witness(source="own-serial", die="own-serial:amber"), "our own die over USB amber"),
        (Witness(source="camera", die="camera:code-7"), "camera 7"),
        (Witness(), "entered by hand"),
        (Witness(source="manual", die="manual:2"), "entered by hand"),
        (Witness(source="abacus", die="abacus:x"), "abacus x"),
    ],
)
def test_a_die_is_called_after_where_it_comes_from(witness: Witness, said: str) -> None:
    assert die_of(witness.source, witness.die, Language.ENGLISH) == said
