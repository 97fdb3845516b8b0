"""Between the mat in millimetres and the widget in pixels."""

from dataclasses import dataclass, replace

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


MAX_ZOOM = 6.0


@dataclass(frozen=True, slots=True)
class Zoom:
    """How a plan is enlarged.

    Attributes:
        factor: 1 shows the whole mat.
        push_px: How far the middle of the mat lies from the middle of its place.
    """

    factor: float = 1.0
    push_px: tuple[float, float] = (0.0, 0.0)

    def pushed(self, by_px: tuple[float, float]) -> "Zoom":
        """A copy that is pushed further."""
        return Zoom(self.factor, (self.push_px[0] + by_px[0], self.push_px[1] + by_px[1]))

    def about(self, factor: float, spot_px: tuple[float, float]) -> "Zoom":
        """Grown by a factor so that a spot, from the middle of the place, stays where it is."""
        wanted = min(max(self.factor * factor, 1.0), MAX_ZOOM)
        grown = wanted / self.factor
        x, y = (spot - (spot - push) * grown for spot, push in zip(spot_px, self.push_px, strict=True))
        return Zoom(wanted, (x, y))

    def of(self, plan: Plan) -> Plan:
        """A plan enlarged."""
        width, height = plan.size_px
        middle_x, middle_y = plan.left_px + width / 2 + self.push_px[0], plan.bottom_px + height / 2 + self.push_px[1]
        return replace(
            plan,
            left_px=middle_x - width * self.factor / 2,
            bottom_px=middle_y - height * self.factor / 2,
            scale_px=plan.scale_px * self.factor,
        )

    def within(self, plan: Plan) -> "Zoom":
        """A copy that is pushed back so far that the mat covers the place it has whole."""
        most = [(self.factor - 1) * size / 2 for size in plan.size_px]
        x, y = (min(max(push, -far), far) for push, far in zip(self.push_px, most, strict=True))
        return Zoom(self.factor, (x, y))


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
