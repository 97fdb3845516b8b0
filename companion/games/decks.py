"""A deck as a list of cards with counts, which players change by touch."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.options import Chosen
from companion.games.shelf import Shelf
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A card that is in a deck, or may be.

    Attributes:
        key: Of the card.
        name: What it is called, in the reader's language.
        note: What it is, in the reader's language.
        group: What the cards that stand with it have in common, in the reader's language.
        count: How many of it are in the deck.
        most: How many may be.
    """

    key: str
    name: str
    note: str
    group: str
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """All that is in a deck and may be.

    Attributes:
        summary: Who leads it and how many cards it has, in the reader's language.
        rows: Those of a group one after the other, the players' own cards first.
        wrong: Why it may not be played, in sentences for the reader; none where it may.
    """

    summary: str
    rows: tuple[DeckRow, ...]
    wrong: tuple[str, ...]


class DeckEditor(Protocol):
    """How a deck is changed card by card: a shelf has one as `editor` where its decks are lists with counts."""

    def sheet(self, deck: Any, cards: Mapping[str, Any], chosen: Chosen, language: Language) -> DeckSheet:  # noqa: ANN401 (the game's own)
        """What is in a deck, and what may be.

        Args:
            deck: As the game's library reads it.
            cards: All cards there are, by key.
            chosen: For every option.
            language: The reader's.
        """
        ...

    def data(self, deck: Any) -> Mapping[str, Any]:  # noqa: ANN401 (likewise)
        """A deck as its file has it."""
        ...

    def with_count(self, deck: Any, card: Any, count: int) -> Mapping[str, Any]:  # noqa: ANN401 (likewise)
        """A deck with so many of a card, as its file has it."""
        ...


def editor_of(shelf: Shelf) -> DeckEditor | None:
    """How decks of a game are changed card by card; None where they are not."""
    return getattr(shelf, "editor", None)
