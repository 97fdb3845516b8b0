"""What a real motion sensor makes of the truth: turned a little, off zero, noisy, clipped, in whole steps."""

from dataclasses import dataclass

import numpy as np

from tests.firmware.traces.cube import G

STEPS_A_G = 4096
MAX_DEG_S = 2000
# By their datasheets, at ±2000 degrees a second.
STEPS_A_DEG_S = {"lsm6ds3": 1 / 0.07, "bmi160": 32768 / MAX_DEG_S}


@dataclass(frozen=True)
class Sensor:
    """One chip in one die.

    Attributes:
        chip: Which of the two.
        mounting: Rotation from the die's axes to the chip's.
        gain: Per axis, near 1.
        zero_g: What it reads per axis while it feels nothing, in g.
        noise_g: Standard deviation of one sample.
        spin_gain: Per axis, near 1, for the gyroscope.
        zero_deg_s: What the gyroscope reads per axis while nothing turns.
        noise_deg_s: Standard deviation of one of its samples.
        place_m: Where in the die it sits, from the middle.
    """

    chip: str
    mounting: np.ndarray
    gain: np.ndarray
    zero_g: np.ndarray
    noise_g: float
    spin_gain: np.ndarray
    zero_deg_s: np.ndarray
    noise_deg_s: float
    place_m: np.ndarray

    def read(self, felt, chance):
        """Samples of what is felt, (n, 6) along the die's axes, as the chip's whole steps (int16): spin, then force.

        That is the order in which both chips hold them.
        """
        force = felt[:, :3] @ self.mounting.T / G * self.gain + self.zero_g
        spin = np.degrees(felt[:, 3:]) @ self.mounting.T * self.spin_gain + self.zero_deg_s
        noisy_force = force + chance.normal(0, self.noise_g, force.shape)
        noisy_spin = np.clip(spin + chance.normal(0, self.noise_deg_s, spin.shape), -MAX_DEG_S, MAX_DEG_S)
        steps = np.rint(np.concatenate([noisy_spin * STEPS_A_DEG_S[self.chip], noisy_force * STEPS_A_G], axis=1))
        return np.clip(steps, -32768, 32767).astype(np.int16)


def any_sensor(chance):
    """A chip as a careful amateur builds it in."""
    return Sensor(
        str(chance.choice(list(STEPS_A_DEG_S))),
        small_turn(chance, np.radians(3)),
        chance.uniform(0.985, 1.015, 3),
        chance.uniform(-0.04, 0.04, 3),
        chance.uniform(0.0007, 0.0025),
        chance.uniform(0.97, 1.03, 3),
        chance.uniform(-10, 10, 3),
        chance.uniform(0.05, 0.3),
        chance.uniform(-0.003, 0.003, 3),
    )


def small_turn(chance, most_rad):
    return turn_about(chance.normal(size=3), chance.uniform(0, most_rad))


def any_turn(chance):
    """A rotation, any as likely as any other."""
    turn, upper = np.linalg.qr(chance.normal(size=(3, 3)))
    turn = turn * np.sign(np.diag(upper))
    return turn if np.linalg.det(turn) > 0 else -turn


def turn_about(axis, angle_rad):
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * (cross @ cross)


# The face that is up when the body's axis (row: x, y, z) points up (column: minus, plus). The sensor at rest feels the
# table's push, which points up.
FACE_UP = {(0, -1): 3, (0, 1): 4, (1, -1): 2, (1, 1): 5, (2, -1): 1, (2, 1): 6}


def face_up(turn):
    """The value on top of a die turned so (body to world)."""
    heights = turn[2]
    axis = int(np.abs(heights).argmax())
    return FACE_UP[axis, 1 if heights[axis] > 0 else -1]


def turn_showing(face, chance):
    """A die flat on the table with this face up, turned any way about the vertical."""
    axis, sign = next(key for key, value in FACE_UP.items() if value == face)
    upward = np.zeros(3)
    upward[axis] = sign
    first = np.cross(upward, np.roll(upward, 1))
    first = first / np.linalg.norm(first)
    flat = np.array([first, np.cross(upward, first), upward])
    return turn_about(np.array([0, 0, 1.0]), chance.uniform(0, 2 * np.pi)) @ flat
