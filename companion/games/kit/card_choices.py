"""What may be chosen for the fields of a card, in the words of players, as far as it follows from the card language."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import words_of
from companion.games.workshop import Bench, CardOption, Written
from companion.texts import Language, TextError


class WordedChoices:
    """What may be chosen for one card, for one reader; a game adds what its own card language has beside words."""

    ORDER: tuple[str, ...] = ()
    """Words in the order in which they are offered; msgspec knows them in none."""
    TOPICS: Mapping[str, str] = {}
    """Topics of the texts that already name the values of a field, by the field, or by its table and itself."""

    def __init__(self, bench: Bench, language: Language, speak: Callable[..., str]) -> None:
        """Prepares.

        Args:
            bench: The card.
            language: The reader's.
            speak: A text of the game in a language, by its key.
        """
        self.bench, self.language, self._speak = bench, language, speak

    def say(self, key: str, **values: object) -> str:
        """A text of the workshop."""
        return self._speak(self.language, f"workshop.{key}", **values)

    def label(self, table: str, field: str) -> str:
        """What a field of a table is called."""
        return self.first(f"workshop.field_of.{table}.{field}", f"workshop.field.{field}")

    def effect(self, word: str) -> str:
        """What an effect is called."""
        return self.say(f"effect.{word}")

    def named(self, value: Written) -> str:
        """What is written and is none of what may be chosen."""
        return value if isinstance(value, str) else self.say("as_written")

    def of_field(self, at: Path, table: str, field: str, known: inspect.Type) -> tuple[CardOption, ...]:
        """What may stand in a field: its words."""
        return self.worded(table, field, words_of(known, self.ORDER))

    def worded(self, table: str, field: str, words: Sequence[str]) -> tuple[CardOption, ...]:
        """Words as they are called in a field."""
        return tuple(CardOption(each, self.word(table, field, each)) for each in words)

    def word(self, table: str, field: str, value: str) -> str:
        """What a word is called in a field."""
        topic = self.TOPICS.get(f"{table}.{field}", self.TOPICS.get(field, ""))
        keys = [f"workshop.value_of.{table}.{field}.{value}", f"workshop.value.{field}.{value}"]
        text = self.first(*keys, *([f"{topic}.{value}"] if topic else []))
        return f"{text[:1].upper()}{text[1:]}"

    def first(self, *keys: str) -> str:
        """The text of the first key that has one."""
        for key in keys[:-1]:
            try:
                return self._speak(self.language, key)
            except TextError:
                continue
        return self._speak(self.language, keys[-1])
