"""What a player may write to name a camera."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import SourceError
from vision.sources.open_source import open_source


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("usb:0", "usb:0"),
        ("usb:12@3840x2160", "usb:12"),
        (" http://192.168.1.20:8080/video ", "http://192.168.1.20:8080/video"),
        ("HTTP://me:secret@phone/video?x=1", "http://phone/video?x=1"),
        ("rtsp://me:secret@cam/stream1", "rtsp://cam/stream1"),
        ("file:a match.mp4", "file:a match.mp4"),
        ("images:frames", "images:frames"),
        ("recorded:~/went wrong.table.zip", "recorded:~/went wrong.table.zip"),
        ("sim:still@320x180", "sim:still"),
    ],
)
def test_each_form_names_its_source_without_passwords(spec: str, name: str) -> None:
    source = open_source(spec)
    assert source.name == name
    assert source.trouble is None


@pytest.mark.parametrize(
    "spec", ["", "usb", "usb:", "usb:front", "usb:0@big", "webcam:0", "/dev/video0", ":", "https://a/b"]
)
def test_a_bad_name_is_refused_in_one_sentence_that_tells_what_was_expected(spec: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(spec)
    sentence = str(caught.value)
    assert "expected" in sentence
    assert "usb:0" in sentence
    assert "\n" not in sentence


@given(st.text())
def test_any_text_is_a_source_or_refused(spec: str) -> None:
    with contextlib.suppress(SourceError):
        assert open_source(spec).name


def test_an_unknown_simulated_table_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(SourceError, match="demo"):
        open_source("sim:nowhere")
