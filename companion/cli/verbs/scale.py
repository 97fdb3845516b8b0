"""The command that keeps at what scale the sheets were printed."""

import argparse
from pathlib import Path

from companion.cli.argument_types import positive

SHEETS = ("mat", "bases", "terrain")


def scale(arguments: argparse.Namespace) -> int:
    """At what scale the sheets were printed, from what their line of 100 mm measures."""
    from companion.printing.scale import EXAMPLE_MM, Ruler, keep_scale

    along_mm = arguments.across_mm if arguments.along_mm is None else arguments.along_mm
    ruler = Ruler(arguments.across_mm, along_mm, arguments.length_mm, arguments.laid)
    answer = keep_scale(arguments.table, arguments.sheet, ruler)
    names, found = ", ".join(answer.sheets), answer.scale
    print(f"{names}: printed at {found.across_mm:.2f} % across the page and {found.along_mm:.2f} % along it")
    print(
        f"a distance of {EXAMPLE_MM:g} mm on the mat is known to ± {answer.after_mm:.1f} mm by its print"
        f" (before: ± {answer.before_mm:.1f} mm)"
    )
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion scale`."""
    parser.add_argument("--table", type=Path, required=True, metavar="FILE", help="the table file to write into")
    parser.add_argument(
        "--across-mm",
        type=positive,
        required=True,
        metavar="MM",
        help="what the line of 100 mm measures across the page",
    )
    parser.add_argument("--along-mm", type=positive, metavar="MM", help="the same along the page (default: as across)")
    parser.add_argument(
        "--sheet",
        action="append",
        default=[],
        choices=SHEETS,
        help="the sheets that were measured; repeatable (default: all)",
    )
    parser.add_argument(
        "--length-mm",
        type=positive,
        default=100.0,
        metavar="MM",
        help="measured something longer that was meant to be MM, such as the width of the mat (default: %(default)g)",
    )
    parser.add_argument(
        "--laid",
        action=argparse.BooleanOptionalAction,
        help="the mat's tags were laid round a mat of your own, which was not printed (default: as in the file)",
    )
