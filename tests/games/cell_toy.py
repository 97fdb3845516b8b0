"""A game of its own on hexes: each player has a runner who steps to a neighbouring cell, over traps that lie hidden."""

import msgspec

from companion.games.board import Confirmation, Destination, Interpretation, Layout, Piece, PieceKind, Zone
from companion.games.command import TABLE, Command, Event
from companion.games.common import Correct
from companion.games.defaults.no_board import NoBoard
from companion.games.display.board_view import AreaView, BoardView, PieceView
from companion.games.prompt import Cells, CommandSpec, Prompt
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid, GridKind
from tests.games.toy import RowState, Setup, Toy

MIDDLE = Cell(0, 0)
ALL = frozenset(Cell(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2)
GRID = Grid(GridKind.HEX, 60.0, MatPoint(300.0, 300.0), 0.0, ALL)
RADIUS_MM, TOKEN_RADIUS_MM = 16.0, 16.0  # no size tells one from the other
TRAP = "spikes"


class CellState(RowState, frozen=True, kw_only=True):
    at: dict[str, Cell]
    traps: dict[str, Cell]
    turned: tuple[str, ...] = ()


class Step(Command, frozen=True, kw_only=True):
    piece: str
    to: Cell


class Stepped(Event, frozen=True, kw_only=True):
    piece: str
    to: Cell
    corrected: bool = False


class CellBoard(NoBoard):
    def layout(self, state):
        ends = (Zone("end:A", "A", frozenset({Cell(-2, 0)})), Zone("end:B", "B", frozenset({Cell(2, 0)})))
        return Layout((600.0, 600.0), GRID, ends)

    def pieces(self, state):
        runners = (Piece(each, each[0], each[0], at=at, radius_mm=RADIUS_MM) for each, at in state.at.items())
        traps = (
            Piece(
                each,
                "",
                "",
                PieceKind.TOKEN,
                at,
                TOKEN_RADIUS_MM,
                card=TRAP if each in state.turned else "",
                face_down=each not in state.turned,
            )
            for each, at in state.traps.items()
        )
        return (*runners, *traps)

    def interpretations(self, state, found, offers):
        if found.piece is None or found.piece.kind is not PieceKind.CREATURE:
            return ()
        seat = found.piece.controller
        step = Step(by=seat, piece=found.piece.id, to=found.at)
        return (Interpretation("step", seat, found.piece.id, (step,), asks=Confirmation.SELDOM),)

    def destination(self, command):
        return Destination(command.piece, command.to) if isinstance(command, Step) else None

    def shown(self, state, viewer, language):
        layout = self.layout(state)
        pieces = tuple(
            PieceView(
                each.id,
                f"Trap {each.id}" if each.face_down else each.card or f"Runner {each.id}",
                each.id.replace(":", ""),
                each.controller,
                each.radius_mm,
                GRID.centre(each.at),
                each.at,
                is_token=each.kind is PieceKind.TOKEN,
                lost="" if each.kind is PieceKind.TOKEN else "−3 & a leg",
                badges=() if each.kind is PieceKind.TOKEN else ("⚑1", "☂"),
                face_down=each.face_down,
            )
            for each in self.pieces(state)
        )
        zones = tuple(AreaView(each.id, f"End of {each.owner}", (), each.cells, each.owner) for each in layout.zones)
        return BoardView(layout.mat_mm, tuple(seat.id for seat in state.setup.seats), pieces, (), GRID, zones)


class CellToy(Toy):
    name = "cells"
    command_type, event_type, setup_type, state_type = Step | Correct, Stepped, Setup, CellState
    board = CellBoard()

    def new(self, setup):
        at = {"A:1": Cell(-2, 0), "B:1": Cell(2, 0)}
        return CellState(setup=setup, cells={}, at=at, traps={"trap:1": Cell(-1, 0), "trap:2": Cell(0, 1)})

    def commands(self, state, player):
        piece = f"{player}:1"
        if player != state.active:
            return ()
        free = tuple(each for each in GRID.neighbours(state.at[piece]) if each not in state.at.values())
        return (CommandSpec(kind="step", by=player, fixed={"piece": piece}, fields={"to": Cells(options=free)}),)

    def prompts(self, state):
        return (Prompt(key="step", to=(state.active,), specs=self.commands(state, state.active)),)

    def decide(self, state, command):
        if isinstance(command, Correct):
            if command.cell is None or command.of not in state.at or command.by != TABLE:
                raise RuleViolation("C-3", "no_such_thing", {"of": command.of})
            return (Stepped(piece=command.of, to=command.cell, corrected=True),)
        if command.by != state.active:
            raise RuleViolation("C-1", "not_your_turn", {"player": command.by})
        if GRID.distance(state.at[command.piece], command.to) != 1 or command.to not in ALL:
            raise RuleViolation("C-2", "one_step")
        return (Stepped(piece=command.piece, to=command.to),)

    def evolve(self, state, event):
        at = state.at | {event.piece: event.to}
        if event.corrected:
            return msgspec.structs.replace(state, at=at)
        met = tuple(each for each, cell in state.traps.items() if cell == event.to)
        other = "B" if event.piece[0] == "A" else "A"
        return msgspec.structs.replace(state, at=at, turned=(*state.turned, *met), active=other, turn=state.turn + 1)
