"""What the `calibration` folder holds for the printer: good tag ids, the standard mat, terrain and a first set."""

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from vision.table import MatLayout, Tag, TerrainLayout
from vision.table_file import parse_table


@dataclass(frozen=True, slots=True)
class TagStock:
    """The tags we print.

    Attributes:
        dictionary: OpenCV's name.
        ids: The good ones, in the order they are given out.
    """

    dictionary: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TerrainTemplate:
    """A kind of terrain, before it has an id and tags of its own.

    Attributes:
        kind: Such as `wood`; also the key of its name in the texts.
        shape: Outline and flags; its tags are numbered from 0.
    """

    kind: str
    shape: TerrainLayout


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
def terrain_templates() -> tuple[TerrainTemplate, ...]:
    """The kinds of terrain we have."""
    data = tomllib.loads(_text("terrain.toml"))
    return tuple(
        TerrainTemplate(
            template["kind"],
            TerrainLayout(
                id=template["kind"],
                polygon_mm=tuple((x_mm, y_mm) for x_mm, y_mm in template["polygon_mm"]),
                tags=tuple(
                    Tag(number, data["tag_mm"], x_mm, y_mm, math.radians(angle_deg))
                    for number, (x_mm, y_mm, angle_deg) in enumerate(template["tags"])
                ),
                impassable=template["impassable"],
                difficult=template["difficult"],
                blocks_sight=template["blocks_sight"],
                cover=template["cover"],
            ),
        )
        for template in data["template"]
    )


@cache
def starter_bases() -> tuple[str, ...]:
    """The bases of the first set, as `NAME:SIZE:OWNER`."""
    return tuple(tomllib.loads(_text("starter.toml"))["bases"])


def _text(name: str) -> str:
    return resources.files("calibration").joinpath(name).read_text(encoding="utf-8")
