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
from vision.pose.bundle import NOISE_SHARE, CameraFit, fit_camera
from vision.pose.lens_prior import LensPrior, lens_numbers, unknown_prior
from vision.pose.mat_pose import find_mat
from vision.pose.mat_shape import MatShape, as_told, shape_of, shaped
from vision.pose.refine import MatPose, MatTagView, corners_of
from vision.table import MatLayout, Tag

FEW_TAGS = 2
"""Fewest tags from whose corners a pose can be computed."""

MIN_TAGS = 4
"""Fewest tags from which a lens can be estimated."""

MAX_READINGS = 4
"""Number of readings per tag after which further images do not improve the lens: the errors of its model remain."""

SHAPE_STEPS = 4
"""Most steps in which lens and shape of the mat are estimated in turn."""

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

    def better(self, grey: Image, pose: MatPose, seen: Iterable[int], shape: MatShape) -> MatPose | None:
        """Fits the corners of one more tag, and solves for the lens each time the number of fits per tag has doubled.

        Args:
            grey: (h, w) the image.
            pose: The present pose.
            seen: Ids of the mat's tags that are visible in place.
            shape: How the mat differs from its file, so that the lens is not bent for it.

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
        prior = unknown_prior(lens.image_size, lens.matrix[0][0])
        camera = fit_camera(_on(shape, pairs, pose.camera), prior, pose.model)
        return None if camera is None else replace(pose, camera=camera, prior=_told(camera))


def _views(pairs: list[tuple[Tag, TagFit]]) -> list[MatTagView]:
    return [MatTagView(tag, fit.corners_px, float(np.sqrt(np.trace(fit.covariance_px) / 8))) for tag, fit in pairs]


def _on(shape: MatShape, pairs: list[tuple[Tag, TagFit]], camera: CameraFit) -> list[tuple[Tag, TagFit]]:
    """Returns the tags where they lie on a mat of that shape; their fits count as little as the mat's tags scatter."""
    found = []
    for view, (_, fit) in zip(shaped(_views(pairs), shape), pairs, strict=True):
        tag = view.tag
        scatter_px = view.scatter_mm * camera.model.px_per_mm(tag.x_mm, tag.y_mm) / NOISE_SHARE
        covariance_px = fit.covariance_px.copy()
        covariance_px[0::2, 0::2] += scatter_px**2
        covariance_px[1::2, 1::2] += scatter_px**2
        turn = (fit.corners_px - fit.corners_px.mean(axis=0))[:, ::-1] * [-1.0, 1.0]
        covariance_px += (shape.scatter_rad / NOISE_SHARE) ** 2 * np.outer(turn.ravel(), turn.ravel())
        found.append((tag, replace(fit, covariance_px=covariance_px)))
    return found


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
    return pose_of_corners(mat, pairs, fix.camera, tuple(sorted(outliers)))


def pose_of_corners(
    mat: MatLayout, pairs: list[tuple[Tag, TagFit]], start: CameraFit, outliers: tuple[int, ...] = ()
) -> MatPose:
    """Estimates pose and lens from fitted corners, and the mat's shape along with them.

    Args:
        mat: The mat.
        pairs: Four or more of its tags, with their corners.
        start: Approximate lens and pose.
        outliers: Ids of tags that are not where the layout puts them.
    """
    model = start.model
    prior = unknown_prior(model.lens.image_size, model.lens.matrix[0][0])
    camera = fit_camera(pairs, prior, model) or start
    # Most of what is wrong with a mat can be blamed on an unknown lens, but hardly any lens is like that.
    shape = as_told(mat)
    for _ in range(SHAPE_STEPS):
        before, shape = shape, shape_of(shape, _views(pairs), MatPose(camera, prior))
        if shape.like(before):
            break
        camera = fit_camera(_on(shape, pairs, camera), prior, camera.model) or camera
    return MatPose(camera, _told(camera), outliers)


def _fitted(mat: MatLayout, grey: Image, proposed_px: dict[int, Floats], lens: Lens | None) -> tuple[DetectedTag, ...]:
    """Returns the mat's tags with fitted corners, if they look as printed."""
    patterns = dictionary(mat.dictionary)
    fits = {tag_id: fit_tag(grey, px, patterns.pattern(tag_id), lens) for tag_id, px in proposed_px.items()}
    return tuple(
        DetectedTag(tag_id, mat.dictionary, fit)
        for tag_id, fit in fits.items()
        if fit is not None and is_certain(fit, patterns.bits)
    )
