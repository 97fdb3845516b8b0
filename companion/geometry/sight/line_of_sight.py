"""Line of sight between two bases, with its margin (S-LOS-03 to S-LOS-13).

    margin = max over p in one base, q in the other of min over x on the segment pq of d(x),

where d is the smallest signed distance to any blocker; inside a blocker it is the negative distance to its own outline.
`free_lines` decides exactly whether sight with a given margin exists. The largest such margin is enclosed by testing
many levels at once; each round divides the interval by their number.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from companion.geometry.deviation import Deviation
from companion.geometry.errors import SceneError
from companion.geometry.gap import measure_gap
from companion.geometry.shapes import Base, MatPoint, Scene
from companion.geometry.sight.blockers import (
    Blocker,
    BlockerArrays,
    BlockingDisc,
    BlockingTemplate,
    Floats,
    SightFrame,
    blocker_arrays,
    collect_blockers,
    within_corridor,
)
from companion.geometry.sight.free_lines import free_lines, free_shared_points
from companion.geometry.sight.joins import Join, find_joins, join_arrays
from companion.geometry.sight.quick import quick_answer
from companion.geometry.sight.segment_test import Segments, hit_discs, hit_joins, hit_wall
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict

MARGIN_WITHIN_MM = 5e-4  # accuracy of the margin
_AT_FAULT_MM = 1e-3  # tolerance for rounding, within which a blocker's clearance equals the margin
POINT_MM = 1e-7  # radius of a base that represents a point
_MAX_LEVELS = 24  # most levels in one round
_TOUCHED_MM = 1e-5  # where touching blocks, a line needs this much room: far less than anything measured
_PAIRS = 8_000  # most features over all levels of a round; beyond it, larger arrays cost more than another round


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line for drawing, from a point of one base to a point of the other."""

    start: MatPoint
    end: MatPoint


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one base sees another, and with what margin.

    Attributes:
        margin_mm: The largest growth of all blockers with which sight stays clear, or, if negative, the erosion of each
            with which sight becomes clear; None if nothing on the table blocks at all.
        verdict: Yes for a margin above 0, and for 0 (grazing) where the scene's rule lets it. Its reason is
            `sight.open` (no blocker), `sight.clear`, `sight.blocked` or `sight.close`.
        witness: The best sight line; if blocked, the one that is blocked least.
        blockers: Ids of the pieces that limit the margin, or, if blocked, that are at fault.
    """

    margin_mm: float | None
    verdict: Verdict
    witness: Segment
    blockers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """Two bases in a fixed order, and everything that could stand between them."""

    a: Base
    b: Base
    frame: SightFrame
    blockers: list[Blocker]
    joins: list[Join]
    touching_blocks: bool
    _known_arrays: dict[tuple[int, ...], BlockerArrays] = field(default_factory=dict)

    def free(self, levels: Floats) -> Segments:
        """Returns free lines, or free shared points, at levels of one sign."""
        top = float(levels[-1])
        arrays = self._arrays(self.near(top))
        if self.joins:
            arrays = replace(arrays, joins=join_arrays(self.joins, top))
        lines = free_lines(arrays, self.frame, levels)
        points = free_shared_points(arrays, self.frame, levels)
        return lines.joined(points) if len(points) else lines

    def _arrays(self, near: list[Blocker]) -> BlockerArrays:
        """Returns some of the blockers as arrays; neighbouring levels mostly need the same ones."""
        key = tuple(id(blocker) for blocker in near)
        if key not in self._known_arrays:
            self._known_arrays[key] = blocker_arrays(near)
        return self._known_arrays[key]

    def any_free(self) -> bool:
        room_mm = _TOUCHED_MM if self.touching_blocks else 0.0
        quick = quick_answer(self.blockers, self.frame, self.joins, room_mm)
        return len(self.free(np.array([room_mm]))) > 0 if quick is None else quick

    def levels_between(self, low: float, high: float) -> Floats:
        """Returns as many levels as can be tested at once at a reasonable cost."""
        arrays = self._arrays(self.near(high))
        features = 2 + len(arrays.discs) + len(arrays.starts)
        count = int(np.clip(_PAIRS // features**2, 3, _MAX_LEVELS))
        return low + (high - low) * np.arange(1, count + 1) / (count + 1)

    def near(self, level: float) -> list[Blocker]:
        """Returns the blockers that matter at a level."""
        return within_corridor(self.blockers, self.frame, max(level, 0.0))

    def upper_bound_mm(self) -> float:
        """Returns an upper bound of the margin: every sight line stays close to the line between the centres."""
        best = math.inf
        for blocker in self.blockers:
            points = [(blocker.x_mm, blocker.y_mm)] if isinstance(blocker, BlockingDisc) else blocker.corners
            radius = blocker.radius_mm if isinstance(blocker, BlockingDisc) else 0.0
            for x, y in points:
                beyond = max(-x, x - self.frame.distance_mm, 0.0)
                best = min(best, math.hypot(y, beyond) - radius)
        return best + self.frame.reach_mm

    def lower_bound_mm(self) -> float:
        """Returns the erosion after which nothing is left on the line between the centres, and nothing is joined."""
        deepest = max([0.0, *(-join.closed_from_mm for join in self.joins)])
        for blocker in self.near(0.0):
            if isinstance(blocker, BlockingDisc):
                deepest = max(deepest, blocker.radius_mm - abs(blocker.y_mm))
            else:
                deepest = max(deepest, blocker.half_width_mm)
        return -deepest - 1.0


def can_see(scene: Scene, from_id: str, to_id: str) -> bool:
    """Whether a free sight line exists; as exact as `find_sight`, and much faster.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    return _ask(scene, from_id, to_id, upto_mm=_TOUCHED_MM).any_free()


def sees_point(scene: Scene, base: Base, point: MatPoint, *, spared: str) -> bool:
    """Whether a free line leads from some point of a base to a point.

    Args:
        scene: The table.
        base: The base that looks.
        point: The target point.
        spared: Id of another base that does not block: the one to which the point belongs.
    """
    looks = looking(scene, base)
    return _question(scene, looks, Base(spared, point, POINT_MM), upto_mm=_TOUCHED_MM).any_free()


def looking(scene: Scene, base: Base) -> Base:
    """Returns the base of one that looks as its lines start from it: the base, or its centre."""
    return replace(base, radius_mm=POINT_MM) if scene.sight.from_centre else base


def find_sight(scene: Scene, from_id: str, to_id: str, *, extra_sigma_mm: float = 0.0) -> Sight:
    """Finds the best sight line between two bases; the result is the same in both directions.

    Args:
        scene: The table. All its bases block, except these two and those with stealth; so do the templates that block
            sight.
        from_id: The base that looks.
        to_id: The target base; another one.
        extra_sigma_mm: Further standard deviation of the margin; added as a variance.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    question = _ask(scene, from_id, to_id)
    if question.blockers:
        sight = _measure(question, extra_sigma_mm)
    else:
        verdict = Verdict(Answer.YES, None, 0.0, extra_sigma_mm, "sight.open", Deviation(made_mm=extra_sigma_mm))
        sight = Sight(None, verdict, _between_rims(question), ())
    if question.a.id == from_id:
        return sight
    return replace(sight, witness=Segment(sight.witness.end, sight.witness.start))


def _measure(question: _Question, extra_sigma_mm: float) -> Sight:
    margin_mm, line = _enclose_margin(question)
    at_fault = _limiting(question, line, margin_mm + _AT_FAULT_MM)
    x0, y0, x1, y1 = line.ends_mm(0)
    witness = Segment(question.frame.to_mat(x0, y0), question.frame.to_mat(x1, y1))
    deviation = _deviation(question, margin_mm, line, at_fault).made(extra_sigma_mm)
    verdict = _judge(margin_mm, deviation, touching_blocks=question.touching_blocks)
    return Sight(margin_mm, verdict, witness, tuple(blocker.id for blocker in at_fault))


def two_bases(scene: Scene, from_id: str, to_id: str) -> tuple[Base, Base]:
    """Returns the two bases of a sight question.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    if from_id == to_id:
        raise SceneError(f"sight needs two different bases, got {from_id!r} twice")
    return scene.base(from_id), scene.base(to_id)


def _ask(scene: Scene, from_id: str, to_id: str, upto_mm: float = math.inf) -> _Question:
    looks, seen = two_bases(scene, from_id, to_id)
    # a fixed order makes the results of both directions identical
    a, b = sorted((looking(scene, looks), seen), key=lambda base: base.id)
    return _question(scene, a, b, upto_mm)


def _question(scene: Scene, a: Base, b: Base, upto_mm: float) -> _Question:
    """A question that is asked at levels up to one."""
    frame = SightFrame.between(a, b)
    rule = scene.sight
    blockers = collect_blockers(scene, frame, (a.id, b.id), grown_mm=upto_mm)
    question = _Question(a, b, frame, blockers, [], rule.touching_blocks)
    if rule.contact_mm is None:
        return question
    most_mm = upto_mm if math.isfinite(upto_mm) else max(question.upper_bound_mm(), 0.0)
    scale_sigma = max(a.scale_sigma, b.scale_sigma)
    joins = find_joins(blockers, rule.contact_mm, upto_mm=most_mm, scale_sigma=scale_sigma, apart=rule.apart)
    return replace(question, joins=joins)


def _enclose_margin(question: _Question) -> tuple[float, Segments]:
    """Returns the margin, and one line that has it."""
    best = question.free(np.zeros(1))
    low, high = (0.0, question.upper_bound_mm()) if len(best) else (question.lower_bound_mm(), 0.0)
    while high - low > MARGIN_WITHIN_MM:
        levels = question.levels_between(low, high)
        found = question.free(levels)
        if len(found):
            top = int(found.row.max())
            best = found.only(found.row == top)
            low, high = float(levels[top]), float(levels[top + 1]) if top + 1 < len(levels) else high
        else:
            high = float(levels[0])
    if low == 0.0 and question.touching_blocks and len(some := question.free(np.array([_TOUCHED_MM]))):
        low, best = _TOUCHED_MM, some
    return low, best.only(np.array([len(best) // 2])).asked_at(0)


def _limiting(question: _Question, line: Segments, level: float) -> list[Blocker]:
    """Returns the blockers that a line does not pass at a level."""
    near = question.near(level)
    arrays = blocker_arrays(near)
    here = np.array([level])
    discs = [b for b in near if isinstance(b, BlockingDisc)]
    pieces = [b for b in near if isinstance(b, BlockingTemplate)]
    hit: list[Blocker] = [discs[k] for k in np.flatnonzero(hit_discs(arrays, line, here)[0])]
    hit += [piece for piece, wall in zip(pieces, arrays.walls, strict=True) if hit_wall(wall, line, here)[0]]
    joined = {each for join in _crossed(question, line, level) for each in join.ids}
    return hit + [each for each in question.blockers if each.id in joined and each not in hit]


def _crossed(question: _Question, line: Segments, level: float) -> list[Join]:
    """Returns the joins that a line crosses at a level."""
    near = [join for join in question.joins if join.closed_from_mm <= level]
    return [join for join in near if hit_joins(join_arrays([join], level), line, np.array([level])).any()]


def _deviation(question: _Question, margin_mm: float, line: Segments, at_fault: list[Blocker]) -> Deviation:
    """Returns how uncertain the margin is.

    The margin changes with whatever limits it, each object relative to a point of the sight line, which lies between
    two points that move with the bases. Its variance is therefore at most the sum of two: the largest among the
    limiting blockers, and that of the less certain base. For a clear line, blockers count too that would limit it if
    they were displaced by the limit of what is close; a blocked line stays blocked, whatever else moves. The scale of
    the mat moves every centre in proportion, while radii stay: its share is of the margin and of the radii together.
    """
    if margin_mm != 0 and (joined := _only_joins(question, margin_mm, line, at_fault)):
        return max((join.deviation for join in joined), key=lambda each: each.sigma_mm)
    a, b = question.a, question.b
    radii_mm = [blocker.radius_mm for blocker in question.blockers if isinstance(blocker, BlockingDisc)]
    reach_mm = abs(margin_mm) + max(a.radius_mm, b.radius_mm, *radii_mm)
    scale_mm = max(a.scale_sigma, b.scale_sigma) * reach_mm
    most_mm = max(blocker.sigma_mm for blocker in question.blockers) + scale_mm
    slack_mm = CLOSE_AT_SIGMAS * most_mm if margin_mm >= 0 else 0.0
    limiting = _limiting(question, line, margin_mm + slack_mm + _AT_FAULT_MM) if slack_mm > 0 else at_fault
    least_sure = max(limiting, key=lambda blocker: blocker.sigma_mm)
    return Deviation.between(least_sure, max(a, b, key=lambda base: base.sigma_mm), scale_mm=scale_mm)


def _only_joins(question: _Question, margin_mm: float, line: Segments, at_fault: list[Blocker]) -> list[Join]:
    """Returns the joins that limit a line, if nothing else is near: then the margin hangs on those gaps alone."""
    joined = _crossed(question, line, margin_mm + _AT_FAULT_MM)
    if not joined:
        return []
    alone = replace(question, joins=[])
    slack_mm = CLOSE_AT_SIGMAS * max(blocker.sigma_mm for blocker in at_fault)
    return [] if _limiting(alone, line, margin_mm + slack_mm + _AT_FAULT_MM) else joined


def _judge(margin_mm: float, deviation: Deviation, *, touching_blocks: bool) -> Verdict:
    sigma_mm = deviation.sigma_mm
    if sigma_mm > 0 and abs(margin_mm) <= CLOSE_AT_SIGMAS * sigma_mm:
        answer, reason = Answer.CLOSE, "sight.close"
    elif margin_mm > 0 or (margin_mm == 0 and not touching_blocks):
        answer, reason = Answer.YES, "sight.clear"
    else:
        answer, reason = Answer.NO, "sight.blocked"
    return Verdict(answer, margin_mm, 0.0, sigma_mm, reason, deviation)


def _between_rims(question: _Question) -> Segment:
    gap = measure_gap(question.a, question.b)
    return Segment(gap.from_rim, gap.to_rim)
