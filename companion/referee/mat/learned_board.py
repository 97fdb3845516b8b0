"""Where a bought board of cells lies on the mat, learned from bases that stand in the middle of named cells."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.geometry import GeometryError, MatPoint
from companion.geometry.grid import Cell, Grid, GridFit, GridKind, fit_grid
from companion.printing.inventory import save_table
from companion.referee.errors import SetupError
from vision import Lens, TableLayout, TableReader, read_lens, read_table
from vision.errors import PictureError
from vision.images.frame import Frame
from vision.images.image_file import read_picture
from vision.observation import Place, TableObservation
from vision.print_scale import as_drawn
from vision.table import GridLayout, MatLayout
from vision.table_file import MAX_CELLS, MAX_MM, MIN_PITCH_MM, cell_off_mat

MIN_CELLS = 3
"""Two would fit any board; the third shows how well."""
FARTHEST_CELL = 1000
"""No board has a cell farther from (0, 0)."""
OFF_SHARE = 0.25
"""A base farther from the middle of its cell than this, in parts of the pitch, was not put there with care."""
CARE_MM = 3.0
"""A base that a careful hand, 1 mm off in each coordinate, puts into a cell is hardly ever farther from its middle."""
LESS = 0.5
"""A pitch that leaves bases so much less far off is the right one."""
MOVED_MM = 2.0
"""A base whose places in two pictures differ by more was moved between them."""
WHOLE_MM = 1e-6
LENGTH_DIGITS, ANGLE_DIGITS = 4, 5
"""Of what is written, in mm and degrees: far finer than anything is measured."""


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A base that stands in the middle of a cell."""

    base: str
    cell: Cell

    @classmethod
    def parse(cls, text: str) -> "NamedCell":
        """Reads `BASE=q,r`, such as `greer=2,-1`.

        Raises:
            SetupError: If it is something else.
        """
        found = re.fullmatch(r"(.+)=\s*([+-]?\d{1,6})\s*,\s*([+-]?\d{1,6})\s*", text, re.DOTALL | re.ASCII)
        if found is None or max(abs(int(found[2])), abs(int(found[3]))) > FARTHEST_CELL:
            raise SetupError(
                f"A cell is written BASE=q,r with whole numbers up to {FARTHEST_CELL}, such as greer=2,-1, "
                f"got {text!r}."
            )
        return cls(found[1].strip(), Cell(int(found[2]), int(found[3])))


@dataclass(frozen=True, slots=True)
class BoardJob:
    """A board to be learned.

    Attributes:
        images: Pictures of the mat, with the bases where they were put.
        table: The table file that names the bases.
        kind: What cells the board has.
        named: Which base stands in which cell, three or more.
        pitch_mm: From a cell to the next, where it is known; None finds it.
        calibration: The camera's lens; None to estimate it from the mat's tags.
        out: Where the table file goes; None writes the one that was read.
    """

    images: tuple[Path, ...]
    table: Path
    kind: GridKind
    named: tuple[NamedCell, ...]
    pitch_mm: float | None = None
    calibration: Path | None = None
    out: Path | None = None

    def __post_init__(self) -> None:
        if len(self.named) < MIN_CELLS:
            raise SetupError(f"A board is learned from {MIN_CELLS} bases or more, each with its --cell BASE=q,r.")
        for number, each in enumerate(self.named):
            for other in self.named[:number]:
                if other.base == each.base:
                    raise SetupError(f"{each.base} cannot stand in two cells; name one cell for each base.")
                if other.cell == each.cell:
                    raise SetupError(f"Two bases are named for the cell {_name(each.cell)}; put each into its own.")
        if self.pitch_mm is not None and not MIN_PITCH_MM < self.pitch_mm <= MAX_MM:
            raise SetupError(f"The pitch is a number of mm above {MIN_PITCH_MM:g}, got {self.pitch_mm:g}.")
        if _in_one_line([each.cell for each in self.named]):
            raise SetupError(
                "The cells lie in one line, and a mirrored board would fit them as well; put a base beside that line."
            )

    @property
    def path(self) -> Path:
        """The file to be written."""
        return self.out or self.table


@dataclass(frozen=True, slots=True)
class LearnedBoard:
    """A board that was found.

    Attributes:
        grid: As the table file has it now.
        off_mm: How far each base stands from the middle of its cell, in the order of the job.
        rms_mm: What one base is off on average.
        path: The table file.
    """

    grid: GridLayout
    off_mm: tuple[float, ...]
    rms_mm: float
    path: Path


def learn_board(job: BoardJob) -> LearnedBoard:
    """Finds a board and writes it into the table file.

    Raises:
        SetupError: If the pictures do not show the bases, or the bases do not stand as it was told; no file changes.
        VisionError: If a file is not what it should be.
    """
    layout = read_table(job.table)
    lens = read_lens(job.calibration) if job.calibration is not None else None
    known = [base.id for base in layout.bases]
    for each in job.named:
        if each.base not in known:
            raise SetupError(f"{job.table} lists no base {each.base!r}; it lists {', '.join(known) or 'none'}.")
    # The board is kept in the lengths of the file, like all that is printed with it.
    places = _places(job, as_drawn(layout), lens)
    fit = _fitted(job, places)
    grid = _laid(job, layout, fit)
    grid = replace(grid, sigma_mm=round(_worst_sigma_mm(job, grid, fit), LENGTH_DIGITS))
    save_table(job.path, replace(layout, grid=grid))
    return LearnedBoard(grid, fit.off_mm, fit.rms_mm, job.path)


def _places(job: BoardJob, layout: TableLayout, lens: Lens | None) -> dict[str, MatPoint]:
    """Where each named base stands: the mean of all pictures that show it, the surer ones with more weight."""
    seen: dict[str, list[tuple[Path, Place]]] = {each.base: [] for each in job.named}
    for path in job.images:
        for place in _observed(path, layout, lens).bases:
            if place.id in seen:
                seen[place.id].append((path, place))
    places = {}
    for base, found in seen.items():
        if not found:
            where = f"in {job.images[0]}" if len(job.images) == 1 else "in any of the images"
            raise SetupError(f"{base} is not seen {where}; its tags must lie open to the camera.")
        first_path, first = found[0]
        for path, place in found[1:]:
            if math.hypot(place.x_mm - first.x_mm, place.y_mm - first.y_mm) > MOVED_MM:
                raise SetupError(f"{base} was moved between {first_path} and {path}; leave all bases where they are.")
        weights = [1.0 / max(place.sigma_mm, 1e-6) ** 2 for _, place in found]
        shares = [weight / sum(weights) for weight in weights]
        places[base] = MatPoint(
            sum(share * place.x_mm for share, (_, place) in zip(shares, found, strict=True)),
            sum(share * place.y_mm for share, (_, place) in zip(shares, found, strict=True)),
        )
    return places


def _observed(path: Path, layout: TableLayout, lens: Lens | None) -> TableObservation:
    try:
        picture = read_picture(path)
    except PictureError as error:
        raise SetupError(f"{path} {error}") from error
    observation = TableReader(layout, lens).read(Frame(picture.image, 0.0, 0))
    if not observation.mat.found:
        raise SetupError(f"The mat was not found in {path}: three of its tags must be in the image.")
    return observation


def _fitted(job: BoardJob, places: Mapping[str, MatPoint]) -> GridFit:
    """The board under the bases, if they stand in the cells that were named.

    Of three bases, one in a wrong cell can leave small residuals, as when it is far from the others. What betrays it is
    that the fit gets better once it is given the cell beside.
    """
    cells, points = [each.cell for each in job.named], [places[each.base] for each in job.named]
    fit = _fit(job, cells, points)
    better, best_mm = _better(job, cells, points, fit)
    if better is None:
        _check_pitch(job, cells, points, fit)
    mirrored = _fit(job, cells, [MatPoint(-at.x_mm, at.y_mm) for at in points])
    is_bad = fit is None or not _is_good(fit)
    if is_bad and mirrored is not None and _is_good(mirrored) and mirrored.rms_mm < best_mm:
        raise SetupError(
            "The board is mirrored: the bases fit the cells as they are seen from below. Counter-clockwise from above, "
            f"the neighbours of (0, 0) are {', '.join(map(_name, mirrored.grid.ways))}; name the cells so."
        )
    if fit is None:
        raise SetupError("No board fits the places of the bases: they stand in other cells than named.")
    told = ", ".join(
        f"{each.base} {off_mm:.1f} mm from the middle of {_name(each.cell)}"
        for each, off_mm in zip(job.named, fit.off_mm, strict=True)
    )
    if better is not None:
        raise SetupError(
            f"{better.base} seems to stand in {_name(better.cell)}, which fits better than what was named; with the "
            f"cells as named, the best board leaves {told}."
        )
    if not _is_good(fit):
        raise SetupError(
            "At least one base stands in another cell than named: the best board of this kind, its cells "
            f"{fit.grid.pitch_mm:.1f} mm apart, leaves {told}."
        )
    return fit


def _check_pitch(job: BoardJob, cells: Sequence[Cell], points: Sequence[MatPoint], fit: GridFit | None) -> None:
    """Refuses a pitch that was named where the bases stand well in cells of another one.

    Raises:
        SetupError: If they do.
    """
    found = None if job.pitch_mm is None else _fit(replace(job, pitch_mm=None), cells, points)
    if found is None or fit is None or not _is_good(found):
        return
    named_mm, found_mm = max(fit.off_mm), max(found.off_mm)
    if named_mm > CARE_MM and found_mm < LESS * named_mm:
        raise SetupError(
            f"The cells of this board are {found.grid.pitch_mm:.1f} mm apart, not {job.pitch_mm:g} mm: at the measured "
            f"pitch no base is more than {found_mm:.1f} mm from the middle of its cell, at yours one is {named_mm:.1f} "
            "mm off. Leave --pitch-mm out, or measure from the middle of a cell to that of the next."
        )


def _is_good(fit: GridFit) -> bool:
    return max(fit.off_mm) <= OFF_SHARE * fit.grid.pitch_mm


def _better(
    job: BoardJob, cells: Sequence[Cell], points: Sequence[MatPoint], fit: GridFit | None
) -> tuple[NamedCell | None, float]:
    """The base that would fit best in a cell beside its own, and that cell, if that fits better than what was named.

    Also, in mm, how well the better of the two fits.
    """
    best, best_mm = None, math.inf if fit is None else fit.rms_mm
    for number, each in enumerate(job.named):
        for way in Grid(job.kind, 1.0, MatPoint(0.0, 0.0), 0.0, frozenset()).ways:
            beside = each.cell.plus(way)
            other = [*cells[:number], beside, *cells[number + 1 :]]
            found = None if beside in cells or _in_one_line(other) else _fit(job, other, points)
            if found is not None and _is_good(found) and found.rms_mm < best_mm:
                best, best_mm = NamedCell(each.base, beside), found.rms_mm
    return best, best_mm


def _fit(job: BoardJob, cells: Sequence[Cell], points: Sequence[MatPoint]) -> GridFit | None:
    """The best board; None where there is none, as under an even triangle whose cells are named mirrored."""
    try:
        return fit_grid(job.kind, list(zip(cells, points, strict=True)), job.pitch_mm)
    except GeometryError:
        return None


def _laid(job: BoardJob, layout: TableLayout, fit: GridFit) -> GridLayout:
    """The board as the file shall have it: with the cells that it had, else all that lie whole on the mat."""
    found = fit.grid
    if not MIN_PITCH_MM < found.pitch_mm <= MAX_MM or math.hypot(found.origin.x_mm, found.origin.y_mm) > MAX_MM:
        raise SetupError(
            f"The bases would make a board with a pitch of {found.pitch_mm:.3g} mm, which no board has; look at the "
            "cells that were named."
        )
    grid = GridLayout(
        "hex" if job.kind is GridKind.HEX else "square",
        round(found.pitch_mm, LENGTH_DIGITS),
        (round(found.origin.x_mm, LENGTH_DIGITS), round(found.origin.y_mm, LENGTH_DIGITS)),
        round(math.degrees(found.turned_rad), ANGLE_DIGITS),
        (),
    )
    known = layout.grid
    if known is None or known.kind != grid.kind:
        return replace(grid, cells=_whole_cells(grid, found, layout.mat))
    for each in job.named:
        if each.cell not in known.cells:
            raise SetupError(f"The board in {job.table} has no cell {_name(each.cell)}; look at what was named.")
    grid = replace(grid, cells=known.cells)
    off = cell_off_mat(grid, layout.mat)
    if off is not None:
        raise SetupError(
            f"The cell {_name(Cell(*off))} of the board in {job.table} would lie beside the mat; look at the cells "
            "that were named, or take [grid] out of the file."
        )
    return grid


def _worst_sigma_mm(job: BoardJob, grid: GridLayout, fit: GridFit) -> float:
    """How well the cell is known that is farthest from the bases: turn and pitch are known the less, the nearer these.

    The standard deviation of a straight line's value at a point, with complex numbers for places.
    """
    stood = [complex(*grid.centre_mm(each.cell)) for each in job.named]
    middle = sum(stood) / len(stood)
    farthest = max(abs(complex(*grid.centre_mm(cell)) - middle) for cell in grid.cells)
    spread = sum(abs(at - middle) ** 2 for at in stood)
    return fit.rms_mm / math.sqrt(2) * math.sqrt(1 / len(stood) + farthest**2 / spread)


def _whole_cells(grid: GridLayout, found: Grid, mat: MatLayout) -> tuple[tuple[int, int], ...]:
    """All cells whose whole area lies on the mat, row by row."""
    share = math.sqrt(3) / 2 if grid.kind == "hex" else 1.0
    if mat.width_mm * mat.height_mm / (share * grid.pitch_mm**2) > 2 * MAX_CELLS:
        raise SetupError(f"A board with a pitch of {grid.pitch_mm:.2f} mm would have more than {MAX_CELLS} cells.")
    corners = [(x_mm, y_mm) for x_mm in (0.0, mat.width_mm) for y_mm in (0.0, mat.height_mm)]
    axial = [found.axial(MatPoint(*corner)) for corner in corners]
    (least_q, most_q), (least_r, most_r) = (
        (math.floor(min(values)), math.ceil(max(values))) for values in zip(*axial, strict=True)
    )
    cells = tuple(
        (q, r)
        for r in range(least_r, most_r + 1)
        for q in range(least_q, most_q + 1)
        if all(
            -WHOLE_MM <= x_mm <= mat.width_mm + WHOLE_MM and -WHOLE_MM <= y_mm <= mat.height_mm + WHOLE_MM
            for x_mm, y_mm in grid.corners_mm((q, r))
        )
    )
    if not 0 < len(cells) <= MAX_CELLS:
        raise SetupError(
            f"{len(cells)} cells with a pitch of {grid.pitch_mm:.2f} mm lie whole on the mat; a board has 1 to "
            f"{MAX_CELLS}."
        )
    return cells


def _in_one_line(cells: Sequence[Cell]) -> bool:
    first = cells[0]
    ways = [cell.minus(first) for cell in cells[1:]]
    return all(one.q * other.r == one.r * other.q for one in ways for other in ways)


def _ways(grid: Grid) -> str:
    return ", ".join(_name(way) for way in grid.ways)


def _name(cell: Cell) -> str:
    return f"({cell.q}, {cell.r})"


def report_json(job: BoardJob, learned: LearnedBoard) -> Mapping[str, object]:
    """What was found, for programs."""
    grid = learned.grid
    return {
        "table": str(learned.path),
        "kind": grid.kind,
        "pitch_mm": grid.pitch_mm,
        "origin_mm": list(grid.origin_mm),
        "turned_deg": grid.turned_deg,
        "cells": len(grid.cells),
        "rms_mm": round(learned.rms_mm, 4),
        "worst_sigma_mm": round(learned.grid.sigma_mm, 4),
        "bases": [
            {"id": each.base, "cell": list(each.cell), "off_mm": round(off_mm, 4)}
            for each, off_mm in zip(job.named, learned.off_mm, strict=True)
        ],
    }


def report_lines(job: BoardJob, learned: LearnedBoard) -> Sequence[str]:
    """What was found, for people."""
    grid = learned.grid
    kind, (x_mm, y_mm) = "hexes" if grid.kind == "hex" else "squares", grid.origin_mm
    return (
        f"{len(grid.cells)} {kind}, {grid.pitch_mm:.2f} mm apart, (0, 0) at x {x_mm:.1f}, y {y_mm:.1f} mm, turned "
        f"{grid.turned_deg:.2f}°",
        *(
            f"  {each.base}: {off_mm:.2f} mm from the middle of {_name(each.cell)}"
            for each, off_mm in zip(job.named, learned.off_mm, strict=True)
        ),
        f"  rms {learned.rms_mm:.2f} mm; the middle of every cell is known to ± {2 * learned.grid.sigma_mm:.2f} mm or "
        "better",
        f"written to {learned.path}",
    )
