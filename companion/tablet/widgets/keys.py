"""Keys for fingers: with words that may take several lines, with a player's shape, with a face of a die."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from companion.tablet.look import palette

STEP_S, FACE_S = 0.05, 0.15
"""How often a die that tumbles moves, and how long one of its faces is up."""
TURNS_PER_S = 1.1
APART_DEGREES = 40.0


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
    """A die with what it shows, one that tumbles, or an empty place."""

    face = StringProperty()
    turned = NumericProperty(0.0)

    def tumble(self, faces: Sequence[str], number: int) -> None:
        """Turns, with one face after the other up, as long as it is on the screen.

        Args:
            faces: What may lie up.
            number: Its place among others, so that they do not turn alike.
        """

        def step(_: float) -> bool:
            # By the clock, not by steps: the key of a die that rolls on is made anew with every view.
            now_s = Clock.get_boottime()
            self.face = faces[(int(now_s / FACE_S) + number) % len(faces)]
            self.turned = APART_DEGREES * number - 360.0 * TURNS_PER_S * now_s
            return self.parent is not None and self.get_root_window() is not None

        step(0.0)
        Clock.schedule_interval(step, STEP_S)


class TabKey(PlainKey):
    """A key that turns to a page."""
