"""Keys over the mat: beside a model, what it may do or what its move meant; in a corner, what comes by itself.

They move nothing in the column, and whoever touches a model stays on the page that is open.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout

from companion.geometry import MatPoint
from companion.referee import GameScreen, ShowReach, SubmitCommand, View
from companion.referee.screen.reach import ModelOffer, creature_of, offers_of
from companion.tablet.data.wording import GONE
from companion.tablet.game.forms.offer_form import FormData, OfferForm
from companion.tablet.game.over_mat.corner_cards import corner_cards, outsider_cards
from companion.tablet.game.over_mat.proposals import KeptCard, ProposalCard, kept
from companion.tablet.game.undo_card import UndoCard
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import Plan
from companion.tablet.widgets.scrolled_page import DOWN, PressingScroll
from companion.tablet.widgets.stack import Entry, Stack, WidgetContext, make

Point = tuple[float, float]
AIR_DP = 8
"""Between a card and the edge of the mat."""
OFF_MM = 22.0
"""So far from the rim of a model its keys begin: its tags and what is written on it stay in sight."""
ASIDE = 0.6
"""What it costs to lie above or below a model instead of beside it, where less of the way ahead is hidden."""
NEAR_MM = 4.0
"""A model that is seen so near to where it was is still there: its keys stay where they are."""
WIDE_DP = {"offers": 236, "proposals": 288}
CORNER_DP, UNDO_DP = 330, 440
"""How wide the card in a corner is, and while it asks whether something is taken back."""
CORNER_SHARE, UNDO_SHARE = 0.45, 0.75
"""No more of the height of the mat is covered by them; the rest is pushed into sight."""
STEPS = 24
"""In so many directions a place beside the model is looked for."""
FAR = (1, 2, 3)
"""It is looked for so many times as far as keys begin at least: a long name may lie between."""


@dataclass(frozen=True, slots=True)
class ModelFormData:
    """An offer that stands beside a model.

    Attributes:
        offer: What is offered, and for whom.
        text: What its key says.
        reach: The action whose reach it shows besides; empty for none, or while that is shown.
    """

    offer: ModelOffer
    text: str
    reach: str = ""


class ModelForm(OfferForm):
    """What a touch on a model offers; one touch is enough where the model answers all that is asked."""

    def __init__(self, data: ModelFormData, context: WidgetContext) -> None:
        self._of_model = data
        shown, fold = data.offer.shown, data.offer.values is None and data.offer.shown.fold
        super().__init__(FormData(data.offer.seat, shown.offer, fold=fold, sure=shown.sure, short=data.text), context)

    def _unfold(self) -> None:
        if self._of_model.offer.values is None:
            super()._unfold()
        else:
            self._add_key(self._label, {})

    def _send(self, chosen: dict[str, tuple[str, ...]]) -> None:
        context, data = self._widget_context, self._of_model
        if data.offer.values is None:
            super()._send(chosen)
        else:
            context.submit(SubmitCommand(self._data.seat, self._data.offer.kind, dict(data.offer.values)))
        if data.reach:
            context.submit(ShowReach(data.reach))


class MatCards(FloatLayout):
    """Lies over the mat; empty unless a model is chosen that may do something, or something is to be confirmed.

    Attributes:
        stack: What stands beside a model.
        corner: What lies in a corner.
    """

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.stack = Stack()
        self.card: PressingScroll = make("MatCard")
        self.card.ids.place.add_widget(self.stack)
        self.corner = Stack()
        self.corner_card: PressingScroll = make("MatCard")
        self.corner_card.ids.place.add_widget(self.corner)
        self._corner_of: Point | None = None
        self._corner_share = CORNER_SHARE
        self._keeps: tuple[MatPoint, ...] = ()
        self._spots: tuple[tuple[MatPoint, float], ...] = ()
        self._asked: tuple[MatPoint, ...] = ()
        self._names: tuple[Box, ...] = ()
        self._plan: Plan | None = None
        self._newest: Callable[[], None] = lambda: None
        self._later = Clock.create_trigger(lambda _: self._newest())
        for each in (self.stack, self.corner):
            each.bind(height=lambda *_: self._lay())
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where its cards lie that are shown."""
        shown = (each for each in (self.card, self.corner_card) if each.parent is not None)
        return tuple(map(_box, shown))

    def show(
        self,
        view: View,
        plan: Plan,
        context: WidgetContext | None,
        *,
        dragging: bool = False,
        names: Iterable[Box] = (),
    ) -> None:
        """Shows what belongs to a view; a key that a finger is on stays until it has told its intent.

        Args:
            view: The newest.
            plan: How the mat lies on the screen.
            context: Language and intents; None without a game.
            dragging: Whether a finger moves something over the mat.
            names: Where names of models stand on the screen: a card that comes hides none, if it can.
        """
        self._names = tuple(names)
        self._newest = lambda: self.show(view, plan, context, dragging=dragging, names=self._names)
        if self.is_touched:
            self._later()
            return
        play = view.play
        if play is None or context is None or dragging:
            self._take_away()
            self._take_corner_away()
            return
        others = (each.base for each in view.pieces if each.state not in GONE)
        spots = tuple((each.centre, each.radius_mm) for each in others)
        moved = plan != self._plan
        self._plan, self._spots = plan, spots
        self._asked = (
            *(corner for zone in play.zones if zone.asked for patch in zone.room.covered for corner in patch.outline),
            *(each.at for each in play.standing.all if each.ghost and each.at is not None),
        )
        self._show_corner(play, context)
        entries = proposal_cards(play)
        width, keeps = "proposals", tuple(kept_clear(play))
        if not entries:
            entries = [(ModelForm, each) for each in model_forms(view, play)]
            entries += outsider_cards(play, view.choices.chosen, context)
            chosen = [view.piece(base) for base in view.choices.chosen]
            width, keeps = "offers", tuple(each.base.centre for each in chosen if each is not None)
        if not entries or not keeps:
            self._take_away()
            return
        if len(keeps) != len(self._keeps) or any(map(_is_far, keeps, self._keeps)):
            self._keeps = keeps
        changed = moved or self.card.parent is None
        self.card.width = dp(WIDE_DP[width])
        if self.card.parent is None:
            self.add_widget(self.card)
        if self.stack.show(entries, context) or changed or keeps is self._keeps:
            self._lay()

    @property
    def is_touched(self) -> bool:
        """Whether a finger is on a key of it."""
        return any(_is_held(card) for card in (self.card, self.corner_card) if card.parent is not None)

    def on_touch_down(self, touch: object) -> bool:
        """Only the cards themselves take touches; all else is the mat's."""
        for card in (self.card, self.corner_card):
            if card.parent is not None and card.collide_point(*touch.pos):  # type: ignore[attr-defined]
                card.on_touch_down(touch)
                return True
        return False

    def _show_corner(self, play: GameScreen, context: WidgetContext) -> None:
        entries = corner_cards(play, context)
        if not entries:
            self._take_corner_away()
            return
        undo = any(maker is UndoCard for maker, _ in entries)
        wide_dp, self._corner_share = (UNDO_DP, UNDO_SHARE) if undo else (CORNER_DP, CORNER_SHARE)
        self.corner_card.width = dp(wide_dp)
        if self.corner_card.parent is None:
            self.add_widget(self.corner_card)
        self.corner.show(entries, context)
        self._lay_corner()

    def _named_px(self, place: Point, size: Point) -> float:
        """How far a card at a place would have to be pushed so as not to lie over the names, all together."""
        return sum(_overlap_px(place, size, each) for each in self._names)

    def _take_corner_away(self) -> None:
        if self.corner_card.parent is not None:
            self.remove_widget(self.corner_card)
            self.corner.empty()
        self._corner_of = None

    def _take_away(self) -> None:
        if self.card.parent is not None:
            self.remove_widget(self.card)
            self.stack.empty()
        self._keeps = ()

    def _lay(self) -> None:
        self._lay_corner()
        self._lay_beside()

    def _fit(self, card: PressingScroll, stack: Stack, share: float) -> None:
        air, place = dp(AIR_DP), card.ids.place
        card.width = min(card.width, self.width - 2 * air)
        card.height = min(stack.height + place.padding[1] + place.padding[3], share * self.height - 2 * air)

    def _bounds(self, card: PressingScroll) -> tuple[float, float, float, float]:
        """Between which edges it may begin: left, bottom, right, top."""
        air = dp(AIR_DP)
        left, bottom = self.x + air, self.y + air
        return left, bottom, max(left, self.right - air - card.width), max(bottom, self.top - air - card.height)

    def _lay_corner(self) -> None:
        """Puts the card into the corner, or between two, where it hides least; there it stays until it goes."""
        plan, card = self._plan, self.corner_card
        if plan is None or card.parent is None:
            return
        self._fit(card, self.corner, self._corner_share)
        left, bottom, right, top = self._bounds(card)
        size: Point = card.width, card.height
        spots = [(_px(plan, at), radius_mm * plan.scale_px) for at, radius_mm in self._spots]
        spots += [(_px(plan, at), 0.0) for at in self._asked]

        def price(corner: Point) -> float:
            place = right if corner[0] else left, bottom + corner[1] * (top - bottom)
            air = float(dp(AIR_DP))
            hidden = sum(max(0.0, radius + air - _apart_px(place, size, spot)) for spot, radius in spots)
            hidden += self._named_px(place, size)
            return hidden + (_overlap_px(place, size, _box(self.card)) if self.card.parent is not None else 0.0)

        if self._corner_of is None:
            self._corner_of = min(((x, y) for y in (0.0, 1.0, 0.5) for x in (1.0, 0.0)), key=price)
        across, up = self._corner_of
        card.pos = round(right if across else left), round(bottom + up * (top - bottom))

    def _lay_beside(self) -> None:
        """Puts the card beside the model, where it hides as little as can be of what stands on the mat."""
        plan, card = self._plan, self.card
        if plan is None or card.parent is None or not self._keeps:
            return
        self._fit(card, self.stack, 1.0)
        first, *_ = keeps = [_px(plan, each) for each in self._keeps]
        spots = [(_px(plan, at), radius_mm * plan.scale_px) for at, radius_mm in self._spots]
        off = OFF_MM * plan.scale_px
        own = min((radius for spot, radius in spots if math.dist(spot, first) < off), default=off)

        size: Point = card.width, card.height

        def price(place: Point) -> float:
            away = sum(max(0.0, own + off - _apart_px(place, size, each)) for each in keeps)
            hidden = sum(max(0.0, radius + off - _apart_px(place, size, spot)) for spot, radius in spots)
            level = abs(place[1] + size[1] / 2 - first[1])
            both = _overlap_px(place, size, _box(self.corner_card)) if self.corner_card.parent is not None else 0.0
            both += self._named_px(place, size)
            return 20 * both + 10 * away + 6 * hidden + ASIDE * level + _apart_px(place, size, first)

        left, bottom, right, top = self._bounds(card)
        places = []
        for step, far in product(range(STEPS), FAR):
            angle = 2 * math.pi * step / STEPS
            x = first[0] + math.cos(angle) * (own + far * off + card.width / 2) - card.width / 2
            y = first[1] + math.sin(angle) * (own + far * off + card.height / 2) - card.height / 2
            places.append((min(max(x, left), right), min(max(y, bottom), top)))
        places += [(x, y) for x in (left, right) for y in (bottom, top)]
        x, y = min(places, key=price)
        card.pos = round(x), round(y)


def proposal_cards(play: GameScreen) -> list[Entry]:
    """What is to be confirmed, or read, of what was done on the mat."""
    return [*((ProposalCard, each) for each in play.proposals), *((KeptCard, each) for each in kept(play))]


def model_forms(view: View, play: GameScreen) -> list[ModelFormData]:
    """What the chosen model may do, or may be done to it; of two, what the first may do to the second."""
    chosen = [creature_of(play, base) for base in view.choices.chosen]
    if not chosen or not all(chosen):
        return []
    found = offers_of(play, chosen[0]) if len(chosen) == 1 else offers_of(play, chosen[1], by=chosen[0])
    reaches = play.reaches.get(chosen[0], {})
    forms = []
    for each in found:
        if any(taken.is_cell for taken in each.shown.offer.inputs):
            continue  # the lit cells are touched themselves
        limit_mm = next((taken.limit_mm for taken in each.shown.offer.inputs if taken.limit_mm is not None), None)
        reach = next((action for action, far_mm in reaches.items() if far_mm == limit_mm), "")
        text = each.shown.short or each.shown.offer.label
        forms.append(ModelFormData(each, text, "" if reach == view.choices.reach else reach))
    return forms


def kept_clear(play: GameScreen) -> Iterator[MatPoint]:
    """Where nothing may hide what is to be confirmed: where the model is, where it came from, where it may go."""
    for each in reversed(play.proposals):
        yield from (at for at in (each.at, each.goal, each.back_to, each.came_from) if at is not None)


def _is_far(one: MatPoint, other: MatPoint) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > NEAR_MM


def _apart_px(place: Point, size: Point, spot: Point) -> float:
    """How far a spot is from a card at a place; less than nothing inside."""
    dx = max(place[0] - spot[0], spot[0] - place[0] - size[0])
    dy = max(place[1] - spot[1], spot[1] - place[1] - size[1])
    return math.hypot(max(dx, 0.0), max(dy, 0.0)) if max(dx, dy) > 0 else max(dx, dy)


def _overlap_px(place: Point, size: Point, other: Box) -> float:
    """How far a card would have to be pushed so as not to lie over something."""
    across = min(place[0] + size[0], other.right_px) - max(place[0], other.left_px)
    up = min(place[1] + size[1], other.top_px) - max(place[1], other.bottom_px)
    return max(0.0, min(across, up))


def _box(card: PressingScroll) -> Box:
    """Where a card lies; its `right` and `top` are those of a moment ago while its size changes."""
    return Box(card.x, card.y, card.x + card.width, card.y + card.height)


def _is_held(card: PressingScroll) -> bool:
    """Whether a finger is on a key of it."""
    keys = (each for each in card.walk(restrict=True) if isinstance(each, ButtonBehavior))
    return card.held or any(each.state == DOWN for each in keys)


def _px(plan: Plan, point: MatPoint) -> Point:
    return plan.to_screen(point.x_mm, point.y_mm)
