"""What all screens around the game are made of: a page, its keys and lines, and what a page may ask of the window.

A page is made when it is gone to and thrown away when it is left; when language, colours or size of the window change
it is made anew. What it is about lives elsewhere.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from kivy.factory import Factory
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.referee import Level
from companion.referee.camera.devices import typed_camera
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.services import AppServices, Tables, ThreadOwner
from companion.tablet.data.settings import Settings
from companion.tablet.look import palette
from companion.tablet.pages.background import BackgroundWorker
from companion.tablet.widgets.panel import level_colour
from companion.tablet.widgets.scrolled_page import PressingScroll
from companion.texts import Language, say

Image = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
KeyAction = tuple[str, Callable[[], None]]
"""What is read on a key, and what it does."""
MARKS = {Level.GOOD: "✔", Level.WORSE: "≈", Level.BLIND: "✘"}


class Window(Protocol):
    """What a page may ask of the window that it is in."""

    @property
    def settings(self) -> Settings: ...

    @property
    def language(self) -> Language: ...

    @property
    def background(self) -> BackgroundWorker: ...

    @property
    def services(self) -> AppServices: ...

    @property
    def tables(self) -> Tables: ...

    @property
    def unsaved(self) -> str:
        """Why the settings could not be saved last; empty where they were."""
        ...

    def change(self, settings: Settings) -> None:
        """Takes other settings, and keeps them."""
        ...

    def go(self, make: "Callable[[], Page]") -> None:
        """Shows another page."""
        ...

    def go_instead(self, make: "Callable[[], Page]") -> None:
        """Shows a page in place of the one that is shown."""
        ...

    def replace_here(self, make: "Callable[[], Page]") -> None:
        """Makes the page that is shown anew in another way, when it is gone back to."""
        ...

    def open_table(self, wanted: TableRequest) -> None:
        """Opens a table and goes to it; what is wrong is told, and what to do."""
        ...

    def go_on(self, game: Path) -> None:
        """Goes on with a game, once it is known through which camera."""
        ...

    def choose_camera(self, wanted: TableRequest) -> None:
        """Lets another camera be chosen for a table, or a game be gone on with without one."""
        ...

    def put_away(self, watch: ThreadOwner) -> None:
        """Closes what is open, behind the window."""
        ...

    def tell_fault(self, error: Exception, wanted: TableRequest | None = None) -> None:
        """Says what went wrong, in the reader's language, and what to do; of a table, how it opens all the same."""
        ...

    def go_back(self) -> None:
        """Shows the page before."""
        ...

    def drop(self) -> None:
        """Leaves the page that is shown out of the way back; another one is gone to at once."""
        ...


class Page(BoxLayout):
    """One screen."""

    title = StringProperty()
    back_text = StringProperty()

    __events__ = ("on_back",)

    def __init__(self, window: Window, title: str = "", *, back: bool = True) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: Key of the text over it; empty for none.
            back: Whether there is a way back.
        """
        super().__init__()
        self.window = window
        self.title = self.say(title) if title else ""
        self.back_text = self.say("shell.back") if back else ""

    def say(self, key: str, **values: object) -> str:
        """A text in the reader's language."""
        return say(self.window.language, key, **values)

    def on_back(self) -> None:
        """The way back was touched."""
        self.window.go_back()

    def left(self) -> None:
        """Another page takes its place: what it had begun ends."""

    def key(self, text: str, act: Callable[[], None], **looks: object) -> Widget:
        """A key that does something when it is touched."""
        made = Factory.TouchKey(text=text, **looks)
        made.bind(on_press=lambda _: act())
        return made


class WideKey(ButtonBehavior, BoxLayout):
    """A key with a sign, and a line that says more; as high as its words, and no less high than `least` pixels."""

    sign = StringProperty()
    text = StringProperty()
    note = StringProperty()
    letter = NumericProperty(21)
    natural = NumericProperty(0)
    least = NumericProperty(0)
    chosen = BooleanProperty(defaultvalue=False)


class CheckLine(BoxLayout):
    """One thing that is well or not, with what to do."""

    sign = StringProperty()
    level_colour = ColorProperty()
    text = StringProperty()
    note = StringProperty()
    act_text = StringProperty()

    __events__ = ("on_act",)

    def show(self, level: Level | None, text: str, note: str = "", act: str = "") -> None:
        """Shows how it is; None where that is not known yet."""
        self.sign = "…" if level is None else MARKS[level]
        self.level_colour = palette.QUIET if level is None else level_colour(level)
        self.text, self.note, self.act_text = text, note, act

    def on_act(self) -> None:
        """What mends it was touched."""


class ChoiceKeys(BoxLayout):
    """A few keys of which one is chosen."""

    title = StringProperty()
    note = StringProperty()
    columns = NumericProperty(3)
    chosen = StringProperty()

    __events__ = ("on_choice",)

    def offer(self, choices: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offers choices.

        Args:
            choices: What is meant and what is read on its key.
            chosen: Which one holds now.
        """
        keys = self.ids.choices
        keys.clear_widgets()
        self.chosen = chosen
        for meant, text in choices:
            key = Factory.TouchKey(text=text, chosen=meant == chosen)
            key.meant = meant
            key.bind(on_press=lambda key: self._choose(key.meant))
            keys.add_widget(key)

    def on_choice(self, meant: str) -> None:
        """Another one was chosen."""

    def _choose(self, meant: str) -> None:
        self.chosen = meant
        for key in self.ids.choices.children:
            key.chosen = key.meant == meant
        self.dispatch("on_choice", meant)


class TextEntry(TextInput):
    """A line to write in; of an address, the password is never to be read in it."""

    is_address = BooleanProperty(defaultvalue=False)

    # Kivy masks a whole line or nothing: these two draw what is written and say how wide a part of it is.

    def _create_line_label(self, text: str, hint: bool = False) -> Texture:  # noqa: FBT001, FBT002 (Kivy's own form)
        return super()._create_line_label(typed_camera(text) if self.is_address and not hint else text, hint)

    def _get_text_width(self, text: str, tab_width: int, label: object) -> float:
        if self.is_address:
            whole = self._lines[0] if self._lines and self._lines[0].startswith(text) else text
            text = typed_camera(whole)[: len(text)]
        return float(super()._get_text_width(text, tab_width, label))


class ScrollArea(PressingScroll):
    """What may be longer than the screen is high."""

    @property
    def content(self) -> Widget:
        """Where things are added."""
        return self.ids.content


class TwoParts(BoxLayout):
    """Two parts beside one another; one above the other in a window that is higher than wide."""

    def __init__(self, first: Widget, second: Widget, share: float, upright_share: float) -> None:
        """Prepares.

        Args:
            first: Left, or above.
            second: Right, or below.
            share: Of the width that the first part has.
            upright_share: Of the height that it has in a window that is higher than wide.
        """
        super().__init__(spacing="16dp")
        self._parts, self._share, self._upright_share = (first, second), share, upright_share
        self.add_widget(first)
        self.add_widget(second)

    def on_size(self, *_: object) -> None:
        """Follows the window."""
        upright = self.height > self.width
        self.orientation = "vertical" if upright else "horizontal"
        share = self._upright_share if upright else self._share
        for part, each in zip(self._parts, (share, 1 - share), strict=True):
            part.size_hint = (1, each) if upright else (each, 1)


class LivePicture(FloatLayout):
    """What a camera sees."""

    texture = ObjectProperty(None, allownone=True)
    text = StringProperty()

    def show(self, picture: Image) -> None:
        """Shows a picture, (h, w, 3) BGR, the first row at the top."""
        size = picture.shape[1::-1]
        if self.texture is None or self.texture.size != size:
            texture = Texture.create(size=size, colorfmt="bgr")
            texture.flip_vertical()
            self.texture = texture
        self.texture.blit_buffer(np.ascontiguousarray(picture).reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.text = ""
        self.canvas.ask_update()

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture on the screen; there must be one."""
        wide, high = self.texture.size
        scale = min((self.width - dp(12)) / wide, (self.height - dp(12)) / high)
        return self.center_x - wide * scale / 2, self.center_y - high * scale / 2, wide * scale, high * scale

    def share_at(self, pos: tuple[float, float]) -> tuple[float, float] | None:
        """Where a touch is in the picture, as shares of its size from the top left; None beside it."""
        if self.texture is None:
            return None
        left, bottom, wide, high = self.box()
        x, y = (pos[0] - left) / wide, 1 - (pos[1] - bottom) / high
        return (x, y) if 0 <= x <= 1 and 0 <= y <= 1 else None


class NoticePage(Page):
    """One sentence, and what to do about it; or that something takes a moment."""

    def __init__(
        self,
        window: Window,
        title: str,
        sentences: Sequence[str],
        keys: Sequence[KeyAction] = (),
        *,
        back: bool = True,
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: The sentence that counts, in the reader's language.
            sentences: What else there is to say, the last one smallest.
            keys: What can be done; the first is lit.
            back: Whether there is a way back.
        """
        super().__init__(window, back=back)
        self.title = title
        body = self.ids.body
        for number, sentence in enumerate(sentences):
            body.add_widget(Factory.Said(text=sentence, font_size=f"{22 if number == 0 else 16}sp"))
        body.add_widget(Widget())
        for number, (text, act) in enumerate(keys):
            self.ids.foot.add_widget(self.key(text, act, chosen=number == 0))

    def on_size(self, *_: object) -> None:
        """Keys with long words stand one below the other in a window that is higher than wide."""
        upright = self.height > self.width and len(self.ids.foot.children) > 2
        self.ids.foot.orientation = "vertical" if upright else "horizontal"


WIDGETS = (Page, WideKey, CheckLine, ChoiceKeys, TextEntry, PressingScroll, ScrollArea, LivePicture)
