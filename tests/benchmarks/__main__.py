"""Runs every benchmark, prints its table and keeps all of them in `docs/benchmarks.md` and `docs/accuracy.md`."""

import argparse
import os
import platform
import sys
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import shapely

from tests.benchmarks.report import QUICK, bars_table

HERE = Path(__file__).resolve().parent
REPORT = HERE.parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`; do not edit. Every figure compares two ways of doing the same thing in one run on one machine
({machine}, {cores} cores, Python {python}, OpenCV {cv}, numpy {numpy}, shapely {shapely}). Trust the ratios more than
the times.
"""


def main() -> int:
    """Runs the benchmarks whose names begin with one of the arguments, or all of them; 1 if a bar does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "name", nargs="*", help="beginnings of names: path, sight, tracker, reading, …; accuracy for its page"
    )
    parser.add_argument("--quick", action="store_true", help="run on very little and write nothing")
    asked = parser.parse_args()
    if asked.quick:
        os.environ[QUICK] = "yes"
    tables, whole = [], not asked.name
    for file in sorted(HERE.glob("bench_*.py")):
        name = file.stem.removeprefix("bench_")
        if whole or any(name.startswith(start) for start in asked.name):
            print(f"running {name} …", flush=True)
            tables.append(import_module(f"tests.benchmarks.{file.stem}").measure())
            print(tables[-1].markdown(), flush=True)
    bars = [bar for table in tables for bar in table.bars]
    sections = [bars_table(bars).markdown(), *(table.markdown() for table in tables)]
    if bars:
        print(sections[0], flush=True)
    if whole and not asked.quick:
        REPORT.write_text("\n".join([_head(), *sections]), encoding="utf-8")
    if whole or "accuracy" in asked.name:
        import_module("tests.benchmarks.accuracy").write(keep=not asked.quick)
    return 0 if all(bar.holds for bar in bars) else 1


def _head() -> str:
    return HEAD.format(
        machine=platform.machine(),
        cores=os.cpu_count(),
        python=platform.python_version(),
        cv=cv2.__version__,
        numpy=np.__version__,
        shapely=shapely.__version__,
    )


if __name__ == "__main__":
    sys.exit(main())
