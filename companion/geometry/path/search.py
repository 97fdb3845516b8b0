"""Searches for shortest paths over tangent legs and rims: A* to one goal, or outwards up to a distance.

A state is "at the end of this leg, about to slide along the rim that it touches". From there, every leg can be taken
that leaves the same rim in the same sense within the same free arc.
"""

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from companion.geometry.path.obstacles import Indices, Lengths
from companion.geometry.path.tangents import GOAL, Legs, TangentGraph

_NO_GAIN_MM = 1e-12


@dataclass(frozen=True, slots=True)
class Arrival:
    """One leg of a path, with its predecessor.

    Attributes:
        leg_start: Start of the leg, mm.
        leg_end: End of the leg, mm.
        disc: Disc at whose rim it arrives; `GOAL` at the goal.
        sense: Sense in which the path continues along that rim.
        angle: Angle on that rim at which it arrives, rad.
        travelled_mm: Length of the path so far.
        turn_before: Angle slid along the rim before this leg, rad.
        before: The previous arrival; None if the leg begins at the start.
    """

    leg_start: complex
    leg_end: complex
    disc: int
    sense: int
    angle: float
    travelled_mm: float
    turn_before: float
    before: "Arrival | None"


@dataclass(slots=True)
class PathSearch:
    """One search. Iterating `arrivals` performs it once; its results are stored in the graph.

    Attributes:
        graph: The legs; each search needs a new graph.
        start: Start of the paths; a free position.
        limit_mm: Longer paths are ignored.
    """

    graph: TangentGraph
    start: complex
    limit_mm: float = np.inf
    _queue: list[tuple[float, int, float, Legs, int, float, Arrival | None]] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=itertools.count)

    def shortest(self) -> Arrival | None:
        """Returns the last arrival of the shortest path to the graph's goal; None if there is no path."""
        return next((arrival for arrival in self.arrivals() if arrival.disc == GOAL), None)

    def arrivals(self) -> Iterator[Arrival]:
        """Yields every arrival without a better one, by travelled length plus the straight line to a goal, if any."""
        legs = self.graph.legs_from_point(self.start)
        self._push(legs, np.arange(len(legs.lengths)), np.zeros(len(legs.lengths)), 0.0, None)
        while self._queue:
            _, _, travelled, legs, number, turn, before = heapq.heappop(self._queue)
            if travelled > legs.best[number]:
                continue
            arrival = Arrival(
                complex(legs.starts[number]),
                complex(legs.ends[number]),
                int(legs.targets[number]),
                int(legs.senses[number]),
                float(legs.end_angles[number]),
                travelled,
                turn,
                before,
            )
            if arrival.disc == GOAL:
                yield arrival
            elif self.graph.rim(arrival.disc).arc_at(arrival.angle) is not None:
                yield arrival
                self._slide_on(arrival)

    def _slide_on(self, arrival: Arrival) -> None:
        graph = self.graph
        ahead = graph.rim(arrival.disc).free_ahead(arrival.angle, arrival.sense)
        legs = graph.legs_from(arrival.disc, arrival.sense)
        reached, turns = legs.turns_from(arrival.angle, arrival.sense, ahead)
        radius = float(graph.obstacles.radii[arrival.disc])
        self._push(legs, reached, turns, arrival.travelled_mm, arrival, radius)

    def _push(
        self,
        legs: Legs,
        numbers: Indices,
        turns: Lengths,
        travelled_mm: float,
        before: Arrival | None,
        radius_mm: float = 0.0,
    ) -> None:
        totals = travelled_mm + radius_mm * turns + legs.lengths[numbers]
        better = (totals < legs.best[numbers] - _NO_GAIN_MM) & (totals <= self.limit_mm)
        numbers, turns, totals = numbers[better], turns[better], totals[better]
        legs.best[numbers] = totals
        hopes = totals
        if self.graph.goal is not None:
            hopes = totals + np.abs(legs.ends[numbers] - self.graph.goal)
        for number, turn, total, hope in zip(
            numbers.tolist(), turns.tolist(), totals.tolist(), hopes.tolist(), strict=True
        ):
            heapq.heappush(self._queue, (hope, next(self._order), total, legs, number, turn, before))
