"""Runs the real command line many times: all rooms are imported once, then each run is a process forked from here.

A line of JSON on standard input asks for a run, a line on standard output tells what became of it. Each run has its own
limits of processor and wall time, and its own measure of what it took.
"""

import gc
import json
import os
import resource
import signal
import sys
from pathlib import Path

import companion.cards.pack_check
import companion.presentation.report.page
import companion.record.export
import companion.record.verification
import companion.referee.camera.calibrations
import companion.referee.capture.camera_recording
import companion.referee.history.replay
import companion.referee.measure.dice_images
import companion.referee.measure.images
import companion.referee.measure.judge
from companion.cli import main

ROOMS = (
    companion.cards.pack_check,
    companion.record.export,
    companion.presentation.report.page,
    companion.record.verification,
    companion.referee.camera.calibrations,
    companion.referee.measure.dice_images,
    companion.referee.measure.judge,
    companion.referee.measure.images,
    companion.referee.capture.camera_recording,
    companion.referee.history.replay,
)
PROCESSOR_S = 20
WALL_S = 40.0
MAX_BYTES = 8 << 30
"""Of addresses, so that a run without bounds ends before the machine does."""


def serve() -> None:
    """Answers one request after another until standard input ends."""
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(wanted["words"], Path(wanted["folder"]))
        _, status, used = os.wait4(child, 0)
        told = {
            "code": os.waitstatus_to_exitcode(status),
            "processor_s": used.ru_utime + used.ru_stime,
            "megabytes": used.ru_maxrss / 1024,
        }
        print(json.dumps(told), flush=True)


def _run(words: list[str], folder: Path) -> None:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_S, PROCESSOR_S))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.setitimer(signal.ITIMER_REAL, WALL_S)
    code = 70
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001  # as Python itself ends
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()
