"""Finds the printed tray sheet in an image."""

import cv2
import numpy as np

from vision.arrays import Image
from vision.dice.dice_reading import Point
from vision.dice.stickers.faces import CODE_DICTIONARY, TRAY_CODES
from vision.fiducials.dictionary import opencv_dictionary
from vision.images.image import grey_of


def find_tray(image: Image) -> tuple[Point, ...] | None:
    """Returns the area of the tray sheet in the form that `read_dice` accepts.

    Args:
        image: (h, w) grey or (h, w, 3) BGR.

    Returns:
        The centres of the four corner tags, from the upper left one clockwise as the sheet is printed; None unless each
        of the four is seen exactly once.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.0
    corners, ids, _ = cv2.aruco.ArucoDetector(opencv_dictionary(CODE_DICTIONARY), parameters).detectMarkers(
        grey_of(image)
    )
    found = [int(tag_id) for tag_id in np.ravel(ids)] if len(corners) else []
    if any(found.count(code) != 1 for code in TRAY_CODES):
        return None
    middles = [np.asarray(corners[found.index(code)]).reshape(4, 2).mean(axis=0) for code in TRAY_CODES]
    return tuple((float(x_px), float(y_px)) for x_px, y_px in middles)
