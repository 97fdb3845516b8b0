"""The interface that a kind of camera implements to become a source: open, read the next image, close."""

from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Image
from vision.errors import SourceError
from vision.images.frame import CameraSetting, Picture
from vision.trouble import Trouble, TroubleKind


class FeedError(SourceError):
    """The feed gives no images at present.

    Attributes:
        trouble: What is wrong, for the player.
        final: Whether a retry is useless.
    """

    def __init__(self, kind: TroubleKind, about: str, sentence: str, *, final: bool = False) -> None:
        super().__init__(sentence)
        self.trouble = Trouble(kind, about, sentence)
        self.final = final


@dataclass(frozen=True, slots=True)
class RawImage:
    """One image as delivered by a feed.

    Attributes:
        image: (h, w) grey or (h, w, 3) BGR; or an image that is not decoded yet.
        captured_s: When it was taken, monotonic seconds.
        passed_over: Number of images dropped since the previous one.
        trouble: What was wrong with the dropped images, if anything was.
    """

    image: Image | Picture
    captured_s: float
    passed_over: int = 0
    trouble: Trouble | None = None


class Feed(Protocol):
    """A device, stream, video or folder. Only one thread uses it, except for `interrupt`."""

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """The requested settings of the device and what its driver made of them."""
        ...

    def open(self) -> None:
        """Opens the feed.

        Raises:
            FeedError: If it cannot be opened at present.
        """
        ...

    def read(self) -> RawImage | Trouble | None:
        """Waits for the next image and returns it.

        Returns:
            The image; or what was wrong with an image that was skipped; or None if there is none yet.

        Raises:
            FeedError: If no more images come unless it is opened again.
        """
        ...

    def close(self) -> None:
        """Releases the device; the call is idempotent and allowed at any time."""
        ...

    def interrupt(self) -> None:
        """Makes a waiting `read` in another thread return soon, if possible."""
        ...
