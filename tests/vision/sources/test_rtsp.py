"""RTSP cameras, through the real FFmpeg: a stream from this machine, and what is told when there is none."""

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.vision.pictures import next_frame, number_in, wait_until
from tests.vision.sources.fake_rtsp import FakeRtspCamera
from vision.errors import SourceError
from vision.sources.open_source import open_source
from vision.sources.rtsp import RtspFeed, parse_rtsp_address, rtsp_status
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.trouble import Trouble, TroubleKind

QUICK = SourceTimes(retry_waits_s=(0.01,))


class OneAnswerServer:
    """A server that gives every question the same answer and counts the questions."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self.asked = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(2.0)
                if connection.recv(4096):
                    self.asked += 1
                    connection.sendall(self._answer)

    def stop(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@pytest.fixture
def answering(request: pytest.FixtureRequest) -> Iterator[OneAnswerServer]:
    server = OneAnswerServer(request.param)
    yield server
    server.stop()


@pytest.fixture
def camera() -> Iterator[FakeRtspCamera]:
    camera = FakeRtspCamera()
    yield camera
    camera.stop()


def test_pictures_of_a_stream_come(camera: FakeRtspCamera) -> None:
    with open_source(camera.address) as source:
        first = next_frame(source)
        second = next_frame(source, first.sequence)
        assert source.trouble is None
    assert first.image.shape == (48, 64, 3)
    assert (number_in(second.image) - number_in(first.image)) % 11 == (second.sequence - first.sequence) % 11
    assert second.captured_s > first.captured_s


def test_a_stream_that_breaks_off_is_opened_again(camera: FakeRtspCamera) -> None:
    camera.drop_after = 40
    address = parse_rtsp_address(camera.address)
    with ThreadedSource(address.shown, RtspFeed(address, timeout_s=1.0), QUICK) as source:
        last = next_frame(source)
        wait_until(lambda: camera.played >= 2, "asking again")
        newest = source.newest(last.sequence, 0.0) or last
        assert next_frame(source, newest.sequence).captured_s > newest.captured_s


def first_trouble(url: str) -> Trouble:
    address = parse_rtsp_address(url)
    with ThreadedSource(address.shown, RtspFeed(address, timeout_s=1.0), QUICK) as source:
        wait_until(lambda: source.trouble is not None, "the trouble to be told")
        trouble = source.trouble
    assert trouble is not None
    return trouble


@pytest.mark.parametrize(
    ("answering", "kind", "words"),
    [
        (b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n", TroubleKind.PASSWORD_WANTED, "wants a name and password"),
        (b"RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n", TroubleKind.NOT_A_STREAM, "no stream of that name"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", TroubleKind.NOT_A_STREAM, "no video that can be read"),
    ],
    indirect=["answering"],
)
def test_the_camera_is_asked_why_there_is_no_stream(answering: OneAnswerServer, kind: TroubleKind, words: str) -> None:
    trouble = first_trouble(f"rtsp://127.0.0.1:{answering.port}/stream")
    assert trouble.kind is kind
    assert words in trouble.sentence


@pytest.mark.parametrize("answering", [b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n"], indirect=True)
def test_a_refused_password_is_told_without_showing_it(answering: OneAnswerServer) -> None:
    trouble = first_trouble(f"rtsp://me:secret@127.0.0.1:{answering.port}/stream")
    assert "refuses this name and password" in trouble.sentence
    assert "secret" not in trouble.sentence


def test_nobody_at_the_address_is_told_again_and_again() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"rtsp://127.0.0.1:{unused.getsockname()[1]}/stream"
        assert rtsp_status(parse_rtsp_address(url), 1.0) is None
        trouble = first_trouble(url)
    assert trouble.kind is TroubleKind.UNREACHABLE
    assert "Wi-Fi" in trouble.sentence


def test_an_address_without_a_camera_is_refused() -> None:
    with pytest.raises(SourceError, match="names no camera"):
        open_source("rtsp:///stream")
