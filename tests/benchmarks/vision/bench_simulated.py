"""The simulated camera's pace, against painting every picture whole."""

import statistics
import time
from collections.abc import Callable

import cv2

from tests.benchmarks.report import ResultTable
from vision.arrays import Image
from vision.simulation import Scene, SimulatedTable, simulated_table

CASES = (
    ("still", (1280, 720), None, 0.0),
    ("demo", (1280, 720), None, 3.0),
    ("demo", (1280, 720), 85, 3.0),
    ("hands", (1280, 720), None, 1.0),
    ("hands", (1920, 1080), None, 1.0),
    ("hands", (3840, 2160), None, 1.0),
)
PICTURES, WHOLE_PICTURES = 60, 3
STEP_S = 1 / 10


def measure() -> ResultTable:
    """Times pictures of a few scenes, on one thread."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        rows = tuple(_row(*case) for case in CASES)
    finally:
        cv2.setNumThreads(threads)
    return ResultTable(
        "Simulated camera: painting what moves, against painting every picture whole",
        (
            "scene",
            "picture",
            "JPEG",
            "ms a picture, median",
            "slowest of 60",
            "pictures a second",
            "whole, ms",
            "ratio",
        ),
        rows,
        f"Time of the processor on one thread, {PICTURES} pictures, {STEP_S:g} s apart; in demo one hand carries a "
        "piece, in hands two do. The mean gives the pictures a second; the slowest is one in which a piece begins or "
        "ceases to move. The peer paints cloth, mat, pieces and hands anew for each picture, with the same code.",
    )


def _row(name: str, size: tuple[int, int], jpeg_quality: int | None, from_s: float) -> tuple[str, ...]:
    table = simulated_table(name, size=size, jpeg_quality=jpeg_quality)
    table.render(from_s)
    fast = _times_s(table.render, from_s, PICTURES)
    whole = statistics.median(_times_s(lambda t_s: _whole(table.scene, t_s), from_s + 2.0, WHOLE_PICTURES))
    usual = statistics.median(fast)
    return (
        name,
        f"{size[0]} × {size[1]}",
        "–" if jpeg_quality is None else str(jpeg_quality),
        f"{usual * 1e3:.1f}",
        f"{max(fast) * 1e3:.0f}",
        f"{1 / statistics.mean(fast):.0f}",
        f"{whole * 1e3:.0f}",
        f"{whole / usual:.0f}",
    )


def _whole(scene: Scene, t_s: float) -> Image:
    return SimulatedTable(scene).render(t_s)


def _times_s(run: Callable[[float], object], from_s: float, count: int) -> list[float]:
    times = []
    for picture in range(count):
        started = time.process_time()
        run(from_s + picture * STEP_S)
        times.append(time.process_time() - started)
    return times


if __name__ == "__main__":
    print(measure().markdown())
