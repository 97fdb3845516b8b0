"""The table's layout: what may stand on the mat, and which tags it carries. `table.toml` holds this data.

Frames: the mat frame has its origin at the corner at player one's left hand, x along player one's side, y towards
player two and z up. Each base and each template has a frame of its own. Angles are counter-clockwise, seen from above.
"""

import math
from dataclasses import dataclass
from typing import Literal

FLATNESS_SIGMA_MM = 0.01
"""Standard deviation of the mat's height for a stiff mat on a level table. Cloth, or paper that was rolled up, needs
0.1 to 0.5."""

CellKind = Literal["hex", "square"]


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed tag and its pose in the frame of the base, template or mat that carries it.

    Attributes:
        id: Number in the dictionary.
        size_mm: Edge length of the black square.
        x_mm: x coordinate of the tag's centre in the carrier's frame.
        y_mm: y coordinate of the tag's centre in the carrier's frame.
        angle_rad: Rotation of the tag in the carrier's frame; at 0 the pattern's top left corner has the smallest x and
            the largest y of the four.
        height_mm: Height of the printed face above the mat.
    """

    id: int
    size_mm: float
    x_mm: float
    y_mm: float
    angle_rad: float = 0.0
    height_mm: float = 0.0

    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """Returns the black square's corners in the carrier's frame, in OpenCV's order from the pattern's top left."""
        half_mm = self.size_mm / 2
        cos, sin = math.cos(self.angle_rad), math.sin(self.angle_rad)
        return tuple(
            (self.x_mm + cos * dx - sin * dy, self.y_mm + sin * dx + cos * dy)
            for dx, dy in ((-half_mm, half_mm), (half_mm, half_mm), (half_mm, -half_mm), (-half_mm, -half_mm))
        )


@dataclass(frozen=True, slots=True)
class MatLayout:
    """The mat and the fixed tags that locate it.

    Attributes:
        width_mm: Size along player one's side.
        height_mm: Size towards player two.
        dictionary: OpenCV's name of the tags' dictionary, such as `DICT_4X4_100`.
        tags: Three or more, in the mat frame.
        placement_sigma_mm: Standard deviation of printing, cutting and gluing the bases' tags. It enters verdicts, not
            positions.
        flatness_sigma_mm: Standard deviation of the mat's height, in waves too short for its tags to reveal. A point at
            height h appears displaced by h · tan(angle from straight below the camera); the standard deviations of
            positions include this.
    """

    width_mm: float
    height_mm: float
    dictionary: str
    tags: tuple[Tag, ...]
    placement_sigma_mm: float = 0.0
    flatness_sigma_mm: float = FLATNESS_SIGMA_MM


@dataclass(frozen=True, slots=True)
class BaseLayout:
    """A base and the tags it carries; any one of them is enough to locate it.

    Attributes:
        id: Name, unique in the table.
        radius_mm: Radius of the disc.
        tags: One or more, in the base's frame.
        owner: The player who owns it, if known.
        stealth: Whether sight lines ignore it.
        is_token: Whether it is a flat token, such as a trap, and no base of a miniature.
    """

    id: str
    radius_mm: float
    tags: tuple[Tag, ...]
    owner: str | None = None
    stealth: bool = False
    is_token: bool = False


@dataclass(frozen=True, slots=True)
class TerrainLayout:
    """A terrain template and the tags it carries.

    Attributes:
        id: Name, unique in the table.
        polygon_mm: Corners in the template's frame.
        tags: One or more, in the template's frame.
        impassable: Whether only bases that fly may cross it.
        difficult: Whether it shortens movement.
        blocks_sight: Whether it blocks every sight line.
        cover: Whether it gives cover against shooting.
    """

    id: str
    polygon_mm: tuple[tuple[float, float], ...]
    tags: tuple[Tag, ...]
    impassable: bool = False
    difficult: bool = False
    blocks_sight: bool = False
    cover: bool = False


@dataclass(frozen=True, slots=True)
class GridLayout:
    """A board of cells on the mat.

    A cell is (q, r) in axial coordinates. Its neighbours, counter-clockwise from the board's own direction, are
    (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1) on hexes and (1, 0), (0, 1), (-1, 0), (0, -1) on squares.

    Attributes:
        kind: Shape of the cells.
        pitch_mm: Distance between the centres of neighbouring cells.
        origin_mm: Centre of cell (0, 0) in the mat frame, whether or not the board has that cell.
        turned_deg: Direction of the neighbour (1, 0), counter-clockwise from the mat's x axis. It is kept in degrees,
            as in the file, so that reading and writing a file changes no digit.
        cells: The board's cells, each once, with their centres on the mat.
        sigma_mm: Standard deviation of the board's position, for each coordinate of the cell centre that is known
            least well. It enters verdicts, as `MatLayout.placement_sigma_mm` does.
    """

    kind: CellKind
    pitch_mm: float
    origin_mm: tuple[float, float]
    turned_deg: float
    cells: tuple[tuple[int, int], ...]
    sigma_mm: float = 0.0

    def centre_mm(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Returns the centre of a cell in the mat frame."""
        q, r = cell
        along, across = (q + r / 2, r * math.sqrt(3) / 2) if self.kind == "hex" else (float(q), float(r))
        turned_rad = math.radians(self.turned_deg)
        cos, sin = self.pitch_mm * math.cos(turned_rad), self.pitch_mm * math.sin(turned_rad)
        x_mm, y_mm = self.origin_mm
        return x_mm + cos * along - sin * across, y_mm + sin * along + cos * across

    def corners_mm(self, cell: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """Returns the corners of a cell in the mat frame, counter-clockwise."""
        x_mm, y_mm = self.centre_mm(cell)
        count = 6 if self.kind == "hex" else 4
        radius_mm = self.pitch_mm / 2 / math.cos(math.pi / count)
        turns = (math.radians(self.turned_deg) + math.pi * (2 * corner + 1) / count for corner in range(count))
        return tuple((x_mm + radius_mm * math.cos(turn), y_mm + radius_mm * math.sin(turn)) for turn in turns)


LINE_MM = 100.0
"""Length of the line on every printed sheet."""

RULER_SIGMA_MM = 0.2
"""Standard deviation of a length that was measured with a ruler."""

UNMEASURED_SIGMA_MM = 3.0
"""Standard deviation of the printed line that nobody measured. Most printers are off by less than a per cent, but one
that fits a sheet of A4 to a Letter page makes 94 mm of it, which must lie within the two deviations of a verdict."""


CONTRADICTED_SIGMAS = 3.0
"""From so many deviations between two witnesses of a scale one of them is wrong."""


@dataclass(frozen=True, slots=True)
class PrintScale:
    """What the line of 100 mm measures on one kind of sheet.

    Attributes:
        across_mm: The line across the page, or what it would be from the scale in that direction.
        along_mm: The same along the page.
        sigma_mm: Standard deviation of both.
        measured: Whether somebody measured it.
    """

    across_mm: float = LINE_MM
    along_mm: float = LINE_MM
    sigma_mm: float = RULER_SIGMA_MM
    measured: bool = True

    @property
    def line_mm(self) -> float:
        """Its length in the file."""
        return LINE_MM

    @property
    def mean_mm(self) -> float:
        """The line in both directions together."""
        return math.sqrt(self.across_mm * self.along_mm)

    @property
    def is_true(self) -> bool:
        """Whether the sheet needs no correction."""
        return self.across_mm == LINE_MM and self.along_mm == LINE_MM

    @property
    def sigma(self) -> float:
        """Relative standard deviation of lengths on the sheet."""
        return self.sigma_mm / LINE_MM


@dataclass(frozen=True, slots=True)
class PrintCheck:
    """What the line of 100 mm would measure by a thing of known size that lay on the mat.

    Attributes:
        line_mm: The line, the mean of both directions.
        sigma_mm: Its standard deviation.
    """

    line_mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class Prints:
    """The scales of a table's printed sheets.

    Attributes:
        mat: Of the mat, or of the tags that were laid round it.
        bases: Of the discs under the bases.
        terrain: Of the templates.
        laid: Whether the mat's tags were laid round a mat of one's own, which was not printed with them.
        check: A second witness of the mat's scale; None without one.
    """

    mat: PrintScale
    bases: PrintScale
    terrain: PrintScale
    laid: bool = False
    check: PrintCheck | None = None

    @property
    def contradicted(self) -> bool:
        """Whether the line of the mat's sheet and the second witness cannot both be right."""
        if self.check is None or not self.mat.measured:
            return False
        off_mm = self.check.line_mm - self.mat.mean_mm
        return abs(off_mm) > CONTRADICTED_SIGMAS * math.hypot(self.check.sigma_mm, self.mat.sigma_mm)


_EXACTLY = PrintScale(sigma_mm=0.0)
_UNMEASURED = PrintScale(sigma_mm=UNMEASURED_SIGMA_MM, measured=False)

EXACT = Prints(_EXACTLY, _EXACTLY, _EXACTLY)
"""A table that was drawn or simulated, and not printed."""

UNMEASURED = Prints(_UNMEASURED, _UNMEASURED, _UNMEASURED)
"""A table whose sheets nobody has measured."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Everything that may stand on the mat.

    Attributes:
        mat: The mat and its tags.
        bases: All bases, on the mat or not.
        terrain: All templates, on the mat or not.
        grid: The board of cells on the mat; None if it has none.
        prints: The scales at which its sheets were printed; positions are corrected for them (`vision.print_scale`).
    """

    mat: MatLayout
    bases: tuple[BaseLayout, ...] = ()
    terrain: tuple[TerrainLayout, ...] = ()
    grid: GridLayout | None = None
    prints: Prints = EXACT

    @property
    def pieces(self) -> tuple[BaseLayout | TerrainLayout, ...]:
        """All bases and templates, in the order of the file."""
        return (*self.bases, *self.terrain)
