"""Converts pixels of the distorted image to those of an ideal pinhole camera, and back.

Ideal pixels are those of a camera with the same matrix and no distortion. OpenCV's model (radial k1, k2, k3,
tangential p1, p2) maps ideal to distorted pixels; the inverse is computed by fixed-point iteration.

References:
    Brown 1966, "Decentering distortion of lenses".
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.intrinsics import Lens

_ITERATIONS = 25
_AT_REST = 1e-14


def matrix_of(lens: Lens) -> Floats:
    """Returns the camera matrix (3, 3)."""
    return np.array(lens.matrix, dtype=np.float64)


def rays_of(lens: Lens, points_px: Floats) -> Floats:
    """Returns the directions of pixels.

    Args:
        lens: The lens.
        points_px: (N, 2) in the distorted image.

    Returns:
        (N, 2) x / z and y / z in the camera frame.
    """
    k1, k2, p1, p2, k3 = distortion_of(lens)
    off_centre = complex(p2, p1)
    seen = _complex(_normalised(lens, points_px))
    ray = seen
    for _ in range(_ITERATIONS):
        r2 = ray.real**2 + ray.imag**2
        pushed = (2 * off_centre) * r2 + off_centre.conjugate() * (ray * ray) if off_centre else 0.0
        before, ray = ray, (seen - pushed) / (1 + r2 * (k1 + r2 * (k2 + r2 * k3)))
        if np.abs(ray - before).max(initial=0.0) < _AT_REST:
            break
    return ray.view(np.float64).reshape(-1, 2)


def pixels_of(lens: Lens, rays: Floats) -> Floats:
    """Returns the pixels of the distorted image in the directions `rays` (N, 2): the inverse of `rays_of`."""
    k1, k2, p1, p2, k3 = distortion_of(lens)
    off_centre = complex(p2, p1)
    ray = _complex(rays)
    r2 = ray.real**2 + ray.imag**2
    bent = ray * (1 + r2 * (k1 + r2 * (k2 + r2 * k3)))
    if off_centre:
        bent += (2 * off_centre) * r2 + off_centre.conjugate() * (ray * ray)
    return _to_pixels(lens, bent.view(np.float64).reshape(-1, 2))


def to_ideal_px(lens: Lens, points_px: Floats) -> Floats:
    """Converts pixels of the distorted image to ideal pixels, (N, 2)."""
    return _to_pixels(lens, rays_of(lens, points_px))


def from_ideal_px(lens: Lens, points_px: Floats) -> Floats:
    """Converts ideal pixels to pixels of the distorted image, (N, 2)."""
    return pixels_of(lens, _normalised(lens, points_px))


def lens_for(lens: Lens | None, image_size: tuple[int, int]) -> Lens | None:
    """Returns the lens for images of another size of the same camera; None if the aspect ratios differ."""
    if lens is None or lens.image_size == image_size:
        return lens
    scale = image_size[0] / lens.image_size[0]
    if abs(lens.image_size[1] * scale - image_size[1]) > 1.0:
        return None
    (fx, _, cx), (_, fy, cy), last = lens.matrix
    # Pixel centres are at whole numbers, so coordinates scale about -1/2.
    return replace(
        lens,
        image_size=image_size,
        matrix=((fx * scale, 0.0, (cx + 0.5) * scale - 0.5), (0.0, fy * scale, (cy + 0.5) * scale - 0.5), last),
    )


def distortion_of(lens: Lens) -> tuple[float, float, float, float, float]:
    """Returns k1, k2, p1, p2 and k3."""
    k1, k2, p1, p2, k3 = (*lens.distortion, 0.0, 0.0, 0.0, 0.0, 0.0)[:5]
    return k1, k2, p1, p2, k3


def _complex(plane: Floats) -> NDArray[np.complex128]:
    """Returns x + i y (N,) of points (N, 2): one operation for both coordinates takes half the time of two."""
    return np.ascontiguousarray(plane, dtype=np.float64).view(np.complex128)[:, 0]


def _normalised(lens: Lens, points_px: Floats) -> Floats:
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    return (np.asarray(points_px, dtype=np.float64) - (cx, cy)) / (fx, fy)


def _to_pixels(lens: Lens, plane: Floats) -> Floats:
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    return plane * (fx, fy) + (cx, cy)
