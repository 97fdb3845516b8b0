"""One picture, read: the tracker's eyes without its memory.

A picture that stands alone is searched in every way there is, and what is odd in it is told at once, because no later
picture will clear it up.
"""

from dataclasses import replace

from vision.camera.intrinsics import Lens
from vision.fiducials.detector import find_tags
from vision.fiducials.quad_search import ALL_LOOKS, Look
from vision.images.frame import Frame
from vision.observation import Place, Seen, TableObservation
from vision.table import TableLayout
from vision.tracking.motion import MotionLimits
from vision.tracking.tracker import Tracker

AT_ONCE = MotionLimits(apart_s=0.0, raised_s=0.0)


class TableReader:
    """Reads single pictures of one table; keeps nothing from one picture to the next."""

    def __init__(self, layout: TableLayout, lens: Lens | None, looks: tuple[Look, ...] = ALL_LOOKS) -> None:
        """Prepares to read.

        Args:
            layout: What may stand on the mat.
            lens: The calibration of the camera; None to estimate the lens from every picture.
            looks: How thoroughly to look for tags.
        """
        self._layout = layout
        self._lens = lens
        self._looks = looks

    def read(self, frame: Frame) -> TableObservation:
        """What the picture shows; a piece that does not lie on the mat is missing."""
        observation = Tracker(self._layout, self._lens, AT_ONCE, self._looks).update(frame)
        if not observation.mat.found:
            return replace(observation, tags=find_tags(frame.image, (self._layout.mat.dictionary,), self._looks))
        bases, terrain = _lying(observation.bases), _lying(observation.terrain)
        placed = {place.id for place in (*bases, *terrain)}
        missing = tuple(piece.id for piece in self._layout.pieces if piece.id not in placed)
        return replace(observation, bases=bases, terrain=terrain, missing=missing)


def _lying(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(place for place in places if place.state is Seen.SEEN)
