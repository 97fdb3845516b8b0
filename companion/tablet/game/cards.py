"""The cards of the page that says what to do: questions, and whose turn it is to look."""

from dataclasses import dataclass

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.offers import Offer
from companion.games.display.sheets import Bout
from companion.referee.screen.player_screen import OfferShown, TaskShown
from companion.tablet.game.forms import FormData, OfferForm
from companion.tablet.game.hand_fan import FanData, HandFan
from companion.tablet.game.place_guide import GuideData, PlaceGuide
from companion.tablet.look import palette
from companion.tablet.widgets.stack import WidgetContext, make


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
    """

    seat: str
    name: str
    shape: str
    task: TaskShown
    lessons: tuple[tuple[str, str], ...] = ()
    places: bool = True
    guide: GuideData | None = None
    fan: FanData | None = None


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
        for each in offers:
            main = each.main and self.data.guide is None
            self.add_widget(OfferForm(FormData(self.data.seat, each.offer, main, each.fold), context))


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
        at_once: Ids of those who take it without a curtain: it lies before them, and nobody has to hand it on.
    """

    seats: tuple[tuple[str, str, str, bool], ...]
    at_once: frozenset[str] = frozenset()


class PassKeys(BoxLayout):
    """Keys that bring the curtain down, to be lifted by one player, or show at once what is that player's."""

    title = StringProperty()

    def __init__(self, data: PassData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        self.title = context.say("game.pass.title")
        for seat, name, shape, waits in data.seats:
            at_once = seat in data.at_once
            text = context.say("game.curtain.lift" if at_once else "game.pass.to", player=name)
            key = make("SeatKey", text=text, shape=shape, main=waits)
            key.shape_colour = palette.seat_colour(shape)
            hand_over = context.actions.take if at_once else context.actions.pass_to
            key.bind(on_release=lambda _, seat=seat, hand_over=hand_over: hand_over(seat))
            self.ids.row.add_widget(key)


class HolderCard(BoxLayout):
    """Who holds the tablet, and the key that covers everything again."""

    text = StringProperty()
    cover_text = StringProperty()

    def __init__(self, name: str, context: WidgetContext) -> None:
        super().__init__()
        self.text = context.say("game.pass.held", player=name)
        self.cover_text = context.say("game.pass.cover")
        self.ids.cover.bind(on_release=lambda _: context.actions.pass_to(""))
