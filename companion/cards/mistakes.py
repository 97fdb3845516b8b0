"""A mistake in a pack or deck: where it is, and what is said of it to those who write files and to players."""

from collections.abc import Mapping

from companion.documents import Path


class Sentence(str):
    """What is wrong, in the words of the file; and which text says it to players.

    Attributes:
        key: Of the text among `workshop.wrong`; empty where only files get this wrong.
        values: What stands in that text.
    """

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, object]


Mistake = tuple[Path, str]
"""Where it is, and a sentence."""


def told(key: str, sentence: str, **values: object) -> Sentence:
    """A sentence with the text that says it to players.

    Args:
        key: Of the text among `workshop.wrong`.
        sentence: In English, in the words of the file.
        **values: What stands in the text.
    """
    said = Sentence(sentence)
    said.key, said.values = key, values
    return said
