"""How smooth the tablet's window is while a 1080p camera is tracked beside a game, and how soon touches are answered.

The window is the real one of `companion play` on a screen of its own (Xvfb), drawn by the processor, which also decodes
the camera's pictures and tracks them. The camera is a process of its own that sends pictures painted before.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.benchmarks.tablet.camera import FPS, StreamedTable, filming
from tests.benchmarks.tablet.own_screen import own_screen

ROOT = Path(__file__).resolve().parents[3]
CAMERA, SELDOM = str(FPS), "2"
SECONDS, QUICK_SECONDS = 20, 3
ROUNDS = 6
PATIENCE_S = 900
MIN_FPS = 30.0
MAX_MS = 100.0
MAX_CORES = 1.0
WAYS = {
    "empty": "an empty Kivy window",
    SELDOM: "the game, two pictures a second",
    CAMERA: "the game, 1080p tracked",
}


def run(what: str, seconds: int, rounds: int, filmed: StreamedTable) -> dict[str, Any]:
    """Opens the window on a screen of its own; what it has measured."""
    with own_screen() as (folder, environment):
        asked = (what, folder, str(seconds), str(rounds), str(filmed.folder), str(filmed.port))
        words = [sys.executable, "-m", "tests.benchmarks.tablet.crowded_game", *asked]
        said = subprocess.run(
            words, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE_S
        ).stdout
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    assert "failed" not in found, found["failed"]
    return found


def fps(frames_ms: Sequence[float]) -> float:
    return 1000 * len(frames_ms) / sum(frames_ms)


def measure() -> ResultTable:
    """Counts frames of three windows, and times touches in the two with a game."""
    if shutil.which("Xvfb") is None:
        return ResultTable("Tablet", ("what",), (), "Xvfb is not installed: nothing was measured.")
    seconds, rounds = affordable(SECONDS, QUICK_SECONDS), affordable(ROUNDS, 1)
    with tempfile.TemporaryDirectory() as folder, filming(Path(folder)) as filmed:
        found = {what: run(what, seconds, rounds, filmed) for what in WAYS}
    inside = found[CAMERA]
    touches = [first for answers in inside["touches"].values() for first, _ in answers]
    return ResultTable(
        title="The tablet: frames while a 1080p camera is tracked, and touches until their first answer",
        columns=("what", "times", "median", "95 %", "longest", "all of it, median"),
        rows=(
            *(_frames_row(WAYS[what], each) for what, each in found.items()),
            *(_cores_row(WAYS[what], each) for what, each in found.items()),
            *_touch_rows(found[SELDOM]["touches"], WAYS[SELDOM]),
            *_touch_rows(inside["touches"], WAYS[CAMERA]),
        ),
        notes=(
            "A crowded game with five models on the mat, one more carried to and fro all the while, in a window of"
            " 1280 × 800 drawn without a graphics card. The camera's pictures come as JPEG, thirty a second, from a"
            " process of its own. Frames: milliseconds from one to the next while each is drawn anew, which a program"
            " that draws only what changed never asks for but while a finger pushes something; no more than 40 a second"
            " are wished for. Cores: processor time of the program, which draws the window, too, over the time on the"
            " clock; a model is carried to and fro meanwhile. Touches: from the finger to the frame in which pixels at"
            " what it touched had changed, and to the frame with all that was asked for; pages around the table without"
            " a game beside. While touches"
            f" were timed, {inside['pictures_hz']:.0f} pictures a second or more were tracked."
        ),
        bars=(
            Bar("the tablet's window while 1080p is tracked beside a game", f"≥ {MIN_FPS:g} frames a second",
                f"{fps(inside['frames']):.1f}", fps(inside["frames"]) >= MIN_FPS),
            Bar("the whole program while nobody touches it, 1080p tracked beside a game", f"under {MAX_CORES:g} core",
                f"{inside['cores']:.2f} cores", inside["cores"] < MAX_CORES),
            Bar("a touch's first visible answer, 1080p tracked beside a game", f"none over {MAX_MS:g} ms",
                f"{max(touches):.0f} ms at most, {median(touches):.0f} ms median of {len(touches)}",
                max(touches) <= MAX_MS),
        ),
    )  # fmt: skip


def _frames_row(name: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    frames = found["frames"]
    return (f"frames: {name}", str(len(frames)), f"{median(frames):.1f} ms ({fps(frames):.1f} a second)",
            f"{_p95(frames):.1f} ms", f"{max(frames):.1f} ms", "–")  # fmt: skip


def _cores_row(name: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    return (f"cores while nobody touches it: {name}", "–", f"{found['cores']:.2f}", "–", "–", "–")


def _touch_rows(touches: Mapping[str, Sequence[Sequence[float]]], name: str) -> list[tuple[str, ...]]:
    return [
        (f"{what}: {name}", str(len(answers)), f"{median(first for first, _ in answers):.0f} ms",
         f"{_p95([first for first, _ in answers]):.0f} ms", f"{max(first for first, _ in answers):.0f} ms",
         f"{median(whole for _, whole in answers):.0f} ms")
        for what, answers in touches.items()
    ]  # fmt: skip


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


if __name__ == "__main__":
    print(measure().markdown())
