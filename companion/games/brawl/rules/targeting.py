"""Whom a card may have as targets: ranges, rows, and areas (B-TGT)."""

from companion.games.brawl.model.cards import TargetDiagram, cells_of
from companion.games.brawl.model.kinds import AimKind
from companion.games.brawl.model.state import Champion, State
from companion.games.brawl.rules.arena import arena_of
from companion.geometry.grid import Cell

MIRRORED = 6
"""From this number of turns on a shape is mirrored (reading of B-OPEN-12)."""


def targets_of(state: State, target: TargetDiagram, piece: str) -> tuple[str, ...]:
    """Champions on the arena of whom one may be named (B-TGT-03, B-TGT-19); none for an area."""
    start = state.champions[piece].cell
    if start is None or target.aim is AimKind.AREA:
        return ()
    return tuple(
        each.id
        for each in state.standing
        if each.id != piece and _is_sought(state, target, piece, each) and _is_hit(state, target, start, each.cell)
    )


def _is_sought(state: State, target: TargetDiagram, piece: str, champion: Champion) -> bool:
    """Enemies alone, unless the card says otherwise (B-TGT-01), as it may (B-BASE-01)."""
    is_enemy = state.side(champion.player) != state.side_of(piece)
    return target.who == "any" or (target.who == "enemy") == is_enemy


def _is_hit(state: State, target: TargetDiagram, start: Cell, cell: Cell | None) -> bool:
    if cell is None:
        return False
    far = arena_of(state).grid.distance(start, cell)  # B-ARENA-07, B-TGT-09
    if target.aim is AimKind.MELEE:
        return far == 1  # B-ARENA-08, B-TGT-06
    in_range = target.least <= far <= target.most  # B-TGT-04, B-TGT-07, B-TGT-08, B-TGT-11
    # Only a direct shot is stopped by what stands between (B-TGT-10, B-TGT-13).
    return in_range and (target.aim is AimKind.INDIRECT or is_clear(state, start, cell))


def is_clear(state: State, start: Cell, to: Cell) -> bool:
    """Whether two cells are in a row and neither a statue nor a champion stands between them (B-TGT-12, B-TGT-13)."""
    arena = arena_of(state)
    row = arena.grid.row(start, to)
    if row is None:
        return False
    return not any(cell in arena.blocked or state.on_cell(cell) is not None for cell in row[1:-1])


def area_cells(state: State, target: TargetDiagram, piece: str, turns: int) -> frozenset[Cell]:
    """The cells of an area, turned about the attacker, its shape kept (B-TGT-05, B-TGT-15, B-TGT-16)."""
    start, grid = state.champions[piece].cell, arena_of(state).grid
    if start is None:
        return frozenset()
    shape = cells_of(target.cells)
    if turns >= MIRRORED:
        shape = frozenset(Cell(each.q + each.r, -each.r) for each in shape)
    return grid.shaped(start, shape, turns % MIRRORED)


def in_area(state: State, target: TargetDiagram, piece: str, turns: int) -> tuple[str, ...]:
    """All champions in an area, allies included (B-TGT-14), whatever stands between (B-TGT-17)."""
    cells = area_cells(state, target, piece, turns)
    return tuple(each.id for each in state.standing if each.cell in cells and each.id != piece)


def directions_of(state: State, target: TargetDiagram, piece: str) -> tuple[int, ...]:
    """In which directions an area may be chosen: where it holds an enemy (B-TGT-02), or whom the card names."""
    if target.aim is not AimKind.AREA:
        return ()
    # Six directions, and no mirror image (B-TGT-16).
    turns = range(2 * MIRRORED if state.setup.readings.mirrored_areas else MIRRORED)
    return tuple(
        number
        for number in turns
        if any(
            _is_sought(state, target, piece, state.champions[each]) for each in in_area(state, target, piece, number)
        )
    )
