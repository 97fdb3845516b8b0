"""The cards of a hand beside what they are about: small, in rows, and each large once it is touched."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kivy.metrics import Metrics
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.cards import CardLine, CardText
from companion.games.display.offers import Input
from companion.referee import IntentBody
from companion.referee.screen.player_screen import CardShown, OfferShown
from companion.tablet.game.card_face import SmallCard
from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet
from companion.tablet.game.reading.zones import CardData, OwnCard, photo_keys
from companion.tablet.widgets.stack import WidgetContext
from companion.tablet.widgets.take_apart import take_all_apart

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
        self._context = context
        self._small: list[tuple[CardLine, SmallCard]] = []
        self.follow(data)

    def follow(self, data: FanData) -> None:
        """Shows these cards and no others; what looks the same is not made anew."""
        self.data, self.title = data, data.title
        self.ids.grid.cols = columns_for(data.cards)
        old = self._small
        self._small = [(card.line, _kept(old, card) or self._made(card)) for card in data.cards]
        if old != self._small:
            self.ids.grid.clear_widgets()
            take_all_apart(small for _, small in old if all(small is not kept for _, kept in self._small))
            for _, small in self._small:
                self.ids.grid.add_widget(small)

    def _made(self, card: CardShown) -> SmallCard:
        small = SmallCard(card.line, offers=_kinds(card), playable=bool(card.offers))
        small.bind(on_release=lambda _, of=card.line.id: self._open(of))
        return small

    def _open(self, of: str) -> None:
        open_card(self.data, next(card for card in self.data.cards if card.line.id == of), self._context)


def _kept(old: Sequence[tuple[CardLine, SmallCard]], card: CardShown) -> SmallCard | None:
    looks = _kinds(card), bool(card.offers)
    return next((small for line, small in old if (small.offers, small.playable) == looks and line == card.line), None)


def _kinds(card: CardShown) -> frozenset[str]:
    """The kinds of all that can be done with a card."""
    return frozenset(each.offer.kind for each in (*card.offers, *card.besides))


def without_cards(each: OfferShown, cards: Iterable[CardShown]) -> OfferShown | None:
    """An offer without those cards that have it themselves: nobody plays a card before it has shown what it says.

    Args:
        each: The offer.
        cards: Those that lie there to be opened.

    Returns:
        What is left of it; None where no card is left that it could take.
    """
    there = {card.line.id for card in cards if each.offer.kind in _kinds(card)}
    left = tuple(_without(taken, there) for taken in each.offer.inputs)
    if any(taken.choices and not now.choices for taken, now in zip(each.offer.inputs, left, strict=True)):
        return None
    return replace(each, offer=replace(each.offer, inputs=left))


def _without(taken: Input, cards: Collection[str]) -> Input:
    """What takes one thing of several, without some cards; what takes anything else is left as it is."""
    if taken.kind != "choose" or not taken.least == taken.most == 1:
        return taken
    return replace(taken, choices=tuple(choice for choice in taken.choices if choice.thing not in cards))


def open_card(data: FanData, card: CardShown, context: WidgetContext) -> None:
    """Lays a card large over the window; what is done with it closes it."""

    def submit(body: IntentBody) -> None:
        sheet.dismiss(animation=False)
        context.submit(body)

    own = CardData(data.seat, card, data.said.get(card.line.id), large=True)
    keys = photo_keys(data.seat, card.line, context)
    sheet = ReadSheet(ReadData("", ((OwnCard, own),), keys), replace(context, submit=submit))
    context.actions.lay(sheet)


def columns_for(cards: Sequence[CardShown]) -> int:
    """Returns how many cards stand in a row, so that every word of a name has room and rows are equally full."""
    longest = max((len(word) for card in cards for word in card.line.name.split()), default=0)
    most = COLUMNS if longest * Metrics.fontscale <= LONG_WORD else WIDE_COLUMNS
    rows = -(-len(cards) // most) or 1
    return max(-(-len(cards) // rows), WIDE_COLUMNS)
