"""How a fight goes and how it ended, as a card over the mat; a ring marks whom it fell on, an arrow shows from where.

It lies where it hides neither of the two, and moves nothing else; a tap closes it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, Triangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.display.result import ResultShown, StruckShown, ThrowShown
from companion.geometry import MatPoint
from companion.referee import View
from companion.tablet.look import palette
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import Plan
from companion.tablet.widgets.stack import make
from companion.texts import Language, say

Point = tuple[float, float]
MOST = 3
"""So many results are shown at most, the last ones."""
AIR_DP = 12
"""Between the card and the edge of the mat."""
SHARES = (0.0, 1.0, 0.5)
"""Where the card may lie, across and upwards: the corners before what lies between them."""
RADIUS_MM = 24.0
"""So far about a model the card shall not lie."""
APPEAR_S = 0.2
ARROW_DP = 14
"""Length of an arrow's head."""


class ThrowRow(BoxLayout):
    """What somebody rolled: what for, the dice, how many were good; and who, where the shape does not tell that."""

    who = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    role = StringProperty()
    total = StringProperty()

    def __init__(self, throw: ThrowShown, who: str) -> None:
        super().__init__()
        self.who, self.shape, self.role, self.total = who, throw.shape, throw.role, throw.total
        self.shape_colour = palette.seat_colour(throw.shape)
        for die in throw.dice:
            self.ids.dice.add_widget(make("ResultDie", face=die.face, good=die.good))


class StruckRow(BoxLayout):
    """What became of one who was struck, figure by figure."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    figures = StringProperty()
    wounds = StringProperty()
    ending = StringProperty()

    def __init__(self, struck: StruckShown) -> None:
        super().__init__()
        *others, (word, count) = struck.figures
        self.name, self.shape, self.ending = struck.name, struck.shape, struck.ending
        self.shape_colour = palette.seat_colour(struck.shape)
        self.figures = "  ·  ".join(f"{each} {number}" for each, number in others)
        self.wounds = f"{word} {count}"


class ResultCard(ButtonBehavior, BoxLayout):
    """The card itself."""

    close_text = StringProperty()

    def __init__(self, results: Sequence[ResultShown], language: Language) -> None:
        super().__init__()
        self.results = tuple(results)
        # While dice are still to be thrown, the game waits for them and not for a touch on this card.
        self.is_over = results[-1].over
        self.close_text = say(language, "result.close") if self.is_over else ""
        # The dice of three would be higher than a small display: of what is older the figures tell enough.
        with_dice = self.results if len(self.results) < MOST else self.results[-1:]
        for result in self.results:
            self.ids.rows.add_widget(make("ResultTitle", text=result.title))
            throws = result.throws if result in with_dice else ()
            rollers = Counter((throw.shape, throw.role) for throw in throws)
            for throw in throws:
                alone = rollers[throw.shape, throw.role] == 1
                self.ids.rows.add_widget(ThrowRow(throw, "" if alone else throw.name))
            for struck in result.struck:
                self.ids.rows.add_widget(StruckRow(struck))


class ResultLayer(FloatLayout):
    """Lies over the mat; empty unless dice of a fight have fallen, or one has just ended."""

    pointer = NumericProperty(3)
    animated = BooleanProperty(defaultvalue=True)

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.card: ResultCard | None = None
        self._shown: tuple[tuple[ResultShown, ...], Language] = (), Language.ENGLISH
        self._closed: tuple[ResultShown, ...] = ()
        self._undoing = False
        self._names: tuple[Box, ...] = ()
        self._plan: Plan | None = None
        self._lines = InstructionGroup()
        self.canvas.before.add(self._lines)
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    def show(self, view: View, plan: Plan, names: Iterable[Box] = ()) -> None:
        """Shows what fell and what ended since somebody went on; what a tap closed stays closed.

        While it is asked whether something is taken back, that question alone lies over the mat.

        Args:
            view: The newest.
            plan: How the mat lies on the screen.
            names: Where names of models stand on the screen: a card that comes hides none, if it can.
        """
        self._names = tuple(names)
        results = () if view.play is None else view.play.results[-MOST:]
        shown, undoing = (results, view.choices.language), view.play is not None and view.play.undoing is not None
        if shown != self._shown or undoing != self._undoing:
            before, self._shown, self._undoing = self._shown, shown, undoing
            self._put(results, view.choices.language)
            if self.animated and self.card is not None and not before[0]:
                self.card.opacity = 0.0
                Animation(opacity=1.0, duration=APPEAR_S).start(self.card)
        if plan != self._plan:
            self._plan = plan
            self._lay()

    def close(self) -> None:
        """The card was read."""
        self._closed = self._shown[0]
        self._put(*self._shown)

    def on_touch_down(self, touch: object) -> bool:
        """Only the card itself takes touches; all else is the mat's."""
        return self.card is not None and bool(self.card.on_touch_down(touch))

    def _put(self, results: tuple[ResultShown, ...], language: Language) -> None:
        if self.card is not None:
            self.remove_widget(self.card)
            self.card = None
        if not results:
            self._closed = ()
        elif results != self._closed and not self._undoing:
            self.card = ResultCard(results, language)
            self.card.bind(on_release=lambda _: self.close(), height=lambda *_: self._lay())
            self.add_widget(self.card)
        self._lay()

    def _lay(self) -> None:
        """Puts the card where it is farthest from all concerned, and marks the struck."""
        self._lines.clear()
        card, plan = self.card, self._plan
        if card is None or plan is None:
            return
        spots = [_px(plan, each) for result in card.results for each in _concerned(result)]
        card.width = min(dp(430), self.width - 2 * dp(AIR_DP))
        left, bottom = self.x + dp(AIR_DP), self.y + dp(AIR_DP)
        wide, high = self.width - 2 * dp(AIR_DP) - card.width, self.height - 2 * dp(AIR_DP) - card.height
        places = [(left + across * wide, bottom + up * high) for across in SHARES for up in SHARES]
        keep_px = RADIUS_MM * plan.scale_px

        def good(place: Point) -> tuple[float, ...]:
            room_px = _room_px(place, card.size, spots, keep_px)
            return min(room_px, 0.0), -self._hidden_px2(place, card.size), room_px

        card.pos = max(places, key=good)
        for result in card.results:
            for at in _fell_on(result):
                spot = _px(plan, at)
                self._ring(spot, keep_px)
                if result.source_at is None:
                    self._point(_nearest(card, spot), 0.0, spot, keep_px)
                else:
                    self._point(_px(plan, result.source_at), keep_px, spot, keep_px)

    def _hidden_px2(self, place: Point, size: Sequence[float]) -> float:
        """How much of the names a card at a place would hide."""
        card = Box(*place, place[0] + size[0], place[1] + size[1])
        return sum(each.shared_px2(card) for each in self._names)

    def _ring(self, spot: Point, radius_px: float) -> None:
        for colour, width in _strokes():
            self._lines.add(Color(*colour))
            self._lines.add(Line(circle=(*spot, radius_px), width=dp(width)))

    def _point(self, start: Point, leave_px: float, spot: Point, keep_px: float) -> None:
        """Draws an arrow from one place to a model's rim; between models that touch there is no room for one.

        Args:
            start: The place.
            leave_px: So far from the place the arrow begins.
            spot: The model's middle.
            keep_px: So far from the middle the arrow ends.
        """
        length = math.dist(start, spot)
        size = dp(ARROW_DP)
        if length - leave_px - keep_px < size:
            return
        along = (spot[0] - start[0]) / length, (spot[1] - start[1]) / length
        begin = start[0] + leave_px * along[0], start[1] + leave_px * along[1]
        end = spot[0] - keep_px * along[0], spot[1] - keep_px * along[1]
        back = end[0] - size * along[0], end[1] - size * along[1]
        aside = -along[1] * size / 2, along[0] * size / 2
        for colour, width in _strokes():
            self._lines.add(Color(*colour))
            self._lines.add(Line(points=(*begin, *back), width=dp(width)))
            head = (*end, back[0] + aside[0], back[1] + aside[1], back[0] - aside[0], back[1] - aside[1])
            self._lines.add(Triangle(points=head))


def _strokes() -> tuple[tuple[palette.Colour, float], ...]:
    """Colour and half the width in dp: first what sets a mark off from the mat, then the mark."""
    return (palette.HALO, 2.6), (palette.FAULT, 1.6)


def _nearest(card: Widget, spot: Point) -> Point:
    """The point of the card that is nearest to a spot."""
    # The card's `right` and `top` are those of a moment ago while its size changes.
    right, top = card.x + card.width, card.y + card.height
    return min(max(spot[0], card.x), right), min(max(spot[1], card.y), top)


def _fell_on(result: ResultShown) -> list[MatPoint]:
    """Where the harmed stood; where nobody was harmed, who was struck first."""
    harmed = [each.at for each in result.struck if each.wounds or each.fell]
    return [each for each in harmed or [each.at for each in result.struck[:1]] if each is not None]


def _concerned(result: ResultShown) -> list[MatPoint]:
    places = [each.at for each in result.struck]
    return [each for each in (*places, result.source_at) if each is not None]


def _room_px(place: Point, size: Point, spots: Sequence[Point], keep_px: float) -> float:
    """How far a card at a place is from the nearest of some models; less than nothing where it hides one."""
    left, bottom = place
    away = [
        math.hypot(
            max(left - x, 0.0, x - left - size[0]),
            max(bottom - y, 0.0, y - bottom - size[1]),
        )
        - keep_px
        for x, y in spots
    ]
    return min(away, default=0.0)


def _px(plan: Plan, point: MatPoint) -> Point:
    return plan.to_screen(point.x_mm, point.y_mm)
