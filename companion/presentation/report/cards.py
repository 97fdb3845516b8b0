"""The cards that a report names: in its sentences they lead to their words at its end."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.games.display.speech import Phrase, things_of
from companion.presentation.teller import Teller


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card with its words.

    Attributes:
        anchor: Where links lead to.
        name: Its name.
        kind: Its kind and its figures.
        cost: What it costs; empty where nothing is said.
        lines: What it does.
    """

    anchor: str
    name: str
    kind: str
    cost: str
    lines: tuple[str, ...]


class CardBook:
    """Collects the cards that are named, in the order in which they come up, with what they say."""

    def __init__(self) -> None:
        self._named: dict[str, str] = {}

    def linked(self, sentence: str, phrase: Phrase, teller: Teller) -> Markup:
        """A sentence as HTML, the cards in it leading to their words."""
        names = {str(escape(teller.name(thing))): thing for thing in things_of(phrase.values.values())}
        known = {name: card.key for name, thing in names.items() if (card := teller.card(thing)) is not None}
        text = escape(sentence)
        if not known:
            return text
        found = re.compile("|".join(re.escape(name) for name in sorted(known, key=len, reverse=True)))
        linked = found.sub(lambda match: f'<a href="#{self._anchor(known[match[0]])}">{match[0]}</a>', str(text))
        return Markup(linked)  # noqa: S704 (escaped above)

    def pages(self, teller: Teller) -> Iterator[CardPage]:
        """All cards that were named, with their words."""
        for key, anchor in self._named.items():
            text = teller.card(key)
            assert text is not None  # noqa: S101 (only such are named)
            kind = " · ".join(each for each in (text.kind, text.stats) if each)
            yield CardPage(anchor, teller.name(key), kind, text.cost, tuple(text.lines))

    def _anchor(self, key: str) -> str:
        return self._named.setdefault(key, f"card-{len(self._named) + 1}")
