"""A million messages, damaged in every manner: no exception, and no damaged frame is ever believed."""

import random

from hardware.event_sequence import EventSequence
from hardware.events import Cocked, EvidenceKind, Moved, Settled
from hardware.frames import LONGEST_FRAME_BYTES, FrameReader, encode_frame
from hardware.own_protocol import OwnConnection, OwnMemories
from hardware.wire.text_protocol import LONGEST_LINE_BYTES, LineReader, TextDie, understand
from tests.hardware.byte_damage import damaged

MILLION = 1_000_000
BATCH = 2000


def frames() -> list[bytes]:
    """What a die says in a long evening."""
    chance = random.Random(3)  # noqa: S311 (no secret)
    said = [encode_frame(0, "hello", {"p": 1, "fw": "1.0.0", "id": "ab12", "kind": "d6", "boot": 77, "n": 0})]
    for count in range(1, 500):
        roll = {"n": count, "d": "ab12", "f": chance.randint(1, 6), "s": chance.choice(["rolled", "moved", "cocked"])}
        said += [
            encode_frame(4 * count, "state", {"d": "ab12", "s": "rolling"}),
            encode_frame(4 * count + 1, "roll", {**roll, "q": chance.randint(0, 1000)}),
            encode_frame(4 * count + 2, "batt", {"d": "ab12", "pct": count % 101, "chg": False}),
            encode_frame(4 * count + 3, "pong", {}),
        ]
    return said


def test_no_damaged_frame_is_believed() -> None:
    pool = frames()
    whole = {frame[:-1] for frame in pool}
    reader = FrameReader()
    pieces = believed = 0
    for batch in damaged(pool, MILLION, BATCH, seed=1):
        pieces += batch.pieces
        found = reader.feed(batch.data)
        believed += len(found)
        assert all(frame.line in whole for frame in found)
        assert len(reader._begun) < LONGEST_FRAME_BYTES
    assert pieces == MILLION
    # The undamaged seventh, and what stayed whole among the others.
    assert believed > MILLION // 7


def test_text_of_any_kind_is_survived_and_gives_only_faces_of_the_die() -> None:
    pool = [line % face for line in (b"Roll: %d\r\n", b"Face %d\n", b"RESULT = %d\n") for face in range(1, 7)]
    pool += [b"ROLLING...\n", b"rolling\n", b"Traceback (most recent call last):\n", b"\x1b[31mroll: 4\x1b[0m\n"]
    told: list[object] = []
    sequence = EventSequence("text:red", "text", lambda: 0.0, told.append)
    sequence.seen("red")
    sequence.connected()
    reader, die, understood, now_s = LineReader(), TextDie(sequence), 0, 0.0
    for batch in damaged(pool, MILLION, BATCH, seed=2):
        for line in reader.feed(batch.data):
            phrase = understand(line, 6)
            if phrase is not None:
                understood += 1
                now_s += 0.3
                die.tick(now_s)
                die.heard(phrase, now_s)
        assert len(reader._begun) <= LONGEST_LINE_BYTES
        assert all(event.face in range(1, 7) for event in told if isinstance(event, Settled | Moved))
        told.clear()
    assert understood > MILLION // 10


def test_sealed_nonsense_is_survived_and_gives_only_faces_of_the_die() -> None:
    chance = random.Random(5)  # noqa: S311 (no secret)
    strange = [
        None,
        True,
        False,
        0,
        -1,
        1,
        3,
        7,
        1.5,
        10**30,
        -(10**30),
        "",
        "ab12",
        "rolled",
        "cocked",
        "d6",
        [],
        [1],
        {},
    ]
    kinds = ["hello", "roll", "state", "batt", "pong", "ack", "err", "ping", "identify", "quux"]
    keys = ["p", "fw", "id", "kind", "boot", "n", "d", "f", "s", "q", "pct", "chg"]
    good = {"p": 1, "id": "ab12", "kind": "d6", "boot": 1, "d": "ab12", "f": 3, "s": "rolled", "q": 900, "pct": 5}
    talk, now_s, results = OwnConnection("own-serial", EvidenceKind.LINE, OwnMemories()), 0.0, 0
    for count in range(30_000):
        body = {**good, "n": count, **{chance.choice(keys): chance.choice(strange) for _ in range(chance.randrange(3))}}
        now_s += chance.random()
        said = talk.received(encode_frame(count, chance.choice(kinds), body), now_s)
        assert len(said.send) <= LONGEST_FRAME_BYTES
        for event in said.events:
            assert event.die == "own-serial:ab12"
            assert not isinstance(event, Settled) or (type(event.face) is int and 1 <= event.face <= 6)
            results += isinstance(event, Settled | Cocked | Moved)
    assert results > 1000
