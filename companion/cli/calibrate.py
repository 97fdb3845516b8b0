"""The command that calibrates the lens of a camera."""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.argument_types import SOURCES


def calibrate(arguments: argparse.Namespace) -> int:
    """The lens of a camera, from views of the printed board."""
    from companion.referee.camera.calibrations import CalibrationJob, report_json, report_lines
    from companion.referee.camera.calibrations import calibrate as run

    made_at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    job = CalibrationJob(arguments.camera, arguments.images, arguments.out, made_at)
    report = run(job, lambda line: print(line, file=sys.stderr))
    print(json.dumps(report_json(job, report)) if arguments.json else "\n".join(report_lines(job, report)))
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion calibrate`."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--camera", metavar="SOURCE", help=SOURCES)
    where.add_argument("--images", type=Path, metavar="DIR", help="images of the board, taken with one camera")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="file for the calibration (default: in your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
