"""From the start screen to a practice game, and on with it after the program was killed: a real window, touched."""

import signal
import subprocess
import sys
import time

import pytest
from PIL import ImageGrab

from tests.journeys.screens.test_play_window import PATIENCE_S, asked, goes_on, titles, x11

__all__ = ["x11"]  # a fixture

PRACTISE, CONTINUE, HOME = (960, 364), (640, 190), (60, 755)
"""Where these keys are in a window of 1280 × 800."""
START, TABLE = "Companion – Who is playing today?", "Companion"
AGAIN_S = 20
"""A touch that is not answered by then was lost, as the first one on a window that is just being mapped may be."""


@pytest.fixture
def start(x11, tmp_path):
    """Starts the program, as often as one likes."""
    programs = []

    def begin(*words):
        with (tmp_path / "said.txt").open("a", encoding="utf-8") as said:
            command = [sys.executable, "-m", "companion", "play", *words]
            programs.append(subprocess.Popen(command, env=x11, stdout=said, stderr=said))
        return programs[-1]

    yield begin
    for program in programs:
        if program.poll() is None:
            program.kill()
        program.wait(PATIENCE_S)
    print((tmp_path / "said.txt").read_text(encoding="utf-8"))


def until_title(environment, program, title, place=None):
    """Touches a place, and waits until the window bears a title."""
    deadline_s, touched_s = time.monotonic() + PATIENCE_S, float("-inf")
    while title not in (there := titles(environment)):
        now_s = time.monotonic()
        goes_on(program)
        assert now_s < deadline_s, f"no window is called {title!r}; there are {there}"
        if place is not None and now_s - touched_s > AGAIN_S:
            asked(environment, "mousemove", *map(str, place), "click", "1")
            touched_s = now_s


def until_ready(environment, program):
    """Waits until the window of a program that starts shows its first page at rest: touches before that are lost."""
    until_title(environment, program, START)
    deadline_s, before = time.monotonic() + PATIENCE_S, None
    while (now := ImageGrab.grab(xdisplay=environment["DISPLAY"])) != before or is_blank(now):
        assert time.monotonic() < deadline_s, "the page does not come to rest"
        goes_on(program)
        before = now


def is_blank(picture):
    return all(low == high for low, high in picture.getextrema())


def until_begun(program, games):
    """Waits until there is a game; answers its file."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := [*games.glob("*.signum")]):
        goes_on(program)
        assert time.monotonic() < deadline_s, "no game was begun"
    return found[0]


def until_served(program, game):
    """Waits until a game is played, which tells its phones' port beside it; answers that file."""
    told, deadline_s = game.with_name(f"{game.name}.port"), time.monotonic() + PATIENCE_S
    while not told.exists():
        goes_on(program)
        assert time.monotonic() < deadline_s, "the game was not opened"
    return told


def test_one_touch_leads_to_a_game_which_goes_on_after_a_kill_and_is_left_and_taken_up_again(x11, start, tmp_path):
    games = tmp_path / "companion" / "games"
    program = start()
    until_ready(x11, program)
    until_title(x11, program, TABLE, PRACTISE)
    told = until_served(program, until_begun(program, games))
    (game,) = games.glob("*.signum")

    program.send_signal(signal.SIGKILL)
    program.wait(PATIENCE_S)
    told.unlink()
    program = start()
    until_ready(x11, program)
    until_title(x11, program, TABLE, CONTINUE)
    until_served(program, game).unlink()
    until_title(x11, program, START, HOME)
    until_title(x11, program, TABLE, CONTINUE)
    until_served(program, game)
    program.terminate()

    assert program.wait(PATIENCE_S) == 0
    assert list(games.glob("*.signum")) == [game]
