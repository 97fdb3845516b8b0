"""Dice as solids: cubes with round edges and corners, where a ray meets them, and how near two of them are."""

import math
from dataclasses import dataclass, replace

import numpy as np

FACES = {
    1: (2, 1),
    6: (2, -1),
    2: (0, 1),
    5: (0, -1),
    3: (1, 1),
    4: (1, -1),
}
"""Axis and sign of each value's face in the die's own frame; opposite faces add up to seven."""
STEPS = 9
HIT_MM = 0.03


@dataclass(frozen=True, slots=True)
class Solid:
    """One die's shape and pose.

    Attributes:
        edge_mm: Edge.
        round_mm: Radius of its edges.
        ball: Radius of the ball that cuts its corners, in half edges; 1.74 cuts nothing.
        centre_mm: (3,) world.
        turn: (3, 3) columns are its own axes in the world.
    """

    edge_mm: float
    round_mm: float
    ball: float
    centre_mm: np.ndarray
    turn: np.ndarray

    @property
    def half_mm(self) -> float:
        return self.edge_mm / 2

    def moved(self, by_mm: np.ndarray) -> "Solid":
        return replace(self, centre_mm=self.centre_mm + by_mm)

    def distance(self, own: np.ndarray) -> np.ndarray:
        """(N, 3) points in its own frame to signed distances, mm."""
        beyond = np.abs(own) - (self.half_mm - self.round_mm)
        out = np.maximum(beyond, 0.0)
        box = _length(out) + np.minimum(_largest(beyond), 0.0) - self.round_mm
        return np.maximum(box, _length(own) - self.ball * self.half_mm)

    def normals(self, own: np.ndarray) -> np.ndarray:
        """(N, 3) unit normals in its own frame at points of its surface."""
        out = np.maximum(np.abs(own) - (self.half_mm - self.round_mm), 0.0) * np.sign(own)
        cut = _length(own) - self.ball * self.half_mm > -HIT_MM
        out[cut] = own[cut]
        return out / np.maximum(_length(out), 1e-9)[:, None]

    def hits(self, origin_mm: np.ndarray, rays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where rays from a point meet it.

        Args:
            origin_mm: (3,) world.
            rays: (N, 3) unit directions, world.

        Returns:
            Which rays meet it, (N,) bool, and where, (M, 3) in its own frame, for those.
        """
        start = (origin_mm - self.centre_mm) @ self.turn
        own = rays @ self.turn
        safe = np.where(np.abs(own) < 1e-9, 1e-9, own)
        one, two = (-self.half_mm - start) / safe, (self.half_mm - start) / safe
        enter, leave = _largest(np.minimum(one, two)), -_largest(-np.maximum(one, two))
        inside = enter < leave
        index = np.flatnonzero(inside)
        points = start + own[index] * enter[index, None]
        away = self.distance(points)
        for _ in range(STEPS):
            far = np.flatnonzero(away > HIT_MM)
            if not len(far):
                break
            points[far] += own[index[far]] * away[far, None]
            away[far] = self.distance(points[far])
        met = away <= 3 * HIT_MM
        hit = np.zeros(len(rays), bool)
        hit[index[met]] = True
        return hit, points[met]

    def blocks(self, points_mm: np.ndarray, towards_mm: np.ndarray) -> np.ndarray:
        """(N,) whether it stands between points (N, 3) and a place (3,), as a slightly smaller cube."""
        start = (points_mm - self.centre_mm) @ self.turn
        way = (towards_mm - self.centre_mm) @ self.turn - start
        half = self.half_mm - 0.4 * self.round_mm
        safe = np.where(np.abs(way) < 1e-9, 1e-9, way)
        one, two = (-half - start) / safe, (half - start) / safe
        enter, leave = _largest(np.minimum(one, two)), -_largest(-np.maximum(one, two))
        return (enter < leave) & (leave > 0.0) & (enter < 1.0)

    def skin_mm(self) -> np.ndarray:
        """(N, 3) points all over its surface, world."""
        return self.centre_mm + _skin(self) @ self.turn.T

    def corners_mm(self) -> np.ndarray:
        """(8, 3) where its corners are, round as they are, world."""
        reach = min(self.half_mm - self.round_mm * (1 - 1 / math.sqrt(3)), self.ball * self.half_mm / math.sqrt(3))
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        return self.centre_mm + reach * signs @ self.turn.T

    def square_mm(self, value: int, edge_mm: float) -> np.ndarray:
        """(4, 3) corners of a square on the face of a value, world; clockwise seen from outside."""
        axis, sign = FACES[value]
        across, up = plane_axes(axis, sign)
        middle = np.zeros(3)
        middle[axis] = sign * self.half_mm
        signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        own = np.array([middle + edge_mm / 2 * (x * across + y * up) for x, y in signs])
        return self.centre_mm + own @ self.turn.T

    def upper(self) -> tuple[int, float]:
        """The value that looks up the most, and how far it leans, rad."""
        heights = {value: sign * self.turn[2, axis] for value, (axis, sign) in FACES.items()}
        value = max(heights, key=lambda key: heights[key])
        return value, math.acos(min(1.0, heights[value]))


def plane_axes(axis: int, sign: int) -> tuple[np.ndarray, np.ndarray]:
    """A face's axes to the right and upwards, as seen from outside, in the die's own frame."""
    across, normal = np.zeros(3), np.zeros(3)
    across[(axis + 1) % 3] = 1.0
    normal[axis] = sign
    return across, np.cross(normal, across)


def resting(solid: Solid, floor_mm: float = 0.0) -> Solid:
    """The same, lifted or lowered until its lowest point lies on a floor."""
    low = solid.skin_mm()[:, 2].min()
    return solid.moved(np.array([0.0, 0.0, floor_mm - low]))


def gap_mm(one: Solid, two: Solid) -> float:
    """About how far two dice are apart; below 0 they would be in one another."""
    if np.linalg.norm(one.centre_mm - two.centre_mm) > one.edge_mm + two.edge_mm:
        return float(np.linalg.norm(one.centre_mm - two.centre_mm) - 0.87 * (one.edge_mm + two.edge_mm))
    there = two.distance((one.skin_mm() - two.centre_mm) @ two.turn).min()
    back = one.distance((two.skin_mm() - one.centre_mm) @ one.turn).min()
    return float(min(there, back))


def _largest(rows: np.ndarray) -> np.ndarray:
    # Three columns one by one: several times as fast as numpy's reduction over so short an axis.
    return np.maximum(np.maximum(rows[:, 0], rows[:, 1]), rows[:, 2])


def _length(rows: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("ij,ij->i", rows, rows))


def _skin(solid: Solid) -> np.ndarray:
    steps = np.linspace(-1, 1, 13)
    grid = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    cube = np.concatenate([np.insert(grid, axis, sign, axis=1) for axis in range(3) for sign in (-1.0, 1.0)])
    points = cube * solid.half_mm
    core = np.clip(points, -(solid.half_mm - solid.round_mm), solid.half_mm - solid.round_mm)
    out = points - core
    lengths = np.linalg.norm(out, axis=1, keepdims=True)
    points = core + out / np.maximum(lengths, 1e-9) * solid.round_mm
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    return points * np.minimum(1.0, solid.ball * solid.half_mm / lengths)
