"""How long a change takes from the match to the screens of phones, while a game is played before a crowd; and how long
a slow phone takes to its first view.

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

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.chromium import ARGUMENTS, INSTALLED
from tests.phones.moments import moments

ROOT = Path(__file__).resolve().parents[3]
PHONES, SPECTATORS, STEPS = 4, 50, 120
MEDIAN_MS, P99_MS = 50.0, 200.0
FIRST_VIEW_S = 1.0
VIEWS = 7
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""What Lighthouse and Chromium call Slow 4G, in ms and bytes a second."""
SLOWER_CPU = 4
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
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
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
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
        Child("tests.benchmarks.phones.table", folder, str(steps)) as table,
        Child("tests.benchmarks.phones.crowd") as crowd,
        sync_playwright() as playwright,
    ):
        watch = table.hear()["spectator"]
        browser = playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
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


def first_views(views: int) -> list[float]:
    """Seconds to the first view of a crowded game, each time with nothing kept from before, on a slow phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        moments()["crowded"].record(Path(folder) / "game.signum").close()
        with Child("tests.benchmarks.phones.table", folder, "0") as table:
            table.hear()
            browser = playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
            context = browser.new_context(viewport={"width": 390, "height": 780})
            page = _joined(context.new_page(), table.ask("B"))
            address = page.url
            page.close()
            found = [_first_view(context, address) for _ in range(views)]
            browser.close()
            table.say("play")
            table.say("")
    return found


def _first_view(context: BrowserContext, address: str) -> float:
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send("Network.emulateNetworkConditions", SLOW_4G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    page.goto(address, wait_until="load")
    page.wait_for_function(f"({PAINT}) !== null")
    seconds = float(page.evaluate(PAINT)) / 1000
    page.close()
    return seconds


def _joined(page: Page, link: str) -> Page:
    page.goto(link)
    page.locator("button.main").click()
    page.wait_for_selector("body.scripted #task", state="attached")
    page.evaluate(STAMP)
    return page


def _p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[-1]


def _row(name: str, values: list[float]) -> tuple[str, ...]:
    return (name, str(len(values)), f"{median(values):.1f} ms", f"{_p99(values):.1f} ms", f"{max(values):.1f} ms")


def measure() -> ResultTable:
    """Plays a game by chance before four phones and fifty spectators."""
    if INSTALLED is None:
        return ResultTable("Phones", ("what",), (), "Chromium is not installed: nothing was measured.")
    spectators = affordable(SPECTATORS, 5)
    found = run(affordable(STEPS, 12), spectators)
    views = first_views(affordable(VIEWS, 2))
    screens = [ms for kind, values in found.items() if not kind.startswith("at the table") for ms in values]
    inside = found["phones in a browser"]
    worst, slowest = max(median(inside), median(screens)), max(_p99(inside), _p99(screens))
    return ResultTable(
        title="Phones: from an event to the changed screen",
        columns=("what", "changes", "median", "99 %", "longest"),
        rows=(
            *(_row(kind, values) for kind, values in found.items()),
            ("first view on Slow 4G", str(len(views)), f"{median(views):.2f} s", "–", f"{max(views):.2f} s"),
        ),
        notes=(
            f"A game by chance of the skirmish decks, {PHONES} phones at two seats and {spectators} spectators in three"
            " languages, all on the machine that hosts the table, which the figures pay for. Time runs from the moment"
            " when an event is on the disk and shown: in a browser to the frame after its page has changed, elsewhere"
            " to the last byte of the change. The next step comes when all have acknowledged the one before. The first"
            f" view is that of a crowded game with an empty cache, by what browsers call Slow 4G, {SLOWER_CPU} times"
            " slower than this machine."
        ),
        bars=(
            Bar("event to a phone's screen, 4 phones and 50 spectators", f"median under {MEDIAN_MS:g} ms",
                f"{worst:.0f} ms", worst < MEDIAN_MS),
            Bar("event to a phone's screen, 4 phones and 50 spectators", f"99 % under {P99_MS:g} ms",
                f"{slowest:.0f} ms", slowest < P99_MS),
            Bar("first view of a phone on Slow 4G with a slow processor", f"median under {FIRST_VIEW_S:g} s",
                f"{median(views):.2f} s", median(views) < FIRST_VIEW_S),
        ),
    )  # fmt: skip
