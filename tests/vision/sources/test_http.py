"""Phone cameras over HTTP, against a real server on this machine."""

import socket
import time
from collections.abc import Iterator

import pytest

from tests.vision.pictures import next_frame, number_in, wait_until
from tests.vision.sources.fake_phone import FakePhone
from vision.errors import SourceError
from vision.images.frame import CameraSource
from vision.sources.http import HttpFeed, parse_http_address
from vision.sources.open_source import open_source
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.trouble import TroubleKind

QUICK = SourceTimes(retry_waits_s=(0.01, 0.02))


@pytest.fixture
def phone() -> Iterator[FakePhone]:
    with FakePhone() as phone:
        yield phone


def source_of(address: str, silence_s: float = 5.0) -> ThreadedSource:
    parsed = parse_http_address(address)
    feed = HttpFeed(parsed, silence_s=silence_s, between_singles_s=0.005)
    return ThreadedSource(parsed.shown, feed, QUICK)


def wait_for_trouble(source: CameraSource, kind: TroubleKind) -> str:
    """The sentence that is told with a kind of trouble."""
    told: list[str] = []

    def came() -> bool:
        trouble = source.trouble
        if trouble is not None and trouble.kind is kind:
            told.append(trouble.sentence)
        return bool(told)

    wait_until(came, f"{kind}, but {source.trouble}")
    return told[0]


@pytest.mark.parametrize("with_length", ["with", "without"])
@pytest.mark.parametrize("boundary", ["frame", "--frame", '"frame"'])
def test_pictures_of_a_stream_come_in_order(phone: FakePhone, with_length: str, boundary: str) -> None:
    phone.with_length, phone.boundary = with_length == "with", boundary
    with source_of(phone.address()) as source:
        first = next_frame(source)
        second = next_frame(source, first.sequence)
    assert number_in(first.image) == (first.sequence + 1) % 11
    assert number_in(second.image) == (second.sequence + 1) % 11
    assert second.captured_s > first.captured_s


def test_grey_is_one_channel(phone: FakePhone) -> None:
    with open_source(phone.address(), grey=True) as source:
        assert next_frame(source).image.shape == (48, 64)


def test_single_pictures_are_asked_for_again_and_again(phone: FakePhone) -> None:
    with source_of(phone.address("/shot.jpg")) as source:
        frame = next_frame(source)
        for _ in range(3):
            frame = next_frame(source, frame.sequence)
    assert phone.opened >= 4
    assert number_in(frame.image) == (frame.sequence + 1) % 11


def test_a_dropped_connection_is_made_again(phone: FakePhone) -> None:
    phone.drop_after = 2
    with source_of(phone.address()) as source:
        wait_for_trouble(source, TroubleKind.NO_PICTURE)
        wait_until(lambda: phone.opened >= 3, "asking again")
        frame = next_frame(source)
        assert next_frame(source, frame.sequence).sequence > frame.sequence


def test_an_app_that_is_closed_and_started_again_comes_back(phone: FakePhone) -> None:
    with source_of(phone.address()) as source:
        last = next_frame(source)
        phone.stop()
        sentence = wait_for_trouble(source, TroubleKind.UNREACHABLE)
        assert f"127.0.0.1:{phone.port}" in sentence
        assert "Wi-Fi" in sentence
        newest = source.newest(last.sequence, 0.0)
        last = last if newest is None else newest
        with FakePhone(phone.port):
            assert next_frame(source, last.sequence).sequence > last.sequence
            wait_until(lambda: source.trouble is None, "the trouble to end")


def test_broken_pictures_are_told_and_passed_over(phone: FakePhone) -> None:
    phone.spoil = 300
    with source_of(phone.address()) as source:
        assert "broken" in wait_for_trouble(source, TroubleKind.UNREADABLE_PICTURE)
        assert source.newest(-1, 0.0) is None
        phone.spoil = None
        next_frame(source)
        wait_until(lambda: source.trouble is None, "the trouble to end")


def test_a_password_is_asked_for_and_taken_from_the_address(phone: FakePhone) -> None:
    phone.password = True
    with source_of(phone.address()) as source:
        assert "wants a name and password" in wait_for_trouble(source, TroubleKind.PASSWORD_WANTED)
    with source_of(phone.address(user="me:wrong@")) as source:
        assert "refuses this name and password" in wait_for_trouble(source, TroubleKind.PASSWORD_WANTED)
    with source_of(phone.address(user="me:se%20cret@")) as source:
        next_frame(source)
        assert "se%20cret" not in source.name


def test_other_answers_than_pictures_are_told(phone: FakePhone) -> None:
    with source_of(phone.address("/nothing")) as source:
        assert "no such page" in wait_for_trouble(source, TroubleKind.NOT_A_STREAM)
    with source_of(phone.address("/")) as source:
        assert "text/html" in wait_for_trouble(source, TroubleKind.NOT_A_STREAM)


def test_a_stream_that_falls_silent_is_asked_for_anew(phone: FakePhone) -> None:
    phone.silent = True
    with source_of(phone.address(), silence_s=0.1) as source:
        wait_until(lambda: phone.opened >= 2, "asking again")
        phone.silent = False
        next_frame(source)


def test_no_picture_is_told_after_the_quiet_time(phone: FakePhone) -> None:
    phone.silent = True
    address = parse_http_address(phone.address())
    with ThreadedSource(address.shown, HttpFeed(address), SourceTimes(start_s=0.05)) as source:
        assert "No image has come" in wait_for_trouble(source, TroubleKind.NO_PICTURE)
        trouble = source.trouble
        assert trouble is not None
        assert trouble.since_s is not None


def test_stop_does_not_wait_for_a_silent_phone(phone: FakePhone) -> None:
    phone.silent = True
    source = source_of(phone.address(), silence_s=60.0)
    source.start()
    wait_until(lambda: phone.opened == 1, "the stream to begin")
    asked_s = time.monotonic()
    source.stop()
    assert time.monotonic() - asked_s < 20.0, "far less than the sixty seconds of patience"


def test_nobody_at_the_address_is_told() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with source_of(f"http://127.0.0.1:{unused.getsockname()[1]}/video") as source:
            wait_for_trouble(source, TroubleKind.UNREACHABLE)


@pytest.mark.parametrize("spec", ["http://", "http://:8080/video", "http://host:notaport/", "http://[::1/"])
def test_addresses_that_are_none_are_refused(spec: str) -> None:
    with pytest.raises(SourceError, match=r"\.$"):
        open_source(spec)
