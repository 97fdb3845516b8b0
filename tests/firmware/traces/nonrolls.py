"""What is no roll: all that hands, pockets and tables do to a die without throwing it."""

import numpy as np

from tests.firmware.traces.cube import Cubes, G, Ground, throw, uneven
from tests.firmware.traces.hand import Hand
from tests.firmware.traces.rolls import FAR_M, FEWEST_QUARTER_TURNS, LIES_S, Trace, lying
from tests.firmware.traces.rolls import rolls as real_rolls
from tests.firmware.traces.sensor import face_up, turn_about, turn_showing

TABLE_M = (0.70, 0.80)


def non_rolls(count, sensors, chance):
    """`count` traces, as many of each kind as can be."""
    each = -(-count // (len(BY_HAND) + len(BY_TABLE) + 1))
    traces = []
    for kind, act in BY_HAND.items():
        for _ in range(each):
            hand, face = act(chance)
            traces.append(Trace(kind, hand.samples(), face, int(chance.integers(len(sensors)))))
    for kind, start in BY_TABLE.items():
        traces += _on_the_table(kind, start, each, sensors, chance)
    traces += _cocked(each, sensors, chance)
    order = chance.permutation(len(traces))[:count]
    return [traces[at] for at in order]


def _start(chance):
    hand = Hand(turn_showing(int(chance.integers(1, 7)), chance), chance)
    return hand.lie(chance.uniform(0.6, 1.0))


def _pick_up(hand):
    chance = hand.chance
    return hand.carry(chance.uniform(0.25, 0.8), chance.uniform(0.02, 0.08), 0.3, swing_g=chance.uniform(0.05, 0.3))


def _put_down(hand, briskly=1.0):
    """Turn it flat, lower it, and the knock with which it meets the table."""
    chance = hand.chance
    face = int(chance.integers(1, 7))
    flat = turn_showing(face, chance)
    hand.carry(
        chance.uniform(0.3, 0.9) / briskly, chance.uniform(0.02, 0.06), to=flat, swing_g=chance.uniform(0.02, 0.2)
    )
    for _ in range(chance.integers(1, 4)):
        hand.knock(chance.uniform(0.1, 2.0) * briskly, (chance.normal(0, 0.3), chance.normal(0, 0.3), 1))
        hand.carry(chance.uniform(0.01, 0.12), 0.01)
    return hand.lie(LIES_S), face


def picked_up_and_put_down(chance):
    return _put_down(_pick_up(_start(chance)), chance.uniform(0.7, 1.8))


def turned_to_another_face(chance):
    hand = _start(chance)
    for _ in range(chance.integers(1, 4)):
        face = int(chance.integers(1, 7))
        flat = turn_showing(face, chance)
        hand.carry(chance.uniform(0.12, 0.6), chance.uniform(0.01, 0.06), to=flat, swing_g=chance.uniform(0, 0.15))
        hand.knock(chance.uniform(0.2, 2.5), (chance.normal(0, 0.4), chance.normal(0, 0.4), 1))
        hand.lie(chance.uniform(0.05, 0.3))
    return hand.lie(LIES_S), face


def held_still(chance):
    return _hold(_pick_up(_start(chance))), 0


def shaken_and_held_still(chance):
    hand = _pick_up(_start(chance))
    hand.shake(chance.uniform(0.5, 3), chance.uniform(0.5, 2), chance.uniform(2, 20))
    return _hold(hand), 0


def _hold(hand):
    """Half of them with a face level, which is the hardest to tell from a table."""
    chance = hand.chance
    if chance.random() < 0.5:
        level = turn_about(chance.normal(size=3), np.radians(chance.uniform(0, 6))) @ turn_showing(1, chance)
        hand.carry(chance.uniform(0.2, 0.5), 0.03, to=level, swing_g=0.05)
    drift = np.radians(chance.uniform(0.5, 6))
    for _ in range(4):
        hand.carry(chance.uniform(0.7, 1.5), chance.uniform(0.003, 0.02), drift, swing_g=chance.uniform(0.002, 0.02))
    return hand


def shaken_and_put_down(chance):
    hand = _pick_up(_start(chance))
    hand.shake(chance.uniform(0.5, 3), chance.uniform(0.5, 2), chance.uniform(2, 20))
    return _put_down(hand, chance.uniform(0.7, 1.8))


def tossed_and_caught(chance):
    """Up in the air and back into the hand, some times; then it is put down, often after somebody looked at it."""
    hand = _pick_up(_start(chance))
    for _ in range(chance.integers(1, 4)):
        hand.toss(chance.uniform(0.08, 0.5), chance.uniform(2, 30))
        hand.knock(chance.uniform(0.5, 4), chance.normal(size=3) + np.array([0, 0, 1]))
        hand.carry(chance.uniform(0.15, 0.6), chance.uniform(0.02, 0.08), 0.5, swing_g=chance.uniform(0.05, 0.3))
    if chance.random() < 0.5:
        hand.carry(chance.uniform(0.1, 1.0), chance.uniform(0.003, 0.02), 0.05, swing_g=chance.uniform(0.002, 0.02))
    return _put_down(hand, chance.uniform(0.7, 1.8))


def carried_in_a_pocket(chance):
    return _walk(_pick_up(_start(chance)), (0.2, 1.5), 0.6)


def carried_in_a_box(chance):
    """It knocks against the box's sides, which are too near for it to turn over."""
    return _walk(_pick_up(_start(chance)), (0.5, 4.0), 0.2)


def _walk(hand, knocks_g, drift_rad):
    chance = hand.chance
    for _ in range(chance.integers(6, 20)):
        hand.carry(chance.uniform(0.2, 0.35), 0.02, drift_rad, swing_g=chance.uniform(0.1, 0.35))
        hand.knock(chance.uniform(*knocks_g), chance.normal(size=3) + np.array([0, 0, 1]))
    return _put_down(hand)


BY_HAND = {
    "picked up, put down": picked_up_and_put_down,
    "turned to another face": turned_to_another_face,
    "held still in the hand": held_still,
    "shaken, held still": shaken_and_held_still,
    "shaken, put down": shaken_and_put_down,
    "tossed and caught": tossed_and_caught,
    "carried in a pocket": carried_in_a_pocket,
    "carried in a box": carried_in_a_box,
}


def _on_the_table(kind, start, count, sensors, chance):
    """Happenings that are physics alone; those that tumbled like a roll are none of this kind."""
    tries = count * 2
    owners = chance.integers(0, len(sensors), tries)
    turns = np.array([turn_showing(int(chance.integers(1, 7)), chance) for _ in range(tries)])
    half = chance.choice([0.008, 0.010, 0.0125], tries)
    height, speed, spin = start(tries, chance)
    ground = Ground(
        chance.uniform(0.005, 0.014, tries),
        chance.uniform(0.2, 0.6, tries),
        chance.uniform(0.2, 0.6, tries),
        np.full(tries, FAR_M),
    )
    cubes = Cubes(half, uneven(half, chance), np.c_[np.zeros((tries, 2)), half + height], speed, turns.copy(), spin)
    flights = throw(cubes, ground, np.array([sensors[owner].place_m for owner in owners]))
    fell = kind == "fell from the table"
    kept = [
        row
        for row in range(tries)
        if flights.settled[row] and (fell or flights.quarter_turns[row] < FEWEST_QUARTER_TURNS)
    ][:count]
    assert len(kept) == count, f"too few of kind {kind!r}"
    return [
        Trace(
            kind,
            np.concatenate(
                [
                    _until(fell, turns[row], chance),
                    flights.felt[row, : flights.samples[row]],
                    lying(flights.turn[row], LIES_S, chance),
                ]
            ),
            face_up(flights.turn[row]),
            int(owners[row]),
        )
        for row in kept
    ]


def _until(fell, turn, chance):
    hand = Hand(turn, chance).lie(chance.uniform(0.6, 1.0))
    if fell:
        # Something pushes it over the edge: a blow, and the rub of the table.
        hand.knock(chance.uniform(0.3, 2), (chance.normal(), chance.normal(), 0))
        hand.carry(chance.uniform(0.05, 0.3), chance.uniform(0.05, 0.3))
    return hand.samples()


def tapped(count, chance):
    speed = chance.normal(size=(count, 3)) * chance.uniform(0.02, 0.25, count)[:, None]
    return (
        np.zeros(count),
        np.abs(speed) * (1, 1, 1),
        chance.normal(size=(count, 3)) * chance.uniform(0, 8, count)[:, None],
    )


def table_bumped(count, chance):
    up = chance.uniform(0.05, 0.6, count)
    return np.zeros(count), np.c_[chance.normal(0, 0.05, (count, 2)), up], chance.normal(0, 2.5, (count, 3))


def slid(count, chance):
    along = chance.uniform(0.2, 1.5, count)
    return np.zeros(count), np.c_[along, np.zeros((count, 2))], np.c_[np.zeros((count, 2)), chance.normal(0, 5, count)]


def spun(count, chance):
    about = chance.uniform(10, 100, count) * chance.choice([-1, 1], count)
    return np.zeros(count), chance.normal(0, 0.03, (count, 3)), np.c_[chance.normal(0, 0.3, (count, 2)), about]


def let_slip(count, chance):
    """Set down from a few millimetres too high."""
    return chance.uniform(0.002, 0.02, count), chance.normal(0, 0.05, (count, 3)), chance.normal(0, 1.5, (count, 3))


def fell(count, chance):
    speed = np.c_[chance.uniform(0.1, 0.6, count), np.zeros((count, 2))]
    return chance.uniform(*TABLE_M, count), speed, chance.normal(0, 5, (count, 3))


BY_TABLE = {
    "tapped": tapped,
    "table bumped": table_bumped,
    "slid": slid,
    "spun about the vertical": spun,
    "let slip": let_slip,
    "fell from the table": fell,
}


def _cocked(count, sensors, chance):
    """Real throws that something catches before they lie flat: 10 to 45 degrees."""
    real, _ = real_rolls(count, sensors, chance)
    return [Trace("cocked 10-45°", _caught(trace.felt, chance), 0, trace.sensor) for trace in real]


def _caught(felt, chance):
    """Lean the die during its last moments, with a few knocks against what caught it."""
    final = felt[-1, :3] / G
    lies = len(felt) - round(LIES_S * 100)
    begins = max(0, lies - int(chance.integers(5, 20)))
    sideways = np.cross(final, chance.normal(size=3))
    lean = np.radians(chance.uniform(10, 45))
    at_s = np.arange(len(felt) - begins) / 100
    rocking = np.exp(-at_s / chance.uniform(0.03, 0.1)) * np.cos(2 * np.pi * chance.uniform(4, 12) * at_s)
    angles = lean * (1 - rocking)
    rates = np.gradient(angles) * 100 / np.linalg.norm(sideways)
    out = felt.copy()
    for row, angle in enumerate(angles):
        lean_back = turn_about(sideways, angle)
        # Its axes lean, so to them the world seems to lean the other way.
        out[begins + row] = np.r_[
            lean_back @ felt[begins + row, :3], lean_back @ felt[begins + row, 3:] - rates[row] * sideways
        ]
    for at in chance.integers(begins, lies + 1, 2):
        out[at, :3] += chance.normal(size=3) * G * chance.uniform(0.5, 3)
    return out
