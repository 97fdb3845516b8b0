"""How cards of Super Fantasy Brawl are made by choosing."""

from collections.abc import Iterator
from typing import Any

from companion.games.brawl.model.cards import Card
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.workshop import fresh
from companion.games.brawl.workshop.card_words import BrawlTeller, card_line
from companion.games.brawl.workshop.cards_to_enter import cards_to_enter
from companion.games.brawl.workshop.choices import BrawlChoices
from companion.games.brawl.workshop.rows import BrawlRows
from companion.games.display.cards import CardLine
from companion.games.kit.card_workshop import LanguageWorkshop
from companion.games.workshop import Bench, CardOption, Raw
from companion.texts import Language


class BrawlWorkshop(LanguageWorkshop):
    """Makes cards of Super Fantasy Brawl, and knows which of the printed ones are missing."""

    LIBRARY, CARD, KINDS = LIBRARY, Card, tuple(fresh.KINDS)
    SPEAK = staticmethod(say)

    def fresh(self, kind: str) -> dict[str, Any]:
        """A new card of a sort."""
        return fresh.card(kind)

    def missing(self, pack: Raw, language: Language) -> Iterator[CardOption]:
        """What a pack does not have yet."""
        return cards_to_enter(pack, language)

    def rows_of(self, bench: Bench, language: Language) -> BrawlRows:
        """The rows of a card's parts."""
        return BrawlRows(bench, BrawlChoices(bench, language), BrawlTeller(bench, language))

    def shown(self, bench: Bench, language: Language) -> CardLine:
        """The card as it will look."""
        return card_line(bench, language)
