"""Keys for fingers: with words that may take several lines, with a player's shape, with a face of a die."""

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from companion.tablet.look import palette


class PlainKey(ButtonBehavior, Label):
    """A key; how large it is, its kinds say."""

    chosen = BooleanProperty(defaultvalue=False)
    main = BooleanProperty(defaultvalue=False)
    folded = BooleanProperty(defaultvalue=False)


class GameKey(PlainKey):
    """A key as high as its words need."""

    beside = NumericProperty(0)


class SeatKey(GameKey):
    """A key of a player."""

    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)


class CardKey(GameKey):
    """A card, or a pile of them, to be read."""

    icon = StringProperty()
    quiet = BooleanProperty(defaultvalue=False)


class FaceKey(PlainKey):
    """A big face to be touched."""

    face = StringProperty()


class DieKey(PlainKey):
    """A die with what it shows; an empty place without."""

    face = StringProperty()


class TabKey(PlainKey):
    """A key that turns to a page."""
