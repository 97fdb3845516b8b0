"""The command that measures images of the table."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.cli.progress import ProgressLine
from companion.cli.refusals import one_line


def measure(arguments: argparse.Namespace) -> int:
    """What pictures tell of the table."""
    from companion.games.first import first_measures
    from companion.referee.measure.images import MeasureJob, Refusal, measure_pictures, pictures_of
    from companion.referee.measure.measurement import describe

    job = MeasureJob(
        images=pictures_of(arguments.images),
        table=arguments.table,
        calibration=arguments.calibration,
        dictionaries=tuple(arguments.dictionary),
        draw=arguments.draw,
        measures=first_measures(),
    )
    answers: list[Mapping[str, object]] = []
    refusals: list[Refusal] = []
    total = len(job.images)
    with ProgressLine() as progress:
        if total > 1:
            progress.say(f"0 of {total} pictures")
        for done, result in enumerate(measure_pictures(job), start=1):
            if isinstance(result, Refusal):
                refusals.append(result)
            else:
                answers.append(result)
            if total > 1:
                progress.say(f"{done} of {total} pictures")
    if answers or arguments.json:
        print(json.dumps(answers) if arguments.json else "\n\n".join(describe(answer) for answer in answers))
    for refusal in refusals:
        print(f"companion measure: {one_line(refusal.sentence)}", file=sys.stderr)
    return 2 if refusals else 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion measure`."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a picture file, or a folder of them")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="table file: what is on the mat (default: report tags only)"
    )
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (default: estimated from the mat)"
    )
    parser.add_argument(
        "--dictionary",
        action="append",
        default=[],
        metavar="NAME",
        help="tags to look for, such as DICT_4X4_100; repeatable",
    )
    parser.add_argument("--draw", type=Path, metavar="PNG", help="save the image with everything found drawn into it")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
