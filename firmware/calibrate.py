"""Calibrates the die: asks for each face in turn and stores the sensor's readings.

Run it once with `mpremote run calibrate.py`.
"""

import time

from chips.board_esp32c3 import Board
from die.calibration import is_right_handed, learn
from die.faces import Faces
from die.settings import Settings

VALUES = (1, 2, 3, 4, 5, 6)


def samples(board):
    """Yields the sensor's readings as they come."""
    while True:
        sample = board.sample()
        if sample is None:
            time.sleep_ms(2)
        else:
            yield sample[:3]


def calibrate(board, settings, values=VALUES):
    """Learns the faces, checks them and stores them."""
    readings = learn(samples(board), print, values)
    Faces(readings)
    known = settings.load()
    known["faces"] = readings
    settings.save(known)
    if values == VALUES:
        print("The die is %s-handed." % ("right" if is_right_handed(readings) else "left"))
    print("Done: the die knows its faces. Press its reset button.")


if __name__ == "__main__":
    calibrate(Board(), Settings())
