"""Widgets one below the other, each made from data and made anew only where its data changes."""

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.games.display.speech import Topic
from companion.geometry import MatPoint
from companion.referee import IntentBody, Proposal
from companion.referee.api.rolls import OpenRoll
from companion.tablet.data.bases import Base
from companion.tablet.widgets.take_apart import take_all_apart
from companion.texts import COMMON, Language, Texts


class ColumnActions(Protocol):
    """What the widgets of the game ask of the column that they stand in."""

    def pass_to(self, seat: str) -> None:
        """Hands the tablet to a player, the curtain down; nobody's seat covers everything."""
        ...

    def go_back(self, event: int) -> None:
        """Asks to go back to right after an event of the log; -1 is before the last action."""
        ...

    def redo(self) -> None:
        """Asks to take the last way back back."""
        ...

    def overrule(self, proposal: Proposal | None = None) -> None:
        """Asks who lets pass what was refused; without a proposal, the intent that was refused last."""
        ...

    def choose_log(self) -> None:
        """Lets the players choose what the log shows; again, no longer."""
        ...

    def filter_log(self, wanted: Topic | str | None) -> None:
        """Shows one sort of actions in the log, None for all sorts; or a player's, by shape; again, everybody's."""
        ...

    def see_again(self, event: int | None) -> None:
        """Shows the game again as it was right after an event of the log; None for as it is now."""
        ...

    def put_back(self, base: str, at: MatPoint | None) -> None:
        """Lets the hand of a simulated table put a model somewhere; elsewhere people do that themselves."""
        ...

    def take_off(self, base: str) -> None:
        """Lets the hand of a simulated table take a model off the mat; elsewhere people do that themselves."""
        ...

    def throw_virtual(self, roll: OpenRoll) -> None:
        """Throws virtual dice for a roll; of one who plays all sides also those that follow in a fight."""
        ...

    def photograph(self, seat: str, card: str) -> None:
        """Goes to the page on which a player's own card is photographed; a sheet over the window is put away."""
        ...

    def lay(self, sheet: ModalView) -> None:
        """Lays a sheet over the window; it goes with the player who holds the tablet."""
        ...

    def more_log(self) -> None:
        """Shows more of the log."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class WidgetContext:
    """What a widget of the game needs besides its data.

    Attributes:
        language: What is read on the tablet.
        submit: Hands an intent to the table.
        drafts: What was begun to be filled in, by the id of what it is for; lives on when a widget is made anew.
        actions: What turns pages and brings curtains down.
        turned: Whether the mat is shown with player two's side below.
        bases: All bases of the table.
        practises: Whether models are moved by a finger on the screen.
        drawn: Whether no camera looks, and fingers draw where the models of a real mat stand.
        texts: Of the game that is played.
        animated: Whether what rolls moves on the screen.
        alone: Whether one person plays all sides, and the tablet passes on by itself.
        phones: Seats that have a phone of their own.
    """

    language: Language
    submit: Callable[[IntentBody], None]
    actions: "ColumnActions"
    drafts: MutableMapping[str, tuple[Any, ...]] = field(default_factory=dict)
    turned: bool = False
    bases: tuple[Base, ...] = ()
    practises: bool = False
    drawn: bool = False
    texts: Texts = COMMON
    animated: bool = True
    alone: bool = False
    phones: frozenset[str] = frozenset()

    @property
    def obeyed(self) -> bool:
        """Whether a key can put a model somewhere by itself: the mat is in the computer, simulated or drawn."""
        return self.practises or self.drawn

    def say(self, key: str, **values: object) -> str:
        """A text of the game, else of the program, in the language of the tablet."""
        return self.texts.say(self.language, key, **values)


def make(name: str, **values: object) -> Widget:
    """A widget that only the looks define, with values of its own: they are not known before it is made."""
    widget = Factory.get(name)()
    for key, value in values.items():
        setattr(widget, key, value)
    return widget


Maker = Callable[[Any, WidgetContext], Widget]
Entry = tuple[Maker, Any]
"""What makes a widget, and the data that it is made from."""


@runtime_checkable
class DataFollower(Protocol):
    """A widget that takes over other data at less cost than a new one is made at."""

    def follow(self, data: Any) -> None:  # noqa: ANN401 (what its maker takes)
        """Shows other data."""
        ...


EACH_FRAME = 1
"""So many widgets are made in each frame of those that can wait: a finger may want something meanwhile."""


class Stack(BoxLayout):
    """Shows entries; a widget lives as long as its data stays the same, wherever it stands."""

    def __init__(self, **settings: object) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, **settings)
        self.bind(minimum_height=self.setter("height"))
        self._made: list[tuple[Maker, Any, Widget]] = []
        self._widget_context: WidgetContext | None = None
        self._waiting: Sequence[Entry] = ()
        self._go_on = Clock.create_trigger(self._make_some)

    def show(self, entries: Sequence[Entry], context: WidgetContext, at_once: int | None = None) -> bool:
        """Shows these entries and no others; whether that changed anything.

        Args:
            entries: From top to bottom.
            context: What their widgets need.
            at_once: So many widgets are made now, those below them in the frames that follow; None for all.
        """
        old = self._made if context is self._widget_context else []
        self._widget_context, self._waiting = context, ()
        made: list[tuple[Maker, Any, Widget]] = []
        for number, (maker, data) in enumerate(entries):
            kept = next((each for each in old if each[0] is maker and each[1] == data), None)
            if kept is not None:
                old = [each for each in old if each is not kept]
            elif at_once == 0:
                self._waiting = entries[number:]
                self._go_on()
                break
            elif at_once is not None:
                at_once -= 1
            if kept is None and (other := _follower(old, maker, entries)) is not None:
                old = [each for each in old if each is not other]
                other[2].follow(data)
                kept = maker, data, other[2]
            made.append(kept or (maker, data, maker(data, context)))
        widgets = [widget for _, _, widget in made]
        self._made = made
        if widgets == self.children[::-1]:
            return False
        dropped = [each for each in self.children if each not in widgets]
        self.clear_widgets()
        take_all_apart(dropped)
        for widget in widgets:
            self.add_widget(widget)
        return True

    def rest(self) -> None:
        """Makes no more of what waits until it is shown again."""
        self._go_on.cancel()

    def empty(self) -> None:
        """Lets go of all that it shows."""
        self.rest()
        self._made, self._waiting = [], ()
        dropped = self.children[:]
        self.clear_widgets()
        take_all_apart(dropped)

    def _make_some(self, _: float) -> None:
        context, waiting = self._widget_context, self._waiting
        if context is None or not waiting:
            return
        for maker, data in waiting[:EACH_FRAME]:
            widget = maker(data, context)
            self._made.append((maker, data, widget))
            self.add_widget(widget)
        self._waiting = waiting[EACH_FRAME:]
        self._go_on()


def _follower(
    old: Sequence[tuple[Maker, Any, Widget]], maker: Maker, entries: Sequence[Entry]
) -> tuple[Maker, Any, Widget] | None:
    """A widget of a maker that may show other data: its own are shown no longer."""
    alike = (each for each in old if each[0] is maker and isinstance(each[2], DataFollower))
    return next((each for each in alike if all(each[1] != data for of, data in entries if of is maker)), None)
