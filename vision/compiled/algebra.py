"""Small least squares that numba can compile."""

import numpy as np

from vision.arrays import Floats, Floats32


def middle_of(values: Floats32) -> float:
    """Returns the upper median of numbers (n,)."""
    half = values.shape[0] // 2
    return np.partition(values, half)[half]  # type: ignore[no-any-return]  # numba knows no float()


def normal_system(design: Floats32, weights: Floats32, values: Floats32, ridge: float, system: Floats) -> None:
    """Writes weighted normal equations into `system`.

    Args:
        design: (unknowns, points).
        weights: (points,).
        values: (points,).
        ridge: What is added to the diagonal.
        system: (unknowns, unknowns + 1): the normal matrix and the right-hand side.
    """
    unknowns, points = design.shape
    weighted = np.empty(points, dtype=np.float32)
    system[:, :] = 0.0
    for row in range(unknowns):
        for point in range(points):
            weighted[point] = design[row, point] * weights[point]
        for column in range(row, unknowns):
            total = np.float32(0.0)
            for point in range(points):
                total += weighted[point] * design[column, point]
            system[row, column] = system[column, row] = total
        total = np.float32(0.0)
        for point in range(points):
            total += weighted[point] * values[point]
        system[row, unknowns] = total
    for row in range(unknowns):
        system[row, row] += ridge


def eliminate(system: Floats) -> None:
    """Solves a positive definite system in its place by Gauss and Jordan: the diagonal serves as pivots."""
    rows, columns = system.shape
    for pivot in range(rows):
        factor = 1.0 / system[pivot, pivot]
        for column in range(columns):
            system[pivot, column] *= factor
        for row in range(rows):
            if row != pivot:
                factor = system[row, pivot]
                for column in range(columns):
                    system[row, column] -= factor * system[pivot, column]


def residuals(design: Floats32, values: Floats32, told: Floats32, rest: Floats32) -> None:
    """Writes values minus design · unknowns into `rest` (points,); `told` holds the unknowns (unknowns,)."""
    unknowns, points = design.shape
    for point in range(points):
        rest[point] = values[point]
    for row in range(unknowns):
        each = told[row]
        for point in range(points):
            rest[point] -= design[row, point] * each
