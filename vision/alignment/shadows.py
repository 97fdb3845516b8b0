"""Models a shadow's edge across a tag: straight over such a short distance, soft, and with uniform shade beyond it.

The share of the light that remains at a point is 1 − depth · Φ((n · p − far) / soft), where n points into the shadow
and Φ is the normal distribution. It multiplies the light, so ink and paper are dimmed by the same share; an object on a
tag looks different.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.fiducials.tag_image import coverage

UNKNOWNS = 4
"""Number of unknowns: depth, far (modules), direction (rad) and soft (modules)."""

MIN, MAX = np.array([0.0, -4.5, -math.inf, 0.3]), np.array([0.85, 4.5, math.inf, 1.6])
LONGEST = np.array([0.3, 0.5, 0.3, 0.3])
"""Largest change of each unknown in one step."""

SIGMAS = np.array([0.5, 2.0, 1.0, 0.3])
"""Standard deviations of an edge found by the search along lines."""

WAYS, FARS, SOFTS = 16, np.arange(-3.0, 3.1, 0.75), (0.5, 1.0)
FIRST_DEPTH = (0.1, 0.7)
WILD = 3.5
"""Standard deviations above which a pixel is an outlier for an edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """The share of light that remains at points.

    Attributes:
        left: (N,) remaining share of the light.
        slopes: (N, 4) derivatives of `left` by each of the unknowns.
    """

    left: Floats
    slopes: Floats


def shade_at(u: Floats, v: Floats, edge: Floats) -> Shade:
    """Computes the share of light that a shadow leaves.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) in the tag frame, downwards, in modules.
        edge: (4,) the unknowns.
    """
    depth, far, way, soft = edge.tolist()
    cos, sin = math.cos(way), math.sin(way)
    beyond = (cos * u + sin * v - far) / soft
    inside = coverage(beyond, 2, 1.0)[:, 1]
    steep = depth * np.exp(-0.5 * beyond**2) / (math.sqrt(math.tau) * soft)
    slopes = [-inside, steep, -steep * (cos * v - sin * u), steep * beyond]
    return Shade(1.0 - depth * inside, np.column_stack(slopes))


def moved(edge: Floats, step: Floats) -> Floats:
    """Returns an edge after a step, limited to the longest trusted step."""
    return np.asarray(np.clip(edge + np.clip(step, -LONGEST, LONGEST), MIN, MAX))


def likeliest_edge(u: Floats, v: Floats, dimming: Floats, rest: Floats, slopes: Floats) -> tuple[Floats, float]:
    """Finds the edge that best explains the residuals of a tag without a shadow.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) in the tag frame, downwards, in modules.
        dimming: (N,) change of each pixel if all of its light is removed, in standard deviations of its noise.
        rest: (N,) residuals, in the same unit.
        slopes: (N, n) derivatives of the model by all other unknowns, in the same unit.

    Returns:
        (4,) the edge, and the reduction of the squared residuals.
    """
    edges, columns = [], []
    for way in (np.arange(WAYS) * math.tau / WAYS).tolist():
        along = math.cos(way) * u + math.sin(way) * v
        for far in FARS.tolist():
            for soft in SOFTS:
                edges.append((far, way, soft))
                columns.append(coverage((along - far) / soft, 2, 1.0)[:, 1])
    basis, _ = np.linalg.qr(slopes)
    shaded = -dimming[:, None] * np.column_stack(columns)
    shaded -= basis @ (basis.T @ shaded)
    clear = np.clip(rest, -WILD, WILD)
    along_rest, length = shaded.T @ (clear - basis @ (basis.T @ clear)), np.maximum((shaded**2).sum(axis=0), 1e-9)
    depths = np.maximum(along_rest / length, 0.0)
    best = int((depths * along_rest).argmax())
    edge = np.array([np.clip(depths[best], *FIRST_DEPTH), *edges[best]])
    return edge, float(depths[best] * along_rest[best])
