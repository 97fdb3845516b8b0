"""The command that learns where a bought board lies."""

import argparse
import json
from pathlib import Path

from companion.cli.argument_types import positive


def learn_board(arguments: argparse.Namespace) -> int:
    """Where a board of cells lies on the mat, learned from bases in the middle of named cells."""
    from companion.geometry.grid import GridKind
    from companion.referee.mat import learned_board as learning_board

    job = learning_board.BoardJob(
        images=tuple(arguments.images),
        table=arguments.table,
        kind=GridKind(arguments.kind),
        named=tuple(learning_board.NamedCell.parse(text) for text in arguments.cell),
        pitch_mm=arguments.pitch_mm,
        calibration=arguments.calibration,
        out=arguments.out,
    )
    learned = learning_board.learn_board(job)
    report = learning_board.report_json(job, learned)
    print(json.dumps(report) if arguments.json else "\n".join(learning_board.report_lines(job, learned)))
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion learn-board`."""
    parser.add_argument(
        "images", nargs="+", type=Path, metavar="PICTURE", help="images of the mat with the bases on the board"
    )
    parser.add_argument(
        "--table", type=Path, required=True, metavar="FILE", help="the table file to write the board into"
    )
    parser.add_argument("--kind", choices=["hex", "square"], required=True, help="shape of the cells")
    parser.add_argument(
        "--cell", action="append", default=[], metavar="BASE=q,r", help="repeat for each base, three or more"
    )
    parser.add_argument(
        "--pitch-mm", type=positive, metavar="MM", help="distance between neighbouring cells (default: measured)"
    )
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (default: estimated from the mat)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="save to this file and leave the other unchanged")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
