"""One image of a recording with its observation."""

from dataclasses import dataclass

from vision.observation import TableObservation


@dataclass(frozen=True, slots=True)
class RecordedImage:
    """One image.

    Attributes:
        sequence: Its number in the source, as in `Frame`; a gap means that images were skipped or removed.
        captured_s: When it was taken, on the monotonic clock of the computer that took it.
        jpeg: The image's bytes.
        said: The program's observation at that time; None if it could not read the image or did not process it.
    """

    sequence: int
    captured_s: float
    jpeg: bytes
    said: TableObservation | None = None
