"""Runs every benchmark, prints its table and keeps all of them in `docs/benchmarks.md` and `docs/accuracy.md`.

What was measured is kept in `docs/benchmarks.json` too, a table for each benchmark, from which the page is made: one
benchmark run again with `--keep` replaces its own section and nothing else.
"""

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import shapely

from tests.benchmarks.report import QUICK, ResultTable, bars_table

HERE = Path(__file__).resolve().parent
REPORT = HERE.parents[1] / "docs" / "benchmarks.md"
KEPT = REPORT.with_suffix(".json")
HEAD = """# Benchmarks

Written by `make bench`; do not edit. Every figure compares two ways of doing the same thing in one run on one machine
({machine}). Trust the ratios more than the times.
"""


def main() -> int:
    """Runs the benchmarks whose names begin with one of the arguments, or all of them; 1 if a bar does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "name", nargs="*", help="beginnings of names: path, sight, tracker, reading, …; accuracy for its page"
    )
    parser.add_argument("--quick", action="store_true", help="run on very little and write nothing")
    parser.add_argument("--keep", action="store_true", help="write what was measured into its section of the page")
    asked = parser.parse_args()
    if asked.quick:
        os.environ[QUICK] = "yes"
    measured, whole = {}, not asked.name
    for name, module in _modules().items():
        if whole or any(name.startswith(start) for start in asked.name):
            print(f"running {name} …", flush=True)
            measured[name] = import_module(module).measure()
            print(measured[name].markdown(), flush=True)
    bars = [bar for table in measured.values() for bar in table.bars]
    if bars:
        print(bars_table(bars).markdown(), flush=True)
    if (whole or asked.keep) and not asked.quick:
        _keep(measured)
    if whole or "accuracy" in asked.name:
        import_module("tests.benchmarks.accuracy.page").write(keep=not asked.quick)
    return 0 if all(bar.holds for bar in bars) else 1


def _modules() -> dict[str, str]:
    """The module of each benchmark, by its name, in the order of names."""
    files = sorted(HERE.rglob("bench_*.py"), key=lambda file: file.stem)
    paths = {file.stem.removeprefix("bench_"): file.relative_to(HERE).with_suffix("") for file in files}
    return {name: ".".join(("tests.benchmarks", *path.parts)) for name, path in paths.items()}


def _keep(measured: dict[str, ResultTable]) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    names = _modules()
    tables = {name: ResultTable.read(kept[name]) for name in names if name in kept} | measured
    tables = {name: tables[name] for name in names if name in tables}
    written = json.dumps({name: asdict(table) for name, table in tables.items()}, ensure_ascii=False, indent=1)
    KEPT.write_text(written + "\n", encoding="utf-8")
    bars = bars_table([bar for table in tables.values() for bar in table.bars])
    sections = [bars.markdown(), *(table.markdown() for table in tables.values())]
    REPORT.write_text("\n".join([HEAD.format(machine=_machine()), *sections]), encoding="utf-8")


def _machine() -> str:
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"OpenCV {cv2.__version__}, numpy {np.__version__}, shapely {shapely.__version__}"
    )


if __name__ == "__main__":
    sys.exit(main())
