"""Cards in words, for what is read about a game."""

from collections.abc import Callable

from companion.games.signum.cards import Card, Kind
from companion.games.signum.shelf.wording_cards import CardWords
from companion.games.signum.state import Setup
from companion.presentation.report.cards import CardText
from companion.texts import Language, say


def card_texts(setup: Setup, language: Language) -> Callable[[Card], CardText]:
    """What puts the cards of one game into words, as its edition prints them."""
    words = CardWords.of_game(setup, language)

    def in_words(card: Card) -> CardText:
        cost = "" if card.kind is Kind.HERO else say(language, "report.cost", cost=words.cost(card.cost))
        return CardText(words.kind(card), cost, words.lines(card), stats_of(card, language))

    return in_words


def stats_of(card: Card, language: Language) -> str:
    """The values that are printed on a creature's card; empty for another."""
    stats = (("strength", card.strength), ("movement", card.movement), ("health", card.health))
    return " · ".join(f"{say(language, f'phones.stat.{name}')} {value}" for name, value in stats if value is not None)
