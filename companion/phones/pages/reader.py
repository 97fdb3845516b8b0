"""For whom a page is made."""

from dataclasses import dataclass

from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Reader:
    """One kind of reader; all phones of the same kind show the same.

    Attributes:
        viewer: Id of the player whose seat it is, or `SPECTATOR`.
        language: What is read.
    """

    viewer: str
    language: Language
