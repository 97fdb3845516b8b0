"""The demo as a newcomer starts it: one command, no screen."""

import os
import re
import subprocess
import sys

import pytest

PATIENCE_S = 180


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What `companion demo --headless` said and left behind, and the folder it ran in."""
    folder = tmp_path_factory.mktemp("demo")
    return run_demo(folder, "--seconds", "6"), folder


def run_demo(folder, *words):
    without_screen = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--headless", "--out", str(folder / "shown"), *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=without_screen,
        cwd=folder,
        check=False,
    )


def test_the_demo_ends_well_and_says_no_verdict_was_wrong(demo):
    done, _ = demo

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    verdicts = re.search(r"verdicts +(\d+) right, \d+ too close to call, 0 wrong", done.stdout)
    assert verdicts, done.stdout
    assert int(verdicts[1]) > 1000


def test_the_demo_tells_how_exact_it_was(demo):
    done, _ = demo

    error = re.search(r"error +median (\d+\.\d+) mm, 95 % within (\d+\.\d+) mm", done.stdout)
    assert error, done.stdout
    assert 0 < float(error[1]) <= float(error[2]) < 1.0
    assert float(re.search(r"placed +(\d+\.\d) %", done.stdout)[1]) > 90


def test_the_demo_keeps_its_screens_in_three_languages_and_an_animated_picture(demo):
    _, folder = demo
    names = {file.name for file in (folder / "shown").iterdir()}

    for language in ("en", "ru", "uk"):
        for scene in ("table", "focus", "reach", "pair", "turned"):
            assert any(name.endswith(f"{scene}-{language}.png") for name in names), names
    film = folder / "shown" / "demo.gif"
    assert film.stat().st_size > 100_000
    assert film.read_bytes()[:6] == b"GIF89a"


def test_the_demo_leaves_nothing_else_behind(demo):
    _, folder = demo

    assert [file.name for file in folder.iterdir()] == ["shown"]


def test_one_language_can_be_asked_for(tmp_path):
    done = run_demo(tmp_path, "--seconds", "2", "--language", "uk")

    assert done.returncode == 0, done.stdout + done.stderr
    screens = [file.name for file in (tmp_path / "shown").iterdir() if file.suffix == ".png"]
    assert screens
    assert all(name.endswith("-uk.png") for name in screens)
