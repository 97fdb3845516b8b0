"""Whether a place can be reached at all, and whether that hangs by a hair."""

import math
from dataclasses import dataclass

import numpy as np

from companion.geometry.errors import SceneError
from companion.geometry.obstacles import Lengths, Obstacles, as_complex
from companion.geometry.path import Mode, crossed_by_jump, obstacles_of_move, refused_ends, with_slack
from companion.geometry.search import WayFinder
from companion.geometry.shapes import MatPoint, Scene
from companion.geometry.tangents import TangentGraph
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
    """Whether a base can get to a place, however long the way.

    Asked with everything as it is, and once more with everything smaller by the tolerance (if the answer was no) or
    bigger by it (if it was yes). Yes or no where the answer stays the same, else close. What stands nearer to the start
    than the tolerance grows just so far that it touches: contact before the move is a fact, and holds nobody fast.

    Args:
        scene: What stands where.
        base_id: The base that moves.
        goal: Where its centre is to go.
        mode: How it moves.
        tolerance_mm: How much each obstacle may be out all round: 0 for exact coordinates, twice the standard
            deviation for measured ones. At most half of the base's radius is used.
        slack_mm: As for `shortest_path`, for ends where the base has been seen to stand: what is within this of
            touching the start or the goal is taken to touch it there, and does not grow beyond that either.

    Returns:
        A verdict without a value; its limit is 0, its standard deviation half the tolerance, its reason
        `reach.open`, `reach.shut` or `reach.close`.

    Raises:
        SceneError: If there is no such base, or the tolerance or slack is negative or not a number.
    """
    if not 0 <= tolerance_mm < math.inf:
        raise SceneError(f"a tolerance must be 0 mm or more, got {tolerance_mm!r}")
    base = scene.base(base_id)
    start, end = as_complex(base.centre), as_complex(goal)
    obstacles = with_slack(obstacles_of_move(scene, base_id, mode), start, end, slack_mm)
    terrain_ids = frozenset(piece.id for piece in scene.terrain)
    standing = _Standing(start, end, slack_mm)

    def can_reach(growth_mm: float) -> bool:
        return _can_reach(standing.grown(obstacles, growth_mm), start, end, mode, terrain_ids)

    tolerance_mm = min(tolerance_mm, base.radius_mm / 2)
    sigma_mm = tolerance_mm / CLOSE_AT_SIGMAS
    reached = can_reach(0.0)
    if tolerance_mm > 0 and can_reach(tolerance_mm if reached else -tolerance_mm) != reached:
        return Verdict(Answer.CLOSE, None, 0.0, sigma_mm, "reach.close")
    if reached:
        return Verdict(Answer.YES, None, 0.0, sigma_mm, "reach.open")
    return Verdict(Answer.NO, None, 0.0, sigma_mm, "reach.shut")


def _can_reach(obstacles: Obstacles, start: complex, end: complex, mode: Mode, terrain_ids: frozenset[str]) -> bool:
    if refused_ends(obstacles, start, end, mode)[0]:
        return False
    if mode is Mode.FLIGHT:
        return True
    if mode is Mode.JUMP:
        return not crossed_by_jump(obstacles, start, end, terrain_ids)[0]
    if obstacles.legs_clear(np.array([start]), np.array([end]))[0]:
        return True
    return WayFinder(TangentGraph(obstacles, end), start).shortest() is not None


@dataclass(frozen=True, slots=True)
class _Standing:
    """The places that are known to be free, whatever the obstacles' true size: the start, and an end that was seen."""

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
