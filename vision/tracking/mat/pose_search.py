"""Finds the pose of a mat of which nothing is known, or no more: from tags of the mat anywhere in the image."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.quad_search import Preprocessing
from vision.images.frame_view import GreyView
from vision.pose.corner_pose import FEW_TAGS, estimated_pose, pose_of_few
from vision.pose.lens_prior import lens_of
from vision.pose.refine import MIN_TAGS, MatPose, MatTagView, found_pose
from vision.table import MatLayout
from vision.tracking.exhaustive_search import propose_thoroughly
from vision.tracking.mat.mat_tags import MatTags
from vision.tracking.mat.misfit import swaps
from vision.tracking.mat.search import proposed_anywhere

SWAPPED_SHARE = 0.6
"""Largest distance of a tag from another one's place, in tag edges, at which it lies in that place."""


class PoseSearch:
    """Searches whole images for one mat.

    Attributes:
        swapped: Mat tags that lay where another one belongs when the pose was found last, as (tag, owner of the place).
    """

    def __init__(
        self,
        layout: MatLayout,
        readings: MatTags,
        preprocessings: tuple[Preprocessing, ...],
        fitted: Callable[[list[MatTagView], MatPose], MatPose | None],
    ) -> None:
        """Prepares.

        Args:
            layout: The mat.
            readings: Reads its tags.
            preprocessings: How an image is prepared for a second, thorough search; none for no such search.
            fitted: Fits the pose, starting near a known one, to tags that are in place.
        """
        self._layout, self._readings, self._preprocessings, self._fitted = layout, readings, preprocessings, fitted
        self._tags = {tag.id: tag for tag in layout.tags}
        self.swapped: set[tuple[int, int]] = set()

    def anywhere(self, view: GreyView, known: MatPose | None, lens: Lens | None, blur_px: float) -> MatPose | None:
        """Determines the pose from mat tags anywhere in the image.

        Args:
            view: The image.
            known: The pose before; None before the first.
            lens: The intrinsics where no pose is known; None for those that the tags themselves tell.
            blur_px: Standard deviation of the blur.
        """
        found = proposed_anywhere(view, self._layout.dictionary, self._tags)
        pose = self._from(view, known, lens, blur_px, found)
        if pose is None and self._preprocessings:
            candidates = propose_thoroughly(view, self._layout.dictionary, None, self._preprocessings)
            more = {each.tag_id: each.corners_px for each in reversed(candidates) if each.tag_id in self._tags}
            pose = self._from(view, known, lens, blur_px, found | more)
        return pose

    def _from(
        self, view: GreyView, known: MatPose | None, lens: Lens | None, blur_px: float, found: dict[int, Floats]
    ) -> MatPose | None:
        """Determines the pose from approximate corners (4, 2) of mat tags, by id."""
        if known is not None:
            lens = lens_of(known.prior, known.prior.mean)
        if lens is None:
            return estimated_pose(self._layout, view.grey(view.whole), found) if len(found) >= MIN_TAGS else None
        views = [MatTagView(self._tags[tag_id], corners_px, 1.0) for tag_id, corners_px in found.items()]
        pose = found_pose(self._layout, views, (view.width_px, view.height_px), lens)
        if pose is not None and known is not None:
            pose = replace(pose, prior=known.prior)
        better: list[MatTagView] = []
        for _ in range(2):
            if pose is None:
                return None
            better = self._readings.read(view, pose.model, list(self._tags.values()), blur_px, steps=5)
            if self._readings.blurs_px:
                blur_px = median(self._readings.blurs_px)
                better = self._readings.read(view, pose.model, list(self._tags.values()), blur_px, steps=5)
            fitted = self._fitted(better, pose)
            if fitted is None and len(better) >= FEW_TAGS:
                return pose_of_few(self._layout, view.open(), pose)
            pose = fitted
        if pose is not None:
            in_place = {each.tag.id for each in better}
            self.swapped = self._swaps(
                {tag_id: px for tag_id, px in found.items() if tag_id not in in_place}, pose.model
            )
        return pose

    def _swaps(self, corners_px: dict[int, Floats], model: CameraModel) -> set[tuple[int, int]]:
        """Returns which of these tags (corners (4, 2), by id) lie where another one belongs."""
        at_mm = {
            tag_id: model.on_plane(px, self._tags[tag_id].height_mm)[:, :2].mean(axis=0)
            for tag_id, px in corners_px.items()
        }
        told_mm = {tag_id: np.array([tag.x_mm, tag.y_mm]) for tag_id, tag in self._tags.items()}
        return swaps(at_mm, told_mm, SWAPPED_SHARE * min(tag.size_mm for tag in self._tags.values()))
