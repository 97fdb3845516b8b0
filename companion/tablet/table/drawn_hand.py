"""Hands at a table without a camera: models are brought to the drawn mat, dragged over it, turned and taken off."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.geometry import Answer, MatPoint
from companion.geometry.path.obstacles import contains
from companion.printing.stock import terrain_templates
from companion.referee import BindModel, ClearSelection, GrabModel, IntentBody, PlacementState, View
from companion.referee.api.placement import Placement
from companion.referee.core.session import Setup
from companion.referee.virtual_mat.drawn_mat import DrawnMat, sigma_mm
from companion.referee.virtual_mat.mat_file import Pose
from companion.tablet.data.bases import Base, bases_of, templates_of
from companion.tablet.data.wording import name_of, names_of, number
from companion.tablet.look import palette
from companion.tablet.mat.drag import SnapRoom, asked_for, laying, of_base, template_for
from companion.tablet.mat.gestures import SLIP_DP
from companion.tablet.mat.mat_view import Ghost
from companion.tablet.table.model_followers import FollowingHand
from companion.tablet.table.table_view import TableView
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.texts import Language, say

Submit = Callable[[IntentBody], None]
TURN_RAD = math.radians(15.0)
WAITS = frozenset({PlacementState.TO_PLACE, PlacementState.NO_MODEL, PlacementState.OFF})
"""How a creature stands whose model is to be brought to the mat."""
SAME_SIZE_MM = 0.5
ROOM_S = 1.0
"""Whoever lets go before it is known where a model may stand has chosen its place after that."""
KINDS = frozenset(template.kind for template in terrain_templates())


@dataclass(slots=True)
class _Drag:
    """A finger on a model.

    Attributes:
        touch: The finger.
        piece: What lies under it.
        stood: Where that stood.
        began: Where the finger came down, in pixels.
        sigma_mm: Standard deviation of that, each coordinate.
        moves: Whether the model moves with it already.
        room: Where it snaps to; None while that is not known.
    """

    touch: MotionEvent
    piece: str
    stood: MatPoint
    began: tuple[float, float]
    sigma_mm: float
    moves: bool = False
    room: SnapRoom | None = None


class DrawnHand:
    """What fingers do on a drawn mat, with the keys for it."""

    def __init__(
        self, table_view: TableView, setup: Setup, mat: DrawnMat, language: Callable[[], Language], submit: Submit
    ) -> None:
        """Prepares.

        Args:
            table_view: Where the keys and the drawing are.
            setup: The table.
            mat: Its mat.
            language: The reader's.
            submit: Hands an intent to the table.
        """
        put = partial(mat.carry, snapped=True)
        self._following = FollowingHand(put, mat.take_away, self._free_model, submit)
        self._hands, self._language, self._submit = mat, language, submit
        self._drawing, self._stage = table_view.ids.mat, table_view.ids.stage
        self._view: View | None = None
        self._drag: _Drag | None = None
        self._let_go: tuple[_Drag, MatPoint] | None = None
        self._give_up = Clock.create_trigger(lambda _: self._drops(surely=True), ROOM_S)
        self._bases = bases_of(setup)
        self._templates = templates_of(setup)
        self._template = self._wanted = self._brought = ""
        self._names: dict[str, str] = {}
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
        table_view.bind(on_carry=lambda _, base, at: put(base, at))
        table_view.ids.game.bind(on_put_back=lambda _, base, at: put(base, at))
        table_view.ids.game.bind(on_take_off=lambda _, base: self._take_off(base))
        self._say()

    @classmethod
    def if_drawn(
        cls, table_view: TableView, setup: Setup, language: Callable[[], Language], submit: Submit
    ) -> "DrawnHand | None":
        """Hands where the mat is drawn; else None."""
        return cls(table_view, setup, setup.camera, language, submit) if isinstance(setup.camera, DrawnMat) else None

    def show(self, view: View) -> None:
        """Takes a view over."""
        self._view = view
        self._following.show(view)
        self._drops()
        self._take_wanted(view)
        self._say()

    def seen_in(self, view: View) -> View:
        """A view as the players see it: whatever is put down here stands there at once."""
        return view

    def _take_wanted(self, view: View) -> None:
        """What the game asks for is taken at once: the next touch of the mat says where."""
        zone = laying(view) or asked_for(view)
        wanted = "" if zone is None else zone.of
        if wanted != self._wanted:
            if self.taken == self._brought:
                self.taken = ""
            self._wanted, self._brought = wanted, ""
        if zone is None or self._brought:
            return
        # What is asked for may be known before the mat was held against it: then the next view tells its model.
        if zone.templates:
            self._brought = template_for(zone, self._templates, view)
        elif not zone.cells:  # a cell that is touched answers by itself
            self._brought = next((base for base, each in self._waiting() if each.of == zone.of), "")
        self.taken = self._brought or self.taken

    def end(self) -> None:
        """The table is left."""
        self.sheet.dismiss(animation=False)
        self._give_up.cancel()
        if self._let_go is not None:  # it stands there when the game goes on
            drag, at = self._let_go
            self._lay(drag.piece, at, drag.room)

    def _free_model(self, player: str, radius_mm: float, taken: frozenset[str]) -> str:
        """A model beside the mat, the player's own before one of nobody."""
        used = {*self._hands.poses, *taken}
        fitting = [
            each
            for each in self._hands.layout.bases
            if each.id not in used and abs(each.radius_mm - radius_mm) < SAME_SIZE_MM and each.owner in (player, None)
        ]
        if not fitting:
            raise KeyError(player)
        return min(fitting, key=lambda each: each.owner is None).id

    def _take_off(self, base: str) -> None:
        self._hands.take_away(base)
        self._submit(ClearSelection())

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
        players = dict(view.play.players) if view is not None and view.play is not None else {}
        for own, each in self._waiting():
            size = number(language, 2 * each.radius_mm, 0)
            yield own, say(language, "practice.model", name=each.name, size=size)
        free = self._free_bases()
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

    def _waiting(self) -> Iterator[tuple[str, Placement]]:
        """Creatures that wait for their model, each with a base beside the mat that may be theirs."""
        free = self._free_bases()
        for each in self._standing:
            fitting = (
                base.id
                for base in free
                if abs(base.radius_mm - each.radius_mm) < SAME_SIZE_MM and base.owner in (each.controller, "")
            )
            own = each.base if each.base and each.base not in self._hands.poses else next(fitting, "")
            if each.how in WAITS and own and each.radius_mm:
                self._names[own] = each.name.partition(",")[0]  # without its title: a key has little room
                yield own, each

    def _free_bases(self) -> list[Base]:
        """Bases beside the mat that no creature stands on."""
        used = {*self._hands.poses, *(each.base for each in self._standing if each.base)}
        return [base for base in self._bases if base.id not in used]

    @property
    def _standing(self) -> tuple[Placement, ...]:
        return () if self._view is None or self._view.play is None else self._view.play.standing.all

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
        under = drawing.base_at(*touch.pos) or self._template_at(point)
        if self.taken and not (under and self.taken == self._brought):
            if self.taken == self._brought and not self._is_template(self.taken):
                self._submit(BindModel(self._wanted, self.taken, silent=True))
            self._lay(self.taken, point, None if self._view is None else self._room(self._view, self.taken, 0.0))
            self._template = self.taken if self._is_template(self.taken) else ""
            self.take("")
            return True
        self._template = under if self._is_template(under) else ""
        self._drops(surely=True)
        pose = self._hands.poses.get(under)
        if pose is not None and self._drag is None and not drawing.measuring:
            self._drag = _Drag(touch, under, MatPoint(pose.x_mm, pose.y_mm), touch.pos, sigma_mm(pose))
        self._say()
        return False  # a touch that goes no farther chooses the model

    def _moved(self, drawing: Widget, touch: MotionEvent) -> bool:
        drag = self._drag
        if drag is None or touch.uid != drag.touch.uid:
            return False
        if not drag.moves and math.dist(drag.began, touch.pos) <= dp(SLIP_DP):
            return True
        if not drag.moves:
            drag.moves = True
            self._submit(GrabModel(drag.piece))
        at = self._under(drawing, drag, touch)
        self._hands.hold(drag.piece, at)
        self._tell(drawing, drag, self._show_snap(drag, at) or at)
        return True

    def _lifted(self, drawing: Widget, touch: MotionEvent) -> bool:
        drag = self._drag
        if drag is None or touch.uid != drag.touch.uid:
            return False
        self._drag = None
        self.hint.text = ""
        if drag.moves:
            self._let_go = drag, self._under(drawing, drag, touch)
            self._give_up()
            self._drops()
        return False

    def _drops(self, *, surely: bool = False) -> None:
        """Lays down what was let go, as soon as it is known where it may stand, or now."""
        if self._let_go is None:
            return
        drag, at = self._let_go
        room = self._room_of(drag)
        if room is None and not surely:
            return
        self._let_go = None
        self._give_up.cancel()
        self._drawing.show_ghost(None)
        self._lay(drag.piece, at, room)
        self._submit(GrabModel(""))

    def _lay(self, piece: str, at: MatPoint, room: SnapRoom | None) -> None:
        place = None if room is None or self._view is None else room.place(self._view, at)
        self._hands.carry(piece, place or at, snapped=place is not None)

    def _show_snap(self, drag: _Drag, at: MatPoint) -> MatPoint | None:
        """Shows where a model comes to stand that is let go now; None where the finger chooses that."""
        room, base = self._room_of(drag), self._base(drag.piece)
        place = None if room is None or self._view is None else room.place(self._view, at)
        colour = palette.ANSWERS[Answer.YES]
        shown = None
        if room is not None and place is not None:
            template = room.dragged.template
            outline = () if template is None else template.outline(place)
            shown = Ghost(place, 0.0 if base is None else base.radius_mm, "", colour, at, outline)
        self._drawing.show_ghost(shown)
        return place

    def _room_of(self, drag: _Drag) -> SnapRoom | None:
        """Where what is dragged snaps to; None while the table has not told."""
        if drag.room is None and self._view is not None:
            drag.room = self._room(self._view, drag.piece, drag.sigma_mm)
        return drag.room

    def _room(self, view: View, piece: str, sigma_mm: float) -> SnapRoom | None:
        """Where a piece snaps to; None while the table has not told."""
        base = self._base(piece)
        if base is None:
            zone = next((each for each in view.play.zones if each.templates), None) if view.play is not None else None
            pose = self._hands.poses.get(piece, Pose(0.0, 0.0))
            return SnapRoom.of_template(zone, piece, pose.angle_rad, view)
        play, dragged = view.play, of_base(view, self._bases, base)
        there = None if play is None else next((each for each in play.standing.all if each.base == base.id), None)
        if play is None or there is None or dragged.room is not None or not there.at:
            return SnapRoom.of(dragged, view, sigma_mm)
        told = play.grabbed is not None and play.grabbed.of == there.of
        return SnapRoom.of(dragged, view, sigma_mm) if told else None

    def _base(self, piece: str) -> Base | None:
        return next((each for each in self._bases if each.id == piece), None)

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
            name = self._names.get(self.taken) or self._called(self.taken)
            self.key.text = say(language, "practice.touch", name=name)
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
