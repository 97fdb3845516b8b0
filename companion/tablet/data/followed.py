"""Models that follow their pieces: on a board of cells a touch, a push and a knock-out move pieces. Knows no Kivy."""

from dataclasses import dataclass

from companion.geometry import MatPoint
from companion.geometry.grid import Grid
from companion.referee import GameScreen
from companion.referee.api.placement import Placement


@dataclass(frozen=True, slots=True)
class Carried:
    """A model that a hand carries after its piece.

    Attributes:
        of: Id of the piece.
        base: Of its model; empty while nobody knows which it is.
        controller: Whose piece it is.
        radius_mm: Of its base.
        to: Where it goes; None for off the mat.
    """

    of: str
    base: str
    controller: str
    radius_mm: float
    to: MatPoint | None


class Follower:
    """Compares each view with the one before: what a player's own hand moved stands where it was put already.

    The model of a piece that has left the game goes off the mat.
    """

    def __init__(self) -> None:
        self._before: dict[str, Placement] | None = None

    def follow(self, play: GameScreen) -> tuple[Carried, ...]:
        """The models that have to go elsewhere since the last view; none in a game that measures."""
        grid = None if play.board is None else play.board.grid
        if grid is None:
            return ()
        now = {each.of: each for each in play.standing.all if each.controller}
        before, self._before = self._before, now
        if before is None:
            return ()
        left = tuple(
            _carried(each, None) for of, each in before.items() if of not in now and each.base and each.at is not None
        )
        moved = (each for of, each in now.items() if _place(before.get(of)) != each.at and not _stands(each, grid))
        return left + tuple(_carried(each, each.at) for each in moved if each.at is not None or each.base)


def _carried(placement: Placement, to: MatPoint | None) -> Carried:
    return Carried(placement.of, placement.base, placement.controller, placement.radius_mm, to)


def _place(placement: Placement | None) -> MatPoint | None:
    return None if placement is None else placement.at


def _stands(placement: Placement, grid: Grid) -> bool:
    """Whether a model is seen in the cell where the record has its piece."""
    at, seen = placement.at, placement.seen
    return at is not None and seen is not None and grid.cell_at(at) == grid.cell_at(seen)
