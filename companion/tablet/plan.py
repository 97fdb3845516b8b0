"""Between the mat in millimetres and the widget in pixels."""

from dataclasses import dataclass

from companion.geometry import Mat, MatPoint


@dataclass(frozen=True, slots=True)
class Plan:
    """How the mat lies on the screen.

    Attributes:
        left_px: Left edge of the mat on the screen; Kivy's pixels, y upwards.
        bottom_px: Bottom edge of the mat on the screen.
        scale_px: Pixels a millimetre.
        mat: The playing area.
        turned: Whether player two's side is at the bottom.
    """

    left_px: float
    bottom_px: float
    scale_px: float
    mat: Mat
    turned: bool

    @property
    def size_px(self) -> tuple[float, float]:
        """Width and height of the mat on the screen."""
        return self.mat.width_mm * self.scale_px, self.mat.height_mm * self.scale_px

    def to_screen(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The pixel of a point of the mat."""
        if self.turned:
            x_mm, y_mm = self.mat.width_mm - x_mm, self.mat.height_mm - y_mm
        return self.left_px + x_mm * self.scale_px, self.bottom_px + y_mm * self.scale_px

    def to_mat(self, x_px: float, y_px: float) -> MatPoint:
        """The point of the mat under a pixel; may lie outside the mat."""
        x_mm, y_mm = (x_px - self.left_px) / self.scale_px, (y_px - self.bottom_px) / self.scale_px
        if self.turned:
            x_mm, y_mm = self.mat.width_mm - x_mm, self.mat.height_mm - y_mm
        return MatPoint(x_mm, y_mm)


def fit(mat: Mat, place_px: tuple[float, float, float, float], *, turned: bool) -> Plan:
    """The largest plan of a mat, centred in a place on the screen.

    Args:
        mat: The playing area.
        place_px: Left, bottom, width and height.
        turned: Whether player two's side is at the bottom.
    """
    left_px, bottom_px, width_px, height_px = place_px
    scale_px = max(min(width_px / mat.width_mm, height_px / mat.height_mm), 1e-6)
    return Plan(
        left_px + (width_px - mat.width_mm * scale_px) / 2,
        bottom_px + (height_px - mat.height_mm * scale_px) / 2,
        scale_px,
        mat,
        turned,
    )
