"""Champions that move: of their own will, by a keyword, or because they are pushed, pulled or frightened."""

from msgspec.structs import replace

from companion.games.brawl.model.commands import Move, Stop
from companion.games.brawl.model.events import Damaged, Deployed, Immobilised, Moved, TrapSprung
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import MoveStep, PlaceStep, TrapStep, TravelStep
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import is_free
from companion.games.brawl.rules.damage import knock_out
from companion.games.brawl.rules.values import is_protected
from companion.games.brawl.rules.ways import cells_to, still_approached
from companion.games.kit.events import Placed
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec
from companion.geometry.grid import Cell

ONE_GO = ("swoop", "jump", "fear")
"""Ways of moving that are gone at once: nothing is left of them afterwards."""


class MoveHandler(BaseHandler):
    """A champion may move, as far as it has cells left (B-MOVE-01, B-MOVE-02)."""

    key = "move"

    def specs(self, state: State, step: MoveStep) -> tuple[CommandSpec, ...]:
        cells = tuple(cells_to(state, step))
        if not cells:
            return ()
        move = CommandSpec(kind="move", by=step.by, fixed={"piece": step.piece}, fields={"to": Cells(options=cells)})
        if step.way == "fear" or state.champions[step.piece].cell is None:
            return (move,)
        return (move, CommandSpec(kind="stop", by=step.by))

    def about(self, state: State, step: MoveStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece, "left": step.left}

    def key_of(self, state: State, step: MoveStep) -> str:
        return "enter" if state.champions[step.piece].cell is None else step.way

    def answer(self, run: Run, step: MoveStep, command: Move | Stop) -> None:
        if isinstance(command, Stop):
            run.pop()
            return
        champion = run.state.champions[step.piece]
        if champion.cell is None:
            # The first move point; those left and the rest of the card are its own to use (B-KO-09, B-KO-11).
            run.turn_to(replace(step, left=step.left - 1, enters=False))
            run.emit(Deployed(piece=step.piece, to=command.to))
            land(run, step.piece, step.cause or step.piece)
            return
        way = cells_to(run.state, step)[command.to]
        if step.way == "fear":
            away = way[0].minus(champion.cell)
            run.turn_to(TravelStep(piece=step.piece, line=away, left=len(way), cause=step.cause, how="fear"))
            return
        left = 0 if step.way in ONE_GO else step.left - len(way)  # a point for each step (B-MOVE-10)
        line = way[0].minus(champion.cell) if step.way == "dash" else step.line
        either = still_approached(run.state, step, (champion.cell, *way))
        run.turn_to(replace(step, left=left, line=line, either=either))
        run.emit(Moved(piece=step.piece, way=way, how=step.way))
        # A trap is triggered on the last cell alone: a Jump or Swoop flies over the others (B-TRAP-16), and a walk or
        # Dash ends at the first, to go on when all of the trap is over (B-MOVE-06, B-TRAP-05).
        land(run, step.piece, step.cause or step.piece)


class TravelHandler(BaseHandler):
    """A champion is moved cell by cell; a trap on the way is triggered (B-KW-08, B-KW-12)."""

    def go_on(self, run: Run, step: TravelStep) -> None:
        state, champion = run.state, run.state.champions[step.piece]
        # Knocked out on the way it stops there (B-DISP-08).
        if champion.cell is None or step.left < 1:
            run.pop()
            return
        cells = _next_cells(state, step, champion.cell)
        # Immobilised it stays, and takes the damage of a Push or Pull nevertheless (B-DISP-03, B-DISP-04).
        if champion.immobilised or not cells:
            run.pop()
            if step.harms and (not champion.immobilised or _stopping_hurts(state, step)):
                _hurt_by_stop(run, step)
            return
        run.turn_to(replace(step, left=step.left - len(cells), begun=True))
        run.emit(Moved(piece=step.piece, way=cells, how=step.how))
        land(run, step.piece, step.cause)


def _next_cells(state: State, step: TravelStep, start: Cell) -> tuple[Cell, ...]:
    """The next cell; one that flees also passes allies, to the first free cell behind them. None if nothing is free."""
    cells: tuple[Cell, ...] = ()
    for number in range(1, step.left + 1):
        cells = (*cells, start.plus(step.line, number))
        if is_free(state, cells[-1]):
            return cells
        if step.harms or not _is_ally_on(state, step.piece, cells[-1]):
            return ()
    return ()


def _stopping_hurts(state: State, step: TravelStep) -> bool:
    """Whether a champion that is immobilised takes damage for cells not made: a trap on the way may do it (B-DISP-07).

    Reading of B-OPEN-20.
    """
    return state.setup.readings.stopped_hurts or not step.begun


def _is_ally_on(state: State, piece: str, cell: Cell) -> bool:
    there = state.on_cell(cell)
    return there is not None and state.side(there.player) == state.side_of(piece)


def _hurt_by_stop(run: Run, step: TravelStep) -> None:
    """Deals 1 direct damage for each cell not made (B-BASE-09, B-DISP-04, B-KW-32, B-KW-33, B-DATA-11)."""
    run.emit(Damaged(piece=step.piece, amount=step.left, cause=step.cause, why="stopped"))
    knock_out(run, [step.piece], step.cause)


class PlaceHandler(BaseHandler):
    """A champion is placed where its card says (B-KW-15); that is no movement (B-MOVE-09).

    So an immobilised one may be placed (B-DISP-06).
    """

    key = "place"

    def specs(self, state: State, step: PlaceStep) -> tuple[CommandSpec, ...]:
        cells = tuple(cell for cell in step.cells if is_free(state, cell))
        if not cells or not state.is_standing(step.piece):
            return ()
        return (CommandSpec(kind="move", by=step.by, fixed={"piece": step.piece}, fields={"to": Cells(options=cells)}),)

    def about(self, state: State, step: PlaceStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def answer(self, run: Run, step: PlaceStep, command: Move) -> None:
        run.pop()
        run.emit(Placed(piece=step.piece, to=command.to))
        if run.state.setup.readings.placed_on_trap:  # B-TRAP-17
            land(run, step.piece, step.cause)


def land(run: Run, piece: str, cause: str) -> None:
    """Triggers the trap on the cell where a champion is now, however it came there (B-MOVE-05, B-TRAP-02, B-TRAP-03).

    Args:
        run: The command being decided.
        piece: The champion.
        cause: Whose effect brought it there, and deals the damage (B-TRAP-11); itself where it came of its own will.
    """
    cell = run.state.champions[piece].cell
    laid = None if cell is None else run.state.trap_on(cell)
    if cell is None or laid is None or is_protected(run.state, piece, "traps"):
        return
    run.emit(TrapSprung(piece=piece, cell=cell, token=laid.token))
    run.push(TrapStep(piece=piece, cell=cell, token=laid.token, cause=cause))


def immobilise(run: Run, piece: str) -> None:
    """Immobilises a champion; the move points that it has left are lost (B-KW-06)."""
    if run.state.is_standing(piece) and not is_protected(run.state, piece, "immobilise"):
        run.emit(Immobilised(piece=piece))
