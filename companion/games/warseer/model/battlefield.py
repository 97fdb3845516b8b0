"""The Battlefield: its hexes, what lies on them, and where each player begins (W-GRID-01, W-MAP-01)."""

import msgspec

from companion.geometry.grid import Cell, Grid, GridKind, centred_board

Pair = tuple[int, int]
"""A hex as a file writes it: its axial coordinates q and r."""


class TerrainHex(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terrain on a hex.

    Attributes:
        terrain: Key of its TerrainCard.
        cell: Where it lies.
        player: Whose Forward Camp it is; empty for everybody's (W-TER-17).
    """

    terrain: str
    cell: Cell
    player: str = ""


class Battlefield(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A map.

    Attributes:
        key: Stable name.
        names: By language.
        cells: All hexes.
        terrain: What lies there as the game begins (W-TER-02).
        zones: The Deployment Zone of each player, in the order of turns (W-ZONE-03).
        sites: Hexes on which Unique Terrain may be placed (W-TER-03).
        pitch_mm: Distance between the centres of neighbouring hexes.
    """

    key: str
    names: dict[str, str] = {}
    cells: tuple[Pair, ...]
    terrain: tuple[TerrainHex, ...] = ()
    zones: tuple[tuple[Pair, ...], ...]
    sites: tuple[Pair, ...] = ()
    pitch_mm: float = 50.0

    def board(self, mat_mm: tuple[float, float]) -> Grid:
        """The hexes in the middle of a mat."""
        return centred_board(GridKind.HEX, self.pitch_mm, frozenset(Cell(*pair) for pair in self.cells), mat_mm)
