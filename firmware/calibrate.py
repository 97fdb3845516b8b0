"""Run once with `mpremote run calibrate.py`: asks for each face in turn and keeps what the sensor reads."""

import time

from chips.board_esp32c3 import Board
from die.calibration import Calibration
from die.faces import Faces
from die.settings import Settings

VALUES = (1, 2, 3, 4, 5, 6)


def calibrate(board, settings, values=VALUES):
    """Ask, wait, learn, check, keep."""
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
