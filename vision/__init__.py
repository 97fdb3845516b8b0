"""Reads camera images: frames go in, and positions on the mat in millimetres come out.

Main entry points:
    `vision.sources` delivers frames, `vision.tracking.tracker` follows the pieces of a table from frame to frame,
    `vision.reader` reads a single image, `vision.dice` reads dice, and `vision.calibration` calibrates a camera.
"""

import lazy_loader

from vision.images import quiet as _quiet  # noqa: F401  # it silences the libraries

# Names and their homes stand in the file beside this one; each module is imported when one of its names is used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
