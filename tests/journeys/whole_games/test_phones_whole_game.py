"""A whole game by the buttons of two phones' pages, with all that happens to phones and tables on the way."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Error as PageError
from playwright.sync_api import Response, sync_playwright

from companion.games.signum.game import Signum
from companion.phones.server.intents import GRANTED
from companion.record.record import Record
from companion.referee.match.match import INTENT
from tests.chromium import ARGUMENTS, INSTALLED, needed
from tests.phones.page_driver import Thumb

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60
LANGUAGES = {"A": "en", "B": "ru", "spectator": "uk"}
VICTORY = {"A": "won by Ann", "B": "победа: Ann", "spectator": "перемога: Ann"}

RED = "document.body.classList.contains('lost')"


class HostProcess:
    """The table in a process of its own, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.phones.host", str(self._folder), "--port", str(self._port)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._port = self._said()

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE_S)

    def link(self, seat: str) -> str:
        return self._ask(f"link {seat}")

    def hand_on(self, seat: str) -> str:
        return self._ask(f"hand_on {seat}")

    def _ask(self, line: str):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._said()

    def _said(self):
        line = self._process.stdout.readline()
        assert line, "the table's process has ended"
        return json.loads(line)


class WholeTable:
    """Everybody at the table."""

    def __init__(self, browser, host, pictures) -> None:
        self._browser, self._pictures, self._taken = browser, pictures, 0
        self.host, self.pages, self.answers = host, {}, []

    def join(self, seat: str, link: str):
        """Opens the link of a QR code on a new phone and touches the one button."""
        width = 1280 if seat == "spectator" else 390
        context = self._browser.new_context(
            viewport={"width": width, "height": 780}, locale=LANGUAGES[seat], has_touch=True
        )
        page = context.new_page()
        page.on("response", self._hears)
        page.goto(link)
        page.locator("button.main").click()
        page.wait_for_selector("body.scripted #task", state="attached")
        page.evaluate("window.sameSincePageLoad = true")
        self.pages[seat] = page
        return page

    def _hears(self, response: Response) -> None:
        """Keeps what the table answered to a wish; an answer that broke off with the table is asked for again."""
        if response.url.endswith("/intent") and response.ok:
            with contextlib.suppress(PageError):
                self.answers.append(response.json()["answer"])

    def sit_down(self) -> None:
        for seat in LANGUAGES:
            self.join(seat, self.host.link(seat))
        self.thumbs = {seat: Thumb(seat, name, self.pages[seat]) for seat, name in (("A", "Ann"), ("B", "Bob"))}
        self._next = ["A", "B"]

    def play_until(self, over) -> None:
        """Lets players act in turn until something is the case."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not over():
            assert time.monotonic() < deadline_s, f"the game does not get there: {self.told()}"
            for seat in tuple(self._next):
                if self.thumbs[seat].step():
                    self._next.sort(key=lambda each, last=seat: each == last)
                    break
            else:
                self.pages["A"].wait_for_timeout(50)

    def told(self) -> dict[str, object]:
        """What everybody sees, and what was touched so far."""
        pages = {seat: page.locator("#head, #task, #acts").all_inner_texts() for seat, page in self.pages.items()}
        return pages | {f"touched by {seat}": thumb.kinds for seat, thumb in self.thumbs.items()}

    def who_can_act(self) -> Thumb:
        """The player whose page offers something, once one does."""
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            for thumb in self.thumbs.values():
                if thumb.page.locator("#task form.offer, #acts form.offer").count():
                    return thumb
            self.pages["A"].wait_for_timeout(50)
        raise AssertionError("nobody can do anything")

    def shoot(self, moment: str) -> None:
        self._taken += 1
        for seat, page in self.pages.items():
            page.screenshot(path=self._pictures / f"{self._taken:02}-{moment}-{seat}.png")

    def until_all(self, condition: str) -> None:
        for page in self.pages.values():
            page.wait_for_function(f"() => {condition}", timeout=1000 * PATIENCE_S)

    def acted(self, count: int, kind: str = "") -> bool:
        kinds = [each for thumb in self.thumbs.values() for each in thumb.kinds]
        return (kinds.count(kind) if kind else len(kinds)) >= count

    def victory(self) -> bool:
        return all(VICTORY[seat] in page.locator("#task").inner_text() for seat, page in self.pages.items())


@pytest.fixture
def evening(tmp_path):
    needed()
    pictures = Path(os.environ.get("COMPANION_SCREENSHOTS", tmp_path / "pictures"))
    pictures.mkdir(parents=True, exist_ok=True)
    host = HostProcess(tmp_path)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
            yield WholeTable(browser, host, pictures)
            browser.close()
    finally:
        host.send(signal.SIGCONT)
        host.close()


def test_a_whole_game_is_played_on_phones_whatever_happens_to_them(evening, tmp_path):
    evening.sit_down()
    evening.shoot("joined")
    evening.play_until(lambda: evening.acted(1, "end"))
    evening.shoot("second-turn")
    silence_turns_phones_red_and_passes(evening)
    what_is_wished_out_of_reach_is_kept_and_sent(evening)
    evening.play_until(lambda: evening.acted(3, "end"))
    a_killed_table_comes_back_with_everything(evening)
    evening.play_until(lambda: evening.acted(1, "fight"))
    evening.shoot("melee")
    a_seat_moves_to_a_new_phone(evening)
    evening.play_until(evening.victory)
    evening.shoot("victory")

    assert all(page.evaluate("window.sameSincePageLoad") for page in evening.pages.values()), "nobody had to reload"
    assert evening.pages["spectator"].locator("#hand, form.offer").count() == 0
    evening.host.close()
    each_wish_is_on_the_record_once(evening, tmp_path / "game.signum")
    said = subprocess.run(
        [sys.executable, "-m", "companion", "verify", tmp_path / "game.signum"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
    )
    assert said.returncode == 0, said.stdout + said.stderr


def silence_turns_phones_red_and_passes(evening):
    """No phone is told anything: the table's process hangs, and goes on after a while."""
    evening.host.send(signal.SIGSTOP)
    evening.until_all(RED)
    evening.shoot("silence")
    evening.host.send(signal.SIGCONT)
    evening.until_all(f"!{RED}")


def what_is_wished_out_of_reach_is_kept_and_sent(evening):
    """A phone is carried out of reach; what is touched meanwhile shows as unsent and arrives on return, once."""
    thumb = evening.who_can_act()
    before = thumb.page.locator("main").inner_text()
    thumb.page.context.set_offline(True)
    thumb.page.wait_for_function(f"() => {RED}")
    assert thumb.touch_one()
    thumb.page.wait_for_selector("#unsent", state="visible")
    evening.shoot("unsent")
    assert thumb.page.locator("main").inner_text() == before
    thumb.page.context.set_offline(False)
    thumb.page.wait_for_selector("#unsent", state="hidden")
    thumb.page.wait_for_function("(before) => document.querySelector('main').innerText !== before", arg=before)
    thumb.page.wait_for_function(f"() => !{RED}")


def a_killed_table_comes_back_with_everything(evening):
    """The table dies right after a touch: whether that was written or not, in the end it is written once."""
    assert evening.who_can_act().touch_one()
    evening.host.kill()
    evening.until_all(RED)
    evening.shoot("killed")
    evening.host.start()
    evening.until_all(f"!{RED} && document.querySelector('#unsent').hidden")
    evening.shoot("back")


def a_seat_moves_to_a_new_phone(evening):
    """A battery is flat: from the scan to the hand it takes one touch, and the old phone shows nothing any more."""
    old = evening.pages["B"]
    held = old.locator("#hand > .card h3").all_text_contents()
    assert held
    link = evening.host.hand_on("B")
    old.wait_for_selector("#word")
    assert not set(held) & set(old.locator("body").inner_text().splitlines())
    new = evening.join("B", link)
    new.wait_for_selector("#hand > .card", state="visible")
    assert new.locator("#hand > .card h3").all_text_contents() == held
    evening.thumbs["B"].page = new
    evening.shoot("moved")
    old.context.close()


def each_wish_is_on_the_record_once(evening, path):
    """All that was granted and nothing twice; the two words on who begins are one command.

    A page that is not yet told what the other player did still offers what has just become impossible: that is refused.
    """
    record = Record.open(path, {"signum": Signum()}, lambda: "")
    ids, written = [], []
    for entry in record.entries():
        found = [record.evidence(each.digest) for each in entry.evidence if each.name == INTENT]
        ids += found
        written += [entry.body] * bool(found)
    record.close()
    touched = [kind for thumb in evening.thumbs.values() for kind in thumb.kinds]
    refused = [answer for answer in evening.answers if answer not in GRANTED]
    granted = len(touched) - len(refused)
    assert len(ids) == len(set(ids)) == granted - 1, f"touched {touched}, written {written}, answered {evening.answers}"
    assert len(refused) <= 3, "that is rare"
