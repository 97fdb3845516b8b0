"""What people type to name a camera: as they read it off a phone, and what is none."""

import pytest

from companion.referee.camera.devices import shown_camera, understood


@pytest.mark.parametrize(
    ("typed", "camera"),
    [
        ("http://192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        (" usb:0 ", "usb:0"),
        ("192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("192.168.1.20", "http://192.168.1.20"),
        ("phone.local/video?x=1", "http://phone.local/video?x=1"),
        ("phone:8080", "http://phone:8080"),
        ("me:word@192.168.1.20:8080/video", "http://me:word@192.168.1.20:8080/video"),
        ("localhost:8080/shot.jpg", "http://localhost:8080/shot.jpg"),
        ("rtsp://cam/stream1", "rtsp://cam/stream1"),
        ("file:match.mp4", "file:match.mp4"),
    ],
)
def test_a_camera_is_understood_as_it_was_meant(typed, camera):
    assert understood(typed) == camera


@pytest.mark.parametrize(
    "typed", ["", "Wi-Fi", "htp://phone", "https://phone/video", "http://", "usb:front", "usb", "my phone", "none"]
)
def test_what_names_no_camera_is_not_taken_for_one(typed):
    assert understood(typed) is None


def test_a_camera_is_shown_without_its_password():
    assert shown_camera("http://me:word@phone/video") == "http://phone/video"
