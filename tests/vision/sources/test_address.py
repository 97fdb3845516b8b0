"""No address of a camera is shown with the name and password that are in it, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.camera.calibrations import calibration_file
from companion.referee.dice.names import where_of
from companion.referee.errors import SetupError
from vision.errors import SourceError
from vision.sources.address import MASK, masked, without_password, without_user
from vision.sources.open_source import open_source
from vision.sources.rtsp import parse_rtsp_address, rtsp_status

SECRET = "hush4711"  # noqa: S105 (of nobody)
ADDRESSES = (
    f"http://me:{SECRET}@phone/video",
    f"HTTP://me:{SECRET}@phone:8080/video?x=1",
    f"rtsp://me:{SECRET}@cam/stream1",
    f"rtsp://me:p@{SECRET}@cam/stream1",
    f"http://me:{SECRET}/x@phone/video",
    f"http://me:1/{SECRET}@phone/video",
    f"http://me:1?{SECRET}@phone/video",
    f"http://me:{SECRET}#@phone/video",
    f"http://cam/videostream.cgi?user=me&pwd={SECRET}",
    f"http://cam/video?password={SECRET}",
    f"http://cam/video?access_token={SECRET}&x=1",
    f"rtsp://cam:554/user=me_password={SECRET}_channel=1_stream=0.sdp",
    f"rtsp://cam:554/user=me&password={SECRET}&channel=1",
)
BROKEN = (
    f"htp://me:{SECRET}@phone/video",
    f"http:/me:{SECRET}@phone/video",
    f"http:me:{SECRET}@phone",
    f"me:{SECRET}@phone:8080/video",
    f"https://me:{SECRET}@phone/video",
    f"http://me:{SECRET}@phone:port/video",
    f"http://me:{SECRET}@",
    f"rtsp://me:{SECRET}@:9999999/x",
)


def told_of(address):
    """The name of the camera at an address, or what is wrong with it."""
    try:
        return open_source(address).name
    except SourceError as error:
        return str(error)


@pytest.mark.parametrize("address", [*ADDRESSES, *BROKEN])
def test_what_is_shown_of_an_address_holds_no_password(address):
    assert SECRET not in without_password(address)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_camera_and_no_file_is_named_with_a_password(address):
    assert SECRET not in calibration_file(address).name
    assert SECRET not in told_of(address)


@pytest.mark.parametrize("address", BROKEN)
def test_what_is_wrong_with_an_address_is_told_without_its_password(address):
    with pytest.raises(SourceError) as caught:
        open_source(address)
    assert SECRET not in str(caught.value)
    with pytest.raises(SetupError) as refused:
        where_of([f"tray-nothing:{address}"])
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("usb:0", "usb:0"),
        ("http://192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("http://cam/video?channel=2", "http://cam/video?channel=2"),
        ("file:/home/a@b/match.mp4", "file:/home/a@b/match.mp4"),
        ("images:C:\\frames", "images:C:\\frames"),
        ("recorded:~/user=me.table.zip", "recorded:~/user=me.table.zip"),
    ],
)
def test_what_holds_no_password_is_shown_as_it_is(address, shown):
    assert without_password(address) == shown


@given(st.text())
def test_any_text_can_be_shown(text):
    assert isinstance(without_password(text), str)


def test_a_camera_is_asked_for_the_stream_that_was_named_without_the_user():
    address = parse_rtsp_address(f"rtsp://me:{SECRET}@cam/user=a&password=b/1")
    assert without_user(address.url) == "rtsp://cam/user=a&password=b/1"
    assert address.shown == "rtsp://cam/user=…&password=…/1"


def test_nobody_at_an_address_is_no_reason_to_show_its_password(capfd):
    address = parse_rtsp_address(f"rtsp://me:{SECRET}@127.0.0.1:1/x")
    assert rtsp_status(address, 0.5) is None
    assert SECRET not in "".join(capfd.readouterr())


TYPED = (*(each for each in ADDRESSES if not any(f"{sign}{SECRET}" in each for sign in "@/?")), *BROKEN)
"""Where a sign that ends the name of a host stands in a password, only the `@` behind it tells."""


@pytest.mark.parametrize("address", TYPED)
def test_no_letter_of_a_password_is_seen_while_an_address_is_typed(address):
    begin = address.index(SECRET)
    for end in range(len(address) + 1):
        seen = masked(address[:end])
        assert len(seen) == end
        assert seen[begin : begin + len(SECRET)].strip(MASK) == ""


@pytest.mark.parametrize("address", [*ADDRESSES, *BROKEN])
def test_no_letter_of_a_password_is_seen_in_a_whole_address(address):
    assert SECRET not in masked(address)


@pytest.mark.parametrize("password", ["1234", "80", "a b", "p:q", "%41"])
def test_a_password_of_digits_is_no_port(password):
    for end in range(len(f"me:{password}") + 1):
        seen = masked(f"http://me:{password}@192.168.1.20:8080/video"[: len("http://") + end])
        assert seen == "http://" + ("me:" + MASK * len(password))[:end]
    assert masked(f"http://me:{password}@192.168.1.20:8080/video").endswith("@192.168.1.20:8080/video")


@pytest.mark.parametrize(
    "address",
    [
        "http://192.168.1.20:8080/video?x=1",
        "rtsp://localhost:554/a:b",
        "usb:0",
        "file:C:/me:1@x",
        "192.168.1.20:8080",
        "h",
    ],
)
def test_an_address_without_a_password_is_seen_whole(address):
    assert masked(address) == address


@given(st.text(max_size=60))
def test_what_is_seen_is_as_long_as_what_is_typed(typed):
    assert len(masked(typed)) == len(typed)
