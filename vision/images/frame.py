"""An image with its capture time, and the interface of image sources."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from vision.arrays import Grey, Image
from vision.images.image import Picture
from vision.trouble import Trouble

__all__ = ["CameraSetting", "CameraSource", "Frame", "Grey", "Image", "Picture"]


class Frame:
    """One image with its capture time; it is decoded only as far as requested.

    Attributes:
        picture: The image, decoded only as far as requested.
        captured_s: When it was taken, monotonic seconds.
        sequence: Number in its source, from 0; a gap means that images were skipped.
    """

    __slots__ = ("captured_s", "picture", "sequence")

    def __init__(self, image: Image | Picture, captured_s: float, sequence: int) -> None:
        """Creates a frame.

        Args:
            image: (h, w) grey or (h, w, 3) BGR; or an image that may not have been decoded yet.
            captured_s: When it was taken, monotonic seconds.
            sequence: Its number.
        """
        self.picture = image if isinstance(image, Picture) else Picture.of(image)
        self.captured_s = captured_s
        self.sequence = sequence

    @classmethod
    def from_jpeg(cls, jpeg: bytes, captured_s: float, sequence: int) -> Self:
        """Returns a frame of a whole JPEG, which is decoded on demand.

        Raises:
            PictureError: If the bytes are not a JPEG.
        """
        return cls(Picture.of_jpeg(jpeg), captured_s, sequence)

    @property
    def image(self) -> Image:
        """The whole image, decoded: (h, w) grey or (h, w, 3) BGR."""
        return self.picture.image

    @property
    def jpeg(self) -> bytes | None:
        """The image as the camera sent it; None if it arrived as pixels."""
        return self.picture.jpeg


@dataclass(frozen=True, slots=True)
class CameraSetting:
    """One requested camera setting, and what the driver reports about it.

    Attributes:
        name: The setting's name, such as `width_px` or `focus_locked`.
        asked: The requested value; None if the camera could choose.
        told: The value that the driver reports; None if it reports none.
    """

    name: str
    asked: float | None
    told: float | None

    @property
    def kept(self) -> bool:
        """Whether the driver reports that it obeyed."""
        return self.asked is None or self.told == self.asked


class CameraSource(Protocol):
    """A source of images; every source runs in a thread of its own and keeps the newest image only.

    As a context manager it starts on entering and stops on leaving.
    """

    @property
    def name(self) -> str:
        """The player's name for it, such as `usb:0`."""
        ...

    @property
    def trouble(self) -> Trouble | None:
        """The present trouble of this source or of one of its images; None while images arrive."""
        ...

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """The requested settings of the device and what its driver made of them; empty if nothing can be set."""
        ...

    def start(self) -> None:
        """Starts to take images and returns at once."""
        ...

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """Returns the newest image with a greater sequence number.

        It waits for one up to `timeout_s`, and returns None if none arrived. `after_sequence` is -1 at first.
        """
        ...

    def stop(self) -> None:
        """Ends the thread, waits for it and releases the device; the call is idempotent."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
