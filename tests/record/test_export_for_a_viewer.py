"""What an export counts for somebody who does not see everything: only what is seen, from one."""

import hashlib
import json
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.record.export import json_lines
from companion.record.record import Record
from companion.record.walk import walk
from tests.record.games import NOON
from tests.record.toy import FirstToy, Go, ToySetup


class HidingToy(FirstToy):
    """Everybody sees only the moves of the own piece."""

    def view(self, state, viewer):
        return {"mine": state.pieces[viewer].at if viewer in state.pieces else None}

    def public_event(self, state, event, viewer):
        return event if event.piece == viewer else None

    def learned(self, state, event):
        return ()


@pytest.fixture
def played(tmp_path: Path) -> Record:
    """Moves of both; back to each kind of event and to the beginning, and forth again; the seed at the end."""
    made = Record.create(tmp_path / "game.toy", HidingToy(), ToySetup(), lambda: NOON, edition="second", seed=b"secret")
    with closing(made) as record:
        record.do(Go(by="A", to=1), {"a.jpg": b"one"})
        record.do(Go(by="B", to=1))
        record.do(Go(by="B", to=2))
        record.do(Go(by="A", to=2))
        record.undo(3, "A")
        record.redo("B")
        record.undo(0, "B")
        record.redo("B")
        record.undo(1, "B")
        record.do(Go(by="A", to=3))
        record.reveal()
        yield record


def lines(record: Record, viewer: str | None = None) -> list[dict]:
    return [json.loads(line) for line in json_lines(record, viewer)]


def head(entry: int, actor: str) -> dict:
    return {"entry": entry, "at": NOON, "actor": actor}


def moved(entry: int, actor: str, event: int, to: int, *, counts: bool) -> dict:
    what = {"kind": "went", "piece": actor, "to": to}
    return head(entry, actor) | {"event": event, "counts": counts, "what": what}


REVEALED = {"reveal": {"seed": b"secret".hex()}}


def test_the_whole_is_exported_with_commands_and_evidence(played: Record) -> None:
    def done(entry: int, actor: str, event: int, to: int, *, counts: bool) -> dict:
        command = {"command": {"kind": "go", "by": actor, "to": to}}
        return moved(entry, actor, event, to, counts=counts) | command

    picture = {"evidence": [{"name": "a.jpg", "sha256": hashlib.sha256(b"one").hexdigest()}]}
    assert lines(played) == [
        head(0, "") | {"edition": "second", "setup": {"seats": ["A", "B"]}},
        done(1, "A", 1, 1, counts=True) | picture,
        done(2, "B", 2, 1, counts=False),
        done(3, "B", 3, 2, counts=False),
        done(4, "A", 4, 2, counts=False),
        head(5, "A") | {"undo": {"to": 3}},
        head(6, "B") | {"redo": {}},
        head(7, "B") | {"undo": {"to": 0}},
        head(8, "B") | {"redo": {}},
        head(9, "B") | {"undo": {"to": 1}},
        done(10, "A", 5, 3, counts=True),
        head(11, "") | REVEALED,
    ]


def test_whoever_moved_first_and_last_is_told_of_these_alone(played: Record) -> None:
    assert lines(played, "A") == [
        head(0, "") | {"edition": "second", "view": {"mine": 0}},
        moved(1, "A", 1, 1, counts=True),
        moved(2, "A", 2, 2, counts=False),
        head(3, "A") | {"undo": {"to": 1}},
        head(4, "B") | {"redo": {}},
        head(5, "B") | {"undo": {"to": 0}},
        head(6, "B") | {"redo": {}},
        head(7, "B") | {"undo": {"to": 1}},
        moved(8, "A", 3, 3, counts=True),
        head(9, "") | REVEALED,
    ]


def test_whoever_moved_between_is_told_of_these_alone(played: Record) -> None:
    assert lines(played, "B") == [
        head(0, "") | {"edition": "second", "view": {"mine": 0}},
        moved(1, "B", 1, 1, counts=False),
        moved(2, "B", 2, 2, counts=False),
        head(3, "A") | {"undo": {"to": 2}},
        head(4, "B") | {"redo": {}},
        head(5, "B") | {"undo": {"to": 0}},
        head(6, "B") | {"redo": {}},
        head(7, "B") | {"undo": {"to": 0}},
        head(8, "") | REVEALED,
    ]


def test_whoever_sees_no_move_is_told_of_what_everybody_did_together(played: Record) -> None:
    told = lines(played, SPECTATOR)
    assert [line["entry"] for line in told] == list(range(7))
    assert [line["undo"]["to"] for line in told if "undo" in line] == [0, 0, 0]
    assert not any("event" in line for line in told)


def test_a_viewer_walks_through_the_states_of_the_whole_game(played: Record) -> None:
    for viewer in (None, "A", "B", SPECTATOR):
        passages = list(walk(played, viewer))
        assert [[each.at for each in one.after.pieces.values()] for one in passages] == [
            *([0, 0], [1, 0], [1, 1], [1, 2], [2, 2]),
            *([1, 2], [2, 2], [0, 0], [2, 2], [1, 0], [3, 0], [3, 0]),
        ]
        assert [one.undone for one in passages if one.entry.kind == "undo"] == [(4,), (1, 2, 3, 4), (2, 3, 4)]
        assert all(one.undone == () for one in passages if one.entry.kind != "undo")


def test_what_was_taken_back_before_anything_was_done_can_be_taken_forth(tmp_path: Path) -> None:
    with closing(Record.create(tmp_path / "game.toy", HidingToy(), ToySetup(), lambda: NOON)) as record:
        record.undo(0, "A")
        record.redo("A")
        assert [one.after for one in walk(record)] == [record.state] * 3
        assert msgspec.json.encode(record.state) == msgspec.json.encode(HidingToy().new(ToySetup()))
