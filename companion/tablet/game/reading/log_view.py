"""The log on the tablet: sentences by turns, the newest first, with the pictures of what was measured.

It shows the actions of one player, or of one sort, where that is wanted. A line that is touched opens large, with what
its cards say, and with the ways to see the table as it was then and to go back there.
"""

from dataclasses import dataclass

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.speech import Topic
from companion.geometry import Answer
from companion.referee import GameScreen
from companion.referee.screen.game_screen import LogLine
from companion.tablet.game.forms.fields import KeyGrid
from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet, pages_of, told
from companion.tablet.game.reading.zones import heading, note
from companion.tablet.look import palette
from companion.tablet.widgets.stack import Entry, WidgetContext, make

AT_ONCE = 30
"""So many lines are shown, and so many more with each touch."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which lines are wanted.

    Attributes:
        whose: Shape of the player whose actions they are; empty for all.
        topic: What they are about; None for anything.
        choosing: Whether that is being chosen.
        most: So many lines at most.
    """

    whose: str = ""
    topic: Topic | None = None
    choosing: bool = False
    most: int = AT_ONCE

    def has(self, line: LogLine) -> bool:
        """Whether a line is among them; turns always are, for the others stand below them."""
        if line.kind == "turn":
            return True
        if line.kind == "phase":
            return self.topic in (None, Topic.TURNS)
        return self.whose in ("", line.shape) and self.topic in (None, line.topic)


class LogLineRow(ButtonBehavior, BoxLayout):
    """One sentence, with whose action it is and what was measured; touched, it opens large."""

    text = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    answer = StringProperty()
    pictured = BooleanProperty(defaultvalue=False)

    def __init__(self, line: LogLine, context: WidgetContext) -> None:
        super().__init__()
        self.line, self._widget_context = line, context
        times = f"  ×{line.times}" if line.times > 1 else ""
        self.text, self.shape = f"{line.text}{times}", line.shape
        self.shape_colour = palette.seat_colour(line.shape)
        if line.whys:
            # Of what was done, a "no", as to cover, forbade nothing; of what was refused, it is what counts.
            first = (Answer.NO, Answer.CLOSE) if line.refuses else (Answer.CLOSE, Answer.YES)
            found = (each for answer in first for each in line.whys if each.answer is answer)
            why = next(found, line.whys[-1])
            if line.refuses or why.answer is not Answer.NO:
                self.mark, self.mark_colour, self.answer = told(why, context)
            self.ids.picture.sheet = why.sheet(turned=context.turned)
            self.pictured = self.ids.picture.sheet is not None

    def on_release(self) -> None:
        """It was touched."""
        context, line = self._widget_context, self.line
        keys = [(context.say("game.log.then"), lambda: context.actions.see_again(line.event))]
        if line.event > 0:
            keys.append((context.say("game.log.undo"), lambda: context.actions.go_back(line.event)))
        data = ReadData(self.text, pages_of(line.whys, line.cards, context), tuple(keys))
        context.actions.lay(ReadSheet(data, context))


@dataclass(frozen=True, slots=True)
class LogKeysData:
    """What can be chosen and done above the log.

    Attributes:
        players: Shape and name of each.
        log_filter: Which lines are shown.
        undoable: Whether there is a last action to take back.
        redoable: Whether the last way back can be taken back.
    """

    players: tuple[tuple[str, str], ...]
    log_filter: LogFilter
    undoable: bool
    redoable: bool


class LogKeys(BoxLayout):
    """Which actions are shown, the game seen again, and the way back and forth."""

    def __init__(self, data: LogKeysData, context: WidgetContext) -> None:
        super().__init__()
        log_filter = data.log_filter
        name = dict(data.players).get(log_filter.whose, "")
        topic = context.say(f"game.log.topic.{log_filter.topic.value}") if log_filter.topic else ""
        what = ", ".join(each for each in (topic, name) if each) or context.say("game.log.everything")
        ways = (
            (data.undoable, context.say("game.log.undo_last"), lambda: context.actions.go_back(-1)),
            (True, context.say("game.log.show", what=what), context.actions.choose_log),
            (data.undoable, context.say("game.log.again"), lambda: context.actions.see_again(None)),
            (data.redoable, context.say("game.log.redo"), context.actions.redo),
        )
        for there, text, act in ways:
            if there:
                folds = act == context.actions.choose_log
                key = make("GameKey", text=text, folded=folds, chosen=folds and log_filter.choosing)
                key.bind(on_release=lambda _, act=act: act())
                self.ids.ways.add_widget(key)
        if log_filter.choosing:
            self._choose(data, context)

    def _choose(self, data: LogKeysData, context: WidgetContext) -> None:
        topics = (None, *Topic)
        labels = [context.say(f"game.log.topic.{topic.value if topic else 'all'}") for topic in topics]
        grid = KeyGrid(labels, lambda number: context.actions.filter_log(topics[number]))
        for key, topic in zip(grid.keys, topics, strict=True):
            key.chosen = topic is data.log_filter.topic
        self.ids.topics.add_widget(grid)
        for shape, name in data.players:
            key = make("SeatKey", text=name, shape=shape, chosen=shape == data.log_filter.whose)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=lambda _, shape=shape: context.actions.filter_log(shape))
            self.ids.players.add_widget(key)


class MoreKey(BoxLayout):
    """Shows what happened before."""

    text = StringProperty()

    def __init__(self, text: str, context: WidgetContext) -> None:
        super().__init__()
        self.text = text
        self.ids.key.bind(on_release=lambda _: context.actions.more_log())


def log_rows(play: GameScreen, context: WidgetContext, log_filter: LogFilter) -> list[Entry]:
    """The lines that are wanted, newest first.

    Args:
        play: The game.
        context: Language.
        log_filter: Which.
    """
    lines = [line for line in reversed(play.log) if log_filter.has(line)]
    keys = LogKeysData(tuple((s.shape, s.name) for s in play.seats), log_filter, bool(play.log), play.redoable)
    entries: list[Entry] = []
    waiting: list[Entry] = []
    for line in lines[: log_filter.most]:
        if line.kind == "turn":
            if waiting or log_filter.topic in (None, Topic.TURNS):
                entries += [(heading, line.text), *waiting]
            waiting = []
        elif line.kind == "phase":
            waiting.append((note, line.text))
        else:
            waiting.append((LogLineRow, line))
    entries += waiting
    if len(lines) > log_filter.most:
        entries.append((MoreKey, context.say("game.log.more")))
    return [(LogKeys, keys), *(entries or [(note, context.say("phones.nothing_yet"))])]
