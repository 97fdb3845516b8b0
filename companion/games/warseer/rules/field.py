"""The Battlefield as it lies: hexes, terrain, distances, ways and sight (W-GRID, W-TER, W-LOS)."""

from dataclasses import dataclass
from functools import cached_property

from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import Ground
from companion.games.warseer.model.cards import TerrainCard
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.state import State
from companion.geometry.grid import Cell, CellSight, Grid, find_cell_sight


@dataclass(frozen=True, eq=False)
class Field:
    """A Battlefield.

    Attributes:
        grid: Its hexes (W-GRID-01).
        terrain: What lies on each hex; of two, as a Ford in a River, the one laid last.
        laid: The same with whose each is.
        zones: The Deployment Zone of each player, in the order of turns (W-ZONE-03, W-FFA-03, W-ALLY-03).
    """

    grid: Grid
    terrain: dict[Cell, TerrainCard]
    laid: dict[Cell, TerrainHex]
    zones: tuple[frozenset[Cell], ...]

    def _with(self, ground: Ground) -> frozenset[Cell]:
        return frozenset(cell for cell, card in self.terrain.items() if ground in card.grounds)

    @cached_property
    def impassable(self) -> frozenset[Cell]:
        """Hexes that nobody enters (W-TER-08, W-TER-09, W-TT-03)."""
        return self._with(Ground.IMPASSABLE)

    @cached_property
    def difficult(self) -> frozenset[Cell]:
        """Hexes that end an activation (W-TER-06)."""
        return self._with(Ground.DIFFICULT)

    @cached_property
    def opaque(self) -> frozenset[Cell]:
        """Hexes that block line of sight (W-TER-10, W-KW-46)."""
        return self._with(Ground.BLOCKS_SIGHT)

    @cached_property
    def links(self) -> dict[Cell, tuple[Cell, ...]]:
        """Of each Portal the others, to which it is adjacent (W-TT-10, reading of W-OPEN-02)."""
        linked = [(cell, card.key) for cell, card in sorted(self.terrain.items()) if card.linked]
        return {cell: tuple(other for other, same in linked if same == key and other != cell) for cell, key in linked}

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The hexes adjacent to one, Portals included."""
        linked = self.links.get(cell)
        beside = self.grid.neighbours(cell)
        return beside if not linked else tuple(dict.fromkeys((*beside, *linked)))

    def distance(self, one: Cell, other: Cell) -> int:
        """Least number of steps between two hexes of the map, through Portals where that is shorter (W-GRID-05).

        Steps go over the map alone, so that a gap in it is gone round (reading of W-OPEN-02). A hex to
        which no way leads is farther than any other.
        """
        return self._steps_from(one).get(other, len(self.grid.cells))

    def _steps_from(self, cell: Cell) -> dict[Cell, int]:
        if cell not in self._steps:
            found = {cell: 0}
            edge = [cell]
            while edge:
                beside = dict.fromkeys(each for at in edge for each in self.neighbours(at) if each not in found)
                found |= dict.fromkeys(beside, found[edge[0]] + 1)
                edge = list(beside)
            self._steps[cell] = found
        return self._steps[cell]

    @cached_property
    def _steps(self) -> dict[Cell, dict[Cell, int]]:
        return {}

    def is_beside(self, one: Cell, other: Cell) -> bool:
        """Whether two hexes are adjacent: creatures there are in contact (W-GRID-03, reading of W-OPEN-01)."""
        return self.grid.distance(one, other) == 1 or other in self.links.get(one, ())

    def within(self, cell: Cell, steps: int) -> frozenset[Cell]:
        """The hexes at most so far from one, itself included (W-GRID-05)."""
        return frozenset(each for each, far in self._steps_from(cell).items() if far <= steps)


_KEPT: dict[tuple[int, tuple[TerrainHex, ...]], tuple[Setup, Field]] = {}
_MANY = 64


def field_of(state: State) -> Field:
    """The Battlefield of a game; it is made once for as long as the terrain lies as it does."""
    key = (id(state.setup), state.terrain)
    kept = _KEPT.get(key)
    if kept is not None and kept[0] is state.setup:
        return kept[1]
    made = _made(state.setup, state.terrain)
    if len(_KEPT) >= _MANY:
        _KEPT.clear()
    _KEPT[key] = (state.setup, made)
    return made


def _made(setup: Setup, terrain: tuple[TerrainHex, ...]) -> Field:
    return Field(
        grid=setup.field.board(setup.mat_mm),
        terrain={each.cell: setup.terrain(each.terrain) for each in terrain},
        laid={each.cell: each for each in terrain},
        zones=tuple(frozenset(Cell(*pair) for pair in zone) for zone in setup.field.zones),
    )


def taken(state: State) -> frozenset[Cell]:
    """Hexes with a creature (W-GRID-02)."""
    return frozenset(each.cell for each in state.creatures.values() if each.cell is not None)


def is_free(state: State, cell: Cell) -> bool:
    """Whether a creature may be put on a hex (W-MOVE-05, W-PUSH-08)."""
    field = field_of(state)
    return cell in field.grid.cells and cell not in field.impassable and state.on_cell(cell) is None


def zone_of(state: State, player: str) -> frozenset[Cell]:
    """A player's Deployment Zone; allies share one where there are only two (W-ZONE-03, W-ALLY-04)."""
    zones = field_of(state).zones
    number = state.order.index(player)
    if len(zones) < len(state.order):
        number = state.sides.index(state.side(player)) if state.sides else 0
        first = state.sides.index(state.side(state.order[0]))
        number = 0 if number == first else 1
    return zones[number % len(zones)]


def entries(state: State, player: str) -> tuple[Cell, ...]:
    """Hexes on which a player's summoned creature may enter.

    The free hexes of the Deployment Zone (W-SUM-02, W-SUM-08) and of Forward Camps (W-SUM-09, W-TER-17, W-TT-12).
    """
    field = field_of(state)
    camps = (
        cell
        for cell, card in field.terrain.items()
        if card.camp and field.laid[cell].player in ("", player) and is_free(state, cell)
    )
    free = (cell for cell in zone_of(state, player) if is_free(state, cell))
    return tuple(sorted({*camps, *free}))


def sight(state: State, one: Cell, other: Cell) -> CellSight:
    """Whether one hex is seen from another (W-LOS-01 to -05).

    Blocking are hexes with other creatures and of terrain that blocks; Portals, being adjacent, see each other.
    """
    field = field_of(state)
    if other in field.links.get(one, ()):
        return CellSight(clear=True, line=(field.grid.centre(one), field.grid.centre(other)))
    return find_cell_sight(field.grid, one, other, field.opaque | taken(state))
