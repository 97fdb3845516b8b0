"""The log on the tablet: sentences by turns, the newest first, by player and by kind; and the way back."""

from dataclasses import dataclass

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee import Play
from companion.referee.play import LogLine
from companion.tablet import palette
from companion.tablet.game.stack import Entry, Hands, make
from companion.tablet.game.zones import heading, note

AT_ONCE = 30
"""So many lines are shown, and so many more with each touch."""


@dataclass(frozen=True, slots=True)
class LineData:
    """A line as it is shown.

    Attributes:
        line: What it says.
        undoable: Whether one can go back to it.
    """

    line: LogLine
    undoable: bool


class StoryLine(BoxLayout):
    """One sentence, with whose deed it is; touched, it offers the way back."""

    text = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    undo_text = StringProperty()
    undoable = BooleanProperty(defaultvalue=False)

    def __init__(self, data: LineData, hands: Hands) -> None:
        super().__init__()
        self.data, line = data, data.line
        self.text = f"{line.text}  × {line.times}" if line.times > 1 else line.text
        self.shape, self.shape_colour = line.shape, palette.seat_colour(line.shape)
        self.undoable, self.undo_text = data.undoable, hands.say("game.log.undo") if data.undoable else ""
        self.ids.undo.bind(on_release=lambda _: hands.steer.go_back(line.event))


@dataclass(frozen=True, slots=True)
class StoryKeysData:
    """What can be done with the log.

    Attributes:
        players: Shape and name of each.
        whose: The shape whose deeds are shown; empty for all.
        undoable: Whether there is a last deed to take back.
        redoable: Whether the last way back can be taken back.
    """

    players: tuple[tuple[str, str], ...]
    whose: str
    undoable: bool
    redoable: bool


class StoryKeys(BoxLayout):
    """Whose deeds are shown, and the way back and forth."""

    def __init__(self, data: StoryKeysData, hands: Hands) -> None:
        super().__init__()
        for shape, name in data.players:
            key = make("SeatKey", text=name, shape=shape, chosen=shape == data.whose)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=lambda _, shape=shape: hands.steer.filter_story(shape))
            self.ids.players.add_widget(key)
        steps = (
            (data.undoable, "undo_last", lambda: hands.steer.go_back(-1)),
            (data.redoable, "redo", hands.steer.redo),
        )
        for there, name, act in steps:
            if there:
                key = make("GameKey", text=hands.say(f"game.log.{name}"))
                key.bind(on_release=lambda _, act=act: act())
                self.ids.ways.add_widget(key)


class MoreKey(BoxLayout):
    """Shows what happened before."""

    text = StringProperty()

    def __init__(self, text: str, hands: Hands) -> None:
        super().__init__()
        self.text = text
        self.ids.key.bind(on_release=lambda _: hands.steer.more_story())


def story(play: Play, hands: Hands, *, whose: str, most: int) -> list[Entry]:
    """The lines of one player, or of all, newest first.

    Args:
        play: The game.
        hands: Language.
        whose: Shape of the player; empty for all.
        most: So many lines at most.
    """
    lines = [line for line in reversed(play.log) if not whose or line.kind or line.shape == whose]
    keys = StoryKeysData(tuple((s.shape, s.name) for s in play.seats), whose, bool(play.log), play.redoable)
    entries: list[Entry] = []
    waiting: list[Entry] = []
    for line in lines[:most]:
        if line.kind == "turn":
            entries += [(heading, line.text), *waiting]
            waiting = []
        elif line.kind == "phase":
            waiting.append((note, line.text))
        else:
            waiting.append((StoryLine, LineData(line, undoable=line.event > 0)))
    entries += waiting
    if len(lines) > most:
        entries.append((MoreKey, hands.say("game.log.more")))
    return [(StoryKeys, keys), *(entries or [(note, hands.say("phones.nothing_yet"))])]
