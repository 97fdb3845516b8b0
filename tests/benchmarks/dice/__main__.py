"""Writes rendered throws: `python -m tests.benchmarks.dice OUT --count N --kind pips --seed S`.

Seeds below 50000 are for development; the benchmark uses those from there on.
"""

import argparse
import sys
from pathlib import Path

import cv2

from tests.benchmarks.dice.render import render

KINDS = ("pips", "symbols", "coded", "kinds", "oblique")


def main() -> int:
    """Renders the throws asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dice", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10, help="pictures in all")
    parser.add_argument("--kind", choices=KINDS, default="pips")
    parser.add_argument("--seed", type=int, default=0, help="of the first picture")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(asked.seed, asked.seed + asked.count):
        picture, name = render(asked.kind, seed), f"{asked.kind}-{seed}"
        (asked.folder / f"{name}.jpg").write_bytes(picture.jpeg.tobytes())
        (asked.folder / f"{name}.truth.json").write_text(picture.json(f"{name}.jpg"), encoding="utf-8")
        print(asked.folder / f"{name}.jpg", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
