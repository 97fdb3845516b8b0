"""A hand at a simulated table: a finger drags models over the picture of the mat, or says which goes where.

What is dragged snaps to the nearest place where it may stand; a model that is named and then placed by a touch goes
wherever the touch is, right or wrong.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.geometry import Answer, MatPoint
from companion.referee import BindModel, ClearSelection, GrabModel, IntentBody, View
from companion.referee.core.session import Setup
from companion.referee.errors import SetupError
from companion.referee.rehearsal.hands import SimulatedHands
from companion.tablet.data.bases import Base, bases_of, templates_of
from companion.tablet.data.followed import CARRIED_S, ModelsOnTheWay
from companion.tablet.data.wording import GONE, name_of, names_of, number
from companion.tablet.game.place_guide import can_come
from companion.tablet.look import palette
from companion.tablet.mat.drag import (
    DraggedModel,
    aimed,
    asked_for,
    dragged_from,
    first_place,
    laying,
    of_base,
    snapped,
    template_dragged,
    template_for,
)
from companion.tablet.mat.mat_view import Ghost
from companion.tablet.table.model_followers import FollowingHand
from companion.tablet.table.table_view import TableView
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.texts import Language, say

PACE = 2.0
"""Hands that do what a finger says hurry."""
THERE_MM = 3.0
STRAY_S = 2.0
"""Of a template that was laid it takes the table so long to know which card it is."""
ROOM_S = 8.0
"""Whoever lets go before it is known where a model may go is answered within this, or not at all."""


@dataclass(frozen=True, slots=True)
class _LetGo:
    """A model that was let go before it was known where it may go.

    Attributes:
        at: Where.
        until_s: So long that is waited for, or its refusal can be read.
        refusal: Why it may not go anywhere; empty while that is not said.
    """

    at: MatPoint
    until_s: float
    refusal: str = ""


class PracticeHand:
    """The key for the hand, and what it does next; the grip of the finger that drags models."""

    def __init__(
        self,
        table_view: TableView,
        setup: Setup,
        language: Callable[[], Language],
        submit: Callable[[IntentBody], None],
    ) -> None:
        """Prepares.

        Args:
            table_view: Where the key and the mat are.
            setup: The simulated table.
            language: The reader's.
            submit: Hands an intent to the table.

        Raises:
            SetupError: If nobody's hands can be told what to do at this table.
        """
        self._hands = SimulatedHands(setup, PACE)
        self._setup, self._language, self._mat, self._submit = setup, language, table_view.ids.mat, submit
        self._bases, self._templates = bases_of(setup), templates_of(setup)
        self._laid = "", ""
        self._stray_s: dict[str, float] = {}
        self._turned = 0
        self._view: View | None = None
        self._on_the_way = ModelsOnTheWay()
        self._following = FollowingHand(self.put, self._hands.take_away, self._hands.model, submit)
        self._dragged: DraggedModel | None = None
        self._at: MatPoint | None = None
        self._carried: tuple[DraggedModel, MatPoint, float] | None = None
        self._let_go: _LetGo | None = None
        self.taken = ""
        self.key = Factory.Key(size_hint_x=None, size_hint_y=1, width="150dp")
        self.key.bind(on_press=lambda _: self._pressed())
        self.sheet = ChoiceSheet()
        foot = table_view.ids.foot
        foot.add_widget(self.key, index=len(foot.children) - 1)
        self._mat.bind(on_touch_down=self._touched)
        self._mat.grip = self
        table_view.ids.game.bind(on_put_back=lambda _, base, at: self.put(base, at))
        table_view.ids.game.bind(on_take_off=lambda _, base: self.take_off(base))
        table_view.bind(on_carry=lambda _, base, at: self.put(base, at))
        self._say()

    @classmethod
    def if_simulated(
        cls, table_view: TableView, setup: Setup, language: Callable[[], Language], submit: Callable[[IntentBody], None]
    ) -> "PracticeHand | None":
        """A hand where the table obeys one; else None."""
        try:
            return cls(table_view, setup, language, submit)
        except SetupError:
            return None

    def seen_in(self, view: View) -> View:
        """A view as the players see it: what a hand carries to its place already is not asked for."""
        if view.play is None:
            return view
        play = self._on_the_way.seen_in(view.play, Clock.get_time())
        return view if play is view.play else replace(view, play=play)

    def show(self, view: View) -> None:
        """Takes a view over."""
        self._view = view
        self._tidy(view)
        self._say()
        self._following.show(view)
        if self._dragged is not None and self._dragged.room is None:
            self._dragged = of_base(view, self._bases, self._base(self._dragged.base))
        if self._let_go is not None:
            self._wait(self._let_go, view)
        self._draw()

    def _wait(self, let_go: "_LetGo", view: View) -> None:
        """Drops what was let go once it is known where it may go; gives it up where nothing is to be waited for."""
        why = "" if view.play is None or view.play.grabbed is None else view.play.grabbed.why
        is_past = let_go.refusal not in ("", why)  # the game went on: that is the reason no longer
        if is_past or Clock.get_time() > let_go.until_s:
            self._release(self._dragged)
        elif why:  # what was refused moves no more, also if it may later; its reason can still be read
            self._let_go = replace(let_go, refusal=why)
        elif self._dragged is None or self._dragged.room is not None:
            self._let_go = None
            self.drops(let_go.at)

    def _tidy(self, view: View) -> None:
        """Takes templates off the mat that nobody lays: of a card that was not played after all, or was taken back."""
        now_s = Clock.get_time()
        if view.play is None or laying(view) is not None:
            self._stray_s.clear()
            return
        self._laid, self._turned = ("", ""), 0
        known = {each.base for each in view.play.standing.all} | {each.base for each in view.play.proposals}
        strays = {each.id for each in view.terrain} - known
        self._stray_s = {each: self._stray_s.get(each, now_s) for each in strays}
        for each, since_s in self._stray_s.items():
            if now_s - since_s > STRAY_S:
                self._stray_s[each] = math.inf
                self._hands.take_away(each)

    def end(self) -> None:
        """The table is left."""
        self.sheet.dismiss(animation=False)

    def take(self, model: str) -> None:
        """This model goes where the mat is touched next."""
        self.taken = model
        self._say()

    def put(self, base: str, at: MatPoint) -> None:
        """A hand puts a model somewhere."""
        board = None if self._view is None or self._view.play is None else self._view.play.board
        self._hands.carry(base, at, None if board is None else board.grid)
        self._on_the_way.carries(base, at, Clock.get_time())

    def take_off(self, base: str) -> None:
        """A hand takes a model off the mat."""
        self._hands.take_away(base)
        self._submit(ClearSelection())

    # The grip of a finger on the mat.

    def takes(self, at: MatPoint, base_id: str | None) -> bool:
        """Whether a finger that comes down there may begin to drag something."""
        view = self._view
        if view is None or self.taken:
            return False
        self._let_go = None  # what was let go before and still waits for an answer is given up
        template = self._waiting_template(view) if base_id is None else None
        self._dragged = template or dragged_from(view, self._bases, at, base_id)
        if self._dragged is None:
            return False
        if base_id is not None:
            self._submit(GrabModel(base_id))
        else:
            self.drags(at)  # what waits beside the mat comes at once
        return True

    def drags(self, at: MatPoint) -> None:
        """The finger is there now."""
        self._at = at
        self._draw()

    def drops(self, at: MatPoint) -> None:
        """The finger lets go there: a hand carries the model to the place that was shown."""
        dragged, view = self._dragged, self._view
        if dragged is not None and dragged.room is None and self._at is not None and self._let_go is None:
            self._let_go = _LetGo(at, Clock.get_time() + ROOM_S)
            return
        place = None if dragged is None or view is None else snapped(dragged, view, aimed(dragged, view, at))
        if dragged is not None and view is not None and place is not None:
            if dragged.template is None:
                self._binds(dragged, view)
                self.put(dragged.base, place)
            else:
                self._hands.lay(dragged.base, place, dragged.template.angle_rad)
            self._carried = dragged, place, Clock.get_time() + CARRIED_S
        self._release(dragged)

    def _binds(self, dragged: DraggedModel, view: View) -> None:
        """Who drags a model to the place of a creature has said which one it is, also where several are waited for."""
        zone, piece = dragged.zone, view.piece(dragged.base)
        if zone is not None and zone.asked and not zone.is_token and (piece is None or piece.state in GONE):
            self._submit(BindModel(zone.of, dragged.base, silent=True))

    def taps(self) -> None:
        """The finger was lifted at once: on a zone that is a place, too; on a model it chooses that, a cell answers."""
        dragged, at = self._dragged, self._at
        is_cell = dragged is not None and dragged.zone is not None and bool(dragged.zone.cells)
        if dragged is not None and at is not None and not is_cell:
            self.drops(at)
        else:
            self._release(dragged)

    def breaks_off(self) -> None:
        """Another finger came: nothing was meant by the first."""
        self._release(self._dragged)

    def _release(self, dragged: DraggedModel | None) -> None:
        self._dragged = self._at = self._let_go = None
        if dragged is not None:
            self._submit(GrabModel(""))
        self._draw()

    def _draw(self) -> None:
        """The ghost: under the finger, on its way to where it was let go, or where it is wanted."""
        view = self._view
        self._mat.show_ghost(None if view is None else self._ghost(view))

    def _ghost(self, view: View) -> Ghost | None:
        dragged, at = self._dragged, self._at
        if dragged is not None and at is not None:
            place = snapped(dragged, view, aimed(dragged, view, at))
            if place is None:
                return Ghost(at, dragged.radius_mm, dragged.name, palette.ANSWERS[Answer.NO], at)
            return _drawn(dragged, place, self._words(dragged), at)
        if self._carried is not None:
            dragged, place, until_s = self._carried
            if Clock.get_time() < until_s and not _stands(view, dragged.base, place):
                return _drawn(dragged, place, self._words(dragged))
            self._carried = None
        template = self._waiting_template(view)
        lies = template is not None and any(each.id == template.base for each in view.terrain)
        place = None if template is None or lies else snapped(template, view, _middle(view))
        if template is not None and place is not None:
            words = say(self._language(), "practice.drag", name=template.name)
            return replace(_drawn(template, place, words), colour=palette.CHOSEN)
        return waiting_ghost(view, self._language(), self._bases)

    def _waiting_template(self, view: View) -> DraggedModel | None:
        """The template that is to be laid, turned as the key turned it; None where the table has none of its shape."""
        zone = laying(view)
        if zone is None:
            return None
        if zone.of != self._laid[0]:
            self._laid = zone.of, template_for(zone, self._templates, view)
        piece = self._laid[1]
        if not piece:
            return None
        return template_dragged(zone, zone.templates[self._turned % len(zone.templates)], piece, view)

    def _words(self, dragged: DraggedModel) -> str:
        return dragged.name or self._called(dragged.base)

    def _called(self, base: str) -> str:
        return name_of(base) if self._view is None else names_of(self._view)(base)

    # The key: which model, then where.

    def _pressed(self) -> None:
        if self._view is not None and self._waiting_template(self._view) is not None:
            self._turned += 1
            self._draw()
            return
        if self.taken:
            self.take("")
            return
        chosen = self._view.choices.chosen if self._view is not None else ()
        if chosen:
            self.take(chosen[0])
            return
        language = self._language()
        self.sheet.title, self.sheet.close_text = say(language, "practice.which"), say(language, "shell.close")
        self.sheet.offer([(base, self._named(base)) for base in self._models()], self.take)
        self.sheet.open(animation=False)

    def _models(self) -> list[str]:
        """Those of the players: who is in play first, then those beside the mat."""
        view = self._view
        standing = {piece.base.id for piece in (view.pieces if view is not None else ()) if piece.state not in GONE}
        players = (
            {base.owner for base in self._bases} if view is None or view.play is None else {*dict(view.play.players)}
        )
        found = (base.id for base in self._bases if base.owner in players)
        known = {each.base for each in view.play.standing.all} if view is not None and view.play is not None else set()
        return sorted(found, key=lambda base: (base not in known, base in standing, base))

    def _base(self, base_id: str) -> Base:
        return next(base for base in self._bases if base.id == base_id)

    def _named(self, model: str) -> str:
        language, radius_mm = self._language(), self._base(model).radius_mm
        return say(language, "practice.model", name=self._called(model), size=number(language, 2 * radius_mm, 0))

    def _touched(self, mat: Widget, touch: MotionEvent) -> bool:
        if not self.taken or not mat.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        point = mat.plan.to_mat(*touch.pos)
        size = self._setup.layout.mat
        if 0 <= point.x_mm <= size.width_mm and 0 <= point.y_mm <= size.height_mm:
            self.put(self.taken, MatPoint(point.x_mm, point.y_mm))
            self.take("")
        return True

    def _say(self) -> None:
        language = self._language()
        template = None if self._view is None else self._waiting_template(self._view)
        if template is not None:
            words = say(language, "practice.turn", name=template.name)
        elif self.taken:
            words = say(language, "practice.touch", name=self._called(self.taken))
        else:
            words = say(language, "practice.hand")
        self.key.text, self.key.chosen = words, bool(self.taken)


def _drawn(dragged: DraggedModel, place: MatPoint, words: str, wanted: MatPoint | None = None) -> Ghost:
    """What comes to a place, drawn there."""
    outline = () if dragged.template is None else dragged.template.outline(place)
    return Ghost(place, dragged.radius_mm, words, palette.ANSWERS[Answer.YES], wanted, outline)


def _middle(view: View) -> MatPoint:
    return MatPoint(view.mat.width_mm / 2, view.mat.height_mm / 2)


def waiting_ghost(view: View, language: Language, bases: Iterable[Base]) -> Ghost | None:
    """A model that is waited for, drawn where it might stand; None where none is, or where it has come already."""
    play, zone = view.play, asked_for(view)
    if play is None or zone is None or not can_come(zone, play, bases):
        return None
    at = first_place(zone, view)
    if at is None:
        return None
    seat = next((each for each in play.seats if each.seat == zone.seat), None)
    colour = palette.CHOSEN if seat is None else palette.side_with(seat.shape).colour
    size = say(language, "game.guide.size", size=number(language, 2 * zone.radius_mm, 0))
    return Ghost(at, zone.radius_mm, f"{zone.name} · {size}", colour)


def _stands(view: View, base_id: str, at: MatPoint) -> bool:
    if any(each.id == base_id for each in view.terrain):
        return True
    piece = view.piece(base_id)
    if piece is None or piece.state in GONE:
        return False
    centre = piece.base.centre
    return abs(centre.x_mm - at.x_mm) < THERE_MM and abs(centre.y_mm - at.y_mm) < THERE_MM
