"""Determines the upper face from the accelerometer's readings of a die at rest."""

import math

# Default for an uncalibrated die whose sensor is aligned with its axes: opposite faces add up to seven.
D6_FACES = (
    (1, (0, 0, -1000)),
    (2, (0, -1000, 0)),
    (3, (-1000, 0, 0)),
    (4, (1000, 0, 0)),
    (5, (0, 1000, 0)),
    (6, (0, 0, 1000)),
)
LOWEST_MG = 850
HIGHEST_MG = 1150
NEAREST_NORMALS_COS = 0.94


class Faces:
    """The faces of one die.

    Args:
        readings: For each face its value and the sensor's reading, in mg, while that face is up.
        lean_deg: Largest angle from level at which a die still shows its face.

    Raises:
        ValueError: If these cannot be the faces of a die.
    """

    def __init__(self, readings=D6_FACES, lean_deg=8):
        if len(readings) < 4 or len({value for value, _ in readings}) != len(readings):
            raise ValueError("a die has at least four faces, each with a value of its own")
        count = len(readings)
        # The normals of a fair die add up to zero, so the remainder is the sensor's offset.
        self.zero = tuple(sum(vector[axis] for _, vector in readings) / count for axis in range(3))
        self.values = [value for value, _ in readings]
        self.normals = []
        for value, vector in readings:
            normal, length = self._direction(vector)
            if not LOWEST_MG <= length <= HIGHEST_MG:
                raise ValueError("face %d was not at rest: %d mg" % (value, length))
            if any(_dot(normal, other) > NEAREST_NORMALS_COS for other in self.normals):
                raise ValueError("face %d was given twice" % value)
            self.normals.append(normal)
        self.flat_cos = math.cos(math.radians(lean_deg))
        self.sure_cos = math.cos(math.radians(0.75 * lean_deg))

    def _direction(self, vector):
        from_zero = [vector[axis] - self.zero[axis] for axis in range(3)]
        length = math.sqrt(_dot(from_zero, from_zero))
        return [part / (length or 1) for part in from_zero], length

    def up(self, vector):
        """Finds the upper face.

        Args:
            vector: Mean reading at rest, in mg.

        Returns:
            Value of the nearest face, the cosine of the angle to it, and the vector's length in mg.
        """
        direction, length = self._direction(vector)
        best, best_cos = 0, -2
        for value, normal in zip(self.values, self.normals):
            cos = _dot(direction, normal)
            if cos > best_cos:
                best, best_cos = value, cos
        return best, best_cos, length


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
