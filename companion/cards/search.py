"""Finding a card by a few letters of its name, in any language."""

import unicodedata

from companion.cards.format import AnyCard

_ALIKE = str.maketrans({"ґ": "г", "є": "е", "і": "и", "ы": "и", "э": "е", "ь": None, "ъ": None, "'": None, "’": None})
"""Letters that people who write another of the languages would take."""


def plain_letters(text: str) -> str:
    """A text as it is searched: small letters without marks, with one space between words.

    Letters that differ between Russian and Ukrainian spelling count as one, so that either finds the other.
    """
    bare = "".join(each for each in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(each))
    kept = "".join(each if each.isalnum() else " " for each in bare.translate(_ALIKE))
    return " ".join(kept.split())


def searched(card: AnyCard) -> str:
    """All names of a card as they are searched, each word once."""
    return " ".join(dict.fromkeys(word for name in card.names.values() for word in plain_letters(name).split()))
