"""What cards say, as the tablet shows it when one is touched; only of cards that its reader may know."""

from collections.abc import Iterable, Iterator, Mapping

from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.cards import Card
from companion.games.signum.shelf.wording import ability_name, ability_rule
from companion.games.signum.state import Setup, State
from companion.games.signum.views import BuildingView, CardView, PlayerView, RelicView, SignumView, TacticView
from companion.games.speech import Phrase
from companion.presentation.report.cards import things_of
from companion.presentation.teller import Teller
from companion.referee.card_text import card_texts
from companion.referee.play import CardSaid
from companion.texts import Language

_Card = CardView | BuildingView | RelicView | TacticView


class CardPages:
    """The cards of one game in one language; each is put into words once."""

    def __init__(self, setup: Setup, language: Language) -> None:
        """Prepares.

        Args:
            setup: How the game began.
            language: The reader's.
        """
        self._setup, self._language = setup, language
        self._in_words = card_texts(setup, language)
        self._made: dict[str, CardSaid] = {}

    def seen(self, view: SignumView, teller: Teller) -> Mapping[str, CardSaid]:
        """What the cards say that stand in a view, by their ids; a view has no key of a card that is hidden from it.

        Args:
            view: All that the reader may know.
            teller: Tells the game as it is.
        """
        cards: Iterable[tuple[str, str]] = (
            *((each.id, each.key) for each in view.creatures),
            *((each.id, each.key) for player in view.players for zone in _zones(player) for each in zone),
        )
        return {card: self._page(key, teller) for card, key in cards if card and key in self._setup.cards}

    def named(self, phrase: Phrase, teller: Teller) -> tuple[CardSaid, ...]:
        """What the cards say that a sentence names.

        Args:
            phrase: The sentence, as its reader may know it.
            teller: Tells the game in which it was said.
        """
        state: State = teller.state
        keys = dict.fromkeys(state.keys.get(thing, thing) for thing in things_of(phrase.values.values()))
        return tuple(self._page(key, teller) for key in keys if key in self._setup.cards)

    def _page(self, key: str, teller: Teller) -> CardSaid:
        if key not in self._made:
            card, name = self._setup.cards[key], teller.name(key)
            text = self._in_words(card)
            self._made[key] = CardSaid(name, text.kind, text.stats, text.cost, text.lines, tuple(self._rules(card)))
        return self._made[key]

    def _rules(self, card: Card) -> Iterator[tuple[str, str]]:
        edition = self._setup.rules.edition
        for name in dict.fromkeys(each.name for each in card.abilities if each.name in CATALOGUE):
            yield ability_name(name, self._language), ability_rule(name, edition, self._language)


def _zones(player: PlayerView) -> Iterator[Iterable[_Card]]:
    yield from (player.city, player.terrain_city, player.relics, player.graveyard, player.tactics)
    yield from (player.hand, player.unused, player.drawn_buildings)
