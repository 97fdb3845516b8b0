"""The comparison of stored patches with an image (`vision.tracking.patches`), in functions that numba can compile."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Floats32, Grey
from vision.compiled.algebra import eliminate, middle_of, normal_system, residuals

UNKNOWNS = 6


def fit_patches(  # noqa: PLR0913, PLR0917 (compiled code takes arrays, no objects)
    grey: Grey,
    rows: NDArray[np.intp],
    index: NDArray[np.intp],
    model: Floats32,
    inverse: Floats32,
    shares: Floats32,
    contrasts: Floats32,
    noise: float,
    limits: Floats,
) -> tuple[Floats32, Floats32, float]:
    """Compares patches with an image.

    Args:
        grey: (pixels,) uint8, the image row by row.
        rows: (n,) which patches to compare.
        index: (patches, points) the pixels of each.
        model: (patches, 6, points) float32.
        inverse: (patches, 6, points) float32.
        shares: (patches, 2, points) float32, weights of the dark and of the light points.
        contrasts: (patches,) in grey levels.
        noise: Standard deviation of the noise of a pixel; 0 to measure it.
        limits: (6,) how many deviations of the noise and which share of the contrast a residual may have, the share of
            unexplained points from which a patch is fitted again, smallest gain, smallest noise and largest noise.

    Returns:
        Fits (n, 6), explained shares (n,), and the noise.
    """
    count, points = rows.shape[0], index.shape[1]
    fits = np.zeros((count, UNKNOWNS), dtype=np.float32)
    explained = np.zeros(count, dtype=np.float32)
    values = np.zeros((count, points), dtype=np.float32)
    rest = np.zeros((count, points), dtype=np.float32)
    for n in range(count):
        patch = rows[n]
        for point in range(points):
            values[n, point] = grey[index[patch, point]]
        fit_once(model[patch], inverse[patch], values[n], fits[n], rest[n])
    if noise == 0.0:
        some = np.ascontiguousarray(rest[:, ::8]).ravel()
        noise = max(limits[4], min(limits[5], middle_of(some) / 0.6745))
    for n in range(count):
        patch, contrast = rows[n], contrasts[rows[n]]
        allowed = np.float32(max(limits[0] * noise, limits[1] * contrast * abs(fits[n, 0])))
        if misfits_of(rest[n], allowed) > limits[2] * points:
            fit_again(model[patch], values[n], contrast, fits[n], rest[n])
            allowed = np.float32(max(limits[0] * noise, limits[1] * contrast * abs(fits[n, 0])))
        explained[n] = 0.0 if fits[n, 0] < limits[3] else explained_share(rest[n], allowed, shares[patch])
    return fits, explained, noise


def fit_once(model: Floats32, inverse: Floats32, values: Floats32, fit: Floats32, rest: Floats32) -> None:
    """Writes the least-squares fit of one patch into `fit`, and the size of its residuals into `rest`."""
    for unknown in range(inverse.shape[0]):
        total = np.float32(0.0)
        for point in range(values.shape[0]):
            total += inverse[unknown, point] * values[point]
        fit[unknown] = total
    residuals(model, values, fit, rest)
    for point in range(values.shape[0]):
        rest[point] = abs(rest[point])


def misfits_of(rest: Floats32, allowed: np.float32) -> int:
    """Returns how many residuals are too large."""
    count = 0
    for point in range(rest.shape[0]):
        count += rest[point] > allowed
    return count


def explained_share(rest: Floats32, allowed: np.float32, shares: Floats32) -> np.float32:
    """Returns the smaller of the explained shares of the dark and of the light points."""
    dark, light = np.float32(0.0), np.float32(0.0)
    for point in range(rest.shape[0]):
        if rest[point] > allowed:
            dark += shares[0, point]
            light += shares[1, point]
    return np.float32(1.0) - max(dark, light)


def fit_again(model: Floats32, values: Floats32, contrast: float, fit: Floats32, rest: Floats32) -> None:
    """Fits with uncertain pixels weighted down, starting from no change; results are those of `fit_once`."""
    points = values.shape[0]
    weights = np.empty(points, dtype=np.float32)
    system = np.empty((UNKNOWNS, UNKNOWNS + 1))
    for point in range(points):
        weights[point] = values[point] - model[0, point]
    middle = middle_of(weights)
    for point in range(points):
        rest[point] = abs(weights[point] - middle)
    for _ in range(3):
        scale = np.float32(max(1.5 * middle_of(rest), 0.06 * contrast))
        for point in range(points):
            ratio = rest[point] / scale
            once = np.float32(1.0) / (np.float32(1.0) + ratio * ratio)
            weights[point] = once * once
        normal_system(model, weights, values, 1e-3, system)
        eliminate(system)
        for row in range(UNKNOWNS):
            fit[row] = system[row, UNKNOWNS]
        residuals(model, values, fit, rest)
        for point in range(points):
            rest[point] = abs(rest[point])


FUNCTIONS = (
    middle_of,
    normal_system,
    eliminate,
    residuals,
    fit_once,
    misfits_of,
    explained_share,
    fit_again,
    fit_patches,
)
"""What is compiled, each after those that it calls."""
