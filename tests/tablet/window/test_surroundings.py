import sys

import pytest

from companion.referee.errors import SetupError
from companion.tablet import PlayOptions, play
from companion.tablet.window.environment import Screen, screen
from companion.tablet.window.launch import system_language
from companion.texts import Language
from tests.tablet.environment import services_in
from vision.errors import VisionError

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only on Linux can a window be drawn out of sight")


@linux_only
@pytest.mark.parametrize(
    ("display", "wayland", "where"),
    [
        (":0", None, Screen.SEEN),
        (":0", "wayland-0", Screen.SEEN),
        (None, "wayland-0", Screen.WAYLAND_ONLY),
        (None, None, Screen.OFFSCREEN),
    ],
)
def test_it_is_known_whether_a_window_can_be_seen(monkeypatch, display, wayland, where):
    for name, value in (("DISPLAY", display), ("WAYLAND_DISPLAY", wayland), ("SDL_VIDEODRIVER", None)):
        if value:
            monkeypatch.setenv(name, value)
        else:
            monkeypatch.delenv(name, raising=False)

    assert screen() is where


@linux_only
def test_a_driver_chosen_by_the_player_is_believed(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")

    assert screen() is Screen.SEEN


@linux_only
@pytest.mark.parametrize(("wayland", "word"), [("wayland-0", "Xwayland"), (None, "--headless")])
def test_playing_unseen_is_refused_with_what_to_do(monkeypatch, tmp_path, wayland, word):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if wayland:
        monkeypatch.setenv("WAYLAND_DISPLAY", wayland)

    with pytest.raises(SetupError, match=word):
        play(PlayOptions("sim:still", language=Language.ENGLISH), services_in(tmp_path))


def test_a_camera_that_cannot_be_is_refused_before_any_window_opens(tmp_path):
    with pytest.raises(VisionError):
        play(PlayOptions("sim:nowhere"), services_in(tmp_path))
    with pytest.raises(SetupError):
        play(PlayOptions("usb:0"), services_in(tmp_path))


@pytest.mark.parametrize(
    ("system", "language"),
    [
        ("uk_UA", Language.UKRAINIAN),
        ("Ukrainian_Ukraine", Language.UKRAINIAN),
        ("ru_RU", Language.RUSSIAN),
        ("de_DE", Language.ENGLISH),
        (None, Language.ENGLISH),
    ],
)
def test_the_systems_language_is_spoken_if_it_is_ours(monkeypatch, system, language):
    monkeypatch.setattr("locale.getlocale", lambda: (system, "UTF-8"))

    assert system_language() is language
