"""The terrain templates that we print, as data; a simulated table has the same ones."""

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from vision.table import Tag, TerrainLayout


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
def terrain_templates() -> tuple[TerrainTemplate, ...]:
    """The kinds of terrain we have."""
    data = tomllib.loads(resources.files("calibration").joinpath("terrain.toml").read_text(encoding="utf-8"))
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
