"""The command that learns where a bought board lies."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path


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


def add_arguments(added: argparse.ArgumentParser, positive: Callable[[str], float]) -> None:
    """Says what may follow `companion learn-board`."""
    added.add_argument(
        "images", nargs="+", type=Path, metavar="PICTURE", help="images of the mat with the bases on the board"
    )
    added.add_argument(
        "--table", type=Path, required=True, metavar="FILE", help="the table file to write the board into"
    )
    added.add_argument("--kind", choices=["hex", "square"], required=True, help="shape of the cells")
    added.add_argument(
        "--cell", action="append", default=[], metavar="BASE=q,r", help="repeat for each base, three or more"
    )
    added.add_argument(
        "--pitch-mm", type=positive, metavar="MM", help="distance between neighbouring cells (default: measured)"
    )
    added.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (default: estimated from the mat)"
    )
    added.add_argument("--out", type=Path, metavar="FILE", help="save to this file and leave the other unchanged")
    added.add_argument("--json", action="store_true", help="print the result as JSON")
