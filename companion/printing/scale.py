"""Keeps what the printed line of 100 mm measures, sheet by sheet, in the table file."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.printing.errors import PrintingError
from companion.printing.inventory import save_table
from companion.printing.prints import starter_table
from vision.errors import TableFileError
from vision.table import LINE_MM, RULER_SIGMA_MM, UNMEASURED, PrintCheck, Prints, PrintScale
from vision.table_file import MAX_LINE_MM, MIN_LINE_MM, SHEETS, read_table

TAPE_SIGMA_MM = 0.5
"""Standard deviation of a length that is longer than the line, measured with a tape."""

EXAMPLE_MM = 300.0
"""Distance by which the doubt is explained."""


__all__ = [
    "EXAMPLE_MM",
    "LINE_MM",
    "MAX_LINE_MM",
    "MIN_LINE_MM",
    "RULER_SIGMA_MM",
    "SHEETS",
    "UNMEASURED",
    "KnownThing",
    "Prints",
    "Ruler",
    "ScaleAnswer",
    "begin_table",
    "keep_check",
    "keep_scale",
    "prints_of",
]


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


def prints_of(table: Path | None) -> Prints | None:
    """Returns what is known of the print of a table; None where its file cannot be read.

    Args:
        table: The table file; None, or one that is not there yet, for the standard sheets, which nobody has measured.
    """
    if table is None or not table.exists():
        return UNMEASURED
    with suppress(TableFileError):
        return read_table(table).prints
    return None


def begin_table(table: Path, game: str) -> None:
    """Writes the table file of the standard sheets of a game, if it is not there.

    Raises:
        PrintingError: If it cannot be written.
    """
    if not table.exists():
        try:
            table.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PrintingError(f"cannot write {table}: {error.strerror or error}") from error
        save_table(table, starter_table(game))


@dataclass(frozen=True, slots=True)
class KnownThing:
    """A thing of known size that lay on the mat, as the camera measured it with the table file as it is.

    Attributes:
        true_mm: Its length.
        seen_mm: Its length by the camera.
        sigma_mm: Standard deviation of `seen_mm`.
    """

    true_mm: float
    seen_mm: float
    sigma_mm: float


def keep_check(table: Path, thing: KnownThing) -> Prints:
    """Writes what a known thing tells of the mat's scale into the table file; it counts where nobody measured the line.

    Args:
        table: The table file.
        thing: What was measured.

    Raises:
        PrintingError: If the length is not that of such a thing, or the file cannot be written.
        TableFileError: If the file is not a table.
    """
    layout = read_table(table)
    prints = layout.prints
    share = thing.true_mm / max(thing.seen_mm, 1e-6)
    check = PrintCheck(prints.mat.mean_mm * share, thing.sigma_mm / thing.true_mm * prints.mat.mean_mm)
    if not MIN_LINE_MM < check.line_mm <= MAX_LINE_MM:
        raise PrintingError(
            f"{thing.true_mm:g} mm cannot look like {thing.seen_mm:.1f} mm: touch both ends of the thing again"
        )
    mat = prints.mat
    if not mat.measured:
        mat = PrintScale(check.line_mm, check.line_mm, check.sigma_mm)
    prints = replace(prints, mat=mat, check=check)
    save_table(table, replace(layout, prints=prints))
    return prints


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
    prints = replace(
        old,
        mat=scale if "mat" in chosen else old.mat,
        bases=scale if "bases" in chosen else old.bases,
        terrain=scale if "terrain" in chosen else old.terrain,
        laid=old.laid if ruler.laid is None else ruler.laid,
    )
    save_table(table, replace(layout, prints=prints))
    doubts = [2 * each.mat.sigma * EXAMPLE_MM for each in (layout.prints, prints)]
    return ScaleAnswer(chosen, scale, doubts[0], doubts[1])
