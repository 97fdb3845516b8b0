"""Detects a mat that moves so slowly that no single tag counts as shifted, although all tags together do.

Method: an exponential moving average of the common shift (a similarity by least squares), compared with a threshold
(EWMA chart).

References:
    Roberts 1959.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.pose.corner_average import CornerMean
from vision.pose.drift import similarity_by
from vision.pose.refine import MIN_TAGS, MatPose
from vision.tracking.patches import PatchSimilarity

LOOKS_SAME = 0.85
"""Explained share above which a tag is unchanged."""

CREEP_PX = 0.06
CREEP_MEAN_S = 0.1
"""The mat creeps if, averaged over this time, its tags shift together by more than `CREEP_PX`."""


class CreepEstimate:
    """The running mean of the shift of one mat's corners in the image."""

    def __init__(self, outline_mm: NDArray[np.float64]) -> None:
        self._outline_mm = outline_mm
        self._outline_by: tuple[MatPose, tuple[int, ...], NDArray[np.complex128]] | None = None
        self._going_px = np.zeros(len(outline_mm), dtype=np.complex128)

    def forget(self) -> None:
        """Starts over: the tags are compared with their present appearance from now on."""
        self._going_px = np.zeros(len(self._outline_mm), dtype=np.complex128)

    def creeps(
        self, pose: MatPose, means: Mapping[int, CornerMean], shown: Mapping[int, PatchSimilarity], passed_s: float
    ) -> bool:
        """Whether the mat creeps.

        Args:
            pose: The camera's pose.
            means: The mean positions of the mat's tags, by id.
            shown: The comparisons of the tags visible in the newest image.
            passed_s: Time since the previous image.
        """
        steady = [tag_id for tag_id, like in shown.items() if like.explained >= LOOKS_SAME and tag_id in means]
        if len(steady) < MIN_TAGS:
            return False
        by = self._outline_shifts(pose, means, tuple(steady))
        newest = by @ [complex(*shown[tag_id].shift_px) for tag_id in steady]
        held = float(np.exp(-passed_s / CREEP_MEAN_S))
        self._going_px = held * self._going_px + (1 - held) * newest
        return float(np.abs(self._going_px).max()) > CREEP_PX

    def _outline_shifts(
        self, pose: MatPose, means: Mapping[int, CornerMean], steady: tuple[int, ...]
    ) -> NDArray[np.complex128]:
        """Returns the matrix (4, n) from shifts of these tags' centres to shifts of the mat's corners; it is cached."""
        known = self._outline_by
        if known is None or known[0] is not pose or known[1] != steady:
            points = np.array([means[tag_id].corners_px.mean(axis=0) for tag_id in steady])
            known = (pose, steady, similarity_by(points, pose.model.pixels(self._outline_mm)))
            self._outline_by = known
        return known[2]
