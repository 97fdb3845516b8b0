"""Writes rendered frames: `python -m tests.benchmarks.frames OUT_DIR --count N --kind K --seed S`."""

import argparse
import json
import sys
from pathlib import Path

import cv2

from tests.benchmarks.frames.frame import HD, KINDS, UHD, RenderedFrame, render, wish_of
from vision import format_lens, format_table

SIZES = {"1080p": HD, "4K": UHD, "1440p": (2560, 1440), "720p": (1280, 720)}


def write(frame: RenderedFrame, folder: Path) -> Path:
    """Writes one frame's files and gives the picture's path."""
    image = folder / f"{frame.name}.jpg"
    image.write_bytes(frame.jpeg.tobytes())
    (folder / f"{frame.name}.table.toml").write_text(format_table(frame.layout), encoding="utf-8")
    if frame.lens is not None:
        (folder / f"{frame.name}.camera.toml").write_text(format_lens(frame.lens), encoding="utf-8")
    truth = json.dumps(frame.truth.json(image.name))
    (folder / f"{frame.name}.truth.json").write_text(truth, encoding="utf-8")
    return image


def main() -> int:
    """Renders the frames asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.frames", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=len(KINDS), help="frames in all")
    parser.add_argument("--kind", choices=KINDS, action="append", help="may be repeated; all kinds in turn if left out")
    parser.add_argument("--size", choices=SIZES, help="left out: 1080p, and 4K in half of the sharp kinds")
    parser.add_argument("--seed", type=int, default=0, help="of the first frame")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    kinds = asked.kind or KINDS
    for number in range(asked.count):
        kind, seed = kinds[number % len(kinds)], asked.seed + number
        print(write(render(wish_of(kind, seed, SIZES.get(asked.size)), seed), asked.folder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
