"""The mat from above: the live picture, what is drawn over it, and where it was touched."""

import math

from kivy.core.image import Texture
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.stencilview import StencilView

from companion.geometry import Mat
from companion.referee import Piece, View
from companion.tablet import palette
from companion.tablet.overlay import Overlay
from companion.tablet.pen import Pen
from companion.tablet.plan import Plan, fit
from companion.tablet.wording import GONE

FINGER_DP = 14  # a touch this far outside a base still means it
MARGIN_DP = 8


class MatView(StencilView):
    """Shows views of the mat and tells which base is touched."""

    __events__ = ("on_base", "on_nothing")

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._view: View | None = None
        self._drawn: tuple[object, ...] | None = None
        self._pen = Pen()
        self._overlay = Overlay(self._pen)
        self._texture: Texture | None = None
        self._picture: object = None
        with self.canvas:
            self._ground_colour = Color(*palette.CARD)
            self._ground = Rectangle()
        self.canvas.add(self._pen.group)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def plan(self) -> Plan:
        """How the mat lies on the screen now."""
        margin = dp(MARGIN_DP)
        mat, turned = (self._view.mat, self._view.choices.turned) if self._view else (Mat(), False)
        place = self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        return fit(mat, place, turned=turned)

    def show(self, view: View) -> None:
        """Shows a view; what is the same as before is not drawn again."""
        self._view = view
        if view.picture is not None and view.picture is not self._picture:
            self._picture = view.picture
            self._blit(view)
        self._lay()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Finds out what was touched."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling or self._view is None:
            return False
        base_id = self._base_at(*touch.pos)
        if base_id is None:
            self.dispatch("on_nothing")
        else:
            self.dispatch("on_base", base_id)
        return True

    def on_base(self, base_id: str) -> None:
        """A base was touched."""

    def on_nothing(self) -> None:
        """The bare mat was touched."""

    def _base_at(self, x_px: float, y_px: float) -> str | None:
        plan = self.plan
        point = plan.to_mat(x_px, y_px)
        finger_mm = dp(FINGER_DP) / plan.scale_px
        best, best_mm = None, finger_mm
        for piece in self._view.pieces if self._view else ():
            if piece.state in GONE:
                continue
            centre = piece.base.centre
            off_mm = math.hypot(centre.x_mm - point.x_mm, centre.y_mm - point.y_mm) - piece.base.radius_mm
            if off_mm < best_mm:
                best, best_mm = piece.base.id, off_mm
        return best

    def _blit(self, view: View) -> None:
        if view.picture is None:
            return
        height, width = view.picture.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._ground.texture = self._texture
        self._texture.blit_buffer(view.picture.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _lay(self, *_: object) -> None:
        view, plan = self._view, self.plan
        self._ground.pos = plan.left_px, plan.bottom_px
        self._ground.size = plan.size_px
        if view is None:
            return
        if self._texture:
            self._ground_colour.rgba = (0.45, 0.45, 0.45, 1) if view.health.blind else (1, 1, 1, 1)
            upright = (0, 1, 1, 1, 1, 0, 0, 0)
            self._ground.tex_coords = (*upright[4:], *upright[:4]) if plan.turned else upright
        drawn = (plan, view.choices, _places(view), view.terrain, view.focus, view.pair)
        if drawn != self._drawn:
            self._drawn = drawn
            self._overlay.draw(view, plan)


def _places(view: View) -> tuple[object, ...]:
    """What of the pieces can be seen on a screen: places to a tenth of a millimetre."""
    return tuple((piece.base.id, piece.state, *(round(value, 1) for value in _numbers(piece))) for piece in view.pieces)


def _numbers(piece: Piece) -> tuple[float, float, float]:
    return piece.base.centre.x_mm, piece.base.centre.y_mm, piece.base.sigma_mm
