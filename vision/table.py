"""What may stand on the mat and which tags it carries: the data behind `table.toml`.

Frames: the mat frame (origin at the corner at player one's left hand, x along player one's side, y towards player
two, z up) and, for each base or template, a frame of its own. Angles are counter-clockwise seen from above.
"""

import math
from dataclasses import dataclass
from typing import Literal

FLATNESS_SIGMA_MM = 0.01
"""For a stiff mat on a level table; cloth and paper that was rolled want 0.1 to 0.5."""

CellKind = Literal["hex", "square"]


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed tag and where it sits in the frame of what carries it.

    Attributes:
        id: Number in the dictionary.
        size_mm: Edge of the black square.
        x_mm: Centre of the tag in the carrier's frame.
        y_mm: Likewise.
        angle_rad: Turn of the tag in the carrier's frame; at 0 the pattern's top left corner has the smallest x and
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
        """The corners of the black square in the carrier's frame, in OpenCV's order from the pattern's top left."""
        half_mm = self.size_mm / 2
        cos, sin = math.cos(self.angle_rad), math.sin(self.angle_rad)
        return tuple(
            (self.x_mm + cos * dx - sin * dy, self.y_mm + sin * dx + cos * dy)
            for dx, dy in ((-half_mm, half_mm), (half_mm, half_mm), (half_mm, -half_mm), (-half_mm, -half_mm))
        )


@dataclass(frozen=True, slots=True)
class MatLayout:
    """The mat, and the fixed tags that locate it.

    Attributes:
        width_mm: Along player one's side.
        height_mm: Towards player two.
        dictionary: OpenCV's name of the tags' dictionary, such as `DICT_4X4_100`.
        tags: Three or more, in the mat frame.
        placement_sigma_mm: How exactly the bases were printed, cut and glued; belongs to verdicts, not to places.
        flatness_sigma_mm: How much the mat's height varies in waves too short for its tags to show; what lies h higher
            seems to lie off by h · tan(angle from straight below the camera), and the places' deviations say so.
    """

    width_mm: float
    height_mm: float
    dictionary: str
    tags: tuple[Tag, ...]
    placement_sigma_mm: float = 0.0
    flatness_sigma_mm: float = FLATNESS_SIGMA_MM


@dataclass(frozen=True, slots=True)
class BaseLayout:
    """A base and the tags it carries, any one of which places it.

    Attributes:
        id: Name, unique in the table.
        radius_mm: Radius of the disc.
        tags: One or more, in the base's frame.
        owner: The player it belongs to, where known.
        stealth: Whether it hides from sight lines.
    """

    id: str
    radius_mm: float
    tags: tuple[Tag, ...]
    owner: str | None = None
    stealth: bool = False


@dataclass(frozen=True, slots=True)
class TerrainLayout:
    """A terrain template and the tags it carries.

    Attributes:
        id: Name, unique in the table.
        polygon_mm: Corners in the template's frame.
        tags: One or more, in the template's frame.
        impassable: Whether no base without flight may cross it.
        difficult: Whether it shortens movement.
        blocks_sight: Whether no sight line passes through it.
        cover: Whether it defends against shooting.
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

    A cell is (q, r), in axial coordinates: its neighbours are, counter-clockwise from the board's own direction,
    (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1) on hexes and (1, 0), (0, 1), (-1, 0), (0, -1) on squares.

    Attributes:
        kind: What the cells are.
        pitch_mm: From the centre of a cell to that of its neighbour.
        origin_mm: Centre of the cell (0, 0), whether the board has it or not; mat frame.
        turned_deg: Direction of the neighbour (1, 0), counter-clockwise from the mat's x axis. In degrees, as the file
            has it, so that a file that is read and written stays the same to the last digit.
        cells: Those that the board has, each once, with their centres on the mat.
        sigma_mm: How well it is known where the board lies: standard deviation of each coordinate of the centre that
            is known least. Belongs to verdicts, as `MatLayout.placement_sigma_mm` does.
    """

    kind: CellKind
    pitch_mm: float
    origin_mm: tuple[float, float]
    turned_deg: float
    cells: tuple[tuple[int, int], ...]
    sigma_mm: float = 0.0

    def centre_mm(self, cell: tuple[int, int]) -> tuple[float, float]:
        """The centre of a cell in the mat frame."""
        q, r = cell
        along, across = (q + r / 2, r * math.sqrt(3) / 2) if self.kind == "hex" else (float(q), float(r))
        turned_rad = math.radians(self.turned_deg)
        cos, sin = self.pitch_mm * math.cos(turned_rad), self.pitch_mm * math.sin(turned_rad)
        x_mm, y_mm = self.origin_mm
        return x_mm + cos * along - sin * across, y_mm + sin * along + cos * across

    def corners_mm(self, cell: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """The corners of a cell in the mat frame, counter-clockwise."""
        x_mm, y_mm = self.centre_mm(cell)
        count = 6 if self.kind == "hex" else 4
        radius_mm = self.pitch_mm / 2 / math.cos(math.pi / count)
        turns = (math.radians(self.turned_deg) + math.pi * (2 * corner + 1) / count for corner in range(count))
        return tuple((x_mm + radius_mm * math.cos(turn), y_mm + radius_mm * math.sin(turn)) for turn in turns)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Everything that may stand on the mat.

    Attributes:
        mat: The mat and its tags.
        bases: All bases, on the mat or not.
        terrain: All templates, on the mat or not.
        grid: The board of cells on the mat, if it has one.
    """

    mat: MatLayout
    bases: tuple[BaseLayout, ...] = ()
    terrain: tuple[TerrainLayout, ...] = ()
    grid: GridLayout | None = None

    @property
    def pieces(self) -> tuple[BaseLayout | TerrainLayout, ...]:
        """Everything that may stand on the mat, in the order of the file."""
        return (*self.bases, *self.terrain)
