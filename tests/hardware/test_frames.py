"""The frames of our own die: what is sent arrives, and nothing else does."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.frames import LONGEST_FRAME_BYTES, Frame, FrameReader, encode_frame

ROLL = {"n": 7, "d": "1a2b", "f": 3, "s": "rolled", "q": 990}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
BODIES = st.dictionaries(st.text(max_size=4), VALUES, max_size=3)
KINDS = st.from_regex(r"[a-z][a-z0-9_]{0,15}", fullmatch=True)


def sealed(inner: bytes) -> bytes:
    """A line with the right checksum around whatever is inside."""
    return b"$%b*%08X\n" % (inner, binascii.crc32(inner))


def test_a_frame_looks_as_documented():
    assert encode_frame(12, "roll", {"n": 1, "f": 6}) == b'$D1,12,roll,{"n":1,"f":6}*690E69DC\n'


@given(st.integers(0, 9_999_999_999), KINDS, BODIES, st.data())
def test_what_is_sent_arrives_in_pieces_of_any_size(seq, kind, body, data):
    try:
        frame = encode_frame(seq, kind, body)
    except ValueError:
        return
    assert len(frame) <= LONGEST_FRAME_BYTES
    assert all(32 <= byte < 127 for byte in frame[:-1])
    cut = sorted(data.draw(st.lists(st.integers(0, len(frame)), max_size=4)))
    reader = FrameReader()
    pieces = [frame[a:b] for a, b in zip([0, *cut], [*cut, len(frame)], strict=True)]
    assert [got for piece in pieces for got in reader.feed(piece)] == [Frame(seq, kind, body)]


def test_banners_tracebacks_and_echoes_around_a_frame_are_passed_over():
    noise = b"MicroPython v1.25.0 on ESP32C3\r\n>>> Traceback (most recent call last):\n  $ \xff\x00$D1,1,roll,{"
    stream = noise + encode_frame(1, "roll", ROLL) + b"\r\n>>> " + encode_frame(2, "ping", {}) + b"OSError: 5\n"
    assert FrameReader().feed(stream) == [Frame(1, "roll", ROLL), Frame(2, "ping", {})]


@pytest.mark.parametrize(
    "line",
    [
        encode_frame(1, "roll", ROLL)[1:],
        encode_frame(1, "roll", ROLL).replace(b"\n", b"\r\n"),
        encode_frame(1, "roll", ROLL).replace(b"*", b"* "),
        encode_frame(1, "roll", ROLL).lower(),
        encode_frame(1, "roll", ROLL).replace(b'"f":3', b'"f":4'),
        sealed(b"D2,1,roll,{}"),
        sealed(b"D1,-1,roll,{}"),
        sealed(b"D1,01,roll,{}"),
        sealed(b"D1,12345678901,roll,{}"),
        sealed(b"D1,1,Roll,{}"),
        sealed(b"D1,1,,{}"),
        sealed(b"D1,1,roll"),
        sealed(b"D1,1,roll,"),
        sealed(b"D1,1,roll,[1]"),
        sealed(b"D1,1,roll,null"),
        sealed(b"D1,1,roll,{'n':1}"),
        sealed(b'D1,1,roll,{"n":NaN}'),
        sealed(b'D1,1,roll,{"n":Infinity}'),
        sealed('D1,1,roll,{"n":"ї"}'.encode()),
        sealed(b'D1,1,roll,{"n":"' + b"x" * 230 + b'"}'),
        sealed(b'D1,1,roll,{"n":' + b"[" * 200 + b"}"),
    ],
)
def test_a_line_that_is_not_quite_a_frame_is_dropped_and_the_next_one_is_read(line):
    reader = FrameReader()
    assert reader.feed(line) == []
    assert reader.feed(encode_frame(2, "ping", {})) == [Frame(2, "ping", {})]


def test_kinds_that_nobody_knows_arrive_too():
    assert FrameReader().feed(encode_frame(3, "colour_2", {"x": [1, None]})) == [Frame(3, "colour_2", {"x": [1, None]})]


def test_a_dollar_in_a_name_arrives():
    assert FrameReader().feed(encode_frame(0, "hello", {"id": "$*$"})) == [Frame(0, "hello", {"id": "$*$"})]


def test_an_endless_line_is_not_kept():
    reader = FrameReader()
    for _ in range(100):
        reader.feed(b"$" + b"x" * 10_000)
        assert len(reader._begun) < LONGEST_FRAME_BYTES
    assert reader.feed(b"\n" + encode_frame(2, "ping", {})) == [Frame(2, "ping", {})]


def test_a_half_frame_is_forgotten_on_reset():
    reader = FrameReader()
    frame = encode_frame(1, "roll", ROLL)
    reader.feed(frame[:20])
    reader.reset()
    assert reader.feed(frame[20:]) == []


@pytest.mark.parametrize(
    ("seq", "kind", "body"),
    [
        (-1, "roll", {}),
        (10_000_000_000, "roll", {}),
        (0, "Roll", {}),
        (0, "", {}),
        (0, "a\n", {}),
        (0, "roll", {"n": float("nan")}),
        (0, "roll", {"n": "x" * 240}),
    ],
)
def test_what_cannot_be_a_frame_is_not_sent(seq, kind, body):
    with pytest.raises(ValueError, match=r"frame|JSON"):
        encode_frame(seq, kind, body)
