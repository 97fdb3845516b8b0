"""MicroPython: reads a list of traces from standard input, and tells what the real detection says of each.

A line in: JSON, the chip, the faces' readings and the path of a file of samples. A line out: JSON, the list of
(what, face, confidence).
"""

import json
import sys

import world
from chips import bmi160, lsm6ds3
from die.faces import Faces
from die.motion import Motion
from machine import I2C, Pin

known = {}
for line in sys.stdin:
    chip, readings, path = json.loads(line)
    key = str(readings)
    if key not in known:
        known[key] = Faces(readings)
    motion = Motion(known[key])
    world.samples = world.Samples(path)
    world.chip = world.CHIPS[chip]()
    bus = I2C(0, Pin(6), Pin(7), 400_000)
    sensor = lsm6ds3.find(bus) or bmi160.find(bus)
    told = []
    while (sample := sensor.sample()) is not None:
        happened = motion.feed(*sample)
        sensor.feel_spin(not motion.resting)
        if happened:
            told.append(happened)
    print(json.dumps(told))
