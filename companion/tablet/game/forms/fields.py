"""What an offer still takes, as fields for fingers: choices, numbers, faces of dice, words, places.

Each field tells its words as an intent has them, or None while it is not filled in as it must be.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.games.display.offers import Choice, Input
from companion.tablet.game.forms.write_sheet import WriteSheet
from companion.tablet.widgets.icon import ICONS, Icon
from companion.tablet.widgets.keys import PlainKey
from companion.tablet.widgets.stack import WidgetContext, make

FieldWords = tuple[str, ...] | None
COLUMNS = ((3, 6), (12, 3), (26, 2))
"""So many letters at most allow so many keys beside one another."""
STEPS = (-10, -1, 1, 10)
POOL_COLUMNS, POOL_FACE_DP, POOL_AIR_DP = 5, 25, 4
"""Keys for pools of dice beside one another, and their faces and the air between them."""


def columns_for(labels: list[str]) -> int:
    """How many keys with these labels stand beside one another."""
    longest = max(map(len, labels), default=0)
    return min(next((columns for letters, columns in COLUMNS if longest <= letters), 1), max(len(labels), 1))


class KeyGrid(GridLayout):
    """Keys in rows, as many beside one another as their words allow."""

    def __init__(
        self, labels: list[str], press: Callable[[int], None], *, main: bool = False, **settings: object
    ) -> None:
        super().__init__(cols=columns_for(labels), size_hint_y=None, **settings)
        self.bind(minimum_height=self.setter("height"))
        for number, label in enumerate(labels):
            key = make("GameKey", text=label, main=main)
            key.bind(on_release=lambda _, number=number: press(number))
            self.add_widget(key)

    @property
    def keys(self) -> list[Widget]:
        """The keys in the order of their labels."""
        return list(self.children[::-1])


class Choices(Protocol):
    """Keys among which is chosen."""

    @property
    def keys(self) -> Sequence[Widget]:
        """The keys in the order of what they stand for."""
        ...


class TakenField(BoxLayout):
    """A field with its label above."""

    label = StringProperty()

    __events__ = ("on_change",)

    def __init__(self, taken: Input, context: WidgetContext, **settings: object) -> None:
        super().__init__(**settings)
        self.taken, self.context, self.label = taken, context, taken.label

    @property
    def words(self) -> FieldWords:
        """What is sent; None while it does not fit."""
        return ()

    @property
    def is_told(self) -> bool:
        """Whether nothing is to be filled in: its label tells all."""
        return False

    def on_change(self) -> None:
        """Something was filled in."""


class ChooseField(TakenField):
    """Some of several things."""

    def __init__(self, taken: Input, context: WidgetContext) -> None:
        super().__init__(taken, context)
        self._chosen: list[str] = []
        self._is_settled = len(taken.choices) == taken.least
        if self._is_settled:
            self._chosen = [choice.value for choice in taken.choices]
            self.label = (
                f"{taken.label}: {', '.join(choice.label for choice in taken.choices)}" if taken.choices else ""
            )
            return
        if taken.most > 1:
            key = "phones.exactly" if taken.least == taken.most else "phones.at_most"
            self.label = f"{taken.label} {context.say(key, count=taken.most)}"
        self._grid = self._laid(taken.choices)
        self.add_widget(self._grid)

    def _laid(self, choices: tuple[Choice, ...]) -> Choices:
        """A key for each."""
        return KeyGrid([choice.label for choice in choices], self._touch)

    @property
    def is_told(self) -> bool:
        """Whether there is no choice."""
        return self._is_settled

    @property
    def words(self) -> FieldWords:
        """The chosen ones, in the order in which they were touched."""
        return tuple(self._chosen) if self.taken.least <= len(self._chosen) <= self.taken.most else None

    @property
    def count(self) -> int:
        """How many are chosen."""
        return len(self._chosen)

    def _touch(self, number: int) -> None:
        value = self.taken.choices[number].value
        if value in self._chosen:
            self._chosen.remove(value)
        elif self.taken.most == 1:
            self._chosen = [value]
        elif len(self._chosen) < self.taken.most:
            self._chosen.append(value)
        for key, choice in zip(self._grid.keys, self.taken.choices, strict=True):
            key.chosen = choice.value in self._chosen
        self.dispatch("on_change")


class NumberField(TakenField):
    """A whole number, in steps."""

    number_text = StringProperty()

    def __init__(self, taken: Input, context: WidgetContext) -> None:
        super().__init__(taken, context)
        self._number = taken.least
        self.number_text = str(self._number)

    @property
    def words(self) -> FieldWords:
        """The number."""
        return (str(self._number),)

    def step(self, by: int) -> None:
        """Makes it more or less, as far as it goes."""
        self._number = min(max(self._number + by, self.taken.least), self.taken.most)
        self.number_text = str(self._number)
        self.dispatch("on_change")


class FacesField(TakenField):
    """What some dice show: one touch a die."""

    def __init__(self, taken: Input, context: WidgetContext) -> None:
        super().__init__(taken, context)
        self._faces: list[str] = []
        self._row = FaceRow()
        self._row.bind(on_die=lambda _, number: self._take_back(number))
        self.add_widget(self._row)
        keys = FaceKeys([(choice.value, choice.label) for choice in taken.choices])
        keys.bind(on_face=lambda _, number: self._add(taken.choices[number].value))
        self.add_widget(keys)
        self._show()

    @property
    def words(self) -> FieldWords:
        """The faces, once there are as many as dice."""
        return tuple(self._faces) if len(self._faces) == self.taken.most else None

    def _add(self, face: str) -> None:
        if len(self._faces) < self.taken.most:
            self._faces.append(face)
        self._show()

    def _take_back(self, number: int) -> None:
        if number < len(self._faces):
            del self._faces[number]
        self._show()

    def _show(self) -> None:
        labels = {each.value: each.label for each in self.taken.choices}
        shown = [shown_face(each, labels[each]) for each in self._faces]
        self._row.show([*shown, *[""] * (self.taken.most - len(shown))])
        self.dispatch("on_change")


def shown_face(face: str, label: str) -> str:
    """What a die shows on the screen: the picture of its face by name, else the words for it."""
    return face if face in ICONS else label or face


class FaceKeys(GridLayout):
    """Big faces, one a key."""

    __events__ = ("on_face",)

    def __init__(self, faces: list[tuple[str, str]], **settings: object) -> None:
        super().__init__(cols=min(len(faces), 6), size_hint_y=None, **settings)
        self.bind(minimum_height=self.setter("height"))
        for number, (face, label) in enumerate(faces):
            key = make("FaceKey", face=face, text=label)
            key.bind(on_release=lambda _, number=number: self.dispatch("on_face", number))
            self.add_widget(key)

    def on_face(self, number: int) -> None:
        """A face was touched."""


class PoolKey(PlainKey):
    """All that a pool of dice shows together."""

    def __init__(self, faces: list[str], **settings: object) -> None:
        super().__init__(**settings)
        drawn = all(face in ICONS for face in faces)
        self.text = "" if drawn else "  ".join(faces)
        self._icons = [Icon(name=face) for face in faces] if drawn else []
        for icon in self._icons:
            self.add_widget(icon)
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    def _lay(self) -> None:
        """Beside one another in the middle."""
        side, air = dp(POOL_FACE_DP), dp(POOL_AIR_DP)
        left = self.center_x - (len(self._icons) * (side + air) - air) / 2
        for number, icon in enumerate(self._icons):
            icon.size = side, side
            icon.pos = left + number * (side + air), self.center_y - side / 2


class PoolKeys(GridLayout):
    """All that a pool of dice may show, one a key."""

    __events__ = ("on_pool",)

    def __init__(self, pools: list[list[str]], **settings: object) -> None:
        super().__init__(cols=min(len(pools), POOL_COLUMNS), size_hint_y=None, **settings)
        self.bind(minimum_height=self.setter("height"))
        for number, faces in enumerate(pools):
            key = PoolKey(faces)
            key.bind(on_release=lambda _, number=number: self.dispatch("on_pool", number))
            self.add_widget(key)

    def on_pool(self, number: int) -> None:
        """All that the dice show was touched."""


class FaceRow(GridLayout):
    """The dice so far, and places for those that are still to come; a touch takes one back."""

    __events__ = ("on_die",)

    def __init__(self, **settings: object) -> None:
        super().__init__(cols=6, size_hint_y=None, **settings)
        self.bind(minimum_height=self.setter("height"))

    def show(self, faces: list[str]) -> None:
        """Shows faces; empty ones are places."""
        while len(self.children) > len(faces):
            self.remove_widget(self.children[0])
        while len(self.children) < len(faces):
            key, number = make("DieKey"), len(self.children)
            key.bind(on_release=lambda _, number=number: self.dispatch("on_die", number))
            self.add_widget(key)
        for key, face in zip(self.children[::-1], faces, strict=True):
            key.face = face

    def on_die(self, number: int) -> None:
        """A die was touched."""


class WordsField(TakenField):
    """Words of the player's own."""

    written = StringProperty()

    @property
    def words(self) -> FieldWords:
        """What was written."""
        return (self.written,) if self.written else None

    def write(self) -> None:
        """Lays letters over the window."""
        self.context.actions.lay(WriteSheet(self.label, self.written, self._take, self.context))

    def _take(self, written: str) -> None:
        self.written = written
        self.dispatch("on_change")


class PlaceField(TakenField):
    """A place that the camera measures: nothing to fill in."""

    @property
    def is_told(self) -> bool:
        """Always: it is measured."""
        return True

    @property
    def words(self) -> FieldWords:
        """Nothing; the place comes from the mat."""
        return ()


class PickField(TakenField):
    """One of a long list, which lies over the window while it is chosen from."""

    chosen_label = StringProperty("–")

    def __init__(self, taken: Input, context: WidgetContext) -> None:
        super().__init__(taken, context)
        self._value = ""
        if len(taken.choices) == 1:
            self._take(taken.choices[0])

    @property
    def words(self) -> FieldWords:
        """The chosen one."""
        return (self._value,) if self._value else None

    def open(self) -> None:
        """Lays the list over the window."""
        self.context.actions.lay(PickSheet(self.taken, self.context, self._take))

    def _take(self, choice: Choice) -> None:
        self._value, self.chosen_label = choice.value, choice.label
        self.dispatch("on_change")


class PickSheet(ModalView):
    """A long list over the window."""

    title = StringProperty()
    close_text = StringProperty()

    def __init__(self, taken: Input, context: WidgetContext, take: Callable[[Choice], None]) -> None:
        super().__init__()
        self.title, self.close_text = taken.label, context.say("phones.close")
        labels = [choice.label for choice in taken.choices]

        def touch(number: int) -> None:
            self.dismiss(animation=False)
            take(taken.choices[number])

        self.ids.list.add_widget(KeyGrid(labels, touch))


class EyeNote(BoxLayout):
    """A line with a picture before it."""

    text = StringProperty()
    icon = StringProperty("eye")
    quiet = BooleanProperty(defaultvalue=True)


FIELDS: dict[str, type[TakenField]] = {
    "choose": ChooseField,
    "number": NumberField,
    "faces": FacesField,
    "words": WordsField,
    "place": PlaceField,
    "pick": PickField,
}


def field_for(taken: Input, context: WidgetContext) -> TakenField:
    """The field for something that an offer takes."""
    return FIELDS[taken.kind](taken, context)
