"""What a game says of its events: the key of a sentence and what stands in it, in no language yet.

Values that mean something to a reader, such as a piece or a zone, are kept as what they are; whoever knows the reader's
language names them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Reference:
    """A player, creature or card, by its id on the table or its key."""

    id: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the program's own texts, by its key; shown as `plain` where no text has it."""

    key: str
    plain: str = ""


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text that comes in languages of its own, such as the name of an ability."""

    texts: dict[str, str]


@dataclass(frozen=True, slots=True)
class ValueList:
    """Values side by side."""

    values: "tuple[Value, ...]"


Value = str | int | float | Reference | Word | TranslatedText | ValueList


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence.

    Attributes:
        key: Which, within the topic `log` of the texts.
        values: What stands in it.
        rule: Id of the rule that made it so; empty for none.
        refuses: Whether it tells that something is not done.
    """

    key: str
    values: dict[str, Value] = field(default_factory=dict)
    rule: str = ""
    refuses: bool = False


def things_of(values: Iterable[Value]) -> Iterator[str]:
    """Ids of the players, creatures and cards among the values of a phrase."""
    for value in values:
        if isinstance(value, Reference):
            yield value.id
        elif isinstance(value, ValueList):
            yield from things_of(value.values)


class Topic(StrEnum):
    """What a sentence is about.

    TURNS: turns, phases, how the game begins and ends. MOVES: creatures and templates that come, go, stand and act.
    FIGHTS: dice, harm, and whatever leads to them. CARDS: cards and whatever they bring. HAND: what the
    players set, settled or let pass themselves.
    """

    TURNS = "turns"
    MOVES = "moves"
    FIGHTS = "fights"
    CARDS = "cards"
    HAND = "hand"
