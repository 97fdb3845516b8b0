"""What a die feels in a hand: a script of what the hand does, at a thousand steps a second."""

import numpy as np

from tests.firmware.traces.cube import G

RATE_HZ = 1000
PER_SAMPLE = RATE_HZ // 100
# How fast a hand's tremor turns what it holds, in rad/s for each g of it, and a wrist while shaking.
TREMOR_RAD_S_PER_G = 4.0
WRIST_RAD_S = (2.0, 15.0)
FADE_S = 0.1
UPWARD = np.array([0.0, 0.0, 1.0])


class Hand:
    """Collects what the die feels (m/s² and rad/s, its own axes) while the hand does one thing after another."""

    def __init__(self, turn, chance):
        self.turn = turn
        self.chance = chance
        self._felt = []

    def samples(self):
        """Means over 10 ms, (n, 6): specific force and angular velocity."""
        felt = np.concatenate(self._felt)
        whole = len(felt) // PER_SAMPLE * PER_SAMPLE
        return felt[:whole].reshape(-1, PER_SAMPLE, 6).mean(axis=1)

    def lie(self, duration_s):
        """Nothing, on the table."""
        return self._add(np.zeros((self._steps(duration_s), 3)))

    def carry(self, duration_s, tremor_g, drift_rad_s=0.0, to=None, swing_g=0.0):
        """Hold or move it, turning it at random or to a given rotation (body to world), never quite steadily."""
        steps = self._steps(duration_s)
        push = self._shiver(steps, tremor_g, 7, 12) + self._shiver(steps, swing_g, 0.7, 3)
        axis, angle = (
            _between(self.turn, to) if to is not None else (self.chance.normal(size=3), drift_rad_s * duration_s)
        )
        tremor = self._wobble(steps, tremor_g * TREMOR_RAD_S_PER_G, 7, 12)
        return self._add(push, (axis, _smoothly(angle, steps)), tremor)

    def shake(self, duration_s, swing_g, turns_rad):
        """Shake it in the closed hand: it swings, turns and knocks against the fingers."""
        steps = self._steps(duration_s)
        push = self._shiver(steps, swing_g, 2, 6)
        for at in self.chance.integers(0, steps, round(duration_s * self.chance.uniform(3, 12))):
            self._knock_into(push, at, self.chance.normal(size=3), self.chance.uniform(0.5, 4))
        wrist = self._wobble(steps, self.chance.uniform(*WRIST_RAD_S), 2, 6)
        return self._add(push, (self.chance.normal(size=3), _smoothly(turns_rad, steps)), wrist)

    def toss(self, duration_s, spin_rad_s):
        """Let it fly from the hand, spinning, until it falls back into the hand."""
        steps = self._steps(duration_s)
        angles = spin_rad_s * np.arange(1, steps + 1) / RATE_HZ
        return self._add(np.tile(-G * UPWARD, (steps, 1)), (self.chance.normal(size=3), angles))

    def knock(self, blow_g, direction, within_s=0.02):
        """One blow that lasts a few milliseconds."""
        push = np.zeros((self._steps(within_s), 3))
        self._knock_into(push, 2, np.asarray(direction, float), blow_g)
        return self._add(push)

    def _knock_into(self, push, at, direction, blow_g):
        """A half sine of 3 to 10 ms, given as what it comes to over 10 ms."""
        lasts = self.chance.integers(3, 11)
        shape = np.sin(np.pi * (np.arange(lasts) + 0.5) / lasts)
        strength = blow_g * G * PER_SAMPLE / shape.sum()
        end = min(at + lasts, len(push))
        push[at:end] += (strength * shape)[: end - at, None] * direction / np.linalg.norm(direction)

    def _steps(self, duration_s):
        return max(1, round(duration_s * RATE_HZ))

    def _shiver(self, steps, strength_g, low_hz, high_hz):
        """Noise within a band, each axis with this root mean square."""
        if strength_g == 0:
            return np.zeros((steps, 3))
        at_s = np.arange(steps)[:, None] / RATE_HZ
        out = np.zeros((steps, 3))
        for axis in range(3):
            pitch = self.chance.uniform(low_hz, high_hz, 5)
            out[:, axis] = np.sin(2 * np.pi * (at_s * pitch + self.chance.uniform(0, 1, 5))).sum(axis=1)
        return out * strength_g * G * np.sqrt(2 / 5)

    def _wobble(self, steps, rate_rad_s, low_hz, high_hz):
        """Axis and angle at each step of a turning to and fro that begins and ends at nothing."""
        at_s = np.arange(steps) / RATE_HZ
        pitch = self.chance.uniform(low_hz, high_hz, 3)
        waves = np.sin(2 * np.pi * (at_s[:, None] * pitch + self.chance.uniform(0, 1, 3))) / (2 * np.pi * pitch)
        fade = np.minimum(1, np.minimum(at_s, at_s[::-1]) / FADE_S)
        return self.chance.normal(size=3), rate_rad_s * np.sqrt(2 / 3) * waves.sum(axis=1) * fade * fade * (
            3 - 2 * fade
        )

    def _add(self, push, turning=None, wobble=None):
        """The die turns about an axis through the angles given, and wobbles about another meanwhile."""
        still = UPWARD, np.zeros(len(push))
        first, first_spin = _turning(*(turning or still))
        second, second_spin = _turning(*(wobble or still))
        # The wobble comes first, seen from the die: world = first (second (turn (die))).
        spin = np.einsum("tij,ti->tj", second, first_spin) + second_spin
        felt = np.einsum("tij,ti->tj", second, np.einsum("tij,ti->tj", first, push + G * UPWARD))
        self._felt.append(np.concatenate([felt @ self.turn, spin @ self.turn], axis=1))
        self.turn = first[-1] @ second[-1] @ self.turn
        return self


def _smoothly(angle, steps):
    path = np.linspace(0, 1, steps)
    return angle * path * path * (3 - 2 * path)


def _turning(axis, angles):
    """Rotations about an axis by each angle, (n, 3, 3), and the angular velocity in the world, (n, 3)."""
    axis = axis / np.linalg.norm(axis)
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    sine, rest = np.sin(angles)[:, None, None], (1 - np.cos(angles))[:, None, None]
    rate = np.gradient(angles) * RATE_HZ if len(angles) > 1 else np.zeros(1)
    return np.eye(3) + sine * cross + rest * (cross @ cross), rate[:, None] * axis


def _between(first, second):
    """Axis and angle (world frame) that turn one rotation into another."""
    turn = second @ first.T
    angle = np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))
    if angle < 1e-6:
        return np.array([0, 0, 1.0]), 0.0
    if angle > np.pi - 1e-3:
        values, vectors = np.linalg.eigh((turn + turn.T) / 2)
        return vectors[:, values.argmax()], angle
    return np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]), angle
