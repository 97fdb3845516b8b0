"""The cards that a report names: in its sentences they lead to their words at its end."""

import re
from collections.abc import Iterator
from html import escape

from companion.games.speech import Phrase, things_of
from companion.presentation.teller import Teller


class CardBook:
    """Collects the cards that are named, in the order in which they come up, with what they say."""

    def __init__(self) -> None:
        self._named: dict[str, str] = {}

    def linked(self, sentence: str, phrase: Phrase, teller: Teller) -> str:
        """A sentence as HTML, the cards in it leading to their words."""
        anchors = {escape(teller.name(thing)): thing for thing in things_of(phrase.values.values())}
        known = {name: card.key for name, thing in anchors.items() if (card := teller.card(thing)) is not None}
        text = escape(sentence)
        if not known:
            return text
        found = re.compile("|".join(re.escape(name) for name in sorted(known, key=len, reverse=True)))
        return found.sub(lambda match: f'<a href="#{self._anchor(known[match[0]])}">{match[0]}</a>', text)

    def pages(self, teller: Teller) -> Iterator[str]:
        """All cards that were named, with their words, as HTML."""
        for key, anchor in self._named.items():
            text = teller.card(key)
            assert text is not None  # noqa: S101 (only such are named)
            lines = "".join(f"<p>{escape(line)}</p>" for line in text.lines)
            cost = f'<p class="quiet">{escape(text.cost)}</p>' if text.cost else ""
            name = escape(teller.name(key))
            kind = f'<p class="quiet">{escape(" · ".join(each for each in (text.kind, text.stats) if each))}</p>'
            yield f'<article id="{anchor}"><h3>{name}</h3>{kind}{cost}{lines}</article>'

    def _anchor(self, key: str) -> str:
        return self._named.setdefault(key, f"card-{len(self._named) + 1}")
