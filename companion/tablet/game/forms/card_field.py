"""Cards of one's own among which an answer chooses: each a face that says all of it in one look."""

from collections.abc import Mapping

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.cards import CardLine
from companion.games.display.offers import Choice, Input
from companion.tablet.game.card_face import CardHead
from companion.tablet.game.forms.fields import ChooseField
from companion.tablet.widgets.stack import WidgetContext, make


class CardChoice(CardHead):
    """A card among which is chosen: drawing, name, sort, cost and all that it says; marked once it is chosen."""

    chosen = BooleanProperty(defaultvalue=False)
    playable = BooleanProperty(defaultvalue=True)

    def __init__(self, line: CardLine) -> None:
        """Shows a card.

        Args:
            line: The card.
        """
        super().__init__()
        self.name = line.name if line.count == 1 else f"{line.name} × {line.count}"
        self.kind = " · ".join(filter(None, (line.kind, line.cost, line.stats)))
        self.lay(line.look)
        self.ids.numbers.clear_widgets()  # the same in words stands above
        for text in line.text:
            self.ids.words.add_widget(make("CardSaid", text=text))


class CardChoices(BoxLayout):
    """Cards below one another, each a key."""

    def __init__(self, lines: list[CardLine]) -> None:
        super().__init__()
        for line in lines:
            self.add_widget(CardChoice(line))

    @property
    def keys(self) -> list[CardChoice]:
        """The cards in order."""
        return list(self.children[::-1])


class CardsField(ChooseField):
    """Some of several cards."""

    def __init__(
        self, taken: Input, context: WidgetContext, cards: Mapping[str, CardLine], *, is_named: bool = False
    ) -> None:
        """Prepares.

        Args:
            taken: What is chosen.
            context: Language and intents.
            cards: What the cards say, by id; each choice is one of them.
            is_named: Whether the question above says already what is chosen.
        """
        self._cards = cards
        super().__init__(taken, context)
        if is_named:
            self.label = ""

    def _touch(self, number: int) -> None:
        """Chooses a card, or lets it go; while there are enough, the others wait."""
        super()._touch(number)
        is_full = self.count == self.taken.most
        for face in self._grid.keys:
            face.disabled = is_full and not face.chosen
            face.playable = not face.disabled

    def _laid(self, choices: tuple[Choice, ...]) -> CardChoices:
        faces = CardChoices([self._cards[choice.thing] for choice in choices])
        for number, face in enumerate(faces.keys):
            face.bind(on_release=lambda _, number=number: self._touch(number))
        return faces


def is_of_cards(taken: Input, cards: Mapping[str, CardLine]) -> bool:
    """Whether all choices are cards that can be shown.

    Args:
        taken: What is chosen.
        cards: What cards say, by id.
    """
    return bool(taken.choices) and all(choice.thing in cards for choice in taken.choices)
