"""Writes traces as a sensor's readings to files, and lets the firmware judge them."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tests.firmware.interpreter import command, environment
from tests.firmware.traces.hand import Hand
from tests.firmware.traces.sensor import STEPS_A_G, any_sensor, turn_showing

DICE = 20
PROCESSES = 2
JUDGE_S = 200
TABLE_LEFT_MPS2 = 0.5
BYTES_A_SAMPLE = 12


def some_dice(chance):
    return [any_sensor(chance) for _ in range(DICE)]


def calibrated(sensor, chance):
    """What the calibration of a die keeps: per face the mean of a second's readings at rest, in mg."""
    return [(face, resting_mg(sensor, turn_showing(face, chance), chance)) for face in range(1, 7)]


def resting_mg(sensor, turn, chance):
    steps = sensor.read(Hand(turn, chance).lie(1).samples(), chance)
    return [round(float(mean)) for mean in steps[:, 3:].mean(axis=0) * 1000 / STEPS_A_G]


def judged(traces, sensors, chance, folder, micropython):
    """What the firmware says of each trace: a list of [what, face, confidence] for each."""
    faces = [calibrated(sensor, chance) for sensor in sensors]
    lines = []
    for at, trace in enumerate(traces):
        path = folder / f"{at}.trace"
        path.write_bytes(sensors[trace.sensor].read(trace.felt, chance).astype("<i2").tobytes())
        lines.append(json.dumps([sensors[trace.sensor].chip, faces[trace.sensor], str(path)]))
    shares = np.array_split(np.array(lines), PROCESSES)
    with ThreadPoolExecutor(PROCESSES) as pool:
        return [told for share in pool.map(lambda share: _judge(share, micropython), shares) for told in share]


def _judge(lines, micropython):
    done = subprocess.run(
        command(micropython, "judge.py"),
        input="\n".join(lines) + "\n",
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=JUDGE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-500:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def chained(traces, files, path):
    """Join files of samples without what comes before the die is picked up: it lies where it lay before."""
    joined = []
    for trace, file in zip(traces, files, strict=True):
        picked_up = int(np.argmax(np.abs(trace.felt - trace.felt[0]).max(axis=1) > TABLE_LEFT_MPS2))
        joined.append(file.read_bytes()[picked_up * BYTES_A_SAMPLE :])
    path.write_bytes(b"".join(joined))
