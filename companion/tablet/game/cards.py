"""The cards of the page that says what to do: questions, and whose turn it is to look."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.display.actions import BarredCard
from companion.games.display.cards import CardLine
from companion.games.display.offers import Offer
from companion.games.display.sheets import Bout
from companion.referee import OpenMarket
from companion.referee.screen.player_screen import OfferShown, OpenSeat, TaskShown
from companion.tablet.game.forms.offer_form import FormData, OfferForm
from companion.tablet.game.place_guide import GuideData, PlaceGuide
from companion.tablet.game.reading.hand_fan import FanData, HandFan, without_cards
from companion.tablet.look import palette
from companion.tablet.widgets.stack import WidgetContext, make

MIN_PAIRED = 4
"""So many short answers stand two in a row, so that all are in sight."""
SHORT_ANSWER = 24
"""Letters of an answer for which half of the page is wide enough."""


@dataclass(frozen=True, slots=True)
class TaskData:
    """A question to a player.

    Attributes:
        seat: Who is asked.
        name: What the player is called.
        shape: By which the player is told apart.
        task: What is asked.
        lessons: Rule and sentence of what is to be explained.
        places: Whether a place is asked for here; else it is proposed once a finger has put the model down.
        guide: Which model is to be put down, and where; None where none is.
        fan: The own cards that it is about; None for none.
        cards: The own cards among which an answer chooses, by id.
    """

    seat: str
    name: str
    shape: str
    task: TaskShown
    lessons: tuple[tuple[str, str], ...] = ()
    places: bool = True
    guide: GuideData | None = None
    fan: FanData | None = None
    cards: Mapping[str, CardLine] = field(default_factory=dict)


class TaskCard(BoxLayout):
    """What is asked, large, with its answers."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    title = StringProperty()

    def __init__(self, data: TaskData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        task = data.task
        self.name, self.shape, self.title = data.name, data.shape, task.title
        self.shape_colour = palette.seat_colour(data.shape)
        for line in task.detail:
            self.add_widget(make("Note", text=line))
        for said in task.owed.said:
            self.add_widget(make("Note", text=f"{said.name}: {said.answer}"))
        for rule, text in data.lessons:
            self.add_widget(make("EyeNote", text=f"{text}  {rule}".strip(), icon="eye"))
        offers = [each for each in task.offers if data.places or not _takes_place(each.offer)]
        if data.fan is not None:
            left = (without_cards(each, data.fan.cards) for each in offers)
            offers = [each for each in left if each is not None]
            # A hand may be higher than the page: what takes nothing from it stands above, always in sight.
            self._offer([each for each in offers if not each.offer.inputs], context)
            offers = [each for each in offers if each.offer.inputs]
            self.add_widget(HandFan(data.fan, context))
        if data.guide is not None:
            self.add_widget(PlaceGuide(data.guide, context))
        if any(taken.is_cell for each in offers for taken in each.offer.inputs):
            self.add_widget(make("Note", text=context.say("game.guide.cell")))
        self._offer(offers, context)

    def _offer(self, offers: list[OfferShown], context: WidgetContext) -> None:
        place: Widget = self
        if len(offers) >= MIN_PAIRED and all(_is_short(each) for each in offers):
            place = GridLayout(cols=2, size_hint_y=None, spacing=self.spacing)
            place.bind(minimum_height=place.setter("height"))
            self.add_widget(place)
        for each in offers:
            data = self.data
            main, named = each.main and data.guide is None, len(data.task.offers) == 1
            cards = {} if each.fold else data.cards  # the key of what is still folded has no place at the foot
            form = FormData(data.seat, each.offer, main, each.fold, named=named, cards=cards)
            place.add_widget(OfferForm(form, context))


def _is_short(each: OfferShown) -> bool:
    """Whether an answer is a single key that half of the page is wide enough for."""
    return not each.offer.inputs and not each.fold and len(each.offer.label) <= SHORT_ANSWER


def _takes_place(offer: Offer) -> bool:
    """Whether an offer is answered by putting a model somewhere."""
    return any(taken.kind == "place" for taken in offer.inputs)


class FightCard(BoxLayout):
    """The fight that runs."""

    title = StringProperty()

    def __init__(self, bout: Bout, _: WidgetContext) -> None:
        super().__init__()
        self.title = bout.title
        for side in bout.sides:
            self.add_widget(make("Note", text=f"{side.name}: {side.text}"))


@dataclass(frozen=True, slots=True)
class PassData:
    """To whom the tablet may be passed.

    Attributes:
        seats: Id, name, shape of each player, and whether it goes there next.
    """

    seats: tuple[tuple[str, str, str, bool], ...]


class PassKeys(BoxLayout):
    """Keys that bring the curtain down, to be lifted by one player."""

    title = StringProperty()

    def __init__(self, data: PassData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        self.title = context.say("game.pass.title")
        for seat, name, shape, waits in data.seats:
            key = make("SeatKey", text=context.say("game.pass.to", player=name), shape=shape, main=waits)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=lambda _, seat=seat: context.actions.pass_to(seat))
            self.ids.row.add_widget(key)


def market_key(seat: OpenSeat, context: WidgetContext) -> Widget:
    """The key that shows what a player may build and the like, and nothing of the hand: no curtain is needed."""
    key = make("SeatKey", text=seat.market, shape=seat.shape, main=True)
    key.shape_colour = palette.seat_colour(seat.shape)
    key.bind(on_release=lambda _: context.submit(OpenMarket(seat.seat)))
    return key


def market_cover(_: str, context: WidgetContext) -> Widget:
    """The key that covers it again."""
    key = make("GameKey", text=context.say("game.pass.cover"))
    key.bind(on_release=lambda _: context.submit(OpenMarket("")))
    return key


def barred_card(data: BarredCard, _: WidgetContext) -> Widget:
    """A card that cannot come into the game now, and why: dimmed, and nothing to touch."""
    head = make("CardHead", kind="\n".join(data.notes), disabled=True)
    head.name = data.name
    head.lay(data.look)
    return head


class HolderCard(BoxLayout):
    """Who holds the tablet, and the key that covers everything again."""

    text = StringProperty()
    cover_text = StringProperty()

    def __init__(self, name: str, context: WidgetContext) -> None:
        super().__init__()
        self.text = context.say("game.pass.held", player=name)
        self.cover_text = context.say("game.pass.cover")
        self.ids.cover.bind(on_release=lambda _: context.actions.pass_to(""))
