"""What is read large, over everything: why a rule said so, with its picture, and what cards say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.utils import escape_markup

from companion.games.display.cards import CardText
from companion.geometry import Answer
from companion.presentation.why import Why
from companion.tablet.look import palette
from companion.tablet.widgets.panel import MARKS
from companion.tablet.widgets.stack import Entry, WidgetContext, make

MIN_SHARE = 0.1
"""Height of a picture beside its width, at least, for a layout that is not known yet."""


@dataclass(frozen=True, slots=True)
class WhyData:
    """A measurement as it is to be shown.

    Attributes:
        why: What was measured.
        turned: Whether player two's side is below.
    """

    why: Why
    turned: bool = False


class WhyRow(ButtonBehavior, BoxLayout):
    """One measurement in a column: a small picture, and what it means; touched, it opens large."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    answer = StringProperty()
    text = StringProperty()
    key_text = StringProperty()

    def __init__(self, data: WhyData, context: WidgetContext) -> None:
        super().__init__()
        self.key_text = context.say("phones.why")
        self._data, self._widget_context = data, context
        self.mark, self.mark_colour, self.answer = told(data.why, context)
        self.text = starred(data.why.question)
        self.ids.picture.sheet = data.why.sheet(turned=data.turned)

    def on_release(self) -> None:
        """It was touched."""
        entries: list[Entry] = [(WhyPage, self._data)]
        self._widget_context.actions.lay(ReadSheet(ReadData("", tuple(entries)), self._widget_context))


class WhyPage(BoxLayout):
    """One measurement, large: the picture with its numbers, and the sentence."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    answer = StringProperty()
    question = StringProperty()
    text = StringProperty()
    share = NumericProperty(0)
    line_share = NumericProperty(0)

    def __init__(self, data: WhyData, context: WidgetContext) -> None:
        super().__init__()
        why = data.why
        self.mark, self.mark_colour, self.answer = told(why, context)
        self.question, self.text = starred(why.question), starred(why.words)
        sheet = why.sheet(turned=data.turned)
        self.share = 0 if sheet is None else max(MIN_SHARE, sheet.height / sheet.width)
        self.line_share = 0 if why.line is None else why.line.height / why.line.width
        self.ids.picture.sheet, self.ids.line.sheet = sheet, why.line


class CardPage(BoxLayout):
    """What a card says."""

    name = StringProperty()
    about = StringProperty()
    cost = StringProperty()

    def __init__(self, card: CardText, _: WidgetContext) -> None:
        super().__init__()
        self.name, self.cost = card.name, card.cost
        self.about = "\n".join(each for each in (card.kind, card.stats) if each)
        for line in card.lines:
            self.add_widget(make("ReadLine", text=line))
        for name, rule in card.rules:
            self.add_widget(make("Note", text=f"{name}: {rule}"))


ReadKey = tuple[str, Callable[[], None]]
"""What is read on a key below a sheet, and what it does once the sheet is closed."""


@dataclass(frozen=True, slots=True)
class ReadData:
    """What is read.

    Attributes:
        title: The sentence above.
        entries: What stands below it.
        keys: What can be done, besides closing it.
    """

    title: str
    entries: tuple[Entry, ...]
    keys: tuple[ReadKey, ...] = ()


class ReadSheet(ModalView):
    """Lies over the whole window until it is closed."""

    title = StringProperty()

    def __init__(self, data: ReadData, context: WidgetContext) -> None:
        super().__init__()
        self.title = data.title
        for maker, each in data.entries:
            self.ids.content.add_widget(maker(each, context))
        for text, act in data.keys:
            self._add_key(text, act)
        self._add_key(context.say("phones.close"), lambda: None)

    def _add_key(self, text: str, act: Callable[[], None]) -> None:
        def touched(_: object) -> None:
            self.dismiss(animation=False)
            act()

        key = make("GameKey", text=text)
        key.bind(on_release=touched)
        self.ids.foot.add_widget(key)


def starred(text: str) -> str:
    """A text as markup, with the star of a hero in letters that have it."""
    return str(escape_markup(text)).replace("★", "[font=Signs]★[/font]")


def told(why: Why, context: WidgetContext) -> tuple[str, palette.Colour, str]:
    """Mark, colour and word of an answer; of what was too close to call, what the table said."""
    word = why.answer.value
    if why.answer is Answer.CLOSE and why.ruled is not None:
        word = "ruled_yes" if why.ruled else "ruled_no"
    return MARKS[why.answer], palette.INKS[why.answer], context.say(f"game.answer.{word}")


def pages_of(whys: Sequence[Why], cards: Sequence[CardText], context: WidgetContext) -> tuple[Entry, ...]:
    """Measurements and cards, large."""
    return (*((WhyPage, WhyData(each, context.turned)) for each in whys), *((CardPage, each) for each in cards))


def rule_entries(rule: str, whys: Sequence[Why], context: WidgetContext) -> tuple[Entry, ...]:
    """Which rule an answer rests on, for those who look it up; nothing where a measurement names it already."""
    if not rule or any(each.rule == rule for each in whys):
        return ()
    return (((lambda text, _: make("Note", text=text)), context.say("game.notice.rule", rule=rule)),)
