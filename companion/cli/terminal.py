"""The terminal is ours: what libraries below Python write to standard error does not reach it.

OpenCV's driver for USB cameras decodes their pictures with its own libjpeg, which writes a line for every picture with
a scratch and cannot be told otherwise. All else is silenced where it arises, in `vision.images.quiet`.
"""

import faulthandler
import os
import sys

HEARD = "OPENCV_LOG_LEVEL"
"""Who sets it wants to hear the libraries."""


def keep_to_ourselves() -> None:
    """Gives Python a standard error of its own and sends that of everything below to nowhere.

    Does nothing where standard error is not the process's own, as in tests, or where somebody wants to hear all.
    """
    theirs = sys.__stderr__
    if theirs is None or sys.stderr is not theirs or HEARD in os.environ or os.name != "posix":
        return
    theirs.flush()
    ours = os.dup(theirs.fileno())
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, theirs.fileno())
    os.close(nowhere)
    sys.stderr = os.fdopen(ours, "w", buffering=1, encoding=theirs.encoding, errors=theirs.errors)
    # What ends the process below Python is told by Python.
    faulthandler.enable(sys.stderr)
