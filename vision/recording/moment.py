"""One picture of a recording, and what was said of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from vision.observation import TableObservation
from vision.simulated.truth import TruePlace

Said: TypeAlias = TableObservation
"""What the program saw in a picture when it was taken."""

TruthBySequence: TypeAlias = Mapping[int, tuple[TruePlace, ...]]
"""Where the pieces truly were, by the number of the picture."""


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
    said: Said | None = None
