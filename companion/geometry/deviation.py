"""How uncertain a measured length is, by its causes."""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Deviation:
    """The standard deviation of a length, with its parts.

    What the camera sees and how pieces were made are independent of one another: their variances are added. A wrong
    scale is no chance error. All distances of a table share it, and it is as large as printers make it, so it is added
    as a whole: a verdict stays close as long as a scale within two of its deviations could turn it, whatever the other
    errors are.

    Attributes:
        seen_mm: Due to what the picture tells.
        made_mm: Due to how the pieces were printed, cut and glued.
        scale_mm: Due to the mat's scale: a share of the length.
    """

    seen_mm: float = 0.0
    made_mm: float = 0.0
    scale_mm: float = 0.0

    @property
    def sigma_mm(self) -> float:
        """All parts together: the deviation that verdicts use."""
        return math.hypot(self.seen_mm, self.made_mm) + self.scale_mm

    def made(self, sigma_mm: float) -> "Deviation":
        """Returns it with a further standard deviation due to how pieces were made, or to a measured goal."""
        return replace(self, made_mm=math.hypot(self.made_mm, sigma_mm))
