"""Keeps libraries from writing to the terminal: faults of a camera or an image are reported in our own words.

To debug the libraries, set `OPENCV_LOG_LEVEL` or `OPENCV_FFMPEG_LOGLEVEL`, and they write again. JPEG and PNG are not
decoded by OpenCV (see `vision.images.image_file`), because its libjpeg and libpng cannot be silenced.
"""

import os

import cv2

_QUIET = "-8"
"""FFmpeg's AV_LOG_QUIET, which is read when the first video opens."""

if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _QUIET)
