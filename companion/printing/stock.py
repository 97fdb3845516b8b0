"""What the `calibration` folder holds for the printer: good tag ids, the standard mat, terrain and a first set."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from vision.printed_terrain import TerrainTemplate, terrain_templates
from vision.table import MatLayout
from vision.table_file import parse_table

__all__ = ["TagStock", "TerrainTemplate", "standard_mat", "starter_bases", "tag_stock", "terrain_templates"]


@dataclass(frozen=True, slots=True)
class TagStock:
    """The tags we print.

    Attributes:
        dictionary: OpenCV's name.
        ids: The good ones, in the order they are given out.
    """

    dictionary: str
    ids: tuple[int, ...]


@cache
def tag_stock() -> TagStock:
    """The dictionary and the good ids in it."""
    data = tomllib.loads(_text("tags.toml"))
    return TagStock(data["dictionary"], tuple(data["ids"]))


@cache
def standard_mat() -> MatLayout:
    """The mat whose tags and whole sheets we print."""
    name = "mats/standard-600.toml"
    return parse_table(_text(name), name).mat


@cache
def starter_bases() -> tuple[str, ...]:
    """The bases of the first set, as `NAME:SIZE:OWNER`."""
    return tuple(tomllib.loads(_text("starter.toml"))["bases"])


def _text(name: str) -> str:
    return resources.files("calibration").joinpath(name).read_text(encoding="utf-8")
