"""Dice on the tablet: who owes what, what came to rest, what the table must say, and big faces to type in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee.api.rolls import DiceQuestion, DieFace, FaceKey, FaceState, OpenRoll
from companion.referee.api.table_intents import DecideFace, EnterFaces, RerollDie
from companion.tablet.game.forms.fields import FaceKeys, FaceRow, KeyGrid, PoolKeys, shown_face
from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet
from companion.tablet.look import palette
from companion.tablet.widgets.stack import Entry, WidgetContext, make

VIRTUAL = "virtual"
"""Where dice are heard that the program throws."""
LEANS = ""
"""What stands in a draft for a die that leans."""
MAX_TOGETHER = 10
"""Where a pool can show no more than so much, a key for each is one touch for all its dice."""
ONE_BY_ONE = "one_by_one"
"""What stands in the drafts behind the name of a roll whose dice are tapped one after the other."""


@dataclass(frozen=True, slots=True)
class RollData:
    """A roll as it is to be shown.

    Attributes:
        roll: What is owed, and what came to rest.
        shape: By which the player is told apart.
        reasons: Why a die may be thrown again, in words.
        by_itself: Whether its dice are thrown by themselves, and nobody is asked for anything.
        together: How many dice one touch throws, where it throws all that are owed; 0 elsewhere.
    """

    roll: OpenRoll
    shape: str
    reasons: tuple[str, ...]
    by_itself: bool = False
    together: int = 0


class RollCard(BoxLayout):
    """A roll that is owed."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    title = StringProperty()
    owed_text = StringProperty()

    def __init__(self, data: RollData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        roll = data.roll
        self._roll, self._widget_context = roll, context
        self.name, self.title, self.shape = roll.name, roll.title, data.shape
        self.shape_colour = palette.seat_colour(data.shape)
        key, values = _how_far(roll)
        self.owed_text = context.say(key, **values)
        for line in (*([roll.beside] if roll.beside else []), *roll.again):
            self.add_widget(make("Note", text=line))
        if roll.owed and data.by_itself:
            self.add_widget(make("Note", text=context.say("game.dice.by_itself")))
        elif roll.owed:
            self._offer_typing()
        else:
            for face in roll.faces:
                self.add_widget(DieLine((face, data), context))

    def _offer_typing(self) -> None:
        context, roll = self._widget_context, self._roll
        self._typed: list[str] = [str(each) for each in context.drafts.get(roll.id, ())][: roll.owed]
        if roll.virtual:
            many = self.data.together
            words = context.say("game.dice.virtual_all", count=many) if many > 1 else context.say("game.dice.virtual")
            key = make("GameKey", text=words, main=True)
            key.bind(on_release=lambda _: context.actions.throw_virtual(roll))
            self.add_widget(key)
        if not roll.typed:
            self.add_widget(make("Note", text=context.say("game.dice.only_rolled")))
            return
        self._above = len(self.children)
        together = tuple(combinations_with_replacement(roll.keys, roll.owed))
        apart = self._typed or roll.faces or context.drafts.get(f"{roll.id} {ONE_BY_ONE}")
        if roll.owed > 1 and len(together) <= MAX_TOGETHER and not apart:
            self._offer_together(together)
        else:
            self._offer_one_by_one()

    def _offer_together(self, together: tuple[tuple[FaceKey, ...], ...]) -> None:
        """One touch for the whole pool."""
        context = self._widget_context
        self.add_widget(
            make("Note", text=context.say("game.dice.together" if self._roll.virtual else "game.dice.together_only"))
        )
        keys = PoolKeys([[shown_face(each.face, each.label) for each in pool] for pool in together])
        keys.bind(on_pool=lambda _, number: self._enter_all(tuple(int(each.value) for each in together[number])))
        self.add_widget(keys)
        apart = make("GameKey", text=context.say("game.dice.one_by_one"))
        apart.bind(on_release=lambda _: self._take_apart())
        self.add_widget(apart)

    def _enter_all(self, values: tuple[int, ...]) -> None:
        self._widget_context.submit(EnterFaces(self._roll.id, values))

    def _take_apart(self) -> None:
        """Dice that lean, or that others read already, are tapped one after the other."""
        self._widget_context.drafts[f"{self._roll.id} {ONE_BY_ONE}"] = (ONE_BY_ONE,)
        self.clear_widgets(self.children[: len(self.children) - self._above])
        self._offer_one_by_one()

    def _offer_one_by_one(self) -> None:
        context, roll = self._widget_context, self._roll
        self.add_widget(make("Note", text=context.say("game.dice.type" if roll.virtual else "game.dice.type_only")))
        self._row = FaceRow()
        self._row.bind(on_die=lambda _, number: self._touch_die(number))
        self.add_widget(self._row)
        keys = FaceKeys([(each.face or str(each.value), each.label) for each in roll.keys])
        keys.bind(on_face=lambda _, number: self._add(str(roll.keys[number].value)))
        self.add_widget(keys)
        leaning = make("GameKey", text=context.say("game.dice.leans"))
        leaning.bind(on_release=lambda _: self._add(LEANS))
        last = BoxLayout(size_hint_y=None, spacing=keys.spacing[0])
        last.bind(minimum_height=last.setter("height"))
        last.add_widget(leaning)
        # Some of several may be read by the camera; the rest goes by itself once it is complete.
        self._enter = make("GameKey", text=context.say("ask.do.rolled"))
        self._enter.bind(on_release=lambda _: self._send())
        if roll.owed + len(roll.faces) > 1:
            last.add_widget(self._enter)
        self.add_widget(last)
        self._show()

    def _add(self, value: str) -> None:
        if len(self._typed) < self._roll.owed:
            self._typed.append(value)
        self._show()
        if len(self._typed) == self._roll.owed:
            self._send()  # a wrong one is taken back by the key that undoes

    def _touch_die(self, number: int) -> None:
        """One that was typed is taken back; of one that fell, it is told who says what it shows."""
        context, fell = self._widget_context, len(self._roll.faces)
        if number < fell:
            line: Entry = DieLine, (self._roll.faces[number], self.data)
            context.actions.lay(ReadSheet(ReadData(self.title, (line,)), context))
        elif number - fell < len(self._typed):
            del self._typed[number - fell]
        self._show()

    def _show(self) -> None:
        self._widget_context.drafts[self._roll.id] = tuple(self._typed)
        named = {str(each.value): shown_face(each.face, each.label) for each in self._roll.keys} | {LEANS: "?"}
        lying = (_shown(each) for each in self._roll.faces)
        blank = [""] * (self._roll.owed - len(self._typed))
        self._row.show([*lying, *(named[each] for each in self._typed), *blank])
        for key, die in zip(self._row.children[::-1], self._roll.faces, strict=False):
            if die.state is FaceState.TUMBLING and self._widget_context.animated:
                key.tumble([each.face or str(each.value) for each in self._roll.keys], die.entry)
        self._enter.disabled = not self._typed

    def _send(self) -> None:
        values = tuple(None if each == LEANS else int(each) for each in self._typed)
        for draft in (self._roll.id, f"{self._roll.id} {ONE_BY_ONE}"):
            self._widget_context.drafts.pop(draft, None)
        self._widget_context.submit(EnterFaces(self._roll.id, values))


def _shown(die: DieFace) -> str:
    """What a die that was thrown shows; nothing while it tumbles."""
    return shown_face(die.face or (str(die.value) if die.value is not None else ""), die.label)


def _how_far(roll: OpenRoll) -> tuple[str, Mapping[str, int]]:
    """How many dice are still to be thrown, or to come to rest, as the key of a text and its values."""
    if roll.owed:
        return "game.dice.owed", {"count": roll.owed}
    rolling = [each for each in roll.faces if each.state is FaceState.TUMBLING]
    if not rolling:
        return "game.dice.all", {}
    by_program = all(each.source == VIRTUAL for each in rolling)
    return "game.dice.for_you" if by_program else "game.dice.under_way", {"count": len(rolling)}


class QuestionCard(BoxLayout):
    """What the table must say of a die."""

    def __init__(self, question: DiceQuestion, context: WidgetContext) -> None:
        super().__init__()
        self.add_widget(make("LoudNote", text=question.text))
        labels = [answer.label for answer in question.answers]
        keys = KeyGrid(labels, lambda number: context.submit(question.answers[number].intent))
        keys.cols = max(1, keys.cols - 1)  # a corner of the mat is narrower than the column
        self.add_widget(keys)


class DieLine(BoxLayout):
    """One die that was thrown: what it shows, who says so, and the key to throw it again."""

    face = StringProperty()
    text = StringProperty()
    source = StringProperty()
    typed = StringProperty()

    def __init__(self, data: tuple[DieFace, RollData], context: WidgetContext) -> None:
        super().__init__()
        self._die, self._of, self._widget_context = *data, context
        die = self._die
        self.face = _shown(die)
        self.text = die.label or context.say("game.dice.tumbling")
        sources = ", ".join((die.source_name, *die.witnesses))
        self.source = f"{die.name} · {sources}" if die.name else sources
        self.typed = context.say("game.dice.typed") if die.by_hand else ""
        if die.state is FaceState.TUMBLING and context.animated:
            self.ids.die.tumble([key.face or str(key.value) for key in self._of.roll.keys], die.entry)
        again = self.ids.again
        again.text = context.say("game.dice.again")
        again.disabled = die.state is FaceState.TUMBLING
        again.bind(on_release=lambda _: self._ask_why())

    def _ask_why(self) -> None:
        place = self.ids.reasons
        if place.children:
            place.clear_widgets()
            return
        words = list(self._of.reasons)
        keys = self._of.roll.keys if self._of.roll.typed else ()
        faces = [f"{self._widget_context.say('game.dice.is')} {key.label}" for key in keys]
        place.add_widget(KeyGrid([*words, *faces], self._answer(words)))

    def _answer(self, words: list[str]) -> Callable[[int], None]:
        def touched(number: int) -> None:
            if number < len(words):
                self._widget_context.submit(RerollDie(self._die.entry, words[number]))
            else:
                self._widget_context.submit(DecideFace(self._die.entry, self._of.roll.keys[number - len(words)].value))

        return touched
