"""What a game says of its cards and decks, so that packs of them can be read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from companion.cards.errors import Fault
from companion.cards.mistakes import Mistake
from companion.cards.text import Text
from companion.documents import Path


class AnyCard(Protocol):
    """What every card has."""

    @property
    def key(self) -> str:
        """Of the card, with its pack's id before it."""
        ...

    @property
    def names(self) -> dict[str, str]:
        """By language."""
        ...


class AnyDeck(Protocol):
    """What every deck has: all that one player brings to a game."""

    @property
    def file(self) -> str:
        """Where it was read."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """By language; may be empty."""
        ...

    @property
    def lines(self) -> Mapping[Path, int]:
        """Where in the file everything stands."""
        ...


C = TypeVar("C", bound=AnyCard)
D = TypeVar("D", bound=AnyDeck)


class CardFormat(Protocol[C, D]):
    """How one game's cards and decks are written.

    Attributes:
        card_type: A card, for msgspec.
        name_tables: Tables of names that a pack has beside its cards, such as `factions`.
        everywhere: Keys in them that no pack declares.
        deck_words: What a deck is called in English, and one of what it holds: a deck of cards, a team of champions.
    """

    card_type: type[C]
    name_tables: tuple[str, ...]
    everywhere: tuple[str, ...]
    deck_words: tuple[str, str]

    def world(self, cards: Iterable[C], raw: Iterable[tuple[str, Iterable[Mapping[str, object]]]]) -> Any:  # noqa: ANN401 (the game's own)
        """All that cards may name.

        Args:
            cards: Those that are known to be right.
            raw: Id of each pack that is read now, and its cards as its file writes them, right or wrong.
        """
        ...

    def world_of_pack(self, world: Any, names: Mapping[str, Mapping[str, dict[str, str]]]) -> Any:  # noqa: ANN401 (likewise)
        """What the cards of one pack may name, given its tables of names."""
        ...

    def in_full(self, raw: object, pack: str, own: frozenset[str]) -> object:
        """Data of a card with every key of the same pack written in full.

        Args:
            raw: Data as read.
            pack: Id of the pack.
            own: Keys of its cards.
        """
        ...

    def card_mistakes(self, card: C, raw: Mapping[str, object], world: Any) -> Iterator[Mistake]:  # noqa: ANN401 (likewise)
        """Everything wrong with a card of the right shape."""
        ...

    def is_drawn(self, card: C) -> bool:
        """Whether a card is drawn from a deck, so that its sleeve may have a sticker."""
        ...

    def is_deck(self, data: Mapping[str, object]) -> bool:
        """Whether a file is a deck, as far as its contents tell."""
        ...

    def deck(self, text: Text) -> D:
        """A deck as its file writes it; whether it may be played is another question.

        Raises:
            DeckError: If it is not written as a deck, with every mistake in it.
        """
        ...

    def size(self, deck: D) -> int:
        """How many cards, or champions, a deck's file lists."""
        ...

    def drawn(self, deck: D) -> tuple[str, ...]:
        """Key of every card that is drawn from a deck, in the order of its file."""
        ...


Faults = tuple[Fault, ...]
