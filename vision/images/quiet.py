"""Keeps the libraries from writing to the terminal: what is wrong with a camera or a picture is told in our own words.

Whoever looks for a fault in them sets `OPENCV_LOG_LEVEL` or `OPENCV_FFMPEG_LOGLEVEL` and hears them again. JPEG and PNG
are not decoded by OpenCV (see `vision.images.image_file`), whose libjpeg and libpng cannot be kept quiet.
"""

import os

import cv2

_QUIET = "-8"
"""FFmpeg's AV_LOG_QUIET; it is asked for when the first video opens."""

if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _QUIET)
