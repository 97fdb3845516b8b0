"""What lies on the table beside the mat, and what a player holds: both as cards to read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.display.cards import CardLine, CardText
from companion.games.display.offers import Choice, Input, Offer
from companion.games.display.sheets import PieceSheet, Pile, PlayerSheet
from companion.games.display.unknown_card import UnknownCard
from companion.referee import GameScreen
from companion.referee.api.intents import KeepCardPhoto
from companion.referee.screen.player_screen import CardShown
from companion.tablet.game.forms.offer_form import FormData, OfferForm
from companion.tablet.game.reading.read_sheet import ReadData, ReadKey, ReadSheet, pages_of
from companion.tablet.look import palette
from companion.tablet.widgets.stack import Entry, WidgetContext, make
from companion.texts import listed


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A player's side of the table.

    Attributes:
        player: What lies open of the player.
        shape: By which the player is told apart.
        cards: What the cards say that the reader knows, by their ids.
    """

    player: PlayerSheet
    shape: str
    cards: Mapping[str, CardText] = field(default_factory=dict)


class PlayerCard(BoxLayout):
    """All that lies open of one player; cards that are touched show what they say."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)

    def __init__(self, data: PlayerData, context: WidgetContext) -> None:
        super().__init__()
        self._widget_context, self.data, player = context, data, data.player
        self.name = player.name + (f" {context.say('phones.out')}" if player.out else "")
        self.shape, self.active = data.shape, player.active
        self.shape_colour = palette.seat_colour(self.shape)
        for notice in player.notices:
            self.add_widget(make("LoudNote", text=notice))
        self._count(player)
        if player.apart:
            self.add_widget(
                make("EyeNote", icon="hand", text=context.say("game.apart.kept", what=", ".join(player.apart)))
            )
        for each in player.pieces:
            self.add_widget(PieceLine(PieceData(each, data.cards.get(each.id)), context))
        for widget in laid(player.piles, data.cards, context):
            self.add_widget(widget)

    def _count(self, player: PlayerSheet) -> None:
        further = [f"{each.label} {each.words}" for each in player.scores[1:]]
        brief = [each for each in player.counts if each.brief]
        # There is one icon: a second figure without words of its own says what it counts.
        words = [
            f"{each.label} {each.words}" if number and not each.text else each.words
            for number, each in enumerate(brief)
        ]
        if words := [*words, *further]:
            icon = next((each.icon for each in player.counts if each.icon), "")
            self.add_widget(make("EyeNote", icon=icon, text=" · ".join(words)))


def laid(piles: Iterable[Pile], cards: Mapping[str, CardText], context: WidgetContext) -> Iterator[Widget]:
    """What lies beside the mat: what cannot be read further first, then the cards as keys.

    Args:
        piles: Whatever lies there.
        cards: What the cards say that the reader knows, by their ids.
        context: What the widgets need.
    """
    grid, piles = make("CardGrid"), tuple(piles)

    def add_key(icon: str, words: str, said: tuple[CardText, ...], *, quiet: bool) -> None:
        key = make("CardKey", icon=icon, text=words, quiet=quiet)
        key.bind(on_release=lambda _: read(said, words, context))
        grid.add_widget(key)

    for line in (line for pile in piles if pile.look != "fold" for line in pile.lines):
        words = f"{line.text} – {line.mark}" if line.mark else line.text
        if line.card in cards:
            add_key(line.icon, words, (cards[line.card],), quiet=line.spent)
        else:
            yield make("EyeNote", icon=line.icon, text=words, quiet=line.spent)
    for pile in (pile for pile in piles if pile.look == "fold"):
        said = tuple(cards[line.card] for line in pile.lines if line.card in cards)
        add_key(pile.icon, f"{pile.short or pile.title}: {len(pile.lines)}", said, quiet=True)
    if grid.children:
        yield grid


@dataclass(frozen=True, slots=True)
class PieceData:
    """A piece on the mat.

    Attributes:
        piece: What it is.
        card: What its card says; None where nobody told which it is, or it has none.
    """

    piece: PieceSheet
    card: CardText | None = None


class PieceLine(ButtonBehavior, BoxLayout):
    """A piece with what it has taken, its marks and abilities; touched, it shows what its card says."""

    name = StringProperty()
    icon = StringProperty()
    figures = StringProperty()
    marks = StringProperty()
    acting = BooleanProperty(defaultvalue=False)

    def __init__(self, data: PieceData, context: WidgetContext) -> None:
        super().__init__()
        self._data, self._widget_context, piece = data, context, data.piece
        acts = f"  – {context.say('phones.acting')}" if piece.acting else ""
        known = f"{piece.name} {piece.mark}" if piece.needs_mark else piece.name
        self.name, self.acting = f"{known}{acts}", piece.acting
        taken, stats = " · ".join(each.words for each in piece.gauges), " · ".join(piece.stats)
        self.icon = next((each.icon for each in piece.gauges if each.icon), "")
        self.figures = "  ·  ".join(each for each in (taken, stats) if each)
        self.marks = " · ".join(each for each in (*piece.marks, ", ".join(piece.abilities)) if each)

    def on_release(self) -> None:
        """It was touched."""
        if self._data.card is not None:
            read((self._data.card,), self.name, self._widget_context)


def read(cards: tuple[CardText, ...], title: str, context: WidgetContext, keys: tuple[ReadKey, ...] = ()) -> None:
    """Lays what cards say over the window, with keys for what can be done besides closing it."""
    context.actions.lay(ReadSheet(ReadData(title, pages_of((), cards, context), keys), context))


@dataclass(frozen=True, slots=True)
class CardData:
    """A card of a player's own.

    Attributes:
        seat: Whose.
        card: What it is, and what can be done with it.
        said: What it says; None where nobody told which it is.
        large: Whether it lies alone over the window.
    """

    seat: str
    card: CardShown
    said: CardText | None = None
    large: bool = False


class DrawnCard(BoxLayout):
    """A card as it looks in a hand: its banner, what it costs, and what it says."""

    name = StringProperty()
    kind = StringProperty()
    cost = StringProperty()
    cost_icon = StringProperty()
    playable = BooleanProperty(defaultvalue=False)
    known = BooleanProperty(defaultvalue=False)
    large = BooleanProperty(defaultvalue=False)

    def __init__(self, line: CardLine, *, playable: bool = False, large: bool = False) -> None:
        super().__init__()
        self.large = large
        self.name, self.cost, self.playable = line.name, line.cost, playable
        self.cost_icon = line.cost_icon
        # A small card has room for the pictures of its values alone.
        told = large or line.look is None
        self.kind = " · ".join(each for each in (line.kind, line.stats) if each) if told else line.kind
        self.ids.name.lay(line.look)
        for text in line.text:
            self.add_widget(make("ReadLine" if large else "Note", text=text))
        for rule in line.rules if large else ():
            self.add_widget(make("Note", text=f"{rule.name}: {rule.text}"))


def photo_keys(seat: str, line: CardLine, context: WidgetContext) -> tuple[ReadKey, ...]:
    """What is done about a photograph of a player's own card, which must be known.

    In practice nothing is: no camera looks, and nobody holds a card.

    Args:
        seat: Whose card it is.
        line: The card.
        context: What widgets need.
    """
    if context.alone or not line.id or line.look is None or line.unknown_card is not None:
        return ()
    take = context.say("game.photo.take"), lambda: context.actions.photograph(seat, line.id)
    remove = context.say("game.photo.remove"), lambda: context.submit(KeepCardPhoto(seat, line.id))
    return (take, remove) if line.look.photo else (take,)


@dataclass(frozen=True, slots=True)
class CommonData:
    """What lies open on the table and is nobody's.

    Attributes:
        piles: Whatever lies there.
        cards: What the cards say that the reader knows, by their ids.
    """

    piles: tuple[Pile, ...]
    cards: Mapping[str, CardText]


class CommonCard(BoxLayout):
    """What is nobody's; cards that are touched show what they say."""

    def __init__(self, data: CommonData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        for pile in data.piles:
            if pile.look != "fold":
                self.add_widget(make("Heading", text=pile.title))
            for widget in laid((pile,), data.cards, context):
                self.add_widget(widget)


class OwnCard(DrawnCard):
    """A card that one player may see, and what can be done with it now."""

    def __init__(self, data: CardData, context: WidgetContext) -> None:
        super().__init__(data.card.line, playable=bool(data.card.offers), large=data.large)
        self.data, card, line = data, data.card, data.card.line
        said = data.said
        if said is not None:
            self.known = True
            keys = () if data.large else photo_keys(data.seat, line, context)
            self.ids.name.bind(on_release=lambda _: read((said,), said.name, context, keys))
        for each in card.offers:
            self.add_widget(OfferForm(FormData(data.seat, each.offer, main=each.main, short=each.short), context))
        if line.unknown_card is not None:
            self.add_widget(OfferForm(FormData(data.seat, _telling(line.unknown_card, context), fold=True), context))
        for each in card.besides:
            self.add_widget(OfferForm(FormData(data.seat, each.offer), context))
        if line.why_not:
            self.add_widget(make("Note", text=line.why_not))


def _telling(unknown_card: UnknownCard, context: WidgetContext) -> Offer:
    """Which card of cardboard it is, as a list to choose from."""
    choices = tuple(Choice(each.key, each.name) for each in unknown_card.names)
    key = Input("key", "pick", context.say("cardboard.which"), choices)
    return Offer("tell", context.say("cardboard.tell"), {"card": unknown_card.card}, (key,))


def players(play: GameScreen) -> list[Entry]:
    """All that lies open, as whoever holds the tablet may know it."""
    shown = play.own_shown or play.shown
    entries: list[Entry] = [
        (PlayerCard, PlayerData(each, shown.shapes[each.id], _known(each, play))) for each in shown.sheet.players
    ]
    common = tuple(each for each in shown.sheet.piles if each.lines)
    return [(CommonCard, CommonData(common, play.cards)), *entries] if common else entries


def _known(player: PlayerSheet, play: GameScreen) -> dict[str, CardText]:
    """What the cards say that lie open on a player's side."""
    ids = [*(piece.id for piece in player.pieces), *(line.card for pile in player.piles for line in pile.lines)]
    return {card: play.cards[card] for card in ids if card in play.cards}


def own_cards(play: GameScreen, context: WidgetContext) -> list[Entry]:
    """The holder's cards; nothing while nobody holds the tablet."""
    shown, seat = play.own_shown, play.holder
    if shown is None:
        return []
    entries: list[Entry] = []
    folded: list[Entry] = []
    for each in shown.holdings:
        holding, names = each.holding, listed(card.line.name for card in each.cards)
        if holding.look == "fold":
            folded += [(heading, holding.title), (note, names)]
            continue
        entries.append((heading, holding.title))
        if holding.look == "names":
            entries.append((note, names))
        else:
            entries += [(OwnCard, CardData(seat, card, play.cards.get(card.line.id))) for card in each.cards]
        if holding.look == "hand" and not each.cards:
            entries.append((note, context.say("phones.no_cards")))
    if shown.by_hand:
        entries += [(heading, context.say("phones.section.hands_on")), (note, context.say("phones.hands_on_why"))]
        entries += [(OfferForm, FormData(seat, each.offer, fold=True, sure=each.sure)) for each in shown.by_hand]
    return [*entries, *folded]


def heading(text: str, _: WidgetContext) -> Widget:
    """A heading between entries."""
    return make("Heading", text=text)


def note(text: str, _: WidgetContext) -> Widget:
    """A line of text between entries."""
    return make("Note", text=text)
