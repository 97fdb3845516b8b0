"""How long a change takes from the match to the screens of phones, while a game is played before a crowd.

The table, the crowd and the browser are processes of their own on one machine. Two phones are pages in Chromium, which
say when their content had changed and the next frame was due; all others are clients that read and acknowledge as
pages do.
"""

import json
import subprocess
import sys
import tempfile
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Self

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.report import Bar, Table, affordable

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = Path("/usr/bin/chromium")
PHONES, SPECTATORS, STEPS = 4, 50, 120
MEDIAN_MS, P99_MS = 50.0, 200.0
STAMP = """() => {
  window.changedMs = [];
  const stamp = () => window.changedMs.push(performance.timeOrigin + performance.now());
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(() => requestAnimationFrame(stamp)).observe(document.querySelector('main'), all);
}"""


class Child:
    """A program of ours that is spoken with line by line."""

    def __init__(self, module: str, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *words], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def ask(self, line: str) -> Any:
        self.say(line)
        return self.hear()


def delays(began_ms: Sequence[float], changed_ms: Iterable[float]) -> list[float]:
    """Milliseconds from each step to the first change that followed it, of steps that one followed before the next."""
    found: dict[int, float] = {}
    for changed in changed_ms:
        step = bisect_left(began_ms, changed) - 1
        if step >= 0:
            found.setdefault(step, changed - began_ms[step])
    return list(found.values())


def run(steps: int, spectators: int) -> dict[str, list[float]]:
    """Lets a game be played; milliseconds by the kind of phone, and of the table itself."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Child("tests.benchmarks.phones_table", folder, str(steps)) as table,
        Child("tests.benchmarks.phones_crowd") as crowd,
        sync_playwright() as playwright,
    ):
        watch = table.hear()["spectator"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = [_joined(browser.new_context(viewport={"width": 390, "height": 780}).new_page(), link)
                 for link in (table.ask(seat) for seat in "AB")]  # fmt: skip
        links = [table.ask("AB"[number % 2]) for number in range(PHONES - len(pages))]
        for link in (*links, *[watch] * spectators):
            crowd.ask(link)
        crowd.say("")
        steps_ms = table.ask("play")
        in_browser = [page.evaluate("window.changedMs") for page in pages]
        browser.close()
        crowd.say("")
        raw = crowd.hear()
        table.say("")
    shown = [each for _, each in steps_ms]
    kinds = {"phones in a browser": in_browser, "other phones": raw[: len(links)], "spectators": raw[len(links) :]}
    return {kind: [ms for each in found for ms in delays(shown, each)] for kind, found in kinds.items()} | {
        "at the table, from the wish to its event on the disk": [b - a for a, b in steps_ms]
    }


def _joined(page: Page, link: str) -> Page:
    page.goto(link)
    page.locator("button.main").click()
    page.wait_for_selector("#task", state="attached")
    page.evaluate(STAMP)
    return page


def _p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[-1]


def _row(name: str, values: list[float]) -> tuple[str, ...]:
    return (name, str(len(values)), f"{median(values):.1f} ms", f"{_p99(values):.1f} ms", f"{max(values):.1f} ms")


def measure() -> Table:
    """Plays a game by chance before four phones and fifty spectators."""
    if not CHROMIUM.exists():
        return Table("Phones", ("what",), (), "Chromium is not installed: nothing was measured.")
    spectators = affordable(SPECTATORS, 5)
    found = run(affordable(STEPS, 12), spectators)
    screens = [ms for kind, values in found.items() if not kind.startswith("at the table") for ms in values]
    inside = found["phones in a browser"]
    worst, slowest = max(median(inside), median(screens)), max(_p99(inside), _p99(screens))
    return Table(
        title="Phones: from an event to the changed screen",
        columns=("what", "changes", "median", "99 %", "longest"),
        rows=tuple(_row(kind, values) for kind, values in found.items()),
        notes=(
            f"A game by chance of the skirmish decks, {PHONES} phones at two seats and {spectators} spectators in three"
            " languages, all on the machine that hosts the table, which the figures pay for. Time runs from the moment"
            " when an event is on the disk and shown: in a browser to the frame after its page has changed, elsewhere"
            " to the last byte of the change. The next step comes when all have acknowledged the one before."
        ),
        bars=(
            Bar("event to a phone's screen, 4 phones and 50 spectators", f"median under {MEDIAN_MS:g} ms",
                f"{worst:.0f} ms", worst < MEDIAN_MS),
            Bar("event to a phone's screen, 4 phones and 50 spectators", f"99 % under {P99_MS:g} ms",
                f"{slowest:.0f} ms", slowest < P99_MS),
        ),
    )  # fmt: skip
