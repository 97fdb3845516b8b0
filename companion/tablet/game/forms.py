"""Offers as forms: one touch where one is enough, else fields and a key below them."""

import math
from dataclasses import dataclass

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.display.offers import Offer
from companion.referee import SubmitCommand
from companion.tablet.game.fields import KeyGrid, TakenField, field_for
from companion.tablet.widgets.stack import WidgetContext, make

BOUNCE_S = 0.6
"""A finger that trembles on a key asks for once."""


@dataclass(frozen=True, slots=True)
class FormData:
    """An offer as it is to be shown.

    Attributes:
        seat: For whom.
        offer: What is offered.
        main: Whether it is the answer to a question.
        fold: Whether its fields wait behind its name.
        sure: What is said before it is done; empty for nothing.
        short: What its key says instead of its own label; empty for that.
        notes: What stands below it, a line each.
    """

    seat: str
    offer: Offer
    main: bool = False
    fold: bool = False
    sure: str = ""
    short: str = ""
    notes: tuple[str, ...] = ()


class OfferForm(BoxLayout):
    """One offer."""

    def __init__(self, data: FormData, context: WidgetContext) -> None:
        super().__init__()
        self._data, self._widget_context = data, context
        self._fields: list[tuple[str, TakenField]] = []
        self._key: Widget | None = None
        self._sent_s = -math.inf
        if data.fold or data.sure:
            self._fold()
        else:
            self._unfold()

    @property
    def kind(self) -> str:
        """The command that it stands for."""
        return self._data.offer.kind

    @property
    def data(self) -> FormData:
        """What it was made from."""
        return self._data

    def _fold(self) -> None:
        key = make("GameKey", text=self._label, folded=True)
        key.bind(on_release=self._open)
        self.add_widget(key)

    def _open(self, key: Widget) -> None:
        if len(self.children) > 1:
            for widget in self.children[:-1]:
                self.remove_widget(widget)
            self._fields = []
            key.chosen = False
            return
        key.chosen = True
        if self._data.sure:
            self.add_widget(make("Note", text=self._data.sure))
        self._unfold()

    @property
    def _label(self) -> str:
        return self._data.short or self._data.offer.label

    def _unfold(self) -> None:
        inputs = self._data.offer.inputs
        only = inputs[0] if len(inputs) == 1 else None
        if only is not None and only.kind == "choose" and only.least == only.most == 1:
            if len(only.choices) == 1:
                self._add_key(f"{self._label}: {only.choices[0].label}", {only.field: (only.choices[0].value,)})
                return
            self.add_widget(make("Note", text=self._label if self._label != only.label else only.label))
            self.add_widget(
                KeyGrid(
                    [choice.label for choice in only.choices],
                    lambda number: self._send({only.field: (only.choices[number].value,)}),
                    main=self._data.main,
                )
            )
            return
        for taken in inputs:
            made = field_for(taken, self._widget_context)
            made.bind(on_change=self._check)
            self._fields.append((taken.field, made))
            if made.label and not (taken.kind == "place" and self.kind == "move"):  # the mat shows that better
                self.add_widget(made)
        self._add_key(self._label, {})
        self._check()

    def _add_key(self, label: str, values: dict[str, tuple[str, ...]]) -> None:
        self._key = make("GameKey", text=label, main=self._data.main or bool(self._data.sure))
        self._key.bind(on_release=lambda _: self._send(values))
        self.add_widget(self._key)

    def _check(self, *_: object) -> None:
        """The key works once all fields are filled in."""
        if self._key is not None:
            self._key.disabled = any(made.words is None for _, made in self._fields)

    def _send(self, chosen: dict[str, tuple[str, ...]]) -> None:
        values = {name: (word,) for name, word in self._data.offer.fixed.items()} | chosen
        for name, made in self._fields:
            words = made.words
            if words is None:
                return
            if made.taken.kind != "place":
                values[name] = words
        now_s = Clock.get_time()
        if now_s - self._sent_s < BOUNCE_S:
            return
        self._sent_s = now_s
        self._widget_context.submit(SubmitCommand(self._data.seat, self._data.offer.kind, values))


class Group(BoxLayout):
    """Offers under a heading, such as a creature's name."""

    title = StringProperty()

    def __init__(self, data: tuple[str, tuple[FormData, ...]], context: WidgetContext) -> None:
        super().__init__()
        self.title = data[0]
        for form in data[1]:
            self.add_widget(OfferForm(form, context))
            for line in form.notes:
                self.add_widget(make("Note", text=line))
