"""Sentences about what happened, in the reader's language."""

from companion.games.signum.naming import name_of
from companion.games.signum.state import State
from companion.games.speech import Phrase, Several, Spoken, Thing, Value, Word
from companion.texts import Language, TextError, say, translated

PERSONS = ("", "hand", "manual")
"""Sources of faces that a person told."""


def sentence(phrase: Phrase, state: State, language: Language, *, shorter: str = "") -> str:
    """A phrase as one sentence.

    Args:
        phrase: What is said.
        state: The game, for the names of players and cards.
        language: The reader's.
        shorter: Topic of texts that say some things in fewer words, such as `phones.said`; empty for none.
    """
    values = {name: _shown(value, state, language) for name, value in phrase.values.items()}
    if shorter:
        try:
            return say(language, f"{shorter}.{phrase.key}", **values).strip()
        except TextError:
            pass
    return say(language, f"log.{phrase.key}", **values).strip()


def face_of(face: str, language: Language) -> str:
    """What a die's face is called."""
    return _word(f"face.{face}", face, language)


def die_of(source: str, die: str, language: Language) -> str:
    """What a die is called whose face comes from a source: after the source, unless a person told the face.

    Args:
        source: How it calls itself, such as `own-serial`; empty for a person.
        die: Its name, such as `own-serial:amber`; empty where nobody knows.
        language: The reader's.
    """
    try:
        named = say(language, f"phones.source.{source or 'hand'}")
    except TextError:
        named = source
    number = "" if source in PERSONS else die.partition(":")[2].removeprefix("code-")
    return f"{named} {number}".strip()


def _shown(value: Value, state: State, language: Language) -> str | int | float:
    match value:
        case Thing(id=thing):
            return name_of(thing, state, language)
        case Word(key=key, plain=plain):
            return _word(key, plain, language)
        case Spoken(texts=texts):
            return translated(texts, language)
        case Several(values=values):
            shown = (str(_shown(each, state, language)) for each in values)
            return (" " if _paired(values) else ", ").join(shown) or "–"
        case _:
            return value


def _paired(values: tuple[Value, ...]) -> bool:
    """Whether it is a thing with a word to it, such as a player with what was rolled."""
    return len(values) == 2 and isinstance(values[0], Thing) and isinstance(values[1], Word)


def _word(key: str, plain: str, language: Language) -> str:
    try:
        return say(language, f"log.{key}")
    except TextError:
        if not plain:
            raise
        return plain
