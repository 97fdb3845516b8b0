"""Starts the real MicroPython with the firmware and the simulated chips on its path."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
DEVICE = Path(__file__).resolve().parent / "device"
FETCH_S = 300
# An ESP32-C3 has some 200 kB for Python.
HEAP = "heapsize=200k"


def launcher():
    """Path of MicroPython; without it the test is skipped, but fails where every test has to run."""
    found = subprocess.run(
        [ROOT / "scripts/micropython"], capture_output=True, encoding="utf-8", timeout=FETCH_S, check=False
    )
    if found.returncode == 0:
        return found.stdout.strip()
    why = f"there is no MicroPython: {found.stderr.strip()}"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def command(micropython, script):
    return [micropython, "-X", HEAP, str(DEVICE / script)]


def environment(**more):
    """The simulated chips come first: they take the place of the interpreter's own `machine`."""
    return {
        **os.environ,
        "MICROPYPATH": f"{DEVICE}:{FIRMWARE}:.frozen",
        **{key: str(value) for key, value in more.items()},
    }
