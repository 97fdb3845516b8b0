"""A damaged record is rescued up to the damage, into a new file that says what is missing."""

import contextlib
import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.command import TABLE
from companion.games.signum.model.commands import Priority
from companion.record.errors import RecordError
from companion.record.head_file import head_beside
from companion.record.record import Record
from companion.record.rescue import rescue
from companion.record.verification import verify
from companion.referee.history.replay import open_record
from companion.referee.history.report import report_of
from companion.texts import Language
from tests.record.games import GAMES, NOON, begin, new_record, play_long, turns

pytestmark = pytest.mark.slow

ENTRIES = 18


@pytest.fixture
def played(tmp_path: Path) -> Path:
    record = new_record(tmp_path / "game.signum")
    record.do(Priority(by=TABLE, rolled={"A": "3", "B": "3"}), {"tray.jpg": b"a picture", "die.packet": b"a packet"})
    begin(record)
    turns(record, 4)
    assert sum(1 for _ in record.entries()) == ENTRIES
    record.close()
    return record.path


def harm(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("entry", range(1, ENTRIES))
def test_all_before_the_damage_is_kept_and_goes_on(played: Path, entry: int) -> None:
    whole = entries(played)
    harm(played, "UPDATE entry SET events = x'91c40178' WHERE number = ?", entry)
    out = played.with_name("rescued.signum")
    saved = rescue(played, out, GAMES)
    assert (saved.note.kept, saved.note.written) == (entry, ENTRIES)
    assert "hash" in saved.note.why
    assert entries(out) == whole[:entry]
    found = verify(out, GAMES)
    assert found.entries == entry
    assert found.rescued == saved.note
    with closing(Record.open(out, GAMES, lambda: NOON)) as record:
        record.undo(0, "A")
    assert verify(out, GAMES).entries == entry + 1


def test_a_damaged_record_of_the_first_form_is_rescued_too(tmp_path: Path) -> None:
    """Its entries do not say which rules wrote them."""
    path, out = tmp_path / "old.signum", tmp_path / "rescued.signum"
    shutil.copy(Path(__file__).parent / "released" / "signum-0" / "first_words.signum", path)
    whole = entries(path)
    harm(path, "UPDATE entry SET events = x'91c40178' WHERE number = 12")
    saved = rescue(path, out, GAMES)
    assert (saved.note.kept, saved.note.written, len(whole)) == (12, 16, 16)
    assert entries(out) == whole[:12]


def entries(path: Path) -> list[object]:
    with closing(Record.read(path, GAMES)) as record:
        return list(record.entries())


def test_the_damaged_file_stays_as_it_is(played: Path) -> None:
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 7")
    before = {each.name: each.read_bytes() for each in played.parent.iterdir()}
    rescue(played, played.with_name("rescued.signum"), GAMES)
    after = {each.name: each.read_bytes() for each in played.parent.iterdir()}
    assert {name: after[name] for name in before} == before
    assert after.keys() - before.keys() == {"rescued.signum", "rescued.signum.head"}


def test_entries_lost_from_the_end_are_counted_by_the_witness(played: Path) -> None:
    older = played.read_bytes()
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        play_long(record, 4)
    played.write_bytes(older)
    saved = rescue(played, played.with_name("rescued.signum"), GAMES)
    assert (saved.note.kept, saved.note.written) == (ENTRIES, ENTRIES + 4)
    assert verify(played.with_name("rescued.signum"), GAMES).entries == ENTRIES


def test_missing_evidence_is_named_and_the_rest_kept(played: Path) -> None:
    harm(played, "DELETE FROM evidence WHERE bytes = ?", b"a packet")
    out = played.with_name("rescued.signum")
    saved = rescue(played, out, GAMES)
    assert saved.evidence == ("die.packet of entry 1",)
    assert (saved.note.kept, saved.note.written) == (ENTRIES, ENTRIES)
    assert verify(out, GAMES).rescued == saved.note
    with closing(Record.read(out, GAMES)) as record:
        names = {each.name: record.evidence(each.digest) for entry in record.entries() for each in entry.evidence}
    assert names == {"tray.jpg": b"a picture", "die.packet": None}


def test_evidence_lost_after_a_rescue_is_still_found(played: Path) -> None:
    harm(played, "DELETE FROM evidence WHERE bytes = ?", b"a packet")
    out = played.with_name("rescued.signum")
    rescue(played, out, GAMES)
    harm(out, "DELETE FROM evidence")
    with pytest.raises(RecordError, match=r"tray\.jpg"):
        verify(out, GAMES)


def test_a_game_whose_seed_is_lost_can_be_seen_and_goes_on_without_shuffling(played: Path) -> None:
    harm(played, "UPDATE about SET value = x'00' WHERE key = 'seed'")
    out = played.with_name("rescued.signum")
    saved = rescue(played, out, GAMES)
    assert saved.note.seed_lost
    assert saved.note.kept == ENTRIES
    assert verify(out, GAMES).rescued == saved.note
    with closing(Record.open(out, GAMES, lambda: NOON)) as record:
        assert record.seed == b""
        play_long(record, 2)
        with pytest.raises(RecordError, match="no seed"):
            record.reveal()


def test_the_seed_is_kept_and_still_shuffles(played: Path) -> None:
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 12")
    out = played.with_name("rescued.signum")
    rescue(played, out, GAMES)
    with closing(Record.open(out, GAMES, lambda: NOON)) as record:
        record.reveal()
    assert verify(out, GAMES).shuffles == 2


def test_a_record_is_rescued_whose_file_cannot_tell_its_game_any_more(played: Path) -> None:
    whole = entries(played)
    harm(played, "DELETE FROM about")
    out = played.with_name("rescued.signum")
    assert rescue(played, out, GAMES).note.kept == ENTRIES
    assert entries(out) == whole


def test_a_whole_record_needs_no_rescue_and_nothing_is_written_over(played: Path) -> None:
    out = played.with_name("rescued.signum")
    with pytest.raises(RecordError, match="nothing to rescue"):
        rescue(played, out, GAMES)
    assert not out.exists()
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 7")
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(RecordError, match="exists already"):
        rescue(played, out, GAMES)
    assert out.read_text(encoding="utf-8") == "mine"


def test_nothing_is_left_where_nothing_can_be_rescued(played: Path) -> None:
    harm(played, "UPDATE entry SET body = x'7b7d' WHERE number = 0")
    out = played.with_name("rescued.signum")
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 5")
    with pytest.raises(RecordError, match=f"first entry.* entries 1-4, 6-{ENTRIES - 1} are whole, but without"):
        rescue(played, out, GAMES)
    assert not list(played.parent.glob("rescued*"))


def test_a_rescued_record_can_be_rescued_again_and_tells_of_both(played: Path) -> None:
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 15")
    once, twice = played.with_name("once.signum"), played.with_name("twice.signum")
    rescue(played, once, GAMES)
    with pytest.raises(RecordError, match="nothing to rescue"):
        rescue(once, twice, GAMES)
    harm(once, "UPDATE entry SET at = 'x' WHERE number = 9")
    note = rescue(once, twice, GAMES).note
    assert (note.kept, note.written) == (9, ENTRIES)


def test_a_file_that_was_cut_is_kept_as_far_as_it_goes(played: Path) -> None:
    whole = entries(played)
    data = played.read_bytes()
    out = played.with_name("rescued.signum")
    played.write_bytes(data[: len(data) * 2 // 3])
    saved = rescue(played, out, GAMES)
    assert 0 < saved.note.kept < ENTRIES == saved.note.written
    assert entries(out) == whole[: saved.note.kept]
    assert verify(out, GAMES).entries == saved.note.kept


@pytest.mark.parametrize("page", [3, 5, 7])
def test_pages_of_the_file_that_are_garbage(played: Path, page: int) -> None:
    whole = entries(played)
    data = bytearray(played.read_bytes())
    data[page * 4096 : (page + 1) * 4096] = bytes(4096)
    played.write_bytes(data)
    out = played.with_name("rescued.signum")
    kept = -1
    with contextlib.suppress(RecordError):  # what can be read no more at all
        kept = rescue(played, out, GAMES).note.kept
    assert entries(out) == whole[:kept] if kept > 0 else not out.exists()


def test_the_command_says_what_is_missing(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 12")
    harm(played, "DELETE FROM evidence WHERE bytes = ?", b"a packet")
    out = played.with_name("rescued.signum")
    assert main(["rescue", str(played), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"12 of {ENTRIES} entries were kept" in said
    assert "die.packet of entry 1" in said
    assert f"nothing proves what came before them: entries 13-{ENTRIES - 1}\n" in said
    assert main(["verify", str(out)]) == 0
    assert f"12 of {ENTRIES} entries were kept" in capsys.readouterr().out
    assert main(["verify", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rescued"]["kept"] == 12
    assert main(["rescue", str(played), "--out", str(out)]) == 2
    assert re.fullmatch(r"companion rescue: .* exists already.*\n", capsys.readouterr().err)


@pytest.mark.parametrize("language", list(Language))
def test_the_report_says_what_is_missing(played: Path, language: Language) -> None:
    harm(played, "UPDATE entry SET at = 'x' WHERE number = 12")
    harm(played, "DELETE FROM evidence WHERE bytes = ?", b"a packet")
    out = played.with_name("rescued.signum")
    rescue(played, out, GAMES)
    with closing(open_record(out)) as record:
        text = re.sub(r"<[^>]+>", " ", report_of(record, language, verify(out, GAMES)))
    checked = text[-1200:]
    assert "12" in checked
    assert str(ENTRIES) in checked


def test_a_full_disk_leaves_nothing_behind(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource  # noqa: PLC0415 (not on Windows)

    harm(played, "UPDATE entry SET at = 'x' WHERE number = 15")
    out = played.with_name("rescued.signum")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(RecordError, match=r"disk is full|cannot be written"):
            rescue(played, out, GAMES)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(played.parent.glob("rescued*"))


def test_a_copy_without_its_witness_is_whole_as_far_as_anybody_can_tell(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.signum"
    shutil.copy(played, copy)
    assert not head_beside(copy).exists()
    with pytest.raises(RecordError, match="nothing to rescue"):
        rescue(copy, tmp_path / "rescued.signum", GAMES)
