"""The events on the table as a pure function of time: which hand carries which piece where, and the light."""

import math
from bisect import bisect_right
from dataclasses import dataclass

HOVER_MM = 95.0
"""Height at which an empty hand's fingertips cross the table's edge."""
LIFTING_SHARE = 0.2
"""Share of a carry in which the piece rises, and in which it descends."""


@dataclass(frozen=True, slots=True)
class PiecePose:
    """The pose of a piece.

    Attributes:
        x_mm: x coordinate of its centre, projected onto the mat.
        y_mm: y coordinate of the same point.
        angle_rad: Counter-clockwise from the mat's x axis.
        lift_mm: Height of its underside above the mat.
    """

    x_mm: float
    y_mm: float
    angle_rad: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class PieceMove:
    """A movement: a hand comes in, takes a piece, puts it down elsewhere and leaves.

    Attributes:
        piece: The piece's id.
        start_s: When the hand starts to come in.
        to: Where the piece is put down.
        entry_mm: Position of the fingertips before the hand comes in; must be out of sight.
        reach_s: Time in which the hand arrives.
        pause_s: Time for which it stays above the piece before lifting it.
        carry_s: Time from lifting to putting down.
        leave_s: Time in which the hand leaves.
        lift_mm: Height at which the piece is carried; 0 pushes it over the mat.
        by_hand: Whether a hand moves it; otherwise the piece slides by itself, as after a knock against the table.
    """

    piece: str
    start_s: float
    to: PiecePose
    entry_mm: tuple[float, float]
    reach_s: float = 1.0
    pause_s: float = 0.3
    carry_s: float = 1.8
    leave_s: float = 1.0
    lift_mm: float = 30.0
    by_hand: bool = True

    @property
    def grab_s(self) -> float:
        """Time at which the piece leaves its place."""
        return self.start_s + self.reach_s + self.pause_s

    @property
    def put_s(self) -> float:
        """Time at which the piece stands again."""
        return self.grab_s + self.carry_s

    @property
    def end_s(self) -> float:
        """Time at which the hand is outside the image."""
        return self.put_s + self.leave_s


@dataclass(frozen=True, slots=True)
class HandPose:
    """The position of a hand.

    Attributes:
        tip_mm: The point between the fingertips, in the mat frame.
        from_mm: The point from which the arm comes.
    """

    tip_mm: tuple[float, float, float]
    from_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sweep:
    """A hand that moves over the table without touching anything.

    Attributes:
        way: (time in seconds, x, y in mm) of the fingertips, in order of time; it begins and ends out of sight.
        arm: Direction of the arm from the fingertips, (x, y).
        height_mm: Height of the fingertips above the mat.
    """

    way: tuple[tuple[float, float, float], ...]
    arm: tuple[float, float]
    height_mm: float = 70.0

    def pose(self, t_s: float) -> HandPose | None:
        """Returns where the hand is at a time; None while it is outside the image."""
        if not self.way[0][0] < t_s < self.way[-1][0]:
            return None
        x_mm = Ramp(tuple((at_s, x) for at_s, x, _ in self.way)).at(t_s)
        y_mm = Ramp(tuple((at_s, y) for at_s, _, y in self.way)).at(t_s)
        return HandPose((x_mm, y_mm, self.height_mm), (x_mm + self.arm[0], y_mm + self.arm[1]))


@dataclass(frozen=True, slots=True)
class Ramp:
    """A number that varies over time: linear between points, constant outside.

    Attributes:
        points: (time in seconds, value), in order of time.
    """

    points: tuple[tuple[float, float], ...]

    def at(self, t_s: float) -> float:
        after = bisect_right(self.points, t_s, key=lambda point: point[0])
        if after == 0:
            return self.points[0][1]
        if after == len(self.points):
            return self.points[-1][1]
        (t0, v0), (t1, v1) = self.points[after - 1], self.points[after]
        return v0 + (v1 - v0) * (t_s - t0) / (t1 - t0)


def smooth(share: float) -> float:
    """Eases a share from 0 to 1, with zero speed at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3.0 - 2.0 * share)


def carried(start: PiecePose, carry: PieceMove, t_s: float) -> PiecePose:
    """Returns the pose of a piece that stood at `start` while it is carried."""
    share = (t_s - carry.grab_s) / carry.carry_s
    lift_mm = carry.lift_mm * smooth(min(share, 1.0 - share) / LIFTING_SHARE)
    rest = LIFTING_SHARE / 2 if carry.lift_mm else 0.0
    way = smooth((share - rest) / (1.0 - 2.0 * rest))
    turn_rad = math.remainder(carry.to.angle_rad - start.angle_rad, math.tau)
    return PiecePose(
        start.x_mm + way * (carry.to.x_mm - start.x_mm),
        start.y_mm + way * (carry.to.y_mm - start.y_mm),
        start.angle_rad + way * turn_rad,
        lift_mm,
    )


def piece_pose(start: PiecePose, carries: tuple[PieceMove, ...], piece: str, t_s: float) -> PiecePose:
    """Returns a piece's pose at a time; `start` is its pose at time 0, `carries` are in order of time."""
    pose = start
    for carry in carries:
        if carry.piece != piece or t_s <= carry.grab_s:
            continue
        if t_s < carry.put_s:
            return carried(pose, carry, t_s)
        pose = carry.to
    return pose


def in_motion(carries: tuple[PieceMove, ...], piece: str, t_s: float) -> bool:
    """Whether the piece is being moved at that time, lifted or pushed."""
    return any(carry.piece == piece and carry.grab_s < t_s < carry.put_s for carry in carries)


def hand_pose(carry: PieceMove, piece: PiecePose, grip_mm: float, t_s: float) -> HandPose | None:
    """Returns the position of a carry's hand at a time; None while it is outside the image, or if there is no hand.

    Args:
        carry: The carry.
        piece: Pose of its piece at that time.
        grip_mm: Height above the piece's underside at which the fingers hold it.
        t_s: Time.
    """
    if not carry.by_hand or not carry.start_s < t_s < carry.end_s:
        return None
    arrived = smooth((t_s - carry.start_s) / carry.reach_s)
    if t_s > carry.put_s:
        arrived = 1.0 - smooth((t_s - carry.put_s) / carry.leave_s)
    x_mm = carry.entry_mm[0] + arrived * (piece.x_mm - carry.entry_mm[0])
    y_mm = carry.entry_mm[1] + arrived * (piece.y_mm - carry.entry_mm[1])
    z_mm = HOVER_MM + arrived * arrived * (grip_mm - HOVER_MM) + piece.lift_mm
    return HandPose((x_mm, y_mm, z_mm), carry.entry_mm)
