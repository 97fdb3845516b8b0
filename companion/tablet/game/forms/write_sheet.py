"""A word or two written at the table with fingers alone, such as a judge's name or a reason."""

from collections.abc import Callable

from kivy.factory import Factory
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.tablet.pages.keyboard_page import Letters
from companion.tablet.widgets.stack import WidgetContext


class WriteSheet(ModalView):
    """A line and letters over the whole window."""

    title = StringProperty()

    def __init__(self, title: str, text: str, done: Callable[[str], None], context: WidgetContext) -> None:
        """Prepares.

        Args:
            title: What is to be written.
            text: What stands there at first.
            done: Is given what was written; what is empty takes it away.
            context: Language.
        """
        super().__init__()
        self.title, self._done = title, done
        self.line = Factory.TextEntry(text=text)
        self.line.bind(on_text_validate=lambda _: self.finish())
        self.letters = Letters(self.line, context.language)
        self.done = Factory.TouchKey(text=context.say("setup.done"), size_hint_x=1.6, chosen=True)
        self.done.bind(on_press=lambda _: self.finish())
        foot = BoxLayout(spacing="12dp", size_hint_y=None, height=self.done.height)
        self.done.bind(height=foot.setter("height"))
        for key in (*self.letters.foot_keys(), self.done):
            foot.add_widget(key)
        for part in (self.line, self.letters, foot):
            self.ids.body.add_widget(part)

    def finish(self) -> None:
        """What was written is taken."""
        self.dismiss(animation=False)
        self._done(self.line.text.strip())

    def on_dismiss(self) -> None:
        """The keyboard is let go."""
        self.letters.let_go()
