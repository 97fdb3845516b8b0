"""Runs one test in a process of its own in which one module is changed before anything imports it.

    python -m tests.rules.register.fresh TEST FILE WHERE CHANGE NTH

Prints as JSON whether the test passed, and whether it failed for what it expects. That is needed for what runs as a
module is imported: its tables, and the defaults of its classes.
"""

import json
import os
import subprocess
import sys
import time

import pytest

from tests.rules.register.code import CodeChange, module, place_of
from tests.rules.register.outcome import FailureNote
from tests.rules.register.rows import ROOT

LIMIT_S = 120.0


def run_fresh(test: str, place: CodeChange) -> tuple[bool, bool, str]:
    """Whether a test passes with a change, whether it fails for what it expects, and why."""
    words = (test, place.file, place.where, place.change.what, str(place.nth))
    command = [sys.executable, "-m", "tests.rules.register.fresh", *words]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S, check=False)
        told = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return False, False, "broke or never ended"
    return bool(told["passed"]), bool(told["asserted"]), str(told["why"])


def main() -> None:
    test, file, where, change, nth = sys.argv[1:]
    place = place_of(file, where, change, int(nth))
    if place is None:
        raise SystemExit(f"{file} has no such change")
    from tests.mutation.changed_module import ChangedModule  # noqa: PLC0415 (only here)

    path = ROOT / file
    plugin, note = ChangedModule(path, place.change.compiled(module(file).tree, str(path))), FailureNote()
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "wb") as sink:  # noqa: PTH123 (a device)
        os.dup2(sink.fileno(), 1)
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", test], plugins=[plugin, note])
    os.dup2(kept, 1)
    print(json.dumps({"passed": code == 0, "asserted": note.asserted, "why": note.why}), flush=True)


if __name__ == "__main__":
    began = time.monotonic()
    main()
