"""How the cards and squads of the game are written, for whoever reads packs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards.mistakes import Mistake
from companion.cards.text import Text
from companion.games.warseer.model.cards import Card, SupportCard
from companion.games.warseer.shelf.sense import card_mistakes
from companion.games.warseer.shelf.squad import Squad, squad_of

ONE, SEVERAL = ("faction", "minion"), ("battle",)
"""Fields that name other cards: one, or several."""


@dataclass(frozen=True, slots=True)
class World:
    """What cards may name: the cards of all packs that are read together, by their sort.

    Attributes:
        kinds: Sort of each card, by its full key.
    """

    kinds: dict[str, str] = field(default_factory=dict)


class WarseerForm:
    """Cards and squads of Warseer."""

    card_type: Any = Card
    name_tables: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()
    deck_words: tuple[str, str] = ("squad", "card")

    def world(self, cards: Iterable[Card], raw: Iterable[tuple[str, Iterable[Mapping[str, object]]]]) -> World:
        """All cards."""
        kinds = {card.key: str(type(card).__struct_config__.tag) for card in cards}
        for pack, mine in raw:
            kinds |= {f"{pack}/{card.get('key')}": str(card.get("kind")) for card in mine}
        return World(kinds)

    def world_of_pack(self, world: World, names: Mapping[str, Mapping[str, dict[str, str]]]) -> World:
        """What all packs may name: nothing in it is one pack's own."""
        return world

    def in_full(self, raw: object, pack: str, own: frozenset[str]) -> object:
        """Data of a card with its own key, and the keys of cards of the same pack, written in full."""
        if not isinstance(raw, dict):
            return raw

        def full(value: object) -> object:
            return f"{pack}/{value}" if isinstance(value, str) and value in own else value

        more = {name: full(raw[name]) for name in ONE if name in raw}
        for name in SEVERAL:
            if isinstance(listed := raw.get(name), list):
                more[name] = [full(each) for each in listed]
        return raw | {"key": f"{pack}/{raw['key']}"} | more

    def card_mistakes(self, card: Card, raw: Mapping[str, object], world: World) -> Iterator[Mistake]:
        """Everything wrong with a card of the right shape."""
        return card_mistakes(card, world.kinds)

    def is_drawn(self, card: Card) -> bool:
        """Whether a card stands in a Battle Deck."""
        return isinstance(card, SupportCard)

    def is_deck(self, data: Mapping[str, object]) -> bool:
        """Whether a file is a squad."""
        return "hero" in data

    def deck(self, text: Text) -> Squad:
        """A squad as its file writes it."""
        return squad_of(text)

    def size(self, deck: Squad) -> int:
        """The Hero and the Characters."""
        return 1 + len(deck.characters)

    def drawn(self, deck: Squad) -> tuple[str, ...]:
        """None: the Battle Deck follows from the Hero."""
        return ()
