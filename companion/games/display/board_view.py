"""The mat of a game as a viewer may see it, ready to be drawn: phones, tablet and reports paint it each in their way.

Places are in the mat frame, mm. Words are in the reader's language.
"""

from dataclasses import dataclass, replace

from companion.geometry import MatPoint, Side
from companion.geometry.grid import Cell, Grid

UNTOLD_RADIUS_MM = 16.0
"""Of a base of which nobody told what stands on it."""


ASIDE = 0.2
"""A token in a cell where somebody stands is drawn so far beside the middle, to each side, in pitches."""


@dataclass(frozen=True, slots=True)
class PieceView:
    """A creature or token on the mat, or in the game without a place.

    Attributes:
        id: Its id in the game.
        name: What it is called; of what lies face down, what everybody may call it.
        mark: What is written on it in a picture, to tell it from others of its name.
        controller: The player who commands it; empty for nobody.
        radius_mm: Of its base.
        at: The middle of its base, or of its cell; None while it has no place.
        cell: Its cell; None in a game that measures.
        lost: What it has lost, written on it in drawn pictures, such as `−2`; empty for nothing.
        badges: Short signs of how it stands, written on its model in the camera's picture, such as `♥2/3`.
        hidden: Whether it hides, such as from attacks.
        acting: Whether it acts now.
        is_token: Whether it is no creature.
        face_down: Whether what it is stays hidden.
    """

    id: str
    name: str
    mark: str
    controller: str = ""
    radius_mm: float = UNTOLD_RADIUS_MM
    at: MatPoint | None = None
    cell: Cell | None = None
    lost: str = ""
    badges: tuple[str, ...] = ()
    hidden: bool = False
    acting: bool = False
    is_token: bool = False
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class AreaView:
    """A template on the mat, or a zone of the board.

    Attributes:
        id: Its id in the game.
        name: What it is called.
        outline: Its corners; of a zone of cells, empty.
        cells: Its cells; empty where it has an outline.
        owner: The player whose it is; empty for nobody's.
        tone: Its colour in pictures, one of `TONES`; empty for that of its owner, or of any area.
        sign: A letter or sign that stands in each of its cells; empty for none.
        named: Whether its name stands in each of its cells, too.
    """

    id: str
    name: str
    outline: tuple[MatPoint, ...] = ()
    cells: frozenset[Cell] = frozenset()
    owner: str = ""
    tone: str = ""
    sign: str = ""
    named: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """The mat at one moment.

    Attributes:
        mat_mm: Its width and height.
        seats: Ids of the players in the order of their seats.
        pieces: Creatures and tokens.
        templates: What lies on it.
        grid: Its cells; None in a game that measures.
        zones: Parts of the board.
        blank: Whether the game puts nothing on the mat, so that no picture of it is wanted.
        turned: Whether the viewer sits at the upper side, which then is drawn below.
        sides: The sides of the mat that are players' own.
    """

    mat_mm: tuple[float, float]
    seats: tuple[str, ...] = ()
    pieces: tuple[PieceView, ...] = ()
    templates: tuple[AreaView, ...] = ()
    grid: Grid | None = None
    zones: tuple[AreaView, ...] = ()
    blank: bool = False
    turned: bool = False
    sides: tuple[tuple[Side, str], ...] = ()

    @property
    def placed(self) -> tuple[tuple[PieceView, MatPoint], ...]:
        """All that has a place, and where it is drawn, in that order: tokens lie under who stands on their cell."""
        standing = {each.cell for each in self.pieces if not each.is_token and each.cell is not None}
        found = [(each, each.at) for each in self.pieces if each.at is not None]
        drawn = [(each, self._aside(at) if each.is_token and each.cell in standing else at) for each, at in found]
        return tuple(sorted(drawn, key=lambda one: not one[0].is_token))

    def laid_on(self, grid: Grid) -> "BoardView":
        """A copy for a table whose cells lie elsewhere than those of the game's own board, which must have a grid."""
        pieces = tuple(each if each.cell is None else replace(each, at=grid.centre(each.cell)) for each in self.pieces)
        return replace(self, grid=grid, pieces=pieces)

    def _aside(self, at: MatPoint) -> MatPoint:
        aside_mm = 0.0 if self.grid is None else ASIDE * self.grid.pitch_mm
        return MatPoint(at.x_mm + aside_mm, at.y_mm + aside_mm)
