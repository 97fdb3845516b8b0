"""Hands at a table without a camera: models are brought to the drawn mat, dragged over it, turned and taken off."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from kivy.factory import Factory
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.geometry import MatPoint
from companion.geometry.path.obstacles import contains
from companion.printing.stock import terrain_templates
from companion.referee import PlacementState, View
from companion.referee.core.session import Setup
from companion.referee.virtual_mat.drawn_mat import DrawnMat
from companion.tablet.data.wording import name_of, names_of, number
from companion.tablet.mat.gestures import SLIP_DP
from companion.tablet.table.table_view import TableView
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.texts import Language, say

TURN_RAD = math.radians(15.0)
WAITS = frozenset({PlacementState.TO_PLACE, PlacementState.NO_MODEL, PlacementState.OFF})
"""How a creature stands whose model is to be brought to the mat."""
SAME_SIZE_MM = 0.5
KINDS = frozenset(template.kind for template in terrain_templates())


@dataclass(slots=True)
class _Drag:
    """A finger on a model.

    Attributes:
        touch: The finger.
        piece: What lies under it.
        stood: Where that stood.
        began: Where the finger came down, in pixels.
        moves: Whether the model moves with it already.
    """

    touch: MotionEvent
    piece: str
    stood: MatPoint
    began: tuple[float, float]
    moves: bool = False


class DrawnHand:
    """What fingers do on a drawn mat, with the keys for it."""

    def __init__(self, table_view: TableView, mat: DrawnMat, language: Callable[[], Language]) -> None:
        """Prepares.

        Args:
            table_view: Where the keys and the drawing are.
            mat: The mat.
            language: The reader's.
        """
        self._hands, self._language = mat, language
        self._drawing, self._stage = table_view.ids.mat, table_view.ids.stage
        self._view: View | None = None
        self._drag: _Drag | None = None
        self._template = ""
        self.taken = ""
        self.key, self.turn = (Factory.Key(size_hint_x=None, size_hint_y=1) for _ in range(2))
        self.key.bind(on_press=lambda _: self._pressed())
        self.turn.bind(on_press=lambda _: self._turned())
        self.sheet = ChoiceSheet()
        self.hint: Label = Factory.PlaceHint()
        self._stage.add_widget(self.hint)
        foot = table_view.ids.foot
        for key in (self.turn, self.key):
            foot.add_widget(key, index=len(foot.children) - 2)
        for event, act in (
            ("on_touch_down", self._touched),
            ("on_touch_move", self._moved),
            ("on_touch_up", self._lifted),
        ):
            self._drawing.bind(**{event: act})
        table_view.bind(on_carry=lambda _, base, at: mat.carry(base, at))
        self._say()

    @classmethod
    def if_drawn(cls, table_view: TableView, setup: Setup, language: Callable[[], Language]) -> "DrawnHand | None":
        """Hands where the mat is drawn; else None."""
        return cls(table_view, setup.camera, language) if isinstance(setup.camera, DrawnMat) else None

    def show(self, view: View) -> None:
        """Takes a view over."""
        self._view = view
        self._say()

    def end(self) -> None:
        """The table is left."""
        self.sheet.dismiss(animation=False)

    def take(self, piece: str) -> None:
        """This model goes where the mat is touched next."""
        self.taken = piece
        self._say()

    @property
    def _chosen(self) -> str:
        return next(iter(self._view.choices.chosen), "") if self._view is not None else ""

    def _pressed(self) -> None:
        if self.taken:
            self.take("")
        elif self._chosen:
            self._hands.take_away(self._chosen)
        else:
            language = self._language()
            self.sheet.title, self.sheet.close_text = say(language, "practice.lay_which"), say(language, "shell.close")
            self.sheet.offer(list(self._offers()), self.take)
            self.sheet.open(animation=False)

    def _turned(self) -> None:
        self._hands.turn(self._template, TURN_RAD)

    def _offers(self) -> Iterator[tuple[str, str]]:
        """What may be laid: creatures that wait first, then one base of each size, and one template of each kind."""
        language, view, layout = self._language(), self._view, self._hands.layout
        standing = view.play.standing.all if view is not None and view.play is not None else ()
        players = dict(view.play.players) if view is not None and view.play is not None else {}
        used = {*self._hands.poses, *(each.base for each in standing if each.base)}
        free = [base for base in layout.bases if base.id not in used]
        for each in standing:
            fitting = (
                base.id
                for base in free
                if abs(base.radius_mm - each.radius_mm) < SAME_SIZE_MM and base.owner in (each.controller, None)
            )
            own = each.base if each.base and each.base not in self._hands.poses else next(fitting, "")
            if each.how in WAITS and own and each.radius_mm:
                size = number(language, 2 * each.radius_mm, 0)
                yield own, say(language, "practice.model", name=each.name, size=size)
        sizes = dict.fromkeys((base.owner, base.radius_mm) for base in free if base.owner in players)
        for owner, radius_mm in sorted(sizes, key=lambda each: (str(each[0]), each[1])):
            base_id = next(base.id for base in free if (base.owner, base.radius_mm) == (owner, radius_mm))
            size = number(language, 2 * radius_mm, 0)
            yield base_id, say(language, "practice.lay_owner", player=players[str(owner)], size=size)
        kinds: dict[str, str] = {}
        for template in layout.terrain:
            if template.id not in self._hands.poses:
                kinds.setdefault(self._called(template.id), template.id)
        yield from ((template, called) for called, template in kinds.items())

    def _called(self, piece: str) -> str:
        """What a piece is called: a creature by its name, a template of ours by its kind, anything else by its id."""
        kind = piece.rpartition("-")[0]
        if self._is_template(piece) and kind in KINDS:
            return say(self._language(), f"mat.terrain.{kind}")
        return names_of(self._view)(piece) if self._view is not None else name_of(piece)

    def _touched(self, drawing: Widget, touch: MotionEvent) -> bool:
        if not drawing.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        point = drawing.plan.to_mat(*touch.pos)
        if self.taken:
            self._hands.carry(self.taken, point)
            self._template = self.taken if self._is_template(self.taken) else ""
            self.take("")
            return True
        piece = drawing.base_at(*touch.pos) or self._template_at(point)
        self._template = piece if self._is_template(piece) else ""
        pose = self._hands.poses.get(piece)
        if pose is not None and self._drag is None and not drawing.measuring:
            self._drag = _Drag(touch, piece, MatPoint(pose.x_mm, pose.y_mm), touch.pos)
        self._say()
        return False  # a touch that goes no farther chooses the model

    def _moved(self, drawing: Widget, touch: MotionEvent) -> bool:
        drag = self._drag
        if drag is None or touch.uid != drag.touch.uid:
            return False
        if not drag.moves and math.dist(drag.began, touch.pos) <= dp(SLIP_DP):
            return True
        drag.moves = True
        at = self._under(drawing, drag, touch)
        self._hands.hold(drag.piece, at)
        self._tell(drawing, drag, at)
        return True

    def _lifted(self, drawing: Widget, touch: MotionEvent) -> bool:
        drag = self._drag
        if drag is None or touch.uid != drag.touch.uid:
            return False
        self._drag = None
        self.hint.text = ""
        if drag.moves:
            self._hands.carry(drag.piece, self._under(drawing, drag, touch))
        return False

    def _under(self, drawing: Widget, drag: _Drag, touch: MotionEvent) -> MatPoint:
        """Where a dragged model is: it keeps its distance from the finger, which hides what is under it."""
        began, now = drawing.plan.to_mat(*drag.began), drawing.plan.to_mat(*touch.pos)
        return MatPoint(drag.stood.x_mm + now.x_mm - began.x_mm, drag.stood.y_mm + now.y_mm - began.y_mm)

    def _tell(self, drawing: Widget, drag: _Drag, at: MatPoint) -> None:
        """Where it is by a ruler at the mat's edges, as they lie on the screen, and how far it has come."""
        language, size, plan = self._language(), self._hands.layout.mat, drawing.plan
        x_mm, y_mm = (size.width_mm - at.x_mm, size.height_mm - at.y_mm) if plan.turned else (at.x_mm, at.y_mm)
        if not (0.0 <= x_mm <= size.width_mm and 0.0 <= y_mm <= size.height_mm):
            self.hint.text = say(language, "practice.off_mat")
            return
        way_mm = math.dist((at.x_mm, at.y_mm), (drag.stood.x_mm, drag.stood.y_mm))
        figures = {name: number(language, value, 0) for name, value in (("x", x_mm), ("y", y_mm), ("way", way_mm))}
        self.hint.text = say(language, "practice.hint", **figures)

    def _is_template(self, piece: str) -> bool:
        return any(template.id == piece for template in self._hands.layout.terrain)

    def _template_at(self, point: MatPoint) -> str:
        spot = complex(point.x_mm, point.y_mm)
        for each in self._view.terrain if self._view is not None else ():
            if contains(np.array([complex(corner.x_mm, corner.y_mm) for corner in each.polygon]), spot):
                return each.id
        return ""

    def _say(self) -> None:
        language = self._language()
        chosen, template = self._chosen, self._template if self._template in self._hands.poses else ""
        if self.taken:
            self.key.text = say(language, "practice.touch", name=self._called(self.taken))
        elif chosen:
            self.key.text = say(language, "practice.off", name=self._called(chosen))
        else:
            self.key.text = say(language, "practice.lay")
        self.key.chosen, self.key.width = bool(self.taken), dp(190)
        self.turn.text = say(language, "practice.turn", name=self._called(template)) if template else ""
        self.turn.width, self.turn.opacity, self.turn.disabled = (
            dp(150) if template else 0,
            1 if template else 0,
            not template,
        )
