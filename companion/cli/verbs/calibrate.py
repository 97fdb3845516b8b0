"""The command that calibrates the lens of a camera."""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.argument_types import SOURCES, positive

if TYPE_CHECKING:
    from vision.calibration.board import CharucoBoard

_PARTS = ("columns", "rows", "square_mm", "marker_mm", "dictionary")


def calibrate(arguments: argparse.Namespace) -> int:
    """The lens of a camera, from views of the printed board."""
    from companion.referee.camera.calibrations import CalibrationJob, report_json, report_lines
    from companion.referee.camera.calibrations import calibrate as run

    made_at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    job = CalibrationJob(arguments.camera, arguments.images, arguments.out, made_at, _board(arguments))
    report = run(job, lambda line: print(line, file=sys.stderr))
    print(json.dumps(report_json(job, report)) if arguments.json else "\n".join(report_lines(job, report)))
    return 0


def _board(arguments: argparse.Namespace) -> "CharucoBoard":
    """The board that the arguments describe: all five parts of it, or none for the printed one.

    Raises:
        SetupError: If only some are given, or there is no such board.
    """
    from companion.referee.errors import SetupError
    from vision.calibration.board import CharucoBoard, load_board

    given = {part: getattr(arguments, part) for part in _PARTS}
    missing = [f"--{part.replace('_', '-')}" for part, value in given.items() if value is None]
    if len(missing) == len(_PARTS):
        return load_board()
    if missing:
        raise SetupError(f"A board of your own needs all of its five measures; please add {', '.join(missing)}.")
    name = str(arguments.dictionary).strip()
    name = name if name.upper().startswith("DICT_") else f"DICT_{name}"
    return CharucoBoard((arguments.columns, arguments.rows), arguments.square_mm, arguments.marker_mm, _spelled(name))


def _spelled(name: str) -> str:
    """A dictionary's name as OpenCV spells it."""
    import cv2

    return next((known for known in dir(cv2.aruco) if known.upper() == name.upper()), name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion calibrate`."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--camera", metavar="SOURCE", help=SOURCES)
    where.add_argument("--images", type=Path, metavar="DIR", help="images of the board, taken with one camera")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="file for the calibration (default: in your data folder)"
    )
    board = parser.add_argument_group("board", "A ChArUco board other than the printed one: all five")
    board.add_argument("--columns", type=int, metavar="N", help="squares along the long side")
    board.add_argument("--rows", type=int, metavar="N", help="squares along the short side")
    board.add_argument("--square-mm", type=positive, metavar="MM", help="edge of a square, measured with a ruler")
    board.add_argument("--marker-mm", type=positive, metavar="MM", help="edge of a marker's black square")
    board.add_argument("--dictionary", metavar="NAME", help="dictionary of the markers, such as 4X4_50 or DICT_5X5_100")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
