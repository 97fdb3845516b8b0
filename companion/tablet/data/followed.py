"""Models that follow their pieces: on a board of cells a touch, a push and a knock-out move pieces. Knows no Kivy."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.geometry import MatPoint
from companion.geometry.grid import Grid
from companion.referee import GameScreen, PlacementState
from companion.referee.api.placement import FITS_MM, Placement

CARRIED_S = 12.0
"""A model that is not seen where it was put by then will not come."""


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


class ModelsOnTheWay:
    """Models that a hand in the computer carries just now: nobody is asked to put them where they go anyway."""

    def __init__(self) -> None:
        self._goes: dict[str, tuple[MatPoint, float]] = {}

    def carries(self, base: str, to: MatPoint, now_s: float) -> None:
        """A hand was told to put a model somewhere."""
        self._goes[base] = to, now_s + CARRIED_S

    def seen_in(self, play: GameScreen, now_s: float) -> GameScreen:
        """The game as the players see it: what is on its way to where the record has it is being moved."""
        self._goes = {base: goes for base, goes in self._goes.items() if now_s <= goes[1]}
        everything = tuple(self._seen(play.standing.all))
        return (
            play if everything == play.standing.all else replace(play, standing=replace(play.standing, all=everything))
        )

    def _seen(self, placements: tuple[Placement, ...]) -> Iterator[Placement]:
        for each in placements:
            to, _ = self._goes.get(each.base, (None, 0.0))
            if to is None or each.at is None:
                yield each
            elif not _is_near(to, each.at):  # what that means is told once it stands there
                yield replace(each, ghost=False) if each.how is PlacementState.MOVING else each
            elif each.fits:
                del self._goes[each.base]
                yield each
            else:
                yield replace(each, how=PlacementState.MOVING, acceptable=False)


def _is_near(one: MatPoint, other: MatPoint) -> bool:
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) <= FITS_MM


def _carried(placement: Placement, to: MatPoint | None) -> Carried:
    return Carried(placement.of, placement.base, placement.controller, placement.radius_mm, to)


def _place(placement: Placement | None) -> MatPoint | None:
    return None if placement is None else placement.at


def _stands(placement: Placement, grid: Grid) -> bool:
    """Whether a model is seen in the cell where the record has its piece."""
    at, seen = placement.at, placement.seen
    return at is not None and seen is not None and grid.cell_at(at) == grid.cell_at(seen)
