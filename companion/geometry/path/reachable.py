"""Judges whether a position can be reached, at all or within an allowance, and whether that is too close to call."""

import math
from dataclasses import dataclass, replace

import numpy as np

from companion.geometry.deviation import Deviation
from companion.geometry.errors import SceneError
from companion.geometry.path.obstacles import Lengths, Obstacles, as_complex
from companion.geometry.path.search import PathSearch
from companion.geometry.path.shortest_path import (
    Mode,
    crossed_by_jump,
    obstacles_of_move,
    refused_ends,
    shortest_path,
    with_slack,
)
from companion.geometry.path.tangents import TangentGraph
from companion.geometry.shapes import MatPoint, Scene
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict


def judge_reachable(
    scene: Scene,
    base_id: str,
    goal: MatPoint,
    mode: Mode = Mode.WALK,
    *,
    tolerance_mm: float = 0.0,
    slack_mm: float = 0.0,
) -> Verdict:
    """Judges whether a base can reach a position, however long the path.

    The question is asked with the scene as measured, and again with everything smaller by the tolerance (if the answer
    was no) or larger by it (if it was yes). The verdict is yes or no if the answer stays the same, otherwise close.
    Objects closer to the start than the tolerance grow only until they touch: contact before the move is a fact and
    traps nobody.

    Args:
        scene: The scene.
        base_id: The base that moves.
        goal: Target position of its centre.
        mode: How it moves.
        tolerance_mm: Possible error of each obstacle's outline: 0 for exact coordinates, twice the standard deviation
            for measured ones. At most half of the base's radius is used.
        slack_mm: As for `shortest_path`, for ends where the base has been seen to stand: an object within this distance
            of touching the start or the goal is taken to touch it there, and does not grow beyond that either.

    Returns:
        A verdict without a value; its limit is 0, its standard deviation half the tolerance, its reason `reach.open`,
        `reach.shut` or `reach.close`.

    Raises:
        SceneError: If there is no such base, or the tolerance or slack is negative or not a number.
    """
    base = scene.base(base_id)
    tolerance_mm = _checked_tolerance(tolerance_mm, base.radius_mm)
    start, end = as_complex(base.centre), as_complex(goal)
    obstacles = with_slack(obstacles_of_move(scene, base_id, mode), start, end, slack_mm)
    terrain_ids = frozenset(piece.id for piece in scene.terrain)
    standing = _FreePositions(start, end, slack_mm)

    def can_reach(growth_mm: float) -> bool:
        return _can_reach(standing.grown(obstacles, growth_mm), start, end, mode, terrain_ids)

    sigma_mm = tolerance_mm / CLOSE_AT_SIGMAS
    reached = can_reach(0.0)
    if tolerance_mm > 0 and can_reach(tolerance_mm if reached else -tolerance_mm) != reached:
        return Verdict(Answer.CLOSE, None, 0.0, sigma_mm, "reach.close")
    if reached:
        return Verdict(Answer.YES, None, 0.0, sigma_mm, "reach.open")
    return Verdict(Answer.NO, None, 0.0, sigma_mm, "reach.shut")


def judge_move(  # noqa: PLR0913 - each keyword is a tolerance of its own that may be left out
    scene: Scene,
    base_id: str,
    goal: MatPoint,
    limit_mm: float,
    mode: Mode = Mode.WALK,
    *,
    tolerance_mm: float = 0.0,
    slack_mm: float = 0.0,
    extra: Deviation | None = None,
) -> Verdict:
    """Judges whether a base can reach a position by a move no longer than an allowance.

    `Path.within` accounts for the uncertain length of one path. This function also considers that another path may
    decide: the verdict is close, too, if larger obstacles (by the tolerance) block every path that is short enough, or
    smaller ones open one.

    Args:
        scene: The scene.
        base_id: The base that moves.
        goal: Target position of its centre.
        limit_mm: The allowance.
        mode: How it moves.
        tolerance_mm: As for `judge_reachable`.
        slack_mm: As for `judge_reachable`.
        extra: Further uncertainty of the length, such as that of a measured goal.

    Returns:
        The verdict of `Path.within`, or close with the reason `path.close`.

    Raises:
        SceneError: If there is no such base, or the tolerance or slack is negative or not a number.
    """
    path = shortest_path(scene, base_id, goal, mode, slack_mm=slack_mm)
    verdict = path.within(limit_mm, extra)
    tolerance_mm = _checked_tolerance(tolerance_mm, scene.base(base_id).radius_mm)
    if tolerance_mm == 0:
        return verdict
    start, end = as_complex(path.start), as_complex(goal)
    obstacles = with_slack(obstacles_of_move(scene, base_id, mode), start, end, slack_mm)
    growth_mm = tolerance_mm if verdict.answer is Answer.YES else -tolerance_mm
    changed = _FreePositions(start, end, slack_mm).grown(obstacles, growth_mm)
    terrain_ids = frozenset(piece.id for piece in scene.terrain)
    length_mm = math.inf
    if _can_reach(changed, start, end, mode, terrain_ids):
        length_mm = _length_mm(changed, start, end, changed.radii - obstacles.radii, mode)
    if (length_mm <= limit_mm) == (verdict.answer is Answer.YES):
        return verdict
    return replace(verdict, answer=Answer.CLOSE, because="path.close")


def _checked_tolerance(tolerance_mm: float, radius_mm: float) -> float:
    if not 0 <= tolerance_mm < math.inf:
        raise SceneError(f"a tolerance must be 0 mm or more, got {tolerance_mm!r}")
    return min(tolerance_mm, radius_mm / 2)


def _length_mm(obstacles: Obstacles, start: complex, end: complex, growth_mm: Lengths, mode: Mode) -> float:
    """Returns the length of the shortest move among grown discs, corrected to the discs' true size.

    A path around a disc that has grown by g is longer by g times the angle that it turns around the disc.
    """
    last = PathSearch(TangentGraph(obstacles, end), start).shortest() if mode is Mode.WALK else None
    if last is None:
        return abs(end - start)
    length_mm, arrival = last.travelled_mm, last
    while arrival.before is not None:
        length_mm -= arrival.turn_before * float(growth_mm[arrival.before.disc])
        arrival = arrival.before
    return length_mm


def _can_reach(obstacles: Obstacles, start: complex, end: complex, mode: Mode, terrain_ids: frozenset[str]) -> bool:
    if refused_ends(obstacles, start, end, mode)[0]:
        return False
    if mode is Mode.FLIGHT:
        return True
    if mode is Mode.JUMP:
        return not crossed_by_jump(obstacles, start, end, terrain_ids)[0]
    if obstacles.legs_clear(np.array([start]), np.array([end]))[0]:
        return True
    return PathSearch(TangentGraph(obstacles, end), start).shortest() is not None


@dataclass(frozen=True, slots=True)
class _FreePositions:
    """Positions known to be free, whatever the obstacles' true size: the start, and an end at which a base was seen."""

    start: complex
    end: complex
    slack_mm: float

    def grown(self, obstacles: Obstacles, growth_mm: float) -> Obstacles:
        if growth_mm == 0:
            return obstacles
        return obstacles.resized(
            self._growth(obstacles.clearances(self.start), obstacles.clearances(self.end), growth_mm),
            self._growth(obstacles.side_clearances(self.start), obstacles.side_clearances(self.end), growth_mm),
        )

    def _growth(self, at_start_mm: Lengths, at_end_mm: Lengths, growth_mm: float) -> Lengths:
        growth = np.minimum(growth_mm, np.maximum(at_start_mm, 0.0))
        touches_end = np.abs(at_end_mm) < self.slack_mm
        return np.where(touches_end, np.minimum(growth, np.maximum(at_end_mm, 0.0)), growth)
