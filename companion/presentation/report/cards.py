"""The cards that a report names: in its sentences they lead to their words at its end."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from companion.games.signum.cards import Card
from companion.games.signum.state import State
from companion.games.speech import Phrase, Several, Thing, Value
from companion.presentation.teller import Teller


@dataclass(frozen=True, slots=True)
class CardText:
    """A card in words.

    Attributes:
        kind: What it is.
        cost: What is paid for it; empty where nothing is.
        lines: What stands on it.
        stats: Its printed values; empty where it has none.
    """

    kind: str
    cost: str
    lines: tuple[str, ...]
    stats: str = ""


class CardBook:
    """Collects the cards that are named, in the order in which they come up."""

    def __init__(self, words: Callable[[Card], CardText] | None) -> None:
        """Prepares.

        Args:
            words: Puts a card into words; None for a report without them.
        """
        self._words = words
        self._named: dict[str, str] = {}

    def linked(self, sentence: str, phrase: Phrase, teller: Teller) -> str:
        """A sentence as HTML, the cards in it leading to their words."""
        if self._words is None:
            return escape(sentence)
        state: State = teller.state
        anchors = {escape(teller.name(thing)): thing for thing in things_of(phrase.values.values())}
        known = {
            name: key for name, thing in anchors.items() if (key := state.keys.get(thing, thing)) in state.setup.cards
        }
        text = escape(sentence)
        if not known:
            return text
        found = re.compile("|".join(re.escape(name) for name in sorted(known, key=len, reverse=True)))
        return found.sub(lambda match: f'<a href="#{self._anchor(known[match[0]])}">{match[0]}</a>', text)

    def pages(self, teller: Teller) -> Iterator[str]:
        """All cards that were named, with their words, as HTML."""
        for key, anchor in self._named.items():
            card = teller.state.setup.cards[key]
            assert self._words is not None  # noqa: S101 (nothing is named without them)
            text = self._words(card)
            lines = "".join(f"<p>{escape(line)}</p>" for line in text.lines)
            cost = f'<p class="quiet">{escape(text.cost)}</p>' if text.cost else ""
            name = escape(teller.name(key))
            kind = f'<p class="quiet">{escape(" · ".join(each for each in (text.kind, text.stats) if each))}</p>'
            yield f'<article id="{anchor}"><h3>{name}</h3>{kind}{cost}{lines}</article>'

    def _anchor(self, key: str) -> str:
        return self._named.setdefault(key, f"card-{len(self._named) + 1}")


def things_of(values: Iterable[Value]) -> Iterator[str]:
    """Ids of the players, creatures and cards among the values of a phrase."""
    for value in values:
        if isinstance(value, Thing):
            yield value.id
        elif isinstance(value, Several):
            yield from things_of(value.values)
