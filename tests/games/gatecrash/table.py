"""What Gatecrash puts on the mat."""

from companion.games.board import Layout, Piece, Stock, Zone
from companion.games.cell_board import CellBoard
from tests.games.gatecrash import rules
from tests.games.gatecrash.shelf import BASE_MM


class Hexes(CellBoard):
    def layout(self, state):
        gates = tuple(Zone(f"{player}:gate", player, frozenset({cell})) for player, cell in rules.GATES.items())
        return Layout(state.setup.mat_mm, rules.GRID, gates, (Stock(BASE_MM, 2),))

    def pieces(self, state):
        return tuple(
            Piece(each, each[0], each[0], at=cell, radius_mm=BASE_MM / 2) for each, cell in state.runners.items()
        )
