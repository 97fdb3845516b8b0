"""How a card looks: the banner above what it says, and a small card among others."""

from collections.abc import Mapping

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_color_from_hex

from companion.games.display.card_look import CardLook
from companion.games.display.cards import CardLine
from companion.presentation.card_art import COLOURS, FRAMES
from companion.tablet.look import palette
from companion.tablet.widgets.stack import make

UNTOLD = CardLook()
"""The look of a card that nobody told."""


def tone(name: str, tones: Mapping[str, str] = COLOURS) -> palette.Colour:
    """Returns the colour of a tone; that of slate for a name that is none."""
    red, green, blue, alpha = get_color_from_hex(tones.get(name, tones["slate"]))
    return red, green, blue, alpha


class CardHead(ButtonBehavior, BoxLayout):
    """The banner of a card: drawing, name, sort and printed values; touched, it shows all that the card says."""

    name = StringProperty()
    kind = StringProperty()
    art = StringProperty("card")
    photo = StringProperty()
    known = BooleanProperty(defaultvalue=True)
    share = NumericProperty(1.0)
    ground = ColorProperty(tone("slate"))
    frame = ColorProperty(tone("slate", FRAMES))

    def lay(self, look: CardLook | None) -> None:
        """Takes over how the card looks."""
        look = look or UNTOLD
        self.art, self.ground, self.frame = look.art, tone(look.ground), tone(look.frame, FRAMES)
        self.photo = look.photo
        self.ids.numbers.clear_widgets()
        for value in look.values:
            self.ids.numbers.add_widget(make("PrintedNumber", icon=value.icon, text=value.text))


class SmallCard(ButtonBehavior, BoxLayout):
    """A card among others; touched, it lies large over the window."""

    name = StringProperty()
    cost = StringProperty()
    cost_icon = StringProperty()
    art = StringProperty("card")
    photo = StringProperty()
    ground = ColorProperty(tone("slate"))
    frame = ColorProperty(tone("slate", FRAMES))
    playable = BooleanProperty(defaultvalue=False)

    def __init__(self, line: CardLine, *, offers: frozenset[str], playable: bool) -> None:
        """Prepares.

        Args:
            line: What the card says in one look.
            offers: The kinds of all that can be done with it.
            playable: Whether it is lit.
        """
        super().__init__()
        look = line.look or UNTOLD
        self.name = line.name if line.count == 1 else f"{line.name} × {line.count}"
        self.cost, self.cost_icon = line.cost, line.cost_icon if line.cost else ""
        self.offers, self.playable = offers, playable
        self.photo = look.photo
        self.art, self.ground, self.frame = look.art, tone(look.ground), tone(look.frame, FRAMES)
        for value in look.values:
            self.ids.numbers.add_widget(make("SmallNumber", icon=value.icon, text=value.text))
