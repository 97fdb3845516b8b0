"""Builds the tag sightings that are reported; a sighting is rebuilt only if the tag moved."""

from collections.abc import Iterable

from vision.arrays import Floats
from vision.observation import TagSighting


class Sightings:
    """The sightings of the newest image, kept for the next one: most tags of most images have not moved."""

    def __init__(self, dictionary: str) -> None:
        self._dictionary = dictionary
        self._kept: dict[int, tuple[Floats, TagSighting]] = {}

    def told(self, found: Iterable[tuple[int, Floats]]) -> tuple[TagSighting, ...]:
        """Returns sightings for tags and their corners (4, 2).

        An array passed in must never be written to afterwards.
        """
        kept = {}
        for tag_id, corners_px in found:
            known = self._kept.get(id(corners_px))
            # The cache holds the arrays, so that the id of a discarded array cannot be reused.
            kept[id(corners_px)] = known or (corners_px, self._sighting(tag_id, corners_px))
        self._kept = kept
        return tuple(sighting for _, sighting in kept.values())

    def _sighting(self, tag_id: int, corners_px: Floats) -> TagSighting:
        return TagSighting(tag_id, tuple((x, y) for x, y in corners_px.tolist()), self._dictionary)
