"""Estimates pose and lens from the corners of the mat's tags, each fitted individually.

The tracker's placement assumes a known lens and pose, so the size and shape that it gives a tag only repeat those
assumptions. Where size and shape carry information, because there is no calibration or because only two tags are
visible, the corners are fitted one by one.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Image
from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import TagFit, fit_tag
from vision.fiducials.detector import DetectedTag, is_certain
from vision.fiducials.dictionary import dictionary
from vision.pose.bundle import CameraFit, fit_camera
from vision.pose.lens_prior import LensPrior, lens_numbers, unknown_prior
from vision.pose.mat_pose import find_mat
from vision.pose.refine import MatPose, corners_of
from vision.table import MatLayout

FEW_TAGS = 2
"""Fewest tags from whose corners a pose can be computed."""

MIN_TAGS = 4
"""Fewest tags from which a lens can be estimated."""

MAX_READINGS = 4
"""Number of readings per tag after which further images do not improve the lens: the errors of its model remain."""

SAME_CORNERS_PX = 0.5
"""If corners moved farther than this, the earlier readings are discarded."""

OWN_TAGS_AGAIN = 2.0
"""Factor on the variances of an estimated lens, because the tags that it was estimated from are fitted again with it.
"""


class SelfCalibration:
    """Estimates the lens from the mat's tags over many images, one tag at a time, while nothing moves."""

    def __init__(self, mat: MatLayout) -> None:
        self._mat = mat
        self._fits: dict[int, list[TagFit]] = {}
        self._solved_at = 1

    def forget(self) -> None:
        """Starts over, after the camera or the mat has moved."""
        self._fits, self._solved_at = {}, 1

    def better(self, grey: Image, pose: MatPose, seen: Iterable[int]) -> MatPose | None:
        """Fits the corners of one more tag, and solves for the lens each time the number of fits per tag has doubled.

        Args:
            grey: (h, w) the image.
            pose: The present pose.
            seen: Ids of the mat's tags that are visible in place.

        Returns:
            The pose with an improved lens; None for most images.
        """
        wanted = {tag.id: tag for tag in self._mat.tags if tag.id in set(seen) - set(pose.outliers)}
        if len(wanted) < MIN_TAGS:
            return None
        tag = min(wanted.values(), key=lambda each: len(self._fits.get(each.id, ())))
        if len(self._fits.get(tag.id, ())) >= MAX_READINGS:
            return None
        corners_px = {tag.id: pose.model.pixels(corners_of(tag))}
        for found in _fitted(self._mat, grey, corners_px, pose.model.lens):
            fits = self._fits.setdefault(tag.id, [])
            if fits and np.abs(found.fit.corners_px - fits[0].corners_px).max() > SAME_CORNERS_PX:
                fits.clear()
            fits.append(found.fit)
        ready = min(len(self._fits.get(tag_id, ())) for tag_id in wanted)
        if ready < 2 * self._solved_at:
            return None
        self._solved_at = ready
        pairs = [(wanted[tag_id], _mean(fits)) for tag_id, fits in self._fits.items() if tag_id in wanted]
        lens = pose.model.lens
        camera = fit_camera(pairs, unknown_prior(lens.image_size, lens.matrix[0][0]), pose.model)
        return None if camera is None else replace(pose, camera=camera, prior=_told(camera))


def _mean(fits: list[TagFit]) -> TagFit:
    """Averages the corners of one tag over several images."""
    corners_px = np.mean([fit.corners_px for fit in fits], axis=0)
    covariance = np.mean([fit.covariance_px for fit in fits], axis=0) / len(fits)
    return replace(fits[-1], corners_px=corners_px, covariance_px=covariance)


def _told(camera: CameraFit) -> LensPrior:
    """Returns the lens prior that follows from a fit without a calibration."""
    lens = camera.model.lens
    return LensPrior(lens.image_size, lens_numbers(lens), camera.covariance[6:, 6:] * OWN_TAGS_AGAIN, calibrated=False)


def pose_of_few(mat: MatLayout, grey: Image, pose: MatPose) -> MatPose | None:
    """Computes the pose near an approximate one, from as few as two tags; None if fewer are visible.

    Args:
        mat: The mat.
        grey: (h, w) the image.
        pose: Accurate to about half a module, with the prior of the lens.
    """
    model = pose.model
    seen = _fitted(mat, grey, {tag.id: model.pixels(corners_of(tag)) for tag in mat.tags}, model.lens)
    fix = find_mat(mat, seen, model.lens.image_size, model.lens)
    if fix is None or len(fix.used) < FEW_TAGS:
        return None
    camera = fit_camera([(tag, each.fit) for tag, each in fix.used], pose.prior, fix.camera.model)
    return (
        None if camera is None else MatPose(camera, pose.prior, tuple(sorted(outlier.id for outlier in fix.outliers)))
    )


def estimated_pose(mat: MatLayout, grey: Image, proposed_px: dict[int, Floats]) -> MatPose | None:
    """Estimates pose and lens from one image without a calibration; None if the mat is not visible.

    The corners are fitted twice. The second time uses edges bent by the first lens estimate, and includes mat tags that
    the search missed. The result becomes the prior of the lens. Because the same tags will be fitted again with it, its
    variances are doubled.

    Args:
        mat: The mat.
        grey: (h, w) the image.
        proposed_px: Approximate corners (4, 2) of its tags by id, accurate to about half a module.
    """
    size = (grey.shape[1], grey.shape[0])
    fix = find_mat(mat, _fitted(mat, grey, proposed_px, None), size, None)
    if fix is None:
        return None
    model = fix.camera.model
    proposed_px = proposed_px | {tag.id: model.pixels(corners_of(tag)) for tag in mat.tags}
    again = {each.id: each for each in _fitted(mat, grey, proposed_px, model.lens)}
    outliers = {outlier.id for outlier in fix.outliers}
    pairs = [(tag, again[tag.id].fit) for tag in mat.tags if tag.id in again.keys() - outliers]
    if len(pairs) < MIN_TAGS:
        return MatPose(fix.camera, _told(fix.camera), tuple(sorted(outliers)))
    camera = fit_camera(pairs, unknown_prior(size, model.lens.matrix[0][0]), model) or fix.camera
    return MatPose(camera, _told(camera), tuple(sorted(outliers)))


def _fitted(mat: MatLayout, grey: Image, proposed_px: dict[int, Floats], lens: Lens | None) -> tuple[DetectedTag, ...]:
    """Returns the mat's tags with fitted corners, if they look as printed."""
    patterns = dictionary(mat.dictionary)
    fits = {tag_id: fit_tag(grey, px, patterns.pattern(tag_id), lens) for tag_id, px in proposed_px.items()}
    return tuple(
        DetectedTag(tag_id, mat.dictionary, fit)
        for tag_id, fit in fits.items()
        if fit is not None and is_certain(fit, patterns.bits)
    )
