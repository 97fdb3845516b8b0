"""The shortest move of a base, as a curve on a continuous mat.

The centre of a walking base stays out of all other bases, impassable terrain and the sides, each grown by the base's
radius (`obstacles`). The shortest path among such shapes consists of common tangents and of arcs on their rims
(`tangents`), and is found by A* (`search`). Nothing is sampled: lengths are accurate to about 1e-9 mm.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from companion.geometry.deviation import Deviation
from companion.geometry.errors import SceneError
from companion.geometry.path.obstacles import CONTACT_MM, Lengths, Obstacles, as_complex, as_point, obstacles_for
from companion.geometry.path.search import Arrival, PathSearch
from companion.geometry.path.tangents import TangentGraph
from companion.geometry.path.trail import Arc, Line
from companion.geometry.path.walls import walls_between
from companion.geometry.shapes import Base, MatPoint, Scene, Terrain
from companion.geometry.verdict import Answer, Verdict, at_most

_NOTHING_MM = 1e-9  # pieces shorter than this are not drawn


class Mode(StrEnum):
    """How a base moves."""

    WALK = "walk"
    FLIGHT = "flight"
    JUMP = "jump"


@dataclass(frozen=True, slots=True)
class Path:
    """The shortest move, or why there is none.

    Attributes:
        start: Present position of the centre.
        goal: Target position.
        mode: How it moves.
        length_mm: Length of the centre's path; None if the goal cannot be reached.
        pieces: The path, piece by piece; empty if there is none or its length is 0.
        because: Stable key: `path.found`, `path.start_taken`, `path.goal_taken`, `path.goal_off_mat`, `path.crossed` (a
            straight move meets something), `path.closed` (there is no path around the obstacles).
        blocked_by: Ids of the pieces at fault: those that overlap the start or the goal, cross the straight line, or
            close the path. Empty if only a side of the mat is at fault.
        deviation: How uncertain the length is, from the start and everything that the path goes around.
    """

    start: MatPoint
    goal: MatPoint
    mode: Mode
    length_mm: float | None
    pieces: tuple[Line | Arc, ...]
    because: str
    blocked_by: tuple[str, ...] = ()
    deviation: Deviation = field(default_factory=Deviation)

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the length."""
        return self.deviation.sigma_mm

    def within(self, limit_mm: float, extra: Deviation | None = None) -> Verdict:
        """Judges whether the move is possible and no longer than an allowance.

        Args:
            limit_mm: The allowance.
            extra: Further uncertainty of the length, such as that of a measured goal.
        """
        deviation = self.deviation if extra is None else self.deviation.plus(extra)
        if self.length_mm is None:
            return Verdict(Answer.NO, None, limit_mm, deviation.sigma_mm, self.because, deviation)
        return at_most(self.length_mm, limit_mm, deviation, "path")

    def polyline(self, accuracy_mm: float = 0.1) -> tuple[MatPoint, ...]:
        """Returns the path as points for drawing, arcs to within the accuracy; only the start if there is no path."""
        points = [self.start]
        for piece in self.pieces:
            points += [piece.end] if isinstance(piece, Line) else piece.points(accuracy_mm)
        return tuple(points)

    def point_at(self, travelled_mm: float) -> MatPoint:
        """Returns the centre's position after a travelled length, limited to the path's ends."""
        left_mm = max(0.0, travelled_mm)
        for piece in self.pieces:
            if left_mm <= piece.length_mm:
                return piece.point_at(left_mm)
            left_mm -= piece.length_mm
        return self.goal if self.length_mm is not None else self.start


def shortest_path(scene: Scene, base_id: str, goal: MatPoint, mode: Mode = Mode.WALK, *, slack_mm: float = 0.0) -> Path:
    """Returns the shortest move of a base's centre to a position.

    Walking: the open disc of the base overlaps no other base and no impassable terrain and stays on the mat all the
    way; touching is allowed. Flying: the move is straight, and only the end has to be free. Jumping: the move is
    straight over bases, its disc must not overlap terrain of any kind, and its end has to be free. Overlaps below 1e-9
    mm are contact.

    Args:
        scene: The scene.
        base_id: The base that moves.
        goal: Target position of its centre.
        mode: How it moves.
        slack_mm: Overlaps up to this amount at the start or at the goal are measurement errors, not faults of the
            player: an object with such an overlap counts as touching there, and is reduced by it for the whole move. At
            most half of the base's radius is used.

    Raises:
        SceneError: If there is no such base, or the slack is negative or not a number.
    """
    base = scene.base(base_id)
    start, end = as_complex(base.centre), as_complex(goal)
    obstacles = with_slack(obstacles_of_move(scene, base_id, mode), start, end, slack_mm)
    because, blocked_by = refused_ends(obstacles, start, end, mode)
    if not because and mode is Mode.JUMP:
        because, blocked_by = crossed_by_jump(obstacles, start, end, {piece.id for piece in scene.terrain})
    if because:
        return Path(base.centre, goal, mode, None, (), because, blocked_by)
    if mode is Mode.WALK and not obstacles.legs_clear(np.array([start]), np.array([end]))[0]:
        return _walk_round(scene, base_id, goal, obstacles)
    line = Line(base.centre, goal)
    pieces = (line,) if line.length_mm > _NOTHING_MM else ()
    deviation = Deviation.between(base, scale_mm=base.scale_sigma * line.length_mm)
    return Path(base.centre, goal, mode, line.length_mm, pieces, "path.found", deviation=deviation)


def obstacles_of_move(scene: Scene, base_id: str, mode: Mode) -> Obstacles:
    """Returns the obstacles for the centre of a moving base: at the end of its move or, if it walks, all the way."""
    terrain = [piece for piece in scene.terrain if piece.impassable or mode is Mode.JUMP]
    return obstacles_for(scene, scene.base(base_id).radius_mm, terrain, {base_id})


def with_slack(obstacles: Obstacles, start: complex, end: complex, slack_mm: float) -> Obstacles:
    """Returns the obstacles, with those reduced that overlap an end of the move by no more than the slack.

    Raises:
        SceneError: If the slack is negative or not a number.
    """
    if not 0 <= slack_mm < math.inf:
        raise SceneError(f"slack must be 0 mm or more, got {slack_mm!r}")
    if slack_mm == 0:
        return obstacles
    slack_mm = min(slack_mm, float(obstacles.bounds[0]) / 2)
    overlaps = np.maximum(-obstacles.clearances(start), -obstacles.clearances(end))
    beyond = np.maximum(-obstacles.side_clearances(start), -obstacles.side_clearances(end))
    return obstacles.resized(_forgiven(overlaps, slack_mm), _forgiven(beyond, slack_mm))


def _forgiven(overlaps_mm: Lengths, slack_mm: float) -> Lengths:
    return np.where((overlaps_mm > 0) & (overlaps_mm <= slack_mm), -overlaps_mm, 0.0)


def refused_ends(obstacles: Obstacles, start: complex, end: complex, mode: Mode) -> tuple[str, tuple[str, ...]]:
    """Returns why the ends of a move make it impossible, and the ids at fault; the reason is empty if they do not."""
    if not obstacles.on_mat(end):
        return "path.goal_off_mat", ()
    in_the_way = obstacles.in_the_way_at(end)
    if in_the_way:
        return "path.goal_taken", in_the_way
    if mode is Mode.WALK and not obstacles.is_free(start):
        return "path.start_taken", obstacles.in_the_way_at(start)
    return "", ()


def crossed_by_jump(
    obstacles: Obstacles, start: complex, end: complex, terrain_ids: Collection[str]
) -> tuple[str, tuple[str, ...]]:
    """Returns why a jump between two positions is impossible, and over which terrain; an empty reason if possible."""
    hit = obstacles.legs_hit(np.array([start]), np.array([end]))[0] | (obstacles.clearances(start) < -CONTACT_MM)
    crossed = tuple(name for name, is_hit in zip(obstacles.ids, hit, strict=True) if is_hit and name in terrain_ids)
    return ("path.crossed", crossed) if crossed else ("", ())


def _walk_round(scene: Scene, base_id: str, goal: MatPoint, obstacles: Obstacles) -> Path:
    base = scene.base(base_id)
    start, end = as_complex(base.centre), as_complex(goal)
    last = PathSearch(TangentGraph(obstacles, end), start).shortest()
    if last is None:
        return Path(base.centre, goal, Mode.WALK, None, (), "path.closed", walls_between(obstacles, start, end))
    pieces = _pieces(obstacles, last)
    deviation = _length_deviation(scene, base, pieces).plus(Deviation(scale_mm=base.scale_sigma * last.travelled_mm))
    return Path(base.centre, goal, Mode.WALK, last.travelled_mm, pieces, "path.found", deviation=deviation)


def _pieces(obstacles: Obstacles, last: Arrival) -> tuple[Line | Arc, ...]:
    backwards: list[Line | Arc] = []
    arrival: Arrival | None = last
    while arrival is not None:
        backwards.append(Line(as_point(arrival.leg_start), as_point(arrival.leg_end)))
        before = arrival.before
        if before is not None:
            centre = as_point(complex(obstacles.centres[before.disc]))
            around = obstacles.ids[obstacles.owners[before.disc]]
            radius_mm = float(obstacles.radii[before.disc])
            backwards.append(Arc(centre, radius_mm, before.angle, before.sense * arrival.turn_before, around))
        arrival = before
    return tuple(piece for piece in reversed(backwards) if piece.length_mm > _NOTHING_MM)


def _length_deviation(scene: Scene, start: Base, pieces: tuple[Line | Arc, ...]) -> Deviation:
    """Returns how uncertain a path's length is, to first order, with all positions independent."""
    pulls: dict[str, complex] = {}
    for piece in pieces:
        if isinstance(piece, Arc):
            pulls[piece.around] = pulls.get(piece.around, 0) + piece.pull
    there: dict[str, Base | Terrain] = {piece.id: piece for piece in scene.terrain}
    there |= {base.id: base for base in scene.bases}
    pulled = [Deviation.between(there[name]).times(abs(pull)) for name, pull in pulls.items()]
    parts = [Deviation.between(start), *pulled]
    return Deviation(math.hypot(*(each.seen_mm for each in parts)), math.hypot(*(each.made_mm for each in parts)))
