"""Rates a view of the board: its sharpness, the board's tilt, and whether it resembles another view.

Method: the slope of edge profiles for the blur, and the pose of the plane for the tilt.
"""

import math
from enum import StrEnum

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.calibration.board import BoardDetection, CharucoBoard

PROFILE_SQUARES = 0.12
"""Half the length of a profile across an edge between two corners, in squares; the markers begin at 0.14 of a square.
"""
PROFILE_SAMPLES = 25
FLAT_RAD = math.radians(14)
GUESSED_FOCAL_WIDTHS = 0.8
"""Assumed focal length in image widths, to estimate tilts before the lens is known; webcams have 0.7 to 0.95."""


class Tilt(StrEnum):
    """The edge of the board, as it appears in the image, that is closer to the camera."""

    FLAT = "flat"
    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


def board_to_image(board: CharucoBoard, detection: BoardDetection) -> Floats | None:
    """Returns the homography from the board's plane in mm to the image; None if the corners do not determine one."""
    if len(detection.ids) < 4:
        return None
    homography, _ = cv2.findHomography(board.corners_mm()[detection.ids], detection.corners_px)
    found: object = homography
    if found is None or not np.all(np.isfinite(homography)):
        return None
    return np.asarray(homography, np.float64)


def outline_px(board: CharucoBoard, homography: Floats) -> Floats:
    """Returns the chessboard's corners in the image (4, 2), clockwise from its first."""
    width, height = board.size_mm
    return project(homography, np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))


def project(homography: Floats, points_mm: Floats) -> Floats:
    """Projects points of the board's plane into the image, (n, 2)."""
    return np.asarray(cv2.perspectiveTransform(points_mm.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)


def edge_blur_px(grey: Image, board: CharucoBoard, detection: BoardDetection, homography: Floats) -> float:
    """Measures the blur of the chessboard's edges.

    Args:
        grey: (h, w) image.
        board: The board in it.
        detection: Its corners.
        homography: From `board_to_image`.

    Returns:
        Standard deviation of the blur in px, for the worse of the board's two directions, because a shake blurs only
        one. It is underestimated where a profile is shorter than four times the blur.
    """
    seen = set(detection.ids.tolist())
    corners_mm = board.corners_mm()
    columns = board.squares[0] - 1
    across = np.linspace(-1.0, 1.0, PROFILE_SAMPLES)[:, None] * PROFILE_SQUARES * board.square_mm
    blurs: list[float] = []
    for step, direction in ((1, np.array([0.0, 1.0])), (columns, np.array([1.0, 0.0]))):
        pairs = [i for i in seen if i + step in seen and (step != 1 or (i + 1) % columns != 0)]
        if not pairs:
            continue
        middles = (corners_mm[pairs] + corners_mm[[i + step for i in pairs]]) / 2
        places = project(homography, (middles[:, None] + across * direction).reshape(-1, 2))
        blurs.append(_profile_blur_px(grey, places.reshape(len(pairs), PROFILE_SAMPLES, 2)))
    return max(blurs, default=math.inf)


def tilt_of(board: CharucoBoard, detection: BoardDetection, image_size: tuple[int, int]) -> tuple[Tilt, float]:
    """Returns the direction of the board's tilt and its angle in rad, estimated with an assumed lens."""
    width, height = image_size
    focal_px = GUESSED_FOCAL_WIDTHS * max(image_size)
    matrix = np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])
    points = np.column_stack([board.corners_mm()[detection.ids], np.zeros(len(detection.ids))])
    _, turn, _ = cv2.solvePnP(points, detection.corners_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_ITERATIVE)
    normal = cv2.Rodrigues(turn)[0][:, 2]
    if normal[2] > 0:
        normal = -normal
    tilt_rad = math.acos(min(1.0, float(-normal[2])))
    if tilt_rad < FLAT_RAD:
        return Tilt.FLAT, tilt_rad
    # The plane approaches the camera in the direction opposite to its normal's tilt.
    if abs(normal[0]) >= abs(normal[1]):
        return (Tilt.LEFT if normal[0] > 0 else Tilt.RIGHT), tilt_rad
    return (Tilt.TOP if normal[1] > 0 else Tilt.BOTTOM), tilt_rad


def _profile_blur_px(grey: Image, places: Floats) -> float:
    """Returns the median blur of profiles (n, samples, 2).

    A step blurred by sigma has the slope contrast / (sigma · √2π).
    """
    x, y = places[..., 0].astype(np.float32), places[..., 1].astype(np.float32)
    values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    step_px = np.linalg.norm(places[:, -1] - places[:, 0], axis=1) / (PROFILE_SAMPLES - 1)
    # The slope is averaged over three samples, so that noise is not mistaken for sharpness.
    slope = np.max(np.abs(values[:, 3:] - values[:, :-3]), axis=1) / (3 * step_px)
    contrast = np.abs(values[:, -1] - values[:, 0])
    return float(np.median(contrast / np.maximum(slope, 1e-6))) / math.sqrt(2 * math.pi)
