"""Tags as they are told to those outside; made anew only where they are somewhere else."""

from collections.abc import Iterable

from vision.arrays import Floats
from vision.observation import TagSighting


class Sightings:
    """The sightings of the newest picture, kept for the next: most tags of most pictures lie where they lay."""

    def __init__(self, dictionary: str) -> None:
        self._dictionary = dictionary
        self._kept: dict[int, tuple[Floats, TagSighting]] = {}

    def told(self, found: Iterable[tuple[int, Floats]]) -> tuple[TagSighting, ...]:
        """Tags and their corners (4, 2) for those outside; nobody may write into an array that was given once."""
        kept = {}
        for tag_id, corners_px in found:
            known = self._kept.get(id(corners_px))
            # Arrays that are kept cannot lend their number to another.
            kept[id(corners_px)] = known or (corners_px, self._sighting(tag_id, corners_px))
        self._kept = kept
        return tuple(sighting for _, sighting in kept.values())

    def _sighting(self, tag_id: int, corners_px: Floats) -> TagSighting:
        return TagSighting(tag_id, tuple((x, y) for x, y in corners_px.tolist()), self._dictionary)
