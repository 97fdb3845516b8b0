"""What the faces of the dice stand for: which number shows the bullseye, the axe, the shield."""

from dataclasses import replace
from functools import partial

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.registry import game_called
from companion.games.shelf import usual_faces
from companion.presentation.teller import face_of
from companion.tablet.pages.page import Page, Window
from companion.tablet.widgets.stack import make


class FacesPage(Page):
    """A row for each number of a die, with a key for each face that it may stand for."""

    def __init__(self, window: Window) -> None:
        """Prepares; the game that is set has exactly one kind of die."""
        super().__init__(window, "faces.title")
        self._game = game_called(window.settings.game)
        self._usual = usual_faces(self._game.shelf)
        self._faces = tuple(dict.fromkeys(self._usual))
        self.symbols = window.settings.symbols or self._usual
        self.ids.body.add_widget(Factory.Said(text=self._game.shelf.dice_advice(window.language)))
        grid = GridLayout(cols=2, spacing=("28dp", "14dp"))
        self.keys: dict[tuple[int, str], Widget] = {}
        for number in range(1, len(self._usual) + 1):
            grid.add_widget(self._row(number))
        self.ids.body.add_widget(grid)
        self.note = Factory.Said()
        self.ids.body.add_widget(self.note)
        self.ids.foot.add_widget(self.key(self.say("faces.usual"), partial(self._take, self._usual)))
        self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))
        self._show()

    def _row(self, number: int) -> Widget:
        row = BoxLayout(spacing="10dp")
        row.add_widget(make("BigNumber", text=str(number)))
        for face in self._faces:
            key = make("FaceKey", face=face, text=face_of(face, self.window.language, self._game.texts), size_hint_y=1)
            key.bind(on_press=lambda _, face=face: self._choose(number, face))
            self.keys[number, face] = key
            row.add_widget(key)
        return row

    def _choose(self, number: int, face: str) -> None:
        self._take((*self.symbols[: number - 1], face, *self.symbols[number:]))

    def _take(self, symbols: tuple[str, ...]) -> None:
        self.symbols = symbols
        self.window.change(replace(self.window.settings, symbols=() if symbols == self._usual else symbols))
        self._show()

    def _show(self) -> None:
        for (number, face), key in self.keys.items():
            key.chosen = self.symbols[number - 1] == face
        even = all(self.symbols.count(face) == len(self._usual) // len(self._faces) for face in self._faces)
        self.note.text = self.say("faces.even" if even else "faces.uneven")
