"""`companion play` on a real X11 screen, touched by a mouse from outside the process."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time

import pytest

from vision.recording import open_recording

PATIENCE_S = 60
LOOK_S = 0.1
"""Who asks the screen without end leaves the program no time."""
RUSSIAN_KEY = (1096, 35)
KEEP_KEY = (1197, 770)
NEEDED = ("Xvfb", "xdotool")


@pytest.fixture
def x11(tmp_path, request):
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    # Without -noreset the screen starts anew whenever its last client leaves: xdotool's leaving before the
    # program has come would take the screen away under it.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", f"{getattr(request, 'param', '1280x800')}x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    number = server.stdout.readline().strip()  # told when the screen is ready
    environment = {**os.environ, "DISPLAY": f":{number}", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    environment["XDG_DATA_HOME"] = str(tmp_path)
    for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):  # other tests draw offscreen in this very process
        environment.pop(name, None)
    yield environment
    server.terminate()
    server.wait(PATIENCE_S)
    server.stdout.close()


@pytest.fixture
def window(x11, tmp_path):
    """The started program."""
    with (tmp_path / "said.txt").open("w", encoding="utf-8") as said:
        program = subprocess.Popen(
            [sys.executable, "-m", "companion", "play", "--camera", "sim:still"], env=x11, stdout=said, stderr=said
        )
        yield program
        if program.poll() is None:
            program.kill()
            program.wait(PATIENCE_S)
    print((tmp_path / "said.txt").read_text(encoding="utf-8"))


def asked(environment, *words):
    return subprocess.run(
        ["xdotool", *words], env=environment, capture_output=True, encoding="utf-8", check=False
    ).stdout


def goes_on(program):
    """Leaves the program a moment, in which it must not end."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        raise AssertionError(f"the program has ended with {program.wait(LOOK_S)}")


def titles(environment):
    """What the windows on the screen are called."""
    return asked(environment, "search", "--class", ".", "getwindowname", "%@").splitlines()


def wait_for_title(environment, program, title, act=lambda: None, later=()):
    """Waits until the program's window bears a title; acts again and again meanwhile, as an impatient player does.

    A second act may come when the first one has just been granted, and lead on to one of the later titles.
    """
    deadline_s = time.monotonic() + PATIENCE_S
    act()
    while not {title, *later} & set(there := titles(environment)):
        assert time.monotonic() < deadline_s, f"no window is called {title!r}; there are {there}"
        goes_on(program)
        act()


def test_the_window_opens_speaks_russian_when_touched_and_closes_without_complaint(x11, window):
    wait_for_title(x11, window, "Companion")
    x, y = map(str, RUSSIAN_KEY)
    wait_for_title(x11, window, "Помощник", lambda: asked(x11, "mousemove", x, y, "click", "1"))
    window.terminate()

    assert window.wait(PATIENCE_S) == 0


def test_a_click_keeps_what_just_happened_in_the_users_data_folder(x11, window, tmp_path):
    wait_for_title(x11, window, "Companion")
    recordings, deadline_s = tmp_path / "companion" / "recordings", time.monotonic() + PATIENCE_S
    x, y = map(str, KEEP_KEY)
    # The first touch may come after a picture or two.
    while not (kept := [each for each in recordings.glob("*.table.zip") if pictures_in(each) > 5]):
        assert time.monotonic() < deadline_s, "nothing was kept"
        goes_on(window)
        asked(x11, "mousemove", x, y, "click", "1")
    window.terminate()

    assert window.wait(PATIENCE_S) == 0
    with open_recording(kept[0]) as recording:
        assert recording.about.camera == "sim:still"
        assert "watch_began camera=sim:still" in recording.log


def pictures_in(recording):
    with open_recording(recording) as opened:
        return len(opened.lines)


@pytest.mark.parametrize("x11", ["1024x600", "600x1024"], indirect=True)
def test_the_first_window_fills_a_small_display_without_a_window_manager(x11, window, request):
    wait_for_title(x11, window, "Companion")
    wanted = f"Position: 0,0 Geometry: {request.node.callspec.params['x11']}"
    lies_so(x11, window, lambda lies: wanted in lies)


@pytest.mark.parametrize("x11", ["3840x2160"], indirect=True)
def test_the_first_window_lies_whole_on_a_large_display_without_a_window_manager(x11, window):
    wait_for_title(x11, window, "Companion")

    def whole(lies):
        found = re.findall(r"Position: (-?\d+),(-?\d+) Geometry: (\d+)x(\d+)", lies)
        windows = [tuple(map(int, each)) for each in found if int(each[2]) > 600]
        return windows and all(x >= 0 and x + w <= 3840 and y >= 0 and y + h <= 2160 for x, y, w, h in windows)

    lies_so(x11, window, whole)


def lies_so(environment, program, fits):
    """Waits until the windows lie as they should, and ends the program."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not fits(lies := geometry(environment)):
        assert time.monotonic() < deadline_s, f"the window lies at {lies}"
        goes_on(program)
    program.terminate()
    assert program.wait(PATIENCE_S) == 0


def geometry(environment):
    """Where each window lies, as the display says."""
    said = asked(environment, "search", "--class", ".", "getwindowgeometry", "%@")
    return re.sub(r"\s+", " ", re.sub(r"\(screen: \d+\)", "", said))
