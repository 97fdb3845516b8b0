"""Judges whether a base may stand at a position, and how far it is from others and from the sides of the mat.

All results are exact: overlaps below 1e-9 mm are contact.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from companion.geometry.deviation import Deviation
from companion.geometry.gap import Gap, measure_gap
from companion.geometry.path.obstacles import Obstacles, as_complex, obstacles_for
from companion.geometry.shapes import Mat, MatPoint, Scene
from companion.geometry.verdict import Verdict, at_least, at_most


class Side(StrEnum):
    """The sides of the mat; left and right as seen by player one."""

    PLAYER_ONE = "player_one"
    PLAYER_TWO = "player_two"
    LEFT = "left"
    RIGHT = "right"

    @property
    def is_level(self) -> bool:
        """Whether it runs along x."""
        return self in (Side.PLAYER_ONE, Side.PLAYER_TWO)

    def gap_mm(self, mat: Mat, place: MatPoint) -> float:
        """Returns the distance of a position from the line of this side, mm; negative beyond it."""
        return {
            Side.PLAYER_ONE: place.y_mm,
            Side.PLAYER_TWO: mat.height_mm - place.y_mm,
            Side.LEFT: place.x_mm,
            Side.RIGHT: mat.width_mm - place.x_mm,
        }[self]

    def foot(self, mat: Mat, place: MatPoint) -> MatPoint:
        """Returns the point of this side's line that is closest to a position."""
        return {
            Side.PLAYER_ONE: MatPoint(place.x_mm, 0.0),
            Side.PLAYER_TWO: MatPoint(place.x_mm, mat.height_mm),
            Side.LEFT: MatPoint(0.0, place.y_mm),
            Side.RIGHT: MatPoint(mat.width_mm, place.y_mm),
        }[self]


@dataclass(frozen=True, slots=True)
class Clearance:
    """The distance of a base from another, compared with the smallest allowed distance.

    Attributes:
        to_id: The other base.
        gap: The gap, with its ends for drawing.
        verdict: Whether it is large enough.
    """

    to_id: str
    gap: Gap
    verdict: Verdict


def is_free(scene: Scene, radius_mm: float, centre: MatPoint, ignoring: Collection[str] = ()) -> bool:
    """Whether a base may stand there: completely on the mat, overlapping no base and no impassable terrain.

    Args:
        scene: The scene.
        radius_mm: The base's radius.
        centre: The position of its centre.
        ignoring: Ids of bases to ignore, such as the one that is placed.
    """
    return standing_obstacles(scene, radius_mm, ignoring).is_free(as_complex(centre))


def overlapped_at(scene: Scene, radius_mm: float, centre: MatPoint, ignoring: Collection[str] = ()) -> tuple[str, ...]:
    """Returns the ids of bases and impassable terrain that a base there would overlap; arguments as for `is_free`."""
    return standing_obstacles(scene, radius_mm, ignoring).in_the_way_at(as_complex(centre))


def standing_obstacles(scene: Scene, radius_mm: float, ignoring: Collection[str]) -> Obstacles:
    """Returns everything that a standing base must not overlap."""
    return obstacles_for(scene, radius_mm, [piece for piece in scene.terrain if piece.impassable], ignoring)


def judge_side_contact(
    scene: Scene, base_id: str, side: Side, *, contact_mm: float = 0.0, extra_sigma_mm: float = 0.0
) -> Verdict:
    """Judges whether a base touches a side; the value is the rim's distance from the side's line, inside or beyond.

    Args:
        scene: The scene.
        base_id: The base.
        side: The side.
        contact_mm: The largest distance of the rim from the line that counts as touching.
        extra_sigma_mm: Uncertainty in addition to that of the base's position.
    """
    base = scene.base(base_id)
    away_mm = abs(side.gap_mm(scene.mat, base.centre) - base.radius_mm)
    deviation = Deviation.between(base, scale_mm=base.scale_sigma * (away_mm + base.radius_mm))
    return at_most(away_mm, contact_mm, deviation.made(extra_sigma_mm), "side")


def judge_clearances(
    scene: Scene, base_id: str, least_mm: float, to_ids: Collection[str], *, extra_sigma_mm: float = 0.0
) -> tuple[Clearance, ...]:
    """Judges the distance of a base from each of some others, the nearest first.

    Args:
        scene: The scene.
        base_id: The base that has been placed.
        least_mm: The required gap; a gap equal to it is sufficient.
        to_ids: The bases to stay clear of.
        extra_sigma_mm: Uncertainty in addition to that of the two positions.
    """
    base = scene.base(base_id)
    gaps = sorted(((name, measure_gap(base, scene.base(name))) for name in to_ids), key=lambda found: found[1].gap_mm)
    return tuple(
        Clearance(name, gap, at_least(gap.gap_mm, least_mm, gap.deviation.made(extra_sigma_mm), "clearance"))
        for name, gap in gaps
    )
