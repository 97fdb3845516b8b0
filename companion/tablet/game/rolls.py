"""Dice on the tablet: who owes what, what came to rest, what the table must say, and big faces to type in."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee.api.rolls import DiceQuestion, DieFace, FaceState, OpenRoll
from companion.referee.api.table_intents import DecideFace, EnterFaces, RerollDie, RollVirtualDice
from companion.tablet.game.fields import FaceKeys, FaceRow, KeyGrid
from companion.tablet.look import palette
from companion.tablet.widgets.stack import Hands, make

LEANS = ""
"""What stands in a draft for a die that leans."""


@dataclass(frozen=True, slots=True)
class RollData:
    """A roll as it is to be shown.

    Attributes:
        roll: What is owed, and what came to rest.
        shape: By which the player is told apart.
        reasons: Why a die may be thrown again, in words.
    """

    roll: OpenRoll
    shape: str
    reasons: tuple[str, ...]


class RollCard(BoxLayout):
    """A roll that is owed."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    title = StringProperty()
    owed_text = StringProperty()

    def __init__(self, data: RollData, hands: Hands) -> None:
        super().__init__()
        self.data = data
        roll = data.roll
        self._roll, self._hands = roll, hands
        self.name, self.title, self.shape = roll.name, roll.title, data.shape
        self.shape_colour = palette.seat_colour(data.shape)
        self.owed_text = hands.say("game.dice.owed", count=roll.owed) if roll.owed else hands.say("game.dice.all")
        for line in roll.again:
            self.add_widget(make("Note", text=line))
        for face in roll.void:
            self.add_widget(make("LoudNote", text=f"{face.name}: {face.why}"))
        for question in roll.questions:
            self.add_widget(make("LoudNote", text=question.text))
            labels = [answer.label for answer in question.answers]
            self.add_widget(KeyGrid(labels, self._answer_of(question)))
        for face in roll.faces:
            self.add_widget(DieLine((face, data), hands))
        if roll.owed:
            self._offer_typing()

    def _answer_of(self, question: DiceQuestion) -> Callable[[int], None]:
        return lambda number: self._hands.submit(question.answers[number].intent)

    def _offer_typing(self) -> None:
        hands, roll = self._hands, self._roll
        self._typed: list[str] = [str(each) for each in hands.drafts.get(roll.id, ())][: roll.owed]
        if roll.virtual:
            key = make("GameKey", text=hands.say("game.dice.virtual"), main=True)
            key.bind(on_release=lambda _: hands.submit(RollVirtualDice(roll.id)))
            self.add_widget(key)
        self.add_widget(make("Note", text=hands.say("game.dice.type")))
        self._row = FaceRow()
        self._row.bind(on_die=lambda _, number: self._take_back(number))
        self.add_widget(self._row)
        keys = FaceKeys([(each.face or str(each.value), each.label) for each in roll.keys])
        keys.bind(on_face=lambda _, number: self._add(str(roll.keys[number].value)))
        self.add_widget(keys)
        leaning = make("GameKey", text=hands.say("game.dice.leans"))
        leaning.bind(on_release=lambda _: self._add(LEANS))
        self._enter = make("GameKey", text=hands.say("ask.do.rolled"), main=True)
        self._enter.bind(on_release=lambda _: self._send())
        last = BoxLayout(size_hint_y=None, spacing=keys.spacing[0])
        last.bind(minimum_height=last.setter("height"))
        last.add_widget(leaning)
        last.add_widget(self._enter)
        self.add_widget(last)
        self._show()

    def _add(self, value: str) -> None:
        if len(self._typed) < self._roll.owed:
            self._typed.append(value)
        self._show()
        if self._roll.owed == 1:
            self._send()  # one die, one touch

    def _take_back(self, number: int) -> None:
        if number < len(self._typed):
            del self._typed[number]
        self._show()

    def _show(self) -> None:
        self._hands.drafts[self._roll.id] = tuple(self._typed)
        named = {str(each.value): each.face or str(each.value) for each in self._roll.keys} | {LEANS: "?"}
        self._row.show([*(named[each] for each in self._typed), *[""] * (self._roll.owed - len(self._typed))])
        self._enter.disabled = not self._typed

    def _send(self) -> None:
        values = tuple(None if each == LEANS else int(each) for each in self._typed)
        self._hands.drafts.pop(self._roll.id, None)
        self._hands.submit(EnterFaces(self._roll.id, values))


class DieLine(BoxLayout):
    """One die that was thrown: what it shows, who says so, and the key to throw it again."""

    face = StringProperty()
    text = StringProperty()
    source = StringProperty()

    def __init__(self, data: tuple[DieFace, RollData], hands: Hands) -> None:
        super().__init__()
        self._die, self._of, self._hands = *data, hands
        die = self._die
        self.face = die.face or (str(die.value) if die.value is not None else "")
        self.text = die.label or hands.say("game.dice.tumbling")
        sources = ", ".join((die.source_name, *die.witnesses))
        self.source = f"{die.name} · {sources}" if die.name else sources
        again = self.ids.again
        again.text = hands.say("game.dice.again")
        again.disabled = die.state is FaceState.TUMBLING
        again.bind(on_release=lambda _: self._ask_why())

    def _ask_why(self) -> None:
        place = self.ids.reasons
        if place.children:
            place.clear_widgets()
            return
        words = list(self._of.reasons)
        faces = [f"{self._hands.say('game.dice.is')} {key.label}" for key in self._of.roll.keys]
        place.add_widget(KeyGrid([*words, *faces], self._answer(words)))

    def _answer(self, words: list[str]) -> Callable[[int], None]:
        def touched(number: int) -> None:
            if number < len(words):
                self._hands.submit(RerollDie(self._die.entry, words[number]))
            else:
                self._hands.submit(DecideFace(self._die.entry, self._of.roll.keys[number - len(words)].value))

        return touched
