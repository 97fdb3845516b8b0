"""How the cards and teams of the game are written, for whoever reads packs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards.mistakes import Mistake
from companion.cards.text import Text
from companion.games.brawl.model.cards import ActionCard, Card, ChampionCard, StatedCard
from companion.games.brawl.shelf.sense import card_mistakes
from companion.games.brawl.shelf.team import Team, team_of


@dataclass(frozen=True, slots=True)
class World:
    """What cards may name: the champions of all packs that are read together.

    Attributes:
        champions: Full keys.
        stated: Full keys of those of which only something is stated.
    """

    champions: set[str] = field(default_factory=set)
    stated: set[str] = field(default_factory=set)


class BrawlForm:
    """Cards and teams of Super Fantasy Brawl."""

    card_type: Any = Card
    name_tables: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()
    deck_words: tuple[str, str] = ("team", "champion")

    def world(self, cards: Iterable[Card], raw: Iterable[tuple[str, Iterable[Mapping[str, object]]]]) -> World:
        """All champions."""
        there = tuple(cards)
        world = World(
            {card.key for card in there if isinstance(card, ChampionCard)},
            {card.key for card in there if isinstance(card, StatedCard)},
        )
        for pack, mine in raw:
            for card in mine:
                if card.get("kind") == "champion":
                    world.champions.add(f"{pack}/{card.get('key')}")
                elif card.get("of") == "champion":
                    world.stated.add(f"{pack}/{card.get('key')}")
        return world

    def world_of_pack(self, world: World, names: Mapping[str, Mapping[str, dict[str, str]]]) -> World:
        """What all packs may name: nothing in it is one pack's own."""
        return world

    def in_full(self, raw: object, pack: str, own: frozenset[str]) -> object:
        """Data of a card with its own key, and the key of its champion, written in full."""
        if not isinstance(raw, dict):
            return raw
        full = raw | {"key": f"{pack}/{raw['key']}"}
        return full | {"champion": f"{pack}/{raw['champion']}"} if raw.get("champion") in own else full

    def card_mistakes(self, card: Card, raw: Mapping[str, object], world: World) -> Iterator[Mistake]:
        """Everything wrong with a card of the right shape."""
        return card_mistakes(card, world.champions, world.stated)

    def is_drawn(self, card: Card) -> bool:
        """Whether a card stands in personal decks."""
        return isinstance(card, ActionCard)

    def is_deck(self, data: Mapping[str, object]) -> bool:
        """Whether a file is a team."""
        return "champions" in data

    def deck(self, text: Text) -> Team:
        """A team as its file writes it."""
        return team_of(text)

    def size(self, deck: Team) -> int:
        """Champions."""
        return len(deck.champions)

    def drawn(self, deck: Team) -> tuple[str, ...]:
        """None: which cards are drawn is settled by the draft."""
        return ()
