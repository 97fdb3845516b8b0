"""Builds the tag observations that are reported; one is rebuilt only if the tag moved."""

from collections.abc import Iterable

from vision.arrays import Floats
from vision.observation import TagObservation


class TagCache:
    """The observations of the newest image, kept for the next one: most tags of most images have not moved."""

    def __init__(self, dictionary: str) -> None:
        self._dictionary = dictionary
        self._kept: dict[int, tuple[Floats, TagObservation]] = {}

    def told(self, found: Iterable[tuple[int, Floats]]) -> tuple[TagObservation, ...]:
        """Returns observations for tags and their corners (4, 2).

        An array passed in must never be written to afterwards.
        """
        kept = {}
        for tag_id, corners_px in found:
            known = self._kept.get(id(corners_px))
            # The cache holds the arrays, so that the id of a discarded array cannot be reused.
            kept[id(corners_px)] = known or (corners_px, self._observation(tag_id, corners_px))
        self._kept = kept
        return tuple(observation for _, observation in kept.values())

    def _observation(self, tag_id: int, corners_px: Floats) -> TagObservation:
        return TagObservation(tag_id, tuple((x, y) for x, y in corners_px.tolist()), self._dictionary)
