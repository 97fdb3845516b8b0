"""What the referee explains to learners, as screens are given it."""

from dataclasses import dataclass
from typing import Protocol

from companion.referee.tasks import Offer


@dataclass(frozen=True, slots=True)
class Lesson:
    """A rule in a sentence.

    Attributes:
        rule: Its id, such as `S-MOVE-24`; empty where it is an ability that is explained.
        text: The sentence, in the reader's language.
    """

    rule: str
    text: str


class Lessons(Protocol):
    """Explains what may be asked and done; in the reader's language, and free of all that is hidden."""

    def of_task(self, step: str) -> tuple[Lesson, ...]:
        """What to know about what is asked, by its `step` (`Task.step`, and `step` in a page's task)."""
        ...

    def of_offer(self, offer: Offer) -> tuple[Lesson, ...]:
        """What to know about something that may be done."""
        ...
