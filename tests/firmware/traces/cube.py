"""A rigid cube that is thrown on a plane, many at a time, and what a motion sensor inside it feels.

Each corner that dips into the plane is pushed back by a damped spring and held by Coulomb friction; the stiffness gives
how long a blow lasts, the damping how far the cube bounces. The tray's walls push in the same way. Units: m, s, kg.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

G = 9.80665
STEP_S = 0.00025
SAMPLE_S = 0.01
STEPS_A_SAMPLE = round(SAMPLE_S / STEP_S)
LONGEST_S = 6.0
# What a corner's friction may take off its own slip in one step, so that it stops it and never turns it round.
GRIP = 0.15 / STEP_S
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
STILL_SPEED = 0.004
STILL_SPIN = 0.3


@dataclass(frozen=True)
class Ground:
    """What `n` cubes fall on, one row each.

    Attributes:
        blow_s: How long the whole cube's blow lasts.
        bounce: Share of the speed that it keeps in a straight bounce.
        friction: Coefficient of friction.
        wall_m: Distance from the middle to the four walls; far away where there is no tray.
    """

    blow_s: np.ndarray
    bounce: np.ndarray
    friction: np.ndarray
    wall_m: np.ndarray

    @cached_property
    def stiffness(self):
        return (np.pi / self.blow_s) ** 2

    @cached_property
    def damping(self):
        fall = -np.log(self.bounce)
        return 2 * fall / np.hypot(np.pi, fall) * np.sqrt(self.stiffness)


@dataclass
class Cubes:
    """Where `n` cubes are, and how they move.

    Attributes:
        half_m: Half an edge.
        inertia: (n, 3) about the body's axes; what is built into a die makes it uneven, so that it staggers in flight.
        place: (n, 3) of the middle.
        speed: (n, 3).
        turn: (n, 3, 3) rotation from body to world.
        spin: (n, 3) rad/s, world frame.
    """

    half_m: np.ndarray
    inertia: np.ndarray
    place: np.ndarray
    speed: np.ndarray
    turn: np.ndarray
    spin: np.ndarray

    def only(self, rows):
        return Cubes(
            self.half_m[rows], self.inertia[rows], self.place[rows], self.speed[rows], self.turn[rows], self.spin[rows]
        )

    def put(self, rows, others):
        for mine, theirs in zip(self.fields(), others.fields(), strict=True):
            mine[rows] = theirs

    def fields(self):
        return self.half_m, self.inertia, self.place, self.speed, self.turn, self.spin


@dataclass(frozen=True)
class Flight:
    """What became of the throws.

    Attributes:
        felt: (n, samples, 6) means over each 10 ms in the body frame until all lie still: specific force, m/s², and
            angular velocity, rad/s.
        samples: (n,) how many of them pass before the cube lies still.
        quarter_turns: (n,) how often another face came up.
        turn: (n, 3, 3) rotation from body to world at the end.
        settled: (n,) whether it came to rest in time.
    """

    felt: np.ndarray
    samples: np.ndarray
    quarter_turns: np.ndarray
    turn: np.ndarray
    settled: np.ndarray


def uneven(half_m, chance):
    """Inertias about each axis of cubes of mass one (an accelerometer does not tell light from heavy), ±12 %."""
    return (2 * half_m[:, None]) ** 2 / 6 * chance.uniform(0.88, 1.12, (len(half_m), 3))


def throw(cubes: Cubes, ground: Ground, sensor_m: np.ndarray) -> Flight:
    """Follow the cubes until all lie still; `sensor_m` is each sensor's place in its cube, (n, 3)."""
    count = len(cubes.half_m)
    longest = round(LONGEST_S / SAMPLE_S)
    felt = np.zeros((count, longest, 6))
    samples = np.full(count, longest)
    quarter_turns = np.zeros(count, int)
    upper = _upper(cubes.turn)
    live = np.arange(count)
    now, under, inside = cubes, ground, sensor_m
    calm = np.zeros(count, int)
    for at in range(longest):
        for _ in range(STEPS_A_SAMPLE):
            felt[live, at] += _step(now, under, inside) / STEPS_A_SAMPLE
        faces = _upper(now.turn)
        quarter_turns[live] += faces != upper[live]
        upper[live] = faces
        still = (np.linalg.norm(now.speed, axis=1) < STILL_SPEED) & (np.linalg.norm(now.spin, axis=1) < STILL_SPIN)
        calm[live] = np.where(still, calm[live] + 1, 0)
        if at % 10 == 9:
            cubes.put(live, now)
            samples[live[calm[live] >= 10]] = at + 1
            live = live[calm[live] < 10]
            if not len(live):
                break
            now, under, inside = cubes.only(live), _rows(ground, live), sensor_m[live]
    return Flight(felt[:, : samples.max()], samples, quarter_turns, cubes.turn, samples < longest)


def _rows(ground, rows):
    return Ground(ground.blow_s[rows], ground.bounce[rows], ground.friction[rows], ground.wall_m[rows])


def _upper(turn):
    """Which face is up: axis and sign as one number."""
    heights = turn[:, 2, :]
    axis = np.abs(heights).argmax(axis=1)
    return axis * 2 + (np.take_along_axis(heights, axis[:, None], axis=1)[:, 0] > 0)


def _cross(one, other):
    """The cross products of vectors, (..., 3); `np.cross` spends most of its time on arguments of other forms."""
    x, y, z = one[..., 0], one[..., 1], one[..., 2]
    u, v, w = other[..., 0], other[..., 1], other[..., 2]
    product = np.empty(np.broadcast_shapes(one.shape, other.shape))
    product[..., 0], product[..., 1], product[..., 2] = y * w - z * v, z * u - x * w, x * v - y * u
    return product


def _step(now, ground, sensor_m):
    """One step of semi-implicit Euler; what the sensor feels, (n, 6)."""
    force, torque = _pushes(now, ground)
    spin_in_body = np.einsum("nij,ni->nj", now.turn, now.spin)
    twist = np.einsum("nij,ni->nj", now.turn, torque) - _cross(spin_in_body, now.inertia * spin_in_body)
    spun_up = np.einsum("nij,nj->ni", now.turn, twist / now.inertia)
    now.speed = now.speed + (force - (0, 0, G)) * STEP_S
    now.spin = now.spin + spun_up * STEP_S
    now.place = now.place + now.speed * STEP_S
    arm = np.einsum("nij,nj->ni", now.turn, sensor_m)
    felt = force + _cross(spun_up, arm) + _cross(now.spin, _cross(now.spin, arm))
    in_body = np.einsum("nij,ni->nj", now.turn, felt)
    now.turn = _turned(now.turn, now.spin * STEP_S)
    return np.concatenate([in_body, spin_in_body], axis=1)


def _pushes(now, ground):
    arms = np.einsum("nij,cj->nci", now.turn, CORNERS) * now.half_m[:, None, None]
    places = now.place[:, None, :] + arms
    depth = -places[..., 2]
    touching = np.flatnonzero((depth > 0).any(axis=1))
    force = np.zeros_like(now.place)
    torque = np.zeros_like(now.place)
    if len(touching):
        _push(now, ground, touching, arms, depth, np.array([0.0, 0.0, 1.0]), force, torque)
    if (np.abs(places[..., :2]) > ground.wall_m[:, None, None]).any():
        for axis in (0, 1):
            for side in (-1.0, 1.0):
                beyond = side * places[..., axis] - ground.wall_m[:, None]
                rows = np.flatnonzero((beyond > 0).any(axis=1))
                inward = np.zeros(3)
                inward[axis] = -side
                if len(rows):
                    _push(now, ground, rows, arms, beyond, inward, force, torque)
    return force, torque


def _push(now, ground, rows, arms, depth, inward, force, torque):  # noqa: PLR0913, PLR0917 (all of one step)
    """Add what one plane does to the cubes of some rows."""
    arms = arms[rows]
    speeds = now.speed[rows][:, None, :] + _cross(now.spin[rows][:, None, :], arms)
    stiffness, damping = ground.stiffness[rows], ground.damping[rows]
    approach = speeds @ inward
    dip = np.where(depth[rows] > 0, depth[rows], 0)
    push = np.where(dip > 0, np.maximum(stiffness[:, None] * dip - damping[:, None] * approach, 0), 0)
    along = speeds - approach[..., None] * inward
    slip = np.linalg.norm(along, axis=2)
    rub = np.minimum(ground.friction[rows][:, None] * push / np.maximum(slip, 1e-9), np.where(push > 0, GRIP, 0))
    pushes = push[..., None] * inward - rub[..., None] * along
    force[rows] += pushes.sum(axis=1)
    torque[rows] += _cross(arms, pushes).sum(axis=1)


def _turned(turn, by):
    """Each rotation turned further by a small rotation vector, in the world frame."""
    angle = np.linalg.norm(by, axis=1)
    axis = by / np.maximum(angle, 1e-12)[:, None]
    sine, rest = np.sin(angle)[:, None, None], (1 - np.cos(angle))[:, None, None]
    cross = np.zeros_like(turn)
    cross[:, 0, 1], cross[:, 0, 2] = -axis[:, 2], axis[:, 1]
    cross[:, 1, 0], cross[:, 1, 2] = axis[:, 2], -axis[:, 0]
    cross[:, 2, 0], cross[:, 2, 1] = -axis[:, 1], axis[:, 0]
    step = np.eye(3) + sine * cross + rest * (cross @ cross)
    return step @ turn
