"""Where champions may go: step by step, in a straight line, or over everything (B-MOVE, B-KW-11 to -17)."""

from collections.abc import Iterator
from itertools import pairwise

from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import MoveStep
from companion.games.brawl.rules.arena import arena_of, is_free, rays, spawn_cells
from companion.geometry.grid import Cell, CellReach, Step, find_cell_reach


def cells_to(state: State, step: MoveStep) -> dict[Cell, tuple[Cell, ...]]:
    """Where a champion may go now, each cell with the way there, without the cell where it stands.

    A way ends at the first trap: what comes after is asked anew once the trap is resolved (B-MOVE-06).
    """
    champion = state.champions[step.piece]
    if step.left < 1 or step.piece in state.fallen:  # B-MOVE-01
        return {}
    if champion.cell is None:
        # At its gate until it is activated again (B-KO-08).
        return {cell: (cell,) for cell in spawn_cells(state, champion.player)} if step.enters else {}
    if champion.immobilised:  # it neither moves nor is moved (B-KW-06, B-DISP-05, B-TRAP-05)
        return {}
    found = {"walk": _walks, "force": _walks, "jump": _jumps}.get(step.way, _lines)(state, step, champion.cell)
    if step.approach and (goals := _goals(state, step)):
        found = {to: way for to, way in found.items() if _is_steady(state, step, (champion.cell, *way), goals)}
    return found


def _goals(state: State, step: MoveStep) -> tuple[Cell, ...]:
    """The cells of which every step must approach one, or retreat from it."""
    champions = (state.champions.get(each) for each in step.either or (step.toward,))
    cells = tuple(each.cell for each in champions if each is not None and each.cell is not None)
    return cells or step.goals


def still_approached(state: State, step: MoveStep, way: tuple[Cell, ...]) -> tuple[str, ...]:
    """Of several champions those who are approached, or retreated from, all along a way: one may be left of a choice.

    Args:
        state: Before the way is gone.
        step: The move.
        way: Its cells, the first that of the start.
    """
    cells = {each: state.champions[each].cell for each in step.either if each in state.champions}
    return tuple(each for each, cell in cells.items() if cell is not None and _is_steady(state, step, way, (cell,)))


def _is_steady(state: State, step: MoveStep, way: tuple[Cell, ...], goals: tuple[Cell, ...]) -> bool:
    """Whether every step lessens, or increases, the distance to one of some cells (B-BASE-07, B-BASE-08)."""
    far = arena_of(state).grid.distance
    return any(
        all(
            then < now if step.approach == "approach" else then > now
            for now, then in pairwise(far(cell, goal) for cell in way)
        )
        for goal in goals
    )


def _entered(state: State, step: MoveStep, cell: Cell) -> Step | None:
    """Whether a champion may step into a cell of the board: past allies, not past enemies and statues.

    B-MOVE-03, B-MOVE-04; for whoever is forced too (reading of B-OPEN-26).
    """
    if cell in arena_of(state).blocked:  # B-ARENA-14
        return None
    there = state.on_cell(cell)
    if there is not None:
        is_ally = state.side(there.player) == state.side_of(step.piece)
        return Step(ends=False) if is_ally else None
    return Step(stops=state.trap_on(cell) is not None)  # B-MOVE-05, B-MOVE-06


def _walks(state: State, step: MoveStep, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Step by step, as far as points last and less (B-MOVE-01, B-MOVE-02, B-MOVE-10)."""
    grid = arena_of(state).grid
    if step.approach:
        return _steady_walks(state, step, start)
    reach = find_cell_reach(grid, start, step.left, lambda cell: _entered(state, step, cell))
    return {cell: reach.way(cell)[1:] for cell in sorted(reach.costs)}


def _steady_walks(state: State, step: MoveStep, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Walks whose every step approaches or retreats; those that do not are cut off as they are found."""
    goals = _goals(state, step)
    grid, found, ways = arena_of(state).grid, dict[Cell, tuple[Cell, ...]](), list[tuple[Cell, ...]]([(start,)])
    for _ in range(step.left):
        longer: list[tuple[Cell, ...]] = []
        for way in ways:
            for cell in grid.neighbours(way[-1]):
                entered = _entered(state, step, cell)
                if entered is None or cell in found or not _is_steady(state, step, (*way, cell), goals):
                    continue
                if entered.ends:
                    found[cell] = (*way, cell)[1:]
                if not entered.stops:
                    longer.append((*way, cell))
        ways = longer
    return dict(sorted(found.items()))


def _jumps(state: State, step: MoveStep, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Any path over anything; only the last cell must be free (B-KW-14)."""
    reach: CellReach = find_cell_reach(arena_of(state).grid, start, step.left, lambda _: Step())
    return {cell: reach.way(cell)[1:] for cell in sorted(reach.costs) if is_free(state, cell)}


def _lines(state: State, step: MoveStep, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Straight lines: Dash with the limits of a move, Swoop over everything (B-KW-13, B-KW-16)."""
    if step.way == "fear":
        return _flights(state, step, start)
    found: dict[Cell, tuple[Cell, ...]] = {}
    for line, row in rays(state, start):
        if step.line is None or line == step.line:
            cells = row[: step.left]
            found |= _swoops(state, cells) if step.way == "swoop" else dict(_dashes(state, step, cells, stops=True))
    return dict(sorted(found.items()))


def _swoops(state: State, row: tuple[Cell, ...]) -> dict[Cell, tuple[Cell, ...]]:
    """Over everything in a row, to a free cell (B-KW-13)."""
    return {cell: row[: number + 1] for number, cell in enumerate(row) if is_free(state, cell)}


def _dashes(
    state: State, step: MoveStep, row: tuple[Cell, ...], *, stops: bool
) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """Along a row with the limits of a move (B-KW-16)."""
    for number, cell in enumerate(row):
        entered = _entered(state, step, cell)
        if entered is None:
            return
        if entered.ends:
            yield cell, row[: number + 1]
        if entered.stops and stops:
            return


def _flights(state: State, step: MoveStep, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Dashes away from the source of fear: of those whose every step retreats, the farthest, then the longest.

    B-KW-17, reading of B-OPEN-27.
    """
    source = state.champions[step.source].cell if step.source in state.champions else None
    if source is None:
        return {}
    grid = arena_of(state).grid
    away: dict[Cell, tuple[Cell, ...]] = {}
    for _, row in rays(state, start):
        for cell, way in _dashes(state, step, row[: step.left], stops=False):
            far = [grid.distance(each, source) for each in (start, *way)]
            if all(then > now for now, then in pairwise(far)):
                away[cell] = way
    best = max(((grid.distance(cell, source), len(way)) for cell, way in away.items()), default=None)
    return {cell: way for cell, way in sorted(away.items()) if (grid.distance(cell, source), len(way)) == best}
