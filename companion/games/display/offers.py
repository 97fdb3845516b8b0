"""What the table asks of a player and what a player may do, in the reader's words, as data for any screen."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be chosen.

    Attributes:
        value: The word that is sent.
        label: What people read.
        thing: Id of the card or creature that it is, for a picture or its details; empty for a mere word.
    """

    value: str
    label: str
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """What an offer still takes.

    Attributes:
        field: Its name.
        kind: `choose`, `number`, `faces`, `words`, `place` for what the camera measures, or `pick` for one of a long
            list.
        label: What people read.
        choices: Of `choose`, `pick` and `faces`.
        least: So many choices at least, or the least number.
        most: So many at most, or the greatest number.
        limit_mm: Of a place: how far the piece may travel; None where that is no question.
        is_cell: Whether its choices are cells, which may be touched on a picture of the board.
    """

    field: str
    kind: str
    label: str
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    limit_mm: float | None = None
    is_cell: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a player may do.

    Attributes:
        kind: The command.
        label: What a button says.
        fixed: Fields that have these words.
        inputs: What it still takes.
        none: What a button says that chooses nothing; empty where the usual words do.
    """

    kind: str
    label: str
    fixed: Mapping[str, str]
    inputs: tuple[Input, ...] = ()
    none: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What the table waits for.

    Attributes:
        key: Stable name, such as `roll`.
        title: What is asked, in one sentence.
        about: Id of the card or creature it is about; empty for none.
        offers: The answers.
        step: The key with what it is for, such as `roll.melee.attack`, for explaining it.
    """

    key: str
    title: str
    about: str
    offers: tuple[Offer, ...]
    step: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A rule in a sentence, for learners.

    Attributes:
        rule: Its id, such as `S-MOVE-24`; empty where it is an ability that is explained.
        text: The sentence, in the reader's language.
    """

    rule: str
    text: str
