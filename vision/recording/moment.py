"""One picture of a recording, and what was said of it."""

from dataclasses import dataclass

from vision.observation import TableObservation


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture.

    Attributes:
        sequence: Its number in the camera, as in `Frame`; gaps are pictures that were passed over or left out.
        captured_s: When it was taken, monotonic seconds of the machine that took it.
        jpeg: The picture's bytes.
        said: What the program saw in it at that moment; None where it could not read the picture, or did not look.
    """

    sequence: int
    captured_s: float
    jpeg: bytes
    said: TableObservation | None = None
