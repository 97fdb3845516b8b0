"""The features that determine a sight line: circles to which it can be tangent, and rim points that limit it.

At a level m, the blockers are grown by m all round, or eroded by -m. Each feature is a circle of radius zero or more. A
level is a row, and a feature that does not exist at a level is NaN there.

- A grown template: circles of radius m about its outward corners. No other part of its outline is convex.
- An eroded template: the outward corners of the remaining shape. Each is equally far (-m) from two parts of the
  original outline, edges or inward corners, so all such points that are no closer to a third part are used.
- A base that may block: its circle.
- Rim points: where the outline of a grown or eroded blocker crosses the rim of one of the two bases.
"""

from dataclasses import dataclass

import numpy as np

from companion.geometry.sight.blockers import BlockerArrays, Bools, Floats, Ints, SightFrame

_SAME_DIGITS = 9  # decimal places of millimetres
TOUCHING_MM2 = 1e-9  # the square of a length below 0 by less results from rounding: two circles just touch
TOUCH_MM = 1e-6  # blockers that reach at most this far into a line only graze it


@dataclass(frozen=True, slots=True)
class Circles:
    """Circles for each of L levels.

    Attributes:
        x_mm, y_mm, radius_mm: (L, F), NaN where a level has no such circle.
    """

    x_mm: Floats
    y_mm: Floats
    radius_mm: Floats

    def __add__(self, other: "Circles") -> "Circles":
        return Circles(
            np.concatenate([self.x_mm, other.x_mm], axis=1),
            np.concatenate([self.y_mm, other.y_mm], axis=1),
            np.concatenate([self.radius_mm, other.radius_mm], axis=1),
        )

    def only(self, wanted: Bools) -> "Circles":
        """Returns the selected circles, without columns that no level needs."""
        columns = wanted.any(axis=0)
        x = np.where(wanted, self.x_mm, np.nan)[:, columns]
        return Circles(x, self.y_mm[:, columns], self.radius_mm[:, columns])

    def distinct(self) -> "Circles":
        """Returns the circles without duplicates, which are equal at every level up to rounding."""
        rounded = np.round(np.concatenate([self.x_mm, self.y_mm, self.radius_mm]), _SAME_DIGITS)
        seen = {column.tobytes(): k for k, column in enumerate(np.ascontiguousarray(rounded.T) + 0.0)}
        columns = sorted(seen.values())
        return Circles(self.x_mm[:, columns], self.y_mm[:, columns], self.radius_mm[:, columns])


def circles_at(centres: Floats, radii: Floats) -> Circles:
    """Returns circles with the same centres (F, 2) at every level and with radii (L, F) of their own."""
    x, y = np.empty(radii.shape), np.empty(radii.shape)
    x[:], y[:] = centres[:, 0], centres[:, 1]
    return Circles(x, y, radii)


def points_at(x_mm: Floats, y_mm: Floats) -> Circles:
    """Returns points as circles of radius 0."""
    return Circles(x_mm, y_mm, np.zeros_like(x_mm))


def base_circles(arrays: BlockerArrays, levels: Floats) -> Circles:
    """Returns the circles of the bases that may block."""
    radii = arrays.discs[:, 2] + levels[:, None]
    return circles_at(arrays.discs[:, :2], np.where(radii > 0, radii, np.nan))


def corner_circles(arrays: BlockerArrays, levels: Floats) -> Circles:
    """Returns the round corners of the new outlines: outward ones of grown templates, inward ones of eroded ones."""
    corners = arrays.starts[arrays.convex if levels[0] >= 0 else arrays.reflex]
    return circles_at(corners, np.broadcast_to(np.abs(levels)[:, None], (len(levels), len(corners))))


def tangent_features(arrays: BlockerArrays, frame: SightFrame, levels: Floats) -> Circles:
    """Returns everything to which a line between the bases can be tangent, at each level; the levels have one sign."""
    bulges = corner_circles(arrays, levels) if levels[0] >= 0 else worn_corners(arrays, frame, levels)
    features = base_circles(arrays, levels) + bulges
    return features.only(frame.in_corridor(features.x_mm, features.y_mm, features.radius_mm))


def worn_corners(arrays: BlockerArrays, frame: SightFrame, levels: Floats) -> Circles:
    """Returns a superset of the outward corners of templates eroded to each level, all on the eroded outlines."""
    offset = levels[:, None]
    same = arrays.pieces[:, None] == arrays.pieces[None, :]
    first, second = np.nonzero(np.triu(same, 1))
    x, y = line_line(arrays, first, second, offset)
    points, pieces = [(x, y)], [arrays.pieces[first]]
    reflex = np.flatnonzero(arrays.reflex)
    if len(reflex):
        line, corner = np.nonzero(arrays.pieces[:, None] == arrays.pieces[None, reflex])
        corner = reflex[corner]
        # at one of its own corners, an edge continues into the arc smoothly
        apart = (line != corner) & (arrays.following[line] != corner)
        line, corner = line[apart], corner[apart]
        points += line_circle(arrays, line, offset, arrays.starts[corner], -offset)
        pieces += [arrays.pieces[line]] * 2
        one, two = np.nonzero(np.triu(arrays.pieces[reflex, None] == arrays.pieces[None, reflex], 1))
        one, two = reflex[one], reflex[two]
        points += circle_circle(arrays.starts[one], -offset, arrays.starts[two], -offset)
        pieces += [arrays.pieces[one]] * 2
    x = np.concatenate([p[0] for p in points], axis=1)
    y = np.concatenate([p[1] for p in points], axis=1)
    near = frame.in_corridor(x, y, 0.0).any(axis=0)
    x, y = x[:, near], y[:, near]
    depth = depth_of(arrays, x, y, np.concatenate(pieces)[near])
    return points_at(x, y).only(depth >= -levels[:, None] - TOUCH_MM)


def line_line(arrays: BlockerArrays, first: Ints, second: Ints, offset: Floats) -> tuple[Floats, Floats]:
    """Returns the intersections of pairs of edges' lines, moved outwards by `offset` (L, 1)."""
    n1, n2 = arrays.outward[first], arrays.outward[second]
    h1 = (n1 * arrays.starts[first]).sum(axis=1) + offset
    h2 = (n2 * arrays.starts[second]).sum(axis=1) + offset
    cross = n1[:, 0] * n2[:, 1] - n1[:, 1] * n2[:, 0]
    cross = np.where(np.abs(cross) > 1e-12, cross, np.nan)
    return (h1 * n2[:, 1] - h2 * n1[:, 1]) / cross, (h2 * n1[:, 0] - h1 * n2[:, 0]) / cross


def line_circle(
    arrays: BlockerArrays, lines: Ints, offset: Floats, centres: Floats, radii: Floats | float
) -> list[tuple[Floats, Floats]]:
    """Intersects edges' lines, moved outwards by `offset` (L, 1), with circles about `centres` (P, 2) or (2,)."""
    n = arrays.outward[lines]
    height = (n * (arrays.starts[lines] - centres)).sum(axis=1) + offset
    half = _root(radii**2 - height**2)
    x, y = centres[..., 0] + height * n[:, 0], centres[..., 1] + height * n[:, 1]
    return [(x - half * n[:, 1], y + half * n[:, 0]), (x + half * n[:, 1], y - half * n[:, 0])]


def circle_circle(c1: Floats, r1: Floats | float, c2: Floats, r2: Floats) -> list[tuple[Floats, Floats]]:
    """Returns the intersections of circles; centres (P, 2) or (2,), radii that broadcast with (L, P)."""
    d = c2 - c1
    distance2 = (d * d).sum(axis=-1)
    distance2 = np.where(distance2 > 0, distance2, np.nan)
    along = (distance2 + r1**2 - r2**2) / (2 * distance2)
    across = _root(r1**2 / distance2 - along**2)
    x, y = c1[..., 0] + along * d[..., 0], c1[..., 1] + along * d[..., 1]
    return [(x - across * d[..., 1], y + across * d[..., 0]), (x + across * d[..., 1], y - across * d[..., 0])]


def _root(square: Floats) -> Floats:
    """Returns the square root, NaN below zero, with a tolerance for circles that just touch."""
    return np.sqrt(np.where((square < 0) & (square > -TOUCHING_MM2), 0.0, square))


def depth_of(arrays: BlockerArrays, x: Floats, y: Floats, pieces: Ints) -> Floats:
    """Returns how deep points (L, P) lie in the templates (P,) given for each; negative outside."""
    px, py = x[..., None] - arrays.starts[:, 0], y[..., None] - arrays.starts[:, 1]
    edge = arrays.ends - arrays.starts
    length2 = np.maximum((edge * edge).sum(axis=1), 1e-300)
    t = np.clip((px * edge[:, 0] + py * edge[:, 1]) / length2, 0.0, 1.0)
    distance = np.hypot(px - t * edge[:, 0], py - t * edge[:, 1])
    ours = pieces[:, None] == arrays.pieces
    above, next_above = py < 0, (y[..., None] - arrays.ends[:, 1]) < 0
    rise = np.where(edge[:, 1] != 0, edge[:, 1], np.inf)
    crossing = (above != next_above) & (px < py / rise * edge[:, 0]) & ours
    inside = crossing.sum(axis=-1) % 2 == 1
    nearest = np.where(ours, distance, np.inf).min(axis=-1, initial=np.inf)
    return np.where(np.isnan(nearest), np.nan, np.where(inside, nearest, -nearest))


def rim_points(arrays: BlockerArrays, levels: Floats, centres: Floats, radii: Floats) -> Circles:
    """Returns a superset of where blockers' outlines cross rims of centres (R, 2) and radii (R,); some are not free."""
    circles = base_circles(arrays, levels) + corner_circles(arrays, levels)
    about = np.stack([circles.x_mm, circles.y_mm], axis=-1)
    lines = np.arange(len(arrays.starts), dtype=np.intp)
    points = []
    for centre, radius in zip(centres, radii, strict=True):
        points += circle_circle(centre, radius, about, circles.radius_mm)
        points += line_circle(arrays, lines, levels[:, None], centre, radius)
        points += _on_rim(arrays.joins, len(levels), centre, radius)
    return points_at(np.concatenate([p[0] for p in points], axis=1), np.concatenate([p[1] for p in points], axis=1))


def _on_rim(joins: Floats, levels: int, centre: Floats, radius: Floats | float) -> list[tuple[Floats, Floats]]:
    """Returns where segments that no line crosses, (J, 5), meet a rim: there the passing lines begin or end."""
    if not len(joins):
        return []
    start, along = joins[:, :2] - centre, joins[:, 2:4] - joins[:, :2]
    a, b = (along * along).sum(axis=1), (start * along).sum(axis=1)
    root = _root(b * b - a * ((start * start).sum(axis=1) - radius**2))
    points, shape = [], (levels, len(joins))
    for sign in (-1.0, 1.0):
        t = (-b + sign * root) / a
        t = np.where((t >= 0) & (t <= 1), t, np.nan)
        at = joins[:, :2] + t[:, None] * along
        points.append((np.broadcast_to(at[:, 0], shape), np.broadcast_to(at[:, 1], shape)))
    return points
