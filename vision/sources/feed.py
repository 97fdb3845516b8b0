"""What a kind of camera must offer to become a source: opening, the next picture, closing."""

from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Image
from vision.errors import SourceError
from vision.images.frame import CameraSetting, Picture
from vision.trouble import Trouble, TroubleKind


class FeedError(SourceError):
    """A feed that gives no pictures now.

    Attributes:
        trouble: What is wrong, for the player.
        final: Whether trying again is of no use.
    """

    def __init__(self, kind: TroubleKind, about: str, sentence: str, *, final: bool = False) -> None:
        super().__init__(sentence)
        self.trouble = Trouble(kind, about, sentence)
        self.final = final


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture as a feed hands it over.

    Attributes:
        image: (h, w) grey or (h, w, 3) BGR; or a picture that is not decoded yet.
        captured_s: When it was taken, monotonic seconds.
        passed_over: Pictures dropped since the one before.
        trouble: What was wrong with those, where something was.
    """

    image: Image | Picture
    captured_s: float
    passed_over: int = 0
    trouble: Trouble | None = None


class Feed(Protocol):
    """A device, stream, video or folder; used by one thread, but for `interrupt`."""

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """What was asked of the device and what it made of it."""
        ...

    def open(self) -> None:
        """Opens it.

        Raises:
            FeedError: If it cannot be opened now.
        """
        ...

    def read(self) -> Shot | Trouble | None:
        """The next picture; waits for it.

        Returns:
            The picture, or what was wrong with the one that was passed over, or None when there is none yet.

        Raises:
            FeedError: If no more come without opening it again.
        """
        ...

    def close(self) -> None:
        """Frees the device; may be called at any time, also twice."""
        ...

    def interrupt(self) -> None:
        """Called by another thread: makes a waiting `read` return soon, where that can be done."""
        ...
