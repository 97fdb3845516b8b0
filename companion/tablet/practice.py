"""A hand at a simulated table: the player says which model it takes, and touches the place where it puts it down."""

from collections.abc import Callable

from kivy.factory import Factory
from kivy.input.motionevent import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.geometry import MatPoint
from companion.referee import View
from companion.referee.errors import SetupError
from companion.referee.rehearsing_hands import RehearsedHands
from companion.referee.watch import Setup
from companion.tablet.desk import Desk
from companion.tablet.wording import GONE, name_of, number
from companion.texts import Language, say


class HandSheet(ModalView):
    """All models, to choose one from."""

    title = StringProperty()
    close_text = StringProperty()

    def offer(self, models: list[tuple[str, str]], chosen: Callable[[str], None]) -> None:
        """Offers models, each with what is read on its key."""
        grid = self.ids.models
        grid.clear_widgets()
        for model, text in models:
            key = Factory.TouchKey(text=text)
            key.bind(on_release=lambda _, model=model: self._choose(model, chosen))
            grid.add_widget(key)

    def _choose(self, model: str, chosen: Callable[[str], None]) -> None:
        self.dismiss(animation=False)
        chosen(model)


class PracticeHand:
    """The key for the hand, and what it does next."""

    def __init__(self, desk: Desk, setup: Setup, language: Callable[[], Language]) -> None:
        """Prepares.

        Args:
            desk: Where the key and the mat are.
            setup: The simulated table.
            language: The reader's.

        Raises:
            SetupError: If nobody's hands can be told what to do at this table.
        """
        self._hands = RehearsedHands(setup)
        self._setup, self._language, self._mat = setup, language, desk.ids.mat
        self._view: View | None = None
        self.taken = ""
        self.key = Factory.Key(size_hint_x=None, size_hint_y=1, width="150dp")
        self.key.bind(on_press=lambda _: self._pressed())
        self.sheet = HandSheet()
        foot = desk.ids.foot
        foot.add_widget(self.key, index=len(foot.children) - 1)
        self._mat.bind(on_touch_down=self._touched)
        self._say()

    @classmethod
    def if_simulated(cls, desk: Desk, setup: Setup, language: Callable[[], Language]) -> "PracticeHand | None":
        """A hand where the table obeys one; else None."""
        try:
            return cls(desk, setup, language)
        except SetupError:
            return None

    def show(self, view: View) -> None:
        """Takes a view over."""
        self._view = view
        self._say()

    def end(self) -> None:
        """The table is left."""
        self.sheet.dismiss(animation=False)

    def take(self, model: str) -> None:
        """This model goes where the mat is touched next."""
        self.taken = model
        self._say()

    def _pressed(self) -> None:
        if self.taken:
            self.take("")
            return
        chosen = self._view.choices.chosen if self._view is not None else ()
        if chosen:
            self.take(chosen[0])
            return
        language = self._language()
        self.sheet.title, self.sheet.close_text = say(language, "practice.which"), say(language, "shell.close")
        self.sheet.offer([(base, self._words(base)) for base in self._models()], self.take)
        self.sheet.open(animation=False)

    def _models(self) -> list[str]:
        """Those of the players, beside the mat first."""
        view = self._view
        standing = {piece.base.id for piece in (view.pieces if view is not None else ()) if piece.state not in GONE}
        bases = self._setup.layout.bases
        players = {base.owner for base in bases} if view is None or view.play is None else {*dict(view.play.players)}
        return sorted((base.id for base in bases if base.owner in players), key=lambda base: (base in standing, base))

    def _words(self, model: str) -> str:
        language = self._language()
        radius_mm = next(base.radius_mm for base in self._setup.layout.bases if base.id == model)
        return say(language, "practice.model", name=name_of(model), size=number(language, 2 * radius_mm, 0))

    def _touched(self, mat: Widget, touch: MotionEvent) -> bool:
        if not self.taken or not mat.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        point = mat.plan.to_mat(*touch.pos)
        size = self._setup.layout.mat
        if 0 <= point.x_mm <= size.width_mm and 0 <= point.y_mm <= size.height_mm:
            self._hands.carry(self.taken, MatPoint(point.x_mm, point.y_mm))
            self.take("")
        return True

    def _say(self) -> None:
        language = self._language()
        words = (
            say(language, "practice.touch", name=name_of(self.taken)) if self.taken else say(language, "practice.hand")
        )
        self.key.text, self.key.chosen = words, bool(self.taken)
