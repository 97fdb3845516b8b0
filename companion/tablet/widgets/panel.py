"""The widgets beside the mat: the card with its rows, the buttons, the health strip, the alarm."""

from collections.abc import Callable, Sequence

from kivy.factory import Factory
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.geometry import Answer
from companion.referee import Level
from companion.tablet.data.wording import Card, Row, Sign
from companion.tablet.look import palette
from companion.texts import Language

MARKS: dict[Answer, str] = {Answer.YES: "✔", Answer.NO: "✘", Answer.CLOSE: "≈"}
BADGES = {"disc": "●", "diamond": "◆", "square": "■", "triangle": "▲"}
LARGE = (26.0, 22.0, 18.0)
"""Letters of what is wrong, where one thing is, two, or more."""
NAME = 18.0
"""Letters of its name."""
LEVELS = (Answer.YES, Answer.CLOSE, Answer.NO)
"""The answer whose colour each level bears."""


def level_colour(level: Level) -> palette.Colour:
    """The colour that tells how well something fares."""
    return palette.INKS[LEVELS[level]]


class AnswerRow(BoxLayout):
    """One line of a card."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    text = StringProperty()
    heading = BooleanProperty(defaultvalue=False)

    def show(self, row: Row) -> None:
        """Shows a row; what is the same as before is left alone."""
        if row.side:
            self.mark, self.mark_colour = BADGES[row.side.shape], palette.badge_colour(row.side)
        else:
            self.mark = MARKS[row.answer] if row.answer else ""
            self.mark_colour = palette.INKS[row.answer] if row.answer else palette.TEXT
        self.heading = row.heading
        title = escape_markup(row.title)
        self.text = f"[b]{title}[/b]   {escape_markup(row.text)}" if row.text else title


class SignCell(BoxLayout):
    """One part of the health strip."""

    name = StringProperty()
    text = StringProperty()
    level_colour = ColorProperty(palette.QUIET)
    share = NumericProperty(1.0)
    loud = BooleanProperty(defaultvalue=False)
    large = NumericProperty(LARGE[0])

    def show(self, sign: Sign, *, narrow: bool, loud: int) -> None:
        """Shows a sign: one with more to say gets more room; where there is little, name and colour are enough.

        Args:
            sign: What is to be said.
            narrow: Whether all of the strip is.
            loud: How many signs of the strip are loud; they take the room of the others.
        """
        self.name, self.level_colour, self.loud = sign.name, level_colour(sign.level), sign.loud and not narrow
        self.text = sign.text if self.loud or not (narrow or loud) else ""
        self.large = LARGE[min(loud, len(LARGE)) - 1] if loud else LARGE[0]
        if self.loud:
            self.share = max(len(self.text) * self.large, len(sign.name) * NAME) / NAME + 4
        else:
            self.share = max(len(self.text), len(sign.name), 7 if narrow or loud else 10) + (2 if narrow or loud else 5)


class AlarmSheet(BoxLayout):
    """What is said loudly over the mat, and the ways on; invisible while its title is empty."""

    title = StringProperty()
    text = StringProperty()

    def show(self, alarm: tuple[str, str] | None, ways: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Shows what is wrong.

        Args:
            alarm: Title and sentence; None while all is well.
            ways: What can be done: what is read on each key, and what it does.
        """
        self.title, self.text = alarm or ("", "")
        ways, row = ways if alarm else (), self.ids.ways
        if [key.text for key in reversed(row.children)] != [text for text, _ in ways]:
            row.clear_widgets()
            for text, act in ways:
                key = Factory.AlarmKey(text=text)
                key.bind(on_release=lambda _, act=act: act())
                row.add_widget(key)


class RowList(BoxLayout):
    """The rows of a card; widgets are kept from card to card, for numbers change many times a second."""

    def show(self, rows: Sequence[Row]) -> None:
        """Shows rows."""
        while len(self.children) > len(rows):
            self.remove_widget(self.children[0])
        while len(self.children) < len(rows):
            self.add_widget(AnswerRow())
        for widget, row in zip(reversed(self.children), rows, strict=True):
            widget.show(row)


class Panel(BoxLayout):
    """The card, and the buttons around it."""

    title = StringProperty()
    text = StringProperty()
    figure = StringProperty()
    notices = StringProperty()
    kept = StringProperty()
    rulers = BooleanProperty(defaultvalue=False)
    clear = BooleanProperty(defaultvalue=False)
    language = StringProperty()
    turn_text = StringProperty()
    clear_text = StringProperty()
    whole_text = StringProperty()
    reach_text = StringProperty()
    measure_text = StringProperty()
    mend_text = StringProperty()
    measuring = BooleanProperty(defaultvalue=False)
    ruler_names: list[str] = ListProperty()

    __events__ = ("on_turn", "on_speak", "on_let_go", "on_ruler", "on_measure", "on_zoom", "on_mend")

    def on_kv_post(self, base_widget: Widget) -> None:
        """Makes a key for each language."""
        for language in Language:
            key = Factory.LanguageKey(text=language.own_name)
            key.bind(on_press=lambda _, code=language.value: self.dispatch("on_speak", code))
            self.ids.languages.add_widget(key)

    def on_language(self, _: Widget, chosen: str) -> None:
        """Marks the key of the language that is spoken."""
        for key, language in zip(reversed(self.ids.languages.children), Language, strict=True):
            key.chosen = language.value == chosen

    def show(self, card: Card, notices: Sequence[str]) -> None:
        """Shows a card and what makes its answers worse."""
        self.title, self.text, self.figure = card.title, card.text, card.figure
        self.rulers, self.clear = card.rulers, card.clear
        self.notices = "\n".join(notices)
        self.ids.rows.show(card.rows)

    def offer_rulers(self, names: Sequence[str], chosen: str | None, make_key: Callable[[str], object]) -> None:
        """Makes the buttons of the reach and marks the chosen one."""
        keys = self.ids.ruler_keys
        if self.ruler_names != list(names):
            self.ruler_names = list(names)
            keys.clear_widgets()
            for name in names:
                keys.add_widget(make_key(name))
        for key, name in zip(reversed(keys.children), names, strict=True):
            key.chosen = name == chosen

    def on_mend(self) -> None:
        """What a notice tells of is to be mended."""

    def on_measure(self) -> None:
        """The next two touches of the mat are to be measured between."""

    def on_zoom(self, factor: float) -> None:
        """The mat is to be shown larger by a factor; 0 shows it whole."""

    def on_turn(self) -> None:
        """The mat is to be turned."""

    def on_speak(self, language: str) -> None:
        """Another language is to be spoken."""

    def on_let_go(self) -> None:
        """Nothing is to be chosen any more."""

    def on_ruler(self, name: str) -> None:
        """The reach with a ruler is to be shown."""
