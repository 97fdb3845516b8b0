"""What a die feels in a hand: a script of what the hand does, at a thousand steps a second."""

import numpy as np

from tests.firmware.traces.cube import G
from tests.firmware.traces.sensor import turn_about

RATE_HZ = 1000
PER_SAMPLE = RATE_HZ // 100


class Hand:
    """Collects the specific force (m/s², die's axes) while the hand does one thing after another."""

    def __init__(self, turn, chance):
        self.turn = turn
        self.chance = chance
        self._felt = []

    def samples(self):
        """Means over 10 ms, (n, 3)."""
        felt = np.concatenate(self._felt)
        whole = len(felt) // PER_SAMPLE * PER_SAMPLE
        return felt[:whole].reshape(-1, PER_SAMPLE, 3).mean(axis=1)

    def lie(self, duration_s):
        """Nothing, on the table."""
        return self._add(np.zeros((self._steps(duration_s), 3)), None)

    def carry(self, duration_s, tremor_g, drift_rad_s=0.0, to=None, swing_g=0.0):
        """Hold or move it, turning it at random or to a given rotation (body to world)."""
        steps = self._steps(duration_s)
        push = self._shiver(steps, tremor_g, 7, 12) + self._shiver(steps, swing_g, 0.7, 3)
        axis, angle = (
            _between(self.turn, to) if to is not None else (self.chance.normal(size=3), drift_rad_s * duration_s)
        )
        return self._add(push, (axis, angle))

    def shake(self, duration_s, swing_g, turns_rad):
        """Shake it in the closed hand: it swings, turns and knocks against the fingers."""
        steps = self._steps(duration_s)
        push = self._shiver(steps, swing_g, 2, 6)
        for at in self.chance.integers(0, steps, round(duration_s * self.chance.uniform(3, 12))):
            self._knock_into(push, at, self.chance.normal(size=3), self.chance.uniform(0.5, 4))
        return self._add(push, (self.chance.normal(size=3), turns_rad))

    def knock(self, blow_g, direction, within_s=0.02):
        """One blow that lasts a few milliseconds."""
        push = np.zeros((self._steps(within_s), 3))
        self._knock_into(push, 2, np.asarray(direction, float), blow_g)
        return self._add(push, None)

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

    def _add(self, push, turning):
        steps = len(push)
        world = push + np.array([0, 0, G])
        if turning is None or turning[1] == 0:
            self._felt.append(world @ self.turn)
            return self
        axis, angle = turning
        path = np.linspace(0, 1, steps)
        angles = angle * path * path * (3 - 2 * path)
        axis = axis / np.linalg.norm(axis)
        # Rodrigues backwards: what the world holds, seen by a die that turns.
        back = -angles[:, None]
        along = (world @ axis)[:, None] * axis * (1 - np.cos(back))
        seen = world * np.cos(back) + np.cross(axis, world) * np.sin(back) + along
        self._felt.append(seen @ self.turn)
        self.turn = turn_about(axis, angle) @ self.turn
        return self


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
