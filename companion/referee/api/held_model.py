"""A model that is held, by a finger or a hand."""

from dataclasses import dataclass

from companion.games.board import DropZone


@dataclass(frozen=True, slots=True)
class HeldModel:
    """A model that is held.

    Attributes:
        of: Id of its piece.
        zone: Where it may be put down; None where it may not be moved now.
        why: Why not, in the language of the screen; empty where nothing is to be said.
    """

    of: str
    zone: DropZone | None = None
    why: str = ""
