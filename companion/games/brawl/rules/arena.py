"""The arena of a game: its cells, rows and marks, and who stands in the way (B-ARENA)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.games.brawl.model.cards import ArenaCard, cells_of
from companion.games.brawl.model.kinds import AREAS, End, Statue, Zone
from companion.games.brawl.model.setup import Setup
from companion.games.brawl.model.state import State
from companion.geometry.grid import Cell, Grid


@dataclass(frozen=True, eq=False)
class Arena:
    """An arena as it is played on.

    Attributes:
        card: As its card has it.
        grid: Its cells.
        statues: Where the statues stand.
        traps: The marked trap cells.
        spawns: The spawn area of each end.
        areas: The three areas.
    """

    card: ArenaCard
    grid: Grid
    statues: dict[Statue, Cell]
    traps: frozenset[Cell]
    spawns: dict[End, frozenset[Cell]]
    areas: dict[Zone, frozenset[Cell]]

    @cached_property
    def blocked(self) -> frozenset[Cell]:
        """Cells with a statue, which nobody enters (B-ARENA-14)."""
        return frozenset(self.statues.values())

    @cached_property
    def edge(self) -> frozenset[Cell]:
        """Cells with fewer neighbours than a cell in the middle has, which of hexes are six (B-ARENA-02)."""
        return frozenset(cell for cell in self.grid.cells if len(self.grid.neighbours(cell)) < len(self.grid.ways))

    @cached_property
    def beside_statues(self) -> frozenset[Cell]:
        """Cells adjacent to a statue."""
        return frozenset(cell for statue in self.blocked for cell in self.grid.neighbours(statue)) - self.blocked

    def zone(self, zone: Zone, end: End) -> frozenset[Cell]:
        """The cells of a part of the arena.

        Args:
            zone: Which.
            end: The end of the side from which it is seen.
        """
        match zone:
            case Zone.OWN_SPAWN:
                return self.spawns[end]
            case Zone.ENEMY_SPAWN:
                return self.spawns[End.TWO if end is End.ONE else End.ONE]
            case Zone.EDGE:
                return self.edge
            case Zone.STATUE:
                return self.beside_statues
            case Zone.TRAP:
                return self.traps
            case _:
                return self.areas[zone]


_KNOWN: dict[int, tuple[Setup, Arena]] = {}
_MOST = 16


def arena_of(state: State) -> Arena:
    """The arena of a game; made once for every setup."""
    setup = state.setup
    known = _KNOWN.get(id(setup))
    if known is not None and known[0] is setup:
        return known[1]
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    card = setup.arena_card
    arena = Arena(
        card,
        card.board(setup.mat_mm),
        {statue: Cell(*pair) for statue, pair in card.statues.items()},
        cells_of(card.traps),
        {end: cells_of(pairs) for end, pairs in card.spawns.items()},
        {area: cells_of(card.areas[area]) for area in AREAS},
    )
    _KNOWN[id(setup)] = setup, arena
    return arena


def trap_cells(state: State) -> frozenset[Cell]:
    """The marked trap cells, and cells with a trap token as long as it lies there (B-ARENA-17, B-TRAP-10)."""
    return arena_of(state).traps | {each.cell for each in state.traps}


def zone_cells(state: State, zone: Zone, player: str) -> frozenset[Cell]:
    """The cells of a part of the arena, seen from a player."""
    if zone is Zone.TRAP:
        return trap_cells(state)
    return arena_of(state).zone(zone, state.ends[state.side(player)])


def is_free(state: State, cell: Cell) -> bool:
    """Whether a champion may end on a cell: no statue and no champion is there (B-ARENA-14, B-ARENA-15)."""
    arena = arena_of(state)
    return cell in arena.grid.cells and cell not in arena.blocked and state.on_cell(cell) is None


def spawn_cells(state: State, player: str) -> tuple[Cell, ...]:
    """Free cells of the spawn area of a player's side, in order (B-ARENA-09, B-SETUP-14, B-TEAM-30, B-KO-12)."""
    cells = arena_of(state).spawns[state.ends[state.side(player)]]
    return tuple(sorted(cell for cell in cells if is_free(state, cell)))


def direction(state: State, start: Cell, to: Cell) -> Cell | None:
    """The direction in which a cell lies in a row; None if the two are in no row, or the same.

    A row goes straight, along the axes of the cells (B-ARENA-03 to -05), and nothing on it breaks it (B-ARENA-06).
    """
    grid = arena_of(state).grid
    if start == to:
        return None
    return next((way for way in grid.ways if to in grid.ray(start, way)), None)


def in_row(state: State, one: Cell, other: Cell) -> bool:
    """Whether two cells are in the same row (B-ARENA-06)."""
    return direction(state, one, other) is not None


def rays(state: State, start: Cell) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """For every direction the cells of the row from a cell on."""
    grid = arena_of(state).grid
    for way in grid.ways:
        yield way, tuple(grid.ray(start, way))
