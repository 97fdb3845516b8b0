"""A sheet over the window with a key for each of several things, to choose one."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from kivy.factory import Factory
from kivy.properties import StringProperty
from kivy.uix.modalview import ModalView

Chosen = TypeVar("Chosen", bound=Hashable)


class ChoiceSheet(ModalView):
    """Things to choose one from."""

    title = StringProperty()
    close_text = StringProperty()

    def offer(self, choices: list[tuple[Chosen, str]], chosen: Callable[[Chosen], None]) -> None:
        """Offers things, each with what is read on its key."""
        grid = self.ids.choices
        grid.clear_widgets()
        for choice, text in choices:
            key = Factory.TouchKey(text=text)
            key.bind(on_release=lambda _, choice=choice: self._choose(choice, chosen))
            grid.add_widget(key)

    def _choose(self, choice: Chosen, chosen: Callable[[Chosen], None]) -> None:
        self.dismiss(animation=False)
        chosen(choice)
