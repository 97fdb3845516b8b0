"""The guide over the table: all but what it speaks of and cards over the mat is dimmed; a bubble says what to do.

It hides no key and takes no touch but those on the bubble itself.
"""

from collections.abc import Iterable, Iterator

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.games.display.guide import GuideStep, is_among
from companion.referee import GameScreen, View
from companion.tablet.data.guide import GuideProgress, signs_of
from companion.tablet.data.wording import GONE
from companion.tablet.game.over_mat.mat_cards import kept_clear
from companion.tablet.look import palette
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import Plan
from companion.tablet.table.spotlight import around, cells_in, place_of, zones_in
from companion.tablet.table.table_view import TableView
from companion.texts import Language, say

LOOK_EVERY_S = 0.2
"""So often it looks where what it speaks of lies: pages are turned and scrolled without a new view."""
AIR_DP = 6
MARGIN_DP = 14
WIDE_DP = 400
VEIL = (0.0, 0.0, 0.0, 0.42)
KEYS_COUNT = 40.0
"""Cards, models, names and cells under the bubble count so many times as much as the way of a model."""
NEVER = 1e9
"""Who touches twice must not end the guide: more than whatever else is hidden."""
STEADY_SHARE = 0.6
"""The bubble moves only where it would hide less than so much of what it hides now."""
KEPT_DP = 120
"""So much around a place stays in sight where something is to be confirmed or put back."""
SHARES = (1.0, 0.0, 0.5, 0.75, 0.25)
"""Where the bubble may lie on the mat, upwards and across: the corners before what lies between them."""
FINE_SHARES = (*SHARES, 0.875, 0.625, 0.375, 0.125)
"""Where the bubble may lie if it hides something wherever `SHARES` put it."""


AMISS = ("refused", "misplaced")
"""What has to be put right on the mat is lit first, whatever the bubble speaks of."""


class GuideBubble(BoxLayout):
    """What to do now."""

    title = StringProperty()
    text = StringProperty()
    kind_text = StringProperty()
    skip_text = StringProperty()
    next_text = StringProperty()
    waits = BooleanProperty(defaultvalue=True)
    read_only = BooleanProperty(defaultvalue=False)
    last = BooleanProperty(defaultvalue=False)


class GuideLayer(FloatLayout):
    """Lies over the table until the guide has ended or was skipped."""

    __events__ = ("on_end", "on_taken")

    def __init__(self, table: TableView, taken: tuple[str, ...] = (), **settings: object) -> None:
        """Prepares.

        Args:
            table: What it explains.
            taken: Keys of the steps that were taken before.
            **settings: Of the widget.
        """
        super().__init__(**settings)
        self._table, self._taken = table, taken
        self._progress: GuideProgress | None = None
        self._view: View | None = None
        self._has_result = False
        self._step_laid: GuideStep | None = None
        self._room_laid: tuple[float, float, float, float] | None = None
        self._next_lay: Box | None = None
        self._veil = InstructionGroup()
        self._drawn: tuple[object, ...] | None = None
        self.canvas.before.add(self._veil)
        self.bubble = GuideBubble()
        self.bubble.ids.skip.bind(on_release=lambda _: self.dispatch("on_end"))
        self.bubble.ids.next.bind(on_release=lambda _: self._read())
        self._looking = Clock.schedule_interval(lambda _: self._look(), LOOK_EVERY_S)

    @property
    def step(self) -> GuideStep | None:
        """The bubble that is shown; None while none is."""
        return self._progress.now if self._progress is not None else None

    def show(self, view: View) -> None:
        """Follows a view."""
        self._view = view
        if view.play is not None and self._progress is None:
            self._progress = GuideProgress(view.play.guide, self._taken)
        self._look()

    def end(self) -> None:
        """It is put away."""
        self._looking.cancel()

    def on_end(self) -> None:
        """It was skipped, or all of it was read."""

    def on_taken(self, taken: tuple[str, ...]) -> None:
        """Another step was taken; the keys of all that were."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Only the bubble takes touches, all of those on it."""
        if self.bubble.parent is None or not self.bubble.collide_point(*touch.pos):
            return False
        self.bubble.on_touch_down(touch)
        return True

    def _read(self) -> None:
        progress = self._progress
        if progress is None:
            return
        going_on = self.bubble.ids.next
        self._next_lay = Box(going_on.x, going_on.y, going_on.right, going_on.top)
        progress.read()
        self._tell_taken(progress)
        if progress.over:
            self.dispatch("on_end")
        else:
            self._look()

    def _look(self) -> None:
        """Follows what is on the screen now."""
        view, progress = self._view, self._progress
        if view is None or progress is None:
            return
        game = self._table.ids.game
        signs = signs_of(view) | {f"tab:{game.tab}"} | ({"why"} if game.reads_why else frozenset())
        signs |= self._closed(view)
        if self._table.ids.result.card is None:
            signs -= {"result"}
        progress.see(signs)
        self._tell_taken(progress)
        step = progress.now
        if step is None:
            self._put_away()
            return
        self._say(step, view)
        amiss = (each for each in AMISS if is_among(each, signs))
        spoken_of = place_of(step.light, self._table, view)
        self._lay(place_of(amiss, self._table, view) or spoken_of, spoken_of, view)

    def _closed(self, view: View) -> frozenset[str]:
        """The sign that the card which told how a fight ended is gone, while nobody is asked to take that back."""
        card = self._table.ids.result.card
        is_asked = view.play is not None and view.play.undoing is not None
        was_there, self._has_result = self._has_result, card.is_over if card is not None else self._has_result
        return frozenset({"closed"}) if was_there and card is None and not is_asked else frozenset()

    def _tell_taken(self, progress: GuideProgress) -> None:
        if progress.taken != self._taken:
            self._taken = progress.taken
            self.dispatch("on_taken", self._taken)

    def _put_away(self) -> None:
        self._veil.clear()
        self._drawn = None
        if self.bubble.parent is not None:
            self.remove_widget(self.bubble)

    def _say(self, step: GuideStep, view: View) -> None:
        play, language = view.play, view.choices.language
        if play is None:
            return
        bubble = self.bubble
        bubble.title = play.texts.say(language, f"guide.{step.key}_title")
        bubble.text = play.texts.say(language, f"guide.{step.key}")
        bubble.kind_text = say(language, "practice.guide.key")
        bubble.last = step.last
        bubble.skip_text = say(language, "practice.guide.skip")
        bubble.next_text = _going_on(step, language)
        bubble.waits, bubble.read_only = not bubble.next_text, not step.until
        if bubble.parent is None:
            self.add_widget(bubble)

    def _lay(self, lit: Box | None, spoken_of: Box | None, view: View) -> None:
        """Dims all but what is lit and the cards, and puts the bubble where it hides none of these and no model."""
        bubble, stage = self.bubble, self._table.ids.stage
        bubble.width = min(dp(WIDE_DP), stage.width - 2 * dp(MARGIN_DP))
        left, bottom = stage.x + dp(MARGIN_DP), stage.y + dp(MARGIN_DP)
        wide, high = stage.width - 2 * dp(MARGIN_DP) - bubble.width, stage.height - 2 * dp(MARGIN_DP) - bubble.height
        hidden = [(each, KEYS_COUNT) for each in (lit, spoken_of) if each is not None] + list(self._spared(view))

        def price(place: tuple[float, float]) -> float:
            return _covered(place, bubble.size, hidden) + NEVER * self._is_mistaken(place)

        def cheapest(shares: tuple[float, ...]) -> tuple[float, float]:
            return min(((left + across * wide, bottom + up * high) for up in shares for across in shares), key=price)

        best, now = cheapest(SHARES), (bubble.x, bubble.y)
        if price(best) > 0:
            best = cheapest(FINE_SHARES)
        stays = self._step_laid is self.step and self._room_laid == (left, bottom, wide, high)
        if not stays or price(best) < STEADY_SHARE * price(now):
            bubble.pos = best
        self._step_laid, self._room_laid = self.step, (left, bottom, wide, high)
        bright = () if lit is None else (*self._cards(), *self._zones(view))
        drawn = (self.pos[:], self.size[:], lit, bright)
        if drawn != self._drawn:
            self._drawn = drawn
            self._draw(lit, bright)

    def _cards(self) -> Iterator[Box]:
        """Where cards lie over the mat: they ask something, or tell what came of what was done."""
        yield from self._table.ids.cards.boxes
        card = self._table.ids.result.card
        if card is not None:
            yield Box(card.x, card.y, card.x + card.width, card.y + card.height)

    def _zones(self, view: View) -> Iterator[Box]:
        """The zones of the board that the bubble speaks of besides what is lit."""
        step = self.step
        return zones_in(() if step is None else step.zones, view, self._table.ids.mat.plan)

    def _spared(self, view: View) -> Iterator[tuple[Box, float]]:
        """What the bubble should not hide, and how much it counts: cards, models, names, ways, cells to be touched."""
        plan, play = self._table.ids.mat.plan, view.play
        for each in (*self._cards(), *self._zones(view), *self._table.ids.mat.names.values()):
            yield _widened(each, dp(AIR_DP)), KEYS_COUNT
        for piece in view.pieces:
            if piece.state not in GONE:
                centre, far = piece.base.centre, piece.base.radius_mm * plan.scale_px
                yield Box.around(plan.to_screen(centre.x_mm, centre.y_mm), (2 * far, 2 * far)), KEYS_COUNT
        if play is not None:
            yield from _goals(play, plan)
            yield from ((each, KEYS_COUNT) for each in cells_in(view, plan))

    def _is_mistaken(self, place: tuple[float, float]) -> bool:
        """Whether the key that ends the guide would lie where the one that went on lay in the bubble before."""
        if self._next_lay is None:
            return False
        skip = self.bubble.ids.skip
        x, y = place[0] + skip.x - self.bubble.x, place[1] + skip.y - self.bubble.y
        return self._next_lay.shared(Box(x, y, x + skip.width, y + skip.height)).area_px2 > 0

    def _draw(self, lit: Box | None, bright: Iterable[Box]) -> None:
        veil = self._veil
        veil.clear()
        if lit is None:
            return
        air = dp(AIR_DP)
        left, bottom = max(self.x, lit.left_px - air), max(self.y, lit.bottom_px - air)
        right, top = min(self.right, lit.right_px + air), min(self.top, lit.top_px + air)
        veil.add(Color(*VEIL))
        for each in around(Box(self.x, self.y, self.right, self.top), [Box(left, bottom, right, top), *bright]):
            size = each.right_px - each.left_px, each.top_px - each.bottom_px
            veil.add(Rectangle(pos=(each.left_px, each.bottom_px), size=size))
        veil.add(Color(*palette.CHOSEN))
        veil.add(Line(rounded_rectangle=(left, bottom, right - left, top - bottom, dp(10)), width=dp(2)))


def _going_on(step: GuideStep, language: Language) -> str:
    if step.until and not step.optional:
        return ""
    return say(language, "practice.guide.done" if step.last else "practice.guide.next")


def _goals(play: GameScreen, plan: Plan) -> Iterator[tuple[Box, float]]:
    """Where models may go: what is to be confirmed, and their ways."""
    for at in kept_clear(play):
        yield Box.around(plan.to_screen(at.x_mm, at.y_mm), (dp(KEPT_DP), dp(KEPT_DP))), KEYS_COUNT
    for standing in play.standing.all:
        ways = play.reaches.get(standing.of)
        if standing.at is not None and ways:
            far = 2 * (max(ways.values()) + 2 * standing.radius_mm) * plan.scale_px
            yield Box.around(plan.to_screen(standing.at.x_mm, standing.at.y_mm), (far, far)), 1.0


def _widened(box: Box, air_px: float) -> Box:
    return Box(box.left_px - air_px, box.bottom_px - air_px, box.right_px + air_px, box.top_px + air_px)


def _covered(place: tuple[float, float], size: tuple[float, float], hidden: list[tuple[Box, float]]) -> float:
    """How much of some boxes a bubble would hide, each as much as it counts."""
    box = Box(*place, place[0] + size[0], place[1] + size[1])
    return sum(count * box.shared_px2(each) for each, count in hidden)
