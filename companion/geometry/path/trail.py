"""The pieces of a path: straight lines and arcs."""

import cmath
import math
from dataclasses import dataclass

from companion.geometry.path.obstacles import as_complex, as_point
from companion.geometry.shapes import MatPoint


@dataclass(frozen=True, slots=True)
class Line:
    """A straight piece of a path.

    Attributes:
        start: Its first point.
        end: Its last point.
    """

    start: MatPoint
    end: MatPoint

    @property
    def length_mm(self) -> float:
        return math.hypot(self.end.x_mm - self.start.x_mm, self.end.y_mm - self.start.y_mm)

    def point_at(self, travelled_mm: float) -> MatPoint:
        """Returns the point at that distance from its start."""
        start, way = as_complex(self.start), as_complex(self.end) - as_complex(self.start)
        return as_point(start + way * (travelled_mm / abs(way)) if way else start)


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of a path that slides around an object.

    Attributes:
        centre: Centre of the arc: that of a base, or a corner of a terrain piece.
        radius_mm: Distance of the path from that centre.
        start_rad: Direction from the centre to the arc's first point, counter-clockwise from the x axis.
        turn_rad: Angle covered, positive counter-clockwise.
        around: Id of the base or terrain piece.
    """

    centre: MatPoint
    radius_mm: float
    start_rad: float
    turn_rad: float
    around: str

    @property
    def length_mm(self) -> float:
        return self.radius_mm * abs(self.turn_rad)

    def points(self, accuracy_mm: float) -> list[MatPoint]:
        """Returns points along the arc whose chords stay within the accuracy."""
        step = 2 * math.acos(max(0.0, 1 - accuracy_mm / self.radius_mm))
        count = max(1, math.ceil(abs(self.turn_rad) / step))
        return [self._at(self.turn_rad * number / count) for number in range(count + 1)]

    def point_at(self, travelled_mm: float) -> MatPoint:
        """Returns the point at that distance from its start."""
        return self._at(math.copysign(travelled_mm / self.radius_mm, self.turn_rad))

    @property
    def pull(self) -> complex:
        """The derivative of the path's length by the object's position, as a vector.

        Shifting the object by v lengthens the path by the scalar product of v and this vector, to first order: the
        arriving leg becomes longer by its direction, the leaving leg shorter by its own.
        """
        arriving = 1j * math.copysign(1.0, self.turn_rad) * cmath.exp(1j * self.start_rad)
        return arriving - arriving * cmath.exp(1j * self.turn_rad)

    def _at(self, turned: float) -> MatPoint:
        return as_point(as_complex(self.centre) + cmath.rect(self.radius_mm, self.start_rad + turned))
