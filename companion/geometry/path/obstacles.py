"""Obstacles for the centre of a moving disc: all other bases, terrain and sides, grown by the disc's radius.

Theory of operation. A disc of radius r may stand where its centre is at least r + R from the centre of every base of
radius R, r from every terrain polygon, and r from the four sides. So the disc is shrunk to a point and everything else
is grown. A grown polygon is the union of its inside, a disc of radius r about each corner, and a slab of half-width r
along each edge; no curve is approximated by small segments. The rest, the free space, is a closed set: touching is
allowed.

Every test takes each grown object as `CONTACT_MM` smaller than it is. Overlaps below that count as contact, which also
absorbs rounding errors: a corridor exactly as wide as the disc is passable.

Points are complex numbers, x + iy in millimetres, so that whole arrays are rotated and shifted in one operation.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from companion.geometry.shapes import Mat, MatPoint, Scene, Terrain

CONTACT_MM = 1e-9  # overlaps below this count as contact

Points: TypeAlias = NDArray[np.complex128]
Lengths: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Everything that a centre must stay out of; each object has the number of its owner.

    Attributes:
        ids: Ids by owner number: bases first, then terrain.
        centres: Centres of the grown discs (bases, then corners of terrain), mm.
        radii: Their radii, mm.
        owners: Owner number of each disc.
        turnable: Whether a shortest path can bend around each disc: all except those at reflex corners.
        edge_starts: First ends of the terrain's edges, mm.
        edge_ends: Second ends.
        edge_widths: Half-width of each edge's slab, mm.
        edge_owners: Owner number of each edge.
        polygons: Cleaned corners and owner number of each terrain piece.
        bounds: Smallest and largest x, smallest and largest y of the centre, mm.
    """

    ids: tuple[str, ...]
    centres: Points
    radii: Lengths
    owners: Indices
    turnable: Mask
    edge_starts: Points
    edge_ends: Points
    edge_widths: Lengths
    edge_owners: Indices
    polygons: tuple[tuple[Points, int], ...]
    bounds: Lengths

    def resized(self, growth_mm: Lengths, side_growth_mm: Lengths) -> "Obstacles":
        """Returns the same obstacles grown (shrunk if negative), by owner and by side."""
        return replace(
            self,
            radii=self.radii + growth_mm[self.owners],
            edge_widths=self.edge_widths + growth_mm[self.edge_owners],
            bounds=self.bounds + side_growth_mm * (1.0, -1.0, 1.0, -1.0),
        )

    def clearances(self, point: complex) -> Lengths:
        """Returns, by owner, how far the point is outside its grown shape, mm; negative inside."""
        clear = np.full(len(self.ids), np.inf)
        np.minimum.at(clear, self.owners, np.abs(self.centres - point) - self.radii)
        if len(self.edge_starts):
            away = distances_to_edges(np.array([point]), self.edge_starts, self.edge_ends)[0]
            np.minimum.at(clear, self.edge_owners, away - self.edge_widths)
        for corners, owner in self.polygons:
            if contains(corners, point):
                # Inside the original outline, the distance to that outline is added to the growth.
                width = float(self.radii[self.owners == owner][0])
                clear[owner] = -2 * width - clear[owner]
        return clear

    def side_clearances(self, point: complex) -> Lengths:
        """Returns how far the point is on the allowed side of each bound, mm; negative beyond it."""
        low_x, high_x, low_y, high_y = self.bounds
        return np.array([point.real - low_x, high_x - point.real, point.imag - low_y, high_y - point.imag])

    def is_free(self, point: complex) -> bool:
        """Whether the centre may be there; contact is free."""
        return self.on_mat(point) and not self.in_the_way_at(point)

    def on_mat(self, point: complex) -> bool:
        return bool(self.side_clearances(point).min() >= -CONTACT_MM)

    def in_the_way_at(self, point: complex) -> tuple[str, ...]:
        """Returns the ids of everything that overlaps the disc when its centre is there."""
        overlaps = np.flatnonzero(self.clearances(point) < -CONTACT_MM)
        return tuple(self.ids[owner] for owner in overlaps)

    def points_clear(self, points: Points) -> Mask:
        """Returns which points are outside all grown outlines; the inside of the original polygons is not tested.

        That is sufficient for points of paths: no path gets deep inside without first crossing the outline.
        """
        low_x, high_x, low_y, high_y = self.bounds
        clear = (points.real >= low_x - CONTACT_MM) & (points.real <= high_x + CONTACT_MM)
        clear &= (points.imag >= low_y - CONTACT_MM) & (points.imag <= high_y + CONTACT_MM)
        apart = _squared(points[:, None] - self.centres[None, :])
        clear &= (apart >= np.square(self.radii - CONTACT_MM)).all(axis=1)
        if len(self.edge_starts):
            away = distances_to_edges(points, self.edge_starts, self.edge_ends)
            clear &= (away >= self.edge_widths - CONTACT_MM).all(axis=1)
        return np.asarray(clear)

    def legs_hit(self, starts: Points, ends: Points) -> Mask:
        """Returns which straight legs are blocked by which owner, shape (legs, owners).

        Both ends of a leg must be known to be free, or be tested separately: only discs and crossings of edges are
        tested here. For free ends that is sufficient, since a grown polygon consists of discs and slabs, and a leg that
        enters a slab between its discs either crosses the edge or ends in the slab.
        """
        hit = np.zeros((len(starts), len(self.ids)), dtype=np.bool_)
        legs, discs = np.nonzero(self._discs_hit(starts, ends))
        hit[legs, self.owners[discs]] = True
        if len(self.edge_starts):
            legs, edges = np.nonzero(_crossings(starts, ends, self.edge_starts, self.edge_ends))
            hit[legs, self.edge_owners[edges]] = True
        return hit

    def legs_clear(self, starts: Points, ends: Points) -> Mask:
        """Returns which straight legs between free ends meet nothing; see `legs_hit`."""
        clear: Mask = np.asarray(~self._discs_hit(starts, ends).any(axis=1))
        if len(self.edge_starts):
            left = np.flatnonzero(clear)
            crossed = _crossings(starts[left], ends[left], self.edge_starts, self.edge_ends)
            clear[left] = ~crossed.any(axis=1)
        return clear

    def _discs_hit(self, starts: Points, ends: Points) -> Mask:
        way = ends - starts
        squared = np.maximum(_squared(way), np.finfo(np.float64).tiny)
        to_centre = self.centres[None, :] - starts[:, None]
        along = (to_centre.real * way.real[:, None] + to_centre.imag * way.imag[:, None]) / squared[:, None]
        np.clip(along, 0.0, 1.0, out=along)
        apart = _squared(to_centre - along * way[:, None])
        return np.asarray(apart < np.square(self.radii - CONTACT_MM)[None, :])


def obstacles_for(scene: Scene, radius_mm: float, terrain: Collection[Terrain], ignoring: Collection[str]) -> Obstacles:
    """Returns all obstacles of a disc of that radius.

    Args:
        scene: The scene.
        radius_mm: Radius of the moving disc.
        terrain: The templates that count as obstacles.
        ignoring: Ids of bases to ignore, such as the moving one.
    """
    bases = [base for base in scene.bases if base.id not in ignoring]
    outlines = [clean_corners(piece) for piece in terrain]
    corners: Points = np.array([corner for outline in outlines for corner in outline], dtype=np.complex128)
    after = np.array([corner for outline in outlines for corner in (*outline[1:], outline[0])], dtype=np.complex128)
    before = np.array([corner for outline in outlines for corner in (outline[-1], *outline[:-1])], dtype=np.complex128)
    places = np.array([as_complex(base.centre) for base in bases], dtype=np.complex128)
    owners = len(bases) + np.repeat(np.arange(len(outlines)), [len(outline) for outline in outlines]).astype(np.intp)
    has_length = corners != after
    return Obstacles(
        ids=tuple(base.id for base in bases) + tuple(piece.id for piece in terrain),
        centres=np.concatenate([places, corners]),
        radii=np.concatenate([[base.radius_mm + radius_mm for base in bases], np.full(len(corners), radius_mm)]),
        owners=np.concatenate([np.arange(len(bases), dtype=np.intp), owners]),
        turnable=np.concatenate([np.ones(len(bases), dtype=np.bool_), _stick_out(outlines, before, corners, after)]),
        edge_starts=corners[has_length],
        edge_ends=after[has_length],
        edge_widths=np.full(np.count_nonzero(has_length), radius_mm),
        edge_owners=owners[has_length],
        polygons=tuple((np.array(outline), len(bases) + number) for number, outline in enumerate(outlines)),
        bounds=_bounds(scene.mat, radius_mm),
    )


def as_complex(point: MatPoint) -> complex:
    """Returns the point as x + iy."""
    return complex(point.x_mm, point.y_mm)


def as_point(place: complex) -> MatPoint:
    """Returns the point of x + iy."""
    return MatPoint(float(place.real), float(place.imag))


def clean_corners(piece: Terrain) -> list[complex]:
    """Returns the corners of a terrain piece without repetitions; at least one corner."""
    kept: list[complex] = []
    for corner in map(as_complex, piece.polygon):
        if not kept or abs(corner - kept[-1]) > CONTACT_MM:
            kept.append(corner)
    while len(kept) > 1 and abs(kept[-1] - kept[0]) <= CONTACT_MM:
        kept.pop()
    return kept


def contains(corners: Points, point: complex) -> bool:
    """Whether the point lies inside the polygon, by the parity of the edges that a ray crosses."""
    starts, ends = corners, np.concatenate([corners[1:], corners[:1]])
    spans = (starts.imag > point.imag) != (ends.imag > point.imag)
    starts, ends = starts[spans], ends[spans]
    crossing_x = starts.real + (point.imag - starts.imag) * (ends.real - starts.real) / (ends.imag - starts.imag)
    return bool(np.count_nonzero(crossing_x > point.real) % 2)


def distances_to_edges(points: Points, starts: Points, ends: Points) -> Lengths:
    """Returns the distance of each point to each edge, shape (points, edges), mm."""
    way = ends - starts
    from_start = points[:, None] - starts[None, :]
    along = (from_start.real * way.real + from_start.imag * way.imag) / _squared(way)
    np.clip(along, 0.0, 1.0, out=along)
    return np.asarray(np.sqrt(_squared(from_start - along * way[None, :])))


def _squared(values: Points) -> Lengths:
    return np.asarray(values.real * values.real + values.imag * values.imag)


def _crossings(starts: Points, ends: Points, edge_starts: Points, edge_ends: Points) -> Mask:
    """Returns which legs properly cross which edges, shape (legs, edges)."""
    way = (ends - starts)[:, None]
    to_start = edge_starts[None, :] - starts[:, None]
    to_end = edge_ends[None, :] - starts[:, None]
    edges_apart = _cross(way, to_start) * _cross(way, to_end) < 0
    edge = (edge_ends - edge_starts)[None, :]
    legs_apart = _cross(edge, to_start) * _cross(edge, edge_starts[None, :] - ends[:, None]) < 0
    return np.asarray(edges_apart & legs_apart)


def _cross(first: Points, second: Points) -> Lengths:
    return np.asarray(first.real * second.imag - first.imag * second.real)


def _stick_out(outlines: list[list[complex]], before: Points, corners: Points, after: Points) -> Mask:
    """Returns which corners a path can bend around: all but reflex ones, and all of an outline without an inside."""
    if not outlines:
        return np.zeros(0, dtype=np.bool_)
    sizes = [len(outline) for outline in outlines]
    first = np.repeat(np.cumsum([0, *sizes[:-1]]), sizes)
    swept = _cross(corners - corners[first], after - corners[first])
    inside_left = np.sign(np.bincount(np.repeat(np.arange(len(sizes)), sizes), weights=swept))
    inside_left[~_simple(outlines)] = 0
    turn = _cross(corners - before, after - corners) * np.repeat(inside_left, sizes)
    return np.asarray((turn > 0) | np.repeat(inside_left == 0, sizes))


def _simple(outlines: list[list[complex]]) -> Mask:
    """Returns which outlines bound an inside without crossing themselves."""
    simple = np.array([len(outline) >= 3 for outline in outlines])
    closed = [[*outline, outline[0]] for outline in outlines if len(outline) >= 3]
    if closed:
        places = np.array([corner for ring in closed for corner in ring])
        rings = np.repeat(np.arange(len(closed)), [len(ring) for ring in closed])
        polygons = shapely.polygons(shapely.linearrings(places.real, places.imag, indices=rings))
        simple[simple] = shapely.is_valid(polygons)
    return simple


def _bounds(mat: Mat, radius_mm: float) -> Lengths:
    return np.array([radius_mm, mat.width_mm - radius_mm, radius_mm, mat.height_mm - radius_mm])
