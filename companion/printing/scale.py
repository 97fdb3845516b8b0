"""Keeps what the printed line of 100 mm measures, sheet by sheet, in the table file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.printing.errors import PrintingError
from companion.printing.inventory import save_table
from vision.table import LINE_MM, RULER_SIGMA_MM, Prints, PrintScale
from vision.table_file import MAX_LINE_MM, MIN_LINE_MM, SHEETS, read_table

TAPE_SIGMA_MM = 0.5
"""Standard deviation of a length that is longer than the line, measured with a tape."""

EXAMPLE_MM = 300.0
"""Distance by which the doubt is explained."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """What somebody measured.

    Attributes:
        across_mm: The length across the page.
        along_mm: The same length along the page.
        length_mm: What both were meant to be; a longer one than the printed line tells the scale better.
        laid: Whether the mat's tags were laid round a mat of one's own; None leaves that as it is.
    """

    across_mm: float
    along_mm: float
    length_mm: float = LINE_MM
    laid: bool | None = None


@dataclass(frozen=True, slots=True)
class ScaleAnswer:
    """What the measurement changed.

    Attributes:
        sheets: The kinds of sheets that were measured.
        scale: Their scale.
        before_mm: Two standard deviations of a distance of `EXAMPLE_MM` before, due to the mat's scale.
        after_mm: The same now.
    """

    sheets: tuple[str, ...]
    scale: PrintScale
    before_mm: float
    after_mm: float


def keep_scale(table: Path, sheets: Sequence[str], ruler: Ruler) -> ScaleAnswer:
    """Writes the scale of some sheets into the table file.

    Args:
        table: The table file.
        sheets: Kinds of sheets, of `SHEETS`; none means all of them.
        ruler: What was measured on them.

    Raises:
        PrintingError: If a length is not that of such a sheet, or the file cannot be written.
        TableFileError: If the file is not a table.
    """
    chosen = tuple(sheet for sheet in SHEETS if sheet in sheets or not sheets)
    share = LINE_MM / ruler.length_mm
    sigma_mm = (RULER_SIGMA_MM if ruler.length_mm <= LINE_MM else TAPE_SIGMA_MM) * share
    scale = PrintScale(ruler.across_mm * share, ruler.along_mm * share, sigma_mm)
    for name, line_mm in (("across", scale.across_mm), ("along", scale.along_mm)):
        if not MIN_LINE_MM < line_mm <= MAX_LINE_MM:
            raise PrintingError(
                f"{name} the page {ruler.length_mm:g} mm cannot measure {line_mm / share:g} mm: measure again, or "
                "print again at 100 %"
            )
    layout = read_table(table)
    old = layout.prints
    prints = Prints(
        mat=scale if "mat" in chosen else old.mat,
        bases=scale if "bases" in chosen else old.bases,
        terrain=scale if "terrain" in chosen else old.terrain,
        laid=old.laid if ruler.laid is None else ruler.laid,
    )
    save_table(table, replace(layout, prints=prints))
    doubts = [2 * each.mat.sigma * EXAMPLE_MM for each in (layout.prints, prints)]
    return ScaleAnswer(chosen, scale, doubts[0], doubts[1])
