"""Which model is to be put down, which base that is, and where: in words, and as a picture of the base."""

from collections.abc import Iterable
from dataclasses import dataclass

from kivy.graphics import Color, Ellipse, Line, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.board import DropZone
from companion.games.display.offers import Offer
from companion.geometry import Side
from companion.referee import GameScreen
from companion.tablet.data.bases import Base, fitting, misfits
from companion.tablet.data.wording import name_of, number
from companion.tablet.look import palette
from companion.tablet.widgets.stack import WidgetContext, make

MAX_NAMED = 4
"""So many bases that fit are named."""
TURNED = {
    Side.PLAYER_ONE: Side.PLAYER_TWO,
    Side.PLAYER_TWO: Side.PLAYER_ONE,
    Side.LEFT: Side.RIGHT,
    Side.RIGHT: Side.LEFT,
}
EDGES = {Side.PLAYER_ONE: "below", Side.PLAYER_TWO: "above", Side.LEFT: "left", Side.RIGHT: "right"}
"""Where a side lies in the picture of the mat, seen from player one."""


@dataclass(frozen=True, slots=True)
class GuideData:
    """What is told of a model that is to be put down.

    Attributes:
        diameter_mm: Of its base.
        size: The same in words.
        shape: Of the player whose it is.
        lines: What base it is, where it goes, and how.
    """

    diameter_mm: float
    size: str
    shape: str
    lines: tuple[str, ...]


def zone_for(play: GameScreen, seat: str, offers: list[Offer]) -> DropZone | None:
    """The zone of what a player is asked to put down; None where nothing is."""
    for zone in play.zones:
        asked = any(each.kind == zone.kind and each.fixed.get("creature", zone.of) == zone.of for each in offers)
        if zone.asked and zone.seat == seat and asked:
            return zone
    return None


def can_come(zone: DropZone, play: GameScreen, bases: Iterable[Base]) -> bool:
    """Whether something of the table can come to a zone; a token without a tag lies there unseen, and is only told."""
    return not zone.is_token or bool(fitting(zone, bases, play))


def guide_for(zone: DropZone, play: GameScreen, shape: str, context: WidgetContext) -> GuideData:
    """What is told of a model that is to come to a zone.

    Args:
        zone: Where it may be put down.
        play: The game.
        shape: Of the player whose it is.
        context: Language, bases, and what moves the models.
    """
    size = number(context.language, 2 * zone.radius_mm, 0)

    def say(key: str, **values: object) -> str:
        return context.say(f"game.guide.{key}", **values)

    found = fitting(zone, context.bases, play)
    bases = ", ".join(name_of(each) for each in found[:MAX_NAMED])
    unseen = zone.is_token and not found
    if unseen:
        base = say("token", size=size)
    elif zone.is_token:
        base = say("tagged_token", size=size)
    elif context.drawn:  # the hand finds one of the size by itself, and no tag is looked at
        base = say("base", size=size)
    elif context.bases and not found and not context.practises:  # there one waits beside the mat
        base = say("no_base", size=size)
    elif bases and not context.practises:  # a figure of a simulated table wears no name
        base = say("one_base" if len(found) == 1 else "bases", size=size, bases=bases)
    else:
        base = say("base", size=size)
    side = None if zone.side is None else TURNED[zone.side] if context.turned else zone.side
    where = say("inside") if side is None else say(f"side.{EDGES[side]}")
    if unseen:
        return GuideData(2 * zone.radius_mm, say("size", size=size), shape, (base, where, say("touch")))
    how = say("lay") if context.drawn else say("drag" if context.practises else "put")
    return GuideData(2 * zone.radius_mm, say("size", size=size), shape, (base, where, how))


def wrong_bases(play: GameScreen, context: WidgetContext) -> tuple[str, ...]:
    """What lies on the mat and cannot be what is asked for, a sentence each, with the base that is wanted."""
    players, wrong = dict(play.players), []
    for zone in (each for each in play.zones if each.asked):
        for stranger in misfits(zone, play):
            size, have = (number(context.language, 2 * of.radius_mm, 0) for of in (zone, stranger))
            given = {"base": name_of(stranger.base), "name": zone.name, "size": size}
            if abs(stranger.radius_mm - zone.radius_mm) > 1.0:
                wrong.append(context.say("game.guide.wrong_size", have=have, **given))
            elif stranger.owner in players:
                wrong.append(context.say("game.guide.wrong_owner", player=players[stranger.owner], **given))
    return tuple(wrong)


class PlaceGuide(BoxLayout):
    """The picture of the base, and what is told beside it."""

    def __init__(self, data: GuideData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        picture = self.ids.picture
        picture.diameter_mm, picture.size_text = data.diameter_mm, data.size
        side = palette.side_with(data.shape)
        picture.ring_colour, picture.dashed = palette.seat_colour(data.shape), side.dashed
        for line in data.lines:
            self.ids.lines.add_widget(make("Note", text=line))


class BasePicture(Widget):
    """A base from above, with its two tags, as large beside other bases as it is."""

    diameter_mm = NumericProperty(48.0)
    size_text = StringProperty()
    ring_colour = ColorProperty(palette.TEXT)
    dashed = BooleanProperty(defaultvalue=False)

    LARGEST_MM = 60.0

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.bind(pos=self._draw, size=self._draw, diameter_mm=self._draw, ring_colour=self._draw, dashed=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        scale = min(self.size) * 0.58 / self.LARGEST_MM
        radius, tag = self.diameter_mm * scale / 2, 15.0 * scale
        with self.canvas.before:
            PushMatrix()
            Translate(self.center_x, self.center_y)
            Color(0.92, 0.92, 0.92, 1)
            Rectangle(pos=(-radius - tag * 1.4, -tag * 0.7), size=(2 * radius + tag * 2.8, tag * 1.4))
            Color(*palette.HALO_INK)
            for left in (-radius - tag * 1.2, radius + tag * 0.2):
                Rectangle(pos=(left, -tag / 2), size=(tag, tag))
            Color(*palette.CARD)
            Ellipse(pos=(-radius, -radius), size=(2 * radius, 2 * radius))
            Color(*self.ring_colour)
            steps = 18 if self.dashed else 1
            for step in range(steps):
                begin, end = 360 * step / steps, 360 * (step + (0.6 if self.dashed else 1.0)) / steps
                Line(circle=(0, 0, radius, begin, end), width=dp(2))
            PopMatrix()
