"""A new version accuses nobody: what an older program wrote opens, verifies, is seen again and goes on."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.games.command import SPECTATOR
from companion.games.registry import game_called
from companion.record import canonical
from companion.record.canonical import CanonicalEncoder
from companion.record.errors import NewerError, RecordError, TamperedError
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.history.replay import lines_of, replay
from companion.texts import Language
from tests.record.games import GAMES, NOON
from tests.record.toy import DecidesOtherwise, FirstToy, FoldsOtherwise, Go, Swim, Swims, ToySetup, WithMoreFields

RELEASED = Path(__file__).parent / "released"
KEPT = sorted(RELEASED.glob("*/*.signum"))
SINCE = {"signum": 0, "brawl": 2, "warseer": 1}
"""From which version of its rules on each game has records that are kept."""
EVERY = {name: game_called(name) for name in SINCE}
CURRENT = {f"{name}-{game.rules_version}" for name, game in EVERY.items()}


def later() -> str:
    return "2030-01-01T12:00:00Z"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Four moves, one undone, by the first version of the toy."""
    record = Record.create(tmp_path / "toy.game", FirstToy(), ToySetup(), lambda: NOON)
    for by, to in (("A", 2), ("B", 1), ("A", 3), ("B", 3)):
        record.do(Go(by=by, to=to))
    record.undo(record.boundaries[-2], "B")
    record.close()
    return tmp_path / "toy.game"


def copied(path: Path, folder: Path) -> Path:
    """A record and what lies beside it, where it may be written."""
    for each in path.parent.glob(f"{path.name}*"):
        shutil.copy(each, folder)
    return folder / path.name


def test_there_are_records_of_every_form_that_was_released() -> None:
    due = {f"{name}-{n}" for name, first in SINCE.items() for n in range(first, EVERY[name].rules_version + 1)}
    assert {path.parent.name for path in KEPT} == due


@pytest.mark.slow
@pytest.mark.parametrize("kept", KEPT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_of_each_released_form_verifies_is_seen_again_and_goes_on(kept: Path, tmp_path: Path) -> None:
    path = copied(kept, tmp_path)
    before = path.read_bytes()
    found = verify(path, EVERY)
    if kept.parent.name in CURRENT:
        assert (found.otherwise, found.refolded) == ((), ()), "the rules changed: give them a new number"
    seen = replay(path, None, SPECTATOR, Language.ENGLISH)
    assert list(lines_of(seen, Language.ENGLISH))
    assert path.read_bytes() == before

    record = Record.open(path, EVERY, later)
    record.undo(record.boundaries[-2], "A")
    record.redo("A")
    record.close()
    after = verify(path, EVERY)
    assert after.entries == found.entries + 2
    assert after.refolded == found.refolded  # what is written now is of today's rules, and fits them


def test_entries_say_which_rules_wrote_them(played: Path) -> None:
    record = Record.read(played, {"toy": FirstToy()})
    assert {entry.rules for entry in record.entries()} == {1}
    record.close()
    again = Record.open(played, {"toy": DecidesOtherwise()}, later)
    again.do(Go(by="A", to=4))
    assert [entry.rules for entry in again.entries()] == [1] * 6 + [2]
    again.close()


def test_the_number_of_the_rules_cannot_be_changed_unnoticed(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("UPDATE entry SET rules = 2 WHERE number = 3")
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match="entry 3"):
        verify(played, {"toy": Swims()})


def test_fields_that_stand_at_their_defaults_change_no_digest(played: Path) -> None:
    games = {"toy": WithMoreFields()}
    found = verify(played, games)
    assert (found.otherwise, found.refolded) == ((), ())
    record = Record.open(played, games, later)
    record.do(Go(by="A", to=4))
    record.close()
    assert verify(played, games).refolded == ()
    assert verify(played, {"toy": FirstToy()}).refolded == ()


def test_rules_that_decide_otherwise_are_told_apart_from_tampering(played: Path) -> None:
    games = {"toy": DecidesOtherwise()}
    found = verify(played, games)
    assert found.otherwise == (1, 4)  # steps of two
    assert found.refolded == ()
    record = Record.open(played, games, later)
    assert record.state.pieces["A"].at == 3
    record.do(Go(by="A", to=4))
    record.close()
    assert verify(played, games).otherwise == (1, 4)


def test_rules_that_fold_otherwise_are_told_apart_and_the_game_goes_on(played: Path) -> None:
    games = {"toy": FoldsOtherwise()}
    found = verify(played, games)
    assert found.otherwise == ()
    assert found.refolded == (1, 2, 3, 4, 5)
    record = Record.open(played, games, later)
    record.do(Go(by="A", to=5))
    record.close()
    assert verify(played, games).refolded == (1, 2, 3, 4, 5)


def test_the_same_rules_do_not_fold_otherwise(played: Path) -> None:
    """What would be excused in older rules is tampering in these."""

    class Forgetful(FoldsOtherwise):
        rules_version = 1

    with pytest.raises(TamperedError, match="state does not follow") as caught:
        verify(played, {"toy": Forgetful()})
    assert (caught.value.entry, caught.value.after, caught.value.count) == (1, 0, 1)
    with pytest.raises(TamperedError, match="state does not follow"):
        Record.open(played, {"toy": Forgetful()}, later)


@pytest.mark.parametrize("commands", [100, 120])  # a snapshot is kept of the hundredth entry
def test_a_snapshot_of_older_rules_is_not_taken_for_todays_state(tmp_path: Path, commands: int) -> None:
    path = tmp_path / "toy.game"
    record = Record.create(path, FirstToy(), ToySetup(), lambda: NOON)
    for number in range(commands):
        record.do(Go(by="A", to=number % 2))
    record.close()
    record = Record.open(path, {"toy": FoldsOtherwise()}, later)
    assert record.state.pieces["A"].tired == commands / 2
    record.close()


def test_what_a_newer_program_wrote_is_one_sentence(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record.open(played, {"toy": Swims()}, later)
    record.do(Swim(by="A", far=1))
    record.close()
    for try_it in (verify, Record.read, lambda path, games: Record.open(path, games, later)):
        with pytest.raises(NewerError, match=r"newer version.*rules 2, this one has 1.*update") as newer:
            try_it(played, {"toy": FirstToy()})
        assert "\n" not in str(newer.value)


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["export", "--to", "jsonl"]])
def test_no_command_gives_a_traceback_for_a_newer_programs_record(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(RELEASED / "signum-0" / "aura.signum", tmp_path)
    Record.open(path, GAMES, later).close()  # brings it to today's form
    connection = sqlite3.connect(path)
    connection.execute("UPDATE entry SET rules = 99, events = x'93c40130c40131c40132' WHERE number = 9")
    connection.commit()
    connection.close()
    assert main([command[0], str(path), *command[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "newer version" in err


def test_a_schema_of_the_future_is_one_sentence(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (b"3",))
    connection.commit()
    connection.close()
    with pytest.raises(NewerError, match="newer version"):
        Record.read(played, {"toy": FirstToy()})


def test_reading_an_older_form_leaves_it_and_going_on_brings_it_to_todays(tmp_path: Path) -> None:
    path = copied(RELEASED / "signum-0" / "undone_and_revealed.signum", tmp_path)
    whole = path.read_bytes()
    Record.read(path, GAMES).close()
    assert verify(path, GAMES).shuffles == 2
    assert path.read_bytes() == whole
    record = Record.open(path, GAMES, later)
    record.undo(record.boundaries[-2], "A")
    assert [entry.rules for entry in record.entries()][-2:] == [0, GAMES["signum"].rules_version]
    record.close()
    assert path.read_bytes() != whole
    assert verify(path, GAMES).shuffles == 2


def test_a_log_that_an_older_program_left_is_taken_up(tmp_path: Path) -> None:
    path = copied(RELEASED / "signum-0" / "killed.signum", tmp_path)
    found = verify(path, GAMES)
    assert found.entries == 19
    with closing(Record.open(path, GAMES, later)):
        (tmp_path / "copy").mkdir()
        alone = Path(shutil.copy(path, tmp_path / "copy"))  # without the log that lay beside it
        assert verify(alone, GAMES).entries == 19
    assert not path.with_name(path.name + "-wal").exists()
    assert verify(path, GAMES).entries == found.entries


@pytest.mark.parametrize(
    "broken", [b"{", b"[]", b'{"kind":"went"}', b'{"kind":"went","piece":"Z","to":1}', b"[" * 9999]
)
def test_a_resealed_record_whose_events_mean_nothing_names_the_entry(played: Path, broken: bytes) -> None:
    games = {"toy": FirstToy()}
    reseal(played, 3, events=(broken,))
    for try_it in (verify, Record.read, lambda path, games: Record.open(path, games, later)):
        with pytest.raises(TamperedError, match="entry 3") as tampered:
            try_it(played, games)
        assert len(str(tampered.value)) < 300


@pytest.mark.parametrize("broken", [b"{", b"null", b'{"to":"x"}', b'{"to":99}', b'{"to":1e999}', b"[" * 9999])
def test_a_resealed_undo_that_means_nothing_names_the_entry(played: Path, broken: bytes) -> None:
    reseal(played, 5, body=broken)
    for try_it in (verify, Record.read, lambda path, games: Record.open(path, games, later)):
        with pytest.raises(TamperedError, match="entry 5"):
            try_it(played, {"toy": FirstToy()})


@pytest.mark.parametrize("broken", [b"{", b'{"by":1}', b'{"kind":"fly","by":"A"}', b"[" * 9999])
def test_a_resealed_command_that_means_nothing_names_the_entry(played: Path, broken: bytes) -> None:
    reseal(played, 2, body=broken)
    with pytest.raises(TamperedError, match="entry 2"):
        verify(played, {"toy": FirstToy()})


@pytest.mark.parametrize("broken", [b"{", b"[1]", b'{"seats":7}', b"[" * 9999])
def test_a_resealed_setup_that_means_nothing_names_the_first_entry(played: Path, broken: bytes) -> None:
    reseal(played, 0, body=broken)
    for try_it in (verify, Record.read, lambda path, games: Record.open(path, games, later)):
        with pytest.raises(TamperedError, match="entry 0"):
            try_it(played, {"toy": FirstToy()})


def reseal(path: Path, number: int, **changed: object) -> None:
    """Changes an entry and makes all hashes right again, as somebody would who knows how."""
    record = Record.read(path, {"toy": FirstToy()})
    entries = list(record.entries())
    record.close()
    path.with_name(f"{path.name}.head").unlink()
    connection = sqlite3.connect(path)
    before = entries[number].before
    for entry in entries[number:]:
        new = msgspec.structs.replace(entry, before=before, **(changed if entry.number == number else {})).sealed()
        connection.execute(
            "UPDATE entry SET body = ?, events = ?, before = ?, hash = ? WHERE number = ?",
            (new.body, msgspec.msgpack.encode(new.events), new.before, new.hash, new.number),
        )
        before = new.hash
    head = entries[-1].number.to_bytes(8, "big") + before
    connection.execute("UPDATE about SET value = ? WHERE key = 'head'", (head,))
    connection.commit()
    connection.close()


class Leaf(msgspec.Struct, frozen=True, kw_only=True):
    number: float = 0.0
    word: str = ""
    several: tuple[int, ...] = ()


class Tree(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="tree"):
    name: str
    leaf: Leaf = Leaf()
    leaves: dict[str, Leaf] = {}
    other: Leaf | None = None


leaves = st.builds(
    Leaf,
    number=st.floats(allow_nan=False, allow_infinity=False),
    word=st.text(max_size=3),
    several=st.tuples(st.integers(0, 3)),
)
trees = st.builds(
    Tree, name=st.text(max_size=3), leaf=leaves, leaves=st.dictionaries(st.text(max_size=2), leaves), other=leaves
)


@pytest.mark.slow
@given(st.lists(trees, min_size=1, max_size=6))
def test_the_canonical_form_is_the_same_whatever_was_encoded_before(states: list[Tree]) -> None:
    encoder = CanonicalEncoder()
    for state in states:
        coded = encoder.encode(state)
        assert coded == CanonicalEncoder().encode(state)
        back = msgspec.json.decode(coded, type=Tree)
        assert back == state
        assert CanonicalEncoder().encode(back) == coded


def test_the_canonical_form_leaves_out_what_stands_at_its_default() -> None:
    encoder = CanonicalEncoder()
    assert encoder.encode(Tree(name="x")) == b'{"kind":"tree","name":"x"}'
    assert encoder.encode(Tree(name="x", leaf=Leaf(number=1 - 1.0))) == b'{"kind":"tree","name":"x"}'
    assert encoder.encode(Tree(name="x", leaves={"b": Leaf(word="w"), "a": Leaf()})) == (
        b'{"kind":"tree","leaves":{"a":{},"b":{"word":"w"}},"name":"x"}'
    )


def test_a_command_of_another_actor_is_found_also_when_resealed(played: Path) -> None:
    reseal(played, 2, body=b'{"kind":"go","by":"A","to":1}')
    with pytest.raises((TamperedError, RecordError), match="entry 2"):
        verify(played, {"toy": FirstToy()})


def test_what_two_states_share_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was not new in the state before."""
    encoded: list[type] = []

    def noted(kind: type[msgspec.Struct]) -> object:
        encoded.append(kind)
        return fields(kind)

    fields = canonical._fields
    monkeypatch.setattr(canonical, "_fields", noted)
    encoder, leaf = CanonicalEncoder(), Leaf(word="w")
    for name in ("x", "y", "z"):
        assert encoder.encode(Tree(name=name, other=leaf)) == (
            b'{"kind":"tree","name":"%s","other":{"word":"w"}}' % name.encode()
        )
    assert encoded == [Tree, Leaf, Tree, Tree]
