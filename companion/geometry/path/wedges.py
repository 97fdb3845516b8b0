"""The area that a walker can reach, as wedges: everything visible from the start and from each rim that it follows.

Theory of operation. Each reachable position has a shortest path whose last piece is straight: it begins at the start or
leaves some rim along a tangent. So the area is the union of fans of rays, one from the start and one for each arrival
at a rim. At turn φ along the rim, the ray's length is the rest of the distance, or less if something is hit.

Between two neighbouring rays the end is drawn straight. That is accurate to `ACCURACY_MM` where the distance ends.
Where something is hit, the ray is extended to the middle of that object: it is convex, so the straight line between two
such ends lies inside it, and subtracting all grown obstacles from the union afterwards leaves their true outline. Two
rays a hair apart are cast along all tangents to other rims. Where two neighbouring rays hit different objects, rays are
inserted between them until they are `_FINE_RAD` apart. So nothing is lost behind corners, in notches or in narrow gaps,
and nothing leaks through.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.geometry.path.arcs import FULL_TURN
from companion.geometry.path.obstacles import CONTACT_MM, Indices, Lengths, Mask, Obstacles, Points
from companion.geometry.path.search import Arrival, PathSearch
from companion.geometry.path.tangents import TangentGraph, tangents

ACCURACY_MM = 0.05  # accuracy of the outline where the distance ends
_HAIR_RAD = 1e-8
_HALVINGS = 14
_FINE_RAD = 1e-5
_CHUNK_RAD = 1.0  # fans are cut into pieces that turn less than half round, so that each is a simple polygon


@dataclass(frozen=True, slots=True)
class Fan:
    """The rays that leave one rim (or, with radius 0, one point) in one sense.

    Attributes:
        centre: Centre of the rim, mm.
        radius_mm: Its radius.
        sense: 1 to slide counter-clockwise, -1 clockwise.
        angle: Angle on the rim at which sliding begins, rad.
        sweep: Angle by which it slides, rad; above 0.
        budget_mm: Rest of the distance at its beginning.
    """

    centre: complex
    radius_mm: float
    sense: int
    angle: float
    sweep: float
    budget_mm: float

    @property
    def chunks(self) -> int:
        """The number of equal pieces in which it is drawn."""
        return math.ceil(self.sweep / _CHUNK_RAD)

    def rays(self, turns: Lengths) -> tuple[Points, Points, Lengths]:
        """Returns where the rays after these turns begin, their directions, and their lengths if nothing is hit."""
        outward = np.exp(1j * (self.angle + self.sense * turns))
        return (
            self.centre + self.radius_mm * outward,
            1j * self.sense * outward,
            self.budget_mm - self.radius_mm * turns,
        )


def walking_wedges(obstacles: Obstacles, start: complex, distance_mm: float) -> list[Points]:
    """Returns outlines of wedges whose union, minus the grown obstacles, can be reached from a free start."""
    return [outline for fan in _fans(obstacles, start, distance_mm) for outline in _outlines(obstacles, fan)]


def seen_wedges(obstacles: Obstacles, start: complex, distance_mm: float) -> list[Points]:
    """Returns outlines of wedges whose union, minus the grown obstacles, lies straight ahead of a free start."""
    fan = Fan(start, 0.0, 1, 0.0, FULL_TURN, distance_mm)
    return _outlines(obstacles, fan)


def _fans(obstacles: Obstacles, start: complex, distance_mm: float) -> Iterator[Fan]:
    yield Fan(start, 0.0, 1, 0.0, FULL_TURN, distance_mm)
    graph = TangentGraph(obstacles)
    earlier: dict[tuple[int, int, int | None], list[Arrival]] = {}
    for arrival in PathSearch(graph, start, limit_mm=distance_mm).arrivals():
        rim = graph.rim(arrival.disc)
        radius_mm = float(obstacles.radii[arrival.disc])
        left_mm = distance_mm - arrival.travelled_mm
        sweep = min(rim.free_ahead(arrival.angle, arrival.sense), left_mm / radius_mm)
        rivals = earlier.setdefault((arrival.disc, arrival.sense, rim.arc_at(arrival.angle)), [])
        sweep = _before_rivals(
            arrival, sweep, radius_mm, [(rival, rim.free_ahead(rival.angle, rival.sense)) for rival in rivals]
        )
        rivals.append(arrival)
        if sweep > 0:
            centre = complex(obstacles.centres[arrival.disc])
            yield Fan(centre, radius_mm, arrival.sense, arrival.angle, sweep, left_mm)


def _before_rivals(arrival: Arrival, sweep: float, radius_mm: float, rivals: list[tuple[Arrival, float]]) -> float:
    """Returns how far a sweep is needed until a rival on the same arc, with less travel, does as well or better.

    Each rival comes with the angle by which it can slide.
    """
    for rival, free_ahead in rivals:
        behind = (arrival.sense * (arrival.angle - rival.angle)) % FULL_TURN
        if behind <= free_ahead and rival.travelled_mm + radius_mm * behind <= arrival.travelled_mm + CONTACT_MM:
            return 0.0
        sweep = min(sweep, FULL_TURN - behind)
    return sweep


def _outlines(obstacles: Obstacles, fan: Fan) -> list[Points]:
    turns = np.unique(np.concatenate([_even_turns(fan), _grazing_turns(obstacles, fan)]))
    starts, directions, lengths = fan.rays(turns)
    middles, hit = _first_hits(obstacles, starts, directions, lengths)
    for _ in range(_HALVINGS):
        # Between two different objects lies their crossing, or a path between them that no ray has found yet.
        gaps = np.flatnonzero((hit[:-1] != hit[1:]) & (np.diff(turns) > _FINE_RAD))
        if not len(gaps):
            break
        between = (turns[gaps] + turns[gaps + 1]) / 2
        found = _first_hits(obstacles, *fan.rays(between))
        turns = np.insert(turns, gaps + 1, between)
        middles, hit = np.insert(middles, gaps + 1, found[0]), np.insert(hit, gaps + 1, found[1])
    starts, directions, lengths = fan.rays(turns)
    tips = starts + directions * np.minimum(lengths, middles)
    edges = np.searchsorted(turns, fan.sweep * np.arange(fan.chunks + 1) / fan.chunks)
    edges[-1] = len(turns) - 1
    return [
        np.concatenate([starts[low : high + 1], np.flip(tips[low : high + 1])])
        for low, high in itertools.pairwise(edges)
        if high > low
    ]


def _even_turns(fan: Fan) -> Lengths:
    """Returns turns so close that straight ends between them stay within the accuracy, plus the chunks' borders."""
    step = math.sqrt(8 * ACCURACY_MM / max(fan.budget_mm, 1.0))
    count = fan.chunks * math.ceil(fan.sweep / fan.chunks / step)
    return np.asarray(fan.sweep * np.arange(count + 1) / count)


def _grazing_turns(obstacles: Obstacles, fan: Fan) -> Lengths:
    """Returns turns just before and after each ray that grazes a rim within its length."""
    centres = np.concatenate([obstacles.centres, obstacles.centres])
    radii = np.concatenate([obstacles.radii, -obstacles.radii])
    directions, lengths, real = tangents(fan.centre, fan.radius_mm * fan.sense, centres, radii)
    turns = (fan.sense * (np.angle(-1j * fan.sense * directions) - fan.angle)) % FULL_TURN
    real &= lengths <= fan.budget_mm - fan.radius_mm * turns + CONTACT_MM
    turns = turns[real & (turns < fan.sweep)]
    return np.asarray(np.clip(np.concatenate([turns - _HAIR_RAD, turns + _HAIR_RAD]), 0.0, fan.sweep))


def _first_hits(obstacles: Obstacles, starts: Points, directions: Points, lengths: Lengths) -> tuple[Lengths, Indices]:
    """Returns the distance along each ray to the middle of the first object hit within its length, mm, and its number.

    The values are infinity and -1 if nothing is hit.
    """
    near = np.flatnonzero(_discs_in_range(obstacles, starts, lengths))
    entries, middles = _disc_hits(obstacles.centres[near], obstacles.radii[near] - CONTACT_MM, starts, directions)
    slab_entries, slab_middles = _slab_hits(obstacles, starts, directions)
    never = np.full((len(starts), 1), np.inf)
    entries = np.concatenate([entries, slab_entries, never], axis=1)
    middles = np.concatenate([middles, slab_middles, never], axis=1)
    numbers = np.concatenate([near, len(obstacles.centres) + np.arange(slab_entries.shape[1]), [-1]])
    first = np.argmin(entries, axis=1)
    rows = np.arange(len(starts))
    in_time = entries[rows, first] < lengths
    return np.where(in_time, middles[rows, first], np.inf), np.where(in_time, numbers[first], -1)


def _discs_in_range(obstacles: Obstacles, starts: Points, lengths: Lengths) -> Mask:
    middle = complex(starts.mean())
    far = float(np.abs(starts - middle).max() + lengths.max())
    return np.asarray(np.abs(obstacles.centres - middle) < far + obstacles.radii)


def _disc_hits(centres: Points, radii: Lengths, starts: Points, directions: Points) -> tuple[Lengths, Lengths]:
    towards = (centres[None, :] - starts[:, None]) * directions.conj()[:, None]
    half_chord = np.square(radii)[None, :] - np.square(towards.imag)
    hit = (half_chord > 0) & (towards.real > 0)
    entries = np.maximum(towards.real - np.sqrt(np.maximum(half_chord, 0.0)), 0.0)
    return np.where(hit, entries, np.inf), towards.real


def _slab_hits(obstacles: Obstacles, starts: Points, directions: Points) -> tuple[Lengths, Lengths]:
    edge = obstacles.edge_ends - obstacles.edge_starts
    length = np.abs(edge)
    turned = (edge / length).conj()[None, :]
    place = (starts[:, None] - obstacles.edge_starts[None, :]) * turned
    way = directions[:, None] * turned
    widths = obstacles.edge_widths - CONTACT_MM
    with np.errstate(divide="ignore", invalid="ignore"):
        along = np.stack([-place.real / way.real, (length - place.real) / way.real])
        across = np.stack([(-widths - place.imag) / way.imag, (widths - place.imag) / way.imag])
    entries = np.maximum(along.min(axis=0), across.min(axis=0))
    exits = np.minimum(along.max(axis=0), across.max(axis=0))
    hit = (exits > np.maximum(entries, 0.0)) & np.isfinite(entries) & np.isfinite(exits)
    entries, exits = np.where(hit, np.maximum(entries, 0.0), np.inf), np.where(hit, exits, np.inf)
    return entries, (entries + exits) / 2
