"""USB cameras: everything is real but the device and the clock it lives by."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.pictures import next_frame, wait_until
from tests.vision.sources.fake_usb import FakeUsb
from vision.images.frame import CameraSetting
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.sources.usb import CHECK_PICTURES, SETTLE_S, UsbFeed, UsbRequest
from vision.sources.usb_presence import Presence, usb_presence
from vision.trouble import TroubleKind

QUICK = SourceTimes(retry_waits_s=(0.005,), quiet_s=None)
WANTED = UsbRequest(width_px=64, height_px=48)


def source_of(device: FakeUsb, request: UsbRequest = WANTED, *, grey: bool = False) -> ThreadedSource:
    return ThreadedSource("usb:0", UsbFeed(0, request, grey=grey, dependencies=device.dependencies()), QUICK)


def settled_settings(source: ThreadedSource) -> dict[str, CameraSetting]:
    wait_until(lambda: any(s.name == "exposure_held" for s in source.settings), "focus and exposure to be held")
    return {s.name: s for s in source.settings}


def wait_for_trouble(source: ThreadedSource, kind: TroubleKind) -> str:
    wait_until(lambda: source.trouble is not None and source.trouble.kind is kind, f"{kind}, but {source.trouble}")
    trouble = source.trouble
    assert trouble is not None
    return trouble.sentence


def test_a_camera_that_is_pulled_out_comes_back_when_plugged_in() -> None:
    device = FakeUsb()
    with source_of(device) as source:
        last = next_frame(source)
        device.plugged = False
        assert "Plug it in" in wait_for_trouble(source, TroubleKind.CAMERA_MISSING)
        last = source.newest(last.sequence, 0.0) or last
        device.plugged = True
        assert next_frame(source, last.sequence).captured_s > last.captured_s
        wait_until(lambda: source.trouble is None, "the trouble to end")
    assert device.opened == device.released == 2


def test_a_camera_that_another_program_uses_is_told_and_taken_when_free() -> None:
    device = FakeUsb()
    device.busy = True
    with source_of(device) as source:
        assert "another program" in wait_for_trouble(source, TroubleKind.CAMERA_BUSY)
        device.busy = False
        next_frame(source)


def test_a_camera_this_user_may_not_open_is_told() -> None:
    device = FakeUsb()
    device.forbidden = True
    with source_of(device) as source:
        assert "group video" in wait_for_trouble(source, TroubleKind.CAMERA_FORBIDDEN)
    assert device.opened == 0


def test_where_the_system_does_not_tell_both_causes_are_named() -> None:
    device = FakeUsb()
    device.plugged = device.tells_presence = False
    with source_of(device) as source:
        sentence = wait_for_trouble(source, TroubleKind.CAMERA_MISSING)
    assert "plugged in" in sentence
    assert "other program" in sentence


def test_a_camera_that_fails_while_plugged_in_is_opened_again() -> None:
    device = FakeUsb()
    device.tells_presence = False
    with source_of(device) as source:
        next_frame(source)
        device.plugged = False
        wait_for_trouble(source, TroubleKind.CAMERA_MISSING)
        device.plugged = True
        wait_until(lambda: device.opened == 2, "opening again")


def test_the_second_back_end_is_tried() -> None:
    device = FakeUsb()
    feed = UsbFeed(0, WANTED, dependencies=device.dependencies((cv2.CAP_DSHOW, cv2.CAP_V4L2)))
    with ThreadedSource("usb:0", feed, QUICK) as source:
        next_frame(source)


def test_settling_begins_after_the_black_pictures_of_a_starting_camera() -> None:
    device = FakeUsb()
    device.black = 5
    with source_of(device) as source:
        first = next_frame(source)
    assert first.image.mean() > 30
    assert first.captured_s >= 0.6 + SETTLE_S - 1e-6


def test_a_covered_lens_shows_itself() -> None:
    device = FakeUsb()
    device.covered = True
    with source_of(device) as source:
        assert next_frame(source).image.max() == 0
    assert device.now_s >= 1.5


def test_no_picture_comes_before_focus_and_exposure_are_held() -> None:
    device = FakeUsb()
    with source_of(device) as source:
        first = next_frame(source)
        assert first.captured_s >= SETTLE_S
        assert {s.name for s in source.settings} >= {"focus_held", "exposure_held"}


def test_focus_and_exposure_are_held_as_found_and_shown() -> None:
    device = FakeUsb()
    device.steady = True
    with source_of(device) as source:
        settled_settings(source)
        taken = device.taken
        wait_until(lambda: device.taken > taken + 2 * CHECK_PICTURES, "the light to be looked at")
        settings = settled_settings(source)
    assert device.now_s >= SETTLE_S
    assert settings["focus_held"].kept
    assert settings["focus"] == CameraSetting("focus", None, 17.0)
    assert settings["exposure_held"].kept
    assert settings["exposure"] == CameraSetting("exposure", None, 150.0)
    assert settings["mjpg"].kept
    assert settings["rate_hz"].told == 30.0


def test_focus_and_exposure_asked_for_are_set() -> None:
    device = FakeUsb()
    with source_of(device, UsbRequest(64, 48, focus=30.0, exposure=80.0)) as source:
        settings = settled_settings(source)
    assert settings["focus"] == CameraSetting("focus", 30.0, 30.0)
    assert settings["exposure"] == CameraSetting("exposure", 80.0, 80.0)


def test_a_driver_that_refuses_is_shown_as_telling_nothing() -> None:
    device = FakeUsb()
    device.refuses = {cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTO_EXPOSURE}
    with source_of(device) as source:
        settings = settled_settings(source)
    assert settings["focus_held"] == CameraSetting("focus_held", 1.0, None)
    assert not settings["focus_held"].kept
    assert settings["focus"].told is None
    assert not settings["exposure_held"].kept
    assert settings["exposure"].told is None


def test_an_exposure_the_driver_lies_about_is_given_back_to_the_automatic() -> None:
    device = FakeUsb()
    device.lies_about_exposure = True
    with source_of(device) as source:
        wait_until(
            lambda: any(s.name == "exposure_held" and s.told == 0.0 for s in source.settings),
            "the automatic to be back",
        )
        after = source.newest(-1, 0.0)
        assert after is not None
        assert next_frame(source, after.sequence + 1).image.mean() > 30


def test_another_size_than_asked_is_shown_and_its_pictures_come() -> None:
    device = FakeUsb()
    device.size = (32, 24)
    with source_of(device) as source:
        assert next_frame(source).image.shape == (24, 32, 3)
        shown = {s.name: s for s in source.settings}
    assert shown["width_px"] == CameraSetting("width_px", 64.0, 32.0)
    assert not shown["width_px"].kept


def test_grey_pictures_keep_their_brightness() -> None:
    device = FakeUsb()
    with source_of(device, grey=True) as source:
        image = next_frame(source).image
    assert image.ndim == 2
    assert np.ptp(image) == 0
    assert image[0, 0] >= 40


def test_presence_is_read_from_device_files(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert usb_presence(0, tmp_path, "linux") is Presence.PRESENT
    assert usb_presence(1, tmp_path, "linux") is Presence.ABSENT
    assert usb_presence(0, tmp_path, "win32") is Presence.UNKNOWN


def test_a_machine_without_that_camera_says_so() -> None:
    if usb_presence(63) is not Presence.ABSENT:
        pytest.skip("this system does not tell which cameras are plugged in, or has sixty-four of them")
    with ThreadedSource("usb:63", UsbFeed(63), QUICK) as source:
        wait_for_trouble(source, TroubleKind.CAMERA_MISSING)
