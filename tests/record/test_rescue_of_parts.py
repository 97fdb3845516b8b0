"""What becomes of each part of a damaged record that is lost: its end, its beginning, its evidence, its own account."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.record.errors import RecordError, TamperedError
from companion.record.head_file import head_beside
from companion.record.record import Record
from companion.record.rescue import Rescue, ranges, rescue
from companion.record.shuffle import commitment
from companion.record.verification import verify
from tests.record.games import SEED
from tests.record.toy import FirstToy, Go, ToySetup

pytestmark = pytest.mark.slow

GAMES = {"toy": FirstToy()}
ENTRIES = 6
PICTURES = (b"one", b"two", b"three", b"")


class ShuffledSetup(ToySetup, frozen=True, kw_only=True):
    seed_hash: str = ""


class ShuffledToy(FirstToy):
    """Shows the hash of a seed before it begins."""

    setup_type = ShuffledSetup


SHUFFLED = {"toy": ShuffledToy()}


def clock() -> object:
    """A minute later each time that it is asked."""
    minutes = iter(range(60))
    return lambda: f"2026-11-21T12:{next(minutes):02}:00Z"


def played(path: Path, game: FirstToy | None = None, setup: ToySetup | None = None, seed: bytes = b"") -> Path:
    """A game of five moves, most of them with a picture."""
    made = Record.create(path, game or FirstToy(), setup or ToySetup(), clock(), seed=seed)  # type: ignore[arg-type]  # a clock
    with closing(made) as record:
        for to, picture in enumerate(PICTURES, 1):
            record.do(Go(by="A", to=to), {f"{to}.jpg": picture})
        record.do(Go(by="B", to=1))
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    return played(tmp_path / "game.toy")


def harm(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def rescued(path: Path, name: str = "rescued") -> tuple[Path, Rescue]:
    out = path.with_name(f"{name}.toy")
    return out, rescue(path, out, GAMES)


def refused(path: Path, games: dict[str, FirstToy] | None = None) -> str:
    """Why a record is not rescued; nothing is left of the new one then."""
    out = path.with_name("refused.toy")
    with pytest.raises(RecordError) as caught:
        rescue(path, out, games or GAMES)
    assert not out.exists()
    return str(caught.value)


def test_nothing_is_rescued_of_a_file_without_entries(short: Path) -> None:
    harm(short, "DELETE FROM entry")
    assert refused(short) == (
        f"Nothing of {short} can be rescued: its first entry, which says how the game was set up, is damaged "
        "(it is missing from the end)."
    )
    head_beside(short).unlink()
    harm(short, "DELETE FROM about WHERE key = 'head'")
    assert "its first entry, which says how the game was set up, is damaged" in refused(short)


def test_without_its_first_entry_the_rest_is_named_and_not_kept(short: Path) -> None:
    harm(short, "UPDATE entry SET at = 'x' WHERE number = 0")
    assert "entries 1-5 are whole, but without the first" in refused(short)
    harm(short, "UPDATE entry SET at = 'x' WHERE number IN (1, 5)")
    assert "entries 2-4 are whole, but without the first" in refused(short)
    harm(short, "UPDATE entry SET at = 'x'")
    assert "are whole" not in refused(short)


@pytest.mark.parametrize("witness", ["both", "in the file", "beside the file", "none"])
@pytest.mark.parametrize("lost", [1, 3])
def test_how_many_entries_there_were_is_told_by_whatever_still_tells_it(short: Path, witness: str, lost: int) -> None:
    """At least as many as are there, one more than the number of the newest that any witness names."""
    harm(short, "DELETE FROM entry WHERE number >= ?", ENTRIES - lost)
    if witness in ("in the file", "none"):
        head_beside(short).unlink()
    if witness in ("beside the file", "none"):
        harm(short, "DELETE FROM about WHERE key = 'head'")
    with pytest.raises(TamperedError) as caught:
        verify(short, GAMES)
    assert caught.value.entry == ENTRIES - lost
    out, saved = rescued(short)
    assert saved.note.written == (ENTRIES - lost if witness == "none" else ENTRIES)
    assert (saved.note.kept, saved.events, saved.unproven) == (ENTRIES - lost, ENTRIES - lost - 1, ())
    assert saved.last_at == f"2026-11-21T12:0{ENTRIES - lost - 1}:00Z"
    assert verify(out, GAMES).entries == ENTRIES - lost


def test_a_record_that_only_does_not_tell_its_newest_entry_is_kept_whole(short: Path) -> None:
    harm(short, "DELETE FROM about WHERE key = 'head'")
    head_beside(short).unlink()
    with pytest.raises(TamperedError, match="missing from the end"):
        verify(short, GAMES)
    out, saved = rescued(short)
    assert (saved.note.kept, saved.note.written, saved.last_at) == (ENTRIES, ENTRIES, "2026-11-21T12:05:00Z")
    with closing(Record.read(out, GAMES)) as record, closing(sqlite3.connect(short)) as file:
        assert [entry.hash for entry in record.entries()] == [
            row[0] for row in file.execute("SELECT hash FROM entry ORDER BY number")
        ]
        assert [record.evidence(each.digest) for entry in record.entries() for each in entry.evidence] == list(PICTURES)


@pytest.mark.parametrize("number", range(1, ENTRIES))
def test_what_follows_on_the_first_that_is_wrong_is_named_and_not_kept(short: Path, number: int) -> None:
    harm(short, "UPDATE entry SET at = 'x' WHERE number = ?", number)
    _, saved = rescued(short)
    assert (saved.note.kept, saved.unproven) == (number, tuple(range(number + 1, ENTRIES)))


def test_evidence_that_was_lost_before_a_second_rescue_is_no_new_damage(short: Path) -> None:
    harm(short, "DELETE FROM evidence WHERE bytes IN (?, ?)", b"two", b"one")
    once, saved = rescued(short, "once")
    assert saved.evidence == ("1.jpg of entry 1", "2.jpg of entry 2")
    assert saved.note.why == ""
    assert "there is nothing to rescue" in refused(once)
    harm(once, "DELETE FROM evidence WHERE bytes = ?", b"three")
    harm(once, "UPDATE evidence SET bytes = x'00' WHERE bytes = x''")
    twice, saved = rescued(once, "twice")
    assert saved.evidence == tuple(f"{number}.jpg of entry {number}" for number in (1, 2, 3, 4))
    assert len(saved.note.evidence) == 4
    assert verify(twice, GAMES).rescued == saved.note
    with closing(Record.read(twice, GAMES)) as record:  # nor are other bytes taken for it
        assert [record.evidence(bytes.fromhex(each)) for each in saved.note.evidence] == [None] * 4


def test_a_second_rescue_still_tells_what_was_wrong_at_the_first(short: Path) -> None:
    harm(short, "UPDATE entry SET at = 'x' WHERE number = 4")
    once, first = rescued(short, "once")
    harm(once, "DELETE FROM evidence WHERE bytes = ?", b"one")
    _, second = rescued(once, "twice")
    assert first.note.why == "its content does not fit its hash"
    assert (second.note.why, second.note.kept, second.note.written) == (first.note.why, 4, ENTRIES)
    assert second.unproven == ()
    harm(once, "DELETE FROM entry WHERE number = 2")
    _, third = rescued(once, "again")
    assert (third.note.why, third.note.kept, third.note.written) == ("it is missing", 2, ENTRIES)
    assert third.unproven == (3,)


@pytest.mark.parametrize("harmed", ["DELETE FROM about", "UPDATE about SET value = x'00'"])
def test_a_seed_that_is_lost_is_lost_once(tmp_path: Path, harmed: str) -> None:
    path = played(tmp_path / "game.toy", ShuffledToy(), ShuffledSetup(seed_hash=commitment(SEED)), SEED)
    assert "there is nothing to rescue" in refused(path, SHUFFLED)
    once, out = tmp_path / "once.toy", tmp_path / "out.toy"
    harm(path, f"{harmed} WHERE key = 'seed'")
    saved = rescue(path, once, SHUFFLED)
    assert (saved.note.seed_lost, saved.note.kept, saved.note.why) == (True, ENTRIES, "")
    assert verify(once, SHUFFLED).rescued == saved.note
    assert "there is nothing to rescue" in refused(once, SHUFFLED)
    harm(once, "DELETE FROM entry WHERE number = 5")
    assert rescue(once, out, SHUFFLED).note.seed_lost
    with closing(Record.read(out, SHUFFLED)) as record:
        assert record.seed == b""


def test_a_seed_that_is_lost_only_after_a_rescue_is_missing(tmp_path: Path) -> None:
    path = played(tmp_path / "game.toy", ShuffledToy(), ShuffledSetup(seed_hash=commitment(SEED)), SEED)
    harm(path, "DELETE FROM entry WHERE number = 5")
    out = tmp_path / "rescued.toy"
    assert not rescue(path, out, SHUFFLED).note.seed_lost
    assert verify(out, SHUFFLED).entries == 5
    harm(out, "DELETE FROM about WHERE key = 'seed'")
    with pytest.raises(TamperedError, match="seed of its shuffles is missing"):
        verify(out, SHUFFLED)


def test_all_entries_are_kept_where_all_that_the_file_tells_of_itself_is_lost(tmp_path: Path) -> None:
    """What it told stood on its second page: the game's name, the seed, the newest entry."""
    path = played(tmp_path / "game.toy", ShuffledToy(), ShuffledSetup(seed_hash=commitment(SEED)), SEED)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(4096) + data[8192:])
    with pytest.raises(RecordError):
        verify(path, SHUFFLED)
    harm(path, "DELETE FROM entry WHERE number = 5")
    out = tmp_path / "rescued.toy"
    note = rescue(path, out, SHUFFLED).note
    assert (note.kept, note.written, note.seed_lost, note.why) == (5, ENTRIES, True, "it cannot be read")
    assert verify(out, SHUFFLED).rescued == note


def sealed_far_away(path: Path, *numbers: int) -> None:
    """Entries that fit their own hash, after one that is wrong and before a head that nobody reached."""
    with closing(Record.read(path, GAMES)) as record:
        last = list(record.entries())[-1]
    for number in numbers:
        other = msgspec.structs.replace(last, number=number).sealed()
        columns = "kind, at, actor, edition, body, events, evidence, state, before, rules"
        harm(
            path,
            f"INSERT INTO entry ({columns}, number, hash) SELECT {columns}, ?, ? FROM entry WHERE number = ?",  # noqa: S608 (ours)
            *(number, other.hash, last.number),
        )
    harm(path, "UPDATE about SET value = ? WHERE key = 'head'", (2**62).to_bytes(8, "big") + bytes(32))
    harm(path, "UPDATE entry SET at = 'x' WHERE number = 3")


def test_a_head_beyond_all_games_holds_up_no_rescue(short: Path) -> None:
    """Of what comes after the first that is wrong ten thousand are looked at and no more."""
    sealed_far_away(short, 10_000, 10_001, 10_003, 10_004)
    _, saved = rescued(short)
    assert (saved.note.kept, saved.note.written) == (3, 2**62 + 1)
    assert saved.unproven == (4, 5, 10_000, 10_001, 10_003)
    harm(short, "UPDATE entry SET at = 'x' WHERE number IN (0, 4)")
    assert "entries 1-2, 5, 10000 are whole" in refused(short)


def test_numbers_that_follow_on_one_another_are_told_as_one_run() -> None:
    assert ranges(()) == ""
    assert ranges((4,)) == "4"
    assert ranges((1, 2, 4, 6, 7, 8)) == "1-2, 4, 6-8"


@pytest.mark.parametrize("lost", [1, 2, 1024, 4095])
def test_a_file_that_lost_bytes_from_its_end_is_wrong_or_says_all_that_it_said(short: Path, lost: int) -> None:
    """What SQLite has never used yet may be missing."""
    data, whole, left = short.read_bytes(), verify(short, GAMES), 0
    for end in range(len(data), 0, -4096):
        short.write_bytes(data[: end - lost])
        try:
            assert verify(short, GAMES) == whole
            left += 1
        except RecordError:
            continue
    assert left <= 1
