"""How cards of Warseer are made by choosing."""

from collections.abc import Iterator
from typing import Any

from companion.games.display.cards import CardLine
from companion.games.kit.card_workshop import LanguageWorkshop
from companion.games.warseer.model.cards import Card
from companion.games.warseer.own_texts import say
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.workshop import fresh
from companion.games.warseer.workshop.card_words import WarseerTeller, card_line
from companion.games.warseer.workshop.cards_to_enter import cards_to_enter
from companion.games.warseer.workshop.choices import WarseerChoices
from companion.games.warseer.workshop.rows import WarseerRows
from companion.games.workshop import Bench, CardOption, Raw
from companion.texts import Language


class WarseerWorkshop(LanguageWorkshop):
    """Makes cards of Warseer, and knows which of the printed ones are missing."""

    LIBRARY, CARD, KINDS, KIND_NAMES = LIBRARY, Card, tuple(fresh.KINDS), "cards.kind"
    SPEAK = staticmethod(say)

    def fresh(self, kind: str) -> dict[str, Any]:
        """A new card of a sort."""
        return fresh.card(kind)

    def missing(self, pack: Raw, language: Language) -> Iterator[CardOption]:
        """What a pack does not have yet."""
        return cards_to_enter(pack, language)

    def rows_of(self, bench: Bench, language: Language) -> WarseerRows:
        """The rows of a card's parts."""
        return WarseerRows(bench, WarseerChoices(bench, language), WarseerTeller(bench, language))

    def shown(self, bench: Bench, language: Language) -> CardLine:
        """The card as it will look."""
        return card_line(bench, language)
