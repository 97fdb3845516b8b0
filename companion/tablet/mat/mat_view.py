"""The mat from above: the live picture, what is drawn over it, and where it was touched."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kivy.clock import Clock
from kivy.core.image import Texture
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.stencilview import StencilView

from companion.geometry import Mat, MatPoint
from companion.referee import Piece, TopImage, View
from companion.referee.api.intents import End
from companion.tablet.data.wording import GONE
from companion.tablet.look import palette
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import Plan, Zoom, fit
from companion.tablet.look.pen import Pen
from companion.tablet.mat.cell_touch import CellAnswer, answers_at
from companion.tablet.mat.gestures import SLIP_DP, Fingers, Meaning, Pinch, Push, Stretch, Tap
from companion.tablet.mat.overlay import draw_overlay

FINGER_DP = 14  # a touch this far outside a base still means it
GHOST_ALPHA = 0.45
GHOST_SP = 15
FINGER_RING_DP = 26  # can be seen around a finger tip
RING_DP = 3
LIFTED_S = 0.3
"""So long the ring around a finger stays when it is lifted; by then there is an answer."""
MARGIN_DP = 8
PICTURE_WAIT_S = 0.1
"""What is drawn about a model that moves waits so long for the picture that shows it there: each change is a frame."""
UPRIGHT = (0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
"""Corners of the picture from the lower left on; its first row is at the top."""
WHEEL = 1.2
"""So much a step of the wheel enlarges."""


class DragHandler(Protocol):
    """What may be dragged over the mat, and what becomes of it."""

    def takes(self, at: MatPoint, base_id: str | None) -> bool:
        """Whether a finger that comes down there, maybe on a model, may begin to drag something."""
        ...

    def drags(self, at: MatPoint) -> None:
        """The finger is there now."""
        ...

    def drops(self, at: MatPoint) -> None:
        """The finger lets go there."""
        ...

    def taps(self) -> None:
        """The finger was lifted without having dragged anything."""
        ...

    def breaks_off(self) -> None:
        """Another finger came: nothing was meant by the first."""
        ...


@dataclass(frozen=True, slots=True)
class Ghost:
    """A model drawn where it does not stand (yet).

    Attributes:
        at: Its centre.
        radius_mm: Of its base.
        text: What is written on it.
        colour: Of its ring.
        wanted: Where the finger is that holds it; None for none.
        outline: Its corners in the mat frame, of a template.
    """

    at: MatPoint
    radius_mm: float
    text: str
    colour: palette.Colour
    wanted: MatPoint | None = None
    outline: tuple[MatPoint, ...] = ()


class MatView(StencilView):
    """Shows views of the mat and tells which base is touched."""

    zoomed = BooleanProperty(defaultvalue=False)
    measuring = BooleanProperty(defaultvalue=False)
    dragging = BooleanProperty(defaultvalue=False)
    far = BooleanProperty(defaultvalue=False)
    """Whether it is looked at from far away: large letters, short names."""

    __events__ = ("on_base", "on_nothing", "on_stretch", "on_cell")

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._view: View | None = None
        self._zoom = Zoom()
        self._fingers = Fingers()
        self._first_end: End | None = None
        self.grip: DragHandler | None = None
        self._held: object = None
        self._ghost: Ghost | None = None
        self._ghost_pen = Pen()
        self._laid: tuple[Plan, bool, Texture | None] | None = None
        self._drawn: tuple[object, ...] | None = None
        self._places_drawn: tuple[object, ...] = ()
        self._catch_up = Clock.create_trigger(lambda _: self._lay(), PICTURE_WAIT_S)
        self._pen = Pen()
        self.label_box = Box(0, 0, 0, 0)
        self.names: Mapping[str, Box] = {}
        """Where the names of models stand on the screen, by the ids of their bases."""
        self._texture: Texture | None = None
        self._picture: object = None
        with self.canvas:
            self._ground_colour = Color(*palette.FIELD)
            self._ground = Rectangle()
        self.canvas.add(self._pen.group)
        self._under = InstructionGroup()
        self.canvas.add(self._under)
        self.canvas.add(self._ghost_pen.group)
        self._lift = Clock.create_trigger(lambda _: self._under.clear(), LIFTED_S)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def plan(self) -> Plan:
        """How the mat lies on the screen now."""
        margin = dp(MARGIN_DP)
        mat, turned = (self._view.mat, self._view.choices.turned) if self._view else (Mat(), False)
        place = self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        whole = fit(mat, place, turned=turned)
        return self._zoom.within(whole).of(whole)

    def show(self, view: View) -> None:
        """Shows a view; what is the same as before is not drawn again."""
        self._view = view
        is_pictured = view.picture is None or view.picture is not self._picture
        if view.picture is not None and is_pictured:
            self._picture = view.picture
            self._put(view.picture)
        self._lay(is_pictured=is_pictured)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down, or the wheel turns."""
        if not self.collide_point(*touch.pos) or self._view is None or self.disabled:
            return False
        if touch.is_mouse_scrolling:
            self.zoom(WHEEL if touch.button == "scrolldown" else 1 / WHEEL, touch.pos)
            return True
        touch.grab(self)
        self._ring(touch.pos)
        self._fingers.slip_px = dp(SLIP_DP)
        if self.dragging:
            return True
        if self._held is not None:
            self._let_go()
        elif self.grip is not None and not self._fingers.count and not self.measuring:
            self._held = touch.uid if self.grip.takes(self.plan.to_mat(*touch.pos), self.base_at(*touch.pos)) else None
        self._mean(self._fingers.comes(touch.uid, touch.pos, touch.time_start))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger moves."""
        if touch.grab_current is not self:
            return False
        if self._held == touch.uid and self.grip is not None:
            slipped = math.dist(touch.opos, touch.pos) > dp(SLIP_DP)
            self.dragging = self.dragging or slipped
            if self.dragging:
                self.grip.drags(self.plan.to_mat(*touch.pos))
        elif not self.dragging:
            self._mean(self._fingers.moves(touch.uid, touch.pos, touch.time_update))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A finger is lifted: what was touched is found out now."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._lift()
        meant = self._fingers.goes(touch.uid, touch.pos)
        if self._held == touch.uid and self.grip is not None:
            dragged, at = self.dragging, self.plan.to_mat(*touch.pos)
            self._held, self.dragging = None, False
            if dragged:
                self.grip.drops(at)
                return True
            self.grip.taps()
        self._mean(meant)
        return True

    def _let_go(self) -> None:
        """A second finger came: both mean the picture, not what the first one held."""
        self._held, self.dragging = None, False
        if self.grip is not None:
            self.grip.breaks_off()

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Draws a model where it does not stand; None for none."""
        if ghost != self._ghost:
            self._ghost = ghost
            self._draw_ghost()

    def _draw_ghost(self) -> None:
        pen, ghost, plan = self._ghost_pen, self._ghost, self.plan
        pen.clear()
        if ghost is None:
            return
        centre, radius_px = plan.to_screen(ghost.at.x_mm, ghost.at.y_mm), ghost.radius_mm * plan.scale_px
        if ghost.wanted is not None:
            pen.line(plan.to_screen(ghost.wanted.x_mm, ghost.wanted.y_mm), centre, palette.CHOSEN, 2, dash_dp=4)
        corners = [plan.to_screen(each.x_mm, each.y_mm) for each in ghost.outline]
        if corners:
            pen.area([corners], (*ghost.colour[:3], GHOST_ALPHA))
            pen.outline(corners, ghost.colour, 3)
            radius_px = max(y for _, y in corners) - centre[1]
        else:
            pen.disc(centre, radius_px, (*ghost.colour[:3], GHOST_ALPHA))
            pen.ring(centre, radius_px, ghost.colour, 4, dashed=ghost.wanted is None)
        if ghost.text:
            height = pen.label_size(ghost.text, GHOST_SP)[1]
            above = centre[1] + radius_px + height
            y = above if above + height < self.top else centre[1] - radius_px - height
            half = pen.label_size(ghost.text, GHOST_SP)[0] / 2
            x = min(max(centre[0], self.x + half), self.right - half)
            pen.label(ghost.text, (x, y), palette.CHOSEN, (*palette.HALO[:3], 0.9), GHOST_SP)

    def _ring(self, at: tuple[float, float]) -> None:
        """Shows at once what is under a finger: what is made of it takes a moment to be worked out."""
        if self._lift.is_triggered:
            self._lift.cancel()
            self._under.clear()
        plan, base_id = self.plan, self.base_at(*at)
        piece = self._view.piece(base_id) if self._view is not None and base_id is not None else None
        centre, radius_px = at, dp(FINGER_RING_DP)
        if piece is not None:
            centre = plan.to_screen(piece.base.centre.x_mm, piece.base.centre.y_mm)
            radius_px = piece.base.radius_mm * plan.scale_px + dp(RING_DP)
        self._under.add(Color(*palette.CHOSEN))
        self._under.add(Line(circle=(*centre, radius_px), width=dp(RING_DP)))

    def zoom(self, factor: float, about: tuple[float, float] | None = None) -> None:
        """Makes the mat larger or smaller about a spot of the screen; without one, about the middle.

        Args:
            factor: Above 1 enlarges; 0 shows the whole mat again.
            about: In pixels.
        """
        x, y = about or self.center
        spot = x - self.center_x, y - self.center_y
        self._set(Zoom() if factor <= 0 else self._zoom.about(factor, spot))

    def _set(self, zoom: Zoom) -> None:
        margin = dp(MARGIN_DP)
        place = self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        mat = self._view.mat if self._view else Mat()
        self._zoom = zoom.within(fit(mat, place, turned=False))
        self.zoomed = self._zoom.factor > 1
        self._lay()

    def _mean(self, meaning: Meaning | None) -> None:
        match meaning:
            case Tap(at):
                self._tap(*at)
            case Push(by):
                self._set(self._zoom.pushed(by))
            case Pinch(factor, about, by):
                spot = about[0] - self.center_x, about[1] - self.center_y
                self._set(self._zoom.about(factor, spot).pushed(by))
            case Stretch(start, end):
                self.dispatch("on_stretch", (self._end_at(*start), self._end_at(*end)))
            case None:
                pass

    def _tap(self, x_px: float, y_px: float) -> None:
        if self.measuring:
            end = self._end_at(x_px, y_px)
            if self._first_end is None:
                self._first_end = end
            else:
                self.dispatch("on_stretch", (self._first_end, end))
                self._first_end, self.measuring = None, False
            return
        base_id = self.base_at(x_px, y_px)
        if answers := self._answers(self.plan.to_mat(x_px, y_px), base_id):
            self.dispatch("on_cell", answers)
        elif base_id is None:
            self.dispatch("on_nothing")
        else:
            self.dispatch("on_base", base_id)

    def _answers(self, at: MatPoint, base_id: str | None) -> tuple[CellAnswer, ...]:
        """What a touch there answers in a game on cells."""
        view = self._view
        if view is None or view.play is None:
            return ()
        return answers_at(view.play, at, next(iter(view.choices.chosen), ""), base_id or "")

    def _end_at(self, x_px: float, y_px: float) -> End:
        return self.base_at(x_px, y_px) or self.plan.to_mat(x_px, y_px)

    def on_measuring(self, *_: object) -> None:
        """The next two touches are the ends of a tape measure, or no longer."""
        self._first_end = None

    def on_stretch(self, ends: tuple[End, End]) -> None:
        """A tape measure is laid between two ends."""

    def on_base(self, base_id: str) -> None:
        """A base was touched."""

    def on_cell(self, answers: tuple[CellAnswer, ...]) -> None:
        """A cell was touched that answers something; one answer at least."""

    def on_nothing(self) -> None:
        """The bare mat was touched."""

    def base_at(self, x_px: float, y_px: float) -> str | None:
        """The base that a finger on a pixel means; None for none."""
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

    def _put(self, picture: TopImage) -> None:
        """Lays a picture of the mat under all else; it is made when it is drawn, for many never are."""
        if self._texture is None or self._texture.size != picture.size_px:
            self._texture = Texture.create(size=picture.size_px, colorfmt="bgr")
            self._texture.flip_vertical()
            self._ground.texture = self._texture
        self._texture.ask_update(
            lambda texture: texture.blit_buffer(picture.pixels.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        )
        self.canvas.ask_update()

    def _lay(self, *_: object, is_pictured: bool = True) -> None:
        view, plan = self._view, self.plan
        is_blind = view is not None and view.health.blind
        if (laid := (plan, is_blind, self._texture)) != self._laid:
            self._laid = laid
            self._lay_picture(plan, is_blind=is_blind)
        if view is None:
            return
        of_game = _of_game(view)
        places = _places(view)
        drawn = (plan, view.choices, view.terrain, view.focus, view.pair, view.tape, of_game)
        if drawn == self._drawn and places != self._places_drawn and not is_pictured:
            self._catch_up()
        elif (drawn, places) != (self._drawn, self._places_drawn):
            self._catch_up.cancel()
            self._drawn, self._places_drawn = drawn, places
            # Kivy tells `right` and `top` anew only after whoever listens to the size was told.
            self.label_box = Box(self.x, self.y, self.x + self.width, self.y + self.height)
            self.names = draw_overlay(self._pen, view, plan, self.label_box, far=self.far)
            self._draw_ghost()

    def _lay_picture(self, plan: Plan, *, is_blind: bool) -> None:
        """Lays the picture down; Kivy draws the whole window anew for what is set again, the same or not."""
        self._ground.pos = plan.left_px, plan.bottom_px
        self._ground.size = plan.size_px
        if self._texture:
            self._ground_colour.rgba = (0.45, 0.45, 0.45, 1) if is_blind else (1, 1, 1, 1)
            self._ground.tex_coords = (*UPRIGHT[4:], *UPRIGHT[:4]) if plan.turned else UPRIGHT


def _of_game(view: View) -> tuple[object, ...]:
    """What of the game is drawn on the mat."""
    play = view.play
    if play is None:
        return ()
    zone = None if play.grabbed is None else play.grabbed.zone
    return id(play.shown), play.standing.all, play.proposals, play.zones, zone, play.standing.strangers


def _places(view: View) -> tuple[object, ...]:
    """What of the pieces can be seen on a screen: places to a tenth of a millimetre."""
    return tuple((piece.base.id, piece.state, *(round(value, 1) for value in _numbers(piece))) for piece in view.pieces)


def _numbers(piece: Piece) -> tuple[float, float, float]:
    return piece.base.centre.x_mm, piece.base.centre.y_mm, piece.base.sigma_mm
