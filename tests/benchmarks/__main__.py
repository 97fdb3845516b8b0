"""Runs every benchmark, prints its table and keeps all of them in `docs/benchmarks.md`."""

import importlib.util
import os
import platform
import sys
from pathlib import Path

import cv2
import numpy as np
import shapely

HERE = Path(__file__).resolve().parent
REPORT = HERE.parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`; do not edit. Every figure compares two ways of doing the same thing in one run on one machine
({machine}, {cores} cores, Python {python}, OpenCV {cv}, numpy {numpy}, shapely {shapely}). Trust the ratios more than
the times.
"""


def main() -> int:
    """Runs the benchmarks whose names begin with one of the arguments, or all of them."""
    sys.path.insert(0, str(HERE))
    wanted = sys.argv[1:]
    sections = []
    for file in sorted(HERE.glob("bench_*.py")):
        if wanted and not any(file.stem.removeprefix("bench_").startswith(name) for name in wanted):
            continue
        print(f"running {file.stem} …", flush=True)
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[file.stem] = module
        spec.loader.exec_module(module)
        table = module.measure().markdown()
        print(table, flush=True)
        sections.append(table)
    if not wanted:
        head = HEAD.format(
            machine=platform.machine(),
            cores=os.cpu_count(),
            python=platform.python_version(),
            cv=cv2.__version__,
            numpy=np.__version__,
            shapely=shapely.__version__,
        )
        REPORT.write_text("\n".join([head, *sections]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
