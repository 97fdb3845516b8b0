"""The visible part of a base: the part of its disc with a free line to some point of another (S-LOS-04).

Visibility of a point changes only at a limit of sight: a free line that is tangent to, or passes through, two features
(`free_lines`), or the outline of a blocker. These lines cut the disc into faces, each of which is completely visible or
completely invisible, so one point of each decides.
"""

import numpy as np
import shapely

from companion.geometry.patches import Patch, patches_of
from companion.geometry.shapes import Base, Scene
from companion.geometry.sight.blockers import (
    Blocker,
    BlockingDisc,
    Floats,
    SightFrame,
    blocker_arrays,
    collect_blockers,
    ring_of,
)
from companion.geometry.sight.free_lines import limit_lines
from companion.geometry.sight.line_of_sight import looking, sees_point, two_bases

_QUARTER_STEPS = 64  # segments of a drawn rim: less than 0.01 mm from the circle on the largest base
_SLIVER_MM2 = 1e-7  # faces smaller than this result from rounding
_GRID_MM = 1e-3  # crossings snap to it: lines that nearly coincide would else cross nowhere, and leave faces unparted


def visible_part(scene: Scene, from_id: str, to_id: str) -> tuple[Patch, ...]:
    """Returns the part of one base that is visible from some point of another.

    Args:
        scene: The table.
        from_id: The base that looks.
        to_id: The target base; another one.

    Returns:
        Patches that do not overlap, with rims drawn as fine polygons; none if nothing is visible.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    whole, b = two_bases(scene, from_id, to_id)
    a = looking(scene, whole)
    frame = SightFrame.between(a, b)
    blockers = collect_blockers(scene, frame, (from_id, to_id), grown_mm=0.0)
    disc = shapely.Point(frame.distance_mm, 0.0).buffer(b.radius_mm, quad_segs=_QUARTER_STEPS)
    if not blockers:
        return _patches(disc, frame)
    seen = [face for face in _faces(disc, blockers, frame) if _is_seen(face, scene, a, b, frame)]
    return _patches(shapely.union_all(seen), frame) if seen else ()


def _faces(disc: shapely.Polygon, blockers: list[Blocker], frame: SightFrame) -> list[shapely.Polygon]:
    cuts: list[shapely.Geometry] = [disc.exterior]
    for blocker in blockers:
        if isinstance(blocker, BlockingDisc):
            cuts.append(_ring(blocker.x_mm, blocker.y_mm, blocker.radius_mm))
        else:
            cuts.append(shapely.LinearRing(ring_of(blocker.corners)))
    lines = limit_lines(blocker_arrays(blockers), frame)
    far = frame.distance_mm + frame.to_radius_mm + 2.0
    for nx, ny, h in zip(lines.nx, lines.ny, lines.h_mm, strict=True):
        cuts.append(shapely.LineString([(nx * h, ny * h), (nx * h + ny * far, ny * h - nx * far)]))
    # cut slightly beyond the rim: ends exactly on it would miss it by rounding and leave the faces open
    around = disc.buffer(1.0)
    noded = shapely.union_all([cut.intersection(around) for cut in cuts], grid_size=_GRID_MM)
    faces = shapely.get_parts(shapely.polygonize([noded]))
    return [face for face in faces if face.area > _SLIVER_MM2 and disc.contains(face.representative_point())]


def _is_seen(face: shapely.Polygon, scene: Scene, a: Base, b: Base, frame: SightFrame) -> bool:
    inner = face.representative_point()
    return sees_point(scene, a, frame.to_mat(inner.x, inner.y), spared=b.id)


def _ring(x: float, y: float, radius_mm: float) -> shapely.Geometry:
    return shapely.Point(x, y).buffer(radius_mm, quad_segs=_QUARTER_STEPS).exterior


def _patches(region: shapely.Geometry, frame: SightFrame) -> tuple[Patch, ...]:
    def to_mat(xy: Floats) -> Floats:
        x, y = xy[:, 0], xy[:, 1]
        return np.column_stack(
            [
                frame.origin.x_mm + x * frame.cos - y * frame.sin,
                frame.origin.y_mm + x * frame.sin + y * frame.cos,
            ]
        )

    return patches_of(shapely.transform(region, to_mat))
