"""Traps: what they do, and the token that takes the place of a triggered one (B-TRAP)."""

from companion.games.brawl.model.commands import Lay
from companion.games.brawl.model.events import TrapLaid, TrapReturned
from companion.games.brawl.model.kinds import Trap
from companion.games.brawl.model.state import State, trap_of
from companion.games.brawl.model.steps import LayStep, TrapStep
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import arena_of, is_free, trap_cells
from companion.games.brawl.rules.damage import deal
from companion.games.brawl.rules.hands import stun
from companion.games.brawl.rules.movement import immobilise
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec
from companion.geometry.grid import Cell


class TrapHandler(BaseHandler):
    """The token's effect, then a new one, so that there are always four (B-TRAP-04, B-TRAP-06, B-TRAP-07).

    The order is a reading of B-OPEN-37.
    """

    def go_on(self, run: Run, step: TrapStep) -> None:
        player = run.state.champions[step.piece].player  # who controls the champion (B-TRAP-04)
        run.pop()
        run.push(LayStep(player=player, not_on=step.cell, token=step.token))
        match trap_of(step.token):
            case Trap.STUN:  # B-TRAP-15
                stun(run, step.piece)
            case Trap.IMMOBILISE:  # B-TRAP-14
                immobilise(run, step.piece)
            case trap:
                # B-TRAP-13; who walked into it did it to itself (B-KO-19), else whoever brought it there (B-TRAP-11).
                deal(run, [(step.piece, trap.damage)], step.cause, "own_trap" if step.cause == step.piece else "trap")


class LayHandler(BaseHandler):
    """A player lays a token face down (B-SETUP-10, B-TRAP-07, B-TRAP-09)."""

    key = "lay"

    def specs(self, state: State, step: LayStep) -> tuple[CommandSpec, ...]:
        cells = cells_for_trap(state, step.not_on)
        if not cells or not state.supply:
            return ()
        return (CommandSpec(kind="lay", by=step.player, fields={"to": Cells(options=cells)}),)

    def go_on(self, run: Run, step: LayStep) -> None:
        run.pop()
        # The triggered token goes back after the new one was taken (B-TRAP-08).
        if step.token:
            run.emit(TrapReturned(token=step.token))

    def answer(self, run: Run, step: LayStep, command: Lay) -> None:
        run.emit(TrapLaid(cell=command.to, token=run.state.supply[0], player=step.player))
        self.go_on(run, step)


def cells_for_trap(state: State, not_on: Cell | None) -> tuple[Cell, ...]:
    """Where a token may be laid: on an empty trap cell; where all are taken, beside a trap (B-TRAP-09).

    Args:
        state: The game.
        not_on: The cell of the token just triggered, which is no other trap cell (B-TRAP-18).
    """
    arena = arena_of(state)

    def is_open(cell: Cell) -> bool:
        # Never under a champion (B-OPEN-38); on another cell than that of the triggered token (B-TRAP-18).
        return cell != not_on and is_free(state, cell) and state.trap_on(cell) is None

    empty = sorted(cell for cell in arena.traps if is_open(cell))
    if empty:
        return tuple(empty)
    # B-TRAP-09
    beside = {cell for trap in trap_cells(state) for cell in arena.grid.neighbours(trap)}
    return tuple(sorted(cell for cell in beside - arena.traps if is_open(cell)))
