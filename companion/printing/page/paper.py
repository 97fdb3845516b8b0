"""Sheets of paper and rectangles on them, in millimetres from the lower left corner."""

from dataclasses import dataclass
from enum import StrEnum

MARGIN_MM = 8.0
"""Kept clear on every side: home printers reach within 3 to 6.5 mm of the edge."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle.

    Attributes:
        left_mm: Its left side.
        bottom_mm: Its lower side.
        width_mm: Along x.
        height_mm: Along y.
    """

    left_mm: float
    bottom_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        return self.left_mm + self.width_mm

    @property
    def top_mm(self) -> float:
        return self.bottom_mm + self.height_mm

    @property
    def middle_mm(self) -> tuple[float, float]:
        """Its centre."""
        return self.left_mm + self.width_mm / 2, self.bottom_mm + self.height_mm / 2


class Paper(StrEnum):
    """The papers we print on."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"

    def page(self, *, landscape: bool = False) -> Box:
        """The whole sheet, upright or lying."""
        width_mm, height_mm = _SIZES_MM[self]
        return Box(0.0, 0.0, height_mm, width_mm) if landscape else Box(0.0, 0.0, width_mm, height_mm)

    def printable(self, *, landscape: bool = False) -> Box:
        """What lies within the margins."""
        page = self.page(landscape=landscape)
        return Box(MARGIN_MM, MARGIN_MM, page.width_mm - 2 * MARGIN_MM, page.height_mm - 2 * MARGIN_MM)


_SIZES_MM = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4), Paper.A3: (297.0, 420.0)}
