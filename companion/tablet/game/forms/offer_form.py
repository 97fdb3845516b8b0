"""Offers as forms: one touch where one is enough, else fields and a key below them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.games.display.card_look import CardLook
from companion.games.display.cards import CardLine
from companion.games.display.offers import Input, Offer
from companion.referee import SubmitCommand
from companion.tablet.game.forms.card_field import CardsField, is_of_cards
from companion.tablet.game.forms.fields import KeyGrid, TakenField, field_for
from companion.tablet.widgets.stack import WidgetContext, make

BOUNCE_S = 0.6
"""A finger that trembles on a key asks for the same once."""


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
        notes: What stands below its name, a line each.
        look: How the card looks that it brings into the game; None for a plain key.
        named: Whether the question above it says already what it is.
        cards: What the player's own cards say, by id: where some of them are chosen, they are shown as they are.
    """

    seat: str
    offer: Offer
    main: bool = False
    fold: bool = False
    sure: str = ""
    short: str = ""
    notes: tuple[str, ...] = ()
    look: CardLook | None = None
    named: bool = False
    cards: Mapping[str, CardLine] = field(default_factory=dict)


class OfferForm(BoxLayout):
    """One offer."""

    def __init__(self, data: FormData, context: WidgetContext) -> None:
        super().__init__()
        self._data, self._widget_context = data, context
        self._fields: list[tuple[str, TakenField]] = []
        self._key: Widget | None = None
        self._sent: dict[str, tuple[str, ...]] = {}
        self._sent_s = -math.inf
        self._none = self._is_unfolded = False
        self._cards: CardsField | None = None
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

    @property
    def key_apart(self) -> Widget | None:
        """Its key where cards are chosen, which are higher than the page: it stands where it is always in sight."""
        return self._key if self._cards is not None else None

    @property
    def is_unfolded(self) -> bool:
        """Whether somebody has opened it, and sees what it asks for."""
        return self._is_unfolded

    def _fold(self) -> None:
        key = make("GameKey", text=self._label, folded=True)
        key.bind(on_release=self._open)
        self.add_widget(key)

    def _open(self, key: Widget) -> None:
        if len(self.children) > 1:
            for widget in self.children[:-1]:
                self.remove_widget(widget)
            self._fields = []
            key.chosen = self._is_unfolded = False
            return
        key.chosen = self._is_unfolded = True
        if self._data.sure:
            self.add_widget(make("Note", text=self._data.sure))
        self._unfold()

    @property
    def _label(self) -> str:
        return self._data.short or self._data.offer.label

    @property
    def _none_text(self) -> str:
        return self._data.offer.none or self._widget_context.say("game.none_of_these")

    def _unfold(self) -> None:
        inputs = self._data.offer.inputs
        only = inputs[0] if len(inputs) == 1 else None
        settled = only is not None and len(only.choices) == 1
        if only is not None and only.kind == "choose" and only.least == only.most == 1:
            if settled and not self._data.short:
                self._add_key(f"{self._label}: {only.choices[0].label}", {only.field: (only.choices[0].value,)})
                return
            if not settled:
                if not (self._data.named or self._data.fold):
                    self.add_widget(make("Note", text=self._label))
                self.add_widget(self._choices(only))
                self._add_notes(self._data.notes)
                return
        if only is not None and only.kind == "choose" and only.least == 0 and only.choices and not self._shows(only):
            self._none = True
            none = make("GameKey", text=self._none_text, main=self._data.main)
            none.bind(on_release=lambda _: self._send({only.field: ()}))
            self.add_widget(none)
        # The mat shows the place of a move better.
        told = [
            line for taken in inputs if taken.kind != "place" or self.kind != "move" for line in self._add_field(taken)
        ]
        self._add_key(self._label, {}, told)
        self._check()

    def _shows(self, taken: Input) -> bool:
        """Whether the cards among which is chosen are shown as they are."""
        return is_of_cards(taken, self._data.cards)

    def _add_field(self, taken: Input) -> tuple[str, ...]:
        """A field for something that it takes; of one where nothing is to be filled in, what its label tells."""
        made: TakenField
        if self._shows(taken):
            data = self._data
            made = self._cards = CardsField(taken, self._widget_context, data.cards, is_named=data.named)
        else:
            made = field_for(taken, self._widget_context)
        made.bind(on_change=self._check)
        self._fields.append((taken.field, made))
        if made.is_told:
            return (made.label,) if made.label else ()
        self.add_widget(made)
        return ()

    def _choices(self, only: Input) -> KeyGrid:
        """A key for each of several answers."""
        labels = [choice.label for choice in only.choices]
        return KeyGrid(
            labels, lambda number: self._send({only.field: (only.choices[number].value,)}), main=self._data.main
        )

    def _add_key(self, label: str, values: dict[str, tuple[str, ...]], told: Sequence[str] = ()) -> None:
        """The key; below its name stands what one should know, and what of the offer is settled."""
        data, notes = self._data, (*self._data.notes, *told)
        if data.look is not None:
            self._key = make("CardHead", kind="\n".join(notes))
            self._key.name = label
            self._key.lay(data.look)
        else:
            self._key = make("GameKey", text=label, main=data.main or bool(data.sure))
        self._key.bind(on_release=lambda _: self._send(values))
        if self._cards is None:
            self.add_widget(self._key)
        if data.look is None:
            self._add_notes(notes)

    def _add_notes(self, notes: Sequence[str]) -> None:
        """What one should know before doing it."""
        for line in notes:
            self.add_widget(make("Note", text=line))

    def _check(self, *_: object) -> None:
        """The key works once all fields are filled in; where nothing is an answer, that has a key of its own."""
        if self._key is None:
            return
        lacking = (None, ()) if self._none else (None,)
        waited = self._key.disabled
        self._key.disabled = any(made.words in lacking for _, made in self._fields)
        if self._cards is not None:
            self._key.text = self._told_of(self._cards)
            return
        if waited and not self._key.disabled:
            Clock.schedule_once(self._bring)

    def _told_of(self, cards: CardsField) -> str:
        """What the key says: how far the choice has come, or that nothing is chosen where that is an answer."""
        least, chosen = cards.taken.least, cards.count
        if not chosen and not least:
            return self._none_text
        return self._label if chosen >= least else f"{self._label} ({chosen}/{least})"

    def _bring(self, _: float) -> None:
        """Scrolls the key into sight: whoever has filled in the last field looks for what comes then."""
        around = self.parent
        while around is not None and not isinstance(around, ScrollView) and around.parent is not around:
            around = around.parent
        if isinstance(around, ScrollView) and self._key is not None and around.children[0].height > around.height:
            around.scroll_to(self._key, animate=False)

    def _send(self, chosen: dict[str, tuple[str, ...]]) -> None:
        values = {name: (word,) for name, word in self._data.offer.fixed.items()} | chosen
        for name, made in self._fields:
            words = chosen.get(name, made.words)
            if words is None:
                return
            if made.taken.kind != "place":
                values[name] = words
        now_s = Clock.get_time()
        if values == self._sent and now_s - self._sent_s < BOUNCE_S:
            return
        self._sent, self._sent_s = values, now_s
        self._widget_context.submit(SubmitCommand(self._data.seat, self._data.offer.kind, values))


class Group(BoxLayout):
    """Offers under a heading, such as a creature's name."""

    title = StringProperty()

    def __init__(self, data: tuple[str, tuple[FormData, ...]], context: WidgetContext) -> None:
        super().__init__()
        self.title = data[0]
        for form in data[1]:
            self.add_widget(OfferForm(form, context))
