"""Landmark tokens of a Scenario: where they are placed, how they move, and what they give (W-SCEN, W-SC4)."""

from collections.abc import Iterator

from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.commands import Landmark
from companion.games.warseer.model.scenario import Scenario
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import LandmarkStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.values import is_enemy
from companion.games.warseer.rules.field import field_of, is_free, taken, zone_of
from companion.games.warseer.rules.victory import points_of
from companion.geometry.grid import Cell


def placing(state: State) -> Iterator[LandmarkStep]:
    """One token at a time, the players in turn, the first player first (W-SC4-07)."""
    scenario = state.setup.scenario
    for _ in range(scenario.tokens if scenario is not None else 0):
        yield from (LandmarkStep(player=player) for player in state.order)


class LandmarkHandler(BaseHandler):
    """A player places one of the own tokens; where there is no hex for it, none (W-SC4-07, W-SC4-09)."""

    key = "landmark"

    def specs(self, state: State, step: LandmarkStep) -> tuple[CommandSpec, ...]:
        scenario = state.setup.scenario
        cells = sites(state, scenario, step.player) if scenario is not None else ()
        token = f"{step.player}:landmark-{1 + len(tokens_of(state, step.player))}"
        return (_spec(step.player, token, cells),) if cells else ()

    def answer(self, run: Run, step: LandmarkStep, command: Landmark) -> None:
        run.pop()
        run.emit(e.LandmarkPlaced(player=step.player, token=command.token, to=command.to))


def _spec(by: str, token: str, cells: tuple[Cell, ...]) -> CommandSpec:
    return CommandSpec(kind="landmark", by=by, fixed={"token": token}, fields={"to": Cells(options=cells)})


def tokens_of(state: State, player: str) -> tuple[Cell, ...]:
    """Where a player's tokens lie."""
    return tuple(each.cell for each in state.landmarks if each.player == player)


def sites(state: State, scenario: Scenario, player: str) -> tuple[Cell, ...]:
    """Hexes on which a player may place a token (W-SCEN-05, W-SC4-07, W-SC4-09)."""
    field, zone = field_of(state), zone_of(state, player)
    lying = {each.cell for each in state.landmarks}
    lines = {cell.r for cell in tokens_of(state, player)} if scenario.lines else set()
    near = {cell for start in zone for cell in field.within(start, scenario.near)} - zone - lying
    return tuple(
        sorted(
            cell
            for cell in near
            if is_free(state, cell)
            and cell.r not in lines
            and not (scenario.apart and any(field.grid.distance(cell, other) == 1 for other in lying))
        )
    )


def move_specs(state: State, player: str) -> list[CommandSpec]:
    """One own token may be moved in the own turn (W-SC4-01)."""
    scenario = state.setup.scenario
    if scenario is None or state.count.landmark:
        return []
    moves = (
        (each.id, token_ways(state, each.cell, player, scenario.steps))
        for each in state.landmarks
        if each.player == player
    )
    return [_spec(player, token, cells) for token, cells in moves if cells]


def token_ways(state: State, start: Cell, player: str, most: int) -> tuple[Cell, ...]:
    """Hexes to which a player's token may be moved.

    Not from under an opponent's creature (W-SC4-02); through no token, creature or impassable hex, nor onto one
    (W-SC4-03); and no farther than the first Difficult hex (W-SC4-04).
    """
    field = field_of(state)
    upon = state.on_cell(start)
    if upon is not None and is_enemy(state, upon.id, player):
        return ()
    closed = taken(state) | field.impassable | {each.cell for each in state.landmarks}
    found: set[Cell] = set()
    edge = {start}
    for _ in range(most):
        edge = {
            cell
            for at in edge
            if at == start or at not in field.difficult
            for cell in field.neighbours(at)
            if cell not in closed and cell not in found
        }
        found |= edge
    return tuple(sorted(found))


def move(run: Run, command: Landmark) -> None:
    """A token is moved; in an opponent's Deployment Zone it gives VP, and all of them there win (W-SC4-05, W-SC4-06).

    The maximum VP of the match is its target, or what has been scored already (reading of W-OPEN-48, W-SC4-10).
    """
    state, player = run.state, command.by
    scenario = state.setup.scenario
    before = next(each.cell for each in state.landmarks if each.id == command.token)
    run.emit(e.LandmarkMoved(player=player, token=command.token, to=command.to))
    there = frozenset[Cell]().union(*(zone_of(state, other) for other in state.opponents(player)))
    if scenario is None or command.to not in there or before in there:
        return
    if scenario.points:
        run.emit(e.Scored(player=player, points=scenario.points, why="landmark"))
    mine = tokens_of(run.state, player)
    if scenario.wins and len(mine) == scenario.tokens and there.issuperset(mine):
        left = run.state.setup.goal - points_of(run.state, state.side(player))
        run.emit(e.Scored(player=player, points=left, why="landmark"))


def hold(run: Run, player: str) -> None:
    """At the end of the own turn creatures on opponents' tokens give what a Scenario of ours says."""
    state = run.state
    scenario = state.setup.scenario
    if scenario is None or not scenario.held:
        return
    mine = {each.cell for each in state.mine(player)}
    taken_there = sum(each.player != player and each.cell in mine for each in state.landmarks)
    if taken_there:
        run.emit(e.Scored(player=player, points=scenario.held * taken_there, why="landmark"))
