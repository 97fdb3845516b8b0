"""`companion play --game` on a real X11 screen: a phone scans the code that the screen shows, and sits down."""

import signal
import subprocess
import sys
import time

import pytest
import zxingcpp
from PIL import ImageGrab
from playwright.sync_api import sync_playwright

from companion.phones.link.network import addresses
from tests.chromium import ARGUMENTS, INSTALLED, needed
from tests.free_ports import free_port
from tests.journeys.screens.test_play_window import PATIENCE_S, asked, goes_on, wait_for_title, x11

__all__ = ["x11"]  # a fixture

PHONES_KEY = (1039, 760)


@pytest.fixture
def browser():
    if not addresses():
        pytest.skip("this machine is in no network")
    needed()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def start(x11, tmp_path):
    """Starts the program with a game."""
    programs, said = [], (tmp_path / "said.txt").open("w+", encoding="utf-8")

    def begin(*words):
        command = [sys.executable, "-m", "companion", "play", "--camera", "sim:still", "--game", "game.signum"]
        program = subprocess.Popen([*command, *words], env=x11, cwd=tmp_path, stdout=said, stderr=said)
        programs.append(program)
        wait_for_title(x11, program, "Companion")
        return program

    yield begin
    for program in programs:
        if program.poll() is None:
            program.kill()
            program.wait(PATIENCE_S)
    said.seek(0)
    print(said.read())
    said.close()


def codes_on_the_screen(x11, program, count):
    """The links in the QR codes, once there are as many as expected; opens the screen of the seats where need be."""
    deadline_s, codes = time.monotonic() + PATIENCE_S, ()
    while time.monotonic() < deadline_s:
        goes_on(program)
        codes = zxingcpp.read_barcodes(ImageGrab.grab(xdisplay=x11["DISPLAY"]).convert("L"))
        if len(codes) == count:
            return [code.text for code in sorted(codes, key=lambda code: code.position.top_left.x)]
        if not codes:
            x, y = map(str, PHONES_KEY)
            asked(x11, "mousemove", x, y, "click", "1")
    raise AssertionError(f"not {count} codes on the screen, but {codes}")


def listen_to(phone):
    """Waits until a phone hears the table: one that is just calling it again would miss what it says."""
    heard, protocol = [], phone.context.new_cdp_session(phone)
    protocol.on("Network.eventSourceMessageReceived", lambda event: heard.append(event))  # noqa: PLW0108 (it marks what it is given)
    protocol.send("Network.enable")
    deadline_s = time.monotonic() + PATIENCE_S
    while not heard:
        assert time.monotonic() < deadline_s, "the phone hears nothing"
        phone.wait_for_timeout(50)


def test_a_phone_scans_sits_down_and_comes_back_after_the_program_was_killed(x11, start, browser, tmp_path):
    program = start("--players", "Ann", "Bob", "--port", str(free_port()))
    ann, _, watching = codes_on_the_screen(x11, program, 3)
    phone = browser.new_page(viewport={"width": 390, "height": 780}, locale="en")
    phone.goto(ann)
    phone.click("button.main")
    phone.wait_for_selector("body.scripted #task")
    assert "Ann" in phone.inner_text("body")
    guest = browser.new_context(locale="uk").new_page()
    guest.goto(watching)
    guest.click("button.main")
    guest.wait_for_selector("#table")
    codes_on_the_screen(x11, program, 2)

    program.send_signal(signal.SIGKILL)
    program.wait(PATIENCE_S)
    phone.wait_for_selector("#cut-off:visible", timeout=1000 * PATIENCE_S)
    program = start()
    codes_on_the_screen(x11, program, 2)
    phone.wait_for_selector("#cut-off", state="hidden", timeout=1000 * PATIENCE_S)
    assert "goes on" in (tmp_path / "said.txt").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "companion", "play", "--camera", "sim:still", "--game", "game.signum"]
    second = subprocess.run(
        command, env=x11, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=2 * PATIENCE_S, check=False
    )
    assert second.returncode == 2
    assert "companion play: The game in game.signum is being played by another program" in second.stderr
    listen_to(phone)
    program.terminate()
    assert program.wait(PATIENCE_S) == 0
    phone.wait_for_selector("#closed-why:visible", timeout=1000 * PATIENCE_S)
