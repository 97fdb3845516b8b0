"""Parts of a card that is being made, in words: as they will stand on the card, as far as they can be read."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import converted, described, find_part, inner, is_effect
from companion.games.workshop import Bench
from companion.texts import Language

UNREAD = "…"
"""What is told of a part that cannot be read."""
NOTHING = "–"
"""What is told of a list of effects that is empty."""


class LanguageTeller:
    """Tells the parts of one card of a game with a card language; a game says what is its own."""

    CARD: ClassVar[Any]
    """The type of its cards."""
    EFFECT: ClassVar[Any]
    """The type of its effects."""
    EFFECTS: ClassVar[Any]
    """The type of a list of them."""
    SAYS: ClassVar[Mapping[type, Callable[[Any, Language], str]]]
    """How parts are told; what does not stand here is an effect."""
    STANDING: ClassVar[frozenset[str]]
    """The fields whose effects last as long as what has them: how long is not said."""

    def __init__(self, bench: Bench, language: Language) -> None:
        """Prepares.

        Args:
            bench: The card.
            language: The reader's.
        """
        self._card, self._language = bench.card, language

    def effect(self, made: Any, *, lasts: bool) -> str:  # noqa: ANN401 (an effect of the game's own)
        """An effect in words.

        Args:
            made: The effect.
            lasts: Whether it is said how long a change lasts.
        """
        raise NotImplementedError

    def effects(self, made: tuple[Any, ...], *, lasts: bool) -> str:
        """Several effects in words, from top to bottom; empty for none."""
        raise NotImplementedError

    def told(self, at: Path) -> str:
        """A part as it will stand on the card; empty for what says nothing."""
        part = find_part(described(self.CARD), self._card, at)
        return self.told_as(part.data, part.known, at)

    def told_as(self, data: object, known: inspect.Type, at: Path) -> str:
        """What would be told if a part were written so."""
        text = "" if data is None else self.told_of(data, known, lasts=self.STANDING.isdisjoint(at))
        return f"{text[:1].upper()}{text[1:]}"

    def told_of(self, data: object, known: inspect.Type, *, lasts: bool) -> str:
        """What is told of a value of a type of the card language; empty for what says nothing."""
        if isinstance(known, inspect.VarTupleType) and is_effect(inner(known)):
            several = converted(data, self.EFFECTS)
            return UNREAD if several is None else self.effects(several, lasts=lasts) or NOTHING
        if not isinstance(known, inspect.StructType):
            return ""
        made = converted(data, self.EFFECT if known.tag else known.cls)
        if made is None:
            return UNREAD
        tell = self.SAYS.get(type(made))
        return self.effect(made, lasts=lasts) if tell is None else tell(made, self._language)
