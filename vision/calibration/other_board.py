"""Tells a board other than the expected one, by the markers in an image.

Method: a ChArUco board is a lattice. Seen from one marker, whose four corners give a homography, the nearest markers
lie on its diagonals, and the same step apart everywhere. Markers that lie about, such as those of a mat, do not.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

MIN_MARKERS = 6
"""Fewest markers of one dictionary that can be told from markers that happen to lie side by side."""
LATTICE_SHARE = 0.6
"""Smallest share of the markers with a neighbour on a diagonal, at the common step."""
STEPS = (0.95, 2.6)
"""Steps between neighbours along x and y, in edges of a marker: a square has 1.05 to 2.5 of its marker's."""
STEP_TOLERANCE = 0.15

_DICTIONARIES = (
    "DICT_4X4_1000",
    "DICT_5X5_1000",
    "DICT_6X6_1000",
    "DICT_7X7_1000",
    "DICT_APRILTAG_36h11",
    "DICT_ARUCO_MIP_36h12",
    "DICT_ARUCO_ORIGINAL",
)
"""The dictionaries in use; a smaller one of the same size is a part of the larger."""

_UNIT_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


class BoardDetector:
    """Tells whether an image shows a ChArUco board of any make."""

    def __init__(self) -> None:
        parameters = cv2.aruco.DetectorParameters()
        parameters.errorCorrectionRate = 0.0  # a marker of one dictionary must not pass as one of another
        self._detectors = [
            cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)), parameters)
            for name in _DICTIONARIES
        ]

    def sees_board(self, grey: Image) -> bool:
        """Says whether there is a board.

        Args:
            grey: (h, w) image.
        """
        for detector in self._detectors:
            corners, _, _ = detector.detectMarkers(grey)
            if is_lattice(corners):
                # To compare with thousands of markers takes long: the next picture likely shows the same board.
                self._detectors.remove(detector)
                self._detectors.insert(0, detector)
                return True
        return False


def is_lattice(markers: Sequence[NDArray[np.generic]]) -> bool:
    """Says whether markers stand as on a ChArUco board.

    Args:
        markers: Their corners in px, (4, 2) or (1, 4, 2) each, clockwise from the marker's first.
    """
    if len(markers) < MIN_MARKERS:
        return False
    corners = [np.asarray(marker, np.float32).reshape(4, 2) for marker in markers]
    centres = np.array([marker.mean(0) for marker in corners], np.float32)
    steps = np.array([_diagonal_step(marker, np.delete(centres, i, 0)) for i, marker in enumerate(corners)])
    seen = steps[(steps > STEPS[0]) & (steps < STEPS[1])]
    if len(seen) == 0:
        return False
    return bool(np.mean(np.abs(steps / np.median(seen) - 1) < STEP_TOLERANCE) >= LATTICE_SHARE)


def _diagonal_step(marker: Floats | NDArray[np.float32], others: NDArray[np.float32]) -> float:
    """Returns the step to the nearest other centre, in edges of the marker; 0 if it is not on a diagonal."""
    homography = cv2.getPerspectiveTransform(np.asarray(marker, np.float32), _UNIT_SQUARE)
    places = np.abs(cv2.perspectiveTransform(others.reshape(-1, 1, 2), homography).reshape(-1, 2))
    x, y = places[int(np.argmin(places.max(1)))]
    return float((x + y) / 2) if abs(x - y) < STEP_TOLERANCE * (x + y) else 0.0
