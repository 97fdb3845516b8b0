"""The stream of parts: the same pictures come out, however the bytes are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.multipart import MAX_HEAD_BYTES, MAX_PART_BYTES, MultipartError, MultipartParser, boundary_of

DIVIDER = b"--frame"
bodies_of_parts = st.lists(
    st.binary(min_size=1, max_size=60).filter(
        lambda body: DIVIDER not in body and not body.endswith((b"\n", b"\r", b"-")) and b"--fram" not in body
    ),
    max_size=5,
)
rubbish = st.binary(max_size=40).filter(lambda bytes_: b"-" not in bytes_)


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[bytes], bytes]:
    """Bodies, and a stream that carries them in one of the ways cameras have."""
    bodies = draw(bodies_of_parts)
    line_end = draw(st.sampled_from([b"\r\n", b"\n"]))
    stream = draw(rubbish)
    for body in bodies:
        head = draw(st.sampled_from([b"", b"Content-Type: image/jpeg" + line_end, b"X-Stamp: 1.5" + line_end]))
        if draw(st.booleans()):
            name = draw(st.sampled_from([b"Content-Length: ", b"content-length:", b"CONTENT-LENGTH:  "]))
            head += name + str(len(body)).encode() + line_end
        after = draw(st.sampled_from([line_end, line_end + DIVIDER + b"--" + line_end]))
        stream += DIVIDER + line_end + head + line_end + body + after
    return bodies, stream + DIVIDER + line_end


@given(streams())
def test_pictures_come_out_whole_when_fed_at_once(case: tuple[list[bytes], bytes]) -> None:
    bodies, stream = case
    assert MultipartParser(b"frame").feed(stream) == bodies


@given(streams())
def test_pictures_come_out_the_same_byte_by_byte(case: tuple[list[bytes], bytes]) -> None:
    bodies, stream = case
    parser = MultipartParser(b"frame")
    assert [body for at in range(len(stream)) for body in parser.feed(stream[at : at + 1])] == bodies


@given(streams(), st.data())
def test_pictures_come_out_the_same_however_the_bytes_are_cut(
    case: tuple[list[bytes], bytes], data: st.DataObject
) -> None:
    bodies, stream = case
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    parser = MultipartParser(b"frame")
    portions = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [body for portion in portions for body in parser.feed(portion)] == bodies


@given(st.binary(max_size=300))
def test_rubbish_gives_no_pictures_and_no_other_error(data: bytes) -> None:
    assert MultipartParser(b"a boundary that is not in it").feed(data) == []


@given(st.binary(max_size=200), st.binary(min_size=1, max_size=50).filter(lambda body: b"\n" not in body))
def test_a_picture_after_a_wrong_length_is_found_again(wrong: bytes, body: bytes) -> None:
    parser = MultipartParser(b"frame")
    stream = DIVIDER + b"\r\nContent-Length: 3\r\n\r\n" + b"abcdefghi" + b"\r\n"
    stream += DIVIDER + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body + b"\r\n"
    assert parser.feed(stream) == [b"abc", body]


def test_a_picture_with_a_length_does_not_wait_for_the_next_boundary() -> None:
    assert MultipartParser(b"b").feed(b"--b\r\nContent-Length: 2\r\n\r\nok") == [b"ok"]


def test_a_length_of_zero_means_unknown() -> None:
    assert MultipartParser(b"b").feed(b"--b\r\nContent-Length: 0\r\n\r\nok\r\n--b\r\n") == [b"ok"]


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/x-mixed-replace; boundary=frame", b"frame"),
        ("multipart/x-mixed-replace;boundary=--frame", b"frame"),
        ('Multipart/X-Mixed-Replace; boundary="--my boundary"', b"my boundary"),
        ("multipart/x-mixed-replace", None),
        ("image/jpeg", None),
        ("", None),
    ],
)
def test_boundary_is_read_from_the_head(content_type: str, boundary: bytes | None) -> None:
    assert boundary_of(content_type) == boundary


def test_a_head_or_a_body_without_end_is_refused() -> None:
    with pytest.raises(MultipartError, match="head"):
        MultipartParser(b"b").feed(b"--b\n" + b"x" * (MAX_HEAD_BYTES + 1))
    with pytest.raises(MultipartError, match="no end of an image"):
        MultipartParser(b"b").feed(b"--b\n\n" + bytes(MAX_PART_BYTES + 1))
