"""The simulated camera's own geometry: projects millimetres to pixels and back.

It is independent of the reader's code, so that a mistake in one of them shows as a disagreement. Camera axes: x points
to the right of the image, y down, z along the view. Pixels: (0, 0) is the centre of the top left pixel.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.intrinsics import Lens

UNDISTORT_ROUNDS = 20
"""Most Newton steps; each squares the error, so ordinary lenses need four."""
UNDISTORT_ERROR = 1e-9
BAND_ROWS = 256
SURFACE_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class CameraPose:
    """The pose of a camera.

    Attributes:
        rotation: Mat frame to camera frame, row by row.
        centre_mm: The camera's centre in the mat frame.
    """

    rotation: tuple[tuple[float, float, float], ...]
    centre_mm: tuple[float, float, float]

    def tilt_rad(self) -> float:
        """Angle between the view and straight down."""
        return math.acos(min(1.0, -self.rotation[2][2]))


@dataclass(frozen=True, slots=True)
class PlaneShift:
    """A movement within the table plane: first a rotation about the origin, then a shift.

    Attributes:
        x_mm: Shift along x.
        y_mm: Shift along y.
        angle_rad: Counter-clockwise rotation.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class Wave:
    """One wave of an uneven mat; lengths along the mat are taken as if it were flat.

    Attributes:
        rise_mm: Amplitude: height of the crests above the mean, and depth of the troughs below it.
        length_mm: Wavelength; twice the mat's side or more makes a bow.
        angle_rad: Direction of the wave, counter-clockwise from the mat's x axis.
        phase_rad: Phase at the mat's origin.
    """

    rise_mm: float
    length_mm: float
    angle_rad: float = 0.0
    phase_rad: float = 0.0


def raised_mm(waves: tuple[Wave, ...], x_mm: Floats, y_mm: Floats) -> Floats:
    """Returns the height of a wavy mat above its plane at given points."""
    height = np.zeros(np.shape(x_mm))
    for wave in waves:
        along_mm = math.cos(wave.angle_rad) * x_mm + math.sin(wave.angle_rad) * y_mm
        height = height + wave.rise_mm * np.sin(math.tau / wave.length_mm * along_mm + wave.phase_rad)
    return np.asarray(height, dtype=np.float64)


def look_at(centre_mm: tuple[float, float, float], target_mm: tuple[float, float], roll_rad: float = 0.0) -> CameraPose:
    """Returns the pose of a camera that looks at a point of the mat.

    Args:
        centre_mm: The camera's centre, above the mat.
        target_mm: The point of the mat on the optical axis.
        roll_rad: Rotation of the camera about its axis; at 0 the mat's x axis points to the right of the image.
    """
    centre = np.array(centre_mm)
    forward = np.array([*target_mm, 0.0]) - centre
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, np.array([0.0, 1.0, 0.0]))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    cos, sin = math.cos(roll_rad), math.sin(roll_rad)
    rows = (cos * right + sin * down, cos * down - sin * right, forward)
    return CameraPose(tuple((float(r[0]), float(r[1]), float(r[2])) for r in rows), centre_mm)


def seen_from_shifted_mat(pose: CameraPose, mat: PlaneShift) -> CameraPose:
    """Returns a camera's pose in the frame of a mat that was moved from the position to which `pose` refers."""
    cos, sin = math.cos(mat.angle_rad), math.sin(mat.angle_rad)
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    rotation = np.array(pose.rotation) @ turn
    centre = turn.T @ (np.array(pose.centre_mm) - np.array([mat.x_mm, mat.y_mm, 0.0]))
    return CameraPose(
        tuple((float(r[0]), float(r[1]), float(r[2])) for r in rotation),
        (float(centre[0]), float(centre[1]), float(centre[2])),
    )


def distort(x: Floats, y: Floats, coefficients: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Applies lens distortion to normalised directions.

    References:
        D. C. Brown 1966, "Decentering distortion of lenses"; the order (k1, k2, p1, p2, k3) is OpenCV's.
    """
    k1, k2, p1, p2, k3 = coefficients
    r2 = x * x + y * y
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    cross = 2.0 * x * y
    return x * radial + p1 * cross + p2 * (r2 + 2.0 * x * x), y * radial + p2 * cross + p1 * (r2 + 2.0 * y * y)


def project(lens: Lens, pose: CameraPose, points_mm: Floats) -> Floats:
    """Projects points of the mat frame (n, 3) to pixels (n, 2)."""
    (fx, skew, cx), (_, fy, cy), _ = lens.matrix
    seen = (np.asarray(points_mm, dtype=np.float64) - np.array(pose.centre_mm)) @ np.array(pose.rotation).T
    x, y = distort(seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2], lens.distortion)
    return np.stack([fx * x + skew * y + cx, fy * y + cy], axis=1)


def directions(lens: Lens, pixels: Floats) -> Floats:
    """Returns normalised directions (x/z, y/z), (n, 2), of pixels (n, 2): inverts the lens by Newton's method."""
    (fx, skew, cx), (_, fy, cy), _ = lens.matrix
    bent_y = (pixels[:, 1] - cy) / fy
    bent_x = (pixels[:, 0] - cx - skew * bent_y) / fx
    x, y = bent_x.copy(), bent_y.copy()
    for _ in range(UNDISTORT_ROUNDS):
        again_x, again_y = distort(x, y, lens.distortion)
        off_x, off_y = bent_x - again_x, bent_y - again_y
        xx, xy, yy = _slopes(x, y, lens.distortion)
        area = xx * yy - xy * xy
        x += (yy * off_x - xy * off_y) / area
        y += (xx * off_y - xy * off_x) / area
        if max(np.abs(off_x).max(), np.abs(off_y).max()) < UNDISTORT_ERROR:
            break
    return np.stack([x, y], axis=1)


def _slopes(x: Floats, y: Floats, coefficients: tuple[float, ...]) -> tuple[Floats, Floats, Floats]:
    """Returns the entries xx, xy = yx and yy of the Jacobian of `distort`."""
    k1, k2, p1, p2, k3 = coefficients
    r2 = x * x + y * y
    radial, grows = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3)), k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3)
    along_x = radial + 2.0 * x * x * grows + 2.0 * p1 * y + 6.0 * p2 * x
    across = 2.0 * x * y * grows + 2.0 * p1 * x + 2.0 * p2 * y
    return along_x, across, radial + 2.0 * y * y * grows + 2.0 * p2 * x + 6.0 * p1 * y


@lru_cache(maxsize=2)
def direction_field(lens: Lens, margin_px: int) -> NDArray[np.float32]:
    """Returns the directions of all pixels of an image plus a margin, (h + 2 margin, w + 2 margin, 2), read-only."""
    width, height = lens.image_size
    columns = np.arange(-margin_px, width + margin_px, dtype=np.float64)
    field = np.empty((height + 2 * margin_px, columns.size, 2), dtype=np.float32)
    for top in range(0, field.shape[0], BAND_ROWS):
        rows = np.arange(top, min(top + BAND_ROWS, field.shape[0]), dtype=np.float64) - margin_px
        pixels = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        field[top : top + rows.size] = directions(lens, pixels).reshape(rows.size, columns.size, 2)
    field.setflags(write=False)
    return field


def met_surface(pose: CameraPose, seen: Floats, height_mm: float, waves: tuple[Wave, ...]) -> Floats:
    """Intersects lines of sight with a wavy surface.

    Args:
        pose: The camera's pose.
        seen: (..., 2) x/z and y/z of each line of sight.
        height_mm: Height of the surface above the mat.
        waves: The mat's waves.

    Returns:
        (..., 2) X and Y in the mat frame; accurate to a micrometre for slopes below a tenth.
    """
    rotation, centre = np.array(pose.rotation), np.array(pose.centre_mm)
    away = seen @ rotation[:2] + rotation[2]
    slope = away[..., :2] / away[..., 2:]
    places = centre[:2] + slope * (height_mm - centre[2])
    for _ in range(SURFACE_ROUNDS):
        rise = height_mm + raised_mm(waves, places[..., 0], places[..., 1])
        places = centre[:2] + slope * (rise - centre[2])[..., None]
    return np.asarray(places, dtype=np.float64)


def plane_from_directions(pose: CameraPose, height_mm: float) -> Floats:
    """Returns the 3 × 3 matrix from (x/z, y/z, 1) to (X w, Y w, w) of the plane at that height, in the mat frame."""
    rotation, centre = np.array(pose.rotation), np.array(pose.centre_mm)
    along = rotation.T
    drop_mm = height_mm - centre[2]
    return np.stack([centre[0] * along[2] + drop_mm * along[0], centre[1] * along[2] + drop_mm * along[1], along[2]])
