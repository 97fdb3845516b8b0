"""A shadow's edge across a tag: straight over so short a way, soft, and all of the light beyond it dimmed alike.

The share of the light that is left at a point is 1 − depth · Φ((n · p − far) / soft), with n the way into the shadow
and Φ the normal distribution. Every share is multiplied with the light, so that ink and paper are dimmed alike: what
merely lies on a tag does not look so.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.fiducials.tag_image import coverage

UNKNOWNS = 4
"""Depth, far (modules), way (rad) and soft (modules)."""

MIN, MAX = np.array([0.0, -4.5, -math.inf, 0.3]), np.array([0.85, 4.5, math.inf, 1.6])
LONGEST = np.array([0.3, 0.5, 0.3, 0.3])
"""What a step may change at once."""

SIGMAS = np.array([0.5, 2.0, 1.0, 0.3])
"""How well the edge is known from looking along the lines."""

WAYS, FARS, SOFTS = 16, np.arange(-3.0, 3.1, 0.75), (0.5, 1.0)
FIRST_DEPTH = (0.1, 0.7)
WILD = 3.5
"""Standard deviations beyond which a pixel says no more for an edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """How much light is left at points.

    Attributes:
        left: (N,) share of the light.
        slopes: (N, 4) how that changes with each of the unknowns.
    """

    left: Floats
    slopes: Floats


def shade_at(u: Floats, v: Floats, edge: Floats) -> Shade:
    """What a shadow leaves of the light.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) likewise downwards.
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
    """An edge after a step, no longer than it may be trusted."""
    return np.asarray(np.clip(edge + np.clip(step, -LONGEST, LONGEST), MIN, MAX))


def likeliest_edge(u: Floats, v: Floats, dimming: Floats, rest: Floats, slopes: Floats) -> tuple[Floats, float]:
    """The edge that explains best what a tag without a shadow leaves unexplained.

    Args:
        u: (N,) in the tag frame, to the right, in modules.
        v: (N,) likewise downwards.
        dimming: (N,) what each pixel changes by if all of its light goes, in standard deviations of its noise.
        rest: (N,) what is unexplained, likewise.
        slopes: (N, n) how the model changes with what is known otherwise, likewise.

    Returns:
        (4,) the edge, and by how much it lessens the squared rest.
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
