"""Reads single images, with the tracker's methods but without its memory.

Every search method is applied to a single image, and anomalies are reported at once, because no later image can
resolve them.
"""

from dataclasses import replace

from vision.camera.intrinsics import Lens
from vision.fiducials.detector import find_tags
from vision.fiducials.quad_search import ALL_PREPROCESSINGS, Preprocessing
from vision.images.frame import Frame
from vision.observation import Place, TableObservation, TrackState
from vision.table import TableLayout
from vision.tracking.motion import MotionLimits
from vision.tracking.tracker import Tracker

AT_ONCE = MotionLimits(apart_s=0.0, raised_s=0.0)


class TableReader:
    """Reads single images of one table; no state is kept from one image to the next."""

    def __init__(
        self, layout: TableLayout, lens: Lens | None, preprocessings: tuple[Preprocessing, ...] = ALL_PREPROCESSINGS
    ) -> None:
        """Creates a reader.

        Args:
            layout: The table's layout.
            lens: The camera's calibration; None to estimate the lens from every image.
            preprocessings: How thoroughly to search for tags.
        """
        self._layout = layout
        self._lens = lens
        self._looks = preprocessings

    def read(self, frame: Frame) -> TableObservation:
        """Reads one image; a piece that does not lie on the mat is reported as missing."""
        observation = Tracker(self._layout, self._lens, AT_ONCE, self._looks).update(frame)
        if not observation.mat.found:
            return replace(observation, tags=find_tags(frame.image, (self._layout.mat.dictionary,), self._looks))
        bases, terrain = _lying(observation.bases), _lying(observation.terrain)
        placed = {place.id for place in (*bases, *terrain)}
        missing = tuple(piece.id for piece in self._layout.pieces if piece.id not in placed)
        return replace(observation, bases=bases, terrain=terrain, missing=missing)


def _lying(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(place for place in places if place.state is TrackState.SEEN)
