"""Models a shadow's edge across a tag: straight over such a short distance, soft, and with uniform shade beyond it.

The share of the light that remains at a point is 1 − depth · Φ((n · p − far) / soft), where n points into the shadow
and Φ is the normal distribution. It multiplies the light, so ink and paper are dimmed by the same share; an object on a
tag looks different.

Method: a search over a grid of edges; for each edge, the depth follows from linear least squares with all other
unknowns projected out (variable projection). A first search, with the pixels pooled in cells, rejects most tags.

References:
    Golub and Pereyra 1973.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.fiducials.tag_image import normal_cdf

UNKNOWNS = 4
"""Number of unknowns: depth, far (modules), direction (rad) and soft (modules)."""

MIN, MAX = np.array([0.0, -4.5, -math.inf, 0.3]), np.array([0.85, 4.5, math.inf, 1.6])
LONGEST = np.array([0.3, 0.5, 0.3, 0.3])
"""Largest change of each unknown in one step."""

SIGMAS = np.array([0.5, 2.0, 1.0, 0.3])
"""Standard deviations of an edge found by the search along lines."""

WAYS, FARS, SOFTS = 16, np.arange(-3.0, 3.1, 0.75), np.array([0.5, 1.0])
CELL_MODULES = 1 / 3
"""Width of the cells in which pixels are pooled: a soft edge is nearly linear over it."""

POOLED = 0.6
"""Share of the gain that pooling leaves at least."""

FIRST_DEPTH = (0.1, 0.7)
WILD = 3.5
"""Standard deviations above which a pixel is an outlier for an edge."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowModel:
    """The share of light that remains at points.

    Attributes:
        left: (N,) remaining share of the light.
        slopes: (N, 4) derivatives of `left` by each of the unknowns.
    """

    left: Floats
    slopes: Floats


def shade_at(u: Floats, v: Floats, edge: Floats) -> ShadowModel:
    """Computes the share of light that a shadow leaves.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) in the tag frame, downwards, in modules.
        edge: (4,) the unknowns.
    """
    depth, far, way, soft = edge.tolist()
    cos, sin = math.cos(way), math.sin(way)
    beyond = (cos * u + sin * v - far) / soft
    inside = normal_cdf(beyond)
    steep = depth * np.exp(-0.5 * beyond**2) / (math.sqrt(math.tau) * soft)
    slopes = [-inside, steep, -steep * (cos * v - sin * u), steep * beyond]
    return ShadowModel(1.0 - depth * inside, np.column_stack(slopes))


def moved(edge: Floats, step: Floats) -> Floats:
    """Returns an edge after a step, limited to the longest trusted step."""
    return np.asarray(np.clip(edge + np.clip(step, -LONGEST, LONGEST), MIN, MAX))


def likeliest_edge(u: Floats, v: Floats, dimming: Floats, rest: Floats, slopes: Floats, least: float) -> Floats | None:
    """Finds the edge that best explains the residuals of a tag without a shadow.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) in the tag frame, downwards, in modules.
        dimming: (N,) change of each pixel if all of its light is removed, in standard deviations of its noise; a linear
            combination of `slopes`.
        rest: (N,) residuals, in the same unit.
        slopes: (N, n) derivatives of the model by all other unknowns, in the same unit.
        least: Smallest reduction of the squared residuals to look for.

    Returns:
        (4,) the edge; None if none explains so much.
    """
    basis, _ = np.linalg.qr(slopes)
    clear = np.clip(rest, -WILD, WILD)
    clear -= basis @ (basis.T @ clear)
    sums = np.column_stack([dimming**2, -dimming * clear, dimming[:, None] * basis])
    if _best_edge(*_pooled(u, v, sums))[1] < POOLED * least:
        return None
    edge, gain = _best_edge(u, v, sums)
    return edge if gain >= least else None


def _best_edge(u: Floats, v: Floats, sums: Floats) -> tuple[Floats, float]:
    """Returns the best edge (4,) of the grid and its gain.

    Args:
        u: (N,) of pixels or cells.
        v: (N,) of pixels or cells.
        sums: (N, 2 + n) squares of the dimming, its products with the residuals, and those with the basis of what the
            other unknowns explain.
    """
    # They explain even dimming, so that a shadow beyond an edge and one before it differ only in their signs.
    ways = np.arange(WAYS // 2) * math.tau / WAYS
    grid = [each.ravel() for each in np.meshgrid(ways, FARS, SOFTS, indexing="ij")]
    along = np.repeat(np.cos(ways)[:, None] * u + np.sin(ways)[:, None] * v, len(FARS) * len(SOFTS), axis=0)
    inside = normal_cdf((along - grid[1][:, None]) / grid[2][:, None])
    pulls, *shared = (inside @ sums[:, 1:]).T
    length = np.maximum(inside**2 @ sums[:, 0] - np.square(shared).sum(axis=0), 1e-9)
    best = int((pulls**2 / length).argmax())
    depth = float(pulls[best] / length[best])
    way, far, soft = (float(each[best]) for each in grid)
    if depth < 0.0:
        way, far = way + math.pi, -far
    return np.array([np.clip(abs(depth), *FIRST_DEPTH), far, way, soft]), float(pulls[best] * depth)


def _pooled(u: Floats, v: Floats, sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Returns the mean position of the pixels in each cell (cells,), and their sums (cells, n)."""
    column, row = (np.floor((each - each.min()) / CELL_MODULES).astype(np.intp) for each in (u, v))
    cell = row * (column.max() + 1) + column
    count = np.bincount(cell)
    used = count > 0
    pooled: Floats = np.stack([np.bincount(cell, each)[used] for each in (u, v, *sums.T)], axis=1, dtype=np.float64)
    return pooled[:, 0] / count[used], pooled[:, 1] / count[used], pooled[:, 2:]
