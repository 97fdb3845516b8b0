"""What the cards of one game say, each put into words once for each language."""

from collections.abc import Iterator

from companion.games.display.cards import CardText
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Setup
from companion.games.signum.own_texts import say
from companion.games.signum.sheets.card_looks import look_of
from companion.games.signum.shelf.wording.abilities import ability_name, ability_rule
from companion.games.signum.shelf.wording.cards import CardWords
from companion.texts import NO_BREAK, Language, translated

MAX_KEPT = 6
"""Games and languages whose cards are kept in words: those of a table that reads three, and of one seen again."""


class CardTexts:
    """The cards of games in words."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, Language], tuple[Setup, CardWords, dict[str, CardText]]] = {}

    def words(self, setup: Setup, language: Language) -> CardWords:
        """Words about the cards of a game."""
        return self._of(setup, language)[1]

    def text(self, setup: Setup, key: str, language: Language) -> CardText | None:
        """What a card says; None where the game has none of that key."""
        card = setup.cards.get(key)
        if card is None:
            return None
        _, words, made = self._of(setup, language)
        if key not in made:
            cost = "" if card.kind is Kind.HERO else say(language, "report.cost", cost=words.cost(card.cost))
            name = translated(card.names, language) or card.key
            rules = tuple(_rules(card, setup, language))
            made[key] = CardText(
                *(key, name, words.kind(card), stats_of(card, language), cost, tuple(words.lines(card)), rules),
                look_of(card, setup.cards),
            )
        return made[key]

    def _of(self, setup: Setup, language: Language) -> tuple[Setup, CardWords, dict[str, CardText]]:
        kept = self._kept.get((id(setup), language))
        if kept is None or kept[0] is not setup:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            kept = self._kept[id(setup), language] = setup, CardWords.of_game(setup, language), {}
        return kept


def stats_of(card: Card, language: Language) -> str:
    """The values that are printed on a creature's card; empty for another."""
    stats = (("strength", card.strength), ("movement", card.movement), ("health", card.health))
    named = ((say(language, f"phones.stat.{name}"), value) for name, value in stats if value is not None)
    return " · ".join(f"{name}{NO_BREAK}{value}" for name, value in named)


def _rules(card: Card, setup: Setup, language: Language) -> Iterator[tuple[str, str]]:
    edition = setup.rules.edition
    printed = {each.name: each for each in reversed(card.abilities) if each.name in CATALOGUE}
    for name in dict.fromkeys(each.name for each in card.abilities if each.name in printed):
        yield ability_name(name, edition, language), ability_rule(name, edition, language, printed[name])
