"""Texts as a reader sees them: a space at which no line may end looks like any other."""

from companion.texts import NO_BREAK


def spaced(text: str) -> str:
    """The text with plain spaces in place of those that do not break."""
    return text.replace(NO_BREAK, " ")
