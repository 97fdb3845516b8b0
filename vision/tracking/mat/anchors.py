"""Distinctive spots next to the mat: they shift when the camera moves, and stay when only the mat moves.

Each spot votes for the shift closer to its own: none, or that of the mat. A spot that no longer matches its stored
appearance has moved farther than can be measured.

Method: a majority vote; each spot chooses the hypothesis that is closer to its shift.
"""

from collections.abc import Hashable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import GreyView
from vision.pose.drift import Similarity
from vision.table import MatLayout
from vision.tracking.patches import PatchSimilarity, PatchStore

MAX = 8
EDGE_PX = 20.0
MIN = 3
"""Fewest spots for a decision."""

LOOKS_SAME = 0.85
STAYED_PX = 0.3
"""Largest measured shift of a spot that stayed. The shift of a spot with little texture is underestimated."""


class Anchors:
    """The spots of one image, stored as stored patches."""

    def __init__(self, patches: PatchStore) -> None:
        self._patches = patches
        self._spots_px: dict[Hashable, Floats] = {}

    def choose(self, view: GreyView, model: CameraModel, mat: MatLayout) -> None:
        """Chooses new spots, all outside the mat and its tags."""
        for key in self._spots_px:
            self._patches.forget(key)
        self._spots_px = {}
        small, scale = view.reduced()
        outside = np.full(small.shape, 255, dtype=np.uint8)
        reach_mm = 2 * max(abs(tag.x_mm - mat.width_mm / 2) for tag in mat.tags) + 60.0
        middle = np.array([mat.width_mm / 2, mat.height_mm / 2])
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach_mm / 2 + middle
        hull = model.pixels(np.column_stack([square, np.zeros(4)])) / scale
        cv2.fillConvexPoly(outside, np.rint(hull).astype(np.int32), 0)
        rim = round(EDGE_PX / scale) + 2
        outside[:rim] = outside[-rim:] = 0
        outside[:, :rim] = outside[:, -rim:] = 0
        spots: NDArray[np.float32] | None = cv2.goodFeaturesToTrack(  # type: ignore[assignment]  # None if there are none
            small, MAX, 0.05, 40.0 / scale + 5, mask=outside
        )
        if spots is None:
            return
        half = EDGE_PX / 2
        square_px = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        for n, spot in enumerate(spots.reshape(-1, 2)):
            at_px = np.asarray((spot + 0.5) * scale - 0.5, dtype=np.float64)
            if self._patches.remember(("anchor", n), view, at_px + square_px, witness=True):
                self._spots_px["anchor", n] = at_px

    def camera_moved(self, similarities: dict[Hashable, PatchSimilarity], mat_went: Similarity) -> bool | None:
        """Whether the camera moved, given the mat's shift in the image; None if there are too few spots."""
        known = [(at_px, similarities[key]) for key, at_px in self._spots_px.items() if key in similarities]
        if len(known) < MIN:
            return None
        went_px = mat_went.at(np.array([at_px for at_px, _ in known]))
        stayed = sum(
            like.explained >= LOOKS_SAME and like.moved_px < min(STAYED_PX, float(np.hypot(*(went - like.shift_px))))
            for (_, like), went in zip(known, went_px, strict=True)
        )
        return bool(stayed < 0.5 * len(known))
