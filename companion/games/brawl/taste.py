"""How the demo plays: attack where it can, go for the challenges, and come closer to the enemy."""

from collections.abc import Callable

from companion.games.brawl.decision import DECISION
from companion.games.brawl.model.kinds import AREAS
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import CardStep
from companion.games.brawl.rules.arena import arena_of
from companion.games.brawl.rules.cards import damage_to
from companion.games.prompt import Cells, CommandSpec, Number, Pick, cell_word
from companion.games.taste import CarriedPiece, Chance, PlannedCommand, words_of
from companion.geometry.grid import Cell

LIKED = ("attack", "aim", "use", "react", "play", "act")
"""Kinds of commands in the order in which they are liked; others come after."""


class Brawler:
    """A lively player."""

    def next(self, state: State, seat: str, chance: Chance) -> PlannedCommand | None:
        """The command that is liked best, filled in sensibly."""
        specs = [spec for spec in DECISION.specs(state) if spec.by == seat]
        if not specs:
            return None
        spec = min(specs, key=lambda each: (_rank(state, each), chance(1000)))
        return _filled(state, spec, chance)


def _rank(state: State, spec: CommandSpec) -> int:
    return LIKED.index(spec.kind) if spec.kind in LIKED else len(LIKED) + (spec.kind in ("stop", "refrain", "endturn"))


def _filled(state: State, spec: CommandSpec, chance: Chance) -> PlannedCommand:
    values = words_of(spec.fixed)
    for name, field in spec.fields.items():
        match field:
            case Pick():
                values[name] = _picked(state, spec, name, field, chance)
            case Cells(options=options):
                cell = _best_cell(state, spec, options, chance)
                values[name] = (cell_word(cell),)
            case Number(most=most):
                values[name] = (str(most),)
            case _:
                pass
    carried = _carried(state, spec, values)
    return PlannedCommand(spec.kind, values, carried, _scene(spec))


def _scene(spec: CommandSpec) -> str:
    return {"attack": "melee", "aim": "melee", "react": "reaction"}.get(spec.kind, "")


def _picked(state: State, spec: CommandSpec, name: str, field: Pick, chance: Chance) -> tuple[str, ...]:
    options = list(field.options)
    if spec.kind == "change":
        return ()
    if spec.kind == "attack" and isinstance(step := state.top, CardStep):
        options.sort(key=lambda each: _promise(state, step, each), reverse=True)
        return (options[0],)
    count = max(field.least, min(field.most, 1 if name == "chosen" else field.least))
    return tuple(options.pop(chance(len(options))) for _ in range(count))


def _promise(state: State, step: CardStep, target: str) -> tuple[bool, int]:
    """Whether an attack would knock out, and how much it would hurt."""
    left = state.values(target).health - state.champions[target].damage
    hit = damage_to(state, step, target)
    return hit >= left, hit - left


def _best_cell(state: State, spec: CommandSpec, options: tuple[Cell, ...], chance: Chance) -> Cell:
    """Near an enemy or in an area, and off traps."""
    if spec.kind != "move":
        return options[chance(len(options))]
    piece = str(spec.fixed["piece"])
    mine, grid, arena = state.side_of(piece), arena_of(state).grid, arena_of(state)
    enemies = [each.cell for each in state.standing if state.side(each.player) != mine and each.cell is not None]
    areas = frozenset[Cell]().union(*(arena.areas[area] for area in AREAS))

    def worth(cell: Cell) -> tuple[int, int]:
        near = min((grid.distance(cell, each) for each in enemies), default=0)
        return -near + 2 * (cell in areas) - 4 * (state.trap_on(cell) is not None), chance(1000)

    best: Callable[[Cell], tuple[int, int]] = worth
    return max(options, key=best)


def _carried(state: State, spec: CommandSpec, values: dict[str, tuple[str, ...]]) -> CarriedPiece | None:
    cells = [name for name, field in spec.fields.items() if isinstance(field, Cells)]
    if spec.kind != "move" or not cells:
        return None
    piece, q_r = str(spec.fixed["piece"]), values[cells[0]][0].split(",")
    return CarriedPiece(piece, state.champions[piece].player, 16.0, Cell(int(q_r[0]), int(q_r[1])))
