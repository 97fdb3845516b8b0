"""Calibrates the die: asks for each face in turn and stores the sensor's readings.

Run it once with `mpremote run calibrate.py`.
"""

import time

from chips.board_esp32c3 import Board
from die.calibration import Calibration
from die.faces import Faces
from die.settings import Settings

VALUES = (1, 2, 3, 4, 5, 6)


def calibrate(board, settings, values=VALUES):
    """Asks for each face, waits, learns, checks the result and stores it."""
    calibration = Calibration(values)
    while calibration.left:
        print("Lay the die down with %d up and let go." % calibration.left[0])
        while (sample := board.sample()) is None or calibration.feed(*sample[:3]) is None:
            if sample is None:
                time.sleep_ms(2)
    Faces(calibration.readings)
    known = settings.load()
    known["faces"] = calibration.readings
    settings.save(known)
    print("Done: the die knows its faces. Press its reset button.")


if __name__ == "__main__":
    calibrate(Board(), Settings())
