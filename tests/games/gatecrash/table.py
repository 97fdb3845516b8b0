"""What Gatecrash puts on the mat."""

from companion.games.board import Stock, Zone
from companion.games.defaults.cell_board import CellBoard
from tests.games.gatecrash import rules


class Hexes(CellBoard):
    grid, base = rules.GRID, Stock(32.0, 2)
    zones = tuple(Zone(f"{player}:gate", player, frozenset({cell})) for player, cell in rules.GATES.items())

    def cells(self, state):
        return state.runners
