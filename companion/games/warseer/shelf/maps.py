"""The maps that come with the game, one file each in the folder `scenarios`; its folder `rules` has the Scenarios."""

from functools import cache
from importlib import resources
from itertools import starmap
from typing import TypeVar

import msgspec

from companion.games.warseer.model.battlefield import Battlefield, Pair, TerrainHex
from companion.games.warseer.model.scenario import Scenario
from companion.geometry.grid import Cell

Row = tuple[int, int, int]
"""Hexes in a row: its r, the first q and the last."""


class MapTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain and the hexes on which it lies; `terrain` is the key of its card."""

    terrain: str
    cells: tuple[Pair, ...]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as written.

    Attributes:
        schema: Of the file.
        key: Stable name.
        names: By language.
        rows: All hexes.
        zones: The Deployment Zone of each player, in the order of turns (W-ZONE-03); where none is given, two players
            have the first line of hexes on their own side (W-ZONE-04).
        terrain: What lies there as the game begins (W-SETUP-07).
        sites: Hexes on which Unique Terrain may be placed (W-TER-03).
        pitch_mm: Distance between the centres of neighbouring hexes.
    """

    schema: int
    key: str
    names: dict[str, str]
    rows: tuple[Row, ...]
    zones: tuple[tuple[Row, ...], ...] = ()
    terrain: tuple[MapTerrain, ...] = ()
    sites: tuple[Pair, ...] = ()
    pitch_mm: float = 50.0

    def battlefield(self) -> Battlefield:
        """The map as it is played on."""
        return Battlefield(
            key=self.key,
            names=self.names,
            cells=hexes(self.rows),
            terrain=tuple(TerrainHex(each.terrain, Cell(*pair)) for each in self.terrain for pair in each.cells),
            zones=tuple(map(hexes, self.zones or self._lines())),
            sites=self.sites,
            pitch_mm=self.pitch_mm,
        )

    def _lines(self) -> tuple[tuple[Row, ...], ...]:
        """The first line of hexes and the last."""
        lines = {r for r, _, _ in self.rows}
        return tuple(tuple(row for row in self.rows if row[0] == r) for r in (min(lines), max(lines)))


class ScenarioFile(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Scenario as written; `schema` is that of the file."""

    schema: int

    def scenario(self) -> Scenario:
        """The Scenario as it is played."""
        return Scenario(**{name: getattr(self, name) for name in Scenario.__struct_fields__})


def hexes(rows: tuple[Row, ...]) -> tuple[Pair, ...]:
    """The hexes of rows."""

    def row(r: int, first: int, last: int) -> tuple[Pair, ...]:
        return tuple((q, r) for q in range(first, last + 1))

    return tuple(pair for each in starmap(row, rows) for pair in each)


Written = TypeVar("Written")


def _read(folder: str, kind: type[Written]) -> list[Written]:
    """The files of a folder of the game, by their names."""
    files = resources.files("companion.games.warseer").joinpath(*folder.split("/")).iterdir()
    found = sorted((each for each in files if each.name.endswith(".toml")), key=lambda each: each.name)
    return [msgspec.toml.decode(each.read_bytes(), type=kind) for each in found]


@cache
def scenarios() -> dict[str, Scenario]:
    """All Scenarios, by key (W-SCEN-03)."""
    return {each.key: each.scenario() for each in _read("scenarios/rules", ScenarioFile)}


@cache
def maps() -> dict[str, Battlefield]:
    """All maps, by key."""
    return {each.key: each.battlefield() for each in _read("scenarios", MapFile)}


def maps_for(players: int) -> tuple[str, ...]:
    """Keys of the maps for so many players."""
    return tuple(key for key, each in maps().items() if len(each.zones) == players)
