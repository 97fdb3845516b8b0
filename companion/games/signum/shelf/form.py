"""How the cards and decks of the game are written, for whoever reads packs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.cards.mistakes import Mistake
from companion.cards.text import Text
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.games.signum.shelf.deck import Deck, deck_of
from companion.games.signum.shelf.sense import card_mistakes
from companion.games.signum.shelf.world import EVERYWHERE, World, in_full, note_cards, note_raw


class SignumForm:
    """Cards and decks of Legends of Signum."""

    card_type: type[Card] = Card
    name_tables: tuple[str, ...] = ("races", "factions")
    everywhere: tuple[str, ...] = EVERYWHERE
    deck_words: tuple[str, str] = ("deck", "card")

    def world(self, cards: Iterable[Card], raw: Iterable[tuple[str, Iterable[Mapping[str, object]]]]) -> World:
        """All that cards may name."""
        world = World()
        note_cards(world, cards)
        for pack, written in raw:
            note_raw(world, pack, written)
        return world

    def world_of_pack(self, world: World, names: Mapping[str, Mapping[str, dict[str, str]]]) -> World:
        """What the cards of one pack may name."""
        return replace(world, factions=frozenset((*EVERYWHERE, *names["factions"])), races=frozenset(names["races"]))

    def in_full(self, raw: object, pack: str, own: frozenset[str]) -> object:
        """Data of a card with every key of the same pack written in full."""
        return in_full(raw, pack, own)

    def card_mistakes(self, card: Card, raw: Mapping[str, object], world: World) -> Iterator[Mistake]:
        """Everything wrong with a card of the right shape."""
        return card_mistakes(card, raw, world)

    def is_drawn(self, card: Card) -> bool:
        """Whether a card stands in Battle Decks."""
        return card.kind in BATTLE_KINDS

    def is_deck(self, data: Mapping[str, object]) -> bool:
        """Whether a file is a deck: a squad has a hero."""
        return "hero" in data

    def deck(self, text: Text) -> Deck:
        """A deck as its file writes it."""
        return deck_of(text)

    def size(self, deck: Deck) -> int:
        """Cards of the Battle Deck."""
        return len(deck.battle_deck)

    def drawn(self, deck: Deck) -> tuple[str, ...]:
        """Key of every card of the Battle Deck."""
        return deck.battle_deck
