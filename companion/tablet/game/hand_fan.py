"""The cards of a hand beside what they are about: small, in rows, and each large once it is touched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kivy.metrics import Metrics
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.sheets import CardText
from companion.referee import IntentBody
from companion.referee.screen.player_screen import CardShown
from companion.tablet.game.card_face import SmallCard
from companion.tablet.game.read_sheet import ReadData, ReadSheet
from companion.tablet.game.zones import CardData, OwnCard
from companion.tablet.widgets.stack import WidgetContext

COLUMNS, WIDE_COLUMNS = 4, 3
"""So many small cards stand beside one another; the fewer where a long word needs the room."""
LONG_WORD = 12
"""Letters of a word that is too long for a quarter of the row."""


@dataclass(frozen=True, slots=True)
class FanData:
    """Cards side by side.

    Attributes:
        seat: Whose.
        cards: What they are.
        said: What they say, by id.
        title: What stands above them; empty for nothing.
    """

    seat: str
    cards: tuple[CardShown, ...]
    said: Mapping[str, CardText] = field(default_factory=dict)
    title: str = ""


class HandFan(BoxLayout):
    """Small cards in rows; those that can be played are lit."""

    title = StringProperty()

    def __init__(self, data: FanData, context: WidgetContext) -> None:
        super().__init__()
        self.data, self.title = data, data.title
        self.ids.grid.cols = columns_for(data.cards)
        for card in data.cards:
            small = SmallCard(card.line, playable=bool(card.offers))
            small.bind(on_release=lambda _, card=card: open_card(data, card, context))
            self.ids.grid.add_widget(small)


def open_card(data: FanData, card: CardShown, context: WidgetContext) -> None:
    """Lays a card large over the window; what is done with it closes it."""

    def submit(body: IntentBody) -> None:
        sheet.dismiss(animation=False)
        context.submit(body)

    own = CardData(data.seat, card, data.said.get(card.line.id))
    sheet = ReadSheet(ReadData("", ((OwnCard, own),)), replace(context, submit=submit))
    context.actions.lay(sheet)


def columns_for(cards: Sequence[CardShown]) -> int:
    """Returns how many cards stand in a row, so that every word of a name has room and rows are equally full."""
    longest = max((len(word) for card in cards for word in card.line.name.split()), default=0)
    most = COLUMNS if longest * Metrics.fontscale <= LONG_WORD else WIDE_COLUMNS
    rows = -(-len(cards) // most) or 1
    return max(-(-len(cards) // rows), WIDE_COLUMNS)
