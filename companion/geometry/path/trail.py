"""What a way is made of: straight pieces and arcs."""

import cmath
import math
from dataclasses import dataclass

from companion.geometry.path.obstacles import as_complex, as_point
from companion.geometry.shapes import MatPoint


@dataclass(frozen=True, slots=True)
class Line:
    """A straight piece of a way.

    Attributes:
        start: Where it begins.
        end: Where it ends.
    """

    start: MatPoint
    end: MatPoint

    @property
    def length_mm(self) -> float:
        return math.hypot(self.end.x_mm - self.start.x_mm, self.end.y_mm - self.start.y_mm)

    def point_at(self, travelled_mm: float) -> MatPoint:
        """The point that far from its beginning."""
        start, end = as_complex(self.start), as_complex(self.end)
        return as_point(start + (end - start) * (travelled_mm / self.length_mm if self.length_mm else 0.0))


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of a way that slides round something.

    Attributes:
        centre: Centre of the arc: of a base, or a corner of a terrain piece.
        radius_mm: Distance of the way from that centre.
        start_rad: Direction from the centre to the arc's first point, counter-clockwise from the x axis.
        turn_rad: Angle covered, positive counter-clockwise.
        around: Id of the base or terrain piece that it rounds.
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
        """Points along the arc whose chords stay within the accuracy."""
        step = 2 * math.acos(max(0.0, 1 - accuracy_mm / self.radius_mm))
        count = max(1, math.ceil(abs(self.turn_rad) / step))
        return [self._at(self.turn_rad * number / count) for number in range(count + 1)]

    def point_at(self, travelled_mm: float) -> MatPoint:
        """The point that far from its beginning."""
        return self._at(math.copysign(travelled_mm / self.radius_mm, self.turn_rad))

    @property
    def pull(self) -> complex:
        """How much the way's length changes when the thing it rounds is shifted, as a vector.

        Shifting by v lengthens the way by the scalar product of v and this vector, to first order: the leg that
        arrives becomes longer by its direction, the leg that leaves shorter by its own.
        """
        arriving = 1j * math.copysign(1.0, self.turn_rad) * cmath.exp(1j * self.start_rad)
        return arriving - arriving * cmath.exp(1j * self.turn_rad)

    def _at(self, turned: float) -> MatPoint:
        return as_point(as_complex(self.centre) + cmath.rect(self.radius_mm, self.start_rad + turned))
