"""Texts in several languages, as packs and decks have them."""

from collections.abc import Iterator, Mapping

from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.texts import COMPLETE, Language, letters

LANGUAGES = tuple(each.value for each in Language)
NEEDED = tuple(each.value for each in COMPLETE)
LONG = ("text", "flavour", "reminder")
"""Texts that may have several lines."""


def text_mistakes(texts: Mapping[str, str], path: Path, *, needed: bool = False) -> Iterator[Mistake]:
    """Languages that lack, are unknown or empty, and characters that nobody sees.

    A text that nobody gave is no mistake unless it is needed.
    """
    for language, text in texts.items():
        if language not in LANGUAGES:
            yield (*path, language), told("unreadable", f"unknown language {language!r}; {like(language, LANGUAGES)}")
        if odd := letters.odd_letter(text, lines=path[-1] in LONG):
            yield (
                (*path, language),
                told("letters", f"{letters.told(odd)} cannot be seen or turns what stands around it; write without it"),
            )
    if texts or needed:
        for language in NEEDED:
            if not texts.get(language, "").strip():
                yield (
                    path,
                    told(
                        "language",
                        f"{path[-1]!r} lacks the text in {language!r}; every text stands in {', '.join(NEEDED)}",
                        in_language=Language(language).own_name,
                    ),
                )
