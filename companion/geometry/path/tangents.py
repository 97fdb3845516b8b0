"""Straight legs between grown discs: common tangents, computed for one disc at a time and on demand.

A shortest path is straight or follows a rim, without a kink: it leaves each rim along a tangent. A path that rounds a
disc counter-clockwise (sense 1) keeps its centre on the left, clockwise (sense -1) on the right. With D from one centre
to the other, and unit direction u of the leg, the centres lie r·s·i·u beside the leg's ends, hence

    D = u (L + i k),  k = s₂ r₂ - s₁ r₁,  L = √(|D|² - k²).

Points, such as the start and the goal, are discs of radius 0.
"""

from dataclasses import dataclass, field

import numpy as np

from companion.geometry.path.arcs import FULL_TURN, FreeRim, free_rim
from companion.geometry.path.obstacles import CONTACT_MM, Indices, Lengths, Mask, Obstacles, Points

_SAME_PLACE_MM = 1e-12
# a turn that falls short of a full turn by less than this is no turn: rounding put the leg just behind
_FULL_TURN_SLACK_RAD = 1e-7


@dataclass(slots=True)
class Legs:
    """The free tangent legs that leave one rim in one sense (or one point), as columns of a table.

    Attributes:
        angles: Angle on the rim at which each begins, rad.
        starts: First ends, mm.
        ends: Second ends, mm.
        lengths: Lengths, mm.
        targets: Disc at which each arrives; `GOAL` for the goal.
        senses: Sense in which each rounds its target.
        end_angles: Angle on the target's rim at which each arrives, rad.
        best: Shortest travelled length found so far to the end of each, mm; written by the search.
    """

    angles: Lengths
    starts: Points
    ends: Points
    lengths: Lengths
    targets: Indices
    senses: Indices
    end_angles: Lengths
    best: Lengths

    def turns_from(self, angle: float, sense: int, free_ahead: float) -> tuple[Indices, Lengths]:
        """Returns which legs can be reached by sliding on from the angle, and the angle to each, rad."""
        turns = (sense * (self.angles - angle)) % FULL_TURN
        turns[turns > FULL_TURN - _FULL_TURN_SLACK_RAD] = 0.0
        reached = np.flatnonzero(turns <= free_ahead + _FULL_TURN_SLACK_RAD)
        return reached, turns[reached]


GOAL = -1


@dataclass(slots=True)
class TangentGraph:
    """All legs among the discs of one set of obstacles, computed as the search requests them.

    Attributes:
        obstacles: The obstacles that the legs must not cross.
        goal: A further point to which legs lead, if any.
    """

    obstacles: Obstacles
    goal: complex | None = None
    _rims: dict[int, FreeRim] = field(default_factory=dict)
    _legs: dict[tuple[int, int], Legs] = field(default_factory=dict)
    _targets: tuple[Points, Lengths, Indices, Indices] = field(init=False)

    def __post_init__(self) -> None:
        turnable = np.flatnonzero(self.obstacles.turnable)
        centres, radii = self.obstacles.centres[turnable], self.obstacles.radii[turnable]
        goal = [] if self.goal is None else [self.goal]
        self._targets = (
            np.concatenate([centres, centres, np.array(goal, dtype=np.complex128)]),
            np.concatenate([radii, radii, np.zeros(len(goal))]),
            np.concatenate([np.ones(len(turnable)), -np.ones(len(turnable)), np.ones(len(goal))]).astype(np.intp),
            np.concatenate([turnable, turnable, np.full(len(goal), GOAL)]).astype(np.intp),
        )

    def rim(self, disc: int) -> FreeRim:
        if disc not in self._rims:
            self._rims[disc] = free_rim(self.obstacles, disc)
        return self._rims[disc]

    def legs_from_point(self, point: complex) -> Legs:
        """Returns the free legs from a free position."""
        return self._legs_from(point, 0.0, 1, None)

    def legs_from(self, disc: int, sense: int) -> Legs:
        """Returns the free legs that leave a rim in that sense."""
        if (disc, sense) not in self._legs:
            centre, radius = self.obstacles.centres[disc], float(self.obstacles.radii[disc])
            self._legs[disc, sense] = self._legs_from(centre, radius, sense, self.rim(disc))
        return self._legs[disc, sense]

    def _legs_from(self, centre: complex, radius: float, sense: int, rim: FreeRim | None) -> Legs:
        centres, radii, senses, targets = self._targets
        directions, lengths, real = tangents(centre, radius * sense, centres, radii * senses)
        kept = np.flatnonzero(real)
        angles = np.angle(-1j * sense * directions[kept])
        if rim is not None:
            held = rim.holds(angles)
            kept, angles = kept[held], angles[held]
        starts = centre - 1j * sense * radius * directions[kept]
        outward = -1j * senses[kept] * directions[kept]
        ends = centres[kept] + radii[kept] * outward
        clear = self.obstacles.legs_clear(starts, ends)
        kept = kept[clear]
        return Legs(
            angles=angles[clear],
            starts=starts[clear],
            ends=ends[clear],
            lengths=lengths[kept],
            targets=targets[kept],
            senses=senses[kept],
            end_angles=np.angle(outward[clear]),
            best=np.full(len(kept), np.inf),
        )


def tangents(centre: complex, turn_radius: float, centres: Points, turn_radii: Lengths) -> tuple[Points, Lengths, Mask]:
    """Computes directions and lengths of the tangents from one disc to others, and which of them exist.

    Args:
        centre: The disc to leave.
        turn_radius: Its radius times its sense.
        centres: The discs to arrive at.
        turn_radii: Their radii times their senses.

    Returns:
        Unit directions, lengths in mm, and the mask; where it is False, the other two are meaningless. Discs that
        touch, within contact, have a tangent of length 0.
    """
    apart = centres - centre
    distance = np.abs(apart)
    offset = turn_radii - turn_radius
    room = distance - np.abs(offset)
    real = (room >= -2 * CONTACT_MM) & (distance > _SAME_PLACE_MM)
    lengths = np.sqrt(np.maximum(room, 0.0) * (distance + np.abs(offset)))
    directions = np.exp(1j * (np.angle(apart) - np.angle(lengths + 1j * offset)))
    return np.asarray(directions), lengths, np.asarray(real)
