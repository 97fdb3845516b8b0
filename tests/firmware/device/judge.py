"""MicroPython: reads a list of traces from standard input, and tells what the real detection says of each.

A line in: JSON, the faces' readings and the path of a file of samples, six bytes each. A line out: JSON, the list of
(what, face, confidence).
"""

import json
import sys

import world
from chips import lsm6ds3
from die.faces import Faces
from die.motion import Motion
from machine import I2C, Pin

known = {}
for line in sys.stdin:
    readings, path = json.loads(line)
    key = str(readings)
    if key not in known:
        known[key] = Faces(readings)
    motion = Motion(known[key])
    world.samples = world.Samples(path)
    sensor = lsm6ds3.find(I2C(0, Pin(6), Pin(7), 400_000))
    told = []
    while (sample := sensor.sample()) is not None:
        happened = motion.feed(*sample)
        if happened:
            told.append(happened)
    print(json.dumps(told))
