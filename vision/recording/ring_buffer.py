"""Keeps the images of the last seconds in bounded memory."""

import numpy as np

from vision.recording.recorded_image import RecordedImage

SPAN_S = 30.0
MAX_BYTES = 64 * 1024 * 1024
_SAID_BYTES, _TAG_BYTES = 4000, 1100
"""Approximate size of an observation without its tags, and of each tag."""


class RingBuffer:
    """A buffer of the newest images; used by one thread.

    Images older than the span are dropped. If those within it need too much memory, single images between the others
    are dropped, old ones first: the most recent events are kept image by image, earlier ones with gaps.
    """

    def __init__(self, span_s: float = SPAN_S, most_bytes: int = MAX_BYTES) -> None:
        """Creates an empty buffer.

        Args:
            span_s: The time span that it holds.
            most_bytes: Limit for all images together; one image is kept whatever its size.
        """
        self._span_s = span_s
        self._most_bytes = most_bytes
        self._moments: list[RecordedImage] = []
        self.size_bytes = 0

    def __len__(self) -> int:
        return len(self._moments)

    def add(self, moment: RecordedImage) -> None:
        """Adds an image. If it is not newer than the last, the buffer is cleared, because the camera was restarted."""
        if self._moments and moment.captured_s <= self._moments[-1].captured_s:
            self._moments.clear()
            self.size_bytes = 0
        self._moments.append(moment)
        self.size_bytes += size_bytes(moment)
        while moment.captured_s - self._moments[0].captured_s > self._span_s:
            self._drop(0)
        while self.size_bytes > self._most_bytes and len(self._moments) > 1:
            self._drop(self._least_missed())

    def moments(self) -> tuple[RecordedImage, ...]:
        """Returns the images, oldest first."""
        return tuple(self._moments)

    def _drop(self, index: int) -> None:
        self.size_bytes -= size_bytes(self._moments.pop(index))

    def _least_missed(self) -> int:
        """Returns the image whose removal leaves the smallest gap relative to its age."""
        if len(self._moments) < 3:
            return 0
        times_s = np.array([moment.captured_s for moment in self._moments])
        gaps_s = times_s[2:] - times_s[:-2]
        ages_s = times_s[-1] - times_s[1:-1]
        return 1 + int(np.argmin(gaps_s / (1.0 + ages_s)))


def size_bytes(moment: RecordedImage) -> int:
    """Returns the memory that an image needs, including its observation."""
    said = 0 if moment.said is None else _SAID_BYTES + _TAG_BYTES * len(moment.said.tags)
    return len(moment.jpeg) + said
