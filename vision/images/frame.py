"""A picture with its time, and the door through which pictures come."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from vision.arrays import Grey, Image
from vision.images.image import Picture
from vision.trouble import Trouble

__all__ = ["CameraSetting", "CameraSource", "Frame", "Grey", "Image", "Picture"]


class Frame:
    """One picture with its time; what of it is decoded is decided by what is asked for.

    Attributes:
        picture: The picture, decoded no further than was asked for.
        captured_s: When it was taken, monotonic seconds.
        sequence: Number in its source, from 0; gaps are pictures that were passed over.
    """

    __slots__ = ("captured_s", "picture", "sequence")

    def __init__(self, image: Image | Picture, captured_s: float, sequence: int) -> None:
        """Takes a picture.

        Args:
            image: (h, w) grey or (h, w, 3) BGR; or a picture that may not have been decoded yet.
            captured_s: When it was taken, monotonic seconds.
            sequence: Its number.
        """
        self.picture = image if isinstance(image, Picture) else Picture.of(image)
        self.captured_s = captured_s
        self.sequence = sequence

    @classmethod
    def from_jpeg(cls, jpeg: bytes, captured_s: float, sequence: int) -> Self:
        """A frame of a whole JPEG, which is decoded when it is looked at.

        Raises:
            PictureError: If it is none.
        """
        return cls(Picture.of_jpeg(jpeg), captured_s, sequence)

    @property
    def image(self) -> Image:
        """(h, w) grey or (h, w, 3) BGR; decodes all of it."""
        return self.picture.image

    @property
    def jpeg(self) -> bytes | None:
        """The picture as the camera sent it; None where it came as pixels."""
        return self.picture.jpeg


@dataclass(frozen=True, slots=True)
class CameraSetting:
    """One thing that was asked of a camera, and what its driver says became of it.

    Attributes:
        name: What it is, such as `width_px` or `focus_locked`.
        asked: The value asked for; None where the camera was left to choose.
        told: The value the driver tells; None where it tells nothing.
    """

    name: str
    asked: float | None
    told: float | None

    @property
    def kept(self) -> bool:
        """Whether the driver says that it did as asked."""
        return self.asked is None or self.told == self.asked


class CameraSource(Protocol):
    """Where pictures come from; every source runs in a thread of its own and keeps the newest picture only.

    As a context manager it starts on entering and stops on leaving.
    """

    @property
    def name(self) -> str:
        """What the player calls it, such as `usb:0`."""
        ...

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong now, about this source or one of its pictures; None while pictures come."""
        ...

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """What was asked of the device and what it made of it; empty where nothing can be set."""
        ...

    def start(self) -> None:
        """Begins to take pictures; returns at once."""
        ...

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """The newest picture with a greater sequence number.

        Waits until there is one, at most `timeout_s`; None if none came. `after_sequence` is -1 at first.
        """
        ...

    def stop(self) -> None:
        """Ends the thread, waits for it and frees the device; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
