"""The objects on the mat, in the mat frame: points, bases, terrain and scenes.

The mat frame has its origin at the corner at player one's left hand, x along player one's side, y towards player two.
All lengths are in millimetres.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.geometry.deviation import Deviation
from companion.geometry.errors import SceneError


@dataclass(frozen=True, slots=True)
class MatPoint:
    """A point of the mat frame, in millimetres."""

    x_mm: float
    y_mm: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.x_mm) and math.isfinite(self.y_mm)):
            raise SceneError(f"a point needs two finite numbers, got ({self.x_mm!r}, {self.y_mm!r})")


@dataclass(frozen=True, slots=True)
class Mat:
    """The playing area: the rectangle from (0, 0) to (width, height), in millimetres.

    Attributes:
        width_mm: Along x, greater than 0.
        height_mm: Along y, greater than 0.
        scale_sigma: Relative standard deviation of every distance on it, because its scale is not known better.
    """

    width_mm: float = 600.0
    height_mm: float = 600.0
    scale_sigma: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.scale_sigma < math.inf:
            raise SceneError(f"a mat needs a scale's deviation of 0 or more, got {self.scale_sigma!r}")
        if not (0 < self.width_mm < math.inf and 0 < self.height_mm < math.inf):
            raise SceneError(f"a mat needs a width and a height above 0, got {self.width_mm!r} by {self.height_mm!r}")

    def deviation_at(self, at: MatPoint, seen_mm: float, made_mm: float, scale_sigma: float) -> Deviation:
        """Returns how uncertain one place is, told of it alone.

        The mat's tags lie around it, so a wrong scale moves most what stands farthest from its middle.

        Args:
            at: The place.
            seen_mm: Standard deviation of each coordinate in the picture.
            made_mm: Standard deviation of how what stands there was made.
            scale_sigma: Relative standard deviation of every distance.
        """
        from_middle_mm = math.hypot(at.x_mm - self.width_mm / 2, at.y_mm - self.height_mm / 2)
        return Deviation(seen_mm, made_mm, scale_sigma * from_middle_mm)


@dataclass(frozen=True, slots=True)
class Base:
    """A miniature's base: a disc on the mat.

    Attributes:
        id: Name, unique in its scene.
        centre: Centre in the mat frame.
        radius_mm: Radius of the disc, greater than 0.
        owner: The player who owns it, if known.
        stealth: Whether it is hidden: a hidden base blocks no sight line.
        sigma_mm: Standard deviation of each coordinate of the centre; 0 for an exact position.
        scale_sigma: Relative standard deviation of every distance from it, because the mat's scale is not known better.
        made_mm: The part of `sigma_mm` that is due to how it was made, as a standard deviation.
        tie: Names the error of its place where others have the very same one, for one was laid against the other; then
            the distance between the two has none. Empty where the error is its own.
    """

    id: str
    centre: MatPoint
    radius_mm: float
    owner: str | None = None
    stealth: bool = False
    sigma_mm: float = 0.0
    scale_sigma: float = 0.0
    made_mm: float = 0.0
    tie: str = ""

    def __post_init__(self) -> None:
        if not 0 < self.radius_mm < math.inf:
            raise SceneError(f"base {self.id!r} needs a radius above 0 mm, got {self.radius_mm!r}")
        if not 0 <= self.sigma_mm < math.inf:
            raise SceneError(f"base {self.id!r} needs a standard deviation of 0 mm or more, got {self.sigma_mm!r}")
        if not 0 <= self.scale_sigma < math.inf:
            raise SceneError(f"base {self.id!r} needs a scale's deviation of 0 or more, got {self.scale_sigma!r}")


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain template: a simple polygon on the mat, in either sense of rotation, closed from last to first.

    Attributes:
        id: Name, unique in its scene.
        polygon: Corners in the mat frame, three or more; may be concave, repeated or collinear.
        impassable: Whether only bases that fly may cross it, and none may end on it.
        difficult: Whether it shortens the movement of a base that touches it.
        blocks_sight: Whether it blocks every sight line.
        cover: Whether it gives a target behind or in it cover against shooting.
        sigma_mm: Standard deviation of each coordinate of its position.
        made_mm: The part of `sigma_mm` that is due to how it was made, as a standard deviation.
    """

    id: str
    polygon: tuple[MatPoint, ...]
    impassable: bool = False
    difficult: bool = False
    blocks_sight: bool = False
    cover: bool = False
    sigma_mm: float = 0.0
    made_mm: float = 0.0

    def __post_init__(self) -> None:
        if len(self.polygon) < 3:
            raise SceneError(f"terrain {self.id!r} needs three corners or more, got {len(self.polygon)}")

    @property
    def crosses_itself(self) -> bool:
        """Whether two of its sides cross; then its inside is undefined.

        Sides that only touch, repeated corners and collinear corners are not crossings.
        """
        corners = self.polygon
        sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
        return any(_cross(one, other) for number, one in enumerate(sides) for other in sides[number + 1 :])


_Edge = tuple[MatPoint, MatPoint]
_ROUNDED_MM = 0.5  # sides that cross by no more than this result from rounded coordinates


def _cross(one: _Edge, other: _Edge) -> bool:
    return _parts(one, other) and _parts(other, one)


def _parts(edge: _Edge, other: _Edge) -> bool:
    """Whether the ends of another edge lie clearly on both sides of an edge's line."""
    low_mm, high_mm = sorted(_left_of_mm(edge, end) for end in other)
    return min(-low_mm, high_mm) > _ROUNDED_MM


def _left_of_mm(edge: _Edge, point: MatPoint) -> float:
    """Returns how far a point lies to the left of an edge's line; 0 for an edge without length."""
    start, end = edge
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length_mm = math.hypot(dx, dy)
    return (dx * (point.y_mm - start.y_mm) - dy * (point.x_mm - start.x_mm)) / length_mm if length_mm else 0.0


@dataclass(frozen=True, slots=True)
class SightRule:
    """What a game calls a free sight line.

    Attributes:
        from_centre: Whether it starts at the centre of the base that looks; else at any of that base's points.
        touching_blocks: Whether a blocker also blocks where a line only touches it.
        contact_mm: No line passes between two blockers with a gap of at most this; None for a passage however narrow.
        apart: Ids of templates between which and other blockers any gap is a passage.
    """

    from_centre: bool = False
    touching_blocks: bool = False
    contact_mm: float | None = None
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that geometry needs to know of the table at one moment.

    Attributes:
        mat: The playing area.
        bases: All bases, each id once.
        terrain: All templates, each id once.
        sight: What counts as a free sight line.
    """

    mat: Mat = field(default_factory=Mat)
    bases: tuple[Base, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    sight: SightRule = field(default_factory=SightRule)

    def __post_init__(self) -> None:
        for what, ids in (
            ("base", [base.id for base in self.bases]),
            ("terrain", [piece.id for piece in self.terrain]),
        ):
            for name in ids:
                if ids.count(name) > 1:
                    raise SceneError(f"{what} id {name!r} is given twice; every {what} needs an id of its own")

    @property
    def scale_sigma(self) -> float:
        """Relative standard deviation of every distance, because the mat's scale is not known better."""
        return max((base.scale_sigma for base in self.bases), default=self.mat.scale_sigma)

    def sigma_mm(self, apart_mm: float = 0.0) -> float:
        """Returns the largest standard deviation of one place from another one, rim to rim so far apart at most."""
        sigmas_mm = [base.sigma_mm for base in self.bases] + [piece.sigma_mm for piece in self.terrain]
        radius_mm = max((base.radius_mm for base in self.bases), default=0.0)
        return max(sigmas_mm, default=0.0) + self.scale_sigma * (apart_mm + 2 * radius_mm)

    def base(self, base_id: str) -> Base:
        """Returns the base with that id.

        Raises:
            SceneError: If there is none.
        """
        for base in self.bases:
            if base.id == base_id:
                return base
        known = ", ".join(base.id for base in self.bases) or "none"
        raise SceneError(f"there is no base {base_id!r} in the scene; its bases are: {known}")

    def with_bases(self, bases: Mapping[str, MatPoint]) -> "Scene":
        """Returns the scene with the named bases moved to other positions."""
        moved = tuple(replace(base, centre=bases[base.id]) if base.id in bases else base for base in self.bases)
        return replace(self, bases=moved)
