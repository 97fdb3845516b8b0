"""Real rolls: picked up, sometimes shaken, thrown low or high on a hard mat, a soft mat or into a tray."""

from dataclasses import dataclass

import numpy as np

from tests.firmware.traces.cube import SAMPLE_S, Cubes, Ground, throw, uneven
from tests.firmware.traces.hand import Hand
from tests.firmware.traces.sensor import any_turn, face_up, turn_showing

PLACES = ("hard mat", "soft mat", "tray")
LIES_S = 1.2
# A die that is let go and turns less than half over was set down, however briskly: no roll to be counted.
FEWEST_QUARTER_TURNS = 2
FAR_M = 1000.0
FLAT_COS = np.cos(np.radians(2))


@dataclass(frozen=True)
class Trace:
    """What one die feels over one happening.

    Attributes:
        kind: Which kind of happening.
        felt: (samples, 6), die's axes, 100 Hz: specific force, m/s², and angular velocity, rad/s.
        face: The value on top at the end; 0 where it lies on no face.
        sensor: Which of the dice it is.
    """

    kind: str
    felt: np.ndarray
    face: int
    sensor: int


def rolls(count, sensors, chance):
    """`count` throws that turned at least half over, and those that did not."""
    flights, kinds, owners, starts = _throw(round(count * 1.35), sensors, chance)
    real, timid = [], []
    for row, kind in enumerate(kinds):
        # What comes to rest against the tray's wall lies on no face.
        if not flights.settled[row] or np.abs(flights.turn[row, 2]).max() < FLAT_COS:
            continue
        enough = flights.quarter_turns[row] >= FEWEST_QUARTER_TURNS
        if enough and len(real) == count:
            continue
        felt = np.concatenate(
            [
                _before_release(starts[row], chance),
                flights.felt[row, : flights.samples[row]],
                lying(flights.turn[row], LIES_S, chance),
            ]
        )
        (real if enough else timid).append(Trace(kind, felt, face_up(flights.turn[row]), owners[row]))
    return real, timid


def lying(turn, duration_s, chance):
    """On the table."""
    return Hand(turn, chance).lie(duration_s).samples()


def _throw(count, sensors, chance):
    owners = chance.integers(0, len(sensors), count)
    where = chance.integers(0, len(PLACES), count)
    high = chance.random(count) < 0.5
    soft = where == 1
    ground = Ground(
        np.where(soft, chance.uniform(0.010, 0.018, count), chance.uniform(0.005, 0.007, count)),
        np.where(soft, chance.uniform(0.1, 0.35, count), chance.uniform(0.3, 0.6, count)),
        chance.uniform(0.3, 0.8, count),
        np.where(where == 2, chance.uniform(0.08, 0.13, count), FAR_M),
    )
    heading = chance.uniform(0, 2 * np.pi, count)
    along = np.where(high, chance.uniform(0.4, 2.0, count), chance.uniform(0.3, 1.2, count))
    axes = chance.normal(size=(count, 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    starts = np.array([any_turn(chance) for _ in range(count)])
    half = chance.choice([0.008, 0.010, 0.0125], count)
    cubes = Cubes(
        half,
        uneven(half, chance),
        np.c_[
            np.zeros((count, 2)), np.where(high, chance.uniform(0.15, 0.4, count), chance.uniform(0.03, 0.08, count))
        ],
        np.c_[along * np.cos(heading), along * np.sin(heading), np.where(high, chance.uniform(-0.5, 1.2, count), 0)],
        starts.copy(),
        axes * np.where(high, chance.uniform(8, 60, count), chance.uniform(10, 40, count))[:, None],
    )
    flights = throw(cubes, ground, np.array([sensors[owner].place_m for owner in owners]))
    kinds = [f"{PLACES[where[row]]}, {'high' if high[row] else 'low'}" for row in range(count)]
    return flights, kinds, owners, starts


def _before_release(turn, chance):
    """From rest on the table into the hand, and on to the moment of letting go."""
    hand = Hand(turn_showing(int(chance.integers(1, 7)), chance), chance)
    hand.lie(chance.uniform(0.6, 1.0))
    hand.carry(
        chance.uniform(0.35, 0.9), chance.uniform(0.02, 0.06), to=any_turn(chance), swing_g=chance.uniform(0.05, 0.2)
    )
    if chance.random() < 0.5:
        hand.shake(chance.uniform(0.3, 2.5), chance.uniform(0.5, 2.0), chance.uniform(2, 20))
    # The throwing swing of the arm, some 0.2 s of up to 3 g.
    hand.carry(chance.uniform(0.15, 0.3), 0.03, to=turn, swing_g=chance.uniform(0.3, 1.5))
    felt = hand.samples()
    assert len(felt) > 0.5 / SAMPLE_S
    return felt
